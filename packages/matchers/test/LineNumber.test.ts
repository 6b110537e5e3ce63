import { LineNumber } from "@kerf/matchers"
import { Equivalence, MatcherTest } from "@kerf/testing"
import { describe, expect, it } from "vitest"
import { places } from "./candidates.ts"

const numbered = (text: string): string | undefined => {
  let number = 6
  // A carriage return that is data would take a number of its own here.
  return text.includes("p\rq")
    ? undefined
    : text.replace(/[^\r\n]*(\r\n|\n|\r)|[^\r\n]+/g, (line) => `${++number}| ${line}`)
}

MatcherTest.suite(LineNumber, {
  form: numbered,
  forgives: { terminators: true, finalTerminator: true },
  equivalent: Equivalence.sameLines
})

const off = "line numbers taken off"

describe("line-number", () => {
  it("knows the forms of a column", () => {
    const text = "a\nb\n"
    const forms = ["9|a\n10|b", "9 | a\n10 | b", "  9\ta\n 10\tb", "9→a\n10→b", "9:a\n10:b", "9| a\n10| b"]
    expect(forms.map((oldText) => places(LineNumber, text, oldText))).toEqual(forms.map(() => [[0, 3, off]]))
  })

  it("wants consecutive numbers, one form, every line, and two lines for a colon", () => {
    const texts = ["1|a\n3|b", "1|a\n1|b", "2|a\n1|b", "1|a\n2→b", "1|a\nb", "a\n2|b", "1:a", "1.a\n2.b", "1-a\n2-b"]
    expect(texts.map((oldText) => places(LineNumber, "a\nb\n", oldText))).toEqual(texts.map(() => []))
  })

  it("tries both readings of a blank, each for all lines", () => {
    expect(places(LineNumber, " a\nx\na\n", "1| a")).toEqual([
      [0, 2, off],
      [5, 6, off]
    ])
    expect(places(LineNumber, " a\nb\n", "1| a\n2|b")).toEqual([[0, 4, off]])
    expect(places(LineNumber, " a\nb\n", "1| a\n2| b")).toEqual([])
  })

  it("lets an empty line lose its blank", () => {
    expect(places(LineNumber, "a\n\nb\n", "1| a\n2|\n3| b")).toEqual([[0, 4, off]])
  })

  it("finds whole lines alone, and nothing for blank ones", () => {
    expect(places(LineNumber, "xa\nax\n", "1|a")).toEqual([])
    expect(places(LineNumber, "\n\n", "1|\n2|")).toEqual([])
  })

  it("forgives line endings, and a last terminator that the file lacks", () => {
    expect(places(LineNumber, "a\r\nb", "1|a\n2|b\n")).toEqual([[0, 4, off]])
  })
})
