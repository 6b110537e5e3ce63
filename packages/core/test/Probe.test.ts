import { Probe, SourceText } from "@kerf/core"
import { describe, expect, it } from "vitest"

const mayStand = (text: string, oldText: string, fold = false): boolean =>
  Probe.mayStand(SourceText.make(text), SourceText.make(oldText), fold)

describe("mayStand", () => {
  it("asks for the longest line, blanks at its ends aside", () => {
    expect([mayStand("  let b = 2\n", "x\n\tlet b = 2 \ny"), mayStand("let b = 2\n", "let c = 2")]).toEqual([
      true,
      false
    ])
  })

  it("folds on request alone", () => {
    expect([mayStand("say “a”\n", 'say "a"', true), mayStand("say “a”\n", 'say "a"')]).toEqual([true, false])
    expect([mayStand('say "a"\n', "say “a”", true), mayStand('say "a"\n', "say “b”", true)]).toEqual([true, false])
  })

  it("leaves the question open where oldText is blank", () => {
    expect([mayStand("a\n", " \n\t"), mayStand("", "\n")]).toEqual([true, true])
  })

  it("says no to more lines than the file has units for, and to no fewer", () => {
    expect([mayStand("\n\n\n", "\n\n\n"), mayStand("\n\n", "\n\n\n\n"), mayStand("a", "a\n\na\n")]).toEqual([
      true,
      false,
      false
    ])
    expect([mayStand("\na", "\na\n"), mayStand("\n\n", "\r\n\r\n"), mayStand("", "\n")]).toEqual([true, true, true])
  })

  it("never says no to what stands there, at any place and of any length", () => {
    const text = `${"ab".repeat(100)}\n${"x".repeat(200)}y\n漢字${"–".repeat(70)}\n`
    for (let start = 0; start < text.length; start += 7) {
      for (const length of [1, 2, 16, 63, 64, 65, 130]) {
        const part = text.slice(start, start + length)
        expect([part, mayStand(text, part), mayStand(text, part, true)]).toEqual([part, true, true])
      }
    }
  })

  it("gives the same answer to the same source again", () => {
    const source = SourceText.make("let a = 1\n")
    const ask = (oldText: string) => Probe.mayStand(source, SourceText.make(oldText), false)
    const wanted = Array.from({ length: 100 }, (_, i) => i === 1)
    const asked = () => wanted.map((_, i) => ask(`a = ${i}\n`))
    expect([asked(), asked()]).toEqual([wanted.map((is, i) => is || "1".startsWith(`${i}`)), wanted])
  })
})
