import { JsonEscape } from "@kerf/core"
import { describe, expect, it } from "vitest"

describe("decode", () => {
  it("decodes every escape of a JSON string, one level", () => {
    expect(JsonEscape.decode('\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041')).toBe('"\\/\b\f\n\r\tA')
    expect(JsonEscape.decode("a\\\\nb")).toBe("a\\nb")
  })

  it("takes two escapes for one character, and half of one for no string", () => {
    expect(JsonEscape.decode("\\ud83d\\ude42")).toBe("\u{1f642}")
    expect([JsonEscape.decode("\\ud83d"), JsonEscape.decode("\\ude42\\ud83d")]).toEqual([undefined, undefined])
  })

  it("takes a text without escapes as it is", () => {
    expect(["", "a 'b' é\u2028", "\u007f"].map(JsonEscape.decode)).toEqual(["", "a 'b' é\u2028", "\u007f"])
  })

  it("knows what stands in no JSON string", () => {
    const bad = ["a\nb", "a\tb", "\u0000", 'a"b', "\\d", "\\", "a\\", "\\u12", "\\u12g4", "\\U0041", "\\x41", "\\'"]
    expect(bad.map(JsonEscape.decode)).toEqual(bad.map(() => undefined))
  })
})

describe("decodeSequences", () => {
  it("leaves what is no escape, raw line breaks and quotes", () => {
    expect(JsonEscape.decodeSequences('a\\tb\n"\\d" \\u0041\\')).toBe('a\tb\n"\\d" A\\')
  })

  it("leaves the whole text where half a character would come out", () => {
    expect(JsonEscape.decodeSequences("\\n\\ud83d")).toBe("\\n\\ud83d")
    expect(JsonEscape.decodeSequences("\\ud83d\\ude42\\n")).toBe("\u{1f642}\n")
  })
})
