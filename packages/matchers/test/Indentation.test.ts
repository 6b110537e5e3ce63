import { Indentation } from "@kerf/matchers"
import { MatcherTest } from "@kerf/testing"
import { describe, expect, it } from "vitest"
import { find, places } from "./candidates.ts"

MatcherTest.suite(Indentation, {
  forgives: { terminators: true, finalTerminator: true, trailingBlanks: true, indentation: true, characters: true }
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
