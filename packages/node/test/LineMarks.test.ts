import { LineMarks } from "@kerf/node"
import { describe, expect, it } from "vitest"

const side = (content: string, terminator = "\n") => ({ line: 1, content, terminator })

const segments = (file: string, old: string, fresh?: string) => {
  const sides = { file: side(file), old: side(old) }
  const marked = LineMarks.make(fresh === undefined ? sides : { ...sides, new: side(fresh) })
  return [marked.file, marked.old, marked.new].map((cell) => cell?.segments)
}

describe("what the file and oldText differ in", () => {
  it("is nothing where they are equal", () => {
    expect(segments("a b", "a b")).toEqual([[{ text: "a b" }], [{ text: "a b" }], undefined])
  })

  it("is the indentation that one has more", () => {
    expect(segments("\t\ta", "\ta")).toEqual([
      [{ text: "\t", differs: "indentation" }, { text: "\ta" }],
      [{ text: "\ta" }],
      undefined
    ])
    expect(segments("\ta", "  a")).toEqual([
      [{ text: "\t", differs: "indentation" }, { text: "a" }],
      [{ text: "  ", differs: "indentation" }, { text: "a" }],
      undefined
    ])
  })

  it("is the form of characters, blanks at the end, and the line ending", () => {
    expect(segments("“a” ﬁn  ", '"a" fin')).toEqual([
      [
        { text: "“", differs: "character" },
        { text: "a" },
        { text: "”", differs: "character" },
        { text: " " },
        { text: "ﬁ", differs: "character" },
        { text: "n" },
        { text: "  ", differs: "trailing-blanks" }
      ],
      [
        { text: '"', differs: "character" },
        { text: "a" },
        { text: '"', differs: "character" },
        { text: " " },
        { text: "fi", differs: "character" },
        { text: "n" }
      ],
      undefined
    ])
    const marked = LineMarks.make({ file: side("a", "\r\n"), old: side("a") })
    expect(marked.file?.segments).toEqual([{ text: "a" }, { text: "\r\n", differs: "line-ending" }])
    expect(marked.old?.segments).toEqual([{ text: "a" }, { text: "\n", differs: "line-ending" }])
  })

  it("is other words", () => {
    expect(segments("a write()", "a writes()")).toEqual([
      [{ text: "a " }, { text: "write", differs: "text" }, { text: "()" }],
      [{ text: "a " }, { text: "writes", differs: "text" }, { text: "()" }],
      undefined
    ])
  })
})

describe("what oldText and newText differ in", () => {
  it("is what is taken out and what is brought in, beside what is forgiven", () => {
    expect(segments("\tlet a", "let a", "const a")).toEqual([
      [{ text: "\t", differs: "indentation" }, { text: "let a" }],
      [{ text: "let", changed: true }, { text: " a" }],
      [{ text: "const", changed: true }, { text: " a" }]
    ])
  })

  it("is the last line ending, where only one has it", () => {
    const marked = LineMarks.make({ old: side("a"), new: side("a", "") })
    expect(marked.old?.segments).toEqual([{ text: "a" }, { text: "\n", changed: true }])
  })
})

describe("a long line", () => {
  const long = "x".repeat(1_000_000)

  it("is shown around its first difference", () => {
    const marked = LineMarks.make({ file: side(`${long}ab${long}`), old: side(`${long}cb${long}`) })
    expect(marked.file?.cut).toBe("both")
    expect(marked.file?.segments.map(({ text }) => text.length).reduce((a, b) => a + b)).toBe(240)
    expect(marked.file?.segments.some(({ differs }) => differs === "text")).toBe(true)
  })

  it("is not cut inside a character", () => {
    const marked = LineMarks.make({ file: side(`a${"😀".repeat(1_000)}`), old: side(`b${"😀".repeat(1_000)}`) })
    for (const { text } of [...marked.file!.segments, ...marked.old!.segments]) expect(text.isWellFormed()).toBe(true)
  })

  it("has a bounded number of segments", () => {
    const file = Array.from({ length: 100 }, () => "“a").join("")
    expect(LineMarks.make({ file: side(file), old: side(file.replaceAll("“", '"')) }).file?.segments.length).toBe(25)
  })
})
