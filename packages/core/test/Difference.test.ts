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

  it("names the last of equal lines as missing, since the others stand there", () => {
    const [source, sent] = [SourceText.make("a()\n}\nb()\n"), SourceText.make("a()\n}\n}\nb()\n")]
    const nearest = { line: 1, endLine: 3, equal: 3, pairs: [1, undefined, 2, 3] }
    expect(Difference.make(source, sent, nearest)).toEqual({ _tag: "line-missing", oldLine: 3, sent: "}", after: 2 })
  })

  it("names the lines of oldText between which more stand, also where oldText has a blank line there", () => {
    expect(difference("a()\nx()\ny()\nb()\n", "a()\n\nb()\n")).toMatchObject({
      _tag: "line-extra",
      after: 1,
      before: 3,
      excerpt: { line: 2, endLine: 3 }
    })
  })

  it("takes a line for no other where oldText begins or ends within it", () => {
    const file = "const x = foo(alpha,\n  beta) + tail()\n  rest\n"
    expect(difference(file, "foo(alpha,\n  gamma) + tail()\n  re")).toEqual({
      _tag: "line",
      ...sides(2, 2, "  gamma) + tail()", "  beta) + tail()")
    })
  })

  it("does not call a line that has more only another case, or other backslashes", () => {
    const line = (old: string, file: string) => ({ _tag: "line", ...sides(1, 1, old, file) })
    expect(difference("foo(a);\nbar(b)\n", "foo(a)\nbar(b)\n")).toEqual(line("foo(a)", "foo(a);"))
    expect(difference("foo(A);\nbar(b)\n", "foo(a)\nbar(b)\n")).toEqual(line("foo(a)", "foo(A);"))
    expect(difference("x = re\\d;\nbar(b)\n", "x = red\nbar(b)\n")).toEqual(line("x = red", "x = re\\d;"))
    // Of the first and the last line a part is enough.
    expect(difference("x = foo(A)\nbar(b)\n", "foo(a)\nbar(b)\n")?._tag).toBe("case")
    expect(difference("bar(b)\nfoo(A);\n", "bar(b)\nfoo(a)")?._tag).toBe("case")
  })

  it("says of every line only what is known of every line", () => {
    const [source, sent] = [SourceText.make(" a()\nb()\n\n"), SourceText.make("a()\n\nc()\n")]
    const nearest = { line: 1, endLine: 3, equal: 1, pairs: [1, 3, undefined] }
    const found = Difference.make(source, sent, nearest)
    expect(found).toEqual({ _tag: "indentation", ...sides(1, 1, "a()", " a()") })
  })

  it("says so where long lines differ in more than there is room for", () => {
    const long = (middle: string) => `${"word ".repeat(50)}${middle.repeat(100)}${"word ".repeat(50)}\n`
    expect(difference(long("x1 "), long("y2 "))).toMatchObject({ isCut: true, isMore: true })
    expect(difference(`${long("x1 ")}a = 1\n`, `${long("x1 ").replace("x1", "y2")}a = 1\n`)).not.toHaveProperty(
      "isMore"
    )
  })

  it("names an invisible character at the ends of a line", () => {
    const found = difference("a = 1\u00a0\nb = 2\n", "a = 1\nb = 2\n")
    expect(found).toMatchObject({ _tag: "character", column: 6, sentCodePoint: "nothing", fileCodePoint: "U+00A0" })
    expect(difference("a = 1\n\ufeffb = 2\n", "a = 1\nb = 2\n")).toMatchObject({ _tag: "character", column: 1 })
    expect(difference("a = 1\n\fb = 2\n", "a = 1\nb = 2\n")).toMatchObject({ fileCodePoint: "U+000C" })
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
