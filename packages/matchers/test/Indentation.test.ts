import { Blank, Shift, SourceText } from "@kerf/core"
import { Indentation } from "@kerf/matchers"
import { Arbitraries, Equivalence, Law, MatcherTest } from "@kerf/testing"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { find, places } from "./candidates.ts"

MatcherTest.suite(Indentation, {
  forgives: { terminators: true, finalTerminator: true, trailingBlanks: true, indentation: true, characters: true },
  equivalent: Equivalence.sameIndented
})

const indentations = (text: string): ReadonlyArray<string> =>
  SourceText.make(text)
    .lines()
    .filter(({ content }) => !Blank.isBlankLine(content))
    .map(({ content }) => Blank.indentation(content))

/** The shift that is reported, applied to oldText, gives the file's indentation byte for byte. */
const shiftLaw: Law.Law<typeof find> = Law.make({
  name: "MUST report a shift that gives the file's indentation, byte for byte",
  arbitrary: fc.oneof(Arbitraries.planted("indentation", "apart"), Arbitraries.anything),
  holds: (ask, { oldText, text }) => {
    const shifts = ask(Indentation, text, oldText).filter(
      ({ adaptation, refusal }) => refusal === undefined && adaptation.keepsFirstLine !== true
    )
    if (shifts.length === 0) return Law.vacuous
    const wrong = shifts.find(({ adaptation, span }) => {
      const shifted = indentations(Shift.apply(adaptation.shift!, oldText))
      return shifted.join("|") !== indentations(SourceText.make(text).slice(span)).join("|")
    })
    return Law.expect(wrong === undefined, () => `[${wrong!.span.start}, ${wrong!.span.end}) is indented otherwise`)
  }
})

describe("the shift of indentation", () => {
  it(`${shiftLaw.name}`, async () => {
    expect((await shiftLaw.check(find, { runs: 1_000 })).failure).toBeUndefined()
  })

  it("is caught where it is taken for its opposite", async () => {
    const { failure } = await shiftLaw.check((...question) =>
      find(...question).map((candidate) => ({
        ...candidate,
        adaptation: {
          ...candidate.adaptation,
          ...(candidate.adaptation.shift === undefined ? {} : { shift: Shift.invert(candidate.adaptation.shift) })
        }
      }))
    )
    expect(failure).toMatch(/input: /)
  })
})

const room = "room r() {\n\tif q {\n\t\tp()\n\n\t\tz()\n\t}\n}\n"

describe("indentation", () => {
  it("finds a block that has one tab more", () => {
    expect(places(Indentation, room, "if q {\n\tp()\n\n\tz()\n}")).toEqual([[11, 34, "added 1 tab"]])
  })

  it("takes the last terminator where oldText has one", () => {
    expect(places(Indentation, room, "if q {\n\tp()\n\n\tz()\n}\n")).toEqual([[11, 35, "added 1 tab"]])
  })

  it("finds a block that has one tab less", () => {
    expect(places(Indentation, room, "\t\tif q {\n\t\t\tp()\n\n\t\t\tz()\n\t\t}")).toEqual([[11, 34, "removed 1 tab"]])
  })

  it("takes no terminator that the end of the file lacks", () => {
    expect(places(Indentation, "p\n\tq", "q\n")).toEqual([[2, 4, "added 1 tab"]])
  })

  it("lets blank lines match blank lines", () => {
    expect(places(Indentation, "k\n    m\n  \n    n\no\n", "m\n\nn")).toEqual([[2, 16, "added 4 spaces"]])
  })

  it("finds both places, whatever the shift of each", () => {
    expect(places(Indentation, "\tu()\n\tv()\n+++\n\t\tu()\n\t\tv()\n", "u()\nv()")).toEqual([
      [0, 9, "added 1 tab"],
      [14, 25, "added 2 tabs"]
    ])
  })

  it("counts places whose shift is inconsistent", () => {
    expect(places(Indentation, "\tw\n\tw\n\tw\n", "  w", { limit: 2 })).toEqual([
      [0, 2, "(inconsistent-shift)"],
      [3, 5, "(inconsistent-shift)"]
    ])
  })

  it("says which lines disagree", () => {
    expect(find(Indentation, "\tu()\n\t\tv()\n", "u()\nv()")).toEqual([
      {
        span: { start: 0, end: 10 },
        adaptation: expect.objectContaining({ describe: "" }),
        refusal: {
          _tag: "inconsistent-shift",
          matcher: "indentation",
          place: { line: 1, endLine: 2, byteOffset: 0 },
          detail: "line 1 fits with added 1 tab, line 2 fits with added 2 tabs"
        }
      }
    ])
  })

  it("finds nothing where a line is missing", () => {
    expect(places(Indentation, "head\n\n\tv()\nfoot\n", "\nv()\nnone")).toEqual([])
  })

  it("takes no tab and two spaces for a tab: a shift works at the start of the line", () => {
    expect(places(Indentation, "\t  a\n", "\ta")).toEqual([[0, 4, "(inconsistent-shift)"]])
  })

  describe("an oldText whose first line has lost its indentation", () => {
    it("begins after that line's indentation", () => {
      expect(places(Indentation, "\t\tif q:\n\t\t\tgo()\n", "if q:\n\t\tgo()\n")).toEqual([[2, 16, "added 1 tab"]])
    })

    it("is refused where the file's first line is not indented further than the others were shifted", () => {
      expect(places(Indentation, "if q:\n\t\tgo()\n", "if q:\n\tgo()\n")).toEqual([[0, 13, "(inconsistent-shift)"]])
    })

    it("is refused where the others have lost nothing", () => {
      expect(places(Indentation, "\tif q:\n\t\tgo()\n", "if q:\n\t\tgo()\n")).toEqual([[0, 14, "(inconsistent-shift)"]])
    })
  })
})
