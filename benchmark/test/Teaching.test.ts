/**
 * The message is enough: of calls that fail, nine in ten succeed at the next call, made of the message alone. `teach` prints
 * the same with more lessons.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { expect, it } from "vitest"
import * as ScriptedAgent from "../ScriptedAgent.ts"
import * as Sources from "../Sources.ts"
import * as Teaching from "../Teaching.ts"

const count = 20
const seed = 20_260

it("makes at least nine in ten failed calls succeed at the next one", { timeout: 120_000 }, () => {
  const files = Sources.all().map(({ text }) => text)
  const scores = Teaching.kinds.map((kind) => Teaching.score(kind, files, count, seed))
  const total = Teaching.total(scores)
  const table = [...scores, total].map(Teaching.format).join("\n")
  mkdirSync(new URL("../../.reports/", import.meta.url), { recursive: true })
  writeFileSync(new URL("../../.reports/teaching.txt", import.meta.url), `${table}\n`)
  expect(scores.filter(({ lessons }) => lessons < count).map(({ kind }) => kind)).toEqual([])
  expect(total.learnt / total.lessons).toBeGreaterThanOrEqual(0.9)
  // No kind is left behind.
  expect(scores.filter(({ learnt, lessons }) => learnt < 0.7 * lessons).map(Teaching.format)).toEqual([])
})

it("makes seven in ten refused calls succeed at the next one", { timeout: 120_000 }, () => {
  const files = Sources.all().map(({ text }) => text)
  const scores = Teaching.refusals.map((kind) => Teaching.score(kind, files, count, seed))
  const total = Teaching.total(scores)
  expect(scores.filter(({ lessons }) => lessons < count / 4).map(({ kind }) => kind)).toEqual([])
  expect(total.learnt / total.lessons).toBeGreaterThanOrEqual(0.7)
  // No kind is left behind: what is not learnt are places that are too long to quote.
  expect(scores.filter(({ learnt, lessons }) => learnt < 0.2 * lessons).map(Teaching.format)).toEqual([])
})

it("has no next call for a message that says nothing", () => {
  const call = [{ oldText: "a", newText: "b" }]
  const intent = { ordinal: 0, by: "context" } as const
  expect(ScriptedAgent.next(call, "[edit:no-match] oldText was not found.", intent)).toBeUndefined()
  expect(ScriptedAgent.next(call, "[edit:ambiguous-match] oldText stands 2 times.", intent)).toBeUndefined()
})
