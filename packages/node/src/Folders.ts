/**
 * Folders that a write makes, flushes and takes away again.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import * as EditIoError from "./EditIoError.ts"
import * as TemporaryFile from "./TemporaryFile.ts"

/**
 * Makes a folder and those above it that are missing, each durable. Returns the ones that were made, the outermost first.
 *
 * **Details**
 *
 * One that another process makes at the same moment is not among them. With the `key` of the file that they are for,
 * whose lock the caller holds, what was made before a failure is taken away; without it, it stays.
 *
 * @category operations
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function* (
  folder: string,
  options: { readonly mode?: number; readonly key?: string } = {}
): Effect.fn.Return<ReadonlyArray<string>, EditIoError.EditIoError, FileSystem.FileSystem | Path.Path> {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const { key, mode } = options
  const missing: Array<string> = []
  for (let at = folder; !(yield* exists(fs, at)); at = path.dirname(at)) missing.unshift(at)

  const made: Array<string> = []
  const makeOne = (at: string) =>
    fs.makeDirectory(at, { mode }).pipe(
      Effect.tap(() => Effect.sync(() => made.push(at))),
      Effect.catchIf(
        ({ reason }) => reason._tag === "AlreadyExists",
        () => Effect.void
      ),
      Effect.mapError(EditIoError.from("create the folder", at)),
      Effect.andThen(flush(path.dirname(at)))
    )
  yield* Effect.forEach(missing, makeOne, { discard: true }).pipe(
    Effect.onError(() => (key === undefined ? Effect.void : removeEmpty(made, key)))
  )
  return made
})

/**
 * Takes away folders that hold nothing, the innermost first. One that holds something stays, and so do those above it.
 *
 * **Details**
 *
 * `key` is that of the file that they were made for; the caller holds its lock. Never fails. `FileSystem` has no way to
 * remove only an empty folder: so it is moved aside, looked at again, and moved back if something was put into it in the
 * meantime.
 *
 * @category operations
 * @since 0.1.0
 */
export const removeEmpty = (
  folders: ReadonlyArray<string>,
  key: string
): Effect.Effect<void, never, FileSystem.FileSystem | Path.Path> =>
  Effect.ignore(
    Effect.forEach(
      folders.toReversed(),
      Effect.fnUntraced(function* (folder: string) {
        const fs = yield* FileSystem.FileSystem
        const path = yield* Path.Path
        const isEmpty = (at: string) => Effect.map(fs.readDirectory(at), ({ length }) => length === 0)
        if (!(yield* isEmpty(folder))) return yield* Effect.fail("it holds something")
        const aside = path.join(path.dirname(folder), TemporaryFile.name(key))
        yield* Effect.uninterruptible(
          Effect.andThen(
            fs.rename(folder, aside),
            Effect.flatMap(isEmpty(aside), (empty) =>
              empty ? fs.remove(aside, { recursive: true }) : fs.rename(aside, folder)
            )
          )
        )
      }),
      { discard: true }
    )
  )

/**
 * Makes what was created, renamed or removed in a folder outlast a loss of power, where the platform allows that.
 *
 * **Details**
 *
 * A folder that the platform does not flush, as on Windows, or that may not be read, is passed over. A failure says
 * `operation`.
 *
 * @category operations
 * @since 0.1.0
 */
export const flush = (
  folder: string,
  operation = "flush the folder"
): Effect.Effect<void, EditIoError.EditIoError, FileSystem.FileSystem> =>
  FileSystem.FileSystem.use((fs) =>
    Effect.scoped(Effect.flatMap(fs.open(folder), (file) => Effect.uninterruptible(file.sync))).pipe(
      Effect.catch((error) =>
        Effect.flatMap(cannotFlush(fs, folder, error), (never) => (never ? Effect.void : Effect.fail(error)))
      ),
      Effect.mapError(EditIoError.from(operation, folder))
    )
  )

/** Whether a folder can never be flushed, as opposed to this once. */
const cannotFlush = (fs: FileSystem.FileSystem, folder: string, error: PlatformError): Effect.Effect<boolean> => {
  const code = EditIoError.code(error) ?? ""
  if (unsupported.includes(code)) return Effect.succeed(true)
  if (code !== "EACCES" && code !== "EPERM") return Effect.succeed(false)
  return process.platform === "win32" ? Effect.succeed(true) : Effect.isFailure(fs.access(folder, { readable: true }))
}

/** What systems and file systems answer that flush no folders. */
const unsupported = ["EINVAL", "EISDIR", "EBADF", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]

const exists = (fs: FileSystem.FileSystem, at: string): Effect.Effect<boolean, EditIoError.EditIoError> =>
  fs.stat(at).pipe(
    Effect.as(true),
    Effect.catchIf(
      ({ reason }) => reason._tag === "NotFound",
      () => Effect.succeed(false)
    ),
    Effect.mapError(EditIoError.from("create the folder", at))
  )
