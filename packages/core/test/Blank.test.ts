import { Blank } from "@kerf/core"
import { describe, expect, it } from "vitest"

const units = (text: string) => Array.from(text, (unit) => Blank.isBlank(unit.charCodeAt(0)))

describe("blank", () => {
  it("is space, tab and every space separator", () => {
    expect(units(" \t\u00a0\u1680\u2000\u200a\u202f\u205f\u3000")).not.toContain(false)
  })

  it("is no terminator, form feed, vertical tab, line separator or zero-width space", () => {
    expect(units("\n\r\f\u000b\u2028\u0085\u200b\ufeffa")).not.toContain(true)
  })

  it("is a line that holds only blanks, or a carriage return that is data", () => {
    expect(["", " \t", "\u00a0", "\r", "\f", " a"].map(Blank.isBlankLine)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false
    ])
  })
})

describe("indentation", () => {
  it("is spaces and tabs alone", () => {
    expect([" \tx", "\u00a0x", "", "  "].map(Blank.indentation)).toEqual([" \t", "", "", "  "])
  })
})

describe("trimming", () => {
  it("stops where it is told", () => {
    expect(Blank.trimmedEnd("a   ", 2, 4)).toBe(2)
    expect(Blank.trimmedStart("   a", 0, 2)).toBe(2)
  })
})

describe("a word", () => {
  it("is a letter or a digit of any script", () => {
    expect(["}", "", "1", "漢", "é", "—"].map(Blank.hasWord)).toEqual([false, false, true, true, true, false])
  })
})
