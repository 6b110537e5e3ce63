import { SourceText } from "@kerf/core"
import { Arbitraries, Law, LawTest } from "@kerf/testing"
import * as fc from "fast-check"

type Subject = (text: string) => SourceText.SourceText

const texts = fc.oneof(Arbitraries.text, fc.string({ unit: fc.constantFrom("a", "\r", "\n", "é", "\u{1f642}") }))

/** All offsets that hold a unit. */
const offsetsOf = ({ text }: SourceText.SourceText): ReadonlyArray<number> => Array.from(text, (_, i) => i)

const bufferEncoding = { "utf-8": "utf8", "utf-16": "utf16le" } as const

const firstBad = <A>(values: ReadonlyArray<A>, isRight: (value: A) => boolean, say: (value: A) => string) => {
  const bad = values.find((value) => !isRight(value))
  return bad === undefined ? Law.held : Law.broken(say(bad))
}

const laws: ReadonlyArray<Law.Law<Subject>> = [
  Law.make({
    name: "MUST give the whole text back, byte-order mark included",
    arbitrary: texts,
    atLeast: 0.9,
    holds: (make, text) => Law.expect(make(text).toString() === text, () => JSON.stringify(make(text).toString()))
  }),
  Law.make({
    name: "MUST tile the text with its lines",
    arbitrary: texts,
    atLeast: 0.9,
    holds: (make, text) => {
      const source = make(text)
      const lines = source.lines()
      const tiles = lines.map(({ content, terminator }) => content + terminator).join("")
      let at = 0
      const inOrder = lines.every(({ content, start, terminator }) => {
        const isHere = start === at && content.length + terminator.length > 0
        at += content.length + terminator.length
        return isHere
      })
      const isRight = tiles === source.text && inOrder && lines.length === source.lineCount
      return Law.expect(isRight, () => `${source.lineCount} lines: ${JSON.stringify(lines)}`)
    }
  }),
  Law.make({
    name: "MUST give each line the spans that its lines say",
    arbitrary: texts,
    holds: (make, text) => {
      const source = make(text)
      const lines = source.lines()
      if (lines.length === 0) return Law.vacuous
      return firstBad(
        lines.map((line, i) => ({ line, number: i + 1 })),
        ({ line, number }) =>
          source.slice(source.lineSpan(number)) === line.content &&
          source.slice(source.fullLineSpan(number)) === line.content + line.terminator &&
          source.lineSpan(number).start === line.start,
        ({ number }) => `line ${number} is elsewhere`
      )
    }
  }),
  Law.make({
    name: "MUST find the line of each offset, terminators included",
    arbitrary: texts,
    holds: (make, text) => {
      const source = make(text)
      if (source.text === "") return Law.vacuous
      return firstBad(
        offsetsOf(source),
        (offset) => {
          const { end, start } = source.fullLineSpan(source.lineAt(offset))
          return start <= offset && offset < end
        },
        (offset) => `offset ${offset} is not in line ${source.lineAt(offset)}`
      )
    }
  }),
  Law.make({
    name: "MUST find the ends of a line without its index as with it",
    arbitrary: texts,
    holds: (make, text) => {
      const source = make(text)
      if (source.text === "") return Law.vacuous
      return firstBad(
        offsetsOf(source),
        (offset) => {
          const line = source.lineAt(offset)
          const content = source.lineSpan(line)
          return (
            source.lineStart(offset) === content.start &&
            source.lineEnd(offset) === content.end &&
            source.afterTerminator(content.end) === source.fullLineSpan(line).end
          )
        },
        (offset) => `at ${offset}: [${source.lineStart(offset)}, ${source.lineEnd(offset)})`
      )
    }
  }),
  Law.make({
    name: "MUST count the bytes before an offset as an encoder does, in whatever order it is asked",
    arbitrary: fc.tuple(texts, fc.array(fc.nat(60), { minLength: 2, maxLength: 6 })),
    holds: (make, [text, wanted]) => {
      const source = make(text)
      const offsets = wanted.map((n) => Math.min(n, source.text.length)).filter((offset) => source.isBoundary(offset))
      if (offsets.length === 0 || source.text === "") return Law.vacuous
      return firstBad(
        offsets,
        (offset) =>
          source.byteOffset(offset) ===
          Buffer.byteLength(source.byteOrderMark + source.text.slice(0, offset), bufferEncoding[source.encoding]),
        (offset) => `offset ${offset} is at byte ${source.byteOffset(offset)}`
      )
    }
  }),
  Law.make({
    name: "MUST find the offset again by its byte",
    arbitrary: texts,
    holds: (make, text) => {
      const source = make(text)
      if (source.text === "") return Law.vacuous
      const between = (offset: number) =>
        (source.text.charCodeAt(offset) & 0xfc00) === 0xdc00 && (source.text.charCodeAt(offset - 1) & 0xfc00) === 0xd800
      return firstBad(
        offsetsOf(source).filter((offset) => !between(offset)),
        (offset) => source.offsetAtByte(source.byteOffset(offset)) === offset,
        (offset) =>
          `offset ${offset}, byte ${source.byteOffset(offset)}: ${source.offsetAtByte(source.byteOffset(offset))}`
      )
    }
  }),
  Law.make({
    name: "MUST choose the terminator that counts say, and know whether it is alone",
    arbitrary: texts,
    holds: (make, text) => {
      const source = make(text)
      const count = (pattern: RegExp) => source.text.match(pattern)?.length ?? 0
      const [pairs, feeds, returns] = [count(/\r\n/g), count(/(?<!\r)\n/g), count(/\r(?!\n)/g)]
      if (pairs + feeds + returns === 0) return Law.vacuous
      const dominant =
        pairs > 0 && pairs >= feeds && pairs >= returns ? "\r\n" : returns > feeds ? "\r" : feeds > 0 ? "\n" : undefined
      // A lone CR that does not dominate is data.
      const others = { "\r\n": feeds, "\r": pairs + feeds, "\n": pairs, none: 0 }[dominant ?? "none"]
      const isRight = source.terminator === dominant && source.uniform === (others === 0)
      return Law.expect(isRight, () => `${JSON.stringify(source.terminator)}, uniform: ${source.uniform}`)
    }
  }),
  Law.make({
    name: "MUST know a boundary: not inside of a CRLF, not inside of a surrogate pair, not outside of the text",
    arbitrary: texts,
    holds: (make, text) => {
      const source = make(text)
      if (source.text === "") return Law.vacuous
      const inside = new Set<number>([-1, source.text.length + 1])
      for (const { 0: pair, index } of source.text.matchAll(/\r\n|[\u{10000}-\u{10ffff}]/gu)) {
        if (pair.length === 2) inside.add(index + 1)
      }
      return firstBad(
        [-1, ...offsetsOf(source), source.text.length, source.text.length + 1],
        (offset) => source.isBoundary(offset) === !inside.has(offset),
        (offset) => `${offset}: ${source.isBoundary(offset)}`
      )
    }
  })
]

/** A source with some of its answers replaced. */
const answering =
  (change: (source: SourceText.SourceText) => Partial<SourceText.SourceText>): Subject =>
  (text) => {
    const source = SourceText.make(text)
    const out = Object.create(source) as object
    for (const [key, value] of Object.entries(change(source))) Object.defineProperty(out, key, { value })
    return out as SourceText.SourceText
  }

const mutants: ReadonlyArray<LawTest.Mutant<Subject>> = [
  {
    law: "MUST give the whole text back, byte-order mark included",
    wrong: "it forgets the mark",
    subject: answering((source) => ({ toString: () => source.text }))
  },
  {
    law: "MUST tile the text with its lines",
    wrong: "a terminated last line adds an empty one",
    subject: answering((source) => ({ lineCount: source.lineCount + (source.terminated ? 1 : 0) }))
  },
  {
    law: "MUST tile the text with its lines",
    wrong: "it takes U+2028 for a terminator and loses it",
    subject: answering((source) => ({
      lines: () => source.lines().map((line) => ({ ...line, content: line.content.replace(/\u2028/g, "") }))
    }))
  },
  {
    law: "MUST give each line the spans that its lines say",
    wrong: "a line's span holds the CR of a CRLF",
    subject: answering((source) => ({
      lineSpan: (line) => {
        const { end, start } = source.lineSpan(line)
        return { start, end: source.text.startsWith("\r\n", end) ? end + 1 : end }
      }
    }))
  },
  {
    law: "MUST find the line of each offset, terminators included",
    wrong: "a terminator belongs to the next line",
    subject: answering((source) => ({
      lineAt: (offset) => source.lineAt(source.text[offset] === "\n" ? offset + 1 : offset)
    }))
  },
  {
    law: "MUST find the ends of a line without its index as with it",
    wrong: "it does not see a CR before the LF",
    subject: answering((source) => ({
      lineEnd: (offset) => {
        const at = source.text.indexOf("\n", offset)
        return at === -1 ? source.text.length : at
      }
    }))
  },
  {
    law: "MUST count the bytes before an offset as an encoder does, in whatever order it is asked",
    wrong: "it does not count the mark",
    subject: answering((source) => ({
      byteOffset: (offset) => source.byteOffset(offset) - (source.byteOrderMark === "" ? 0 : 3)
    }))
  },
  {
    law: "MUST find the offset again by its byte",
    wrong: "it takes bytes for units",
    subject: answering((source) => ({ offsetAtByte: (byte) => Math.min(byte, source.text.length) }))
  },
  {
    law: "MUST choose the terminator that counts say, and know whether it is alone",
    wrong: "the first one that it sees wins",
    subject: answering((source) => {
      const first = /\r\n|\r|\n/.exec(source.text)?.[0] as SourceText.Terminator | undefined
      return { terminator: first }
    })
  },
  {
    law: "MUST know a boundary: not inside of a CRLF, not inside of a surrogate pair, not outside of the text",
    wrong: "it cuts surrogate pairs",
    subject: answering((source) => ({
      isBoundary: (offset) =>
        offset >= 0 && offset <= source.text.length && source.text.slice(offset - 1, offset + 1) !== "\r\n"
    }))
  }
]

LawTest.suite<Subject>("SourceText", SourceText.make, laws, mutants)
LawTest.suite<Subject>("SourceText of UTF-16", (text) => SourceText.make(text, { encoding: "utf-16" }), laws, mutants)
