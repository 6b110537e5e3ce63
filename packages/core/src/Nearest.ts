/**
 * The regions of a file that are most like an oldText which stands nowhere.
 *
 * Each line of oldText that the file has, blanks at its ends and the form of its characters aside, votes for where oldText
 * would begin. The best few beginnings are looked at more closely: the lines around them are aligned with oldText's. Where
 * no line is equal, the rarest identifiers of oldText vote instead.
 *
 * ```text
 *   oldText   file
 *   1 a       7 a          votes for 7
 *   2 b       8 x
 *   3 c       9 c          votes for 7: the region is lines 7-9, line 2 of oldText differs
 * ```
 *
 * One pass over the text: a line is cut out of it only if a dozen of its characters fit a line of oldText.
 *
 * @since 0.1.0
 */
import * as Alignment from "./Alignment.ts"
import * as Blank from "./Blank.ts"
import * as Fold from "./Fold.ts"
import type { SourceText } from "./SourceText.ts"
import * as TextSearch from "./TextSearch.ts"

/**
 * A region like oldText: 1-based lines, and how many of oldText's lines are in it. `pairs` tells for each line of oldText
 * the line of the file that it is, or `undefined`.
 *
 * @category models
 * @since 0.1.0
 */
export interface Nearest {
  readonly line: number
  readonly endLine: number
  readonly equal: number
  readonly pairs: ReadonlyArray<number | undefined>
}

/** The most regions that are named. */
const most = 3

/**
 * The most beginnings that are looked at closely, and the most lines for all of them; the most words that are looked for, and
 * the most that are used.
 */
const looks = { beginnings: 6, lines: 1_200, probes: 12, words: 6 }

/** The most lines of oldText that are aligned; a longer one is judged by its first lines. */
const mostLines = 400

/** A word; of a text that is written without gaps, a piece of one. */
const word =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{1,4}|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{M}\p{N}_])+/gu

/** How unlike the lines of a region may be, on average, of which none is equal. */
const mostUnlike = 0.65

/** The most places of one line or identifier that vote. */
const mostVotes = 64

/**
 * Finds the regions most like `old`: the best, and others only if they are as good. None, if nothing is alike.
 *
 * **Details**
 *
 * Linear in the text.
 *
 * **Example** (One line differs)
 *
 * ```ts
 * import { Nearest, SourceText } from "@kerf/core"
 *
 * const [region] = Nearest.find(SourceText.make("x\na = 1\nb = 2\n"), SourceText.make("a = 1\nb = 3\n"))
 * region // => { line: 2, endLine: 3, equal: 1, pairs: [2, undefined] }
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const find = (source: SourceText, old: SourceText): ReadonlyArray<Nearest> => {
  const view = Fold.source(source)
  const folded = Fold.source(old)
  const keys = Array.from({ length: Math.min(mostLines, folded.lineCount) }, (_, i) =>
    keyOf(folded.slice(folded.lineSpan(i + 1)))
  )
  if (view.lineCount === 0 || keys.every((key) => key === "")) return []
  const votes = votesOfLines(view, keys)
  const count = Math.max(most, Math.min(looks.beginnings, Math.floor(looks.lines / keys.length)))
  const regions: Array<Looked> = []
  let least = Infinity
  for (const beginning of beginningsOf(view, keys, votes).slice(0, count)) {
    const nearest = lookAt(view, keys, beginning)
    // A word in common is not enough.
    const enough = Math.min(asGood * least, nearest.equal > 0 ? Infinity : mostUnlike * keys.length)
    const unlike = unlikeness(source, old, nearest, enough)
    if (unlike > enough) continue
    least = Math.min(least, unlike)
    const region = { ...nearest, unlike }
    const overlapping = regions.findIndex((other) => region.line <= other.endLine && other.line <= region.endLine)
    if (overlapping === -1) regions.push(region)
    else if (region.unlike < regions[overlapping]!.unlike) regions[overlapping] = region
  }
  return regions
    .filter((region) => region.unlike <= asGood * least)
    .toSorted((a, b) => a.line - b.line)
    .slice(0, most)
    .map(({ endLine, equal, line, pairs }) => ({ line, endLine, equal, pairs }))
}

/** A region is as good as the best if it is unlike by no more than this factor. */
const asGood = 1.2

interface Looked extends Nearest {
  readonly unlike: number
}

/** The lines at which oldText may begin, those first for which most speaks. */
const beginningsOf = (
  view: SourceText,
  keys: ReadonlyArray<string>,
  { absent, votes }: Votes
): ReadonlyArray<number> => {
  const sorted = (): ReadonlyArray<readonly [number, number]> => [...votes].toSorted(([a, x], [b, y]) => y - x || a - b)
  const [first, second] = sorted()
  // Lines that stand in many places do not say which; the words of those that have changed may.
  if (first === undefined || (second !== undefined && second[1] > 0.8 * first[1])) addWords(votes, view, keys, absent)
  return sorted().map(([beginning]) => beginning)
}

/** What it weighs that the file has lines which oldText has not, each of these, and a line of oldText that the file has not. */
const weights = { extra: 0.3, extraLine: 0.1, missingLine: 0.5 }

/**
 * How unlike a region is: 1 for each line that has nothing in common with its counterpart, else the part of it that has not,
 * blanks included; and lines that only one of the two has. Stops where it is more than `enough`.
 */
const unlikeness = (source: SourceText, old: SourceText, { endLine, line, pairs }: Nearest, enough: number): number => {
  const paired = new Set(pairs)
  const extra = endLine - line + 1 - pairs.length
  let sum = extra > 0 ? weights.extra + weights.extraLine * extra : 0
  let at = line
  for (const [i, to] of pairs.entries()) {
    if (sum > enough) return sum
    if (to === undefined && paired.has(at)) {
      sum += weights.missingLine
      continue
    }
    at = to ?? at
    if (at <= source.lineCount) sum += unlike(old.slice(old.lineSpan(i + 1)), source.slice(source.lineSpan(at)))
    else sum++
    at++
  }
  return sum
}

/** The most UTF-16 units of a line that are compared. */
const mostUnits = 1_000

/** Other blanks at the ends weigh little: a twentieth of a line. */
const blanksWeigh = 0.05

const unlike = (rawA: string, rawB: string): number => {
  if (rawA === rawB) return 0
  const [a, b] = [keyOf(rawA).slice(0, mostUnits), keyOf(rawB).slice(0, mostUnits)]
  if (a === b) return blanksWeigh
  const least = Math.min(a.length, b.length)
  let start = 0
  while (start < least && a.charCodeAt(start) === b.charCodeAt(start)) start++
  let end = 0
  while (end < least - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end++
  const atEdges = 1 - (start + end) / Math.max(1, a.length, b.length)
  const isOtherBlank = rawA.length - a.length !== rawB.length - b.length
  return (atEdges < 0.3 ? atEdges : Math.min(atEdges, unlikeWords(a, b))) + (isOtherBlank ? blanksWeigh : 0)
}

/** The letters and digits of the words that only one of two lines has, as a part of all. */
const unlikeWords = (a: string, b: string): number => {
  const words = new Map<string, number>()
  const each = (line: string, by: 1 | -1): number => {
    let sum = 0
    for (const [text] of line.matchAll(word)) {
      words.set(text, (words.get(text) ?? 0) + by)
      sum += text.length
    }
    return sum
  }
  const all = each(a, 1) + each(b, -1)
  let alone = 0
  for (const [text, count] of words) alone += Math.abs(count) * text.length
  return all === 0 ? 1 : alone / all
}

const keyOf = (line: string): string => {
  const start = Blank.trimmedStart(line, 0, line.length)
  return line.slice(start, Blank.trimmedEnd(line, start, line.length))
}

/** For each beginning, how many letters speak for it; and the lines of oldText that stand nowhere. */
interface Votes {
  readonly votes: Map<number, number>
  readonly absent: ReadonlySet<number>
}

/** Votes by equal lines. */
const votesOfLines = (view: SourceText, keys: ReadonlyArray<string>): Votes => {
  const votes = new Map<number, number>()
  const known = new Map<string, { readonly lines: Array<number>; voted: number }>()
  const fingerprints = new Uint8Array(0x10000)
  for (const [i, key] of keys.entries()) {
    if (!Blank.hasWord(key)) continue
    const entry = known.get(key)
    if (entry !== undefined) {
      entry.lines.push(i)
      continue
    }
    known.set(key, { lines: [i], voted: 0 })
    fingerprints[fingerprint(key, 0, key.length)] = 1
  }
  const { lineCount, text } = view
  for (let line = 1; line <= lineCount; line++) {
    const span = view.fullLineSpan(line)
    let end = span.end
    while (end > span.start && isTerminator(text.charCodeAt(end - 1))) end--
    end = Blank.trimmedEnd(text, span.start, end)
    if (fingerprints[fingerprint(text, span.start, end)] === 0) continue
    const start = Blank.trimmedStart(text, span.start, end)
    const entry = known.get(text.slice(start, end))
    if (entry === undefined || entry.voted++ >= mostVotes) continue
    for (const i of entry.lines.slice(0, 8)) {
      votes.set(line - i, (votes.get(line - i) ?? 0) + Math.min(mostOfLine, end - start))
    }
  }
  const absent = new Set(keys.flatMap((key, i) => ((known.get(key)?.voted ?? 0) === 0 ? [i] : [])))
  return { votes, absent }
}

/** The most letters of a line, or of all places of a word, that speak for a beginning. */
const mostOfLine = 40

const isTerminator = (unit: number): boolean => unit === 0x0a || unit === 0x0d

/** Every third unit of the end of a line, blanks aside: tells nearly all lines apart, and need not know where it begins. */
const fingerprint = (text: string, lineStart: number, end: number): number => {
  let hash = 0
  const start = Math.max(lineStart, end - 36)
  for (let i = end - 1; i >= start; i -= 3) {
    const unit = text.charCodeAt(i)
    if (unit !== 0x20 && unit !== 0x09) hash = (Math.imul(hash, 31) + unit) | 0
  }
  return (hash ^ (hash >>> 16)) & 0xffff
}

/** Adds the votes of the words of lines that stand nowhere, the rarest first. */
const addWords = (
  votes: Map<number, number>,
  view: SourceText,
  keys: ReadonlyArray<string>,
  absent: ReadonlySet<number>
): void => {
  const found: Array<{ readonly offsets: ReadonlyArray<number>; readonly i: number }> = []
  const counts = TextSearch.countUnits(view.text)
  for (const [text, i] of probes(keys, absent)) {
    // Two that are rare say where.
    const rare = found.filter(({ offsets }) => offsets.length <= most)
    if (found.length === looks.words || rare.length === 2) break
    const offsets: Array<number> = []
    TextSearch.each(view.text, TextSearch.needleAmong(counts, text), 0, (at) =>
      offsets.push(at) < mostVotes ? at + text.length : undefined
    )
    if (offsets.length > 0) found.push({ offsets, i })
  }
  for (const { i, offsets } of found.toSorted((a, b) => a.offsets.length - b.offsets.length).slice(0, 5)) {
    for (const beginning of new Set(offsets.map((offset) => Math.max(1, view.lineAt(offset) - i)))) {
      votes.set(beginning, (votes.get(beginning) ?? 0) + mostOfLine / offsets.length)
    }
  }
}

/**
 * Words to look for, and the line that each is of: the longest of one line, the second of the next, and so on, since a name
 * that has changed is in every line that has it.
 */
const probes = (keys: ReadonlyArray<string>, absent: ReadonlySet<number>): ReadonlyMap<string, number> => {
  const lines = keys
    .map((key, i) => ({
      i,
      words: (key.slice(0, mostUnits).match(word) ?? []).toSorted((a, b) => b.length - a.length)
    }))
    .filter(({ i, words }) => absent.has(i) && words.length > 0)
    .slice(0, looks.probes)
  const probes = new Map<string, number>()
  for (let k = 0; k < 8 * looks.probes && lines.length > 0 && probes.size < looks.probes; k++) {
    const round = Math.floor(k / lines.length)
    const { i, words } = lines[k % lines.length]!
    const text = words[((k % lines.length) + round) % words.length]!
    if (!probes.has(text)) probes.set(text, i)
  }
  return probes
}

/**
 * Compares oldText with the lines from a beginning on, one to one, or, where that finds more, aligned with as many lines
 * again.
 */
const lookAt = (view: SourceText, keys: ReadonlyArray<string>, beginning: number): Nearest => {
  const from = Math.max(1, beginning - 2)
  const to = Math.min(view.lineCount, beginning + keys.length + Math.min(keys.length, 8) + 2)
  const lines: Array<string> = []
  for (let n = from; n <= to; n++) lines.push(keyOf(view.slice(view.lineSpan(n))))
  const count = (pairs: ReadonlyArray<number | undefined>): number =>
    pairs.filter((line, i) => line !== undefined && keys[i] !== "").length
  const straight = keys.map((key, i) => (lines[beginning - from + i] === key ? beginning + i : undefined))
  // No alignment finds more than the lines that stand here at all.
  const standing = new Set(lines)
  const isWhole = count(straight) === keys.filter((key) => key !== "" && standing.has(key)).length
  const aligned = isWhole ? straight : align(keys, lines, from)
  const pairs = count(aligned) > count(straight) ? aligned : straight
  const isKnown = (line: number | undefined, i: number): boolean => line !== undefined && keys[i] !== ""
  const first = pairs.findIndex(isKnown)
  const last = pairs.findLastIndex(isKnown)
  // What stands before the first known line, and after the last, is as long as in oldText.
  const line = clamp(first === -1 ? beginning : pairs[first]! - first, view.lineCount)
  const endLine = clamp(last === -1 ? line + keys.length - 1 : pairs[last]! + keys.length - 1 - last, view.lineCount)
  const within = pairs.map((n) => (n !== undefined && n >= line && n <= endLine ? n : undefined))
  return { line, endLine, equal: count(pairs), pairs: within }
}

/** For each key the line that it is, where `lines` are those from the line `from` on. */
const align = (
  keys: ReadonlyArray<string>,
  lines: ReadonlyArray<string>,
  from: number
): ReadonlyArray<number | undefined> => {
  const aligned: Array<number | undefined> = keys.map(() => undefined)
  for (const run of Alignment.make(keys, lines)) {
    if (!run.equal) continue
    for (let i = run.oldStart; i < run.oldEnd; i++) aligned[i] = from + run.newStart + i - run.oldStart
  }
  compact(aligned, (i, line) => keys[i] === lines[line - from])
  return aligned
}

/** Moves pairs next to their neighbours where an equal line stands there, so that a region is no longer than it must be. */
const compact = (pairs: Array<number | undefined>, isLine: (i: number, line: number) => boolean): void => {
  for (let i = pairs.length - 2; i >= 0; i--) {
    const [line, next] = [pairs[i], pairs[i + 1]]
    if (line !== undefined && next !== undefined && line < next - 1 && isLine(i, next - 1)) pairs[i] = next - 1
  }
  for (let i = 1; i < pairs.length; i++) {
    const [before, line] = [pairs[i - 1], pairs[i]]
    if (line !== undefined && before !== undefined && line > before + 1 && isLine(i, before + 1)) pairs[i] = before + 1
  }
}

const clamp = (line: number, lineCount: number): number => Math.min(Math.max(1, line), lineCount)
