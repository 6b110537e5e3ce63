/**
 * Calls that fail, with the file that the next one should make: an edit of whole lines of a real file, drawn first, and then
 * what keeps it from being found (the file has changed since, or the model misquotes) or from being made (it stands several
 * times, it is half done).
 *
 * The truth is known from how the call was made. Where the file has changed since, both changes are in it; in a line, or a
 * word of a line, that the edit itself rewrites or deletes, the edit wins. Where the model misquotes, the file's own bytes
 * stay in everything that the edit leaves alone. Nothing is drawn for which that does not say what is right, such as a
 * change beside the very place at which the edit inserts.
 */
import { Blank, LineSearch, SourceText } from "@kerf/core"
import { Corruption, DamagedEdit } from "@kerf/testing"
import * as fc from "fast-check"
import type { Call, Intent } from "./ScriptedAgent.ts"

/** A call that fails, what it means, and the file that is right. */
export interface Lesson {
  readonly kind: string
  /** `exact`: the matcher `exact` alone; else a preset. */
  readonly stack: "exact" | "strict" | "standard" | "lenient"
  readonly file: string
  readonly call: Call
  readonly intent: Intent
  readonly expected: string
}

/** A kind of lesson: draws for which there is none give `undefined`. */
export interface Kind {
  readonly name: string
  readonly make: (files: ReadonlyArray<string>, draw: Draw) => Lesson | undefined
}

/** What a lesson is drawn from. */
export interface Draw {
  readonly source: number
  readonly line: number
  readonly length: number
  readonly change: "word" | "insert" | "delete" | "line" | "several"
  readonly at: number
  readonly other: number
  readonly variant: number
}

/** Draws: regions as long as those of real edits (one line in a quarter of them, up to 60). */
export const draws: fc.Arbitrary<Draw> = fc.record({
  source: fc.nat(1_000_000),
  line: fc.nat(1_000_000),
  length: DamagedEdit.lineCount,
  change: fc.constantFrom("word", "insert", "delete", "line", "several"),
  at: fc.nat(1_000_000),
  other: fc.nat(1_000_000),
  variant: fc.nat(1_000)
})

/** A line as pieces: words, numbers and all between them; the last piece is the terminator. */
type Line = ReadonlyArray<string>

/** An edit of a region: its lines before and after, where a line that stays is the same object, and the lines it touches. */
interface Edited {
  readonly before: string
  readonly after: string
  readonly lines: ReadonlyArray<Line>
  readonly fresh: ReadonlyArray<Line>
  readonly touched: ReadonlySet<number>
  /** Within the touched lines, the piece that was replaced, of a line that otherwise stays. */
  readonly word: { readonly line: number; readonly piece: number } | undefined
}

const linesOf = (text: string): ReadonlyArray<string> =>
  SourceText.make(text, { byteOrderMark: "data" })
    .lines()
    .map(({ content, terminator }) => content + terminator)

const piecesOf = (line: string): Line => line.match(/\r?\n|[A-Za-z_]+|\d+|[^A-Za-z_\d\r\n]+|\r/g) ?? []

const textOf = (lines: ReadonlyArray<Line>): string => lines.map((line) => line.join("")).join("")

const loosest: LineSearch.Rule = { fold: true, lead: "blanks", trail: "blanks", edges: "whole" }

/** Whether whole lines stand once in a file, however loosely one looks. */
const standsOnce = (file: string, region: string): boolean => {
  const content = region.trim()
  return (
    content.length > 1 &&
    file.indexOf(content) === file.lastIndexOf(content) &&
    LineSearch.find(SourceText.make(file), SourceText.fragment(region), loosest, 2).length === 1
  )
}

/** Lines of a file that stand once, and an edit of them. */
const edit = (file: string, draw: Draw): Edited | undefined => {
  const all = linesOf(file)
  const first = draw.line % Math.max(1, all.length)
  const lines = all.slice(first, first + draw.length).map(piecesOf)
  const region = textOf(lines)
  if (!standsOnce(file, region)) return undefined
  const at = draw.at % lines.length
  const line = lines[at]!
  if (Blank.isBlankLine(line.join("").trimEnd()) || !line.at(-1)!.endsWith("\n")) return undefined
  const end = line.at(-1)!
  const indentation = Blank.indentation(line.join(""))
  const around = { before: all.slice(0, first).join(""), after: all.slice(first + lines.length).join(""), lines }
  const words = line.flatMap((piece, i) => (/^[A-Za-z_]{2,}$/.test(piece) ? [i] : []))
  const piece = words[draw.other % Math.max(1, words.length)]
  const renamed = piece === undefined ? line : line.with(piece, `renamed${draw.variant}`)
  switch (draw.change) {
    case "word":
      return piece === undefined
        ? undefined
        : { ...around, fresh: lines.with(at, renamed), touched: new Set([at]), word: { line: at, piece } }
    case "insert":
      return {
        ...around,
        fresh: lines.toSpliced(at + 1, 0, [`${indentation}inserted${draw.variant}()`, end]),
        touched: new Set([at, at + 1]),
        word: undefined
      }
    case "delete": {
      const isTwin = (other: Line | undefined): boolean => other?.join("").trim() === line.join("").trim()
      if (lines.length < 2 || isTwin(lines[at - 1]) || isTwin(lines[at + 1])) return undefined
      return { ...around, fresh: lines.toSpliced(at, 1), touched: new Set([at]), word: undefined }
    }
    case "line":
      return {
        ...around,
        fresh: lines.with(at, [`${indentation}replaced${draw.variant}()`, end]),
        touched: new Set([at]),
        word: undefined
      }
    case "several": {
      const second = (at + 2) % lines.length
      const there = lines[second]!
      if (lines.length < 3 || !there.at(-1)!.endsWith("\n") || Blank.isBlankLine(there.join("").trimEnd())) {
        return undefined
      }
      const other = [`${Blank.indentation(there.join(""))}other${draw.variant}()`, there.at(-1)!]
      return {
        ...around,
        fresh: lines.with(at, renamed).with(second, other),
        touched: new Set([at, second]),
        word: undefined
      }
    }
  }
}

const noIntent: Intent = { ordinal: 0, by: "context" }

/** A lesson about a file in which some of oldText's lines are others: `since` maps a line that the edit leaves alone. */
const changedSince = (name: string, since: (line: Line, draw: Draw) => Line | undefined, changes = 1): Kind => ({
  name,
  make: (files, draw) => {
    const drawn = edit(files[draw.source % files.length]!, draw)
    if (drawn === undefined) return undefined
    const { after, before, fresh, lines, touched } = drawn
    const free = lines.flatMap((_, i) => (touched.has(i) ? [] : [i]))
    const changed = new Map<number, Line>()
    for (let k = 0; k < changes && free.length > 0; k++) {
      const [i] = free.splice((draw.other + k * draw.variant) % free.length, 1)
      const line = since(lines[i!]!, draw)
      if (line !== undefined) changed.set(i!, line)
    }
    if (changed.size < changes) return sameLine(name, since, drawn, draw)
    const now = (line: Line): Line => changed.get(lines.indexOf(line)) ?? line
    return {
      kind: name,
      stack: "standard",
      file: before + textOf(lines.map(now)) + after,
      call: [{ oldText: textOf(lines), newText: textOf(fresh) }],
      intent: noIntent,
      expected: before + textOf(fresh.map(now)) + after
    }
  }
})

/** The same, in the one line that there is: the other change is in another word of it. */
const sameLine = (
  kind: string,
  since: (line: Line, draw: Draw) => Line | undefined,
  { after, before, fresh, lines, touched, word }: Edited,
  draw: Draw
): Lesson | undefined => {
  if (lines.length > 1 || touched.size > 1) return undefined
  const line = since(lines[0]!, draw)
  if (line === undefined || (word !== undefined && line[word.piece] !== lines[0]![word.piece])) return undefined
  const both = word === undefined ? fresh : [line.with(word.piece, fresh[0]![word.piece]!)]
  return {
    kind,
    stack: "standard",
    file: before + textOf([line]) + after,
    call: [{ oldText: textOf(lines), newText: textOf(fresh) }],
    intent: noIntent,
    expected: before + textOf(both) + after
  }
}

/** One piece of a line that fits a pattern, replaced. */
const piece =
  (pattern: RegExp, by: (piece: string) => string) =>
  (line: Line, { other }: Draw): Line | undefined => {
    const fitting = line.flatMap((text, i) => (pattern.test(text) && by(text) !== text ? [i] : []))
    const at = fitting[other % Math.max(1, fitting.length)]
    return at === undefined ? undefined : line.with(at, by(line[at]!))
  }

const otherName = piece(/^[A-Za-z_]{2,}$/, (name) => `${name[0]}q${name.slice(1)}`)

const otherNumber = piece(/^\d+$/, (number) => number.replace(/\d/g, (digit) => String((Number(digit) + 1) % 10)))

const otherCase = piece(/^[A-Za-z_]{2,}$/, (name) =>
  name[0] === name[0]!.toUpperCase() ? name.toLowerCase() : name[0]!.toUpperCase() + name.slice(1)
)

/** A lesson about a file that has a line less, or lines more, where the edit leaves it alone. */
const linesSince = (name: string, now: (line: Line, draw: Draw) => ReadonlyArray<Line> | undefined): Kind => ({
  name,
  make: (files, draw) => {
    const drawn = edit(files[draw.source % files.length]!, draw)
    if (drawn === undefined) return undefined
    const { after, before, fresh, lines, touched } = drawn
    // Not at the ends, where it would be another region; not beside what the edit does, where it could be either side of it.
    const isFree = (i: number): boolean =>
      i > 0 && i < lines.length - 1 && ![i - 1, i, i + 1].some((n) => touched.has(n))
    const free = lines.flatMap((line, i) => (isFree(i) && now(line, draw) !== undefined ? [i] : []))
    const at = free[draw.other % Math.max(1, free.length)]
    if (at === undefined) return undefined
    const there = now(lines[at]!, draw)!
    const apply = (line: Line): ReadonlyArray<Line> => (line === lines[at] ? there : [line])
    return {
      kind: name,
      stack: "standard",
      file: before + textOf(lines.flatMap(apply)) + after,
      call: [{ oldText: textOf(lines), newText: textOf(fresh) }],
      intent: noIntent,
      expected: before + textOf(fresh.flatMap(apply)) + after
    }
  }
})

const isBlank = (line: Line): boolean => Blank.isBlankLine(line.join("").trimEnd())

/** A lesson about a model that misquotes: both of its texts are damaged, the file is as it was. */
const misquoted = (
  name: string,
  stack: Lesson["stack"],
  corruption: Pick<Corruption.Corruption, "damage"> & Partial<Pick<Corruption.Corruption, "prepare">>,
  spot?: RegExp
): Kind => ({
  name,
  make: (files, draw) => {
    const original = files[draw.source % files.length]!
    const drawn = edit(corruption.prepare?.(original) ?? original, draw)
    if (drawn === undefined) return undefined
    const { after, before, fresh, lines } = drawn
    const damage = corruption.damage(textOf(lines), draw.variant)
    if (damage === undefined) return undefined
    // What is damaged in one spot must be there in newText, too: an edit of that very spot is another edit.
    const at = (text: string): string | undefined => (spot === undefined ? "" : spot.exec(text)?.[0])
    if (at(textOf(lines)) !== at(textOf(fresh))) return undefined
    return {
      kind: name,
      stack,
      file: before + textOf(lines) + after,
      call: [{ oldText: damage(textOf(lines)), newText: damage(textOf(fresh)) }],
      intent: noIntent,
      expected: before + textOf(fresh) + after
    }
  }
})

/** Damages a text by replacing, where it holds what is replaced. */
const replacing =
  (...replacements: ReadonlyArray<readonly [RegExp, string]>) =>
  (oldText: string): ((text: string) => string) | undefined => {
    const damage = (text: string): string => replacements.reduce((out, [from, to]) => out.replace(from, to), text)
    return damage(oldText) === oldText ? undefined : damage
  }

/** Paths and patterns with backslashes in every fifth line. */
const withBackslashes = (file: string): string =>
  linesOf(file)
    .map((line, n) => (n % 5 === 2 ? line.replace(/(\w)[./](\w)/, "$1\\$2") : line))
    .join("")

/** Invisible and look-alike characters in every third line. */
const withLookAlikes = (file: string): string =>
  linesOf(file)
    .map((line, n) => {
      if (n % 3 !== 0) return line
      return [/(\w) (\w)/, /(\w)-(\w)/, /(\w)(\w)/, /"(\w)/][(n / 3) % 4]!.test(line)
        ? line
            .replace(/(\w) (\w)/, n % 2 === 0 ? "$1\u00a0$2" : "$1 $2")
            .replace(/(\w)-(\w)/, "$1\u2010$2")
            .replace(/(\w)(\w)$/m, n % 4 === 0 ? "$1\u200b$2" : "$1$2")
            .replace(/"(\w+)"/, "“$1”")
        : line
    })
    .join("")

const ascii = replacing([/\u00a0/g, " "], [/\u2010/g, "-"], [/\u200b/g, ""], [/[“”]/g, '"'])

/** Two lines that can be one, and one that can be two. */
const [joint, gap] = [/(.*\w[,.(]?)\n[ \t]*(\w.*)/, /(.*\w,) (\w.*)/]

/** Every kind of miss. */
export const misses: ReadonlyArray<Kind> = [
  changedSince("a name changed since", otherName),
  changedSince("a number changed since", otherNumber),
  changedSince("two names changed since", otherName, 2),
  changedSince("a letter of another case", otherCase),
  {
    name: "one line of 60 changed since",
    make: (files, draw) => {
      const lesson = changedSince("", otherName).make(files, { ...draw, length: 60 })
      return lesson === undefined || linesOf(lesson.call[0]!.oldText).length < 60
        ? undefined
        : { ...lesson, kind: "one line of 60 changed since" }
    }
  },
  linesSince("a line gone since", (line) => (isBlank(line) ? undefined : [])),
  linesSince("a line more since", (line, { variant }) =>
    isBlank(line) ? undefined : [line, [`${Blank.indentation(line.join(""))}added${variant}()`, line.at(-1)!]]
  ),
  linesSince("three lines more since", (line, { variant }) =>
    isBlank(line) ? undefined : [line, ...[1, 2, 3].map((n): Line => [`added${variant + n}(${n})`, line.at(-1)!])]
  ),
  linesSince("a blank line less in the file", (line) => (isBlank(line) ? [] : undefined)),
  linesSince("a blank line more in the file", (line) => (isBlank(line) ? undefined : [line, [line.at(-1)!]])),
  misquoted("a look-alike character, strict", "strict", { prepare: withLookAlikes, damage: ascii }),
  misquoted("other indentation, strict: more", "strict", Corruption.indentMore),
  misquoted("other indentation, strict: less", "strict", Corruption.indentLess),
  misquoted("tabs for spaces, strict", "strict", Corruption.otherIndentStyle),
  misquoted("trailing blanks lost, strict", "strict", Corruption.loseTrailingBlanks),
  misquoted("backslashes doubled", "standard", {
    prepare: withBackslashes,
    damage: replacing([/\\(?=[a-z])/g, "\\\\"])
  }),
  misquoted("backslashes lost", "standard", { prepare: withBackslashes, damage: replacing([/\\/g, ""]) }),
  misquoted("partly escaped text", "standard", { damage: replacing([/(\n[^"\n]*)"([^"\n]*)"/, '$1\\"$2\\"']) }),
  misquoted("other line breaks: joined", "standard", { damage: replacing([joint, "$1 $2"]) }, joint),
  misquoted("other line breaks: split", "standard", { damage: replacing([gap, "$1\n$2"]) }, gap),
  {
    name: "a line break that the end of the file lacks",
    make: (files, draw) => {
      const whole = files[draw.source % files.length]!.trimEnd()
      const lines = linesOf(whole)
      const drawn = edit(`${whole}\n`, { ...draw, line: Math.max(0, lines.length - draw.length) })
      return drawn === undefined || drawn.after !== ""
        ? undefined
        : {
            kind: "a line break that the end of the file lacks",
            stack: "exact",
            file: whole,
            call: [{ oldText: textOf(drawn.lines), newText: textOf(drawn.fresh) }],
            intent: noIntent,
            expected: (drawn.before + textOf(drawn.fresh)).replace(/\n$/, "")
          }
    }
  },
  {
    name: "a pair made for the result of another",
    make: (files, draw) => {
      const drawn = edit(files[draw.source % files.length]!, {
        ...draw,
        change: draw.change === "line" ? "line" : "word"
      })
      if (drawn === undefined) return undefined
      const { after, before, fresh, lines, touched } = drawn
      const [at] = touched
      const second = fresh[at!]!.join("").trim()
      const later = fresh[at!]!.join("").replace(second, () => `${second} // later`)
      return {
        kind: "a pair made for the result of another",
        stack: "standard",
        file: before + textOf(lines) + after,
        call: [
          { oldText: textOf(lines), newText: textOf(fresh) },
          { oldText: second, newText: `${second} // later` }
        ],
        intent: noIntent,
        expected: before + textOf(fresh.with(at!, [later])) + after
      }
    }
  },
  {
    name: "a pair of two that is made already",
    make: (files, draw) => {
      const file = files[draw.source % files.length]!
      const first = edit(file, draw)
      if (first === undefined) return undefined
      const made = first.before + textOf(first.fresh) + first.after
      const second = edit(made, { ...draw, line: draw.line + draw.other, source: draw.source, variant: 2_000 })
      if (second === undefined) return undefined
      const [oldText, newText] = [textOf(first.lines), textOf(first.fresh)]
      // Where oldText still stands in newText, it is found.
      if (made.includes(oldText) || !standsOnce(made, newText)) return undefined
      const pairs = [
        { oldText, newText },
        { oldText: textOf(second.lines), newText: textOf(second.fresh) }
      ]
      return {
        kind: "a pair of two that is made already",
        stack: "standard",
        file: made,
        call: draw.other % 2 === 0 ? pairs : pairs.toReversed(),
        intent: noIntent,
        expected: second.before + textOf(second.fresh) + second.after
      }
    }
  }
]

/** A region put at several places of a file, of which one is meant. */
const several = (
  name: string,
  count: (draw: Draw) => number,
  by: Intent["by"],
  damage: (text: string) => string | undefined = (text) => text
): Kind => ({
  name,
  make: (files, draw) => {
    const drawn = edit(files[draw.source % files.length]!, draw)
    if (drawn === undefined) return undefined
    const { after, before, fresh, lines } = drawn
    const [old, fixed] = [textOf(lines), textOf(fresh)]
    if (!old.endsWith("\n")) return undefined
    const rest = linesOf(after)
    const places = count(draw)
    // The copies stand among the lines behind the first.
    const gaps: Array<number> = []
    for (let k = 1; k < places; k++) gaps.push((draw.other + k * draw.variant) % (rest.length + 1))
    if (new Set(gaps).size < gaps.length || gaps.includes(0)) return undefined
    gaps.sort((a, b) => a - b)
    const meant = draw.other % places
    const build = (text: (k: number) => string): string =>
      before +
      text(0) +
      rest.map((line, i) => line + (gaps.includes(i + 1) ? text(gaps.indexOf(i + 1) + 1) : "")).join("")
    const [oldText, newText] = [damage(old), damage(fixed)]
    if (oldText === undefined || newText === undefined || oldText === newText) return undefined
    const file = build(() => old)
    if (!rest.every((line) => line.endsWith("\n")) || file.split(old.trim()).length !== places + 1) return undefined
    if (damage !== undefined && oldText !== old && file.includes(oldText)) return undefined
    return {
      kind: name,
      stack: "standard",
      file,
      call: [{ oldText, newText }],
      intent: { ordinal: meant, by },
      expected: build((k) => (k === meant ? fixed : old))
    }
  }
})

const curly = (text: string): string | undefined => {
  const damaged = text.replace(/"([^"\n]*)"/g, "“$1”").replace(/ - /g, " – ")
  return damaged === text ? undefined : damaged
}

/** Every kind of ambiguity. */
export const ambiguities: ReadonlyArray<Kind> = (["context", "line"] as const).flatMap((by) => [
  several(`text that stands twice, by ${by}`, () => 2, by),
  several(`text that stands three to ten times, by ${by}`, ({ at }) => 3 + (at % 8), by),
  several(
    `text that stands twice, loosely (indentation), by ${by}`,
    () => 2,
    by,
    (text) => text.replace(/^(?=[^\n])/gm, "    ")
  ),
  several(`text that stands twice, loosely (characters), by ${by}`, () => 2, by, curly)
])

/** A damage that cannot be undone by one constant: the indentation of every line is lost. */
const flattened = (text: string): string => text.replace(/^[ \t]+(?=\S)/gm, "")

/** What a model sends for a region, where oldText and newText are damaged each in its own way. */
const refusedFor = (
  name: string,
  stack: Lesson["stack"],
  damage: (old: string, fresh: string, draw: Draw, touched: ReadonlySet<number>) => Lesson["call"][number] | undefined
): Kind => ({
  name,
  make: (files, draw) => {
    const drawn = edit(files[draw.source % files.length]!, draw)
    if (drawn === undefined) return undefined
    const { after, before, fresh, lines, touched } = drawn
    const pair = damage(textOf(lines), textOf(fresh), draw, touched)
    if (pair === undefined || pair.oldText === textOf(lines)) return undefined
    const expected = before + textOf(fresh) + after
    return { kind: name, stack, file: before + textOf(lines) + after, call: [pair], intent: noIntent, expected }
  }
})

const both = (oldText: string, newText: string, damage: ((text: string) => string) | undefined) =>
  damage === undefined ? undefined : { oldText: damage(oldText), newText: damage(newText) }

/** The lines of a text without one in the middle, beside the one that the edit changes; `undefined` where there is none. */
const elided = (
  text: string,
  { change, variant }: Draw,
  touched: ReadonlySet<number>
): ((text: string) => string) | undefined => {
  // Between a line that is left out and one that is inserted or deleted, the order is not said.
  if (change === "insert" || change === "delete") return undefined
  const lines = linesOf(text)
  const [at] = touched
  const beside = variant % 2 === 0 ? at! - 1 : at! + 1
  const out = lines[beside]
  if (beside < 1 || beside > lines.length - 2 || touched.has(beside) || out!.trim() === "") return undefined
  return lines.filter((line) => line === out).length > 1
    ? undefined
    : (text) =>
        linesOf(text)
          .filter((line) => line !== out)
          .join("")
}

/** Every kind of refusal of the search; first calls that do not end so are no lessons. */
export const refusals: ReadonlyArray<Kind> = [
  refusedFor("refused: indented less, newText as the file is", "standard", (old, fresh, { variant }) => {
    const damage = Corruption.indentLess.damage(old, variant)
    return damage && { oldText: damage(old), newText: fresh }
  }),
  refusedFor("refused: indentation lost, line by line", "standard", (old, fresh) => both(old, fresh, flattened)),
  refusedFor("refused: a loose match under replaceAll", "standard", (old, fresh, { variant }) => {
    const pair = both(old, fresh, Corruption.indentMore.damage(old, variant))
    return pair && { ...pair, replaceAll: true }
  }),
  refusedFor("refused: escaped, but newText is not", "standard", (old, fresh) => {
    const damage = Corruption.doubleEscape.damage(old, 0)
    return damage && { oldText: damage(old), newText: fresh }
  }),
  refusedFor("refused: numbers in front of oldText and a part of newText", "lenient", (old, fresh, { variant }) => {
    const damage = Corruption.pasteLineNumbers.damage(old, variant)
    if (damage === undefined) return undefined
    const [first, ...rest] = linesOf(fresh)
    return { oldText: damage(old), newText: damage(first ?? "") + rest.join("") }
  }),
  refusedFor("refused: a line left out beside the one that is changed", "lenient", (old, fresh, draw, touched) =>
    both(old, fresh, elided(old, draw, touched))
  )
]
