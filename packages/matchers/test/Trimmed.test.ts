import { Trimmed } from "@kerf/matchers"
import { Equivalence, MatcherTest } from "@kerf/testing"
import { describe, expect, it } from "vitest"
import { places } from "./candidates.ts"

MatcherTest.suite(Trimmed, {
  forgives: { terminators: true, finalTerminator: true, trailingBlanks: true, indentation: true, characters: true },
  equivalent: Equivalence.sameTrimmed
})

const adapted = "indented line by line as the file is"

describe("trimmed", () => {
  it("finds whole lines, whatever the blanks at their ends", () => {
    expect(places(Trimmed, "\ta \n  b\n", "a\nb")).toEqual([[0, 7, adapted]])
    expect(places(Trimmed, "\u00a0\u3000a\n", "a")).toEqual([[0, 3, adapted]])
    expect(places(Trimmed, "a\nb\n", "  a\n\tb \n")).toEqual([[0, 4, adapted]])
  })

  it("says nothing of an adaptation where the lines begin alike", () => {
    expect(places(Trimmed, "\ta  \n", "\ta")).toEqual([[0, 4, ""]])
  })

  it("forgives characters and line endings besides", () => {
    expect(places(Trimmed, "\t“a”\r\n  b", '"a"\nb\n')).toEqual([[0, 9, adapted]])
  })

  it("finds no part of a line, no other line breaks, no inner blanks, no form feed", () => {
    const texts = ["a b", "a\nb", "a  b c", "b c"]
    expect(texts.map((oldText) => places(Trimmed, "a b c\n\f\na b \f\n", oldText))).toEqual(texts.map(() => []))
  })

  it("counts all places, overlapping ones too", () => {
    expect(places(Trimmed, " a\n\ta\na\n", "a\na")).toEqual([
      [0, 5, adapted],
      [3, 7, adapted]
    ])
  })
})
