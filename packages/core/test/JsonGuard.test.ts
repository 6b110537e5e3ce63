import { JsonGuard, Plan } from "@kerf/core"
import { describe, expect, it } from "vitest"
import { findings, planOf } from "./proposals.ts"

const file = '{\n  "a": 1,\n  "b": 2\n}\n'

describe("valid JSON", () => {
  it("may not become invalid", () => {
    expect(findings(JsonGuard, "/p.json", planOf(file, ['"a"', '"x"'], ['"b": 2', '"b": 2,']))).toEqual([
      {
        verdict: "refuse",
        code: "invalid-json",
        message:
          "The file is valid JSON, and would not be afterwards: line 4, column 1 of the new text should be a name in " +
          "double quotes. Mend newText.",
        edit: 1
      }
    ])
  })

  it("may become other valid JSON", () => {
    expect(findings(JsonGuard, "/p.json", planOf(`\uFEFF${file}`, ['"b": 2', '"b": [2, 3]']))).toEqual([])
  })
})

describe("what is left alone", () => {
  it("is JSON with comments", () => {
    expect(findings(JsonGuard, "/tsconfig.json", planOf(`// hi\n${file}`, ["1,", "1,,"]))).toEqual([])
  })
  it("is a file of another name", () => {
    expect(findings(JsonGuard, "/p.jsonc", planOf(file, ["1,", "1,,"]))).toEqual([])
  })
  it("is a file that is created", () => {
    expect(findings(JsonGuard, "/p.json", Plan.create("{"))).toEqual([])
  })
})
