import type { Matcher } from "@kerf/core"
import { MatcherLaws, MatcherTest } from "@kerf/testing"
import { describe, expect, it } from "vitest"
import { mutants } from "./mutants.ts"
import { exact, forgives, shifted } from "./references.ts"

MatcherTest.suite(exact)
MatcherTest.suite(shifted, { forgives })

const names = new Set([...MatcherLaws.all(exact), ...MatcherLaws.all(shifted, { forgives })].map(({ name }) => name))

describe("mutants", () => {
  it("there is one for each law", () => {
    expect([...names].filter((name) => !mutants.some(({ law }) => law === name))).toEqual([])
  })

  for (const { law, manifest, matcher, wrong } of mutants) {
    it(`"${law}" catches one: ${wrong}`, async () => {
      const meant = MatcherLaws.all(matcher, manifest).find(({ name }) => name === law)
      expect((await meant?.check(matcher))?.failure).toMatch(/\n {2}input: /)
    })
  }
})

describe("exercise", () => {
  it("fails a law whose precondition never holds", async () => {
    const silent: Matcher.Matcher = { ...exact, find: (source, target) => exact.find(source, target, 0) }
    const law = MatcherLaws.all(exact).find(({ name }) => name === "MUST return no empty place")!
    expect(await law.check(silent, { runs: 50 })).toEqual({
      law: "MUST return no empty place",
      runs: 50,
      exercised: 0,
      failure: "its precondition held for 0 of 50 inputs only: at least 10 are needed"
    })
  })
})
