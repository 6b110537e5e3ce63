import { Fold, SourceText } from "@kerf/core"
import { describe, expect, it } from "vitest"

describe("text", () => {
  it("folds quotes, dashes, spaces, and what is written in another form", () => {
    for (const [raw, folded] of [
      ["\u2018\u2019\u201a\u201b", "''''"],
      ["\u201c\u201d\u201e\u201f", '""""'],
      ["\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-------"],
      ["\u00a0\u1680\u2000\u2009\u200a\u202f\u205f\u3000", "        "],
      ["de\ufb01ne \u2026 \u00bd", "define ... 1\u20442"],
      ["\uff21\u{1d400}", "AA"],
      ["e\u0301", "\u00e9"],
      ["\u1100\u1161\u11a8", "\uac01"]
    ] as const) {
      expect([raw, Fold.text(raw)]).toEqual([raw, folded])
    }
  })

  it("drops what is invisible and means nothing, and keeps what joins", () => {
    expect(Fold.text("a\u00ad\u200b\u2060\ufeffb")).toBe("ab")
    expect(Fold.text("a\u200d\u200cb\ufe0f")).toBe("a\u200d\u200cb\ufe0f")
  })

  it("leaves other quotes and dashes, tabs and controls, and a mark after a line break", () => {
    expect(Fold.text("«a» ‹b› \t\f\u000b\u2028")).toBe("«a» ‹b› \t\f\u000b\u2028")
    expect(Fold.text("a\n\u0301b")).toBe("a\n\u0301b")
  })
})

describe("mapped", () => {
  it("tells for each unit where it comes from", () => {
    expect(Fold.mapped("de\ufb01\u200bn\u0303")).toEqual({
      text: "defi\u00f1",
      starts: [0, 1, 2, 2, 4],
      ends: [1, 2, 3, 3, 6]
    })
    expect(Fold.mapped("\u{1d400}b")).toEqual({ text: "Ab", starts: [0, 2], ends: [2, 3] })
    expect(Fold.mapped("\u200b")).toEqual({ text: "", starts: [], ends: [] })
  })
})

describe("source", () => {
  it("is the source itself where that is ASCII, and is made once where it is not", () => {
    const [ascii, other] = [SourceText.make("a\n"), SourceText.make("é\n")]
    expect(Fold.source(ascii)).toBe(ascii)
    expect(Fold.source(other)).toBe(Fold.source(other))
  })

  it("keeps line k, also a last one that folds to nothing", () => {
    const lines = (text: string) =>
      Fold.source(SourceText.make(text))
        .lines()
        .map(({ content }) => content)
    expect(lines("“a”\r\n\u00a0b")).toEqual(['"a"', " b"])
    expect([lines("a\n\u200b").length, lines("\u200b").length, lines("\u200b\nb")]).toEqual([2, 1, ["", "b"]])
    expect(lines("a\r“b”\r")).toEqual(["a", '"b"'])
  })
})
