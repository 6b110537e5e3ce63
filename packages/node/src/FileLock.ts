/**
 * One edit of a file at a time: a queue within the process, and an advisory lock between processes.
 *
 * The lock between processes is one that the system takes back when its owner dies, however it dies, so that there is
 * nothing to expire and nothing to sweep. On Linux it is a socket with an abstract name, on Windows a named pipe: neither
 * leaves a file. Elsewhere it is a row of a small database of SQLite's, whose locks die with their process: a fixed
 * number of files in the temporary folder.
 *
 * **Promised.** Of all edits of one file that take this lock, one at a time goes on; edits of other files do not wait.
 * A lock that nobody holds or waits for costs nothing.
 *
 * **Not promised.** It is advisory: an editor or a shell does not ask for it, and what they change is found by the
 * comparison before the rename (see `Commit`). Linux's abstract names belong to a network namespace, so that two
 * containers which share a folder do not see each other's locks; the comparison sees their changes.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { createHash } from "node:crypto"
import * as DatabaseLock from "./DatabaseLock.ts"
import { EditIoError } from "./EditIoError.ts"
import type { ProcessLock } from "./ProcessLock.ts"
import * as SocketLock from "./SocketLock.ts"

/**
 * How long an edit waits for its turn. Default: 30 seconds.
 *
 * @category references
 * @since 0.1.0
 */
export const LockTimeout: Context.Reference<Duration.Duration> = Context.Reference("@kerf/node/FileLock/LockTimeout", {
  defaultValue: () => Duration.seconds(30)
})

/**
 * Takes turns at files.
 *
 * @category services
 * @since 0.1.0
 */
export class FileLock extends Context.Service<
  FileLock,
  {
    /**
     * Waits for the file's turn, and has it until the scope closes.
     *
     * `key` is a `Location`'s. Not reentrant: who has a key and asks for it again waits for itself. Fails with
     * `EditIoError` ("lock") after `LockTimeout`.
     */
    readonly acquire: (key: string) => Effect.Effect<void, EditIoError, Scope.Scope>
    /** The same for several files, in one order for everybody, so that no two wait for each other. */
    readonly acquireAll: (keys: ReadonlyArray<string>) => Effect.Effect<void, EditIoError, Scope.Scope>
    /** Takes the turn that has this name (see `nameOf`) if nobody has it: whether it did. Does not wait. */
    readonly tryAcquire: (name: string) => Effect.Effect<boolean, never, Scope.Scope>
  }
>()("@kerf/node/FileLock") {
  /** The lock that fits the platform. */
  static readonly layer: Layer.Layer<FileLock> = Layer.sync(FileLock, () =>
    make(SocketLock.supported ? SocketLock.tryAcquire : DatabaseLock.tryAcquire)
  )

  /** SQLite's locks, for a place where sockets may not be used. */
  static readonly layerDatabase: Layer.Layer<FileLock> = Layer.sync(FileLock, () => make(DatabaseLock.tryAcquire))

  /** Only the queue within the process. */
  static readonly layerProcess: Layer.Layer<FileLock> = Layer.sync(FileLock, () =>
    make(() => Effect.succeed(Option.none()))
  )
}

/**
 * Returns what a key is called in locks and in temporary files: 32 hexadecimal digits, equal in every process.
 *
 * @category operations
 * @since 0.1.0
 */
export const nameOf = (key: string): string => createHash("sha256").update(key).digest("hex").slice(0, 32)

/**
 * Returns how many turns of this process somebody has or waits for.
 *
 * @category operations
 * @since 0.1.0
 */
export const turns = (): number => queues.size

const queues = new Map<string, { readonly turn: Semaphore.Semaphore; users: number }>()

const queue = (name: string): Effect.Effect<Semaphore.Semaphore, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const queue = queues.get(name) ?? { turn: Semaphore.makeUnsafe(1), users: 0 }
      queue.users++
      queues.set(name, queue)
      return queue
    }),
    (queue) => Effect.sync(() => void (--queue.users === 0 && queues.delete(name)))
  ).pipe(Effect.map(({ turn }) => turn))

const make = (tryProcess: ProcessLock): FileLock["Service"] => {
  const ofProcess = Effect.fnUntraced(function* (name: string) {
    while (true) {
      const taken = yield* tryProcess(name)
      if (Option.isNone(taken)) return
      yield* taken.value
    }
  })

  const acquire = Effect.fnUntraced(function* (key: string) {
    const name = nameOf(key)
    const limit = yield* LockTimeout
    const failed = (cause: unknown) => new EditIoError({ operation: "lock", path: key, cause })
    const turn = Effect.andThen(Effect.flatMap(queue(name), Semaphore.takeScoped(1)), ofProcess(name))
    const late = `another edit of it has been going on for ${Duration.format(limit)}; send this one again later`
    const inTime = Effect.timeoutOrElse(Effect.mapError(turn, failed), {
      duration: limit,
      orElse: () => Effect.fail(failed(late))
    })
    yield* keepIf(inTime, () => true)
  })

  const attempt = Effect.fnUntraced(function* (name: string) {
    const turn = yield* queue(name)
    const free = yield* Effect.uninterruptible(
      Effect.tap(Semaphore.takeIfAvailable(turn, 1), (taken) =>
        taken ? Effect.addFinalizer(() => Semaphore.release(turn, 1)) : Effect.void
      )
    )
    if (!free) return false
    return yield* Effect.match(tryProcess(name), { onFailure: () => false, onSuccess: Option.isNone })
  })

  return FileLock.of({
    acquire,
    // By name, since names are what a database lock is found by: one order, no two wait for each other.
    acquireAll: (keys) =>
      Effect.forEach(
        [...new Map(keys.map((key) => [nameOf(key), key]))].toSorted(([a], [b]) => (a < b ? -1 : 1)),
        ([, key]) => acquire(key),
        { discard: true }
      ),
    tryAcquire: (name) => keepIf(attempt(name), (taken) => taken)
  })
}

/** Gives back at once what was taken for an answer that is not kept: who may wait for it must not wait for the scope. */
const keepIf = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  keep: (answer: A) => boolean
): Effect.Effect<A, E, Exclude<R, Scope.Scope> | Scope.Scope> =>
  Effect.flatMap(Effect.scope, (outer) =>
    Effect.flatMap(Scope.fork(outer), (inner) =>
      Effect.onExit(Scope.provide(effect, inner), (exit) =>
        Exit.isSuccess(exit) && keep(exit.value) ? Effect.void : Scope.close(inner, exit)
      )
    )
  )
