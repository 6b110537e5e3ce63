import { LineEnding } from "@kerf/matchers"
import { Equivalence, MatcherTest } from "@kerf/testing"
import { describe, expect, it } from "vitest"
import { places } from "./candidates.ts"

MatcherTest.suite(LineEnding, {
  forgives: { terminators: true, finalTerminator: true },
  equivalent: Equivalence.sameLines
})

describe("line-ending", () => {
  it("takes LF for CRLF, CRLF for LF, and either for a CR that ends lines", () => {
    expect(places(LineEnding, "a\r\nb\r\n", "a\nb\n")).toEqual([[0, 6, ""]])
    expect(places(LineEnding, "a\nb\n", "a\r\nb\r\n")).toEqual([[0, 4, ""]])
    expect(places(LineEnding, "a\rb\rc", "a\nb")).toEqual([[0, 3, ""]])
    expect(places(LineEnding, "a\rb\rc", "b\r\nc")).toEqual([[2, 5, ""]])
  })

  it("takes no CR that is data for a terminator", () => {
    expect(places(LineEnding, "a\rb\nc\nd\n", "a\nb")).toEqual([])
    expect(places(LineEnding, "a\rb\nc\nd\n", "a\rb\r\nc\r\nd\r\n")).toEqual([[0, 8, ""]])
  })

  it("begins and ends inside lines", () => {
    expect(places(LineEnding, "let a\r\nlet b\r\n", "a\nlet")).toEqual([[4, 10, ""]])
  })

  it("needs a terminator where oldText has one, but for the end of the file", () => {
    expect(places(LineEnding, "ab\na", "a\n")).toEqual([[3, 4, ""]])
    expect(places(LineEnding, "a b\n", "a\n")).toEqual([])
  })

  it("finds a run of terminators", () => {
    expect(places(LineEnding, "a\r\n\r\n\r\nb", "\n\n")).toEqual([
      [1, 5, ""],
      [3, 7, ""]
    ])
  })

  it("does not trim", () => {
    expect(places(LineEnding, "a \r\nb\r\n", "a\nb\n")).toEqual([])
  })

  it("refuses a place inside the indentation, as exact does", () => {
    expect(places(LineEnding, "    a\r\n    b\r\n", "  a\n    b\n")).toEqual([[2, 14, "(boundary)"]])
  })
})
