import { Normalized } from "@kerf/matchers"
import { Equivalence, MatcherTest } from "@kerf/testing"
import { describe, expect, it } from "vitest"
import { places } from "./candidates.ts"

MatcherTest.suite(Normalized, {
  forgives: { terminators: true, finalTerminator: true, trailingBlanks: true, characters: true },
  equivalent: Equivalence.sameForm
})

describe("normalized", () => {
  it("finds straight quotes where the file has curly ones, also inside a line", () => {
    expect(places(Normalized, "say “hi” now\n", '"hi"')).toEqual([[4, 8, ""]])
  })

  it("ends before the file's trailing blanks, unless oldText ends in blanks", () => {
    expect(places(Normalized, "a  \nb\n", "a\nb")).toEqual([[0, 5, ""]])
    expect(places(Normalized, "b\na  \n", "b \na")).toEqual([[0, 3, ""]])
    expect(places(Normalized, "b\na  \n", "b\na ")).toEqual([[0, 5, ""]])
  })

  it("refuses an edge inside a folded unit", () => {
    expect(places(Normalized, "deﬁne\n", "ine")).toEqual([[2, 5, "(boundary)"]])
  })

  it("keeps leading and inner blanks significant", () => {
    expect(places(Normalized, "\ta  b\n", "\ta b")).toEqual([])
    expect(places(Normalized, "\tx\n", "  x \n")).toEqual([])
  })

  it("keeps ZWJ", () => {
    expect(places(Normalized, "\u{1f469}\u200d\u{1f4bb}", "\u{1f469}\u{1f4bb}")).toEqual([])
  })
})
