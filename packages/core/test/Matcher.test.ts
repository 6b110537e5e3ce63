import { expect, it } from "@effect/vitest"
import { Candidate, Matcher, SourceText, Span, Target } from "@kerf/core"
import { Duration, Effect, Fiber, Result } from "effect"
import { TestClock } from "effect/testing"

const source = SourceText.make("a")
const target = Target.make(source, { oldText: "a", newText: "b" })

const slow = Matcher.makeEffect({
  name: "slow",
  loose: true,
  forgives: "patience",
  reach: () => Infinity,
  find: () => Effect.as(Effect.sleep("3 seconds"), [Candidate.make(Span.make(0, 1))])
})

it.effect("gives the answer of a matcher that waits", () =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(slow.find(source, target, 10))
    yield* TestClock.adjust("3 seconds")
    expect((yield* Fiber.join(fiber)).map(({ span }) => span)).toEqual([{ start: 0, end: 1 }])
  })
)

it.effect("interrupts one that waits too long, which has then declined", () =>
  Effect.gen(function* () {
    let interrupted = false
    const stuck = Matcher.makeEffect({
      ...slow,
      find: () => Effect.onInterrupt(Effect.never, () => Effect.sync(() => void (interrupted = true)))
    })
    const fiber = yield* Effect.forkChild(Effect.result(stuck.find(source, target, 10)))
    yield* TestClock.adjust("5 seconds")
    expect(yield* Fiber.join(fiber)).toEqual(Result.fail(new Matcher.Declined({ reason: "no answer within 5s" })))
    expect(interrupted).toBe(true)
  })
)

it.effect("waits as long as it is told", () =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(
      Effect.result(slow.find(source, target, 10)).pipe(Effect.provideService(Matcher.TimeLimit, Duration.seconds(1)))
    )
    yield* TestClock.adjust("1 seconds")
    expect(yield* Fiber.join(fiber)).toEqual(Result.fail(new Matcher.Declined({ reason: "no answer within 1s" })))
  })
)
