/**
 * What a file has in place of some lines of oldText: where a long region differs in few places, these are quoted, and
 * nothing is said about the lines that agree.
 *
 * ```text
 *   oldText      file
 *   1 a          7 a
 *   2 b          8 x        lines 8-9 of the file, for line 2 of oldText
 *   3 c          9 y
 *               10 c
 * ```
 *
 * Put in place of the lines that they stand for, all passages of a region make oldText what the file has.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import * as Excerpt from "./Excerpt.ts"
import type { Nearest } from "./Nearest.ts"
import type { SourceText } from "./SourceText.ts"

/**
 * Quoted lines of a file, and the lines of oldText (1-based, inclusive) in whose place they stand; absent, all of it. Without
 * `lines`: they differ too, but there was no room to quote them.
 *
 * @category models
 * @since 0.1.0
 */
export interface Passage extends Excerpt.Excerpt {
  readonly old?: { readonly line: number; readonly endLine: number }
}

/**
 * The schema of a `Passage`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Passage: Schema.Codec<Passage> = Schema.Struct({
  ...Excerpt.fields,
  old: Schema.optionalKey(Schema.Struct({ line: Schema.Int, endLine: Schema.Int }))
})

/**
 * Lines of a file and the lines of oldText in whose place they stand, not quoted yet.
 *
 * @category models
 * @since 0.1.0
 */
export type Range = Required<Pick<Passage, "line" | "endLine" | "old">>

/**
 * Finds where a region differs from oldText, in order and apart from each other.
 *
 * **Details**
 *
 * Lines agree if they are equal but for their terminators. Where only one side has lines, the line before and the line
 * after, on which both agree, belong to the range, so that neither side is ever empty. None, if nothing differs.
 *
 * **Example** (A line more)
 *
 * ```ts
 * import { Nearest, Passage, SourceText } from "@kerf/core"
 *
 * const source = SourceText.make("x\na\nnew\nb\n")
 * const old = SourceText.make("a\nb\n")
 * Passage.differing(source, old, Nearest.find(source, old)[0]!)
 * // => [{ line: 2, endLine: 4, old: { line: 1, endLine: 2 } }]
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const differing = (
  source: SourceText,
  old: SourceText,
  { endLine, line, pairs }: Pick<Nearest, "line" | "endLine" | "pairs">
): ReadonlyArray<Range> => {
  const ranges: Array<Range> = []
  // The last line on which both agree; before the first one there is none.
  let [agreedOld, agreed] = [0, line - 1]
  const gap = (oldNext: number, next: number): void => {
    const [missing, extra] = [oldNext - agreedOld - 1, next - agreed - 1]
    if (missing === 0 && extra === 0) return
    const isOneSided = missing === 0 || extra === 0
    const [before, after] = [isOneSided && agreedOld > 0 ? 0 : 1, isOneSided && oldNext <= old.lineCount ? 0 : 1]
    let range: Range = {
      line: agreed + before,
      endLine: next - after,
      old: { line: agreedOld + before, endLine: oldNext - after }
    }
    const last = ranges.at(-1)
    if (last !== undefined && last.old.endLine >= range.old.line - 1) {
      range = { ...range, line: last.line, old: { ...range.old, line: last.old.line } }
      ranges.pop()
    }
    if (range.line <= range.endLine && range.old.line <= range.old.endLine) ranges.push(range)
  }
  for (const [i, at] of pairs.entries()) {
    if (at === undefined || at <= agreed) continue
    if (source.slice(source.lineSpan(at)) !== old.slice(old.lineSpan(i + 1))) continue
    gap(i + 1, at)
    ;[agreedOld, agreed] = [i + 1, at]
  }
  gap(old.lineCount + 1, Math.max(agreed, endLine) + 1)
  return ranges
}

/**
 * The passage of ranges for which there was no room: from the first to the last of them.
 *
 * @category constructors
 * @since 0.1.0
 */
export const unquoted = (ranges: ReadonlyArray<Range>): Passage => {
  const [first, last] = [ranges[0]!, ranges.at(-1)!]
  const old = { line: first.old.line, endLine: last.old.endLine }
  return { line: first.line, endLine: last.endLine, first: first.line, lines: [], isCut: [], old }
}
