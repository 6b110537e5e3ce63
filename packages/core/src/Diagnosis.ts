/**
 * What a `NoMatch` tells the model, so that its next call succeeds.
 *
 * @since 0.1.0
 */
import * as Blank from "./Blank.ts"
import * as LineSearch from "./LineSearch.ts"
import * as Place from "./Place.ts"
import * as SourceText from "./SourceText.ts"
import type { Target } from "./Target.ts"
import * as TextSearch from "./TextSearch.ts"

/**
 * Finds the first non-blank line of oldText in the source, blanks at its ends and the form of its characters aside.
 *
 * **Example** (The first line stands, the second does not)
 *
 * ```ts
 * import { Diagnosis, SourceText, Target } from "@kerf/core"
 *
 * const source = SourceText.make("head\n\n\tv()\nfoot\n")
 * const target = Target.make(source, { oldText: "\nv()\nnone", newText: "" })
 * Diagnosis.firstLine(source, target) // => { line: 3, endLine: 3, byteOffset: 6 }
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const firstLine = (source: SourceText.SourceText, target: Target): Place.Place | undefined => {
  const line = target.old.lines().find(({ content }) => !Blank.isBlankLine(content))
  if (line === undefined) return undefined
  const rule: LineSearch.Rule = { fold: true, lead: "blanks", trail: "blanks", edges: "whole" }
  const [region] = LineSearch.find(source, SourceText.fragment(line.content), rule, 1)
  return region === undefined ? undefined : Place.fromSpan(source, region)
}

/**
 * Returns the index of another pair whose newText holds this pair's oldText: the model built one edit on the result of
 * another.
 *
 * @category constructors
 * @since 0.1.0
 */
export const introducedBy = (targets: ReadonlyArray<Target>, edit: number): number | undefined => {
  const needle = TextSearch.needle(targets[edit]!.oldText)
  const index = targets.findIndex((other, i) => i !== edit && TextSearch.indicesOf(other.newText, needle, 1).length > 0)
  return index === -1 ? undefined : index
}
