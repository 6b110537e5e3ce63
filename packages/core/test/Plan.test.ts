import { Plan, SourceText } from "@kerf/core"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { edited, explain } from "./stubs.ts"

const edit = (oldText: string, newText: string) => ({ oldText, newText })

describe("before anything is searched", () => {
  for (const [wrong, pair, reason] of [
    ["an empty oldText", edit("", "a"), { _tag: "empty-old-text" }],
    ["a NUL in oldText", edit("a\0", "b"), { _tag: "nul", side: "oldText", offset: 1 }],
    ["a NUL in newText", edit("a", "\0"), { _tag: "nul", side: "newText", offset: 0 }],
    ["half a surrogate pair", edit("a", "x\ud83d"), { _tag: "surrogate", side: "newText", offset: 1 }],
    ["old equal to new", edit("a", "a"), { _tag: "no-change" }],
    ["old equal to new but for terminators", edit("a\r\n", "a\n"), { _tag: "no-change" }]
  ] as const) {
    it(`refuses ${wrong}`, () => {
      expect(edited("a\n", [edit("absent", "b"), pair])).toMatchObject({ _tag: "Refused", edit: 1, edits: 2, reason })
    })
  }

  it("takes a change of terminators in a mixed file for one", () => {
    expect(edited("a\r\nb\n", [edit("a\r\n", "a\n")])).toBe("a\nb\n")
  })
})

describe("several pairs", () => {
  it("are all matched against the same text", () => {
    expect(edited("a b\n", [edit("a", "b"), edit("b", "c")])).toBe("b c\n")
  })

  it("may touch", () => {
    expect(edited("ab\n", [edit("b", "2"), edit("a", "1")])).toBe("12\n")
  })

  it("must not share a character", () => {
    expect(edited("abc\n", [edit("bc", "2"), edit("ab", "1")])).toMatchObject({
      _tag: "Refused",
      edit: 1,
      reason: { _tag: "overlap", edits: [0, 1], place: { line: 1, endLine: 1, byteOffset: 1 } }
    })
  })

  it("fail with the first that fails, and say which would match", () => {
    expect(edited("a\nb\n", [edit("a", "1"), edit("x", "2"), edit("y", "3"), edit("b", "4")])).toMatchObject({
      _tag: "NoMatch",
      edit: 1,
      edits: 4,
      wouldMatch: [0, 3]
    })
  })

  it("are noted at the lines that the file has after all of them", () => {
    const notes = (...edits: ReadonlyArray<Plan.Fields>) =>
      Result.getOrThrow(explain("a\nb\nc\nd\n", edits).result).notes.map((note) => "line" in note && note.line)
    expect(notes(edit("c\n", "cc"), edit("a\n", "1\n2\n3\n"))).toEqual([5])
    expect(notes(edit("c\n", "cc"), edit("a\n", ""))).toEqual([2])
    expect(notes(edit("a\n", "aa"), edit("c\n", "cc"))).toEqual([1, 2])
  })

  it("say that another pair introduces the text", () => {
    expect(edited("a\n", [edit("a", "bc"), edit("b", "d")])).toMatchObject({
      _tag: "NoMatch",
      edit: 1,
      introducedBy: 0
    })
  })

  it("that come to nothing are refused", () => {
    expect(edited("ab\n", [edit("ab", "a\u0062")])).toMatchObject({ reason: { _tag: "no-change" } })
  })
})

describe("recover", () => {
  const done = edit("let total = 1", "let total = 2")

  it("counts a pair that is made already as done", () => {
    const { result } = explain("let total = 2\n", [done], undefined, { recover: true })
    expect(Result.getOrThrow(result)).toMatchObject({
      changes: [],
      alreadyApplied: [0],
      notes: [{ _tag: "already-applied", edit: 0, place: { line: 1, endLine: 1, byteOffset: 0 } }]
    })
  })

  it("makes the others", () => {
    const { result } = explain("let total = 2\nb\n", [done, edit("b", "c")], undefined, { recover: true })
    expect(Plan.apply(Result.getOrThrow(result))).toBe("let total = 2\nc\n")
  })

  it("is off unless it is asked for", () => {
    expect(edited("let total = 2\n", [done])).toMatchObject({ _tag: "NoMatch" })
  })
})

describe("more places than are counted", () => {
  it("are not said to be told apart by what only those that were counted have not", () => {
    const failure = edited(`first\nx;\n${"q\nx;\n".repeat(1_500)}first\nx;\n`, [edit("x;", "y;")])
    expect(failure).toMatchObject({ _tag: "Ambiguous", atLeast: true })
    expect(failure).not.toHaveProperty(["places", 0, "distinction"])
  })
})

describe("create", () => {
  it("makes the whole text, and its inverse makes none", () => {
    const plan = Plan.create("a\n")
    expect([Plan.apply(plan), Plan.apply(Plan.inverse(plan)), plan.creates]).toEqual(["a\n", "", true])
  })
})

describe("apply", () => {
  it("keeps the byte-order mark", () => {
    expect(edited("\uFEFFa\n", [edit("a", "b")])).toBe("\uFEFFb\n")
  })

  it("keeps the encoding in which bytes are counted", () => {
    const plan = { ...Plan.create(""), source: SourceText.make("a", { encoding: "utf-16" }) }
    expect(Plan.inverse(plan).source.byteOffset(1)).toBe(2)
  })

  it("takes newText literally", () => {
    expect(edited("a\n", [edit("a", "$& $1 \\n $$")])).toBe("$& $1 \\n $$\n")
  })

  it("puts nothing in where nothing changes", () => {
    const source = SourceText.make("a\n")
    expect(Plan.apply({ source, changes: [], creates: false, alreadyApplied: [], notes: [], trace: [] })).toBe("a\n")
  })
})
