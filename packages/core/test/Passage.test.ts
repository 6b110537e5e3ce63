import { Nearest, Passage, SourceText } from "@kerf/core"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const differing = (text: string, old: string): ReadonlyArray<Passage.Range> => {
  const [source, sent] = [SourceText.make(text), SourceText.make(old)]
  const [nearest] = Nearest.find(source, sent)
  return nearest === undefined ? [] : Passage.differing(source, sent, nearest)
}

const linesOf = (text: string): ReadonlyArray<string> =>
  SourceText.make(text)
    .lines()
    .map(({ content }) => content)

describe("differing", () => {
  it("is where lines differ, each side never empty", () => {
    expect(differing("x\na\nnew\nb\n", "a\nb\n")).toEqual([{ line: 2, endLine: 4, old: { line: 1, endLine: 2 } }])
    expect(differing("a\nc\n", "a\nb\nc\n")).toEqual([{ line: 1, endLine: 2, old: { line: 1, endLine: 3 } }])
    expect(differing("a\nX\nc\nd\nY\nf\n", "a\nb\nc\nd\ne\nf\n")).toEqual([
      { line: 2, endLine: 2, old: { line: 2, endLine: 2 } },
      { line: 5, endLine: 5, old: { line: 5, endLine: 5 } }
    ])
  })

  it("counts other blanks as a difference", () => {
    expect(differing("  a\nb\n", "a\nb\n")).toEqual([{ line: 1, endLine: 1, old: { line: 1, endLine: 1 } }])
  })

  it("MUST, put in place of the lines it stands for, make oldText the region", () => {
    const line = fc.constantFrom("alpha", "beta", "  beta", "gamma", "", "delta(1)", "epsilon")
    const text = fc.array(line, { minLength: 1, maxLength: 12 }).map((lines) => lines.map((l) => `${l}\n`).join(""))
    let differ = 0
    fc.assert(
      fc.property(text, text, (file, old) => {
        const [source, sent] = [SourceText.make(file), SourceText.make(old)]
        const [nearest] = Nearest.find(source, sent)
        if (nearest === undefined) return
        const ranges = Passage.differing(source, sent, nearest)
        const mended: Array<string> = []
        let next = 0
        for (const { endLine, line, old } of ranges) {
          mended.push(...linesOf(sent.text).slice(next, old.line - 1), ...linesOf(file).slice(line - 1, endLine))
          next = old.endLine
        }
        mended.push(...linesOf(sent.text).slice(next))
        differ += ranges.length
        expect(`\n${linesOf(file).join("\n")}\n`).toContain(`\n${mended.join("\n")}\n`)
      }),
      { numRuns: 2_000, seed: 9 }
    )
    expect(differ).toBeGreaterThan(1_000)
  })
})

describe("unquoted", () => {
  it("spans its ranges and quotes nothing", () => {
    const range = (line: number) => ({ line, endLine: line + 1, old: { line: line + 10, endLine: line + 11 } })
    expect(Passage.unquoted([range(1), range(5)])).toEqual({
      line: 1,
      endLine: 6,
      first: 1,
      lines: [],
      isCut: [],
      old: { line: 11, endLine: 16 }
    })
  })
})
