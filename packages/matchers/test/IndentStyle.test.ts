import { IndentStyle } from "@kerf/matchers"
import { Equivalence, MatcherTest } from "@kerf/testing"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { find, places } from "./candidates.ts"

MatcherTest.suite(IndentStyle, {
  forgives: { terminators: true, finalTerminator: true, trailingBlanks: true, characters: true },
  equivalent: Equivalence.sameIndented
})

const at = (width: number): string => `indentation rewritten at tab width ${width}`

describe("indent-style", () => {
  it("finds tabs for blanks and blanks for tabs, at each width", () => {
    for (const width of [2, 3, 4, 8]) {
      const blanks = " ".repeat(width)
      expect(places(IndentStyle, "\tif q {\n\t\tp()\n", `${blanks}if q {\n${blanks}${blanks}p()`)).toEqual([
        [0, 13, at(width)]
      ])
      expect(places(IndentStyle, `${blanks}if q {\n${blanks}${blanks}p()\n`, "\tif q {\n\t\tp()")).toEqual([
        [0, 10 + 3 * width, at(width)]
      ])
    }
  })

  it("knows no width of five", () => {
    expect(places(IndentStyle, "\tif q {\n\t\tp()\n", "     if q {\n          p()")).toEqual([
      [0, 13, "(inconsistent-shift)"]
    ])
  })

  it("takes a tab for as many columns as are left to its stop", () => {
    expect(places(IndentStyle, "  \ta\n\tb\n", "    a\n    b")).toEqual([[0, 7, "(indent-width)"]])
    expect(places(IndentStyle, "\tA\n B\n\t C\n", "    A\n B\n     C")).toEqual([[0, 9, at(4)]])
  })

  it("accepts a shift on top where two depths show and one width explains them", () => {
    expect(places(IndentStyle, "\t\ta {\n\t\t\tb\n", "    a {\n        b")).toEqual([[0, 10, `${at(4)}, added 1 tab`]])
    expect(places(IndentStyle, "\t\ta\n\t\tb\n", "   a\n   b")).toEqual([[0, 7, "(inconsistent-shift)"]])
  })

  it("has nothing to do where every line is indented alike", () => {
    expect(places(IndentStyle, "\ta  \n", "\ta")).toEqual([[0, 4, ""]])
  })

  it("counts a place where one indentation stands for several, and one that no width explains", () => {
    expect(places(IndentStyle, "\ta\n  b\n    a\n  b\n", "  a\n  b")).toEqual([
      [0, 6, "(indent-width)"],
      [7, 16, "(inconsistent-shift)"]
    ])
  })

  it("says what cannot be written, and which two widths or indentations disagree", () => {
    const detail = (file: string, oldText: string, newText: string): string | undefined => {
      const [candidate] = find(IndentStyle, file, oldText, { newText })
      const { adaptation, refusal } = candidate!
      const reason = refusal ?? Result.getOrThrow(Result.flip(adaptation.apply(newText)))
      return reason._tag === "indent-width" ? reason.detail : undefined
    }
    expect([
      detail("    \tb\n", "        b", "        b\n\tc"),
      detail("\ta\n", "    a\n", "    a\n      b\n"),
      detail("    \tb\n", "        b", "        b\n    c"),
      detail("\ta\n  b\n", "  a\n  b", "  a\n  c")
    ]).toEqual([
      'tab widths 4 and 8 explain it alike, and make 4 and 8 columns of newText\'s indentation "\\t"',
      "newText's indentation \"      \" is no whole number of the file's tabs, which are 4 wide",
      "newText's indentation \"    \" cannot be written in the file's mixture of tabs and spaces",
      'oldText\'s indentation "  " stands for both "\\t" and "  "'
    ])
  })

  it("leaves blank lines out", () => {
    expect(places(IndentStyle, "\ta\n \n\n\tb\n", "    a\n\t\n\n    b")).toEqual([[0, 8, at(4)]])
  })
})
