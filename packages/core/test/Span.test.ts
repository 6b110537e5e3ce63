import { Place, SourceText, Span } from "@kerf/core"
import { describe, expect, it } from "vitest"

describe("span", () => {
  const span = Span.make(2, 5)

  it("overlaps what it shares a character with, and not what it touches", () => {
    expect(
      [Span.make(0, 2), Span.make(0, 3), Span.make(3, 4), Span.make(5, 6)].map((it) => Span.overlaps(span, it))
    ).toEqual([false, true, true, false])
  })

  it("covers what lies in it, itself included", () => {
    expect([Span.make(2, 5), Span.make(3, 4), Span.make(1, 4)].map((it) => Span.covers(span, it))).toEqual([
      true,
      true,
      false
    ])
  })

  it("has a length and equals the same range", () => {
    expect([Span.length(span), Span.equals(span, { start: 2, end: 5 }), Span.equals(span, Span.make(2, 4))]).toEqual([
      3,
      true,
      false
    ])
  })
})

describe("place", () => {
  it("counts lines from 1 and bytes with the mark; a terminator belongs to its line", () => {
    const source = SourceText.make("\uFEFFé\nb\nc")
    expect([Span.make(0, 2), Span.make(2, 5), Span.make(2, 2)].map((span) => Place.fromSpan(source, span))).toEqual([
      { line: 1, endLine: 1, byteOffset: 3 },
      { line: 2, endLine: 3, byteOffset: 6 },
      { line: 2, endLine: 2, byteOffset: 6 }
    ])
  })

  it("is said in words", () => {
    expect([
      Place.describe({ line: 3, endLine: 3, byteOffset: 0 }),
      Place.describe({ line: 3, endLine: 5, byteOffset: 0 })
    ]).toEqual(["line 3", "lines 3-5"])
  })
})
