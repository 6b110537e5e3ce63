import { describe, expect, it } from "@effect/vitest"
import { MatcherStack } from "@kerf/core"
import { Presets } from "@kerf/matchers"
import { NamedStack } from "@kerf/node"
import { Effect } from "effect"
import { join } from "node:path"
import { folder, services, write } from "./Fixture.ts"

const names = (name: string) =>
  Effect.map(MatcherStack, ({ matchers }) => matchers.map(({ name }) => name)).pipe(
    Effect.provide(NamedStack.layer(name)),
    Effect.provide(services())
  )

const [core, matchers, effect] = ["@kerf/core", "@kerf/matchers", "effect"].map((name) =>
  JSON.stringify(import.meta.resolve(name))
)
const imports = `
  import { Matcher, MatcherStack } from ${core}
  import { Exact, Indentation, Presets } from ${matchers}
  import { Context, Effect, Layer } from ${effect}
  const find = () => []
  const matcher = (name) => Matcher.make({ name, loose: false, forgives: "nothing", reach: () => 0, find })
  class Mine extends Context.Service()("test/Mine") {
    static layer = Layer.succeed(Mine, matcher("mine"))
  }
  class Bare extends Context.Service()("test/Bare") {}
`

describe("a preset", () => {
  it.effect("is found by its name, every one that there is", () =>
    Effect.gen(function* () {
      expect(NamedStack.presets).toEqual(["strict", "standard", "lenient"])
      for (const [name, { order }] of Object.entries({ strict: Presets.strict, standard: Presets.standard })) {
        expect(yield* names(name)).toHaveLength(order.length)
      }
    })
  )

  it.effect.each(["make", "Standard", "", "toString", "__proto__"])("is not %j", (name) =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(names(name))).toMatchObject({
        message: `--stack ${name} is no preset (${NamedStack.presets.join(", ")}) and no module (./stack.ts)`
      })
    })
  )
})

describe("a module", () => {
  const good: Readonly<Record<string, readonly [string, ReadonlyArray<string>]>> = {
    "an order of built-in matchers and its own": ["export default [Exact, Mine]", ["exact", "mine"]],
    "an order by name": ["export const order = [Indentation, Exact]", ["indentation", "exact"]],
    "a preset": ["export const stack = Presets.strict", ["exact", "line-ending"]],
    "a layer": ["export const layer = MatcherStack.layer(Mine).pipe(Layer.provide(Mine.layer))", ["mine"]]
  }
  it.effect.each(Object.keys(good))("exports %s", (name) =>
    Effect.gen(function* () {
      const [source, expected] = good[name]!
      expect(yield* names(write(join(yield* folder, "stack.mjs"), imports + source))).toEqual(expected)
    })
  )

  const bad: Readonly<Record<string, readonly [string, RegExp]>> = {
    nothing: ["", /exports no stack: export an order/],
    "something else": ["export default 3", /exports no stack/],
    "an empty order": ["export default []", /exports an empty order$/],
    "an order of other things": ["export default [Exact, 3]", /element 2 is no matcher's key$/],
    "a key without a layer": ["export default [Bare]", /with test\/Bare, which has no static layer/],
    "a matcher twice": ["export default [Exact, Exact]", /cannot be built: MatcherStack: .* both named "exact"/],
    "a layer of something else": ["export default Mine.layer", /a layer that provides no MatcherStack$/],
    "a layer that fails": [
      "export default Layer.effectDiscard(Effect.fail(new Error('no\\nway')))",
      /cannot be built: no$/
    ],
    "a layer that lacks one": ["export default MatcherStack.layer(Bare)", /cannot be built: .*test\/Bare/],
    "a syntax error": ["export default [", /cannot be loaded: /]
  }
  it.effect.each(Object.keys(bad))("is refused in one line where it exports %s", (name) =>
    Effect.gen(function* () {
      const [source, message] = bad[name]!
      const error = yield* Effect.flip(names(write(join(yield* folder, "stack.mjs"), imports + source)))
      expect(error).toMatchObject({ _tag: "UsageError", message: expect.stringMatching(message) })
      expect(error.message).not.toContain("\n")
    })
  )
})
