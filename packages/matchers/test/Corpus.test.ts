// Every case of the corpus, run with the preset that it names. What the stack cannot do yet is listed, and a listed case that
// passes fails the run: the list only shrinks.
import { type EditFailure, Plan, SourceText } from "@kerf/core"
import type { EditCase } from "@kerf/core/EditCase"
import type { MatcherStack } from "@kerf/core/MatcherStack"
import { Presets } from "@kerf/matchers"
import { Corpus } from "@kerf/testing"
import { Effect, type Layer, Result } from "effect"
import { describe, expect, it } from "vitest"

/** Cases of which the rules say one thing and the code does another; neither writes what is wrong, but for K101. */
const notYetExpected = new Set<string>([])

/** Presets by the names that cases use. */
const presets: Readonly<Record<string, { readonly layer: Layer.Layer<MatcherStack> }>> = {
  strict: Presets.strict,
  standard: Presets.standard,
  lenient: Presets.lenient
}

/** What an edit came to, in the words of a case: as much as the case says something about. */
const outcomeOf = (testCase: EditCase & { readonly file: string }): EditCase["expect"] => {
  const { edits, expect: wanted, file, stack } = testCase
  const source = SourceText.make(file)
  const { layer } = presets[stack]!
  const planned = Plan.make(source, edits, { recover: true }).pipe(Effect.provide(layer), Effect.result)
  return Result.match(Effect.runSync(planned), {
    onSuccess: (plan) => {
      if (plan.alreadyApplied.length === edits.length) return { outcome: "already-applied" }
      const matcher = plan.changes.find(({ edit }) => edit === 0)?.matcher
      return {
        outcome: "applied",
        result: Plan.apply(plan),
        ...("matcher" in wanted && matcher !== undefined ? { matcher } : undefined)
      }
    },
    onFailure: (failure) => ({ ...describeFailure(failure, wanted), ...pair(failure, wanted) })
  })
}

const pair = ({ edit }: Plan.Failure, wanted: EditCase["expect"]) =>
  "edit" in wanted && edit !== undefined ? { edit } : undefined

const describeFailure = (failure: EditFailure.EditFailure, wanted: EditCase["expect"]): EditCase["expect"] => {
  switch (failure._tag) {
    case "NoMatch":
      return { outcome: "no-match" }
    case "Ambiguous":
      return {
        outcome: "ambiguous",
        ...("lines" in wanted ? { lines: failure.places.map(({ line }) => line) } : undefined)
      }
    case "Refused":
      return { outcome: "refused", ...("reason" in wanted ? { reason: failure.reason._tag } : undefined) }
    case "Stale":
      return { outcome: "stale" }
  }
}

const isText = (testCase: EditCase): testCase is EditCase & { readonly file: string } => "file" in testCase

const cases = Corpus.load()
const texts = cases.filter(isText)

describe("corpus", () => {
  it("is there, and every id that is not yet expected is in it", () => {
    const ids = new Set(cases.map(({ id }) => id))
    expect(ids.size).toBeGreaterThanOrEqual(325)
    expect([...notYetExpected].filter((id) => !ids.has(id))).toEqual([])
  })

  for (const testCase of texts.filter(({ id }) => !notYetExpected.has(id))) {
    it(`${testCase.id} ${testCase.title}`, () => {
      expect(outcomeOf(testCase)).toEqual(testCase.expect)
    })
  }

  for (const testCase of texts.filter(({ id }) => notYetExpected.has(id))) {
    it(`${testCase.id} is not yet expected: ${testCase.title}`, () => {
      expect(outcomeOf(testCase), "it passes: take it off the list").not.toEqual(testCase.expect)
    })
  }

  it("leaves the files that are no UTF-8 text to their decoder", () => {
    const ids = cases.filter((testCase) => !isText(testCase)).map(({ id }) => id)
    const own = Array.from({ length: 8 }, (_, i) => `K${246 + i}`)
    expect(ids).toEqual(["R123", "R124", "R126", "R128", ...own])
  })
})
