import { Plan, ReadPrefixGuard } from "@kerf/core"
import { describe, expect, it } from "vitest"
import { findings, planOf } from "./proposals.ts"

const file = Array.from({ length: 20 }, (_, i) => `line ${i + 1}x\n`).join("")

const found = (oldText: string, newText: string, text = file) =>
  findings(ReadPrefixGuard, "/f.txt", planOf(text, [oldText, newText]))

describe("line numbers in front of lines", () => {
  it("are refused where they are those of the file", () => {
    expect(found("line 12x\nline 13x\n", "12\tone\n13\ttwo\n")).toEqual([
      {
        verdict: "refuse",
        code: "line-numbers",
        message:
          'The lines of newText begin with line numbers ("12\\t"), which the file does not hold: a tool that shows files ' +
          "puts them there. Send the lines without.",
        edit: 0
      }
    ])
  })

  const refused = [
    "12→one\n13→two\n",
    "    12\tone\n    13\ttwo",
    "12: one\n13: two\n",
    "12|one\n13|two",
    "12: one\n13:\n14: x\n",
    "12\tone",
    "   2→one",
    "900→one\n901→two"
  ]
  for (const text of refused) {
    it(`are refused as ${JSON.stringify(text)}`, () => {
      expect(found("line 12x", text)).toHaveLength(1)
    })
  }
})

describe("what passes", () => {
  const passes: ReadonlyArray<readonly [string, string]> = [
    ["lines that are numbered otherwise", "1: one\n2: two\n"],
    ["one line with a number of another line", "40\tone"],
    ["numbers that do not go on", "12: one\n14: two\n"],
    ["lines of which one has no number", "12: one\ntwo\n"],
    ["a number and nothing else", "12\n13\n"],
    ["a key of the line's number", "12: one"],
    ["a list", "12. one\n13. two\n"]
  ]
  for (const [what, newText] of passes) {
    it(`is ${what}`, () => {
      expect(found("line 12x", newText)).toEqual([])
    })
  }

  const map = Array.from({ length: 20 }, (_, i) => `  ${i + 1}: "x",\n`).join("")
  it("a map that is numbered in earnest", () => {
    expect(found('  12: "x",\n', '  12: "y",\n  13: "z",\n', map)).toEqual([])
    const gap = map.replace('  12: "x",\n', "")
    expect(found('  11: "x",\n', '  11: "x",\n  12: "x",\n', gap)).toEqual([])
  })

  it("a file that is created", () => {
    expect(findings(ReadPrefixGuard, "/f.tsv", Plan.create("1\tone\n2\ttwo\n"))).toEqual([])
  })
})
