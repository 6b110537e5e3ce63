/**
 * What a failure tells the model, so that its next call succeeds: where the text nearly stands, and what differs.
 *
 * Everything is bounded in size and linear in the text.
 *
 * @since 0.1.0
 */
import * as Blank from "./Blank.ts"
import type { Candidate } from "./Candidate.ts"
import * as Difference from "./Difference.ts"
import * as Excerpt from "./Excerpt.ts"
import * as JsonEscape from "./JsonEscape.ts"
import * as LineSearch from "./LineSearch.ts"
import * as Nearest from "./Nearest.ts"
import * as Passage from "./Passage.ts"
import * as Place from "./Place.ts"
import * as SourceText from "./SourceText.ts"
import type { Target } from "./Target.ts"
import * as TextSearch from "./TextSearch.ts"

/**
 * Finds the first non-blank line of oldText in the source, blanks at its ends and the form of its characters aside: as a
 * line, or else within one, since oldText may begin there.
 *
 * **Example** (The first line stands, the second does not)
 *
 * ```ts
 * import { Diagnosis, SourceText, Target } from "@kerf/core"
 *
 * const source = SourceText.make("head\n\n\tv()\nfoot\n")
 * const target = Target.make(source, { oldText: "\nv()\nnone", newText: "" })
 * Diagnosis.firstLine(source, target) // => { line: 3, endLine: 3, byteOffset: 6 }
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const firstLine = (source: SourceText.SourceText, target: Target): Place.Place | undefined => {
  const { old } = target
  let line = 1
  while (line <= old.lineCount && Blank.isBlankLine(old.slice(old.lineSpan(line)))) line++
  if (line > old.lineCount) return undefined
  const content = old.slice(old.lineSpan(line))
  const find = (text: string, rule: Omit<LineSearch.Rule, "fold">): LineSearch.Region | undefined =>
    LineSearch.find(source, SourceText.fragment(text), { fold: true, ...rule }, 1)[0]
  const start = Blank.trimmedStart(content, 0, content.length)
  const region =
    find(content, { lead: "blanks", trail: "blanks", edges: "whole" }) ??
    find(content.slice(start, Blank.trimmedEnd(content, start, content.length)), {
      lead: "nothing",
      trail: "nothing",
      edges: "free"
    })
  return region === undefined ? undefined : Place.fromSpan(source, region)
}

/**
 * Returns the index of another pair whose newText holds this pair's oldText, and whose oldText does not: the model built one
 * edit on the result of another.
 *
 * @category constructors
 * @since 0.1.0
 */
export const introducedBy = (targets: ReadonlyArray<Target>, edit: number): number | undefined => {
  const needle = TextSearch.needle(targets[edit]!.oldText)
  const holds = (text: string): boolean => TextSearch.indicesOf(text, needle, 1).length > 0
  const index = targets.findIndex((other, i) => i !== edit && holds(other.newText) && !holds(other.oldText))
  return index === -1 ? undefined : index
}

/**
 * Everything that can be said about an oldText which stands nowhere.
 *
 * @category models
 * @since 0.1.0
 */
export interface Diagnosis {
  readonly nearest: ReadonlyArray<Passage.Passage>
  readonly difference?: Difference.Difference
  readonly firstLine?: Place.Place
  readonly escaped?: ReadonlyArray<Place.Place>
  readonly trailingTerminator?: Place.Place
  readonly newTextStands?: Place.Place
}

/** The most lines that are quoted, over all regions, and how many bytes of them fit a message. */
const limits = { lines: 12, bytes: 2_000 }

/**
 * Diagnoses a pair that no matcher finds.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (source: SourceText.SourceText, target: Target): Diagnosis => {
  const regions = target.blank ? [] : Nearest.find(source, target.old)
  const [best] = regions
  const difference = best === undefined ? undefined : Difference.make(source, target.old, best)
  return withoutUndefined({
    nearest: passages(source, target, regions, difference),
    difference,
    firstLine: firstLine(source, target),
    escaped: escaped(source, target),
    trailingTerminator: trailingTerminator(source, target),
    newTextStands: newTextStands(source, target)
  })
}

/**
 * What can be said about a place that was found but must not be used.
 *
 * @category models
 * @since 0.1.0
 */
export interface Refusal {
  readonly passages: ReadonlyArray<Passage.Passage>
  readonly difference?: Difference.Difference
}

/**
 * Quotes a place that was found but must not be used: as a whole if it is short, else where it differs from oldText. The
 * difference is told where the lines are the same but for one change of their indentation.
 *
 * **Example** (The lines of a place)
 *
 * ```ts
 * import { Candidate, Diagnosis, SourceText, Target } from "@kerf/core"
 *
 * const source = SourceText.make("if a:\n    go()\n")
 * const target = Target.make(source, { oldText: "go()\n", newText: "" })
 * Diagnosis.refused(source, target, Candidate.make({ start: 6, end: 15 })).passages
 * // => [{ line: 2, endLine: 2, first: 2, lines: ["    go()"], isCut: [] }]
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const refused = (
  source: SourceText.SourceText,
  target: Target,
  { alignment, span }: Pick<Candidate, "alignment" | "span">
): Refusal => {
  const { endLine, line } = Place.fromSpan(source, span)
  const count = target.old.lineCount
  const isOneToOne = endLine - line + 1 === count
  const pairs = Array.from({ length: count }, (_, i) => {
    const at = alignment === undefined ? (isOneToOne ? i : undefined) : alignment[i]
    return at === undefined ? undefined : line + at
  })
  const region = { line, endLine, pairs, equal: count }
  const difference = isOneToOne ? Difference.make(source, target.old, region) : undefined
  const isConstant = difference?._tag === "indentation" && (difference.shift ?? difference.width) !== undefined
  return { passages: passages(source, target, [region], undefined), ...(isConstant ? { difference } : undefined) }
}

/** What is quoted: a region as a whole if that is short, else the passages in which it differs. */
const passages = (
  source: SourceText.SourceText,
  target: Target,
  regions: ReadonlyArray<Nearest.Nearest>,
  difference: Difference.Difference | undefined
): ReadonlyArray<Passage.Passage> => {
  // Other line breaks are seen best where they are.
  const [best] = regions
  if (best === undefined) return []
  const whole = difference?._tag === "line-breaks" ? [difference] : regions
  const isShort = whole.every(({ endLine, line }) => (endLine - line + 1) * whole.length <= limits.lines)
  const differing = isShort || whole.length > 1 ? [] : Passage.differing(source, target.old, best)
  const first = differing[0]
  const isUseful = first !== undefined && first.endLine - first.line < limits.lines
  const ranges: ReadonlyArray<Pick<Passage.Passage, "line" | "endLine" | "old">> = isUseful
    ? differing
    : whole.map(({ endLine, line }) => ({ line, endLine }))
  const middle = difference !== undefined && "line" in difference ? difference.line : undefined
  const quoted: Array<Passage.Passage> = []
  const room = { ...limits }
  for (const range of ranges) {
    const { endLine, line, old } = range
    const [lines, bytes] = isUseful
      ? [room.lines, room.bytes]
      : [Math.floor(limits.lines / whole.length), Math.floor(limits.bytes / whole.length)]
    const around = aroundOf(source, target, line, difference)
    const excerpt = Excerpt.make(source, line, endLine, { around, lines, bytes, middle })
    if (isUseful && excerpt.lines.length <= endLine - line && quoted.length > 0) {
      quoted.push(Passage.unquoted(differing.slice(quoted.length)))
      break
    }
    room.lines -= excerpt.lines.length
    room.bytes -= excerpt.lines.reduce((sum, text) => sum + Excerpt.bytes(text), 0)
    quoted.push(old === undefined ? excerpt : { ...excerpt, old })
  }
  return quoted
}

/** Where on a long line to look: where it differs, or at oldText's longest word that stands there. */
const aroundOf = (
  source: SourceText.SourceText,
  target: Target,
  line: number,
  difference: Difference.Difference | undefined
): number | undefined => {
  if (difference !== undefined && "sent" in difference && "file" in difference) {
    const { end, start } = source.lineSpan(difference.line)
    const sent = target.old.slice(target.old.lineSpan(difference.oldLine))
    let at = 0
    while (at < sent.length && start + at < end && sent.charCodeAt(at) === source.text.charCodeAt(start + at)) at++
    if (at > 0) return start + at
  }
  const { end, start } = source.lineSpan(line)
  if (end - start <= 200) return undefined
  const words = (target.old.text.slice(0, 2_000).match(/[\p{L}\p{N}_]{3,}/gu) ?? []).toSorted(
    (a, b) => b.length - a.length
  )
  for (const word of words.slice(0, 8)) {
    const at = source.text.slice(start, end).indexOf(word)
    if (at !== -1) return start + at
  }
  return undefined
}

const plain: LineSearch.Rule = { fold: false, lead: "nothing", trail: "nothing", edges: "free" }

/** The most UTF-16 units of an escape sequence. */
const longestSequence = 6

/** The first two places where oldText stands once the escape sequences in it are decoded. */
const escaped = (source: SourceText.SourceText, target: Target): ReadonlyArray<Place.Place> | undefined => {
  if (!target.oldText.includes("\\")) return undefined
  // Too long for the file even if it were nothing but sequences, of line breaks that are one unit in the file.
  if (target.oldText.length > 2 * longestSequence * (source.text.length + 1)) return undefined
  const decoded = JsonEscape.decodeSequences(target.oldText)
  if (decoded === target.oldText || decoded.trim() === "") return undefined
  const places = LineSearch.find(source, SourceText.fragment(decoded), plain, 2)
  return places.length === 0 ? undefined : places.map((span) => Place.fromSpan(source, span))
}

/** Where all of oldText but its last terminator stands at the end of a file that has none. */
const trailingTerminator = (source: SourceText.SourceText, target: Target): Place.Place | undefined => {
  if (!target.old.terminated || source.terminated) return undefined
  const text = target.oldText.replace(/\r?\n$|\r$/, "")
  return text !== "" && source.text.endsWith(text)
    ? Place.fromSpan(source, { start: source.text.length - text.length, end: source.text.length })
    : undefined
}

/** Where newText stands, once. */
const newTextStands = (source: SourceText.SourceText, target: Target): Place.Place | undefined => {
  if (target.newText.trim().length < 2 || target.oldText.includes(target.newText)) return undefined
  const places = LineSearch.find(source, target.new, plain, 2)
  return places.length === 1 ? Place.fromSpan(source, places[0]!) : undefined
}

const withoutUndefined = (fields: { readonly [K in keyof Diagnosis]: Diagnosis[K] | undefined }): Diagnosis =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as unknown as Diagnosis
