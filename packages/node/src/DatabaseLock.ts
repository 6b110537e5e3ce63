/**
 * A lock between processes that is an open transaction of SQLite's: for platforms without names that belong to no file.
 *
 * SQLite locks its file by means that die with their process on every system. There are 4 096 files, in the temporary
 * folder, empty, and one for many names: two processes that edit different files rarely wait for each other. Within a
 * process, the names of one file share its lock; `FileLock`'s queue keeps equal names apart.
 *
 * Out of scope: a temporary folder on a network, whose locks may not work.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { mkdirSync } from "node:fs"
import { tmpdir, userInfo } from "node:os"
import { dirname, join } from "node:path"
import type { DatabaseSync } from "node:sqlite"
import type { ProcessLock } from "./ProcessLock.ts"

/**
 * Tries to take the lock. Opens a file when it is free.
 *
 * @category constructors
 * @since 0.1.0
 */
export const tryAcquire: ProcessLock = (name) => {
  const shard = name.slice(0, 3)
  return Effect.flatMap(module, ({ DatabaseSync }) =>
    Effect.acquireRelease(
      Effect.try({
        try: () => take(shard, DatabaseSync),
        // Not as its cause: which file it was tells more than the system's words alone.
        catch: (cause) =>
          new Error(`its lock, ${fileOf(shard)}: ${cause instanceof Error ? cause.message : String(cause)}`)
      }),
      (taken) => (taken ? Effect.sync(() => giveBack(shard)) : Effect.void)
    )
  ).pipe(Effect.map((taken) => (taken ? Option.none() : Option.some(pause))))
}

/** The system's time: the wait is for another process, whatever this one's clock says. */
const pause = Effect.callback<void>((resume) => {
  const timer = setTimeout(() => resume(Effect.void), 10)
  return Effect.sync(() => clearTimeout(timer))
})

/** Loaded when it is needed: Node warns that it is new. */
const module = Effect.promise(() => import("node:sqlite"))

/** The locks of this process, each with how many names have it. */
const held = new Map<string, { readonly database: DatabaseSync; names: number }>()

/** A user may have a number and no name. */
const fileOf = (shard: string): string =>
  join(tmpdir(), `kerf-locks-${process.getuid?.() ?? userInfo().username}`, `${shard}.db`)

const take = (shard: string, Database: typeof DatabaseSync): boolean => {
  const own = held.get(shard)
  if (own !== undefined) {
    own.names++
    return true
  }
  const file = fileOf(shard)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const database = new Database(file, { timeout: 0 })
  try {
    database.exec("BEGIN EXCLUSIVE")
  } catch (error) {
    database.close()
    if (isBusy(error)) return false
    throw error
  }
  held.set(shard, { database, names: 1 })
  return true
}

const giveBack = (shard: string): void => {
  const own = held.get(shard)
  if (own === undefined || --own.names > 0) return
  held.delete(shard)
  own.database.close()
}

/** SQLITE_BUSY, and what it is extended to. */
const isBusy = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "errcode" in error && (Number(error.errcode) & 0xff) === 5
