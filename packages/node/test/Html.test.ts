import { Html } from "@kerf/node"
import { describe, expect, it } from "vitest"

describe("text", () => {
  it("means nothing as markup, in an element or an attribute", () => {
    expect(Html.text(`<a href="x" b='y'>&amp;</a>`)).toBe(
      "&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;"
    )
  })

  it("has no control character but tab and LF, no bidirectional mark, and no half character", () => {
    const controls = Array.from({ length: 0x120 }, (_, i) => String.fromCharCode(i)).join("")
    const out = Html.text(`${controls}\u061c\u200e\u200f\u202a\u202e\u2066\u2069\ufeff\ud800`)
    expect(out).not.toMatch(
      // oxlint-disable-next-line no-control-regex
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/
    )
    expect(out.isWellFormed()).toBe(true)
    expect(out).toContain("\\u202e")
  })
})

describe("blanks", () => {
  it("are visible, and line endings have names", () => {
    expect(Html.blanks("  \t\u3000")).toBe("··→\t U+3000")
    expect(["\u00ad", "\u200d"].map(Html.blanks)).toEqual(["\\u00ad", "U+200D"])
    expect(["\n", "\r", "\r\n"].map(Html.blanks)).toEqual(["LF", "CR", "CRLF"])
  })
})

describe("the description", () => {
  it("says what a mark stands on", () => {
    expect(["\t", "  ", "\r\n", "“", "\u00a0\u200b", "abcdef"].map(Html.describe)).toEqual([
      "1 tab",
      "2 spaces",
      "CRLF",
      "U+201C",
      "U+00A0 U+200B",
      "U+0061 U+0062 U+0063 U+0064 …"
    ])
  })
})
