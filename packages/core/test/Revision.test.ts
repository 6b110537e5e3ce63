import { Plan, Revision, SourceText, Span } from "@kerf/core"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { planOf } from "./proposals.ts"

describe("the lines of a plan", () => {
  it("are whole, where a change is a part of one", () => {
    expect(Revision.make(planOf("one\nlet a = 1;\ntwo\n", ["a = 1", "b =\n  2"]))).toEqual([
      { edit: 0, line: 2, newLine: 2, before: ["let a = 1;"], after: ["let b =", "  2;"] }
    ])
  })

  it("leave out the line after a change of whole lines", () => {
    expect(Revision.make(planOf("a\r\nb\r\nc\r\n", ["b\r\n", "x\r\ny\r\n"], ["c\r\n", ""]))).toEqual([
      { edit: 0, line: 2, newLine: 2, before: ["b"], after: ["x", "y"] },
      { edit: 1, line: 3, newLine: 4, before: ["c"], after: [] }
    ])
  })

  it("take the next line along where a line break goes", () => {
    expect(Revision.make(planOf("a\nb\nc\n", ["a\n", "x"]))).toEqual([
      { edit: 0, line: 1, newLine: 1, before: ["a", "b"], after: ["xb"] }
    ])
  })

  it("are those of a file that is created", () => {
    expect(Revision.make(Plan.create("a\nb"))).toEqual([
      { edit: 0, line: 1, newLine: 1, before: [], after: ["a", "b"] }
    ])
  })

  it("MUST turn the old lines into the new ones", () => {
    let several = 0
    const line = fc.constantFrom("a", "bb", "", "c c")
    fc.assert(
      fc.property(
        fc.array(line),
        fc.constantFrom("end", ""),
        fc.array(fc.nat(30), { maxLength: 6 }),
        fc.array(fc.constantFrom("", "x", "x\n", "\ny", "\n"), { minLength: 3, maxLength: 3 }),
        (lines, end, cuts, texts) => {
          const source = SourceText.make(lines.map((text) => `${text}\n`).join("") + end)
          const at = [...new Set(cuts.map((cut) => cut % (source.text.length + 1)))].toSorted((a, b) => a - b)
          const changes: Array<Plan.Change> = []
          for (let i = 0; i + 1 < at.length; i += 2) {
            changes.push({ edit: i / 2, matcher: "exact", span: Span.make(at[i]!, at[i + 1]!), text: texts[i / 2]! })
          }
          const plan = { ...Plan.create(""), source, changes }
          const old = source.lines().map(({ content }) => content)
          const revisions = Revision.make(plan)
          for (const { before, line } of revisions)
            expect(old.slice(line - 1, line - 1 + before.length)).toEqual(before)
          for (const { after, before, line } of revisions.toReversed()) old.splice(line - 1, before.length, ...after)
          const fresh = Plan.inverse(plan).source
          expect(old).toEqual(fresh.lines().map(({ content }) => content))
          const now = fresh.lines().map(({ content }) => content)
          for (const { after, newLine } of revisions)
            expect(now.slice(newLine - 1, newLine - 1 + after.length)).toEqual(after)
          if (revisions.length > 1) several++
        }
      ),
      { numRuns: 1_000 }
    )
    expect(several).toBeGreaterThan(100)
  })
})
