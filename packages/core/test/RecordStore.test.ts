import { assert, describe, it } from "@effect/vitest"
import { RecordStore } from "@kerf/core"
import { Effect } from "effect"
import { KeyValueStore } from "effect/persistence"

describe("a store in memory", () => {
  it.effect("drops the file that was used longest ago", () =>
    Effect.gen(function* () {
      const store = yield* RecordStore.memory
      const put = (path: string) =>
        store.modify(path, () => Effect.succeed({ path, size: 0, time: 0, shown: [], complete: true }))
      yield* put("/1")
      yield* put("/2")
      yield* store.get("/1")
      yield* put("/3")
      assert.deepStrictEqual(
        (yield* store.all).map(({ path }) => path),
        ["/1", "/3"]
      )
    }).pipe(Effect.provideService(RecordStore.MaxFiles, 2))
  )
})

describe("a store that several processes share", () => {
  it.effect("keeps a bounded number of keys and of files", () =>
    Effect.gen(function* () {
      const store = yield* KeyValueStore.KeyValueStore
      const records = yield* RecordStore.durable
      for (let i = 0; i < 4_500; i++) {
        const record = { path: `/w/${i}`, size: 0, time: 0, shown: [], complete: true }
        yield* records.modify(record.path, () => Effect.succeed(record))
      }
      assert.isAtMost((yield* store.keys).length, 256)
      const kept = yield* records.all
      assert.isAtMost(kept.length, 4_096)
      assert.isAbove(kept.length, 3_000)
      assert.isDefined(yield* records.get("/w/4499"))
    }).pipe(Effect.provide(KeyValueStore.layerMemory))
  )
})
