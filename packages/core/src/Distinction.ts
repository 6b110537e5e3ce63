/**
 * What tells one place from the others: the nearest text before or after it that no other place has there.
 *
 * ```text
 *   1 def a():        place 1 (line 2): after "def a():\n    "
 *   2     return 1
 *   3 def b():        place 2 (line 4): after "def b():\n    "
 *   4     return 1
 * ```
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import * as Blank from "./Blank.ts"
import type { SourceText } from "./SourceText.ts"
import type { Span } from "./Span.ts"

/**
 * Raw text to put in front of oldText (`before`) or behind it (`after`), so that it stands once.
 *
 * @category models
 * @since 0.1.0
 */
export interface Distinction {
  readonly side: "before" | "after"
  readonly text: string
}

/**
 * The schema of a `Distinction`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Distinction: Schema.Codec<Distinction> = Schema.Struct({
  side: Schema.Literals(["before", "after"]),
  text: Schema.String
})

/** How many lines away is looked, and how long the text may be, in UTF-16 units. */
const limits = { lines: 8, units: 400 }

/**
 * Finds for each of the first `count` spans what tells it from all others: whole lines around it, as few as do; `before`
 * where both sides need as many. `undefined` where eight lines or 400 units do not.
 *
 * **Details**
 *
 * The number of spans times the lines looked at.
 *
 * **Example** (The line above)
 *
 * ```ts
 * import { Distinction, SourceText, Span } from "@kerf/core"
 *
 * Distinction.find(SourceText.make("a\nx\nb\nx\n"), [Span.make(2, 3), Span.make(6, 7)], 2)
 * // => [{ side: "before", text: "a\n" }, { side: "before", text: "b\n" }]
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const find = (
  source: SourceText,
  spans: ReadonlyArray<Span>,
  count: number
): ReadonlyArray<Distinction | undefined> => spans.slice(0, count).map((span) => tell(source, spans, span))

const tell = (source: SourceText, spans: ReadonlyArray<Span>, span: Span): Distinction | undefined => {
  for (let lines = 0; lines <= limits.lines; lines++) {
    for (const side of ["before", "after"] as const) {
      const text = side === "before" ? before(source, span, lines) : after(source, span, lines)
      if (text === undefined || text === "") continue
      // Text of several lines must not begin within the indentation of a line.
      if (side === "after" && isIndented(source, span)) continue
      const isThere = (other: Span): boolean =>
        side === "before"
          ? other.start >= text.length && source.text.startsWith(text, other.start - text.length)
          : source.text.startsWith(text, other.end)
      if (spans.every((other) => other === span || !isThere(other))) return { side, text }
    }
  }
  return undefined
}

/** Whether a place begins within the indentation of a line, not at its start. */
const isIndented = (source: SourceText, { start }: Span): boolean => {
  const line = source.lineSpan(source.lineAt(start))
  return start > line.start && start < Blank.indentationEnd(source.text, line.start, line.end)
}

/** The text from the start of the line that is `lines` above the span. */
const before = (source: SourceText, span: Span, lines: number): string | undefined => {
  const line = source.lineAt(span.start) - lines
  if (line < 1) return undefined
  const { start } = source.fullLineSpan(line)
  return span.start - start > limits.units ? undefined : source.text.slice(start, span.start)
}

/** The text to the end of the line that is `lines` below the span. */
const after = (source: SourceText, span: Span, lines: number): string | undefined => {
  const line = source.lineAt(Math.max(span.start, span.end - 1)) + lines
  if (line > source.lineCount) return undefined
  const { end } = source.lineSpan(line)
  return end - span.end > limits.units ? undefined : source.text.slice(span.end, Math.max(span.end, end))
}
