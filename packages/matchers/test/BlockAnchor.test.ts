import { SourceText, Span } from "@kerf/core"
import { BlockAnchor } from "@kerf/matchers"
import { type Arbitraries, Equivalence, MatcherTest } from "@kerf/testing"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { find, places } from "./candidates.ts"

/** Blocks of which the model remembers the first and the last line and some between; the file may hold one line more. */
const blocks = (copies: Arbitraries.Copies): fc.Arbitrary<Arbitraries.Planted> =>
  fc
    .record({
      before: fc.array(fc.constantFrom("p", "q"), { maxLength: 2 }),
      inner: fc.uniqueArray(fc.constantFrom("a()", "b()", "c()", "“d”"), { minLength: 1, maxLength: 3 }),
      forgotten: fc.constantFrom<ReadonlyArray<string>>([], ["kept()"]),
      terminator: fc.constantFrom("\n", "\r\n")
    })
    .map(({ before, forgotten, inner, terminator }) => {
      const oldLines = copies === "overlapping" ? ["x", ...inner, "x"] : ["if q {", ...inner, "}"]
      const block = copies === "overlapping" ? oldLines : ["if q {", ...inner, ...forgotten, "}"]
      const second = copies === "once" ? [] : copies === "apart" ? ["between", ...block] : block.slice(1)
      const source = SourceText.make([...before, ...block, ...second].map((line) => line + terminator).join(""))
      const first = before.length + 1
      const firsts = copies === "once" ? [first] : [first, first + block.length + (copies === "overlapping" ? -1 : 1)]
      return {
        text: source.text,
        oldText: oldLines.join("\n"),
        newText: oldLines.map((line, i) => (i === 1 ? `${line}Z` : line)).join("\n"),
        changedLine: 1,
        spans: firsts.map((line) =>
          Span.make(source.lineSpan(line).start, source.lineSpan(line + block.length - 1).end)
        )
      }
    })

MatcherTest.suite(BlockAnchor, {
  findsWholeLines: false,
  plants: blocks,
  equivalent: Equivalence.alignedLines(0.5)
})

describe("block-anchor", () => {
  const old = "begin\na\nb\nend"

  it("tells which line is which, and which were only assumed", () => {
    expect(find(BlockAnchor, "p\n\tbegin\n\tlog()\n\ta\n\tend\nq\n", old)).toEqual([
      {
        span: { start: 2, end: 23 },
        adaptation: expect.objectContaining({ describe: "indented line by line as the file is" }),
        alignment: [0, 2, undefined, 3],
        evidence: { matchedLines: 1, lines: 4 }
      }
    ])
  })

  it("takes the last terminator where oldText has one", () => {
    expect(places(BlockAnchor, "begin\nx\na\nb\nend\n", `${old}\n`)).toEqual([[0, 16, ""]])
  })

  it("wants three lines, anchors that are not blank, and a line between that stands", () => {
    const texts = ["begin\nend", "begin\n\nend", "\na\nend", "begin\na\n", "begin\nz\nend"]
    expect(texts.map((oldText) => places(BlockAnchor, "\nbegin\na\nend\n\n", oldText))).toEqual(texts.map(() => []))
  })

  it("wants half of the lines between, in order", () => {
    expect(places(BlockAnchor, "begin\na\nx\nend\n", old)).toEqual([[0, 13, ""]])
    expect(places(BlockAnchor, "begin\na\nx\nend\n", "begin\na\nb\nc\nend")).toEqual([])
    expect(places(BlockAnchor, "begin\nc\nb\na\nend\n", "begin\na\nb\nc\nd\nend")).toEqual([])
  })

  it("finds a block that is more than twice as long, and refuses it", () => {
    const lines = (count: number) => `begin\na\nb\n${"x\n".repeat(count)}end\n`
    expect([places(BlockAnchor, lines(4), old), places(BlockAnchor, lines(5), old)]).toEqual([
      [[0, 21, ""]],
      [[0, 23, "(too-long)"]]
    ])
  })

  it("leaves out a block that contains another with as many lines", () => {
    expect(places(BlockAnchor, "begin\nbegin\na\nb\nend\n", old)).toEqual([[6, 19, ""]])
    expect(places(BlockAnchor, "begin\na\nb\nend\nend\n", old)).toEqual([[0, 13, ""]])
  })

  it("refuses where it is too much work to compare all that begins alike, unless nothing ends so", () => {
    const file = `${"a = 1\nb = 2\n".repeat(2_000)}end\n`
    const inner = "a = 1\nb = 2\n".repeat(200)
    expect(find(BlockAnchor, file, `${inner}end\n`).map(({ refusal }) => refusal)).toEqual([
      expect.objectContaining({ _tag: "custom", code: "too-much-work" })
    ])
    expect(find(BlockAnchor, file, `${inner}other\n`)).toEqual([])
  })

  it("counts all blocks", () => {
    const block = "begin\nx\na\nb\nend\n"
    expect(places(BlockAnchor, block + block, old)).toEqual([
      [0, 15, ""],
      [16, 31, ""]
    ])
  })
})
