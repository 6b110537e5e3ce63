/**
 * Where records of what was shown are kept: in memory, or in a `KeyValueStore` that several processes share.
 *
 * Records are evidence that is held against the file, so a store may forget, and must not invent. Losing a record, or an
 * update of one, costs a refusal and a read; that is why no operation fails, and why a store that several processes write
 * without transactions is good enough.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { KeyValueStore } from "effect/persistence/KeyValueStore"
import * as Schema from "effect/Schema"
import * as Semaphore from "effect/Semaphore"
import { FileRecord } from "./FileRecord.ts"

/**
 * Keeps records by canonical path.
 *
 * **Details**
 *
 * `modify` replaces a record by what the function makes of it (`undefined`: none), one call at a time for one path; other
 * paths may wait for it, too. `all` gives the records in no order.
 *
 * @category models
 * @since 0.1.0
 */
export interface RecordStore {
  readonly get: (path: string) => Effect.Effect<FileRecord | undefined>
  readonly modify: <R>(
    path: string,
    f: (record: FileRecord | undefined) => Effect.Effect<FileRecord | undefined, never, R>
  ) => Effect.Effect<void, never, R>
  readonly all: Effect.Effect<ReadonlyArray<FileRecord>>
}

/**
 * The most files of which a record is kept in memory. Default: 4 096. Beyond it, the one that was used longest ago goes.
 *
 * @category references
 * @since 0.1.0
 */
export const MaxFiles: Context.Reference<number> = Context.Reference("@kerf/core/RecordStore/MaxFiles", {
  defaultValue: () => 4_096
})

/**
 * Creates a store in memory, for at most `MaxFiles` files.
 *
 * @category constructors
 * @since 0.1.0
 */
export const memory: Effect.Effect<RecordStore> = Effect.gen(function* () {
  const limit = yield* MaxFiles
  const exclusive = makeExclusive()
  // A map keeps the order of insertion: what is used is taken out, and put in last.
  const records = new Map<string, FileRecord>()
  const take = (path: string): FileRecord | undefined => {
    const record = records.get(path)
    records.delete(path)
    return record
  }
  const put = (path: string, record: FileRecord | undefined): void => {
    records.delete(path)
    if (record !== undefined) records.set(path, record)
    for (const [oldest] of records) {
      if (records.size <= limit) break
      records.delete(oldest)
    }
  }
  return {
    get: (path) =>
      Effect.sync(() => {
        const record = take(path)
        put(path, record)
        return record
      }),
    modify: (path, f) =>
      exclusive(
        path,
        Effect.suspend(() => Effect.map(f(records.get(path)), (record) => put(path, record)))
      ),
    all: Effect.sync(() => [...records.values()])
  }
})

/** So many buckets, of so many files each: together, as many as are kept in memory. */
const buckets = 256
const bucketSize = 16

/**
 * Creates a store over the `KeyValueStore` of the context, for several processes of one agent.
 *
 * **Details**
 *
 * A `KeyValueStore` knows no transactions, and may not tell its keys. So there is a fixed number of keys, `seen/00` to
 * `seen/ff`; each holds the records of up to 16 files whose paths fall to it, last recorded first; beyond that, the last of them goes. What does not decode counts
 * as never shown, and is replaced by the next write. Two processes that write one key at once may lose an update.
 *
 * **Gotchas**
 *
 * A store that fails counts as empty when it is read; when it is written, the old record stays, and is held against the
 * file as it is then.
 *
 * @category constructors
 * @since 0.1.0
 */
export const durable: Effect.Effect<RecordStore, never, KeyValueStore> = Effect.map(KeyValueStore, (store) => {
  const exclusive = makeExclusive()
  const load = (key: string): Effect.Effect<ReadonlyArray<FileRecord>> =>
    Effect.match(store.get(key), { onFailure: () => [], onSuccess: decode })
  const get = (path: string): Effect.Effect<FileRecord | undefined> =>
    Effect.map(load(keyOf(path)), (records) => records.find((record) => record.path === path))
  return {
    get,
    modify: (path, f) => {
      const key = keyOf(path)
      const update = Effect.gen(function* () {
        const record = yield* Effect.flatMap(get(path), f)
        // Read again: what was digested meanwhile has taken its time.
        const rest = (yield* load(key)).filter((other) => other.path !== path)
        const records = record === undefined ? rest : [record, ...rest].slice(0, bucketSize)
        yield* Effect.ignore(store.set(key, JSON.stringify(records)))
      })
      return exclusive(key, update)
    },
    all: Effect.map(
      Effect.forEach(
        Array.from({ length: buckets }, (_, i) => name(i)),
        load,
        { concurrency: 16 }
      ),
      (all) => all.flat()
    )
  }
})

// ----------------------------------------------------------------------------

/** Runs effects of one key one after the other; of two keys, mostly at once. */
const makeExclusive = () => {
  const locks = Array.from({ length: 64 }, () => Semaphore.makeUnsafe(1))
  return <A, E, R>(key: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    locks[hash(key) % locks.length]!.withPermit(effect)
}

const name = (bucket: number): string => `seen/${bucket.toString(16).padStart(2, "0")}`

const keyOf = (path: string): string => name(hash(path) % buckets)

/** FNV-1a, 32 bits. Written out, since keys that outlive the process depend on it. */
const hash = (text: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

const decodeList = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Array(Schema.Unknown)))
const decodeRecord = Schema.decodeUnknownOption(FileRecord)

/** The records that a text holds; what is no record is left out. */
const decode = (text: string | undefined): ReadonlyArray<FileRecord> =>
  Option.match(decodeList(text), {
    onNone: () => [],
    onSome: (items) => items.flatMap((item) => Option.toArray(decodeRecord(item)))
  })
