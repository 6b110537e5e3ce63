/**
 * The ordered stack of matchers that an edit is tried with. The order is a value in the caller's code; the
 * implementations are layers, so a test replaces one matcher and leaves the order alone.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Matcher } from "./Matcher.ts"
import type * as Order from "./Order.ts"

/**
 * The matchers to ask, in order.
 *
 * **Example** (A stack of one matcher)
 *
 * ```ts
 * import { Matcher, MatcherStack } from "@kerf/core"
 * import { Context, Effect, Layer } from "effect"
 *
 * class Nothing extends Context.Service<Nothing, Matcher.Matcher>()("my-package/Nothing") {
 *   static readonly layer = Layer.succeed(
 *     Nothing,
 *     Matcher.make({ name: "nothing", loose: false, forgives: "nothing", reach: () => 0, find: () => [] })
 *   )
 * }
 *
 * const stack = MatcherStack.layer(Nothing).pipe(Layer.provide(Nothing.layer))
 * const program = Effect.map(MatcherStack, ({ matchers }) => matchers.map(({ name }) => name))
 * Effect.runSync(Effect.provide(program, stack)) // => ["nothing"]
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class MatcherStack extends Context.Service<
  MatcherStack,
  {
    readonly matchers: ReadonlyArray<Matcher>
  }
>()("@kerf/core/MatcherStack") {
  /**
   * Creates a stack from matcher keys, in the order in which they are asked.
   *
   * **Details**
   *
   * The layer requires every matcher that is named: one whose layer is not provided does not compile. Naming a key
   * twice does not compile either. Two matchers with one *name* die when the layer is built, with both keys named.
   */
  static readonly layer = <const Keys extends Order.NonEmpty>(
    ...order: Order.Distinct<Keys>
  ): Layer.Layer<MatcherStack, never, Order.Matchers<Keys>> =>
    Layer.effect(
      MatcherStack,
      Effect.gen(function* () {
        const matchers: Array<Matcher> = []
        const keys = new Map<string, string>()
        for (const key of order as ReadonlyArray<Order.Key>) {
          const matcher = yield* key
          const other = keys.get(matcher.name)
          if (other !== undefined) {
            return yield* Effect.die(
              new Error(
                `MatcherStack: ${other} and ${key.key} are both named ${JSON.stringify(matcher.name)}; ` +
                  "every matcher of a stack needs a name of its own"
              )
            )
          }
          keys.set(matcher.name, key.key)
          matchers.push(matcher)
        }
        return { matchers }
      })
    ) as Layer.Layer<MatcherStack, never, Order.Matchers<Keys>>
}
