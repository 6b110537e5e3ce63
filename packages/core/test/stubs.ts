// Matchers that answer what a test tells them.
import { Adaptation, Candidate, Matcher, MatcherStack, Plan, type RefusedReason, SourceText, Span } from "@kerf/core"
import { Effect, Result } from "effect"

type Place = readonly [start: number, end: number, refusal?: string]

/** Reason `code` of a matcher of one's own. */
export const custom = (code: string): RefusedReason.RefusedReason => ({
  _tag: "custom",
  matcher: "stub",
  code,
  message: code
})

/** Finds these places, whatever it is asked, up to the limit. */
export const stub = (
  name: string,
  places: ReadonlyArray<Place>,
  options?: { readonly loose?: boolean }
): Matcher.Matcher =>
  Matcher.make({
    name,
    loose: options?.loose ?? false,
    forgives: `what ${name} forgives`,
    reach: (lines) => lines,
    find: (source, { oldText }, limit) =>
      places.slice(0, limit).map(([start, end, refusal]) =>
        Candidate.make(Span.make(start, end), {
          // Whatever oldText is, it is what stands there.
          adaptation: Adaptation.make("", (text) => (text === oldText ? source.text.slice(start, end) : text)),
          refusal: refusal === undefined ? undefined : custom(refusal)
        })
      )
  })

/** Cannot answer. */
export const declining = (name: string): Matcher.Matcher => ({
  ...stub(name, []),
  find: () => Effect.fail(new Matcher.Declined({ reason: "the worker is dead" }))
})

/** Finds oldText itself, everywhere. */
export const exact = Matcher.make({
  name: "exact",
  loose: false,
  forgives: "nothing",
  reach: (lines) => lines,
  find: ({ text }, { oldText }, limit) => {
    const found: Array<Candidate.Candidate> = []
    for (let at = text.indexOf(oldText); at !== -1 && found.length < limit; at = text.indexOf(oldText, at + 1)) {
      found.push(Candidate.make(Span.make(at, at + oldText.length)))
    }
    return found
  }
})

/** Plans with these matchers. */
export const explain = (
  text: string,
  edits: ReadonlyArray<Plan.Fields>,
  matchers: ReadonlyArray<Matcher.Matcher> = [exact],
  options?: Plan.ExplainOptions
): Plan.Explanation =>
  Effect.runSync(
    Plan.explain(SourceText.make(text), edits, options).pipe(Effect.provideService(MatcherStack, { matchers }))
  )

/** The file afterwards, or the failure. */
export const edited = (...call: Parameters<typeof explain>): string | Plan.Failure =>
  Result.match(explain(...call).result, { onSuccess: Plan.apply, onFailure: (failure) => failure })
