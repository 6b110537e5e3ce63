import { describe, expect, it } from "@effect/vitest"
import { EditFailure } from "@kerf/core"
import { Misses } from "@kerf/node"
import { Effect, Schema } from "effect"

const failure = new EditFailure.NoMatch({
  edit: 0,
  edits: 1,
  wouldMatch: [],
  tried: [{ matcher: "exact" }],
  blank: false,
  nearest: []
})

const counter = Effect.map(Misses.make, ({ miss, reset }) => ({
  miss: (path: string) => Effect.map(miss(path, failure), (told) => told.misses),
  reset
}))

describe("misses", () => {
  it.effect("are told from the third in a row, and the failure is otherwise the same", () =>
    Effect.gen(function* () {
      const { miss } = yield* Misses.make
      expect(yield* miss("a", failure)).toBe(failure)
      expect(yield* miss("a", failure)).toBe(failure)
      const told = yield* miss("a", failure)
      const { misses, ...rest } = Schema.encodeSync(EditFailure.NoMatch)(told)
      expect(misses).toBe(3)
      expect(rest).toEqual(Schema.encodeSync(EditFailure.NoMatch)(failure))
      expect((yield* miss("a", failure)).misses).toBe(4)
    })
  )

  it.effect("are counted for each file, and anew after a success", () =>
    Effect.gen(function* () {
      const { miss, reset } = yield* counter
      const told = yield* Effect.forEach(["a", "b", "a", "b", "a", "b"], miss)
      expect(told).toEqual([undefined, undefined, undefined, undefined, 3, 3])
      yield* reset("a")
      expect(yield* Effect.forEach(["a", "b", "a", "a"], miss)).toEqual([undefined, 4, undefined, 3])
    })
  )

  it.effect("are all counted if they happen at the same time", () =>
    Effect.gen(function* () {
      const { miss } = yield* counter
      const one = Effect.andThen(Effect.yieldNow, miss("a"))
      yield* Effect.all(
        Array.from({ length: 50 }, () => one),
        { concurrency: "unbounded" }
      )
      expect(yield* miss("a")).toBe(51)
    })
  )

  it.effect("are kept of 256 files; the one whose last miss is longest ago is forgotten", () =>
    Effect.gen(function* () {
      const { miss } = yield* counter
      const others = Array.from({ length: 255 }, (_, i) => `other ${i}`)
      yield* Effect.forEach(["a", "a", "b", "b", ...others.slice(1), "a"], miss)
      // The 257th file takes the place of "b", which has waited longest.
      yield* miss("another")
      expect(yield* miss("a")).toBe(4)
      expect(yield* miss("b")).toBe(undefined)
    })
  )
})
