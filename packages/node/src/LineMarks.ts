/**
 * One row of a picture: a line of the file, of oldText and of newText side by side, cut into segments that say in what
 * they differ. What the file and oldText differ in is what a matcher forgave, or what kept it from matching; what oldText
 * and newText differ in is the edit.
 *
 * ```text
 *   file      "\tsay “a”"     "\t" indentation, "“" and "”" character
 *   oldText   "say \"a\""     the straight quotes character
 *   newText   "say \"b\""     "b" changed
 * ```
 *
 * @since 0.1.0
 */
import * as Blank from "@kerf/core/Blank"
import * as Fold from "@kerf/core/Fold"
import * as Schema from "effect/Schema"
import * as TextDiff from "effect/TextDiff"
import * as Printable from "./Printable.ts"

/**
 * The schema of a `Segment`.
 *
 * **Details**
 *
 * `differs`: in what the file and oldText differ here. `changed`: the edit takes this out of oldText, or brings it in with
 * newText. `outside`: it stands in the line, but not in the place that was found.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Segment = Schema.Struct({
  text: Schema.String,
  differs: Schema.optionalKey(
    Schema.Literals(["indentation", "character", "trailing-blanks", "line-ending", "text"] as const)
  ),
  changed: Schema.optionalKey(Schema.Literal(true)),
  outside: Schema.optionalKey(Schema.Literal(true))
})

/**
 * A piece of a line.
 *
 * @category models
 * @since 0.1.0
 */
export type Segment = typeof Segment.Type

/**
 * The schema of a `Cell`.
 *
 * **Details**
 *
 * `line` is 1-based, in the text that the cell belongs to. A line longer than 240 UTF-16 units is shown around its first
 * difference; `cut` names the ends at which something is left out.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Cell = Schema.Struct({
  line: Schema.Int,
  segments: Schema.Array(Segment),
  cut: Schema.optionalKey(Schema.Literals(["start", "end", "both"]))
})

/**
 * One line as it is shown.
 *
 * @category models
 * @since 0.1.0
 */
export type Cell = typeof Cell.Type

/**
 * A line to be shown. `before` and `after` are what stands outside of the place in the same line.
 *
 * @category models
 * @since 0.1.0
 */
export interface Side {
  readonly line: number
  readonly content: string
  readonly terminator: string
  readonly before?: string
  readonly after?: string
}

/**
 * The lines of a row. `base` is what newText's line is compared with, if that is not oldText's. `isMade`: the file has
 * newText's line already, so it is that which it is compared with.
 *
 * @category models
 * @since 0.1.0
 */
export interface Sides {
  readonly file?: Side | undefined
  readonly old?: Side | undefined
  readonly new?: Side | undefined
  readonly base?: string | undefined
  readonly isMade?: boolean
}

/** The most UTF-16 units of a line that are shown, and the most segments of it. */
const limits = { units: 240, lead: 60, outside: 60, segments: 24 }

/**
 * Marks the lines of a row.
 *
 * **Details**
 *
 * Linear in the lines up to their first difference; what is shown of each is bounded.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (sides: Sides): { readonly file?: Cell; readonly old?: Cell; readonly new?: Cell } => {
  const { file, old } = sides
  const fresh = sides.new
  const all = [file, old, fresh].filter((side) => side !== undefined)
  const from = all.some(({ content }) => content.length > limits.units) ? startOf(all) : 0
  const [fileView, oldView, newView] = [file, old, fresh].map((side) =>
    side === undefined ? undefined : view(side, from)
  )
  const found = sides.isMade === true ? newView : oldView
  if (fileView !== undefined && found !== undefined) markDifferences(fileView, found)
  if (oldView !== undefined && newView !== undefined) {
    const base = sides.base === undefined ? oldView : view({ ...old!, content: sides.base }, from)
    markChanges(base, newView)
  }
  return {
    ...(fileView === undefined ? undefined : { file: cell(fileView) }),
    ...(oldView === undefined ? undefined : { old: cell(oldView) }),
    ...(newView === undefined ? undefined : { new: cell(newView) })
  }
}

/** A line as far as it is shown, and a mark for each of its units; one more for its terminator. */
interface View {
  readonly side: Side
  readonly text: string
  readonly isCutAtStart: boolean
  readonly isCutAtEnd: boolean
  readonly differs: Array<Segment["differs"]>
  readonly changed: Array<boolean>
}

const view = (side: Side, from: number): View => {
  const { content } = side
  let start = Math.min(from, content.length)
  let end = Math.min(content.length, start + limits.units)
  if (isInPair(content, start)) start++
  if (isInPair(content, end)) end--
  return {
    side,
    text: content.slice(start, end),
    isCutAtStart: start > 0,
    isCutAtEnd: end < content.length,
    differs: [],
    changed: []
  }
}

const isInPair = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800

/** Where long lines are shown from: a little before their first difference. */
const startOf = (sides: ReadonlyArray<Side>): number => {
  let first = Infinity
  for (let i = 1; i < sides.length; i++) {
    const [a, b] = [sides[i - 1]!.content, sides[i]!.content]
    const most = Math.min(a.length, b.length)
    let at = 0
    while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++
    if (at < Math.max(a.length, b.length)) first = Math.min(first, at)
  }
  return first === Infinity ? 0 : Math.max(0, first - limits.lead)
}

const fill = <A>(marks: Array<A>, start: number, end: number, mark: A): void => {
  for (let i = start; i < end; i++) marks[i] = mark
}

const markDifferences = (file: View, old: View): void => {
  const [a, b] = [old.text, file.text]
  if (old.side.terminator !== file.side.terminator) {
    old.differs[a.length] = "line-ending"
    file.differs[b.length] = "line-ending"
  }
  if (a === b) return
  const [aEnd, bEnd] = [Blank.trimmedEnd(a, 0, a.length), Blank.trimmedEnd(b, 0, b.length)]
  if (a.slice(aEnd) !== b.slice(bEnd)) {
    fill(old.differs, aEnd, a.length, "trailing-blanks")
    fill(file.differs, bEnd, b.length, "trailing-blanks")
  }
  if (aEnd === 0 || bEnd === 0) {
    fill(old.differs, 0, aEnd, "text")
    fill(file.differs, 0, bEnd, "text")
    return
  }
  const [aStart, bStart] = [Blank.indentation(a).length, Blank.indentation(b).length]
  let same = 0
  while (same < aStart && same < bStart && a[aStart - 1 - same] === b[bStart - 1 - same]) same++
  fill(old.differs, 0, aStart - same, "indentation")
  fill(file.differs, 0, bStart - same, "indentation")
  const [aCore, bCore] = [a.slice(aStart, aEnd), b.slice(bStart, bEnd)]
  if (aCore === bCore) return
  const isForm = Fold.text(aCore) === Fold.text(bCore)
  for (const piece of isForm ? formsOf(aCore, bCore) : tokensOf(aCore, bCore)) {
    const mark = isForm ? "character" : "text"
    fill(old.differs, aStart + piece.oldStart, aStart + piece.oldEnd, mark)
    fill(file.differs, bStart + piece.newStart, bStart + piece.newEnd, mark)
  }
}

const markChanges = (old: View, fresh: View): void => {
  const [a, b] = [old.text, fresh.text]
  const isBroken = (side: Side): boolean => side.terminator !== ""
  if (isBroken(old.side) !== isBroken(fresh.side)) {
    old.changed[a.length] = true
    fresh.changed[b.length] = true
  }
  if (a === b) return
  for (const { newEnd, newStart, oldEnd, oldStart } of tokensOf(a, b)) {
    fill(old.changed, oldStart, oldEnd, true)
    fill(fresh.changed, newStart, newEnd, true)
  }
}

/** What differs: `[oldStart, oldEnd)` of one text, `[newStart, newEnd)` of the other. */
interface Piece {
  readonly oldStart: number
  readonly oldEnd: number
  readonly newStart: number
  readonly newEnd: number
}

/** Where two texts that fold to the same have other characters. */
const formsOf = (old: string, fresh: string): ReadonlyArray<Piece> => {
  const [a, b] = [Fold.mapped(old), Fold.mapped(fresh)]
  const pieces: Array<Piece> = []
  let [oldStart, newStart] = [0, 0]
  for (let k = 0; k < a.text.length; k++) {
    const isLast = k + 1 === a.text.length
    if (!isLast && (a.starts[k + 1] === a.starts[k] || b.starts[k + 1] === b.starts[k])) continue
    const oldEnd = isLast ? old.length : a.ends[k]!
    const newEnd = isLast ? fresh.length : b.ends[k]!
    if (old.slice(oldStart, oldEnd) !== fresh.slice(newStart, newEnd))
      pieces.push({ oldStart, oldEnd, newStart, newEnd })
    ;[oldStart, newStart] = [oldEnd, newEnd]
  }
  return pieces
}

/** Where two texts have other words, blanks or marks. */
const tokensOf = (old: string, fresh: string): ReadonlyArray<Piece> => {
  const pieces: Array<Piece> = []
  let [oldEnd, newEnd] = [0, 0]
  for (const { _tag, items } of TextDiff.diff(tokens(old), tokens(fresh), { maxEdits: limits.units })) {
    const { length } = items.join("")
    const [oldStart, newStart] = [oldEnd, newEnd]
    if (_tag !== "Insert") oldEnd += length
    if (_tag !== "Delete") newEnd += length
    if (_tag !== "Equal") pieces.push({ oldStart, oldEnd, newStart, newEnd })
  }
  return pieces
}

const tokens = (text: string): Array<string> => text.match(/[\p{L}\p{M}\p{N}_]+|\s+|[^]/gu) ?? []

const cell = ({ changed, differs, isCutAtEnd, isCutAtStart, side, text }: View): Cell => {
  const segments: Array<Segment> = []
  const push = (part: string, marks: Omit<Segment, "text">): void => {
    if (part !== "") segments.push({ text: part, ...marks })
  }
  const marksAt = (i: number): Omit<Segment, "text"> => ({
    ...(differs[i] === undefined ? undefined : { differs: differs[i] }),
    ...(changed[i] === true ? { changed: true } : undefined)
  })
  const { after = "", before = "" } = side
  if (!isCutAtStart)
    push(before.length > limits.outside ? `…${Printable.end(before, limits.outside)}` : before, outside)
  for (let start = 0, end = 0; start < text.length; start = end) {
    const marks = marksAt(start)
    // What is left of a line with very many marks is one segment.
    if (segments.length < limits.segments) {
      while (end < text.length && differs[end] === differs[start] && changed[end] === changed[start]) end++
    } else end = text.length
    push(text.slice(start, end), marks)
  }
  const endMarks = marksAt(text.length)
  if (!isCutAtEnd && Object.keys(endMarks).length > 0) push(side.terminator, endMarks)
  if (!isCutAtEnd) push(Printable.cut(after, limits.outside + 1), outside)
  const cut = isCutAtStart ? (isCutAtEnd ? "both" : "start") : isCutAtEnd ? "end" : undefined
  return { line: side.line, segments, ...(cut === undefined ? undefined : { cut }) }
}

const outside = { outside: true } as const
