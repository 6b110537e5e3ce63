import { TextSearch } from "@kerf/core"
import { describe, expect, it } from "vitest"

const find = (text: string, needle: string, limit = 100, from = 0): ReadonlyArray<number> =>
  TextSearch.indicesOf(text, TextSearch.needle(needle), limit, from)

describe("needle", () => {
  it("is its own probe where it is short", () => {
    expect(TextSearch.needle("abc")).toEqual({ text: "abc", probe: "abc", probeOffset: 0 })
  })

  it("is searched by its most varied stretch where it is long", () => {
    const { probe, probeOffset, text } = TextSearch.needle(`${"a".repeat(40)}0123456789abcdef${"a".repeat(40)}`)
    expect([probe.length, text.slice(probeOffset, probeOffset + 16), new Set(probe).size > 12]).toEqual([
      16,
      probe,
      true
    ])
  })
})

describe("needleAmong", () => {
  const counts = TextSearch.countUnits("const the = the(that)\nconst that = that(the)\n")

  it("is searched from its rarest unit on, but not by its last alone", () => {
    expect(["thing", "other", "tax", "a", ""].map((text) => TextSearch.needleAmong(counts, text).probe)).toEqual([
      "ing",
      "other",
      "ax",
      "a",
      ""
    ])
  })

  it("is found where a needle made without counts is", () => {
    const text = "the other thing, then the others and one more thing; 漢字の漢字\n".repeat(3)
    const known = TextSearch.countUnits(text)
    let found = 0
    for (let start = 0; start < 60; start++) {
      for (const length of [1, 2, 3, 5, 17, 40]) {
        const word = text.slice(start, start + length)
        const places = TextSearch.indicesOf(text, TextSearch.needleAmong(known, word), 100)
        expect([word, places]).toEqual([word, find(text, word)])
        found += places.length
      }
    }
    expect(found).toBeGreaterThan(1_000)
  })
})

describe("borders", () => {
  it("are the lengths by which each beginning overlaps itself", () => {
    expect([...TextSearch.borders([1, 2, 1, 2, 1, 3, 1])]).toEqual([0, 0, 1, 2, 3, 0, 1])
    expect([...TextSearch.borders([])]).toEqual([])
  })
})

describe("indicesOf", () => {
  it("finds overlapping places, in order, up to the limit, from where it is told", () => {
    expect([find("aaaa", "aa"), find("aaaa", "aa", 2), find("aaaa", "aa", 9, 1)]).toEqual([
      [0, 1, 2],
      [0, 1],
      [1, 2]
    ])
  })

  it("finds nothing for an empty needle, or one that is longer than the text", () => {
    expect([find("abc", ""), find("ab", "abc"), find("", "a")]).toEqual([[], [], []])
  })

  it("finds what is left when it has changed its algorithm", () => {
    const text = `${"a".repeat(5_000)}b${"a".repeat(5_000)}`
    expect(find(text, `${"a".repeat(40)}b${"a".repeat(40)}`)).toEqual([4_960])
    expect(find(text, `${"a".repeat(4_999)}b`)).toEqual([1])
  })
})

describe("each", () => {
  it("goes on where it is told, and stops when it is told", () => {
    const seen: Array<number> = []
    TextSearch.each("aaaaaaa", TextSearch.needle("aa"), 0, (at) => {
      seen.push(at)
      return seen.length < 3 ? at + 2 : undefined
    })
    expect(seen).toEqual([0, 2, 4])
  })
})
