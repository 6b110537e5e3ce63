// Reads the report that `test` leaves and ends with the one line that any CI understands:
// `N passed, N failed, N skipped`. Exits 1 if something failed, or if nothing ran.
import { existsSync, readFileSync } from "node:fs"
import { resolve } from "node:path"

/** What vitest's JSON report holds, as far as it is read here. */
export interface VitestReport {
  readonly success: boolean
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly status: string
    readonly assertionResults: ReadonlyArray<{ readonly status: string }>
  }>
}

export interface Summary {
  readonly line: string
  readonly ok: boolean
}

/** Counts tests; a file that failed without a failed test (it did not load) counts as one failure. */
export const summarize = (report: VitestReport): Summary => {
  const broken = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.every((test) => test.status !== "failed")
  )
  const passed = report.numPassedTests
  const failed = report.numFailedTests + broken.length
  const skipped = report.numPendingTests + report.numTodoTests
  return {
    line: `${passed} passed, ${failed} failed, ${skipped} skipped`,
    ok: report.success && failed === 0 && passed > 0
  }
}

// ----------------------------------------------------------------------------

if (import.meta.main) {
  const path = resolve(import.meta.dirname, "../.reports/vitest.json")
  if (!existsSync(path)) console.error("no test report: the tests did not run to their end")
  const { line, ok } = existsSync(path)
    ? summarize(JSON.parse(readFileSync(path, "utf8")) as VitestReport)
    : { line: "0 passed, 1 failed, 0 skipped", ok: false }
  console.log(line)
  process.exitCode = ok ? 0 : 1
}
