/**
 * A bounded quotation of a file: raw text, never folded, never with numbers glued in front, so that a model can copy it.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import type { SourceText } from "./SourceText.ts"

/** The most lines that are quoted, and the most UTF-16 units of a line. */
const limits = { lines: 12, units: 200 }

/**
 * Lines of a file.
 *
 * **Details**
 *
 * `line` and `endLine` are 1-based and inclusive, and name all that is meant; `lines` are at most twelve of them, from line
 * `first` on, without terminators, each cut to 200 UTF-16 units around what matters. `isCut` holds the indices of the lines
 * that are not whole.
 *
 * @category models
 * @since 0.1.0
 */
export interface Excerpt {
  readonly line: number
  readonly endLine: number
  readonly first: number
  readonly lines: ReadonlyArray<string>
  readonly isCut: ReadonlyArray<number>
}

/**
 * The fields of the schema, for what is an excerpt and more.
 *
 * @category schemas
 * @since 0.1.0
 */
export const fields = {
  line: Schema.Int,
  endLine: Schema.Int,
  first: Schema.Int,
  lines: Schema.Array(Schema.String),
  isCut: Schema.Array(Schema.Int)
}

/**
 * The schema of an `Excerpt`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Excerpt: Schema.Codec<Excerpt> = Schema.Struct(fields)

/**
 * Quotes the lines `[line, endLine]` of a source.
 *
 * **Details**
 *
 * A line that is too long is cut around `around`, an offset of the source, or at its start; never inside a surrogate pair.
 * `lines` lowers the most lines that are quoted, and after the first no line is that takes more than `bytes` as UTF-8 with
 * those before it; where not all are quoted, those around the line `middle` are.
 *
 * **Example** (Two lines)
 *
 * ```ts
 * import { Excerpt, SourceText } from "@kerf/core"
 *
 * Excerpt.make(SourceText.make("a\n  b\nc\n"), 2, 3)
 * // => { line: 2, endLine: 3, first: 2, lines: ["  b", "c"], isCut: [] }
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (
  source: SourceText,
  line: number,
  endLine: number,
  options?: {
    readonly around?: number | undefined
    readonly lines?: number
    readonly bytes?: number
    readonly middle?: number | undefined
  }
): Excerpt => {
  const around = options?.around
  const most = Math.min(options?.lines ?? limits.lines, limits.lines)
  const lines: Array<string> = []
  const isCut: Array<number> = []
  let room = options?.bytes ?? Infinity
  const before = (options?.middle ?? line) - Math.floor((most - 1) / 2)
  const first = Math.max(line, Math.min(before, endLine - most + 1))
  for (let n = first; n <= endLine && lines.length < most; n++) {
    const { end, start } = source.lineSpan(n)
    const isLong = end - start > limits.units
    const middle = around !== undefined && around >= start && around <= end ? around : start
    let from = isLong ? Math.max(start, Math.min(middle - limits.units / 2, end - limits.units)) : start
    let to = Math.min(end, from + limits.units)
    if (!source.isBoundary(from)) from++
    if (!source.isBoundary(to)) to--
    const text = source.text.slice(from, to)
    room -= bytes(text)
    if (room < 0 && lines.length > 0) break
    if (isLong) isCut.push(lines.length)
    lines.push(text)
  }
  return { line, endLine, first, lines, isCut }
}

/**
 * Returns whether an excerpt holds all that it is about.
 *
 * @category predicates
 * @since 0.1.0
 */
export const isWhole = (self: Excerpt): boolean =>
  self.isCut.length === 0 && self.lines.length === self.endLine - self.line + 1

/**
 * Returns how many bytes a text takes as UTF-8.
 *
 * @category operations
 * @since 0.1.0
 */
export const bytes = (text: string): number => {
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    // Each half of a surrogate pair is two of its four bytes.
    count += unit < 0x80 ? 1 : unit < 0x800 || (unit & 0xf800) === 0xd800 ? 2 : 3
  }
  return count
}
