/**
 * What keeps an oldText from matching the region most like it, in the words that let a model mend it.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import * as Blank from "./Blank.ts"
import * as Excerpt from "./Excerpt.ts"
import * as Fold from "./Fold.ts"
import * as JsonEscape from "./JsonEscape.ts"
import type { Nearest } from "./Nearest.ts"
import * as Shift from "./Shift.ts"
import type { SourceText } from "./SourceText.ts"

const sides = {
  oldLine: Schema.Int,
  line: Schema.Int,
  sent: Schema.String,
  file: Schema.String,
  isCut: Schema.optionalKey(Schema.Boolean),
  isMore: Schema.optionalKey(Schema.Boolean)
}

/**
 * A line of oldText (`oldLine`, from 1) and the line of the file that stands in its place. Where one of them is longer than
 * 200 UTF-16 units, both are cut, around what differs and at the same places (`isCut`); `isMore`, if they differ in more than
 * there is room for.
 *
 * @category models
 * @since 0.1.0
 */
export interface Sides {
  readonly oldLine: number
  readonly line: number
  readonly sent: string
  readonly file: string
  readonly isCut?: boolean
  readonly isMore?: boolean
}

/**
 * The schema of a `Difference`.
 *
 * **Details**
 *
 * The first that applies:
 *
 * - `line-missing`: a line of oldText does not stand after the line `after` of the file, where the others put it.
 * - `line-extra`: the file has lines between two of oldText's, `after` (counted from 1) and the next, or `before`, if oldText
 *   has blank lines there.
 * - `character`: an invisible or look-alike character; `column` counts UTF-16 units from 1, code points are `U+XXXX` or
 *   `nothing`.
 * - `backslashes`: the lines are equal but for backslashes, or for an escape sequence and what it stands for: then `sequence`
 *   says which side has the sequence, and which the character, as `U+XXXX` unless it is seen.
 * - `indentation`: other indentation alone; `shift`, if one change turns oldText's into the file's in every line, or `width`,
 *   if the one has tabs for so many spaces of the other.
 * - `line-breaks`: the same words, with other line breaks, at `lines`.
 * - `case`: the same letters in other case.
 * - `line`: the first line that differs otherwise.
 *
 * The first line of oldText may be the end of a line, and its last the start of one: that is no difference, and of the line
 * only this part is compared.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Difference = Schema.Union([
  Schema.TaggedStruct("line-missing", { oldLine: Schema.Int, sent: Schema.String, after: Schema.Int }),
  Schema.TaggedStruct("line-extra", {
    after: Schema.Int,
    before: Schema.optionalKey(Schema.Int),
    excerpt: Excerpt.Excerpt
  }),
  Schema.TaggedStruct("character", {
    ...sides,
    column: Schema.Int,
    sentCodePoint: Schema.String,
    fileCodePoint: Schema.String
  }),
  Schema.TaggedStruct("backslashes", {
    ...sides,
    sequence: Schema.optionalKey(Schema.Struct({ sent: Schema.String, file: Schema.String }))
  }),
  Schema.TaggedStruct("indentation", {
    ...sides,
    shift: Schema.optionalKey(Shift.Shift),
    width: Schema.optionalKey(Schema.Int)
  }),
  Schema.TaggedStruct("line-breaks", { line: Schema.Int, endLine: Schema.Int }),
  Schema.TaggedStruct("case", sides),
  Schema.TaggedStruct("line", sides)
])

/**
 * What keeps an oldText from matching.
 *
 * @category models
 * @since 0.1.0
 */
export type Difference = typeof Difference.Type

/**
 * Finds the first difference between oldText and the region most like it.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (source: SourceText, old: SourceText, nearest: Nearest): Difference | undefined => {
  const { endLine, line, pairs } = nearest
  const sent = pairs.map((_, i) => old.slice(old.lineSpan(i + 1)))
  const paired = new Set(pairs)
  const extra: Array<number> = []
  for (let n = line; n <= endLine; n++) if (!paired.has(n)) extra.push(n)
  const missing = [...pairs.keys()].filter((i) => pairs[i] === undefined)
  const contentMissing = missing.filter((i) => !Blank.isBlankLine(sent[i]!))
  if (nearest.equal > 0) {
    // Between two lines that are known: at the ends, it would be another region.
    const isBetween = pairs.some((at = Infinity) => at < extra[0]!) && pairs.some((at = 0) => at > extra.at(-1)!)
    if (extra.length > 0 && contentMissing.length === 0 && isBetween) return lineExtra(source, pairs, extra)
    if (extra.length === 0 && missing.length > 0) {
      let i = contentMissing[0] ?? missing[0]!
      // Of equal lines in a row, it is the last that does not stand after the others.
      while (pairs[i + 1] !== undefined && sent[i + 1] === sent[i]) i++
      return {
        _tag: "line-missing",
        oldLine: i + 1,
        sent: cut(sent[i]!),
        after: pairs.slice(0, i + 1).findLast((at) => at !== undefined) ?? line - 1
      }
    }
  }
  const broken = lineBreaks(source, old, nearest)
  const fileOf = (gap: Gap): string => source.slice(source.lineSpan(gap.line))
  const gaps = gapsOf(nearest)
  const isPart = (gap: Gap): boolean =>
    isWithin(sent[gap.oldLine - 1]!, fileOf(gap), edgesOf(gap.oldLine, pairs.length))
  const gap = gaps.find((gap) => !isPart(gap))
  const others = gap === undefined ? (broken ?? blanks(source, sent, pairs)) : undefined
  if (others !== undefined) return others
  const [first = gap] = gap === undefined ? gaps : [gap]
  if (first === undefined) return undefined
  const difference = ofLines(sent[first.oldLine - 1]!, fileOf(first), first, pairs.length)
  return broken !== undefined && (difference._tag === "case" || difference._tag === "line") ? broken : difference
}

type Gap = Pick<Sides, "line" | "oldLine">

/** The lines of oldText that are not in the file where another stands in their place. */
const gapsOf = ({ endLine, line, pairs }: Nearest): ReadonlyArray<Gap> => {
  const paired = new Set(pairs)
  const gaps: Array<Gap> = []
  let next = line
  for (const [i, at] of pairs.entries()) {
    if (at !== undefined) next = at + 1
    else if (next <= endLine && !paired.has(next)) gaps.push({ oldLine: i + 1, line: next++ })
  }
  return gaps
}

/** Whether a line of oldText is the first, so that it may begin within a line of the file, and the last, which may end there. */
interface Edges {
  readonly isFirst: boolean
  readonly isLast: boolean
}

const edgesOf = (oldLine: number, count: number): Edges => ({ isFirst: oldLine === 1, isLast: oldLine === count })

/** Whether a line of oldText is a line of the file, or the part of one that it may be. */
const isWithin = (sent: string, file: string, { isFirst, isLast }: Edges): boolean => {
  if (sent === file) return true
  if (sent === "") return false
  if (isFirst && isLast) return file.includes(sent)
  return (isFirst && file.endsWith(sent)) || (isLast && file.startsWith(sent))
}

/** A line without its spaces and tabs at both ends. What else is blank there is a difference that is not seen. */
const trimmed = (line: string): string => line.replace(/^[ \t]+/, "").replace(/(?<![ \t])[ \t]+$/, "")

const lineExtra = (source: SourceText, pairs: Nearest["pairs"], extra: ReadonlyArray<number>): Difference => {
  const first = extra[0]!
  let last = first
  while (extra.includes(last + 1)) last++
  const after = pairs.findLastIndex((at) => at !== undefined && at < first) + 1
  const before = pairs.findIndex((at) => at !== undefined && at > last) + 1
  const excerpt = Excerpt.make(source, first, last)
  return { _tag: "line-extra", after, ...(before > after + 1 ? { before } : undefined), excerpt }
}

/** What tells a line of oldText, which has `count` of them, from a line of the file. */
const ofLines = (sent: string, file: string, { line, oldLine }: Gap, count: number): Difference => {
  const [a, b] = [trimmed(sent), trimmed(file)]
  const both = { oldLine, line, ...sidesOf(sent, file) }
  const character = characterOf(a, b)
  if (character !== undefined) {
    const column = Blank.indentation(file).length + character.at + 1
    const { fileCodePoint, sentCodePoint } = character
    return { _tag: "character", ...both, column, sentCodePoint, fileCodePoint }
  }
  const edges = edgesOf(oldLine, count)
  if (isWithin(a, b, edges)) return { _tag: "line", ...both }
  const plain = (text: string): string => text.replaceAll("\\", "")
  const sequence = sequenceOf(a, b, edges)
  if (isWithin(plain(a), plain(b), edges) || sequence !== undefined) {
    return { _tag: "backslashes", ...both, ...(sequence === undefined ? {} : { sequence }) }
  }
  return { _tag: isWithin(a.toLowerCase(), b.toLowerCase(), edges) ? "case" : "line", ...both }
}

/** The first escape sequence of one line that is a character in the other, if that is all that differs. */
const sequenceOf = (
  sent: string,
  file: string,
  edges: Edges
): { readonly sent: string; readonly file: string } | undefined => {
  const [plainSent, plainFile] = [JsonEscape.decodeSequences(sent), JsonEscape.decodeSequences(file)]
  const isSent = plainSent !== sent && isWithin(plainSent, file, edges)
  if (!isSent && (plainFile === file || !isWithin(sent, plainFile, edges))) return undefined
  const [sequence] = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(isSent ? sent : file) ?? [""]
  const character = JsonEscape.decodeSequences(sequence)
  const name = /^[!-~]$/.test(character) ? character : nameOf(character.codePointAt(0))
  return isSent ? { sent: sequence, file: name } : { sent: name, file: sequence }
}

/** A code point as `U+XXXX`. */
const nameOf = (point: number | undefined): string =>
  point === undefined ? "nothing" : `U+${point.toString(16).toUpperCase().padStart(4, "0")}`

/** The one place where two lines differ by an invisible or a look-alike character. */
const characterOf = (
  sent: string,
  file: string
): { readonly at: number; readonly sentCodePoint: string; readonly fileCodePoint: string } | undefined => {
  let at = 0
  while (at < sent.length && sent[at] === file[at]) at++
  const [a, b] = [sent.codePointAt(at), file.codePointAt(at)]
  const rest = (text: string, by: number): string => text.slice(at + by)
  const width = (point: number | undefined): number => (point !== undefined && point > 0xffff ? 2 : 1)
  const isInvisible = (point: number | undefined): boolean =>
    point !== undefined && /[^\P{C}\t]|\p{Mn}|[^\P{Z} ]/u.test(String.fromCodePoint(point))
  if (isInvisible(b) && Fold.text(rest(file, width(b))) === Fold.text(rest(sent, 0))) {
    return { at, sentCodePoint: "nothing", fileCodePoint: nameOf(b) }
  }
  if (isInvisible(a) && Fold.text(rest(sent, width(a))) === Fold.text(rest(file, 0))) {
    return { at, sentCodePoint: nameOf(a), fileCodePoint: "nothing" }
  }
  // One is ASCII, the other is not, and all else is equal: they were meant to be the same.
  if (a === undefined || b === undefined || a > 0x7f === b > 0x7f) return undefined
  return Fold.text(rest(sent, width(a))) === Fold.text(rest(file, width(b)))
    ? { at, sentCodePoint: nameOf(a), fileCodePoint: nameOf(b) }
    : undefined
}

/**
 * All lines are equal but for the form of characters and the blanks at their ends: the first that holds another character,
 * else the first whose indentation is another, else whose end is.
 */
const blanks = (source: SourceText, sent: ReadonlyArray<string>, pairs: Nearest["pairs"]): Difference | undefined => {
  const indentations: Array<readonly [sent: string, file: string]> = []
  let first: Extract<Difference, { _tag: "line" }> | undefined
  let indented: Extract<Difference, { _tag: "line" }> | undefined
  for (const [i, line] of pairs.entries()) {
    if (line === undefined) continue
    const file = source.slice(source.lineSpan(line))
    const at = { _tag: "line", oldLine: i + 1, line, ...sidesOf(sent[i]!, file) } as const
    if (trimmed(sent[i]!) !== trimmed(file)) return ofLines(sent[i]!, file, at, sent.length)
    if (file !== sent[i]) first ??= at
    if (Blank.isBlankLine(sent[i]!)) continue
    const [a, b] = [Blank.indentation(sent[i]!), Blank.indentation(file)]
    if (a !== b) indented ??= at
    indentations.push([a, b])
  }
  if (indented === undefined) return first
  const [a, b] = indentations.find(([a, b]) => a !== b)!
  const shift = Shift.between(a, b)
  // What is said of every line must be known of every line.
  const isEvery = pairs.every((line, i) => line !== undefined || Blank.isBlankLine(sent[i]!))
  const isShift = isEvery && shift !== undefined && indentations.every(([a, b]) => isShiftOf(shift, a, b))
  const width = [2, 3, 4, 8].find((w) => isEvery && indentations.every(([a, b]) => expand(a, w) === expand(b, w)))
  return {
    ...indented,
    _tag: "indentation",
    ...(isShift ? { shift } : width === undefined ? {} : { width })
  }
}

const isShiftOf = (shift: Shift.Shift, from: string, to: string): boolean => {
  const between = Shift.between(from, to)
  return between !== undefined && Shift.equals(between, shift)
}

const expand = (indentation: string, width: number): string => indentation.replaceAll("\t", " ".repeat(width))

/** The most units of text that are compared word by word. */
const mostUnits = 20_000

const lineBreaks = (source: SourceText, old: SourceText, { endLine, line }: Nearest): Difference | undefined => {
  if (old.text.length > mostUnits) return undefined
  const wanted = old.lines().flatMap(({ content }, i) => words(content).map((word) => ({ word, line: i })))
  if (wanted.length < 2) return undefined
  const from = Math.max(1, line - 2)
  const to = Math.min(source.lineCount, endLine + old.lineCount + 2)
  const found: Array<{ readonly word: string; readonly line: number }> = []
  for (let n = from, units = 0; n <= to && units < mostUnits; n++) {
    const { end, start } = source.lineSpan(n)
    const text = source.text.slice(start, Math.min(end, start + mostUnits - units))
    units += text.length
    for (const word of words(text)) found.push({ word, line: n })
  }
  for (let at = 0; at + wanted.length <= found.length; at++) {
    if (!wanted.every(({ word }, k) => word === found[at + k]!.word)) continue
    // Broken where the file is, they differ in something else.
    const shift = found[at]!.line - wanted[0]!.line
    if (wanted.every(({ line }, k) => found[at + k]!.line === line + shift)) continue
    return { _tag: "line-breaks", line: found[at]!.line, endLine: found[at + wanted.length - 1]!.line }
  }
  return undefined
}

const words = (text: string): ReadonlyArray<string> => text.split(/\s+/).filter((word) => word !== "")

/** The most UTF-16 units of a side. */
const mostOfSide = 200

/**
 * Both sides as they are quoted: whole, or, of long lines, what differs and as much around it as there is room for, cut at the
 * same places, so that the one put in place of the other makes the line sent the file's.
 */
const sidesOf = (sent: string, file: string): Pick<Sides, "sent" | "file" | "isCut" | "isMore"> => {
  if (sent.length <= mostOfSide && file.length <= mostOfSide) return { sent, file }
  const least = Math.min(sent.length, file.length)
  let start = 0
  while (start < least && sent.charCodeAt(start) === file.charCodeAt(start)) start++
  let end = 0
  while (end < least - start && sent.charCodeAt(sent.length - 1 - end) === file.charCodeAt(file.length - 1 - end)) end++
  const room = mostOfSide - Math.max(sent.length, file.length) + start + end
  const around = Math.max(0, Math.floor(room / 2))
  const piece = (line: string): string => {
    let from = Math.max(0, start - around)
    let to = Math.min(line.length - Math.max(0, end - around), from + mostOfSide)
    if (isLow(line.charCodeAt(from))) from--
    if (isLow(line.charCodeAt(to))) to++
    return line.slice(Math.max(0, from), to)
  }
  return { sent: piece(sent), file: piece(file), isCut: true, ...(room < 0 ? { isMore: true } : undefined) }
}

const isLow = (unit: number): boolean => (unit & 0xfc00) === 0xdc00

const cut = (line: string): string => (line.length <= mostOfSide ? line : `${line.slice(0, mostOfSide - 1)}…`)
