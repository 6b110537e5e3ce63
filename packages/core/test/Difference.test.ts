import { Difference, Nearest, SourceText } from "@kerf/core"
import { describe, expect, it } from "vitest"

const difference = (text: string, old: string): Difference.Difference | undefined => {
  const [source, sent] = [SourceText.make(text), SourceText.make(old)]
  return Difference.make(source, sent, Nearest.find(source, sent)[0]!)
}

const sides = (oldLine: number, line: number, sent: string, file: string) => ({ oldLine, line, sent, file })

describe("make", () => {
  it("names a line that only one has", () => {
    expect(difference("a()\nb()\nd()\n", "a()\nb()\nc()\nd()\n")).toEqual({
      _tag: "line-missing",
      oldLine: 3,
      sent: "c()",
      after: 2
    })
    expect(difference("a()\n\nb()\n", "a()\nb()\n")).toMatchObject({
      _tag: "line-extra",
      after: 1,
      excerpt: { line: 2 }
    })
  })

  it("names an invisible or look-alike character, also where a fold forgives it", () => {
    const character = (sentCodePoint: string, fileCodePoint: string, column: number) => ({
      _tag: "character",
      column,
      sentCodePoint,
      fileCodePoint
    })
    expect(difference("let a\u00a0= 1\n", "let a = 1\n")).toMatchObject(character("U+0020", "U+00A0", 6))
    expect(difference("  say(“a”)\n", '  say("a")\n')).toMatchObject(character("U+0022", "U+201C", 7))
    expect(difference("ab\u200bcd\n", "abcd\n")).toMatchObject(character("nothing", "U+200B", 3))
    expect(difference("p\u0430ss(1)\n", "pass(1)\n")).toBeDefined()
  })

  it("names backslashes, and which sequence is which character", () => {
    expect(difference('re = "\\\\d"\n', 're = "\\d"\n')).toEqual({
      _tag: "backslashes",
      ...sides(1, 1, 're = "\\d"', 're = "\\\\d"'),
      sequence: { sent: "\\", file: "\\\\" }
    })
    expect(difference('d = "\\u2014"\n', 'd = "—"\n')).toMatchObject({ sequence: { sent: "U+2014", file: "\\u2014" } })
  })

  it("names one change of indentation, or one tab width, that explains every line", () => {
    expect(difference("    a()\n      b()\n", "  a()\n    b()\n")).toMatchObject({
      _tag: "indentation",
      shift: { add: true, whitespace: "  " }
    })
    expect(difference("\ta()\n\t\tb()\n", "  a()\n    b()\n")).toMatchObject({ _tag: "indentation", width: 2 })
    const other = difference("\ta()\n      b()\n", "  a()\n    b()\n")
    expect([other?._tag, other !== undefined && ("shift" in other || "width" in other)]).toEqual(["indentation", false])
  })

  it("names other line breaks only where lines are broken otherwise", () => {
    expect(difference("foo\nbar baz\n", "foo bar\nbaz\n")).toEqual({ _tag: "line-breaks", line: 1, endLine: 2 })
    expect(difference("foo bar  \nbaz\n", "foo bar\nbaz\n")).toEqual({
      _tag: "line",
      ...sides(1, 1, "foo bar", "foo bar  ")
    })
  })

  it("names case, and else the first line that differs", () => {
    expect(difference("let userId = 1\n", "let userID = 1\n")).toMatchObject({ _tag: "case" })
    expect(difference("a = 1\nb = 2\n", "a = 1\nb = 3\n")).toEqual({ _tag: "line", ...sides(2, 2, "b = 3", "b = 2") })
  })

  it("cuts both sides of a long line at the same places, so that one can be put in place of the other", () => {
    const [sent, file] = [
      `${"x ".repeat(300)}old${" y".repeat(300)}`,
      `${"x ".repeat(300)}brand new${" y".repeat(300)}`
    ]
    const found = difference(`${file}\n`, `${sent}\n`)
    if (found?._tag !== "line") throw new Error("a line differs")
    expect(found.isCut).toBe(true)
    expect(Math.max(found.sent.length, found.file.length)).toBeLessThanOrEqual(200)
    expect(sent.replace(found.sent, found.file)).toBe(file)
  })
})
