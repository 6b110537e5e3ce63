import { Recovery, SourceText, Target } from "@kerf/core"
import { expect, it } from "vitest"

const place = (text: string, newText: string) => {
  const source = SourceText.make(text)
  return Recovery.alreadyApplied(source, Target.make(source, { oldText: "gone", newText }))
}

it("finds newText that fills whole lines, once", () => {
  expect(place("a\nlet total = 2\nb\n", "let total = 2")).toEqual({ line: 2, endLine: 2, byteOffset: 2 })
})

it("needs that nothing else is more like oldText, which then has not become newText", () => {
  const text = "f()\n  return nil;\ng()\n  return undefined;\n"
  const source = SourceText.make(text)
  const made = (oldText: string) =>
    Recovery.alreadyApplied(source, Target.make(source, { oldText, newText: "  return undefined;" }))
  expect(made("  return null;")).toBeUndefined()
  expect(made("g()\n  return void;")?.line).toBe(4)
})

it("takes what an escaped oldText holds for no proof", () => {
  const source = SourceText.make("one(1)\nlet two = 2\n")
  const target = Target.make(source, { oldText: "one(1)\\nlet two = 2\n", newText: "let two = 2\n" })
  expect(Recovery.alreadyApplied(source, target)).toBeUndefined()
})

it("takes no form of line endings for a difference", () => {
  expect(place("let a = 1\r\nlet b = 2\r\n", "let a = 1\nlet b = 2\n")).toEqual({ line: 1, endLine: 2, byteOffset: 0 })
})

it("needs whole lines", () => {
  expect(place("  let total = 2\n", "let total = 2")).toBeUndefined()
  expect(place("let total = 25\n", "let total = 2")).toBeUndefined()
})

it("needs it to stand once", () => {
  expect(place("let total = 2\nlet total = 2\n", "let total = 2")).toBeUndefined()
})

it("needs eight visible characters", () => {
  expect(place("a = 1234\n", "a = 1234")).toBeUndefined()
  expect(place("ab = 12345\n", "ab = 12345")).toEqual({ line: 1, endLine: 1, byteOffset: 0 })
  expect(place("\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b\n", "\u200b".repeat(8))).toBeUndefined()
})
