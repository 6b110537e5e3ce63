// One matcher replaced in a test: the order is not touched, only its layer is another.
import { Candidate, Matcher, MatcherStack, Plan, SourceText, Span } from "@kerf/core"
import { Exact, Indentation } from "@kerf/matchers"
import { Effect, Layer } from "effect"
import { expect, it } from "vitest"

const order = [Exact, Indentation] as const

const stub = Layer.succeed(
  Indentation,
  Matcher.make({
    name: "indentation",
    loose: true,
    forgives: "everything, in this test",
    reach: (lines) => lines,
    find: (source) => [Candidate.make(Span.make(0, source.text.length))]
  })
)

const edited = (layers: Layer.Layer<Exact | Indentation>) =>
  Plan.make(SourceText.make("a\nb\n"), [{ oldText: "not there", newText: "c\n" }]).pipe(
    Effect.map(Plan.apply),
    Effect.catchTag("NoMatch", () => Effect.succeed("no match")),
    Effect.provide(MatcherStack.layer(...order).pipe(Layer.provide(layers)))
  )

it("finds nothing with the matcher itself", () => {
  expect(Effect.runSync(edited(Layer.mergeAll(Exact.layer, Indentation.layer)))).toBe("no match")
})

it("finds what the stub says", () => {
  expect(Effect.runSync(edited(Layer.mergeAll(Exact.layer, stub)))).toBe("c\n")
})
