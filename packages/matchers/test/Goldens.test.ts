// What models read, word by word: `goldens/<scenario>.txt`. A message that is not its golden fails, and is written beside it
// as `.invalid`; any such file fails, even where the message is as it was. So no second run blesses a change: only a person
// does, who has looked at it, by renaming the file over the golden, or by deleting it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { Difference, type EditFailure, Guards, Message, Note, Plan, RefusedReason, SourceText } from "@kerf/core"
import { Effect, Result } from "effect"
import { describe, expect, it } from "vitest"
import { type Scenario, scenarios } from "./scenarios.ts"

const directory = new URL("goldens/", import.meta.url)

const outcomeOf = (scenario: Scenario): Result.Result<Pick<Plan.Plan, "notes">, EditFailure.EditFailure> => {
  if ("failure" in scenario) return Result.fail(scenario.failure)
  if ("note" in scenario) return Result.succeed({ notes: [scenario.note] })
  const plan = Plan.make(SourceText.make(scenario.file), scenario.edits, scenario.options)
  const { guarded } = scenario
  const reviewed =
    guarded === undefined
      ? plan
      : Effect.flatMap(plan, (plan) =>
          Effect.flatMap(Guards.Guards, (guards) => Guards.review(guards, { path: guarded.path, plan }))
        ).pipe(Effect.provide(guarded.by))
  return Effect.runSync(Effect.result(Effect.provide(reviewed, scenario.stack)))
}

const messageOf = (scenario: Scenario): string =>
  Result.match(outcomeOf(scenario), {
    onFailure: ({ message }) => message,
    onSuccess: ({ notes }) => notes.map(Message.note).join("\n")
  })

/** Compares a message with its golden: `undefined`, or what is wrong. */
const judge = (name: string, message: string): string | undefined => {
  const golden = new URL(`${name}.txt`, directory)
  const invalid = new URL(`${name}.invalid`, directory)
  const isEqual = existsSync(golden) && readFileSync(golden, "utf8") === `${message}\n`
  if (!isEqual) writeFileSync(invalid, `${message}\n`)
  return existsSync(invalid) ? `look at ${name}.invalid: rename it to ${name}.txt, or delete it` : undefined
}

describe("a message is its golden", () => {
  it.each(scenarios)("$name", (scenario) => {
    expect(judge(scenario.name, messageOf(scenario))).toBeUndefined()
  })

  it("and every golden is of a scenario", () => {
    const names = new Set(scenarios.map(({ name }) => `${name}.txt`))
    expect(names.size).toBe(scenarios.length)
    expect(readdirSync(directory).filter((name) => !names.has(name))).toEqual([])
  })
})

describe("scenarios", () => {
  const tagsOf = (union: { readonly members: ReadonlyArray<{ readonly fields: { readonly _tag: unknown } }> }) =>
    union.members.map(({ fields }) => (fields._tag as { readonly schema: { readonly literal: string } }).schema.literal)
  const outcomes = scenarios.map(outcomeOf)
  const failures = outcomes.filter(Result.isFailure).map(({ failure }) => failure)
  const seen = {
    failures: new Set(failures.map(({ _tag }) => _tag)),
    reasons: new Set(failures.flatMap((failure) => (failure._tag === "Refused" ? [failure.reason._tag] : []))),
    differences: new Set(failures.flatMap((f) => (f._tag === "NoMatch" && f.difference ? [f.difference._tag] : []))),
    notes: new Set(outcomes.flatMap((o) => (Result.isSuccess(o) ? o.success.notes.map(({ _tag }) => _tag) : [])))
  }

  it("hold every failure, every reason, every difference and every note", () => {
    expect(seen).toEqual({
      failures: new Set(["NoMatch", "Ambiguous", "Refused", "Stale"]),
      reasons: new Set(tagsOf(RefusedReason.RefusedReason)),
      differences: new Set(tagsOf(Difference.Difference)),
      notes: new Set(tagsOf(Note.Note))
    })
  })

  it("come to what their names begin with", () => {
    const codes = { NoMatch: "no-match", Ambiguous: "ambiguous", Refused: "refused", Stale: "stale" }
    const kinds = outcomes.map((outcome) => (Result.isFailure(outcome) ? codes[outcome.failure._tag] : "note"))
    const wrong = scenarios.filter(({ name }, i) => !/^(?:hostile|bounded)/.test(name) && !name.startsWith(kinds[i]!))
    expect(wrong.map(({ name }) => name)).toEqual([])
  })
})
