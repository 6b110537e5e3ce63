import { Excerpt, SourceText } from "@kerf/core"
import { describe, expect, it } from "vitest"

const numbered = (count: number): SourceText.SourceText =>
  SourceText.make(Array.from({ length: count }, (_, i) => `${i + 1}\n`).join(""))

describe("make", () => {
  it("quotes at most twelve lines, around the middle", () => {
    const from = (middle: number | undefined) => {
      const { first, lines } = Excerpt.make(numbered(40), 5, 36, { middle })
      return [first, lines[0], lines.length]
    }
    expect([from(undefined), from(20), from(36)]).toEqual([
      [5, "5", 12],
      [15, "15", 12],
      [25, "25", 12]
    ])
  })

  it("quotes no more lines than fit the bytes, but always one", () => {
    const source = SourceText.make(`${"é".repeat(50)}\n`.repeat(3))
    const count = (bytes: number) => Excerpt.make(source, 1, 3, { bytes }).lines.length
    expect([count(300), count(250), count(10)]).toEqual([3, 2, 1])
  })

  it("cuts a long line around an offset, never inside a character", () => {
    const source = SourceText.make(`${"😀".repeat(300)}\n`)
    for (const around of [0, 101, 300, 599]) {
      const [line] = Excerpt.make(source, 1, 1, { around }).lines
      expect(line).toMatch(/^(?:😀)+$/u)
      expect(line!.length).toBeLessThanOrEqual(200)
    }
    expect(Excerpt.make(source, 1, 1).isCut).toEqual([0])
  })
})

describe("isWhole", () => {
  it("is whether nothing is left out", () => {
    const whole = (text: string, endLine: number) => Excerpt.isWhole(Excerpt.make(SourceText.make(text), 1, endLine))
    expect([whole("a\nb\n", 2), whole("a\n".repeat(13), 13), whole("a".repeat(201), 1)]).toEqual([true, false, false])
  })
})

describe("bytes", () => {
  it("counts UTF-8", () => {
    expect(["a", "é", "批", "😀", ""].map(Excerpt.bytes)).toEqual([1, 2, 3, 4, 0])
  })
})
