import { Composition, Plan, SourceText, Span } from "@kerf/core"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

interface Replacement {
  readonly span: Span.Span
  readonly text: string
}

const planOf = (text: string, changes: ReadonlyArray<Replacement>): Plan.Plan => ({
  ...Plan.create(""),
  source: SourceText.make(text),
  changes: changes.map((change) => ({ ...change, edit: 0, matcher: "exact" }))
})

const apply = (text: string, changes: ReadonlyArray<Replacement>): string => Plan.apply(planOf(text, changes))

/** Ordered changes of a text that is not known yet: cut to its length later. */
const drawn = fc.array(fc.tuple(fc.nat(40), fc.nat(4), fc.constantFrom("", "x", "y\n", "zz\nz")), { maxLength: 5 })

const changesOf = (text: string, draws: ReadonlyArray<readonly [number, number, string]>): Array<Replacement> => {
  const out: Array<Replacement> = []
  for (const [start, length, put] of draws.toSorted((a, b) => a[0] - b[0])) {
    const from = Math.max(start, out.at(-1)?.span.end ?? 0)
    const last = out.at(-1)
    if (from > text.length || (last !== undefined && last.span.end === from && last.span.start === from)) continue
    out.push({ span: Span.make(from, Math.min(text.length, from + length)), text: put })
  }
  return out
}

const texts = fc.array(fc.constantFrom("a", "bb", "c c", "", "d"), { maxLength: 12 }).map((lines) => lines.join("\n"))

describe("changes between two texts", () => {
  it("MUST make the one of the other, by lines, and leave out what both begin and end with", () => {
    let inside = 0
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        const changes = Composition.between(SourceText.make(a), b)
        expect(apply(a, changes)).toBe(b)
        for (const { span, text } of changes) {
          expect(span.start === 0 || a[span.start - 1] === "\n").toBe(true)
          expect(span.end === 0 || span.end === a.length || a[span.end - 1] === "\n").toBe(true)
          expect(a.slice(span.start, span.end)).not.toBe(text)
        }
        if (changes.length > 1) inside++
      }),
      { numRuns: 2_000 }
    )
    expect(inside).toBeGreaterThan(200)
  })

  it("are one change of a text that is too long to compare", () => {
    const lines = Array.from({ length: 300_000 }, (_, i) => `line ${i}\n`)
    const old = lines.join("")
    const fresh = lines.with(10, "x\n").with(299_990, "y\n").join("")
    const changes = Composition.between(SourceText.make(old), fresh)
    expect(changes).toHaveLength(1)
    expect(changes[0]!.text.startsWith("x\nline 11\n")).toBe(true)
    expect(changes[0]!.text.endsWith("line 299989\ny\n")).toBe(true)
    expect(apply(old, changes)).toBe(fresh)
  })
})

describe("two rounds", () => {
  it("MUST come to the same as one", () => {
    const seen = { both: 0, overlapping: 0, apart: 0 }
    fc.assert(
      fc.property(texts, drawn, drawn, (text, a, b) => {
        const first = changesOf(text, a)
        const middle = apply(text, first)
        const second = changesOf(middle, b)
        const composed = Composition.make(planOf(text, first), second)
        expect(apply(text, composed)).toBe(apply(middle, second))
        for (const [i, { span, text: put }] of composed.entries()) {
          expect(put).not.toBe(text.slice(span.start, span.end))
          if (i > 0) expect(span.start).toBeGreaterThan(composed[i - 1]!.span.end)
        }
        if (first.length > 0 && second.length > 0) seen.both++
        if (composed.length > 1) seen.apart++
        if (composed.length < first.length + second.length) seen.overlapping++
      }),
      { numRuns: 3_000 }
    )
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(500)
  })
})

describe("a span", () => {
  it("moves with what is changed before it, and takes in what is changed in it", () => {
    const changes = [
      { span: Span.make(0, 1), text: "xyz" },
      { span: Span.make(5, 7), text: "" },
      { span: Span.make(20, 21), text: "!!" }
    ]
    const spans = [Span.make(2, 3), Span.make(4, 6), Span.make(10, 12), Span.make(30, 31)]
    expect(Composition.moved(spans, changes)).toEqual([
      Span.make(4, 5),
      Span.make(6, 7),
      Span.make(10, 12),
      Span.make(31, 32)
    ])
  })
})
