/**
 * Which line of one text is which line of another: the longest common subsequence of equal lines, by Effect's
 * `TextDiff` (Myers, An O(ND) Difference Algorithm, 1986, in linear space).
 *
 * @since 0.1.0
 */
import * as TextDiff from "effect/TextDiff"

/**
 * A run of lines: equal in both, or replaced. Ranges are 0-based and half-open; a replaced run may be empty on one
 * side.
 *
 * @category models
 * @since 0.1.0
 */
export interface Run {
  readonly equal: boolean
  readonly oldStart: number
  readonly oldEnd: number
  readonly newStart: number
  readonly newEnd: number
}

/** Beyond so many changed lines in a row the alignment need not be the longest; it stays a valid one. */
const maxEdits = 1024

/**
 * Aligns two lists of lines. The runs tile both lists, in order.
 *
 * **Details**
 *
 * Linear in the lines where they are mostly equal; never worse than about a thousand times that.
 *
 * **Example** (One line replaced)
 *
 * ```ts
 * import { Alignment } from "@kerf/core"
 *
 * Alignment.make(["a", "b"], ["a", "c"]).map((run) => run.equal) // => [true, false]
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): Array<Run> => {
  const runs: Array<Run> = []
  let oldEnd = 0
  let newEnd = 0
  for (const { _tag, items } of TextDiff.diff(before, after, { maxEdits })) {
    const previous = runs[runs.length - 1]
    const oldStart = oldEnd
    const newStart = newEnd
    if (_tag !== "Insert") oldEnd += items.length
    if (_tag !== "Delete") newEnd += items.length
    if (_tag !== "Equal" && previous !== undefined && !previous.equal) {
      runs[runs.length - 1] = { ...previous, oldEnd, newEnd }
    } else runs.push({ equal: _tag === "Equal", oldStart, oldEnd, newStart, newEnd })
  }
  return runs
}
