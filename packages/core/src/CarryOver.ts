/**
 * What an edit touches of what was shown, and what remains shown after it.
 *
 * Everything is counted in offsets, since lines are joined and split by edits. What is seen of the new text is what was
 * seen of the old one, moved, plus newText; a line of the new text is seen if all of it is, its terminator included.
 *
 * ```text
 *   old   "a\n" "b\n" "c\n"      shown: lines 1-2; "b\n" is replaced by "x"
 *   seen   ^^^   ^^^
 *   new   "a\n" "xc\n"           line 1 is seen; of line 2, "c" never was
 *   seen   ^^^   ^
 * ```
 *
 * @since 0.1.0
 */
import * as LineSet from "./LineSet.ts"
import type { SourceText } from "./SourceText.ts"
import * as Span from "./Span.ts"
import type { Replacement } from "./UnifiedDiff.ts"

/**
 * Returns the lines that changes touch: all of which they replace a part, and the line that is joined to what they write.
 *
 * **Details**
 *
 * The changes are in order, and do not overlap. One that replaces nothing touches the line at which it stands: the one
 * after it, where it stands between two; the last, at the end of the text. Nothing is touched in an empty text.
 *
 * **Example** (A line break that goes takes the next line along)
 *
 * ```ts
 * import { CarryOver, SourceText, Span } from "@kerf/core"
 *
 * const source = SourceText.make("a\nb\nc\n")
 * CarryOver.touched(source, [{ span: Span.make(2, 4), text: "x\n" }]) // => [{ line: 2, endLine: 2 }]
 * CarryOver.touched(source, [{ span: Span.make(2, 4), text: "x" }]) // => [{ line: 2, endLine: 3 }]
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const touched = (source: SourceText, changes: ReadonlyArray<Replacement>): LineSet.LineSet => {
  if (source.lineCount === 0) return []
  const isTerminated = (text: string) => text.endsWith("\n") || (source.carriageReturnEndsLine && text.endsWith("\r"))
  return LineSet.make(
    joined(changes).map(({ span, text }) => {
      const line = source.lineAt(span.start)
      const last = source.lineAt(Math.max(span.start, span.end - 1))
      const endsLine = source.fullLineSpan(last).end === span.end
      const isJoined = text === "" ? span.start !== source.fullLineSpan(line).start : !isTerminated(text)
      return { line, endLine: endsLine && isJoined ? source.lineAt(span.end) : last }
    })
  )
}

/** Changes that meet, as one. */
const joined = (changes: ReadonlyArray<Replacement>): ReadonlyArray<Replacement> => {
  const out: Array<Replacement> = []
  for (const { span, text } of changes) {
    const last = out.at(-1)
    if (last?.span.end !== span.start) out.push({ span, text })
    else out[out.length - 1] = { span: Span.make(last.span.start, span.end), text: last.text + text }
  }
  return out
}

/**
 * Returns the lines of the text after changes that are seen, given those that were shown of the text before.
 *
 * **Details**
 *
 * The changes are in order, and do not overlap. Costs about the number of ranges and changes.
 *
 * **Example** (Moved down)
 *
 * ```ts
 * import { CarryOver, SourceText, Span } from "@kerf/core"
 *
 * const before = SourceText.make("a\nb\nc\n")
 * const after = SourceText.make("x\ny\nb\nc\n")
 * const changes = [{ span: Span.make(0, 1), text: "x\ny" }]
 * CarryOver.lines({ before, shown: [{ line: 1, endLine: 2 }], changes, after }) // => [{ line: 1, endLine: 3 }]
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const lines = (options: {
  readonly before: SourceText
  readonly shown: LineSet.LineSet
  readonly changes: ReadonlyArray<Replacement>
  readonly after: SourceText
}): LineSet.LineSet => {
  const { after, before, changes, shown } = options
  const seen: Array<Span.Span> = []
  const old = shown.map(({ endLine, line }) =>
    Span.make(before.fullLineSpan(line).start, before.fullLineSpan(endLine).end)
  )
  let next = 0
  // A U+FEFF that was written first is the mark of the file that is read back, and not in its text.
  let delta = before.byteOrderMark.length - after.byteOrderMark.length
  /** Keeps what was seen of the unchanged text `[from, to)`. */
  const keep = (from: number, to: number) => {
    while (next < old.length && old[next]!.end <= from) next++
    for (let i = next; i < old.length && old[i]!.start < to; i++) {
      seen.push(Span.make(Math.max(from, old[i]!.start) + delta, Math.min(to, old[i]!.end) + delta))
    }
  }
  let from = 0
  for (const { span, text } of changes) {
    keep(from, span.start)
    seen.push(Span.make(span.start + delta, span.start + delta + text.length))
    delta += text.length - Span.length(span)
    from = span.end
  }
  keep(from, before.text.length)
  return LineSet.within(
    after,
    seen.map(({ end, start }) => Span.make(Math.max(0, start), Math.max(0, end)))
  )
}

/**
 * Returns whether the changes, made to the text before, give the text after. Costs one comparison of the two.
 *
 * @category predicates
 * @since 0.1.0
 */
export const leadsTo = (before: SourceText, changes: ReadonlyArray<Replacement>, after: SourceText): boolean => {
  const [old, text] = [before.toString(), after.toString()]
  const shift = before.byteOrderMark.length
  let from = 0
  let at = 0
  const takes = (piece: string): boolean => {
    const isThere = text.startsWith(piece, at)
    at += piece.length
    return isThere
  }
  for (const { span, text } of changes) {
    if (!takes(old.slice(from, span.start + shift)) || !takes(text)) return false
    from = span.end + shift
  }
  return takes(old.slice(from)) && at === text.length
}
