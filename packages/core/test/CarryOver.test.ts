import { CarryOver, SourceText, Span } from "@kerf/core"
import { describe, expect, it } from "vitest"

const before = SourceText.make("a\nb\nc\nd\n")
const change = (start: number, end: number, text: string) => ({ span: Span.make(start, end), text })

describe("lines that changes touch", () => {
  const touched = (...changes: ReadonlyArray<ReturnType<typeof change>>) => CarryOver.touched(before, changes)

  it("are those of which a part is replaced", () => {
    expect(touched(change(2, 3, "B"), change(6, 8, "D\n"))).toEqual([
      { line: 2, endLine: 2 },
      { line: 4, endLine: 4 }
    ])
    expect(touched(change(2, 4, ""))).toEqual([{ line: 2, endLine: 2 }])
  })

  it("include the one that is joined, also over a line that goes", () => {
    expect(touched(change(1, 2, ""))).toEqual([{ line: 1, endLine: 2 }])
    expect(touched(change(0, 2, "x"), change(2, 4, ""))).toEqual([{ line: 1, endLine: 3 }])
  })

  it("include the one at which text is put", () => {
    expect(touched(change(2, 2, "x\n"))).toEqual([{ line: 2, endLine: 2 }])
    expect(touched(change(8, 8, "x\n"))).toEqual([{ line: 4, endLine: 4 }])
    expect(CarryOver.touched(SourceText.make(""), [change(0, 0, "x")])).toEqual([])
  })
})

describe("lines that are seen after changes", () => {
  const lines = (
    shown: readonly [number, number],
    after: string,
    ...changes: ReadonlyArray<ReturnType<typeof change>>
  ) =>
    CarryOver.lines({
      before,
      shown: [{ line: shown[0], endLine: shown[1] }],
      changes,
      after: SourceText.make(after)
    })

  it("do not include the one that moves up to where a line was deleted", () => {
    expect(lines([1, 2], "a\nc\nd\n", change(2, 4, ""))).toEqual([{ line: 1, endLine: 1 }])
  })

  it("do not include one that is joined from seen and unseen text", () => {
    expect(lines([1, 2], "a\nxc\nd\n", change(2, 4, "x"))).toEqual([{ line: 1, endLine: 1 }])
  })

  it("are counted past a byte-order mark that newText brings", () => {
    expect(lines([1, 1], "\uFEFFa\nb\nc\nd\n", change(0, 0, "\uFEFF"))).toEqual([{ line: 1, endLine: 1 }])
  })
})

describe("changes", () => {
  it("lead to the text that they make, and to no other", () => {
    const changes = [change(0, 1, "x"), change(6, 8, "")]
    expect(CarryOver.leadsTo(before, changes, SourceText.make("x\nb\nc\n"))).toBe(true)
    expect(CarryOver.leadsTo(before, changes, SourceText.make("x\nb\nc\nd\n"))).toBe(false)
    expect(CarryOver.leadsTo(before, changes, SourceText.make("x\nb\nC\n"))).toBe(false)
    expect(CarryOver.leadsTo(before, changes, SourceText.make("y\nb\nc\n"))).toBe(false)
    expect(CarryOver.leadsTo(before, changes, SourceText.make("\uFEFFx\nb\nc\n"))).toBe(false)
  })
})
