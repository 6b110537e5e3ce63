/**
 * Two rounds of changes as one: what becomes of a text that is edited, and whose result is edited again.
 *
 * Laws: the composed changes turn the source into what the second round makes of the first; text that neither round
 * touches is in no change; changes of the two rounds that overlap or meet become one.
 *
 * @since 0.1.0
 */
import type { Plan } from "./Plan.ts"
import type * as SourceText from "./SourceText.ts"
import * as Span from "./Span.ts"
import * as TextDiff from "effect/TextDiff"
import type { Replacement } from "./UnifiedDiff.ts"

/**
 * Returns the changes that make another text of a source: whole lines, in order.
 *
 * **Details**
 *
 * Minimal up to 200 added and removed lines in a region. Of texts of more than two million units together, all between
 * the lines that they begin and end with is one change. Linear in both texts.
 *
 * **Example** (One line)
 *
 * ```ts
 * import { Composition, SourceText } from "@kerf/core"
 *
 * Composition.between(SourceText.make("a\nb\nc\n"), "a\nB\nc\n")
 * // => [{ span: { start: 2, end: 4 }, text: "B\n" }]
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const between = (source: SourceText.SourceText, text: string): ReadonlyArray<Replacement> => {
  const old = source.text
  if (old === text) return []
  let start = 0
  const most = Math.min(old.length, text.length)
  while (start < most && old.charCodeAt(start) === text.charCodeAt(start)) start++
  start = start === 0 ? 0 : old.lastIndexOf("\n", start - 1) + 1
  let same = 0
  while (same < most - start && old.charCodeAt(old.length - 1 - same) === text.charCodeAt(text.length - 1 - same))
    same++
  // What is alike at the end begins after a line feed, or it is not whole lines.
  const at = old.length - same
  const feed =
    at > start && old[at - 1] === "\n" && text[text.length - same - 1] === "\n" ? at - 1 : old.indexOf("\n", at)
  const end = feed === -1 || feed < start ? old.length : feed + 1
  const newEnd = text.length - (old.length - end)
  const [from, to] = [old.slice(start, end), text.slice(start, newEnd)]
  if (from.length + to.length > longest) return [{ span: Span.make(start, end), text: to }]

  const changes: Array<{ span: Span.Span; text: string }> = []
  let position = start
  let open = false
  for (const { _tag, items } of TextDiff.lines(from, to, { maxEdits: 200 })) {
    const run = items.join("")
    if (_tag === "Equal") {
      position += run.length
      open = false
      continue
    }
    if (!open) changes.push({ span: Span.make(position, position), text: "" })
    const last = changes[changes.length - 1]!
    open = true
    if (_tag === "Insert") last.text += run
    else {
      position += run.length
      last.span = Span.make(last.span.start, position)
    }
  }
  return changes
}

/** The longest texts, together and in UTF-16 units, of which the lines are compared. */
const longest = 2_000_000

/**
 * Returns the changes of a source that do what a plan and then changes of its result do.
 *
 * **Details**
 *
 * Linear in the changes, and in the text that they put there.
 *
 * **Example** (A change of what was just written)
 *
 * ```ts
 * import { Composition, Plan, SourceText, Span } from "@kerf/core"
 *
 * const plan: Plan.Plan = {
 *   ...Plan.create(""),
 *   source: SourceText.make("a = 1\n"),
 *   changes: [{ edit: 0, matcher: "exact", span: Span.make(4, 5), text: "22" }]
 * }
 * Composition.make(plan, [{ span: Span.make(5, 6), text: "3" }])
 * // => [{ span: { start: 4, end: 5 }, text: "23" }]
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (
  first: Pick<Plan, "source" | "changes">,
  second: ReadonlyArray<Replacement>
): ReadonlyArray<Replacement> => {
  const composed: Array<Replacement> = []
  // Positions of the text between the two rounds are those of the source, moved by what the first has added so far.
  let added = 0
  let [i, j] = [0, 0]
  while (i < first.changes.length || j < second.length) {
    const nextStart = () => (first.changes[i] === undefined ? Infinity : first.changes[i]!.span.start + added)
    const start = Math.min(nextStart(), second[j]?.span.start ?? Infinity)
    const sourceStart = start - added
    let end = start
    // The group's text between the rounds, piece by piece, and then with the second round's changes.
    let middle = ""
    let copied = sourceStart
    const inner: Array<Replacement> = []
    for (;;) {
      if (nextStart() <= end) {
        const { span, text } = first.changes[i++]!
        middle += first.source.text.slice(copied, span.start) + text
        copied = span.end
        end = Math.max(end, start + middle.length)
        added += text.length - Span.length(span)
      } else if (second[j] !== undefined && second[j]!.span.start <= end) {
        inner.push(second[j]!)
        end = Math.max(end, second[j++]!.span.end)
      } else break
    }
    const sourceEnd = end - added
    middle += first.source.text.slice(copied, sourceEnd)
    let text = ""
    let at = 0
    for (const change of inner) {
      text += middle.slice(at, change.span.start - start) + change.text
      at = change.span.end - start
    }
    text += middle.slice(at)
    const span = Span.make(sourceStart, sourceEnd)
    if (text !== first.source.slice(span)) composed.push({ span, text })
  }
  return composed
}

/**
 * Returns where spans of a text are after changes of it. Both are in order; a span that a change touches holds all of it.
 *
 * @category operations
 * @since 0.1.0
 */
export const moved = (
  spans: ReadonlyArray<Span.Span>,
  changes: ReadonlyArray<Replacement>
): ReadonlyArray<Span.Span> => {
  const out: Array<Span.Span> = []
  let i = 0
  let added = 0
  for (const { end, start } of spans) {
    while (i < changes.length && changes[i]!.span.end < start) {
      added += changes[i]!.text.length - Span.length(changes[i]!.span)
      i++
    }
    let from = start + added
    let to = end + added
    let inside = added
    for (let k = i; k < changes.length && changes[k]!.span.start <= end; k++) {
      const change = changes[k]!
      from = Math.min(from, change.span.start + inside)
      inside += change.text.length - Span.length(change.span)
      to = Math.max(change.span.end, end) + inside
    }
    out.push(Span.make(from, to))
  }
  return out
}
