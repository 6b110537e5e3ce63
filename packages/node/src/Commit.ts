/**
 * How one file's bytes change: the only module that writes to a file of the user's.
 *
 * The new bytes go into a temporary file in the same folder (see `TemporaryFile`), with the old file's mode and, where
 * the system allows it, owner, and are flushed to the disk. Then the target is read again: only if it still holds the
 * bytes that were matched is it replaced, by a rename. Then the folder is flushed, where the platform allows that, and
 * the file is read once more: it must hold what was intended.
 *
 * `prepare` does what can be done without touching the target, and gives the rest as one effect, so that several files
 * can all be prepared before the first is changed (see `Transaction`).
 *
 * **Promised.** At every moment the file is the old one or the new one, never a mixture. A failure or an interruption
 * before the rename leaves the old file, and no temporary one, and no folder that was made for it. Nobody's change is
 * overwritten unseen, up to the instant between the comparison and the rename, which no file system closes.
 *
 * **The exception.** A file with several hard links would lose its other names by a rename. It is written in place, so
 * that a crash can leave a mixture; `Transaction` writes the old bytes down first, and puts them back at the next start.
 *
 * **Not promised.** Access lists and extended attributes are not carried over. A create that is cut short by a crash can
 * leave empty folders.
 *
 * @since 0.1.0
 */
import * as EditFailure from "@kerf/core/EditFailure"
import type * as RefusedReason from "@kerf/core/RefusedReason"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as EditIoError from "./EditIoError.ts"
import * as FileBytes from "./FileBytes.ts"
import * as Folders from "./Folders.ts"
import * as TemporaryFile from "./TemporaryFile.ts"

/**
 * What is to become of one file.
 *
 * **Details**
 *
 * `path` is real and absolute; `key` is the file's, and the caller holds its lock. `file` is what was read.
 *
 * @category models
 * @since 0.1.0
 */
export type Change = { readonly path: string; readonly key: string } & (
  | { readonly _tag: "replace"; readonly file: FileBytes.FileBytes; readonly bytes: Uint8Array }
  | { readonly _tag: "create"; readonly bytes: Uint8Array; readonly like?: TemporaryFile.Attributes }
  | { readonly _tag: "remove"; readonly file: FileBytes.FileBytes }
)

/**
 * A change of which all is done that does not touch its file.
 *
 * **Details**
 *
 * `atomic`: whatever happens, the file is the old or the new one. `folders` were made for it.
 *
 * @category models
 * @since 0.1.0
 */
export interface Prepared {
  readonly change: Change
  readonly atomic: boolean
  readonly folders: ReadonlyArray<string>
  readonly apply: Effect.Effect<void, Failure, FileSystem.FileSystem | Path.Path>
}

/**
 * How a commit fails.
 *
 * @category models
 * @since 0.1.0
 */
export type Failure = EditFailure.Refused | EditFailure.Stale | EditIoError.EditIoError

/**
 * Why a file must not be written, whatever is written to it.
 *
 * **Details**
 *
 * Decided by mode bits: a file that nobody may write is read-only for root too, although the system would let it pass.
 *
 * @category constructors
 * @since 0.1.0
 */
export const refusal = (file: FileBytes.FileBytes): RefusedReason.RefusedReason | undefined =>
  (file.mode & 0o222) === 0 ? { _tag: "not-writable", path: file.path } : undefined

/**
 * Prepares a change.
 *
 * **Details**
 *
 * What was prepared goes with the scope, unless it was applied. `apply` fails with `Stale` if the file does not hold what
 * was read any more, has another mode, or is reached by another path (`modified`), or is gone (`deleted`); with `Refused`
 * (`exists`) if the file to create has come to be, also as a link to nothing and when two processes race; with
 * `EditIoError` for what the disk does. One that says "flush" or "verify" comes after the file has changed.
 *
 * A replacement costs one write and two flushes, and reads the file twice, in pieces. Where the file system has no hard
 * links, a new file is there as an empty one for an instant, so that its name is nobody else's.
 *
 * @category constructors
 * @since 0.1.0
 */
export const prepare = (
  change: Change
): Effect.Effect<Prepared, Failure, FileSystem.FileSystem | Path.Path | Scope.Scope> => {
  switch (change._tag) {
    case "replace":
      return prepareReplace(change)
    case "create":
      return prepareCreate(change)
    case "remove":
      return prepareRemove(change)
  }
}

/**
 * Makes one change. For a file with several names, `Transaction.run` makes it safe from a crash.
 *
 * @category operations
 * @since 0.1.0
 */
export const write = (change: Change): Effect.Effect<void, Failure, FileSystem.FileSystem | Path.Path> =>
  Effect.scoped(Effect.flatMap(prepare(change), (prepared) => prepared.apply))

// ----------------------------------------------------------------------------
// Replace
// ----------------------------------------------------------------------------

const prepareReplace = Effect.fnUntraced(function* (
  change: Extract<Change, { _tag: "replace" }>
): Effect.fn.Return<Prepared, Failure, FileSystem.FileSystem | Path.Path | Scope.Scope> {
  const { bytes, file } = change
  const fs = yield* FileSystem.FileSystem
  const folder = (yield* Path.Path).dirname(change.path)
  yield* mayWrite(file)
  if (file.links > 1) return { change, atomic: false, folders: [], apply: writeInPlace(file, bytes) }

  const temporary = yield* TemporaryFile.write(change, bytes, file)
  const swap = Effect.andThen(
    compare(file),
    Effect.uninterruptible(Effect.mapError(temporary.rename(file.path), EditIoError.from("replace", file.path)))
  )
  const apply = Effect.retry(swap, whileOpenElsewhere).pipe(
    Effect.andThen(Folders.flush(folder, flushing)),
    Effect.andThen(verify(fs, file.path, bytes))
  )
  return { change, atomic: true, folders: [], apply }
})

/** Windows lets no file be replaced that is open: a scanner or an indexer closes it again soon. */
const whileOpenElsewhere = {
  while: (error: Failure): boolean => error._tag === "EditIoError" && openElsewhere.includes(error.code ?? ""),
  schedule: Schedule.exponential("10 millis"),
  times: 7
}

const openElsewhere = process.platform === "win32" ? ["EBUSY", "EPERM", "EACCES"] : ["EBUSY"]

/** Writes through the file that is there. What is left of a failure is a mixture: the caller has the old bytes. */
const writeInPlace = Effect.fnUntraced(function* (
  file: FileBytes.FileBytes,
  bytes: Uint8Array
): Effect.fn.Return<void, Failure, FileSystem.FileSystem> {
  const fs = yield* FileSystem.FileSystem
  yield* compare(file)
  yield* overwrite(file, bytes)
  yield* verify(fs, file.path, bytes)
})

/**
 * Writes bytes over those of a file with several names, whatever it holds, and flushes it.
 *
 * **Details**
 *
 * Only for a file whose old bytes are written down. Fails with `Stale` (`modified`) where another file has taken its
 * place.
 *
 * @category operations
 * @since 0.1.0
 */
export const overwrite = Effect.fnUntraced(function* (
  file: Pick<FileBytes.FileBytes, "path" | "id">,
  bytes: Uint8Array
): Effect.fn.Return<void, EditFailure.Stale | EditIoError.EditIoError, FileSystem.FileSystem> {
  const fs = yield* FileSystem.FileSystem
  yield* Effect.uninterruptible(
    Effect.scoped(
      Effect.gen(function* () {
        const failed = EditIoError.from("write", file.path)
        const target = yield* Effect.mapError(fs.open(file.path, { flag: "r+" }), failed)
        const info = yield* Effect.mapError(target.stat, failed)
        if (FileBytes.identity(info) !== file.id) {
          return yield* new EditFailure.Stale({ path: file.path, reason: "modified" })
        }
        const write = Effect.andThen(target.writeAll(bytes), Effect.andThen(target.truncate(bytes.length), target.sync))
        yield* Effect.mapError(write, failed)
      })
    )
  )
})

// ----------------------------------------------------------------------------
// Create
// ----------------------------------------------------------------------------

const prepareCreate = Effect.fnUntraced(function* (
  change: Extract<Change, { _tag: "create" }>
): Effect.fn.Return<Prepared, Failure, FileSystem.FileSystem | Path.Path | Scope.Scope> {
  const { bytes, path: target } = change
  const fs = yield* FileSystem.FileSystem
  const folder = (yield* Path.Path).dirname(target)
  const failed = (error: PlatformError) =>
    error.reason._tag === "AlreadyExists"
      ? EditFailure.refuseCall({ _tag: "exists", path: target })
      : EditIoError.from("create", target)(error)

  // One that holds the new file by then is not empty.
  const folders = yield* Effect.acquireRelease(Folders.make(folder, { key: change.key }), (made) =>
    Folders.removeEmpty(made, change.key)
  )
  // A link may have taken a folder's place.
  const inPlace = Effect.flatMap(Effect.mapError(fs.realPath(folder), EditIoError.from("resolve", folder)), (real) =>
    real === folder ? Effect.void : Effect.fail(EditFailure.refuseCall({ _tag: "outside-root", path: target }))
  )
  yield* inPlace
  const temporary = yield* TemporaryFile.write(change, bytes, change.like)
  // Its other name goes before the transaction ends: after that nobody would look for it in this folder.
  const put = Effect.andThen(fs.link(temporary.path, target), temporary.remove).pipe(
    Effect.catchIf(hasNoLinks, () => claim(fs, target, temporary)),
    Effect.mapError((error) =>
      error === "taken" ? EditFailure.refuseCall({ _tag: "exists", path: target }) : failed(error)
    )
  )
  const apply = Effect.andThen(inPlace, Effect.uninterruptible(put)).pipe(
    Effect.andThen(Folders.flush(folder, flushing)),
    Effect.andThen(verify(fs, target, bytes))
  )
  return { change, atomic: true, folders, apply }
})

const hasNoLinks = (error: PlatformError): boolean =>
  ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(EditIoError.code(error) ?? "")

/**
 * Claims the name with an empty file, which must not exist, and puts the temporary file in its place, unless somebody has
 * written into it by then.
 */
const claim = (
  fs: FileSystem.FileSystem,
  target: string,
  temporary: TemporaryFile.TemporaryFile
): Effect.Effect<void, PlatformError | "taken"> => {
  const isOurs = Effect.map(fs.stat(target), ({ size }) => size === 0n)
  const takeBack = Effect.flatMap(isOurs, (ours) => (ours ? fs.remove(target, { force: true }) : Effect.void))
  const replace = Effect.flatMap(isOurs, (ours): Effect.Effect<void, PlatformError | "taken"> =>
    ours ? temporary.rename(target) : Effect.fail("taken")
  )
  return Effect.andThen(
    Effect.scoped(fs.open(target, { flag: "wx" })),
    Effect.onError(replace, () => Effect.ignore(takeBack))
  )
}

// ----------------------------------------------------------------------------
// Remove
// ----------------------------------------------------------------------------

const prepareRemove = Effect.fnUntraced(function* (
  change: Extract<Change, { _tag: "remove" }>
): Effect.fn.Return<Prepared, Failure, FileSystem.FileSystem | Path.Path> {
  const { file, path } = change
  const fs = yield* FileSystem.FileSystem
  const folder = (yield* Path.Path).dirname(path)
  yield* mayWrite(file)
  const remove = Effect.mapError(fs.remove(path), EditIoError.from("remove", path))
  const apply = Effect.andThen(compare(file), Effect.uninterruptible(remove)).pipe(
    Effect.andThen(Folders.flush(folder, flushing))
  )
  return { change, atomic: true, folders: [], apply }
})

// ----------------------------------------------------------------------------
// Before and after
// ----------------------------------------------------------------------------

const mayWrite = (file: FileBytes.FileBytes): Effect.Effect<void, EditFailure.Refused> => {
  const reason = refusal(file)
  if (reason === undefined) return Effect.void
  return Effect.fail(EditFailure.refuseCall(reason))
}

/** Comes after the change, and says so. */
const flushing = "flush the folder of the written file,"

/** Fails with `Stale` unless the file is still the one that was read. */
const compare = Effect.fnUntraced(function* (
  file: FileBytes.FileBytes
): Effect.fn.Return<void, EditFailure.Stale | EditIoError.EditIoError, FileSystem.FileSystem> {
  const fs = yield* FileSystem.FileSystem
  const stale = (reason: "modified" | "deleted") => new EditFailure.Stale({ path: file.path, reason })
  const failed = (error: PlatformError) =>
    error.reason._tag === "NotFound" ? stale("deleted") : EditIoError.from("read", file.path)(error)
  // A link that has taken the file's place, or a folder's, would lead the reading elsewhere.
  if ((yield* Effect.mapError(fs.realPath(file.path), failed)) !== file.path) return yield* stale("modified")
  const info = yield* Effect.mapError(fs.stat(file.path), failed)
  if (info.type !== "File" || (info.mode & 0o7777) !== file.mode) return yield* stale("modified")
  // A rename would part it from the name that it got.
  if (file.links === 1 && FileBytes.linksOf(info) > 1) return yield* stale("modified")
  const compared = yield* Effect.mapError(holds(fs, file.path, file.bytes), failed)
  if (!compared.equal) return yield* stale("modified")
  // What was compared must be what the rename replaces.
  const now = yield* Effect.mapError(fs.lstat(file.path), failed)
  if (FileBytes.identity(now) !== compared.id) return yield* stale("modified")
})

const verify = Effect.fnUntraced(function* (
  fs: FileSystem.FileSystem,
  path: string,
  bytes: Uint8Array
): Effect.fn.Return<void, EditIoError.EditIoError> {
  const { equal } = yield* Effect.mapError(holds(fs, path, bytes), EditIoError.from("verify", path))
  if (equal) return
  const cause = "it was written, but does not hold what was written; another process may have changed it since"
  return yield* new EditIoError.EditIoError({ operation: "verify", path, cause })
})

/** Bytes that are compared at a time. */
const pieceLength = 1024 * 1024

/** Whether a file holds exactly these bytes, and which file that was. Reads no further than the first difference. */
const holds = (
  fs: FileSystem.FileSystem,
  path: string,
  bytes: Uint8Array
): Effect.Effect<{ readonly equal: boolean; readonly id: string }, PlatformError> =>
  Effect.scoped(
    Effect.gen(function* () {
      const file = yield* fs.open(path)
      const id = FileBytes.identity(yield* file.stat)
      const piece = Buffer.allocUnsafe(Math.min(pieceLength, bytes.length + 1))
      for (let offset = 0; ;) {
        const count = yield* file.read(piece)
        if (count === 0) return { equal: offset === bytes.length, id }
        if (!piece.subarray(0, count).equals(bytes.subarray(offset, offset + count))) return { equal: false, id }
        offset += count
      }
    })
  )
