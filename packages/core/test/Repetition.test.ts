import { type Note, type Plan, Repetition, SourceText } from "@kerf/core"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

/** A change of the first place of `oldText`. */
const change = (file: string, oldText: string, text: string, edit = 0): Plan.Change => {
  const start = file.indexOf(oldText)
  return { edit, matcher: "exact", span: { start, end: start + oldText.length }, text }
}

const find = (file: string, ...changes: ReadonlyArray<Plan.Change>): ReadonlyArray<Note.Note> =>
  Repetition.find(SourceText.make(file), changes)

const told = (file: string, oldText: string, text: string): ReadonlyArray<string> =>
  find(file, change(file, oldText, text)).map((note) =>
    note._tag === "repeats" ? `${note.place.line}-${note.place.endLine}` : note._tag
  )

describe("a repetition", () => {
  it("is told of lines that are added after, before, or around", () => {
    expect(told("x\na()\nlogging()\nb()\n", "a()\n", "a()\nlogging()\n")).toEqual(["2-3"])
    expect(told("x\na()\nlogging()\nb()\n", "a()", "a()\nlogging()")).toEqual(["2-3"])
    expect(told("a()\nlogging()", "a()", "a()\nlogging()")).toEqual(["1-2"])
    expect(told("import first\nrest\n", "rest\n", "import first\nrest\n")).toEqual(["1-2"])
    expect(told("try (now) {\n  a()\n} finally {}\n", "  a()\n", "try (now) {\n  a()\n} finally {}\n")).toEqual(["1-3"])
  })

  it("is not told where what is added is not there, or only in part", () => {
    expect(told("a()\nb()\n", "a()\n", "a()\nlogging()\n")).toEqual([])
    expect(told("a()\nlogging(1)\n", "a()\n", "a()\nlogging()\n")).toEqual([])
    expect(told("a()\nlogging()\n", "a()\n", "x()\nlogging()\n")).toEqual([])
    expect(told("  a()\n} finally {}\n", "  a()\n", "try (now) {\n  a()\n} finally {}\n")).toEqual([])
  })

  it("is not told where the line goes on", () => {
    expect(told("import a\nimport bcdefghi\n", "import a", "import a\nimport bcdef")).toEqual([])
    expect(told("reimport first\nrest\n", "rest\n", "import first\nrest\n")).toEqual([])
  })

  it("is not told of brackets and blank lines, which are added again on purpose", () => {
    expect(told("if (a) {\n}\n", "if (a) {\n", "if (a) {\n}\n")).toEqual([])
    expect(told("a()\n\n\n\n\n\n\n\n\n\nb()\n", "a()\n", "a()\n\n\n\n\n\n\n\n\n")).toEqual([])
  })

  it("is not told where another change touches what stood there", () => {
    const file = "a()\nlogging()\nb()\n"
    const first = change(file, "a()\n", "a()\nlogging()\n")
    expect(find(file, first, change(file, "b()", "c()", 1))).toHaveLength(1)
    expect(find(file, first, change(file, "logging()", "c()", 1))).toEqual([])
  })

  it("is told once for each pair, with how many more", () => {
    const file = "a()\nlogging()\na()\nlogging()\na()\n"
    const changes = [0, 14, 28].map((start) => ({ ...change(file, "a()\n", "a()\nlogging()\n"), start }))
    expect(find(file, ...changes.map(({ start, ...rest }) => ({ ...rest, span: { start, end: start + 4 } })))).toEqual([
      { _tag: "repeats", edit: 0, place: { line: 1, endLine: 2, byteOffset: 0 }, more: 1 }
    ])
  })
})

it("MUST be told of whatever whole lines are added twice, and then what is added stands twice", () => {
  const line = fc.constantFrom("a", "b = 1", "", "  c()", "return x + y")
  const lines = fc.array(line, { maxLength: 4 }).map((all) => all.map((text) => `${text}\n`).join(""))
  let told = 0
  fc.assert(
    fc.property(lines, lines, lines, lines, (before, lead, rest, after) => {
      const text = `${lead}here()\n${rest}`
      const once = before + text + after
      const at = once.indexOf("here()")
      const changes = [{ edit: 0, span: { start: at, end: at + 7 }, text }]
      const isTelling = (lead + rest).replace(/\s/g, "").length >= 8
      const notes = find(once, { ...changes[0]!, matcher: "exact" })
      if (notes.length !== (isTelling ? 1 : 0)) throw new Error(JSON.stringify([once, notes]))
      told += notes.length
      const twice = once.slice(0, at) + text + once.slice(at + 7)
      if (!twice.includes(lead + lead + "here()\n" + rest + rest)) throw new Error(JSON.stringify(twice))
    }),
    { seed: 6, numRuns: 500 }
  )
  expect(told).toBeGreaterThan(200)
})
