/**
 * An agent that knows nothing but the call that it made, what it means by it, and the message that came back: it has seen
 * no file and gets none of the failure's data. It takes the message at its word, by simple rules, and sends its next call.
 * If that call succeeds, the message was enough.
 *
 * Whatever it corrects in oldText it carries over to newText, where newText has kept it: a merge of three texts in which the
 * edit wins, first by lines, then by words.
 */
import type { Edit } from "@kerf/core"

/** A pair of a call. */
export type Pair = Pick<Edit.Edit, "oldText" | "newText" | "line" | "replaceAll">

/** A call: pairs, made together. */
export type Call = ReadonlyArray<Pair>

/** What an agent has in mind where its text stands several times: the how-many-eth, and how it likes to say so. */
export interface Intent {
  readonly ordinal: number
  readonly by: "context" | "line"
}

/** The next call, or `undefined`: the message gives nothing to go by. An empty call is one that has nothing left to do. */
export const next = (call: Call, message: string, intent: Intent): Call | undefined => {
  const failed = Number(/^\[edit:[a-z-]+\] (?:oldText of )?[Pp]air (\d+)/.exec(message)?.[1] ?? 1) - 1
  const pair = call[failed]
  if (pair === undefined) return undefined
  const replaced = (by: Pair | undefined): Call | undefined => by && call.map((other, i) => (i === failed ? by : other))
  const dropped = (): Call => call.filter((_, i) => i !== failed)
  if (message.startsWith("[edit:ambiguous-match]")) {
    const by = /Send the line of the place/.test(message) ? "line" : intent.by
    return replaced(chosen(pair, message, { ...intent, by }))
  }
  const [advice, ...rest] = message.split("\n")
  if (message.startsWith("[edit:match-refused]")) {
    return replaced(copiedAfterRefusal(pair, advice!, rest))
  }
  if (!message.startsWith("[edit:no-match]")) return undefined
  const introducing = /Pair (\d+) introduces it/.exec(advice!)
  if (introducing !== null) return merged(call, Number(introducing[1]) - 1, failed)
  if (/newText stands at .*leave it out/.test(advice!) && call.length > 1) return dropped()
  if (/but for its last line break/.test(advice!)) {
    return replaced({ ...pair, oldText: withoutBreak(pair.oldText), newText: withoutBreak(pair.newText) })
  }
  if (/send both texts unescaped/.test(advice!)) {
    return replaced({ ...pair, oldText: unescaped(pair.oldText), newText: unescaped(pair.newText) })
  }
  const indent = indentation(advice!)
  if (indent !== undefined) return replaced({ ...pair, oldText: indent(pair.oldText), newText: indent(pair.newText) })
  const oldText = copied(rest, pair.oldText) ?? corrected(pair.oldText, advice!)
  if (oldText === undefined || oldText === pair.oldText) return undefined
  return replaced({ ...pair, oldText, newText: carriedOver(pair.oldText, oldText, pair.newText) })
}

/** The pair with the quoted lines as oldText, and newText changed alike. */
const copiedAfterRefusal = (pair: Pair, advice: string, lines: ReadonlyArray<string>): Pair | undefined => {
  if (/newText is not escaped.*Send both without escapes/.test(advice)) {
    return { ...pair, oldText: unescaped(pair.oldText) }
  }
  if (/line numbers .* leave them out of both texts/.test(advice)) {
    return { ...pair, oldText: withoutNumbers(pair.oldText), newText: withoutNumbers(pair.newText) }
  }
  const indent = indentation(advice)
  if (indent !== undefined) return { ...pair, oldText: indent(pair.oldText), newText: indent(pair.newText) }
  const oldText = copied(lines, pair.oldText)
  if (oldText === undefined) return undefined
  const newText = /(?:indent|change) newText alike/.test(advice)
    ? reindented(pair.oldText, oldText, pair.newText)
    : pair.newText
  return { ...pair, oldText, newText: carriedOver(pair.oldText, oldText, newText) }
}

/** newText in which every line that oldText does not have is moved as the nearest one is that oldText has, or as its first. */
const reindented = (oldText: string, mended: string, newText: string): string => {
  const [sent, file, fresh] = [oldText, mended, newText].map(linesOf) as [Parts, Parts, Parts]
  if (sent.length !== file.length) return newText
  const leadOf = (line: string): string => /^[ \t]*/.exec(line)![0]
  const known = new Map(counterparts(sent, fresh).flatMap((at, i) => (at === -1 ? [] : [[at, i]])))
  return fresh
    .map((line, at) => {
      const next = [...fresh.keys()].filter((n) => known.has(n)).toSorted((a, b) => away(a, at) - away(b, at))[0]
      if (known.has(at) || line.trim() === "") return line
      const i = next === undefined ? 0 : known.get(next)!
      const [from, to] = [leadOf(sent[i]!), leadOf(file[i]!)]
      return leadOf(line).startsWith(from) ? to + line.slice(from.length) : line
    })
    .join("")
}

const withoutNumbers = (text: string): string => text.replace(/^ *\d+(?: \| |\| |\||\t|→)/gm, "")

/** How far a line is away; of two, the one before is nearer. */
const away = (line: number, from: number): number => Math.abs(line - from + 0.1)

/** The place that was meant, told from the others by what the message says. */
const chosen = (pair: Pair, message: string, { by, ordinal }: Intent): Pair | undefined => {
  const places = message.split("\n").slice(1)
  const place = places[ordinal]
  const line = /^lines? (\d+)/.exec(place ?? "")?.[1]
  if (line === undefined) return undefined
  const context = /alone with this (before|after) it: (".*")$/.exec(place!)
  if (context === null || by === "line") return { ...pair, line: Number(line) }
  const text = JSON.parse(context[2]!) as string
  const add = (to: string): string => (context[1] === "before" ? text + to : to + text)
  return { ...pair, oldText: add(pair.oldText), newText: add(pair.newText) }
}

/** One pair in place of two, of which the second was written for the text after the first. */
const merged = (call: Call, first: number, second: number): Call | undefined => {
  const [a, b] = [call[first], call[second]]
  if (a === undefined || b === undefined || !a.newText.includes(b.oldText)) return undefined
  const newText = a.newText.replace(b.oldText, () => b.newText)
  return call.flatMap((pair, i) => (i === second ? [] : i === first ? [{ ...pair, newText }] : [pair]))
}

const withoutBreak = (text: string): string => text.replace(/\r?\n$/, "")

const unescaped = (text: string): string =>
  text.replace(/\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g, (_, code: string | undefined, letter: string) =>
    code === undefined ? (JSON.parse(`"\\${letter}"`) as string) : String.fromCharCode(Number.parseInt(code, 16))
  )

/** The change of indentation that the message names for all lines. */
const indentation = (advice: string): ((text: string) => string) | undefined => {
  const [, count, unit, quoted, sign] =
    /Every line of the file has (?:(\d+) (space|tab)s?|(".*?")) (more|less) in front/.exec(advice) ?? []
  if (sign !== undefined) {
    const whitespace =
      quoted === undefined ? (unit === "tab" ? "\t" : " ").repeat(Number(count)) : (JSON.parse(quoted) as string)
    return sign === "more"
      ? (text) => text.replace(/^(?=[^\r\n])(?![ \t]+$)/gm, whitespace)
      : (text) =>
          text.replace(/^[ \t]+(?=\S)/gm, (all) => (all.startsWith(whitespace) ? all.slice(whitespace.length) : all))
  }
  const [, sent, width] =
    /oldText has (".*"), the file has ".*"\. So are all lines \(tabs for spaces, (\d) wide\)/.exec(advice) ?? []
  if (sent === undefined) return undefined
  const spaces = " ".repeat(Number(width))
  return (JSON.parse(sent) as string).startsWith("\t")
    ? (text) => text.replace(/^\t+/gm, (tabs) => spaces.repeat(tabs.length))
    : (text) =>
        text.replace(
          /^ +/gm,
          (all) => "\t".repeat(Math.floor(all.length / Number(width))) + all.slice(0, all.length % Number(width))
        )
}

/** oldText as the message quotes it: the first region, or every passage in place of the lines that it stands for. */
const copied = (lines: ReadonlyArray<string>, oldText: string): string | undefined => {
  const sent = withoutBreak(oldText).split("\n")
  const mended: Array<string> = []
  let next = 0
  for (let i = 0; i < lines.length;) {
    const heading = /^lines? (\d+)(?:-(\d+))?(?: for lines? (\d+)(?:-(\d+))? of oldText)?:$/.exec(lines[i]!)
    if (heading === null) return undefined
    const [from, to = from, oldFrom, oldTo = oldFrom] = heading.slice(1).map((n) => (n === undefined ? n : Number(n)))
    const quoted = lines.slice(i + 1, i + 2 + to! - from!)
    if (quoted.length <= to! - from!) return undefined
    i += 1 + quoted.length
    if (oldFrom === undefined) return asEnded(quoted, oldText)
    mended.push(...sent.slice(next, oldFrom - 1), ...quoted)
    next = oldTo!
  }
  return next === 0 ? undefined : asEnded([...mended, ...sent.slice(next)], oldText)
}

/** Lines, with a line break at the end if the text that they replace has one. */
const asEnded = (lines: ReadonlyArray<string>, like: string): string =>
  lines.join("\n") + (like.endsWith("\n") ? "\n" : "")

/** oldText with the one difference mended that the message names. */
const corrected = (oldText: string, advice: string): string | undefined => {
  const lines = oldText.split("\n")
  const at = (n: string): number => Number(n) - 1
  const extra = /leave (?:it|line (\d+)) out/.exec(advice)
  if (extra !== null) {
    const line = /\(its line (\d+)\)|Line (\d+) of oldText/.exec(advice)
    return line === null ? undefined : lines.toSpliced(at((line[1] ?? line[2])!), 1).join("\n")
  }
  const sides = /Line (\d+) of oldText .*oldText has ("(?:[^"\\]|\\.)*"), the file has ("(?:[^"\\]|\\.)*")/.exec(advice)
  if (sides !== null) {
    const [sent, file] = [JSON.parse(sides[2]!) as string, JSON.parse(sides[3]!) as string]
    const line = lines[at(sides[1]!)]
    if (line === undefined || !line.includes(sent)) return undefined
    return lines
      .with(
        at(sides[1]!),
        line.replace(sent, () => file)
      )
      .join("\n")
  }
  return undefined
}

/** newText with everything that was mended in oldText, where newText has kept it. */
const carriedOver = (oldText: string, mended: string, newText: string): string =>
  merge(linesOf(oldText), linesOf(mended), linesOf(newText), lineByLine).join("")

/** Lines that both sides have changed: lines that were added stay; where each was mended on its own, each is merged on its own. */
const lineByLine = (base: Parts, theirs: Parts, ours: Parts): Parts => {
  const inTheirs = counterparts(base, theirs)
  if (base.length < theirs.length && base.length === ours.length && !inTheirs.includes(-1)) {
    return theirs.map((line, i) => ours[inTheirs.indexOf(i)] ?? line)
  }
  if (base.length !== theirs.length) return [wordByWord(base.join(""), theirs.join(""), ours.join(""))]
  const out: Array<string> = []
  let [b, o] = [0, 0]
  for (const [i, to] of [...counterparts(base, ours), ours.length].entries()) {
    if (to === -1) continue
    const isEven = i - b === to - o
    for (let k = o; k < to; k++) {
      const at = b + k - o
      out.push(isEven ? wordByWord(base[at]!, theirs[at]!, ours[k]!) : ours[k]!)
    }
    if (i < base.length) out.push(theirs[i]!)
    ;[b, o] = [i + 1, to + 1]
  }
  return out
}

/** A merge by words, in which the edit wins. */
const wordByWord = (base: string, theirs: string, ours: string): string =>
  merge(wordsOf(base), wordsOf(theirs), wordsOf(ours), (_base, _theirs, edit) => edit).join("")

const linesOf = (text: string): ReadonlyArray<string> => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

const wordsOf = (text: string): ReadonlyArray<string> => text.match(/\n|[^\S\n]+|[\p{L}\p{N}_]+|[^]/gu) ?? []

type Parts = ReadonlyArray<string>

/** A merge of three texts: between what all three share, the side that has changed is taken; `both` settles the rest. */
const merge = (
  base: Parts,
  theirs: Parts,
  ours: Parts,
  both: (base: Parts, theirs: Parts, ours: Parts) => Parts
): Parts => {
  const [inTheirs, inOurs] = [counterparts(base, theirs), counterparts(base, ours)]
  const out: Array<string> = []
  let [b, t, o] = [0, 0, 0]
  for (let i = 0; i <= base.length; i++) {
    const [toTheirs, toOurs] = i === base.length ? [theirs.length, ours.length] : [inTheirs[i]!, inOurs[i]!]
    if (toTheirs === -1 || toOurs === -1) continue
    const chunk = [base.slice(b, i), theirs.slice(t, toTheirs), ours.slice(o, toOurs)] as const
    const [was, isTheirs, isOurs] = chunk.map((parts) => parts.join(""))
    out.push(...(isTheirs === was ? chunk[2] : isOurs === was ? chunk[1] : both(...chunk)))
    if (i < base.length) out.push(base[i]!)
    ;[b, t, o] = [i + 1, toTheirs + 1, toOurs + 1]
  }
  return out
}

/** For each part of `a` the index of the part of `b` that it is, or -1: a longest common subsequence. */
const counterparts = (a: Parts, b: Parts): ReadonlyArray<number> => {
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
    }
  }
  const out = a.map(() => -1)
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) out[i++] = j++
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++
    else j++
  }
  return out
}
