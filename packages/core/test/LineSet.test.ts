import { LineSet, SourceText, Span } from "@kerf/core"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const ranges = fc.array(
  fc.record({ line: fc.integer({ min: 1, max: 12 }), endLine: fc.integer({ min: 0, max: 14 }) }),
  { maxLength: 6 }
)

const numbers = (set: Iterable<LineSet.Lines>): ReadonlyArray<number> => {
  const out = new Set<number>()
  for (const { endLine, line } of set) for (let n = line; n <= endLine; n++) out.add(n)
  return [...out].toSorted((a, b) => a - b)
}

describe("a set of lines", () => {
  it("is sorted, and its ranges neither overlap nor touch", () => {
    fc.assert(
      fc.property(ranges, (ranges) => {
        const set = LineSet.make(ranges)
        expect(numbers(set)).toEqual(numbers(ranges))
        for (const [i, { line }] of set.entries()) if (i > 0) expect(line).toBeGreaterThan(set[i - 1]!.endLine + 1)
      })
    )
  })

  it("differs from and meets another as sets of numbers do", () => {
    fc.assert(
      fc.property(ranges, ranges, (a, b) => {
        const [self, that] = [LineSet.make(a), LineSet.make(b)]
        const other = new Set(numbers(that))
        expect(LineSet.difference(self, that)).toEqual(LineSet.make(LineSet.difference(self, that)))
        expect(numbers(LineSet.difference(self, that))).toEqual(numbers(self).filter((n) => !other.has(n)))
        expect(numbers(LineSet.intersection(self, that))).toEqual(numbers(self).filter((n) => other.has(n)))
      })
    )
  })

  it("holds all lines of a text, and none of an empty one", () => {
    expect(LineSet.all(SourceText.make("a\nb"))).toEqual([{ line: 1, endLine: 2 }])
    expect(LineSet.all(SourceText.make(""))).toEqual([])
  })

  it("holds of spans the lines that lie in them as a whole, also across two that meet", () => {
    const source = SourceText.make("ab\r\ncd\r\nef")
    const within = (...spans: ReadonlyArray<readonly [number, number]>) =>
      LineSet.within(
        source,
        spans.map(([start, end]) => Span.make(start, end))
      )
    expect(within([0, 10])).toEqual([{ line: 1, endLine: 3 }])
    expect(within([0, 2], [2, 4])).toEqual([{ line: 1, endLine: 1 }])
    expect(within([0, 3], [4, 10])).toEqual([{ line: 2, endLine: 3 }])
    expect(within([1, 7])).toEqual([])
    expect(within([5, 5])).toEqual([])
  })

  it("says itself", () => {
    expect(LineSet.describe([{ line: 3, endLine: 3 }])).toBe("line 3")
    expect(LineSet.describe([{ line: 3, endLine: 5 }])).toBe("lines 3-5")
    const three = [
      { line: 1, endLine: 1 },
      { line: 3, endLine: 5 },
      { line: 9, endLine: 9 }
    ]
    expect(LineSet.describe(three)).toBe("lines 1, 3-5 and 9")
  })
})
