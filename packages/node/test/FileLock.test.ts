import { afterAll, describe, expect, it } from "@effect/vitest"
import { FileLock } from "@kerf/node"
import { Deferred, Duration, Effect, Exit, Fiber, type Layer } from "effect"
import { TestClock } from "effect/testing"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Program from "./Program.ts"

// A place of its own for the database's files.
const outer = tmpdir()
const temporary = mkdtempSync(join(outer, "kerf-lock-test-"))
process.env.TMPDIR = temporary
afterAll(() => {
  process.env.TMPDIR = outer
  rmSync(temporary, { recursive: true, force: true })
})

let keys = 0
const fresh = () => `${temporary}/key-${process.pid}-${keys++}`

/** Takes a key, waiting no longer than that. */
const acquire = (key: string, limit: Duration.Input = "10 seconds") =>
  FileLock.FileLock.use((lock) => lock.acquire(key)).pipe(
    Effect.provideService(FileLock.LockTimeout, Duration.fromInputUnsafe(limit))
  )

/** Whether the system knows a key's name, which belongs to no file. */
const isNamed = (key: string) =>
  process.platform === "linux" && readFileSync("/proc/net/unix", "utf8").includes(`@kerf-${FileLock.nameOf(key)}`)

const late = (key: string, limit: string) =>
  `[edit:io-error] Cannot lock ${key}: another edit of it has been going on for ${limit}; send this one again later.`

const kinds: ReadonlyArray<readonly [string, Layer.Layer<FileLock.FileLock>]> = [
  ["platform", FileLock.FileLock.layer],
  ["database", FileLock.FileLock.layerDatabase]
]

describe.each(kinds)("the lock of the %s", (kind, layer) => {
  const holder = (...args: ReadonlyArray<string>) => Program.start("Holder", [kind, ...args])
  const tryElsewhere = (key: string) =>
    Effect.map(
      Effect.promise(() => holder("try", key).ended),
      ({ lines, stderr }) => `${lines.join()}${stderr.includes("Error") ? stderr : ""}`
    )

  it.live("MUST let one process at a time have it", () =>
    Effect.gen(function* () {
      const file = join(temporary, `count-${kind}`)
      writeFileSync(file, "0")
      const key = fresh()
      const ends = yield* Effect.promise(() =>
        Promise.all(Array.from({ length: 4 }, () => holder("count", file, "50", key).ended))
      )
      expect(ends.map(({ code }) => code)).toEqual([0, 0, 0, 0])
      expect(readFileSync(file, "utf8")).toBe("200")
    })
  )

  it.live("MUST be free as soon as its owner is dead", () =>
    Effect.gen(function* () {
      const key = fresh()
      const owner = holder("hold", key)
      yield* Effect.promise(() => owner.said("held"))
      expect(yield* FileLock.FileLock.use((lock) => lock.tryAcquire(FileLock.nameOf(key)))).toBe(false)
      const waiting = yield* Effect.forkChild(acquire(key))
      yield* Effect.sleep("50 millis")
      expect(waiting.pollUnsafe()).toBe(undefined)
      owner.kill("SIGKILL")
      yield* Effect.promise(() => owner.ended)
      yield* Effect.timeout(Fiber.join(waiting), "1 second")
    }).pipe(Effect.scoped, Effect.provide(layer))
  )

  it.live("MUST stay with an owner that is stopped, until whoever waits gives up", () =>
    Effect.gen(function* () {
      const key = fresh()
      const owner = holder("hold", key)
      yield* Effect.promise(() => owner.said("held"))
      owner.kill("SIGSTOP")
      const failure = yield* Effect.flip(Effect.scoped(acquire(key, "300 millis")))
      expect(failure.message).toBe(late(key, "300ms"))
      owner.kill("SIGKILL")
      yield* Effect.promise(() => owner.ended)
      yield* Effect.scoped(acquire(key, "1 second"))
    }).pipe(Effect.provide(layer))
  )

  it.live("MUST keep apart what one process has, also of two keys whose names begin alike", () =>
    Effect.gen(function* () {
      const byShard = new Map<string, string>()
      const pair = (): readonly [string, string] => {
        while (true) {
          const key = fresh()
          const shard = FileLock.nameOf(key).slice(0, 3)
          const other = byShard.get(shard)
          if (other !== undefined) return [other, key]
          byShard.set(shard, key)
        }
      }
      const [a, b] = pair()
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* acquire(b)
          yield* Effect.scoped(
            Effect.andThen(
              acquire(a),
              Effect.map(tryElsewhere(a), (is) => expect(is).toBe("taken"))
            )
          )
          expect(yield* tryElsewhere(b)).toBe("taken")
          // Free in this process, whatever it shares with the other.
          yield* Effect.scoped(acquire(a, "1 second"))
        })
      )
      expect([yield* tryElsewhere(a), yield* tryElsewhere(b)]).toEqual(["free", "free"])
    }).pipe(Effect.provide(layer))
  )

  it.live("MUST let two processes take many keys in any order", () =>
    Effect.gen(function* () {
      const many = Array.from({ length: 20 }, fresh)
      const ends = yield* Effect.promise(() =>
        Promise.all([holder("cross", "40", ...many).ended, holder("cross", "40", ...many.toReversed()).ended])
      )
      expect(ends.map(({ code, stderr }) => [code, stderr.includes("Error")])).toEqual([
        [0, false],
        [0, false]
      ])
    })
  )

  it.live("MUST let others pass where one who waits for another process is interrupted", () =>
    Effect.gen(function* () {
      const key = fresh()
      const owner = holder("hold", key)
      yield* Effect.promise(() => owner.said("held"))
      const [first, second] = yield* Effect.all([
        Effect.forkChild(Effect.scoped(acquire(key))),
        Effect.forkChild(Effect.scoped(acquire(key)))
      ])
      yield* Effect.sleep("50 millis")
      yield* Fiber.interrupt(first)
      owner.kill("SIGKILL")
      yield* Effect.timeout(Fiber.join(second), "2 seconds")
      expect([FileLock.turns(), isNamed(key)]).toEqual([0, false])
    }).pipe(Effect.provide(layer))
  )

  it.effect("MUST take turns in one process, also where there are two of them", () =>
    Effect.gen(function* () {
      const key = fresh()
      const said: Array<string> = []
      const turn = (name: string) =>
        Effect.gen(function* () {
          yield* acquire(key)
          said.push(`${name} begins`)
          yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 5)))
          said.push(`${name} ends`)
        }).pipe(Effect.scoped, Effect.provide(layer, { local: true }))
      yield* Effect.all([turn("a"), turn("b"), turn("c")], { concurrency: "unbounded" })
      expect(said).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"])
    })
  )

  it.effect("MUST fail after LockTimeout, and leave no place behind", () =>
    Effect.gen(function* () {
      const key = fresh()
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* acquire(key)
          const another = yield* Effect.forkChild(Effect.scoped(FileLock.FileLock.use((lock) => lock.acquire(key))))
          yield* TestClock.adjust("29999 millis")
          expect(another.pollUnsafe()).toBe(undefined)
          yield* TestClock.adjust("1 millis")
          const failure = yield* Effect.flip(Fiber.join(another))
          expect(failure.message).toBe(late(key, "30s"))
          expect(FileLock.turns()).toBe(1)
        })
      )
      expect(FileLock.turns()).toBe(0)
      yield* Effect.scoped(acquire(key))
    }).pipe(Effect.provide(layer))
  )

  it.effect("MUST give the place of one who is interrupted to the next", () =>
    Effect.gen(function* () {
      const key = fresh()
      const done = yield* Deferred.make<void>()
      const first = yield* Effect.forkChild(Effect.scoped(Effect.andThen(acquire(key), Deferred.await(done))))
      yield* Effect.yieldNow
      const second = yield* Effect.forkChild(Effect.scoped(acquire(key)))
      const third = yield* Effect.forkChild(Effect.scoped(acquire(key)))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(second)
      yield* Deferred.succeed(done, undefined)
      expect(Exit.isSuccess(yield* Fiber.await(first))).toBe(true)
      yield* Fiber.join(third)
      expect(FileLock.turns()).toBe(0)
    }).pipe(Effect.provide(layer))
  )
})

describe("a lock that cannot be had", () => {
  it.effect("says where its file would be", () =>
    Effect.gen(function* () {
      const before = process.env.TMPDIR
      process.env.TMPDIR = "/dev/null/nowhere"
      const failure = yield* Effect.ensuring(
        Effect.flip(Effect.scoped(acquire("/some/file"))),
        Effect.sync(() => (process.env.TMPDIR = before))
      )
      expect([failure._tag, failure.message.replace(/kerf-locks-\w+/g, "KERF-LOCKS")]).toEqual([
        "EditIoError",
        "[edit:io-error] Cannot lock /some/file: its lock, /dev/null/nowhere/KERF-LOCKS/14f.db: ENOTDIR: not a directory, mkdir '/dev/null/nowhere/KERF-LOCKS'."
      ])
      expect(FileLock.turns()).toBe(0)
    }).pipe(Effect.provide(FileLock.FileLock.layerDatabase))
  )

  it.effect("says so where another's file is in its way", () =>
    Effect.gen(function* () {
      const key = fresh()
      const [folder] = readdirSync(temporary).filter((name) => name.startsWith("kerf-locks-"))
      const file = join(temporary, folder!, `${FileLock.nameOf(key).slice(0, 3)}.db`)
      writeFileSync(file, "this is no database ".repeat(99))
      const failure = yield* Effect.flip(Effect.scoped(acquire(key)))
      expect(failure.message).toBe(`[edit:io-error] Cannot lock ${key}: its lock, ${file}: file is not a database.`)
    }).pipe(Effect.provide(FileLock.FileLock.layerDatabase))
  )
})
