import { describe, expect, it } from "@effect/vitest"
import { FileLock } from "@kerf/node"
import { Duration, Effect, Result } from "effect"
import { mkdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { type Bend, editor, folder, leftovers, read, write } from "./Fixture.ts"
import * as Program from "./Program.ts"

const together = { concurrency: "unbounded" } as const
const patient = Effect.provideService(FileLock.LockTimeout, Duration.minutes(5))

const lines = (count: number, state: string): string =>
  Array.from({ length: count }, (_, i) => `line ${i} ${state}\n`).join("")
const closing = (i: number) => ({ oldText: `line ${i} open\n`, newText: `line ${i} done\n` })

describe("edits of one file", () => {
  it.live("are all in it, 1 000 that start together", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "f.txt"), lines(1_000, "open"))
      const { edit } = yield* editor(root)
      const reports = yield* Effect.forEach(
        Array.from({ length: 1_000 }, (_, i) => i),
        (i) => edit({ path: "f.txt", edits: [closing(i)] }),
        together
      ).pipe(patient)
      expect(reports.map(({ status }) => status)).toEqual(reports.map(() => "applied"))
      expect(read(path)).toBe(lines(1_000, "done"))
      expect([FileLock.turns(), leftovers(root)]).toEqual([0, []])
    })
  )

  it.live("are in it or told not to be, where two ask for the same line", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "f.txt"), lines(100, "open"))
      // Two editors, which know nothing of each other.
      const editors = yield* Effect.all([editor(root), editor(root)])
      const results = yield* Effect.forEach(
        Array.from({ length: 200 }, (_, i) => i),
        (i) => {
          const line = Math.floor(i / 2)
          const edits = [{ oldText: `line ${line} open\n`, newText: `line ${line} by ${i}\n` }]
          return Effect.result(editors[i % 2]!.edit({ path: "f.txt", edits }))
        },
        together
      ).pipe(patient)
      const applied = results.flatMap((result, i) => (Result.isSuccess(result) ? [i] : []))
      const refused = results.flatMap((result) => (Result.isFailure(result) ? [result.failure._tag] : []))
      expect(read(path)).toBe(applied.map((i) => `line ${Math.floor(i / 2)} by ${i}\n`).join(""))
      expect(refused).toEqual(Array.from({ length: 100 }, () => "NoMatch"))
    })
  )

  it.live("are all in it, of 4 processes with 100 each", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const state = yield* folder
      const all = (state: string) =>
        [0, 1, 2, 3].map((who) => Array.from({ length: 100 }, (_, i) => `${who}/${i} ${state}\n`).join("")).join("")
      const path = write(join(root, "f.txt"), all("open"))
      const ends = yield* Effect.promise(() =>
        Promise.all([0, 1, 2, 3].map((who) => Program.start("Colleague", [root, state, `${who}`, "100"]).ended))
      )
      expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual(ends.map(() => [0, ""]))
      expect(read(path)).toBe(all("done"))
      expect(leftovers(root)).toEqual([])
    })
  )
})

/** A file system whose renames take a while, and how many of them went on at once at most. */
const slow = () => {
  const seen = { now: 0, most: 0 }
  const bend: Bend = (fs) => ({
    rename: (from, to) =>
      Effect.gen(function* () {
        seen.most = Math.max(seen.most, ++seen.now)
        yield* Effect.sleep("50 millis")
        seen.now--
        yield* fs.rename(from, to)
      })
  })
  return { bend, seen }
}

describe("at the same time", () => {
  it.live.each([
    ["edits of different files go on", ["a", "b", "c"], 3],
    ["no two edits of one file go on", ["a", "a", "a"], 1]
  ] as const)("%s", ([, names, most]) =>
    Effect.gen(function* () {
      const root = yield* folder
      for (const name of names) write(join(root, name), lines(3, "open"))
      const { bend, seen } = slow()
      const { edit } = yield* editor(root, { bend })
      yield* Effect.forEach(names, (path, i) => edit({ path, edits: [closing(i)] }), together)
      expect(seen).toEqual({ now: 0, most })
    })
  )
})

it.live("5 000 files that were edited leave no turn, no name and no file behind", () =>
  Effect.gen(function* () {
    const root = yield* folder
    const paths = Array.from({ length: 5_000 }, (_, i) => `${i % 100}/${i}.txt`)
    for (const path of paths) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      write(join(root, path), "one\n")
    }
    const { edit } = yield* editor(root)
    yield* Effect.forEach(paths, (path) => edit({ path, edits: [{ oldText: "one", newText: "two" }] }), {
      concurrency: 50,
      discard: true
    })
    expect(paths.filter((path) => read(join(root, path)) !== "two\n")).toEqual([])
    const mine = new Set(paths.map((path) => `@kerf-${FileLock.nameOf(join(root, path))}`))
    const names = process.platform === "linux" ? (readFileSync("/proc/net/unix", "utf8").match(/@kerf-\w+/g) ?? []) : []
    expect([FileLock.turns(), names.filter((name) => mine.has(name)), leftovers(root)]).toEqual([0, [], []])
  })
)
