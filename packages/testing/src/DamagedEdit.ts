/**
 * Edits as a model that misquotes sends them, with the answer known beforehand: a true edit of a real file, damaged, and
 * the file that must come out byte for byte; and the negatives, where nothing may be written.
 *
 * @since 0.1.0
 */
import * as Blank from "@kerf/core/Blank"
import * as LineSearch from "@kerf/core/LineSearch"
import * as SourceText from "@kerf/core/SourceText"
import * as fc from "fast-check"
import type { Corruption } from "./Corruption.ts"

/**
 * A damaged edit.
 *
 * @category models
 * @since 0.1.0
 */
export interface DamagedEdit {
  readonly file: string
  readonly oldText: string
  readonly newText: string
  /** The file afterwards; `undefined`: the edit must not be made. */
  readonly expected: string | undefined
  /** The region as it truly stands, for reports. */
  readonly region: string
  readonly change: Change
}

/**
 * What the edit does to the region.
 *
 * @category models
 * @since 0.1.0
 */
export type Change = "word" | "insert" | "delete" | "line" | "several"

/**
 * Why an edit must not be made: the file has changed since, the text stands twice, it is gone while a similar block
 * stays, or the edit has been made already.
 *
 * @category models
 * @since 0.1.0
 */
export type Negative = "changed-since" | "twice" | "gone" | "made-already"

/**
 * All negatives.
 *
 * @category models
 * @since 0.1.0
 */
export const negatives: ReadonlyArray<Negative> = ["changed-since", "twice", "gone", "made-already"]

/** What an edit is drawn from. */
interface Draw {
  readonly source: number
  readonly line: number
  readonly length: number
  readonly change: Change
  readonly at: number
  readonly variant: number
}

/**
 * How many lines an edit quotes, as real ones do: 1 in 23 %, 2–5 in 30 %, 6–20 in 29 %, 21–60 in 14 %.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const lineCount: fc.Arbitrary<number> = fc.oneof(
  { weight: 23, arbitrary: fc.constant(1) },
  { weight: 30, arbitrary: fc.integer({ min: 2, max: 5 }) },
  { weight: 29, arbitrary: fc.integer({ min: 6, max: 20 }) },
  { weight: 14, arbitrary: fc.integer({ min: 21, max: 60 }) }
)

const draw: fc.Arbitrary<Draw> = fc.record({
  source: fc.nat(1_000_000),
  line: fc.nat(1_000_000),
  length: lineCount,
  change: fc.constantFrom<Change>("word", "insert", "delete", "line", "several"),
  at: fc.nat(1_000_000),
  variant: fc.nat(1_000)
})

/**
 * Damaged edits of the given files. Draws for which there is no edit (a region that does not stand once, nothing to
 * damage) give `undefined`; count them.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const positive = (files: ReadonlyArray<string>, corruption: Corruption): fc.Arbitrary<DamagedEdit | undefined> =>
  draw.map((drawn) => {
    const truth = trueEdit(corruption.prepare(files[drawn.source % files.length]!), drawn)
    return truth === undefined ? undefined : damaged(truth, truth.file, truth.expected, corruption, drawn)
  })

/**
 * Damaged edits that must not be made. With `corruption` undefined, oldText is as it once stood.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const negative = (
  files: ReadonlyArray<string>,
  kind: Negative,
  corruption: Corruption | undefined
): fc.Arbitrary<DamagedEdit | undefined> =>
  draw.map((drawn) => {
    const original = files[drawn.source % files.length]!
    const truth = trueEdit(corruption === undefined ? original : corruption.prepare(original), drawn)
    if (truth === undefined) return undefined
    const spoilt = spoil(truth, kind, drawn)
    return spoilt === undefined ? undefined : damaged(truth, spoilt, undefined, corruption, drawn)
  })

interface Truth {
  readonly file: string
  readonly start: number
  readonly end: number
  readonly region: string
  readonly fresh: string
  readonly expected: string
  readonly change: Change
}

const damaged = (
  truth: Truth,
  file: string,
  expected: string | undefined,
  corruption: Corruption | undefined,
  { variant }: Draw
): DamagedEdit | undefined => {
  const damage = corruption === undefined ? (text: string) => text : corruption.damage(truth.region, variant)
  if (damage === undefined) return undefined
  const oldText = damage(truth.region)
  const newText = damage(truth.fresh)
  // Damaged text that stands in the file as it is has not been misquoted: it is exact text, if of another extent.
  const isExact = corruption !== undefined && corruption.matcher !== "exact" && file.includes(oldText)
  return oldText === newText || isExact
    ? undefined
    : { file, oldText, newText, expected, region: truth.region, change: truth.change }
}

/** Whole lines that stand once, however loosely one looks, and an edit of them. */
const trueEdit = (file: string, drawn: Draw): Truth | undefined => {
  const source = SourceText.make(file)
  if (source.lineCount === 0) return undefined
  const first = 1 + (drawn.line % source.lineCount)
  const last = Math.min(source.lineCount, first + drawn.length - 1)
  const start = source.fullLineSpan(first).start
  const end = source.fullLineSpan(last).end
  const region = source.text.slice(start, end)
  const places = LineSearch.find(source, SourceText.make(region, { byteOrderMark: "data" }), loosest, 2)
  // A short line may stand inside others, too.
  const content = region.trim()
  if (places.length !== 1 || content === "" || file.indexOf(content) !== file.lastIndexOf(content)) return undefined
  const fresh = edited(region, drawn)
  if (fresh === undefined) return undefined
  const expected = source.byteOrderMark + source.text.slice(0, start) + fresh + source.text.slice(end)
  return { file, start, end, region, fresh, expected, change: drawn.change }
}

const loosest: LineSearch.Rule = { fold: true, lead: "blanks", trail: "blanks", edges: "whole" }

const edited = (region: string, { at, change, variant }: Draw): string | undefined => {
  const lines = SourceText.make(region, { byteOrderMark: "data" }).lines()
  const full = lines.map(({ content, terminator }) => content + terminator)
  const index = at % lines.length
  const line = lines[index]!
  switch (change) {
    case "word": {
      const words = [...line.content.matchAll(/[A-Za-z_]{2,}/g)]
      const word = words[at % Math.max(1, words.length)]
      if (word === undefined) return undefined
      full[index] =
        line.content.slice(0, word.index) +
        `renamed${variant}` +
        line.content.slice(word.index + word[0].length) +
        line.terminator
      break
    }
    case "insert": {
      if (line.terminator === "" || Blank.isBlankLine(line.content)) return undefined
      full.splice(index + 1, 0, `${Blank.indentation(line.content)}inserted${variant}()${line.terminator}`)
      break
    }
    case "delete": {
      // Of two equal lines nothing tells which one is deleted.
      const isTwin = (other: SourceText.Line | undefined) => other?.content.trim() === line.content.trim()
      if (lines.length < 2 || isTwin(lines[index - 1]) || isTwin(lines[index + 1])) return undefined
      full.splice(index, 1)
      break
    }
    case "line": {
      if (Blank.isBlankLine(line.content)) return undefined
      full[index] = rewritten(line, `replaced${variant}()`)
      break
    }
    case "several": {
      const other = (index + 2) % lines.length
      if (lines.length < 3 || lines[other]!.terminator === "" || Blank.isBlankLine(lines[other]!.content))
        return undefined
      full[other] = rewritten(lines[other]!, `other${variant}()`)
      full[index] = line.content.replace(/[A-Za-z_]{2,}/, `renamed${variant}`) + line.terminator
      break
    }
  }
  const fresh = full.join("")
  return fresh === region ? undefined : fresh
}

/** The line with other content between the blanks at its ends, which an edit of its content leaves alone. */
const rewritten = ({ content, terminator }: SourceText.Line, text: string): string =>
  Blank.indentation(content) + text + content.slice(Blank.trimmedEnd(content, 0, content.length)) + terminator

/** The file in which the edit must not be made. */
const spoil = (truth: Truth, kind: Negative, { at }: Draw): string | undefined => {
  const { end, expected, file, region, start } = truth
  const withRegion = (text: string): string => file.slice(0, start) + text + file.slice(end)
  switch (kind) {
    case "changed-since": {
      const names = [...region.matchAll(/[A-Za-z_]{2,}|\d+/g)]
      const name = names[at % Math.max(1, names.length)]
      if (name === undefined) return undefined
      return withRegion(region.slice(0, name.index) + other(name[0]) + region.slice(name.index + name[0].length))
    }
    case "twice":
      return region.endsWith("\n") ? file.slice(0, start) + region + file.slice(start) : undefined
    case "gone": {
      const similar = region.replace(/[A-Za-z_]{3,}/g, (word, offset: number) =>
        offset % 3 === 0 ? other(word) : word
      )
      return similar === region ? undefined : withRegion(similar)
    }
    case "made-already": {
      // Where oldText still stands in newText, it is found, and the edit is a new one.
      const source = SourceText.make(expected)
      const old = SourceText.make(region, { byteOrderMark: "data" })
      const isThere = LineSearch.find(source, old, loosest, 1).length > 0 || expected.includes(region.trim())
      return isThere ? undefined : expected
    }
  }
}

/** Another name or number, of which the old one is no part. */
const other = (name: string): string =>
  /^\d/.test(name) ? name.replace(/\d/g, (digit) => String((Number(digit) + 1) % 10)) : `${name[0]}q${name.slice(1)}`
