import { type Matcher, MatcherStack, Order } from "@kerf/core"
import { Context, Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { stub } from "./stubs.ts"

class A extends Context.Service<A, Matcher.Matcher>()("test/A") {}
class B extends Context.Service<B, Matcher.Matcher>()("test/B") {}
class C extends Context.Service<C, Matcher.Matcher>()("test/C") {}

const provide = (a: string, b: string) => Layer.mergeAll(Layer.succeed(A, stub(a, [])), Layer.succeed(B, stub(b, [])))

const namesOf = (stack: Layer.Layer<MatcherStack>) =>
  Effect.runSync(
    Effect.provide(
      Effect.map(MatcherStack, ({ matchers }) => matchers.map(({ name }) => name)),
      stack
    )
  )

describe("layer", () => {
  it("keeps the order in which the keys are named", () => {
    expect(namesOf(MatcherStack.layer(B, A).pipe(Layer.provide(provide("a", "b"))))).toEqual(["b", "a"])
  })

  it("dies where two matchers have one name, and names both keys", () => {
    expect(() => namesOf(MatcherStack.layer(A, B).pipe(Layer.provide(provide("same", "same"))))).toThrow(
      'MatcherStack: test/A and test/B are both named "same"; every matcher of a stack needs a name of its own'
    )
  })
})

describe("orders", () => {
  const keys = (order: ReadonlyArray<Order.Key>) => order.map(({ key }) => key)

  it("are appended to, inserted into and left out of", () => {
    expect(keys(Order.append([A], B))).toEqual(["test/A", "test/B"])
    expect(keys(Order.before([A, B], B, C))).toEqual(["test/A", "test/C", "test/B"])
    expect(keys(Order.after([A, B], A, C))).toEqual(["test/A", "test/C", "test/B"])
    expect(keys(Order.without([A, B], A))).toEqual(["test/B"])
  })

  it("throw where the matcher is not in them", () => {
    const order: ReadonlyArray<Order.Key> = [A, B]
    expect(() => Order.before(order, C, A)).toThrow("Order: test/C is not in this order, which is test/A, test/B")
  })
})
