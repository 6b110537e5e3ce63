/**
 * A quick answer to "can this text stand there at all?".
 *
 * All matchers that compare lines need the longest line of oldText somewhere in the file, blanks at its ends aside. That
 * piece, the *probe*, is searched once for a source and remembered, so that a whole stack that finds nothing costs one
 * pass. The search is Horspool's (Practical fast searching in strings, 1980): with a probe of 64 units most of the text is
 * never looked at.
 *
 * @since 0.1.0
 */
import * as Blank from "./Blank.ts"
import * as Fold from "./Fold.ts"
import type { SourceText } from "./SourceText.ts"

/** The longest probe, in UTF-16 units. */
const longest = 64

/** How many units may be compared for each unit of text before the question is left open. */
const workFactor = 2

/**
 * Returns `false` if `old` stands nowhere in `source`, in whatever way its lines are cut at their ends and, with `fold`,
 * under folds; `true` if it may.
 *
 * **Details**
 *
 * Remembered for each source, so the second question costs nothing. Never more than a constant number of looks at each
 * unit of the text; a text that is not ASCII is folded for its first question under folds.
 *
 * **Example** (A line that is nowhere)
 *
 * ```ts
 * import { Probe, SourceText } from "@kerf/core"
 *
 * const source = SourceText.make("let a = 1\nlet b = 2\n")
 * Probe.mayStand(source, SourceText.make("  let b = 2"), false) // => true
 * Probe.mayStand(source, SourceText.make("let c = 3"), false) // => false
 * ```
 *
 * @category predicates
 * @since 0.1.0
 */
export const mayStand = (source: SourceText, old: SourceText, fold: boolean): boolean => {
  // Every line but the last takes a terminator of the file's.
  if (old.lineCount > source.text.length + 1) return false
  const probe = probeOf(fold ? Fold.source(old) : old)
  if (probe === "") return true
  const isFolded = fold && !source.ascii
  const answers = answersOf(source)
  const key = (isFolded ? "folded:" : "raw:") + probe
  let answer = answers.get(key)
  if (answer === undefined) {
    answer = isFolded ? standsInUnits(Fold.units(source), probe) : standsInText(source.text, probe)
    // A host that asks one source about thousands of edits needs not remember them all.
    if (answers.size >= 64) answers.clear()
    answers.set(key, answer)
  }
  return answer
}

const known = new WeakMap<SourceText, Map<string, boolean>>()

const answersOf = (source: SourceText): Map<string, boolean> => {
  let answers = known.get(source)
  if (answers === undefined) known.set(source, (answers = new Map()))
  return answers
}

const probes = new WeakMap<SourceText, string>()

const probeOf = (old: SourceText): string => {
  let probe = probes.get(old)
  if (probe === undefined) {
    let start = 0
    let end = 0
    for (let line = 1; line <= old.lineCount; line++) {
      const span = old.lineSpan(line)
      const from = Blank.trimmedStart(old.text, span.start, span.end)
      const to = Blank.trimmedEnd(old.text, from, span.end)
      if (to - from > end - start) {
        start = from
        end = to
      }
    }
    probes.set(old, (probe = old.text.slice(start, Math.min(end, start + longest))))
  }
  return probe
}

/**
 * How far the probe may be moved when its last unit stands over a unit with these low bits: 0 where that may be its own
 * last unit, and then, after a look at the others, `onLast`.
 */
const skipsOf = (probe: string): { readonly skips: Uint8Array; readonly onLast: number } => {
  const last = probe.length - 1
  const skips = new Uint8Array(256).fill(probe.length)
  for (let i = 0; i < last; i++) skips[probe.charCodeAt(i) & 0xff] = last - i
  const onLast = skips[probe.charCodeAt(last) & 0xff]!
  skips[probe.charCodeAt(last) & 0xff] = 0
  return { skips, onLast }
}

// NOTE: The same loop twice, over a string and over units: a shared one would have to call for each unit.

const standsInText = (text: string, probe: string): boolean => {
  const { onLast, skips } = skipsOf(probe)
  const last = probe.length - 1
  let work = workFactor * text.length
  for (let at = last; at < text.length;) {
    const skip = skips[text.charCodeAt(at) & 0xff]!
    at += skip
    if (skip > 0) continue
    let i = 0
    while (i <= last && text.charCodeAt(at - i) === probe.charCodeAt(last - i)) i++
    if (i > last) return true
    at += onLast
    work -= i + 1
    if (work < 0) return true
  }
  return false
}

const standsInUnits = (units: Uint16Array, probe: string): boolean => {
  const { onLast, skips } = skipsOf(probe)
  const last = probe.length - 1
  let work = workFactor * units.length
  for (let at = last; at < units.length;) {
    const skip = skips[units[at]! & 0xff]!
    at += skip
    if (skip > 0) continue
    let i = 0
    while (i <= last && units[at - i] === probe.charCodeAt(last - i)) i++
    if (i > last) return true
    at += onLast
    work -= i + 1
    if (work < 0) return true
  }
  return false
}
