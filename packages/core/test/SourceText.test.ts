import { SourceText } from "@kerf/core"
import { describe, expect, it } from "vitest"

describe("line counts", () => {
  for (const [text, count] of [
    ["", 0],
    ["\n", 1],
    ["p\nq\n", 2],
    ["p\nq", 2],
    ["p\r\nq\r\n", 2],
    ["one\rtwo\rthree", 3],
    ["memo stops\rmore\nline two\n", 2],
    ["a\fb\u000bc\u0085d\u2028e\u2029f", 1]
  ] as const) {
    it(`${JSON.stringify(text)} has ${count}`, () => {
      expect(SourceText.make(text).lineCount).toBe(count)
    })
  }
})

describe("the dominant terminator", () => {
  for (const [text, terminator, uniform] of [
    ["", undefined, true],
    ["a", undefined, true],
    ["a\nb", "\n", true],
    ["a\r\nb", "\r\n", true],
    ["a\rb", "\r", true],
    // CRLF wins a tie, with LF and with CR.
    ["a\r\nb\n", "\r\n", false],
    ["a\r\nb\r", "\r\n", true],
    ["a\r\nb\nc\n", "\n", false],
    // CR must outnumber LF.
    ["a\rb\n", "\n", true],
    ["a\rb\rc\n", "\r", false],
    ["a\rb\rc\r\n", "\r", false]
  ] as const) {
    it(`of ${JSON.stringify(text)} is ${JSON.stringify(terminator)}${uniform ? ", alone" : ""}`, () => {
      const source = SourceText.make(text)
      expect([source.terminator, source.uniform]).toEqual([terminator, uniform])
    })
  }
})

describe("make", () => {
  it("splits the mark off, unless it is data", () => {
    const file = SourceText.make("\uFEFFa\n")
    expect([file.byteOrderMark, file.text, file.toString()]).toEqual(["\uFEFF", "a\n", "\uFEFFa\n"])
    const fragment = SourceText.make("\uFEFFa\n", { byteOrderMark: "data" })
    expect([fragment.byteOrderMark, fragment.text]).toEqual(["", "\uFEFFa\n"])
  })

  it("reads a lone CR as it is told", () => {
    expect(SourceText.make("a\rb\n", { carriageReturn: "terminator" }).lineCount).toBe(2)
    expect(SourceText.make("a\rb", { carriageReturn: "data" }).lineCount).toBe(1)
  })

  it("counts bytes with the mark", () => {
    const source = SourceText.make("\uFEFFé\n\u{1f642}x")
    expect([0, 1, 2, 4, 5].map(source.byteOffset, source)).toEqual([3, 5, 6, 10, 11])
    expect([0, 3, 4, 5, 6, 9, 10, 99].map(source.offsetAtByte, source)).toEqual([0, 0, 0, 1, 2, 2, 4, 5])
  })

  it("counts bytes in UTF-16 where the file is, two for each unit", () => {
    const source = SourceText.make("\uFEFFé\n\u{1f642}x", { encoding: "utf-16" })
    expect(source.encoding).toBe("utf-16")
    expect([0, 1, 2, 4, 5].map(source.byteOffset, source)).toEqual([2, 4, 6, 10, 12])
    expect([-1, 0, 2, 3, 4, 6, 7, 8, 9, 10, 99].map(source.offsetAtByte, source)).toEqual([
      0, 0, 0, 0, 1, 2, 2, 2, 2, 4, 5
    ])
  })

  it("clamps lines and offsets", () => {
    const source = SourceText.make("a\nb\n")
    expect([source.lineAt(-1), source.lineAt(99)]).toEqual([1, 2])
    expect([source.lineSpan(0), source.lineSpan(99)]).toEqual([
      { start: 0, end: 1 },
      { start: 2, end: 3 }
    ])
    expect(SourceText.make("").fullLineSpan(1)).toEqual({ start: 0, end: 0 })
  })
})
