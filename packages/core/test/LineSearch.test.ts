import { LineSearch, SourceText } from "@kerf/core"
import { describe, expect, it } from "vitest"

const find = (text: string, oldText: string, rule: Partial<LineSearch.Rule> = {}, limit = 100) =>
  LineSearch.find(
    SourceText.make(text),
    SourceText.make(oldText),
    { fold: false, lead: "nothing", trail: "nothing", edges: "whole", ...rule },
    limit
  ).map(({ cutsUnit, end, start }) => `[${start}, ${end})${cutsUnit ? " cuts" : ""}`)

describe("whole lines", () => {
  it("end before the last terminator or after it, as old text does", () => {
    expect([find("a\nb\nc\n", "b"), find("a\nb\nc\n", "b\n"), find("a\r\nb\r\n", "a\nb\n")]).toEqual([
      ["[2, 3)"],
      ["[2, 4)"],
      ["[0, 6)"]
    ])
  })

  it("need no terminator where the file has none", () => {
    expect(find("a\nb", "b\n")).toEqual(["[2, 3)"])
  })

  it("are found where they overlap, up to the limit", () => {
    expect([find("a\na\na\n", "a\na"), find("a\na\na\n", "a\na", {}, 1)]).toEqual([["[0, 3)", "[2, 5)"], ["[0, 3)"]])
  })

  it("are no parts of lines", () => {
    expect([find("ab\n", "a"), find("ab\n", "b"), find("a\nbc\n", "a\nb")]).toEqual([[], [], []])
  })

  it("may be cut at either end before they are compared", () => {
    const text = "\t a \n\u00a0b\t\n"
    expect([
      find(text, "a\nb", { lead: "blanks", trail: "blanks" }),
      find(text, "a\nb", { lead: "indentation", trail: "blanks" }),
      find(text, "\t a\n\u00a0b", { trail: "blanks" })
    ]).toEqual([["[0, 8)"], [], ["[0, 8)"]])
  })

  it("stand nowhere if nothing is left of them", () => {
    expect([find("\n\n", " \n", { lead: "blanks", trail: "blanks" }), find("\n\n", "\n")]).toEqual([
      [],
      ["[0, 1)", "[1, 2)"]
    ])
  })
})

describe("free edges", () => {
  const free = { edges: "free" } as const

  it("let a place begin and end inside a line", () => {
    expect([find("xa\nby\n", "a\nb", free), find("xay\n", "a", free), find("a\r\nb", "\n", free)]).toEqual([
      ["[1, 4)"],
      ["[1, 2)"],
      ["[1, 3)"]
    ])
  })

  it("end before the file's blanks, or include them where old text ends in some", () => {
    const rule = { ...free, trail: "blanks" } as const
    expect([find("a  \n", "a", rule), find("a  \n", "a ", rule), find("a b\n", "a ", rule)]).toEqual([
      ["[0, 1)"],
      ["[0, 3)"],
      []
    ])
  })

  it("tell when an edge falls inside a folded unit", () => {
    const rule = { ...free, fold: true, trail: "blanks" } as const
    expect([find("de\ufb01ne\n", "ine", rule), find("de\ufb01ne\n", "fine", rule)]).toEqual([
      ["[2, 5) cuts"],
      ["[2, 5)"]
    ])
  })
})

describe("many equal lines", () => {
  it("are numbered, and nothing is lost", () => {
    const text = `${"x\n".repeat(3_000)}y\n${"x\n".repeat(3_000)}`
    expect(find(text, `${"x\n".repeat(500)}y\nx`)).toEqual(["[5000, 6003)"])
    expect(find(text, `${"x\n".repeat(500)}z\n`)).toEqual([])
  })
})
