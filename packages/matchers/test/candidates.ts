// What a matcher says to one question, in whole values that can be compared.
import { type Candidate, type Matcher, SourceText, Target } from "@kerf/core"
import type { MatcherTest } from "@kerf/testing"
import { type Context, Effect } from "effect"

/** The matcher itself. */
export const build = (service: MatcherTest.MatcherService): Matcher.Matcher =>
  Effect.runSync(
    Effect.provide(
      Effect.service(service as unknown as Context.Key<unknown, Matcher.Matcher>),
      service.layer
    ) as Effect.Effect<Matcher.Matcher>
  )

/** The raw candidates. */
export const find = (
  service: MatcherTest.MatcherService,
  text: string,
  oldText: string,
  options?: { readonly newText?: string; readonly limit?: number }
): ReadonlyArray<Candidate.Candidate> => {
  const source = SourceText.make(text)
  const target = Target.make(source, { oldText, newText: options?.newText ?? "" })
  return Effect.runSync(Effect.orDie(build(service).find(source, target, options?.limit ?? 1_000)))
}

/** `[start, end, what was adapted]`, or `[start, end, refusal's tag]` in brackets. */
export const places = (...question: Parameters<typeof find>): ReadonlyArray<readonly [number, number, string]> =>
  find(...question).map(({ adaptation, refusal, span }) => [
    span.start,
    span.end,
    refusal === undefined ? adaptation.describe : `(${refusal._tag})`
  ])
