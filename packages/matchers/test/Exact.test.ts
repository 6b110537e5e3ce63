import { Exact } from "@kerf/matchers"
import { Equivalence, MatcherTest } from "@kerf/testing"
import { describe, expect, it } from "vitest"
import { find, places } from "./candidates.ts"

MatcherTest.suite(Exact, { equivalent: Equivalence.identical })

describe("exact", () => {
  it("finds text inside a line, and takes nothing more", () => {
    expect(places(Exact, "let a = 1\n", "= ")).toEqual([[6, 8, ""]])
  })

  it("counts places that overlap", () => {
    expect(places(Exact, "aaa", "aa")).toEqual([
      [0, 2, ""],
      [1, 3, ""]
    ])
  })

  it("stops at the limit", () => {
    expect(places(Exact, "aaaa", "a", { limit: 2 })).toEqual([
      [0, 1, ""],
      [1, 2, ""]
    ])
  })

  it("cuts no CRLF and no surrogate pair", () => {
    expect(places(Exact, "a\r\nb", "\n")).toEqual([])
    expect(places(Exact, "a\r\nb", "a\r")).toEqual([])
    expect(places(Exact, "\u{1f642}", "\ud83d")).toEqual([])
    expect(places(Exact, "\u{1f642}\u{1f642}", "\u{1f642}")).toEqual([
      [0, 2, ""],
      [2, 4, ""]
    ])
  })

  it("does not see the byte-order mark", () => {
    expect(places(Exact, "\uFEFFa\n", "a\n")).toEqual([[0, 2, ""]])
    expect(places(Exact, "\uFEFFa\n", "\uFEFFa\n")).toEqual([])
  })

  describe("a place that begins inside the indentation of a line", () => {
    const text = "        a()\n        b()\n"

    it("is refused where oldText has several lines", () => {
      expect(find(Exact, text, "    a()\n        b()")).toEqual([
        {
          span: { start: 4, end: 23 },
          adaptation: expect.objectContaining({ describe: "" }),
          refusal: {
            _tag: "boundary",
            matcher: "exact",
            place: { line: 1, endLine: 1, byteOffset: 4 },
            detail: "it begins inside the indentation of that line, so oldText is indented otherwise than the file"
          }
        }
      ])
    })

    it("is refused where newText has several lines", () => {
      expect(places(Exact, text, "    a()", { newText: "    a()\n    c()" })).toEqual([[4, 11, "(boundary)"]])
    })

    it("is taken where both have one line", () => {
      expect(places(Exact, text, "    a()", { newText: "    c()" })).toEqual([[4, 11, ""]])
    })

    it("is taken at the start of the line, and at its first character that is not blank", () => {
      expect(places(Exact, text, "        a()\n")).toEqual([[0, 12, ""]])
      expect(places(Exact, text, "a()\n        b")).toEqual([[8, 21, ""]])
    })

    it("is judged for every place alone", () => {
      const lines = "  a\n b\n\ta\n b\na\n b\n"
      expect(places(Exact, lines, "a\n b")).toEqual([
        [2, 6, ""],
        [8, 12, ""],
        [13, 17, ""]
      ])
      expect(places(Exact, "   x\n   x\n", " x\n")).toEqual([
        [2, 5, ""],
        [7, 10, ""]
      ])
      expect(places(Exact, "   x\n   x\n", " x\n", { newText: "1\n2\n" })).toEqual([
        [2, 5, "(boundary)"],
        [7, 10, "(boundary)"]
      ])
    })
  })
})
