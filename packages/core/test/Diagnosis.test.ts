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
})
