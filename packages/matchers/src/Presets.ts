/**
 * Ready-made stacks: an order, and the same fully wired.
 *
 * `strict` forgives nothing but the form of line endings. `standard`, the default, adds forgiveness that is proven on
 * every line; `lenient` adds what is only likely, with the graft as its guard.
 *
 * @since 0.1.0
 */
import { MatcherStack } from "@kerf/core/MatcherStack"
import type * as Order from "@kerf/core/Order"
import * as Layer from "effect/Layer"
import { BlockAnchor } from "./BlockAnchor.ts"
import { Escape } from "./Escape.ts"
import { Exact } from "./Exact.ts"
import { Indentation } from "./Indentation.ts"
import { IndentStyle } from "./IndentStyle.ts"
import { LineEnding } from "./LineEnding.ts"
import { LineNumber } from "./LineNumber.ts"
import { Normalized } from "./Normalized.ts"
import { Trimmed } from "./Trimmed.ts"

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
  [Exact, LineEnding, Normalized, Indentation, IndentStyle, Escape],
  Layer.mergeAll(Exact.layer, LineEnding.layer, Normalized.layer, Indentation.layer, IndentStyle.layer, Escape.layer)
)

/**
 * Everything: for models that quote from memory.
 *
 * @category presets
 * @since 0.1.0
 */
export const lenient = make(
  [Exact, LineEnding, Normalized, Indentation, IndentStyle, Escape, Trimmed, LineNumber, BlockAnchor],
  Layer.mergeAll(standard.matchers, Trimmed.layer, LineNumber.layer, BlockAnchor.layer)
)
