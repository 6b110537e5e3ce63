/**
 * What of a text survives in another: the runs of characters that a change has left alone, by tokens first – words, runs of
 * blanks, single marks, line breaks – and then by the common ends of what was replaced.
 *
 * Where an insertion or deletion could stand at several places, it is moved to where it begins or ends at a blank or a line
 * break: `"a"` made `"a" and "c"` keeps both quotes of `"a"`.
 *
 * @since 0.1.0
 */
import * as TextDiff from "effect/TextDiff"
import * as Blank from "./Blank.ts"

/**
 * A run that survives: `[oldStart, oldEnd)` of the old text is, unit by unit, the new text from `newStart` on.
 *
 * @category models
 * @since 0.1.0
 */
export interface Run {
  readonly oldStart: number
  readonly oldEnd: number
  readonly newStart: number
}

/**
 * Finds what of `before` survives in `after`, in order. Runs that touch on both sides are one.
 *
 * **Details**
 *
 * Myers' algorithm over the tokens (`TextDiff`), capped: linear where the texts are mostly equal, never more than a constant
 * amount of work beyond that.
 *
 * **Example** (A word that grows)
 *
 * ```ts
 * import { Survival } from "@kerf/core"
 *
 * Survival.make("a draft", "a drafts") // => [{ oldStart: 0, oldEnd: 7, newStart: 0 }]
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (before: string, after: string): Array<Run> => {
  const kept: Array<Run> = []
  const keep = (oldStart: number, length: number, newStart: number): void => {
    if (length === 0) return
    const last = kept[kept.length - 1]
    if (last !== undefined && last.oldEnd === oldStart && last.newStart + last.oldEnd - last.oldStart === newStart) {
      kept[kept.length - 1] = { ...last, oldEnd: oldStart + length }
    } else kept.push({ oldStart, oldEnd: oldStart + length, newStart })
  }
  let oldAt = 0
  let newAt = 0
  const script = slide(diffTokens(before, after))
  for (let i = 0; i < script.length; i++) {
    const { _tag, items } = script[i]!
    const text = items.join("")
    const next = script[i + 1]
    if (_tag === "Equal") {
      keep(oldAt, text.length, newAt)
      oldAt += text.length
      newAt += text.length
    } else if (_tag === "Delete" && next?._tag === "Insert") {
      const fresh = next.items.join("")
      const head = commonPrefix(text, fresh)
      const tail = commonSuffix(text, fresh, Math.min(text.length, fresh.length) - head)
      keep(oldAt, head, newAt)
      keep(oldAt + text.length - tail, tail, newAt + fresh.length - tail)
      oldAt += text.length
      newAt += fresh.length
      i++
    } else if (_tag === "Delete") oldAt += text.length
    else newAt += text.length
  }
  return kept
}

/**
 * Aligns two texts token by token.
 *
 * @category operations
 * @since 0.1.0
 */
export const diffTokens = (before: string, after: string): ReadonlyArray<TextDiff.Edit<string>> => {
  const [a, b] = [tokens(before), tokens(after)]
  return TextDiff.diff(a, b, { maxEdits: maxEditsOf(a, b) })
}

/**
 * Returns the run that holds all of `[start, end)` of the old text, if one does. Logarithmic.
 *
 * @category operations
 * @since 0.1.0
 */
export const runAt = (kept: ReadonlyArray<Run>, start: number, end: number): Run | undefined => {
  let low = 0
  let high = kept.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (kept[middle]!.oldStart <= start) low = middle
    else high = middle - 1
  }
  // An empty stretch between two runs may belong to the one before.
  return [kept[low], kept[low - 1]].find((run) => run !== undefined && run.oldStart <= start && end <= run.oldEnd)
}

/** Beyond so many changed tokens in a row the alignment need not be the longest; it stays a valid one. */
const maxEditsOf = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): number =>
  Math.max(16, Math.min(1_024, Math.floor(20_000_000 / (before.length + after.length + 1))))

const tokens = (text: string): Array<string> => text.match(/\n|[\p{L}\p{M}\p{N}_]+|[^\S\n]+|[^]/gu) ?? []

/**
 * Moves insertions and deletions that could stand at several places to where they begin or end at a blank or a line
 * break: `"a"` made `"a" and "c"` keeps both quotes of `"a"`.
 */
const slide = (script: ReadonlyArray<TextDiff.Edit<string>>): ReadonlyArray<TextDiff.Edit<string>> => {
  const out = script.map(({ _tag, items }) => ({ _tag, items: [...items] }))
  for (let i = 1; i + 1 < out.length; i++) {
    const [left, run, right] = [out[i - 1]!, out[i]!, out[i + 1]!]
    if (run._tag === "Equal" || left._tag !== "Equal" || right._tag !== "Equal") continue
    // The window in which the run can stand: tokens taken from the left, the run, tokens taken from the right.
    const length = run.items.length
    let fromLeft = 0
    const before = (n: number): string | undefined =>
      n < length ? run.items[length - 1 - n] : left.items[left.items.length - 1 - (n - length)]
    while (fromLeft + 1 < left.items.length && left.items[left.items.length - 1 - fromLeft] === before(fromLeft))
      fromLeft++
    let fromRight = 0
    const after = (n: number): string | undefined => (n < length ? run.items[n] : right.items[n - length])
    while (fromRight + 1 < right.items.length && right.items[fromRight] === after(fromRight)) fromRight++
    const window = [...left.items.slice(left.items.length - fromLeft), ...run.items, ...right.items.slice(0, fromRight)]
    if (fromLeft + fromRight === 0) continue
    const leftKept = left.items.slice(0, left.items.length - fromLeft)
    const rightKept = right.items.slice(fromRight)
    const context = [leftKept[leftKept.length - 1], ...window, rightKept[0]]
    let best = fromLeft
    for (let at = 0; at <= fromLeft + fromRight; at++) {
      if (edges(context, at, run.items.length) > edges(context, best, run.items.length)) best = at
    }
    left.items = [...leftKept, ...window.slice(0, best)]
    right.items = [...window.slice(best + run.items.length), ...rightKept]
    run.items = window.slice(best, best + run.items.length)
  }
  return out
}

/** How well a run of `length` tokens that begins after token `at` of the context is set off on both sides. */
const edges = (context: ReadonlyArray<string | undefined>, at: number, length: number): number =>
  edge(context[at], context[at + 1]) + edge(context[at + length], context[at + length + 1])

const edge = (before: string | undefined, after: string | undefined): number => {
  if (before === undefined || after === undefined || before === "\n" || after === "\n") return 3
  if (before.trim() === "" || after.trim() === "") return 2
  return Blank.hasWord(before) || Blank.hasWord(after) ? 0 : 1
}

const commonPrefix = (a: string, b: string): number => {
  const most = Math.min(a.length, b.length)
  let i = 0
  while (i < most && a[i] === b[i]) i++
  return i
}

const commonSuffix = (a: string, b: string, most: number): number => {
  let i = 0
  while (i < most && a[a.length - 1 - i] === b[b.length - 1 - i]) i++
  return i
}
