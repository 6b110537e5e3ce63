import { Distinction, SourceText, Span, TextSearch } from "@kerf/core"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const find = (text: string, old: string) => {
  const starts = TextSearch.indicesOf(text, TextSearch.needle(old), 1_000)
  const spans = starts.map((start) => Span.make(start, start + old.length))
  return { spans, found: Distinction.find(SourceText.make(text), spans, spans.length) }
}

describe("find", () => {
  it("gives the nearest text that no other place has there", () => {
    expect(find("f(a, a)\n", "a").found).toEqual([
      { side: "before", text: "f(" },
      { side: "before", text: "f(a, " }
    ])
    expect(find("x\nsame\ny\nsame\n", "same").found.map((distinction) => distinction?.text)).toEqual(["x\n", "y\n"])
  })

  it("puts nothing behind text that begins within the indentation of a line, which must not begin there with several lines", () => {
    expect(find("    }a\n    }b\n", "  }").found).toEqual([undefined, { side: "before", text: "    }a\n  " }])
  })

  it("gives nothing where eight lines do not tell", () => {
    expect(find("same\n".repeat(40), "same").found[20]).toBeUndefined()
  })

  it("MUST, added to oldText, stand once and at that place", () => {
    let told = 0
    const text = fc
      .array(fc.constantFrom("a", "b", "a b", "  a", ""), { maxLength: 14 })
      .map((lines) => lines.join("\n"))
    fc.assert(
      fc.property(text, (file) => {
        const { found, spans } = find(file, "a")
        for (const [i, distinction] of found.entries()) {
          if (distinction === undefined) continue
          const { side, text } = distinction
          const whole = side === "before" ? `${text}a` : `a${text}`
          const at = side === "before" ? spans[i]!.start - text.length : spans[i]!.start
          expect([file.indexOf(whole), file.lastIndexOf(whole)]).toEqual([at, at])
          told++
        }
      }),
      { numRuns: 1_000, seed: 5 }
    )
    expect(told).toBeGreaterThan(500)
  })
})
