import { describe, expect, it } from "vitest"
import { summarize, type VitestReport } from "../summary.ts"

const report = (part: Partial<VitestReport>): VitestReport => ({
  success: true,
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...part
})

describe("summary", () => {
  it("counts what passed and what was skipped", () => {
    const given = report({ numPassedTests: 3, numPendingTests: 1, numTodoTests: 1 })
    expect(summarize(given)).toEqual({ line: "3 passed, 0 failed, 2 skipped", ok: true })
  })

  it("is not content if nothing ran", () => {
    expect(summarize(report({ numPendingTests: 2 }))).toEqual({ line: "0 passed, 0 failed, 2 skipped", ok: false })
  })

  it("counts a file that did not load as a failure, and one with a failed test once", () => {
    const given = report({
      success: false,
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: [
        { name: "a", status: "failed", assertionResults: [] },
        { name: "b", status: "failed", assertionResults: [{ status: "passed" }, { status: "failed" }] }
      ]
    })
    expect(summarize(given)).toEqual({ line: "1 passed, 2 failed, 0 skipped", ok: false })
  })

  it("is not content if the run says that it failed", () => {
    expect(summarize(report({ success: false, numPassedTests: 1 })).ok).toBe(false)
  })
})
