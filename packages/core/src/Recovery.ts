/**
 * Recovery: an edit that is not found because it has been made already.
 *
 * An agent that is told "not found" sends the edit again. So, where the host asks for it, a pair whose oldText no matcher
 * finds counts as done if its newText stands in the file: at least eight visible characters, filling whole lines, exactly
 * once up to line endings, and where nothing else in the file is more like oldText. It is never a gate: any match, however loose, goes first.
 *
 * @since 0.1.0
 */
import * as JsonEscape from "./JsonEscape.ts"
import * as LineSearch from "./LineSearch.ts"
import * as Nearest from "./Nearest.ts"
import * as Place from "./Place.ts"
import * as SourceText from "./SourceText.ts"
import type { Target } from "./Target.ts"

/** Fewer visible characters than this prove nothing. */
const leastVisible = 8

/**
 * Returns where newText stands, if that proves that the edit has been made.
 *
 * **Details**
 *
 * For a pair that no matcher finds. A newText that is a run of oldText's own lines proves nothing, since it stands in the
 * file before the edit as well. Linear in the text.
 *
 * **Example** (Made already)
 *
 * ```ts
 * import { Recovery, SourceText, Target } from "@kerf/core"
 *
 * const source = SourceText.make("first\nlet total = 2\n")
 * const target = Target.make(source, { oldText: "let total = 1", newText: "let total = 2" })
 * Recovery.alreadyApplied(source, target) // => { line: 2, endLine: 2, byteOffset: 6 }
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const alreadyApplied = (source: SourceText.SourceText, target: Target): Place.Place | undefined => {
  if (target.newText.replace(/[\s\p{Zs}\p{Cf}]/gu, "").length < leastVisible) return undefined
  // What remains after lines were cut off oldText's start or end stands in the file whether or not they were cut off.
  const decoded = JsonEscape.decodeSequences(target.oldText)
  for (const old of decoded === target.oldText ? [target.old] : [target.old, SourceText.fragment(decoded)]) {
    if (LineSearch.find(old, target.new, { ...rule, fold: true, lead: "blanks", trail: "blanks" }, 1).length > 0) {
      return undefined
    }
  }
  const places = LineSearch.find(source, target.new, rule, 2)
  if (places.length !== 1) return undefined
  const place = Place.fromSpan(source, places[0]!)
  // What oldText has been made into is where it was: nothing else in the file is more like it.
  const regions = Nearest.find(source, target.old)
  return regions.length === 0 || regions.some(({ endLine, line }) => line <= place.endLine && place.line <= endLine)
    ? place
    : undefined
}

const rule: LineSearch.Rule = { fold: false, lead: "nothing", trail: "nothing", edges: "whole" }
