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
  isCut: Schema.optionalKey(Schema.Boolean)
}

/**
 * A line of oldText (`oldLine`, from 1) and the line of the file that stands in its place. Where one of them is longer than
 * 200 UTF-16 units, both are cut, around what differs and at the same places.
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
}

/**
 * The schema of a `Difference`.
 *
 * **Details**
 *
 * The first that applies:
 *
 * - `line-missing`: a line of oldText is not in the file; all others are. `between` are the file's lines around the gap.
 * - `line-extra`: the file has lines between two of oldText's, which `after` counts from 1.
 * - `character`: an invisible or look-alike character; `column` counts UTF-16 units from 1, code points are `U+XXXX` or
 *   `nothing`.
 * - `backslashes`: the lines are equal but for backslashes, or for an escape sequence and what it stands for: then `sequence`
 *   says which side has the sequence, and which the character, as
 *   `U+XXXX` unless it is seen.
 * - `indentation`: other indentation alone; `shift`, if one change turns oldText's into the file's in every line, or `width`,
 *   if the one has tabs for so many spaces of the other.
 * - `line-breaks`: the same words, with other line breaks, at `lines`.
 * - `case`: the same letters in other case.
 * - `line`: the first line that differs otherwise.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Difference = Schema.Union([
  Schema.TaggedStruct("line-missing", { oldLine: Schema.Int, sent: Schema.String, after: Schema.Int }),
  Schema.TaggedStruct("line-extra", { after: Schema.Int, excerpt: Excerpt.Excerpt }),
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
      const i = contentMissing[0] ?? missing[0]!
      return {
        _tag: "line-missing",
        oldLine: i + 1,
        sent: cut(sent[i]!),
        after: pairs.slice(0, i).findLast((at) => at !== undefined) ?? line - 1
      }
    }
  }
  const broken = lineBreaks(source, old, nearest)
  const gap = firstGap(nearest)
  if (gap === undefined) return broken ?? blanks(source, sent, pairs)
  const difference = ofLines(sent[gap.oldLine - 1]!, source.slice(source.lineSpan(gap.line)), gap)
  return broken !== undefined && (difference._tag === "case" || difference._tag === "line") ? broken : difference
}

/** The first line of oldText that is not in the file where another stands in its place. */
const firstGap = ({
  endLine,
  line,
  pairs
}: Nearest): { readonly oldLine: number; readonly line: number } | undefined => {
  let next = line
  for (const [i, at] of pairs.entries()) {
    if (at !== undefined) next = at + 1
    else if (next <= endLine && !pairs.includes(next)) return { oldLine: i + 1, line: next }
  }
  return undefined
}

const lineExtra = (source: SourceText, pairs: Nearest["pairs"], extra: ReadonlyArray<number>): Difference => {
  const first = extra[0]!
  let last = first
  while (extra.includes(last + 1)) last++
  const after = pairs.findLastIndex((at) => at !== undefined && at < first) + 1
  return { _tag: "line-extra", after, excerpt: Excerpt.make(source, first, last) }
}

const ofLines = (sent: string, file: string, { line, oldLine }: Pick<Sides, "line" | "oldLine">): Difference => {
  const [a, b] = [sent.trim(), file.trim()]
  const both = { oldLine, line, ...sidesOf(sent, file) }
  const character = characterOf(a, b)
  if (character !== undefined) {
    const column = file.length - file.trimStart().length + character.at + 1
    const { fileCodePoint, sentCodePoint } = character
    return { _tag: "character", ...both, column, sentCodePoint, fileCodePoint }
  }
  const plain = (text: string): string => text.replaceAll("\\", "")
  const isIn = (form: (text: string) => string): boolean => form(a) !== "" && form(b).includes(form(a))
  const sequence = sequenceOf(a, b)
  if (isIn(plain) || sequence !== undefined) {
    return { _tag: "backslashes", ...both, ...(sequence === undefined ? {} : { sequence }) }
  }
  if (isIn((text) => text.toLowerCase())) return { _tag: "case", ...both }
  return { _tag: "line", ...both }
}

/** The first escape sequence of one line that is a character in the other, if that is all that differs. */
const sequenceOf = (sent: string, file: string): { readonly sent: string; readonly file: string } | undefined => {
  if (sent === file) return undefined
  const [plainSent, plainFile] = [JsonEscape.decodeSequences(sent), JsonEscape.decodeSequences(file)]
  // oldText may be part of a line.
  const isSent = plainSent !== sent && file.includes(plainSent)
  if (!isSent && (plainFile === file || sent === "" || !plainFile.includes(sent))) return undefined
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
    point !== undefined && /[\p{Cf}\p{Mn}\p{Zs}]/u.test(String.fromCodePoint(point)) && point !== 0x20
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
    if (sent[i]!.trim() !== file.trim()) return ofLines(sent[i]!, file, at)
    if (file !== sent[i]) first ??= at
    if (Blank.isBlankLine(sent[i]!)) continue
    const [a, b] = [Blank.indentation(sent[i]!), Blank.indentation(file)]
    if (a !== b) indented ??= at
    indentations.push([a, b])
  }
  if (indented === undefined) return first
  const [a, b] = indentations.find(([a, b]) => a !== b)!
  const shift = Shift.between(a, b)
  const isShift = shift !== undefined && indentations.every(([a, b]) => isShiftOf(shift, a, b))
  const width = [2, 3, 4, 8].find((w) => indentations.every(([a, b]) => expand(a, w) === expand(b, w)))
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
const sidesOf = (sent: string, file: string): Pick<Sides, "sent" | "file" | "isCut"> => {
  if (sent.length <= mostOfSide && file.length <= mostOfSide) return { sent, file }
  const least = Math.min(sent.length, file.length)
  let start = 0
  while (start < least && sent.charCodeAt(start) === file.charCodeAt(start)) start++
  let end = 0
  while (end < least - start && sent.charCodeAt(sent.length - 1 - end) === file.charCodeAt(file.length - 1 - end)) end++
  const around = Math.max(0, Math.floor((mostOfSide - Math.max(sent.length, file.length) + start + end) / 2))
  const piece = (line: string): string => {
    let from = Math.max(0, start - around)
    let to = Math.min(line.length - Math.max(0, end - around), from + mostOfSide)
    if (isLow(line.charCodeAt(from))) from--
    if (isLow(line.charCodeAt(to))) to++
    return line.slice(Math.max(0, from), to)
  }
  return { sent: piece(sent), file: piece(file), isCut: true }
}

const isLow = (unit: number): boolean => (unit & 0xfc00) === 0xdc00

const cut = (line: string): string => (line.length <= mostOfSide ? line : `${line.slice(0, mostOfSide - 1)}…`)
