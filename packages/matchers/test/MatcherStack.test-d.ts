// What does not compile: a stack with a matcher whose layer is not provided, and a matcher named twice.
import { MatcherStack, Order, Plan, SourceText } from "@kerf/core"
import { Escape, Exact, Indentation, LineEnding, Presets } from "@kerf/matchers"
import { Effect, Layer } from "effect"

const plan = Plan.make(SourceText.make("a"), [{ oldText: "a", newText: "b" }])

// Both layers: nothing is left to provide.
const wired = MatcherStack.layer(Exact, Indentation).pipe(Layer.provide([Exact.layer, Indentation.layer]))
Effect.runSync(Effect.provide(plan, wired))

// One layer is forgotten.
const halfWired = MatcherStack.layer(Exact, Indentation).pipe(Layer.provide(Exact.layer))
halfWired satisfies Layer.Layer<MatcherStack, never, Indentation>
// @ts-expect-error: Indentation is not provided
Effect.runSync(Effect.provide(plan, halfWired))

// The stack is forgotten.
// @ts-expect-error: MatcherStack is not provided
Effect.runSync(plan)

// A matcher is named twice, next to itself or further on.
// @ts-expect-error: "@kerf/matchers/Exact is named twice in this stack"
MatcherStack.layer(Exact, Exact)
// @ts-expect-error: "@kerf/matchers/Exact is named twice in this stack"
MatcherStack.layer(Exact, Indentation, Exact)
// @ts-expect-error: "@kerf/matchers/Indentation is named twice in this stack"
MatcherStack.layer(...Order.append(Presets.standard.order, Indentation))

// A stack needs a matcher.
// @ts-expect-error: at least one
MatcherStack.layer()

// Orders know what is in them.
Order.append([Exact] as const, Indentation) satisfies readonly [typeof Exact, typeof Indentation]
Order.before([Exact, Indentation] as const, Indentation, LineEnding) satisfies readonly [
  typeof Exact,
  typeof LineEnding,
  typeof Indentation
]
Order.after([Exact, Indentation] as const, Exact, LineEnding) satisfies readonly [
  typeof Exact,
  typeof LineEnding,
  typeof Indentation
]
Order.without([Exact, LineEnding, Indentation] as const, LineEnding) satisfies readonly [
  typeof Exact,
  typeof Indentation
]
// @ts-expect-error: LineEnding is not in this order
Order.without([Exact, Indentation] as const, LineEnding)
// @ts-expect-error: LineEnding is not in this order
Order.before([Exact, Indentation] as const, LineEnding, Escape)

// The layer of an order requires the matchers that are in it, and no other.
MatcherStack.layer(...Order.without(Presets.strict.order, LineEnding)) satisfies Layer.Layer<MatcherStack, never, Exact>
// @ts-expect-error: LineEnding is left out, so it is not required
MatcherStack.layer(...Order.without(Presets.strict.order, LineEnding)) satisfies Layer.Layer<
  MatcherStack,
  never,
  LineEnding
>
