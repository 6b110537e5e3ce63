import { Escape } from "@kerf/matchers"
import { Equivalence, MatcherTest } from "@kerf/testing"
import { describe, expect, it } from "vitest"
import { places } from "./candidates.ts"

const escaped = (text: string): string | undefined => {
  const body = JSON.stringify(text).slice(1, -1)
  return body === text ? undefined : body
}

MatcherTest.suite(Escape, {
  form: escaped,
  forgives: { terminators: true, finalTerminator: true },
  equivalent: Equivalence.sameLines
})

describe("escape", () => {
  it("finds what the escapes stand for, also inside a line", () => {
    expect(places(Escape, 'say "hi" now\n', 'say \\"hi\\"')).toEqual([[0, 8, "decoded JSON escapes"]])
    expect(places(Escape, "x one\ny two\n", "one\\ny t")).toEqual([[2, 9, "decoded JSON escapes"]])
    expect(places(Escape, "\u{1f642}", "\\ud83d\\ude42")).toEqual([[0, 2, "decoded JSON escapes"]])
  })

  it("forgives line endings, and a last terminator that the file lacks", () => {
    expect(places(Escape, "a\r\nb", "a\\nb\\n")).toEqual([[0, 4, "decoded JSON escapes"]])
  })

  it("finds nothing for a text without escapes, with other characters, or with another level", () => {
    const texts = ["a", "a\\tb\n", 'a\\t"b', "a\\tb\\d", "a\\\\tb", "\\ud83d"]
    expect(texts.map((oldText) => places(Escape, 'a\ta\tb\na\t"b\n', oldText))).toEqual(texts.map(() => []))
  })

  it("finds nothing for what is blank once it is decoded", () => {
    expect(places(Escape, "a\n\t\nb\n", "\\n\\t\\n")).toEqual([])
  })

  it("refuses a place where newText is no such text", () => {
    expect(places(Escape, "a\tb\n", "a\\tb", { newText: "a\tc" })).toEqual([[0, 3, "(escape)"]])
    expect(places(Escape, "a\tb\n", "a\\tb", { newText: "c" })).toEqual([[0, 3, "decoded JSON escapes"]])
  })

  it("counts all places", () => {
    expect(places(Escape, "a\ta\ta\n", "a\\ta")).toEqual([
      [0, 3, "decoded JSON escapes"],
      [2, 5, "decoded JSON escapes"]
    ])
  })
})
