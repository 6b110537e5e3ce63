import { SourceText, Span } from "@kerf/core"
import { BlockAnchor } from "@kerf/matchers"
import { type Arbitraries, Equivalence, MatcherTest } from "@kerf/testing"
import * as fc from "fast-check"

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
