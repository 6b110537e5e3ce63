import { Shift } from "@kerf/core"
import { describe, expect, it } from "vitest"

describe("apply", () => {
  it("adds to every line that is not blank", () => {
    expect(Shift.apply(Shift.add("\t"), "m\n  \nn")).toBe("\tm\n  \n\tn")
  })

  it("removes from the lines that carry it", () => {
    expect(Shift.apply(Shift.remove("\t"), "\tm\nn\n\t\to\n")).toBe("m\nn\n\to\n")
  })

  it("leaves terminators as they are", () => {
    expect(Shift.apply(Shift.add(" "), "a\r\nb\nc\rd\r\n")).toBe(" a\r\n b\n c\rd\r\n")
    expect(Shift.apply(Shift.add(" "), "a\rb")).toBe(" a\r b")
  })

  it("takes no form feed for blank", () => {
    expect(Shift.apply(Shift.add(" "), "\f\n\u00a0\n")).toBe(" \f\n\u00a0\n")
  })
})

describe("between", () => {
  for (const [from, to, shift] of [
    ["", "", Shift.none],
    ["\t", "\t\t", Shift.add("\t")],
    ["    ", "", Shift.remove("    ")],
    ["\t", "\t  ", undefined],
    ["\t  ", "\t", undefined],
    ["  ", "\t", undefined]
  ] as const) {
    it(`${JSON.stringify(from)} and ${JSON.stringify(to)}`, () => {
      expect(Shift.between(from, to)).toEqual(shift)
    })
  }
})

describe("in words", () => {
  for (const [shift, words] of [
    [Shift.none, ""],
    [Shift.add("\t"), "added 1 tab"],
    [Shift.add("\t\t"), "added 2 tabs"],
    [Shift.remove(" "), "removed 1 space"],
    [Shift.remove("    "), "removed 4 spaces"],
    [Shift.add("\t "), 'added "\\t "']
  ] as const) {
    it(`says ${JSON.stringify(words)}`, () => {
      expect(Shift.describe(shift)).toBe(words)
    })
  }
})

describe("invert", () => {
  it("swaps adding and removing, and leaves nothing as nothing", () => {
    expect([Shift.add("\t"), Shift.remove("  "), Shift.none].map(Shift.invert)).toEqual([
      Shift.remove("\t"),
      Shift.add("  "),
      Shift.none
    ])
  })
})
