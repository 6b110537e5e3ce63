/**
 * Some lines of a text, as ranges: which were shown, which an edit touches, which are missing.
 *
 * A set is sorted, and its ranges neither overlap nor touch, so that two sets of the same lines are equal. Every
 * operation costs about the number of ranges, whatever their length.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import type { SourceText } from "./SourceText.ts"
import type { Span } from "./Span.ts"

/**
 * A range of lines: 1-based and inclusive, by the line model of `SourceText`.
 *
 * @category models
 * @since 0.1.0
 */
export interface Lines {
  readonly line: number
  readonly endLine: number
}

/**
 * The schema of `Lines`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Lines: Schema.Codec<Lines> = Schema.Struct({ line: Schema.Int, endLine: Schema.Int })

/**
 * A set of lines.
 *
 * @category models
 * @since 0.1.0
 */
export type LineSet = ReadonlyArray<Lines>

/**
 * Creates a set from ranges in any order; what is empty (`endLine < line`) is left out.
 *
 * **Example** (Ranges that touch become one)
 *
 * ```ts
 * import { LineSet } from "@kerf/core"
 *
 * LineSet.make([{ line: 4, endLine: 6 }, { line: 1, endLine: 3 }, { line: 9, endLine: 9 }])
 * // => [{ line: 1, endLine: 6 }, { line: 9, endLine: 9 }]
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (ranges: Iterable<Lines>): LineSet => {
  const sorted = [...ranges].filter(({ endLine, line }) => line <= endLine).toSorted((a, b) => a.line - b.line)
  const out: Array<Lines> = []
  for (const { endLine, line } of sorted) {
    const last = out[out.length - 1]
    if (last === undefined || line > last.endLine + 1) out.push({ line, endLine })
    else if (endLine > last.endLine) out[out.length - 1] = { line: last.line, endLine }
  }
  return out
}

/**
 * Returns all lines of a text; none of an empty one.
 *
 * @category constructors
 * @since 0.1.0
 */
export const all = ({ lineCount }: SourceText): LineSet => make([{ line: 1, endLine: lineCount }])

/**
 * Returns the lines that lie in the spans as a whole, terminator included. The spans are in order, and do not overlap.
 *
 * **Example** (Half a line is no line)
 *
 * ```ts
 * import { LineSet, SourceText, Span } from "@kerf/core"
 *
 * //   source  "ab\ncd\nef\n"
 * //             ^^^^^^         span [1, 7)
 * LineSet.within(SourceText.make("ab\ncd\nef\n"), [Span.make(1, 7)]) // => [{ line: 2, endLine: 2 }]
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const within = (source: SourceText, spans: Iterable<Span>): LineSet => {
  const lines: Array<Lines> = []
  let start = 0
  let end = 0
  const close = () => {
    if (end <= start) return
    const first = source.lineAt(start)
    const last = source.lineAt(end - 1)
    lines.push({
      line: source.fullLineSpan(first).start === start ? first : first + 1,
      endLine: source.fullLineSpan(last).end === end ? last : last - 1
    })
  }
  for (const span of spans) {
    if (span.start > end) {
      close()
      start = span.start
    }
    end = span.end
  }
  close()
  return make(lines)
}

/**
 * Returns the lines of `self` that are not in `that`.
 *
 * **Example** (What is missing)
 *
 * ```ts
 * import { LineSet } from "@kerf/core"
 *
 * LineSet.difference([{ line: 1, endLine: 9 }], [{ line: 3, endLine: 4 }])
 * // => [{ line: 1, endLine: 2 }, { line: 5, endLine: 9 }]
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const difference = (self: LineSet, that: LineSet): LineSet => {
  const out: Array<Lines> = []
  let at = 0
  for (const { endLine, line } of self) {
    let from = line
    while (at < that.length && that[at]!.endLine < from) at++
    for (let i = at; i < that.length && that[i]!.line <= endLine; i++) {
      if (from < that[i]!.line) out.push({ line: from, endLine: that[i]!.line - 1 })
      from = that[i]!.endLine + 1
    }
    if (from <= endLine) out.push({ line: from, endLine })
  }
  return out
}

/**
 * Returns the lines that are in both.
 *
 * @category operations
 * @since 0.1.0
 */
export const intersection = (self: LineSet, that: LineSet): LineSet => difference(self, difference(self, that))

/**
 * Says a set: `line 3` or `lines 3-5, 9 and 12-14`. At least one range.
 *
 * @category operations
 * @since 0.1.0
 */
export const describe = (self: LineSet): string => {
  const ranges = self.map(({ endLine, line }) => (line === endLine ? `${line}` : `${line}-${endLine}`))
  const isOne = self.length === 1 && self[0]!.line === self[0]!.endLine
  const last = ranges.pop()
  return `${isOne ? "line" : "lines"} ${ranges.length === 0 ? last : `${ranges.join(", ")} and ${last}`}`
}
