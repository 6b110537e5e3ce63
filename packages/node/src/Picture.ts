/**
 * A region of the file, oldText and newText, aligned line by line: what a person looks at to understand a decision.
 *
 * ```text
 *   file         oldText      newText
 *   7 ⇥if a:     1 if a:      1 if a:      kept
 *   8 ⇥⇥go()     2 ⇥go()      2 ⇥stop()    changed
 *   9 ⇥⇥log()                              untouched: only assumed to be there
 *                             3 ⇥wait()    added
 * ```
 *
 * Nothing is decided here. Which line is written in whose place is what the graft said; where no graft was made, lines
 * that look alike stand side by side.
 *
 * @since 0.1.0
 */
import * as Alignment from "@kerf/core/Alignment"
import type { Candidate } from "@kerf/core/Candidate"
import { Distinction } from "@kerf/core/Distinction"
import * as Fold from "@kerf/core/Fold"
import type * as Graft from "@kerf/core/Graft"
import * as Place from "@kerf/core/Place"
import * as SourceText from "@kerf/core/SourceText"
import type * as Span from "@kerf/core/Span"
import type { Target } from "@kerf/core/Target"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as LineMarks from "./LineMarks.ts"
import * as Printable from "./Printable.ts"

/**
 * The schema of a `Row`.
 *
 * **Details**
 *
 * `change`, for a row of lines:
 *
 * - `context`: lines of the file around the region; `untouched`: in the region, but not in oldText.
 * - `kept`: oldText and newText have the same line; `changed`: another; `removed`: only oldText has it; `added`: only newText.
 * - `left-out`: kept, but not written, since the file does not have it.
 *
 * In a region that holds newText already, they tell in what it differs from oldText.
 *
 * `written` is what is written for a line of newText, if not just that; `keeps`, whether that is all or some of the file's
 * own characters. A `gap` stands for rows that are not shown.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Row = Schema.Union([
  Schema.TaggedStruct("lines", {
    change: Schema.Literals(["context", "untouched", "kept", "changed", "removed", "added", "left-out"]),
    file: Schema.optionalKey(LineMarks.Cell),
    old: Schema.optionalKey(LineMarks.Cell),
    new: Schema.optionalKey(LineMarks.Cell),
    written: Schema.optionalKey(Schema.String),
    keeps: Schema.optionalKey(Schema.Literals(["all", "some", "none"]))
  }),
  Schema.TaggedStruct("gap", { rows: Schema.Int })
])

/**
 * A row of a picture.
 *
 * @category models
 * @since 0.1.0
 */
export type Row = typeof Row.Type

/**
 * The schema of a `Picture`.
 *
 * **Details**
 *
 * `place` is the region; absent where there is none. `decoded`: oldText and newText are shown as the matcher read them,
 * since that has other lines than what was sent. `distinction` tells this place from others.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Picture = Schema.Struct({
  place: Schema.optionalKey(Place.Place),
  decoded: Schema.Boolean,
  distinction: Schema.optionalKey(Distinction),
  rows: Schema.Array(Row)
})

/**
 * A picture of a decision.
 *
 * @category models
 * @since 0.1.0
 */
export type Picture = typeof Picture.Type

/** How many lines of the file are shown around a region, and how many rows around a change. */
const around = 2

/**
 * Draws a region of a source beside the texts of a pair.
 *
 * **Details**
 *
 * At most `rows` rows: those around changes first, then the first and the last, then those in which the file and oldText
 * differ. Without `span` there is no region; without `target`, no texts.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (options: {
  readonly source: SourceText.SourceText
  readonly span?: Span.Span | undefined
  readonly target?: Target | undefined
  /** Whether newText is left out. */
  readonly withoutNew?: boolean
  /** Whether the region holds newText already, line for line. */
  readonly isMade?: boolean
  readonly candidate?: Candidate | undefined
  readonly graft?: Graft.Graft | undefined
  readonly distinction?: Distinction | undefined
  readonly rows: number
}): Picture => {
  const { distinction, source, span } = options
  const texts = textsOf(options)
  const file = span === undefined ? [] : regionOf(source, span)
  const before: Array<Layout> = []
  const after: Array<Layout> = []
  if (span !== undefined) {
    const first = source.lineAt(span.start)
    const last = source.lineAt(Math.max(span.start, span.end - 1))
    for (let n = Math.max(1, first - around); n < first; n++) before.push(contextOf(source, n))
    for (let n = last + 1; n <= Math.min(source.lineCount, last + around); n++) after.push(contextOf(source, n))
  }
  const laidOut = options.isMade === true ? layOutMade(texts, file) : layOut(texts, file, options)
  const layouts = [...before, ...laidOut, ...after]
  return {
    ...(span === undefined ? undefined : { place: Place.fromSpan(source, span) }),
    decoded: texts.decoded,
    ...(distinction === undefined ? undefined : { distinction }),
    rows: choose(layouts, options.rows)
  }
}

type Change = Extract<Row, { readonly _tag: "lines" }>["change"]

/** A row that is not drawn yet. */
interface Layout {
  readonly change: Change
  readonly sides: LineMarks.Sides
  readonly written?: Graft.Written | undefined
}

interface Texts {
  readonly old: ReadonlyArray<SourceText.Line>
  readonly fresh: ReadonlyArray<SourceText.Line>
  /** oldText's lines in the frame that newText was taken for. */
  readonly base: ReadonlyArray<string>
  readonly decoded: boolean
}

const textsOf = ({ candidate, graft, target, withoutNew }: Parameters<typeof make>[0]): Texts => {
  if (target === undefined) return { old: [], fresh: [], base: [], decoded: false }
  const apply = (text: string): string | undefined =>
    candidate === undefined ? undefined : Result.getOrUndefined(candidate.adaptation.apply(text))
  const sent = target.old.lines()
  const text = apply(target.oldText)
  const adapted = text === undefined ? undefined : SourceText.fragment(text).lines()
  const decoded = adapted !== undefined && adapted.length !== sent.length
  const old = decoded ? adapted : sent
  const fresh = decoded ? SourceText.fragment(apply(target.newText) ?? target.newText).lines() : target.new.lines()
  const base = graft?.frame === "file" && adapted?.length === old.length ? adapted : old
  return { old, fresh: withoutNew === true ? [] : fresh, base: contents(base), decoded }
}

const contents = (lines: ReadonlyArray<SourceText.Line>): Array<string> => lines.map(({ content }) => content)

/** The lines of a region, with what stands beside it in its first and last line. */
const regionOf = (source: SourceText.SourceText, span: Span.Span): ReadonlyArray<LineMarks.Side> => {
  const model = source.carriageReturnEndsLine ? "terminator" : "data"
  const lines = SourceText.fragment(source.slice(span), model).lines()
  const first = source.lineAt(span.start)
  return lines.map(({ content, terminator }, i) => ({
    line: first + i,
    content,
    terminator,
    ...(i === 0 ? { before: source.text.slice(source.lineStart(span.start), span.start) } : undefined),
    ...(i === lines.length - 1 && terminator === ""
      ? { after: source.text.slice(span.end, Math.max(span.end, source.lineEnd(span.end))) }
      : undefined)
  }))
}

const contextOf = (source: SourceText.SourceText, line: number): Layout => ({
  change: "context",
  sides: { file: { line, content: source.slice(source.lineSpan(line)), terminator: "" } }
})

const layOut = (
  { base, fresh, old }: Texts,
  file: ReadonlyArray<LineMarks.Side>,
  { candidate, graft, withoutNew }: Pick<Parameters<typeof make>[0], "candidate" | "graft" | "withoutNew">
): Array<Layout> => {
  const rows: Array<Layout> = []
  const written = graft?.written?.length === fresh.length ? graft.written : undefined
  const lineOf =
    candidate?.alignment?.length === old.length
      ? candidate.alignment
      : old.length === file.length
        ? old.map((_, i) => i)
        : pairUp(
            contents(old),
            file.map(({ content }) => content)
          )
  const newOf = written === undefined ? pairUp(base, contents(fresh)) : invert(old.length, lineOf, written)
  const sideOf = (lines: ReadonlyArray<SourceText.Line>, i: number): LineMarks.Side => ({ line: i + 1, ...lines[i]! })
  let [at, next] = [0, 0]
  const passTo = (line: number): void => {
    for (; at < line; at++)
      rows.push({ change: old.length === 0 ? "context" : "untouched", sides: { file: file[at]! } })
  }
  const addTo = (line: number): void => {
    for (; next < line; next++)
      rows.push({ change: "added", sides: { new: sideOf(fresh, next) }, written: written?.[next] })
  }
  for (const i of old.keys()) {
    const [line, n] = [lineOf[i], newOf[i]]
    if (line !== undefined) passTo(line)
    if (n !== undefined) addTo(n)
    const sides = {
      old: sideOf(old, i),
      ...(line === undefined ? undefined : { file: file[line]! }),
      ...(n === undefined
        ? undefined
        : { new: sideOf(fresh, n), base: base[i] === old[i]!.content ? undefined : base[i] })
    }
    const isSame = n !== undefined && base[i] === fresh[n]!.content && isAlike(old[i]!, fresh[n]!, i, old.length)
    const isLeftOut = graft !== undefined && line === undefined && candidate?.alignment !== undefined
    const change =
      withoutNew === true
        ? "kept"
        : n === undefined
          ? "removed"
          : isSame
            ? isLeftOut
              ? "left-out"
              : "kept"
            : "changed"
    rows.push({ change, sides, written: n === undefined ? undefined : written?.[n] })
    if (line !== undefined) at = Math.max(at, line + 1)
    if (n !== undefined) next = Math.max(next, n + 1)
  }
  passTo(file.length)
  addTo(fresh.length)
  return rows
}

/** The rows of a region that holds newText already, with the lines of oldText that they would have been made of. */
const layOutMade = ({ fresh, old }: Texts, file: ReadonlyArray<LineMarks.Side>): Array<Layout> => {
  const rows: Array<Layout> = []
  const newOf = pairUp(contents(old), contents(fresh))
  const madeOf = (n: number): LineMarks.Sides => ({ file: file[n], new: { line: n + 1, ...fresh[n]! }, isMade: true })
  let next = 0
  const addTo = (line: number): void => {
    for (; next < line; next++) rows.push({ change: "added", sides: madeOf(next) })
  }
  for (const [i, line] of old.entries()) {
    const side = { line: i + 1, ...line }
    const n = newOf[i]
    if (n === undefined) {
      rows.push({ change: "removed", sides: { old: side } })
      continue
    }
    addTo(n)
    const isSame = line.content === fresh[n]!.content && isAlike(line, fresh[n]!, i, old.length)
    rows.push({ change: isSame ? "kept" : "changed", sides: { ...madeOf(n), old: side } })
    next = n + 1
  }
  addTo(fresh.length)
  return rows
}

/** A last line that is terminated on one side only is another line. */
const isAlike = (old: SourceText.Line, fresh: SourceText.Line, i: number, count: number): boolean =>
  i < count - 1 || (old.terminator === "") === (fresh.terminator === "")

/** For each old line the new line that is written in its place. */
const invert = (
  count: number,
  lineOf: ReadonlyArray<number | undefined>,
  written: ReadonlyArray<Graft.Written>
): ReadonlyArray<number | undefined> => {
  const oldOf = new Map<number, number>()
  for (const [i, line] of lineOf.entries()) if (line !== undefined) oldOf.set(line, i)
  const newOf: Array<number | undefined> = Array.from({ length: count }, () => undefined)
  for (const [n, { line }] of written.entries()) {
    const i = line === undefined ? undefined : oldOf.get(line)
    if (i !== undefined) newOf[i] = n
  }
  return newOf
}

/** Hunks with more pairs of lines than this are paired by position. */
const mostPairs = 10_000

/** For each line of one text the line of another that stands beside it, ascending: the equal ones, then those alike. */
const pairUp = (old: ReadonlyArray<string>, fresh: ReadonlyArray<string>): ReadonlyArray<number | undefined> => {
  const pairs: Array<number | undefined> = old.map(() => undefined)
  const key = (line: string): string => Fold.text(line).trim()
  const words = (line: string): ReadonlyArray<string> => line.slice(0, 400).match(/[\p{L}\p{N}_]+/gu) ?? []
  for (const run of Alignment.make(old.map(key), fresh.map(key))) {
    if (run.equal) {
      for (let i = run.oldStart; i < run.oldEnd; i++) pairs[i] = run.newStart + i - run.oldStart
      continue
    }
    const [a, b] = [run.oldEnd - run.oldStart, run.newEnd - run.newStart]
    if (a === b || a * b > mostPairs) {
      for (let k = 0; k < Math.min(a, b); k++) pairs[run.oldStart + k] = run.newStart + k
      continue
    }
    const sets = fresh.slice(run.newStart, run.newEnd).map((line) => new Set(words(line)))
    for (let i = run.oldStart, from = 0; i < run.oldEnd && from < b; i++) {
      const own = words(old[i]!)
      const at = sets.findIndex((set, k) => k >= from && own.some((word) => set.has(word)))
      if (at === -1) continue
      pairs[i] = run.newStart + at
      from = at + 1
    }
  }
  return pairs
}

/** Draws the rows that matter most, and gaps for the others. */
const choose = (layouts: ReadonlyArray<Layout>, most: number): ReadonlyArray<Row> => {
  const shown = new Set<number>()
  const show = (i: number): void => {
    if (shown.size < most && i >= 0 && i < layouts.length) shown.add(i)
  }
  if (layouts.length <= most) for (const i of layouts.keys()) show(i)
  else {
    const isQuiet = ({ change }: Layout): boolean => change === "kept" || change === "context" || change === "untouched"
    for (let k = 0; k < around + 2; k++) show(k)
    for (let k = 1; k <= around + 1; k++) show(layouts.length - k)
    for (const [i, layout] of layouts.entries()) {
      if (shown.size >= most) break
      if (!isQuiet(layout)) for (let k = -around; k <= around; k++) show(i + k)
    }
  }
  const rows: Array<Row> = []
  let gap = 0
  const closeGap = (): void => {
    if (gap > 0) rows.push({ _tag: "gap", rows: gap })
    gap = 0
  }
  for (const [i, layout] of layouts.entries()) {
    if (!shown.has(i)) gap++
    else {
      closeGap()
      rows.push(draw(layout))
    }
  }
  closeGap()
  return rows
}

/** The most UTF-16 units of a written line that are shown. */
const mostWritten = 240

const draw = ({ change, sides, written }: Layout): Row => {
  const { old, ...cells } = LineMarks.make(sides)
  const sent = sides.new?.content
  const isOther = written !== undefined && change !== "kept" && written.content !== sent
  return {
    _tag: "lines",
    change,
    ...cells,
    ...(old === undefined ? undefined : { old: change === "removed" ? whole(old) : old }),
    ...(change === "added" && cells.new !== undefined ? { new: whole(cells.new) } : undefined),
    ...(isOther ? { written: Printable.cut(written.content, mostWritten) } : undefined),
    ...(written === undefined ? undefined : { keeps: written.keeps })
  }
}

/** A line that the edit takes out, or brings in, as a whole. */
const whole = (cell: LineMarks.Cell): LineMarks.Cell => ({
  ...cell,
  segments: cell.segments.map((segment) => ({ ...segment, changed: true as const }))
})
