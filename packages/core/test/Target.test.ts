import { SourceText, Target } from "@kerf/core"
import { describe, expect, it } from "vitest"

const target = (text: string, oldText: string, newText = "") => Target.make(SourceText.make(text), { oldText, newText })

const contents = (source: SourceText.SourceText): ReadonlyArray<string> => source.lines().map(({ content }) => content)

describe("target", () => {
  it("splits oldText by its own line model", () => {
    expect(contents(target("a\rb\r", "a\rb\nc\n").old)).toEqual(["a\rb", "c"])
    expect(contents(target("a\nb\n", "a\rb").old)).toEqual(["a", "b"])
  })

  it("splits newText at a lone CR where the file or oldText does", () => {
    expect(contents(target("a\nb\n", "a", "x\ry").new)).toEqual(["x\ry"])
    expect(contents(target("a\rb\r", "a", "x\ry\nz").new)).toEqual(["x", "y", "z"])
    expect(contents(target("a\nb\n", "a\rb", "x\ry").new)).toEqual(["x", "y"])
  })

  it("takes no mark off a fragment", () => {
    const made = target("a", "\uFEFFa", "\uFEFFb")
    expect([made.oldText, made.old.text, made.new.text]).toEqual(["\uFEFFa", "\uFEFFa", "\uFEFFb"])
  })

  it("is blank where oldText holds only blanks and terminators", () => {
    const texts = [" ", "\n", "\t\r\n\u3000", "\r", "\r  \n", "", "a", "\f", "\u200b", " \n}"]
    expect(texts.map((oldText) => target("a", oldText).blank)).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      false
    ])
  })
})
