/**
 * How bytes become a file: the only module that writes.
 *
 * The new bytes go into a temporary file in the same folder (`.kerf-….tmp`), with the old file's mode and, where the
 * system allows it, owner, and are flushed to the disk. Then the target is read again: only if it still holds the bytes
 * that were matched is it replaced, by a rename. Then the folder is flushed, where the platform allows that, and the
 * file is read once more: it must hold what was intended.
 *
 * **Promised.** At every moment the file is the old one or the new one, never a mixture. A failure or an interruption
 * before the rename leaves the old file, and no temporary one. Nobody's change is overwritten unseen, up to the instant
 * between the comparison and the rename, which no file system closes.
 *
 * **Not promised.** A process that is killed may leave its temporary file, and a create that fails the empty folders
 * that were made for it. Access lists and extended attributes are not carried over. A file with several hard links is
 * refused, since a rename would part its names, and a write in place could leave a mixture.
 *
 * @since 0.1.0
 */
import * as EditFailure from "@kerf/core/EditFailure"
import * as RefusedReason from "@kerf/core/RefusedReason"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import * as Scope from "effect/Scope"
import * as EditIoError from "./EditIoError.ts"
import type { FileText } from "./FileText.ts"

/**
 * Why a file must not be replaced, whatever is written to it.
 *
 * **Details**
 *
 * Decided by mode bits: a file that nobody may write is read-only for root too, although the system would let it pass.
 *
 * @category constructors
 * @since 0.1.0
 */
export const refusal = (file: FileText): RefusedReason.RefusedReason | undefined => {
  if ((file.mode & 0o222) === 0) return { _tag: "not-writable", path: file.path }
  if (file.links === 1) return undefined
  const message =
    `${file.path} has ${file.links} hard links, and replacing it would part them. ` +
    "Put a copy in its place first, if that is what you want."
  return RefusedReason.custom({ matcher: "commit", code: "hard-links", message })
}

/**
 * Replaces the bytes of a file that was read.
 *
 * **Details**
 *
 * Fails with `Refused` where `refusal` says so; with `Stale` if the file does not hold what was read any more, has
 * another mode, or is reached by another path (`modified`), or is gone (`deleted`); with `EditIoError` for what the
 * disk does. One that says "flush the folder of" or "verify" comes after the rename: the new bytes are in place.
 *
 * Costs one write and two flushes, and reads the file twice, in pieces.
 *
 * @category operations
 * @since 0.1.0
 */
export const replace = Effect.fnUntraced(function* (
  file: FileText,
  bytes: Uint8Array
): Effect.fn.Return<void, Failure, FileSystem.FileSystem | Path.Path> {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const reason = refusal(file)
  if (reason !== undefined) return yield* new EditFailure.Refused({ edits: 0, wouldMatch: [], reason })

  yield* Effect.scoped(
    Effect.gen(function* () {
      const staged = yield* stage(path.dirname(file.path), bytes, file)
      yield* compare(file)
      yield* Effect.uninterruptible(staged.rename(file.path))
    })
  )
  yield* flushFolder(fs, path.dirname(file.path))
  yield* verify(file.path, bytes)
})

/**
 * Creates a file that does not exist, with its folders.
 *
 * **Details**
 *
 * Never over something that exists, a symbolic link to nothing included, also when two processes race: `Refused`
 * (`exists`). `path` is a real path; if a folder of it leads elsewhere by now: `Refused` (`outside-root`). Where the file
 * system has no hard links the file is opened exclusively and written in place, so that a reader can see a part of it.
 *
 * @category operations
 * @since 0.1.0
 */
export const create = Effect.fnUntraced(function* (
  target: string,
  bytes: Uint8Array
): Effect.fn.Return<void, Failure, FileSystem.FileSystem | Path.Path> {
  const fs = yield* FileSystem.FileSystem
  const folder = (yield* Path.Path).dirname(target)
  const refuse = (reason: RefusedReason.RefusedReason) => new EditFailure.Refused({ edits: 0, wouldMatch: [], reason })
  const failed = (error: PlatformError) =>
    error.reason._tag === "AlreadyExists"
      ? refuse({ _tag: "exists", path: target })
      : EditIoError.from("create", target)(error)

  yield* Effect.mapError(fs.makeDirectory(folder, { recursive: true }), EditIoError.from("create the folder", folder))
  const real = yield* Effect.mapError(fs.realPath(folder), EditIoError.from("resolve", folder))
  if (real !== folder) return yield* refuse({ _tag: "outside-root", path: target })

  yield* Effect.scoped(
    Effect.gen(function* () {
      const staged = yield* stage(folder, bytes, undefined)
      yield* Effect.uninterruptible(
        fs.link(staged.path, target).pipe(
          Effect.catchIf(hasNoLinks, () => writeNew(target, bytes, 0o666)),
          Effect.mapError(failed)
        )
      )
    })
  )
  yield* flushFolder(fs, folder)
  yield* verify(target, bytes)
})

/**
 * How a commit fails.
 *
 * @category models
 * @since 0.1.0
 */
export type Failure = EditFailure.Refused | EditFailure.Stale | EditIoError.EditIoError

// ----------------------------------------------------------------------------
// Before the rename
// ----------------------------------------------------------------------------

/** Writes a temporary file that goes with the scope, unless it was renamed. */
const stage = Effect.fnUntraced(function* (
  folder: string,
  bytes: Uint8Array,
  like: FileText | undefined
): Effect.fn.Return<
  {
    readonly path: string
    readonly rename: (target: string) => Effect.Effect<void, EditIoError.EditIoError>
  },
  EditIoError.EditIoError,
  FileSystem.FileSystem | Path.Path | Scope.Scope
> {
  const fs = yield* FileSystem.FileSystem
  const temporary = (yield* Path.Path).join(folder, `.kerf-${globalThis.crypto.randomUUID()}.tmp`)
  const scope = yield* Effect.scope
  let renamed = false
  const remove = Effect.suspend(() => (renamed ? Effect.void : Effect.ignore(fs.remove(temporary, { force: true }))))
  // A write that is under way when its file is closed could land in whichever file is opened next: so none of these
  // is interrupted, but between them is.
  yield* Effect.scoped(
    Effect.gen(function* () {
      // Closed to others until it has the old file's mode, so that what is private stays so.
      const file = yield* Effect.uninterruptible(
        Effect.tap(fs.open(temporary, { flag: "wx", mode: like === undefined ? 0o666 : 0o600 }), () =>
          Scope.addFinalizer(scope, remove)
        )
      )
      yield* Effect.uninterruptible(file.writeAll(bytes))
      if (like !== undefined) {
        yield* keepOwner(fs, file, temporary, like)
        yield* fs.chmod(temporary, like.mode)
      }
      yield* Effect.uninterruptible(file.sync)
    })
  ).pipe(Effect.mapError(EditIoError.from("write a temporary file beside", like?.path ?? temporary)))
  return {
    path: temporary,
    rename: (target) =>
      fs.rename(temporary, target).pipe(
        Effect.tap(() => Effect.sync(() => (renamed = true))),
        Effect.mapError(EditIoError.from("replace", target))
      )
  }
})

/** Only root, and for a group only its members, may give a file away: who may not, keeps it. */
const keepOwner = Effect.fnUntraced(function* (
  fs: FileSystem.FileSystem,
  file: FileSystem.File,
  temporary: string,
  like: FileText
): Effect.fn.Return<void, PlatformError> {
  if (like.owner === undefined) return
  const { gid, uid } = yield* file.stat
  if (Option.contains(uid, like.owner.user) && Option.contains(gid, like.owner.group)) return
  yield* Effect.ignore(fs.chown(temporary, like.owner.user, like.owner.group))
})

/** Fails with `Stale` unless the file is still the one that was read. */
const compare = Effect.fnUntraced(function* (
  file: FileText
): Effect.fn.Return<void, EditFailure.Stale | EditIoError.EditIoError, FileSystem.FileSystem> {
  const fs = yield* FileSystem.FileSystem
  const stale = (reason: "modified" | "deleted") => new EditFailure.Stale({ path: file.path, reason })
  const failed = (error: PlatformError) =>
    error.reason._tag === "NotFound" ? stale("deleted") : EditIoError.from("read", file.path)(error)
  // A link that has taken the file's place, or a folder's, would lead the reading elsewhere.
  if ((yield* Effect.mapError(fs.realPath(file.path), failed)) !== file.path) return yield* stale("modified")
  const { mode, type } = yield* Effect.mapError(fs.stat(file.path), failed)
  if (type !== "File" || (mode & 0o7777) !== file.mode) return yield* stale("modified")
  if (!(yield* Effect.mapError(holds(fs, file.path, file.bytes), failed))) return yield* stale("modified")
})

// ----------------------------------------------------------------------------
// Without hard links
// ----------------------------------------------------------------------------

const hasNoLinks = (error: PlatformError): boolean =>
  ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(EditIoError.code(error) ?? "")

/** Writes a file that must not exist; what was begun and not ended is taken away again. */
const writeNew = (
  target: string,
  bytes: Uint8Array,
  mode: number
): Effect.Effect<void, PlatformError, FileSystem.FileSystem> =>
  FileSystem.FileSystem.use((fs) =>
    Effect.scoped(
      Effect.flatMap(fs.open(target, { flag: "wx", mode }), (file) =>
        Effect.andThen(file.writeAll(bytes), file.sync).pipe(
          Effect.onError(() => Effect.ignore(fs.remove(target, { force: true })))
        )
      )
    )
  )

// ----------------------------------------------------------------------------
// After the rename
// ----------------------------------------------------------------------------

/** What systems and file systems answer that cannot flush a folder. */
const cannotFlush = ["EINVAL", "EISDIR", "EPERM", "EACCES", "EBADF", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]

const flushFolder = (fs: FileSystem.FileSystem, folder: string): Effect.Effect<void, EditIoError.EditIoError> =>
  Effect.scoped(Effect.flatMap(fs.open(folder), (file) => Effect.uninterruptible(file.sync))).pipe(
    Effect.catchIf(
      (error) => cannotFlush.includes(EditIoError.code(error) ?? ""),
      () => Effect.void
    ),
    Effect.mapError(EditIoError.from("flush the folder of the written file,", folder))
  )

const verify = Effect.fnUntraced(function* (
  path: string,
  bytes: Uint8Array
): Effect.fn.Return<void, EditIoError.EditIoError, FileSystem.FileSystem> {
  const fs = yield* FileSystem.FileSystem
  const equal = yield* Effect.mapError(holds(fs, path, bytes), EditIoError.from("verify", path))
  if (equal) return
  const cause = "it was written, but does not hold what was written; another process may have changed it since"
  return yield* new EditIoError.EditIoError({ operation: "verify", path, cause })
})

/** Bytes that are compared at a time. */
const pieceLength = 1024 * 1024

/** Whether a file holds exactly these bytes. Reads in pieces, and no further than the first difference. */
const holds = (fs: FileSystem.FileSystem, path: string, bytes: Uint8Array): Effect.Effect<boolean, PlatformError> =>
  Effect.scoped(
    Effect.gen(function* () {
      const file = yield* fs.open(path)
      const piece = Buffer.allocUnsafe(Math.min(pieceLength, bytes.length + 1))
      for (let offset = 0; ;) {
        const count = yield* file.read(piece)
        if (count === 0) return offset === bytes.length
        if (!piece.subarray(0, count).equals(bytes.subarray(offset, offset + count))) return false
        offset += count
      }
    })
  )
