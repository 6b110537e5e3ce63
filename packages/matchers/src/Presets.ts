/**
 * Ready-made stacks: an order, and the same fully wired.
 *
 * `strict` forgives nothing but the form of line endings. `standard`, the default, adds forgiveness that is proven on
 * every line.
 *
 * @since 0.1.0
 */
import { MatcherStack } from "@kerf/core/MatcherStack"
import type * as Order from "@kerf/core/Order"
import * as Layer from "effect/Layer"
import { Exact } from "./Exact.ts"
import { Indentation } from "./Indentation.ts"
import { LineEnding } from "./LineEnding.ts"

/**
 * An order and its wiring.
 *
 * @category models
 * @since 0.1.0
 */
export interface Preset<Keys extends Order.NonEmpty> {
  /** The keys, in the order in which they are asked: the start of an order of one's own. */
  readonly order: Keys
  /** The implementations alone, for an order of one's own. */
  readonly matchers: Layer.Layer<Order.Matchers<Keys>>
  /** The stack, fully wired. */
  readonly layer: Layer.Layer<MatcherStack>
}

/**
 * Wires an order.
 *
 * **Example** (A preset of one's own)
 *
 * ```ts
 * import { Exact, Presets } from "@kerf/matchers"
 *
 * Presets.make([Exact], Exact.layer).order.length // => 1
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = <const Keys extends Order.NonEmpty>(
  order: Order.Distinct<Keys> & Keys,
  matchers: Layer.Layer<Order.Matchers<Keys>>
): Preset<Keys> => ({
  order,
  matchers,
  layer: MatcherStack.layer<Keys>(...(order as Order.Distinct<Keys>)).pipe(Layer.provide(matchers))
})

/**
 * Exact text, up to line endings.
 *
 * @category presets
 * @since 0.1.0
 */
export const strict = make([Exact, LineEnding], Layer.mergeAll(Exact.layer, LineEnding.layer))

/**
 * The default: what is forgiven is proven on every line.
 *
 * @category presets
 * @since 0.1.0
 */
export const standard = make(
  [Exact, LineEnding, Indentation],
  Layer.mergeAll(Exact.layer, LineEnding.layer, Indentation.layer)
)
