import { describe, expect, it } from "@effect/vitest"
import { EditFailure, Guard, Guards, type Plan } from "@kerf/core"
import { Context, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { planOf } from "./proposals.ts"

const path = "/f.txt"
const plan = planOf("a\nb\n", ["a", "x"], ["b", "y"])

const finding = (finding: unknown, name = "mine") => Guard.make({ name, review: () => [finding as Guard.Finding] })

const note: Guard.Finding = { verdict: "note", code: "odd", message: "It is odd.", edit: 1 }

class A extends Context.Service<A, Guard.Guard>()("test/A") {}
class B extends Context.Service<B, Guard.Guard>()("test/B") {}

describe("the guards in force", () => {
  it("are none", () => {
    expect(Effect.runSync(Effect.map(Guards.Guards, (guards) => guards))).toEqual([])
  })

  const names = (a: string, b: string) =>
    Effect.runSync(
      Effect.map(Guards.Guards, (guards) => guards.map(({ name }) => name)).pipe(
        Effect.provide(
          Guards.layer(B, A).pipe(
            Layer.provide(Layer.mergeAll(Layer.succeed(A, finding(note, a)), Layer.succeed(B, finding(note, b))))
          )
        )
      )
    )

  it("keep the order in which their keys are named", () => {
    expect(names("a", "b")).toEqual(["b", "a"])
  })

  it("die where two have one name, and name both keys", () => {
    expect(() => names("same", "same")).toThrow(
      'Guards: test/B and test/A are both named "same"; every guard needs a name of its own'
    )
  })
})

describe("a review", () => {
  it.effect("adds what guards remark to the plan, in their order", () =>
    Effect.gen(function* () {
      const reviewed = yield* Guards.review(
        [finding(note), finding({ ...note, code: "too", edit: undefined }, "other")],
        { path, plan }
      )
      expect(reviewed).toEqual({
        ...plan,
        notes: [
          { _tag: "guard", guard: "mine", code: "odd", message: "It is odd.", edit: 1 },
          { _tag: "guard", guard: "other", code: "too", message: "It is odd." }
        ]
      })
    })
  )

  it.effect("refuses with the first that does, and asks none after it", () =>
    Effect.gen(function* () {
      let asked = 0
      const last = Guard.make({ name: "last", review: () => (asked++, []) })
      const failure = yield* Effect.flip(
        Guards.review([finding(note), finding({ ...note, verdict: "refuse" }, "strict"), last], { path, plan })
      )
      expect(failure).toEqual(
        new EditFailure.Refused({
          edit: 1,
          edits: 2,
          wouldMatch: [],
          reason: { _tag: "custom", matcher: "strict", code: "odd", message: "It is odd." }
        })
      )
      expect(failure.message).toBe("[edit:match-refused] Pair 2: strict: It is odd. (odd)")
      expect(asked).toBe(0)
    })
  )

  it.effect("does not ask about a plan that has nothing left to do", () =>
    Effect.gen(function* () {
      const done: Plan.Plan = { ...plan, changes: [], alreadyApplied: [0, 1] }
      expect(yield* Guards.review([finding({ ...note, verdict: "refuse" })], { path, plan: done })).toBe(done)
    })
  )

  const broken: ReadonlyArray<readonly [string, Guard.Guard, string]> = [
    [
      "throws",
      {
        name: "mine",
        review: () => {
          throw new Error("no parser")
        }
      },
      "failed: no parser"
    ],
    ["dies", { name: "mine", review: () => Effect.die(new Error("no parser")) }, "failed: no parser"],
    [
      "returns no list",
      { name: "mine", review: () => Effect.succeed(undefined as never) },
      "did not return a list of findings"
    ],
    ["finds nothing at all", finding(null), "found what is no finding"],
    ["gives a verdict of its own", finding({ ...note, verdict: "warn" }), 'gave the verdict "warn"'],
    [
      "gives a code that is no code",
      finding({ ...note, code: "So odd" }),
      'gave the code "So odd", which is not kebab-case'
    ],
    ["says nothing", finding({ ...note, message: " " }), "gave no message with the code odd"],
    ["names a pair that there is not", finding({ ...note, edit: 2 }), "named the pair 2, where there are 2"]
  ]
  for (const [what, guard, message] of broken) {
    it.effect(`dies where one ${what}, and names it`, () =>
      Effect.gen(function* () {
        const defect = yield* Guards.review([guard], { path, plan }).pipe(Effect.catchDefect(Effect.succeed))
        expect((defect as Error).message).toBe(`Guards: the guard "mine" ${message}`)
      })
    )
  }

  it.effect("does not wait for one that hangs", () =>
    Effect.gen(function* () {
      const hanging = Guard.makeEffect({ name: "slow", review: () => Effect.never })
      const fiber = yield* Effect.forkChild(Guards.review([hanging], { path, plan }))
      yield* TestClock.adjust("5 seconds")
      expect((yield* Fiber.join(fiber)).notes).toEqual([
        {
          _tag: "guard",
          guard: "slow",
          code: "no-answer",
          message: "It gave no answer within 5s, and was not waited for."
        }
      ])
    })
  )
})
