import { describe, expect, it } from "@effect/vitest"
import { DiffView, Printable } from "@kerf/node"
import * as fc from "fast-check"

describe("Printable", () => {
  it("leaves nothing that a terminal would act on, and text as it is", () => {
    const hostile = "\u001b]0;t\u0007\u009b31m\u0000\r\u007f\u202e\u2028\u200b\uFEFF"
    expect(Printable.text(`é\t日\n👩‍🚀${hostile}`)).toBe(
      "é\t日\n👩‍🚀\\u001b]0;t\\u0007\\u009b31m\\u0000\\r\\u007f\\u202e\\u2028\\u200b\\ufeff"
    )
    expect(Printable.line("a\tb\nc")).toBe("a\\tb\\nc")
  })

  it("shows what hides in a text, and halves of characters, and leaves letters, emoji and their joiners", () => {
    expect(Printable.text("soft\u00adhyphen \u034f\u115f\u3164\u180e\u{e0041}\ufff9 \ud83d \udc4d")).toBe(
      "soft\\u00adhyphen \\u034f\\u115f\\u3164\\u180e\\udb40\\udc41\\ufff9 \\ud83d \\udc4d"
    )
    const kept = "e\u0301 한국 नमस्ते ❤\ufe0f 👩‍👩‍👧 می\u200cخواهم"
    expect(Printable.text(kept)).toBe(kept)
  })

  it("cuts between characters, never in one", () => {
    expect([0, 1, 2, 3].map((n) => Printable.start("a👍b", n))).toEqual(["", "a", "a", "a👍"])
    expect([1, 2, 3].map((n) => Printable.end("a👍b", n))).toEqual(["b", "b", "👍b"])
    expect([3, 4].map((n) => Printable.cut("a👍b", n))).toEqual(["a…", "a👍b"])
  })

  it("writes JSON that is the same value, on one line without control characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const json = Printable.json({ text })
        // oxlint-disable-next-line no-control-regex
        expect(json).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202e]/)
        expect(JSON.parse(json)).toEqual({ text })
      })
    )
  })
})

describe("DiffView", () => {
  const diff = "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n--- x\r\n+++ \u001b[0m\n @@\n"

  it("colours what is a header only where headers stand", () => {
    const [reset, bold, red, green, cyan] = [0, 1, 31, 32, 36].map((code) => `\u001b[${code}m`)
    expect(DiffView.toTerminal(diff, { color: true })).toBe(
      `${bold}diff --git a/f b/f${reset}\n${bold}--- a/f${reset}\n${bold}+++ b/f${reset}\n` +
        `${cyan}@@ -1,2 +1,2 @@${reset}\n${red}--- x\\r${reset}\n${green}+++ \\u001b[0m${reset}\n @@\n`
    )
  })

  it("shows escapes without colours too", () => {
    expect(DiffView.toTerminal(diff, { color: false })).toBe(
      "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n--- x\\r\n+++ \\u001b[0m\n @@\n"
    )
  })
})
