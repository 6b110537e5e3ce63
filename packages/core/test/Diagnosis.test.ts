import { Diagnosis, SourceText, Target } from "@kerf/core"
import { describe, expect, it } from "vitest"

const targetOf = (text: string, oldText: string, newText = "") => {
  const source = SourceText.make(text)
  return { source, target: Target.make(source, { oldText, newText }) }
}

describe("firstLine", () => {
  const firstLine = (text: string, oldText: string) => {
    const { source, target } = targetOf(text, oldText)
    return Diagnosis.firstLine(source, target)
  }

  it("finds the first line that is not blank, indented otherwise or written otherwise", () => {
    expect(firstLine("head\n\n\tv()\nfoot\n", "\nv()\nnone")).toEqual({ line: 3, endLine: 3, byteOffset: 6 })
    expect(firstLine("x\n  “a”  \n", '"a"\nb')).toEqual({ line: 2, endLine: 2, byteOffset: 2 })
  })

  it("finds it within a line, where no line is it", () => {
    expect(firstLine("x\nlet y = foo(a,\n  b)\n", "foo(a,\n  c)")).toEqual({ line: 2, endLine: 2, byteOffset: 10 })
  })

  it("finds nothing where it stands nowhere, or where there is none", () => {
    expect(firstLine("a\n", "b\na")).toBeUndefined()
    expect(firstLine("\n\n", " \n")).toBeUndefined()
  })
})

describe("introducedBy", () => {
  it("is the index of another pair whose newText holds oldText", () => {
    const targets = [targetOf("a", "x", "see b").target, targetOf("a", "b", "bb").target]
    expect([Diagnosis.introducedBy(targets, 1), Diagnosis.introducedBy(targets, 0)]).toEqual([0, undefined])
  })

  it("is none whose oldText holds it as well: both misquote the same", () => {
    const targets = [targetOf("a", "see b", "see b c").target, targetOf("a", "b", "bb").target]
    expect(Diagnosis.introducedBy(targets, 1)).toBeUndefined()
  })
})

describe("make", () => {
  /** A text that counts the lines that are asked of it. */
  const counting = (text: SourceText.SourceText) => {
    const seen = { lines: 0 }
    const proxy = new Proxy(text, {
      get: (self, key) => {
        if (key !== "lines" && key !== "lineSpan" && key !== "fullLineSpan") return Reflect.get(self, key, self)
        return (line: number) => {
          seen.lines += key === "lines" ? self.lineCount : 1
          return key === "lines" ? self.lines() : self[key](line)
        }
      }
    })
    return { proxy, seen }
  }

  it("asks for few lines of an oldText that is longer than the file", () => {
    const lines = Array.from({ length: 50_000 }, (_, i) => `line ${i}\\n\n`).join("")
    const looks = ["line 7\\n\nline 8\\n\n", "a\nb\n", "line 3\\n\nanother\n"].map((text) => {
      const { source, target } = targetOf(text, lines)
      const { proxy, seen } = counting(target.old)
      const { difference } = Diagnosis.make(source, { ...target, old: proxy })
      return { isKnown: difference !== undefined, isFew: seen.lines < 5_000 }
    })
    expect(looks).toEqual([
      { isKnown: true, isFew: true },
      { isKnown: false, isFew: true },
      { isKnown: true, isFew: true }
    ])
  })

  it("names the places of an escaped text up to the longest that the file has room for", () => {
    const escaped = (text: string, oldText: string) => {
      const { source, target } = targetOf(text, oldText)
      return Diagnosis.make(source, target).escaped
    }
    expect(escaped("a\n", "\\u0061\\u000d\\u000a")).toEqual([{ line: 1, endLine: 1, byteOffset: 0 }])
    expect(escaped("a", "\\u0061\\u000d\\u000a")).toEqual([{ line: 1, endLine: 1, byteOffset: 0 }])
    expect(escaped("a", "\\u0061\\u0061")).toBeUndefined()
  })
})

describe("refused", () => {
  const refused = (text: string, oldText: string, lines: readonly [first: number, last: number]) => {
    const { source, target } = targetOf(text, oldText)
    const span = { start: source.lineSpan(lines[0]).start, end: source.lineSpan(lines[1]).end }
    return Diagnosis.refused(source, target, { span })
  }

  it("quotes a short place as a whole, and says the one change of its indentation", () => {
    expect(refused("x\n  a\n  b\n", "a\nb\n", [2, 3])).toEqual({
      passages: [{ line: 2, endLine: 3, first: 2, lines: ["  a", "  b"], isCut: [] }],
      difference: {
        _tag: "indentation",
        oldLine: 1,
        line: 2,
        sent: "a",
        file: "  a",
        shift: { add: true, whitespace: "  " }
      }
    })
  })

  it("says no change where there are several, or other lines", () => {
    expect(refused("  a\n    b\n", "a\nb\n", [1, 2])).not.toHaveProperty("difference")
    expect(refused("a\nnew\nb\n", "a\nb\n", [1, 3])).not.toHaveProperty("difference")
  })

  it("quotes of a long place what differs", () => {
    const text = Array.from({ length: 20 }, (_, i) => `line ${i + 1}\n`).join("")
    expect(refused(text, text.replace("line 7\n", "  line 7\n"), [1, 20]).passages).toEqual([
      { line: 7, endLine: 7, first: 7, lines: ["line 7"], isCut: [], old: { line: 7, endLine: 7 } }
    ])
  })
})
