/**
 * Orders of matchers as typed values: a tuple of service keys, and the functions that make one order from another. The
 * types follow, so that the layer of an order requires exactly the matchers in it.
 *
 * **Example** (A matcher of one's own in the middle)
 *
 * ```ts
 * import { Matcher, Order } from "@kerf/core"
 * import { Context } from "effect"
 *
 * class A extends Context.Service<A, Matcher.Matcher>()("A") {}
 * class B extends Context.Service<B, Matcher.Matcher>()("B") {}
 * class Mine extends Context.Service<Mine, Matcher.Matcher>()("Mine") {}
 *
 * Order.before([A, B] as const, B, Mine).map(({ key }) => key) // => ["A", "Mine", "B"]
 * ```
 *
 * @since 0.1.0
 */
import type * as Context from "effect/Context"
import type { Matcher } from "./Matcher.ts"

/**
 * The service key of a matcher.
 *
 * @category models
 * @since 0.1.0
 */
export type Key = Context.Key<any, Matcher>

/**
 * An order with at least one matcher.
 *
 * @category models
 * @since 0.1.0
 */
export type NonEmpty = readonly [Key, ...ReadonlyArray<Key>]

/**
 * The identifiers of the matchers in an order: what its layer requires.
 *
 * @category types
 * @since 0.1.0
 */
export type Matchers<Keys extends ReadonlyArray<Key>> = Keys[number]["Identifier"]

/**
 * `Keys` itself, or, where a key is named twice, a tuple with an explanation in the place of the second.
 *
 * @category types
 * @since 0.1.0
 */
export type Distinct<Keys extends ReadonlyArray<Key>, Seen = never> = Keys extends readonly [
  infer Head extends Key,
  ...infer Tail extends ReadonlyArray<Key>
]
  ? readonly [
      Head["key"] extends Seen ? `${Head["key"]} is named twice in this stack` : Head,
      // A key whose literal is not known cannot be told from another here; the layer tells when it is built.
      ...Distinct<Tail, string extends Head["key"] ? Seen : Seen | Head["key"]>
    ]
  : Keys

/**
 * Puts a matcher at the end.
 *
 * @category operations
 * @since 0.1.0
 */
export const append = <const Keys extends ReadonlyArray<Key>, K extends Key>(
  order: Keys,
  matcher: K
): readonly [...Keys, K] => [...order, matcher]

type InsertBefore<Keys extends ReadonlyArray<Key>, At extends Key, K extends Key> = Keys extends readonly [
  infer Head extends Key,
  ...infer Tail extends ReadonlyArray<Key>
]
  ? Head["key"] extends At["key"]
    ? readonly [K, Head, ...Tail]
    : readonly [Head, ...InsertBefore<Tail, At, K>]
  : Keys

type InsertAfter<Keys extends ReadonlyArray<Key>, At extends Key, K extends Key> = Keys extends readonly [
  infer Head extends Key,
  ...infer Tail extends ReadonlyArray<Key>
]
  ? Head["key"] extends At["key"]
    ? readonly [Head, K, ...Tail]
    : readonly [Head, ...InsertAfter<Tail, At, K>]
  : Keys

type Remove<Keys extends ReadonlyArray<Key>, At extends Key> = Keys extends readonly [
  infer Head extends Key,
  ...infer Tail extends ReadonlyArray<Key>
]
  ? Head["key"] extends At["key"]
    ? Tail
    : readonly [Head, ...Remove<Tail, At>]
  : Keys

/**
 * Puts a matcher before another, which must be in the order.
 *
 * @category operations
 * @since 0.1.0
 */
export const before = <const Keys extends ReadonlyArray<Key>, At extends Keys[number], K extends Key>(
  order: Keys,
  at: At,
  matcher: K
): InsertBefore<Keys, At, K> => order.toSpliced(indexOf(order, at), 0, matcher) as never

/**
 * Puts a matcher after another, which must be in the order.
 *
 * @category operations
 * @since 0.1.0
 */
export const after = <const Keys extends ReadonlyArray<Key>, At extends Keys[number], K extends Key>(
  order: Keys,
  at: At,
  matcher: K
): InsertAfter<Keys, At, K> => order.toSpliced(indexOf(order, at) + 1, 0, matcher) as never

/**
 * Leaves a matcher out, which must be in the order.
 *
 * @category operations
 * @since 0.1.0
 */
export const without = <const Keys extends ReadonlyArray<Key>, At extends Keys[number]>(
  order: Keys,
  at: At
): Remove<Keys, At> => order.toSpliced(indexOf(order, at), 1) as never

const indexOf = (order: ReadonlyArray<Key>, at: Key): number => {
  const index = order.findIndex(({ key }) => key === at.key)
  if (index === -1) {
    throw new Error(`Order: ${at.key} is not in this order, which is ${order.map(({ key }) => key).join(", ")}`)
  }
  return index
}
