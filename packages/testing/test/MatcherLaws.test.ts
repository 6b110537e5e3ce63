import type { Matcher } from "@kerf/core"
import { Arbitraries, LawTest, MatcherLaws, MatcherTest } from "@kerf/testing"
import { describe, expect, it } from "vitest"
import { mutants } from "./mutants.ts"
import { Effect } from "effect"
import { exact, forgives, lines, shifted } from "./references.ts"

MatcherTest.suite(exact)
MatcherTest.suite(shifted, { forgives })

MatcherTest.suite(lines, { forgives: { terminators: true, finalTerminator: true } })

const names = new Set(
  [
    ...MatcherLaws.all(exact, { plants: () => Arbitraries.planted("nothing") }),
    ...MatcherLaws.all(shifted, { forgives })
  ].map(({ name }) => name)
)

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

function shortened(matcher: Matcher.Matcher): Matcher.Matcher["find"] {
  return (source, target, limit) =>
    Effect.map(matcher.find(source, target, limit), (found) =>
      found.map((it) => ({ ...it, span: { ...it.span, end: Math.max(it.span.start + 1, it.span.end - 1) } }))
    )
}

const narrowed = (matcher: Matcher.Matcher, keeps: (text: string, start: number, end: number) => boolean) => ({
  ...matcher,
  find: ((source, target, limit) =>
    Effect.map(matcher.find(source, target, limit), (found) =>
      found.filter(({ span }) => keeps(source.text, span.start, span.end))
    )) satisfies Matcher.Matcher["find"]
})

for (const [tighter, looser, wrong, broken] of [
  [exact, lines, "it overlooks the first line", narrowed(lines, (_, start) => start > 0)],
  [lines, shifted, "it wants a terminator", narrowed(shifted, (text, _, end) => /[\r\n]/.test(text[end - 1] ?? ""))],
  [exact, shifted, "it ends a unit early", { ...shifted, find: shortened(shifted) }]
] as const) {
  LawTest.suite(
    `${tighter.name} before ${looser.name}`,
    [tighter, looser] as const,
    [MatcherLaws.monotone],
    [{ law: MatcherLaws.monotone.name, wrong, subject: [tighter, broken] as const }]
  )
}

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
