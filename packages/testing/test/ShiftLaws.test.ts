import { Blank, Shift, SourceText } from "@kerf/core"
import { Arbitraries, Law, LawTest } from "@kerf/testing"
import * as fc from "fast-check"

type Subject = Pick<typeof Shift, "apply" | "invert" | "between" | "fits">

const shifted = fc.record({ text: Arbitraries.text, shift: Arbitraries.shift })

const contentLines = (text: string) =>
  SourceText.make(text, { byteOrderMark: "data" })
    .lines()
    .map(({ content }) => content)
    .filter((line) => !Blank.isBlankLine(line))

const laws: ReadonlyArray<Law.Law<Subject>> = [
  Law.make({
    name: "MUST give the text back when what was added is removed",
    atLeast: 0.9,
    arbitrary: shifted,
    holds: ({ apply }, { shift, text }) => {
      const there = apply(Shift.add(shift.whitespace), text)
      const back = apply(Shift.remove(shift.whitespace), there)
      return Law.expect(back === text, () => `there ${JSON.stringify(there)}, back ${JSON.stringify(back)}`)
    }
  }),
  Law.make({
    name: "MUST give the text back when what was removed is added, exactly where every line carries it",
    arbitrary: fc.tuple(shifted, fc.boolean()).map(([{ shift, text }, carries]) => ({
      shift,
      text: carries ? Shift.apply(Shift.add(shift.whitespace), text) : text
    })),
    holds: ({ apply }, { shift, text }) => {
      const carries = contentLines(text).every((line) => line.startsWith(shift.whitespace))
      const back = apply(Shift.add(shift.whitespace), apply(Shift.remove(shift.whitespace), text))
      return Law.expect((back === text) === carries, () => `carries: ${carries}, back ${JSON.stringify(back)}`)
    }
  }),
  Law.make({
    name: "MUST change nothing but the starts of lines that are not blank",
    arbitrary: shifted,
    atLeast: 0.9,
    holds: ({ apply }, { shift, text }) => {
      const before = SourceText.make(text, { byteOrderMark: "data" }).lines()
      const after = SourceText.make(apply(shift, text), { byteOrderMark: "data" }).lines()
      const isRight =
        before.length === after.length &&
        before.every(({ content, terminator }, i) => {
          const line = after[i]!
          if (line.terminator !== terminator) return false
          if (Blank.isBlankLine(content)) return line.content === content
          if (shift.add) return line.content === shift.whitespace + content
          return content === line.content || content === shift.whitespace + line.content
        })
      return Law.expect(isRight, () => `it became ${JSON.stringify(apply(shift, text))}`)
    }
  }),
  Law.make({
    name: "MUST be undone by its inverse wherever it fits every line",
    arbitrary: shifted,
    holds: ({ apply, fits, invert }, { shift, text }) => {
      if (!contentLines(text).every((line) => fits(shift, line))) return Law.vacuous
      const back = apply(invert(shift), apply(shift, text))
      return Law.expect(back === text, () => `back ${JSON.stringify(back)}`)
    }
  }),
  Law.make({
    name: "MUST turn the one indentation into the other, byte for byte, where it says that a shift does",
    arbitrary: fc.record({ from: Arbitraries.indentation, to: Arbitraries.indentation }),
    holds: ({ apply, between }, { from, to }) => {
      const shift = between(from, to)
      if (shift === undefined) return Law.vacuous
      const line = apply(shift, `${from}x`)
      return Law.expect(line === `${to}x`, () => `${JSON.stringify(shift)} gives ${JSON.stringify(line)}`)
    }
  }),
  Law.make({
    name: "MUST find the shift between two indentations where there is one",
    arbitrary: fc.record({ from: Arbitraries.indentation, shift: Arbitraries.shift }),
    holds: ({ between }, { from, shift }) => {
      if (!shift.add && !from.startsWith(shift.whitespace)) return Law.vacuous
      const to = Shift.applyLine(shift, `${from}x`).slice(0, -1)
      // A shift works at the start of a line: where that is not at its end too, no shift is reported.
      if (shift.add && shift.whitespace + from !== from + shift.whitespace) return Law.vacuous
      if (!shift.add && to + shift.whitespace !== from) return Law.vacuous
      const found = between(from, to)
      return Law.expect(found !== undefined && Shift.equals(found, shift), () => `found ${JSON.stringify(found)}`)
    }
  })
]

const linewise =
  (change: (shift: Shift.Shift, line: string) => string): Subject["apply"] =>
  (shift, text) =>
    text.replace(/[^\r\n]+/g, (line) => change(shift, line))

LawTest.suite<Subject>("Shift", Shift, laws, [
  {
    law: "MUST give the text back when what was added is removed",
    wrong: "it does not take a tab and a space off together",
    subject: {
      ...Shift,
      apply: (shift, text) => (shift.add || shift.whitespace.length === 1 ? Shift.apply(shift, text) : text)
    }
  },
  {
    law: "MUST give the text back when what was removed is added, exactly where every line carries it",
    wrong: "it adds to blank lines too",
    subject: { ...Shift, apply: linewise((s, line) => (s.add ? s.whitespace + line : Shift.applyLine(s, line))) }
  },
  {
    law: "MUST change nothing but the starts of lines that are not blank",
    wrong: "it trims the ends of lines",
    subject: { ...Shift, apply: (shift, text) => Shift.apply(shift, text).replace(/[ \t]+$/gm, "") }
  },
  {
    law: "MUST be undone by its inverse wherever it fits every line",
    wrong: "it is its own inverse",
    subject: { ...Shift, invert: (shift) => shift }
  },
  {
    law: "MUST turn the one indentation into the other, byte for byte, where it says that a shift does",
    wrong: "it takes what was added at the end for a shift",
    subject: { ...Shift, between: (from, to) => (to.startsWith(from) ? Shift.add(to.slice(from.length)) : undefined) }
  },
  {
    law: "MUST find the shift between two indentations where there is one",
    wrong: "it does not see what was removed",
    subject: { ...Shift, between: (from, to) => (from.length > to.length ? undefined : Shift.between(from, to)) }
  }
])
