/**
 * The bytes of a regular file, and what a commit must keep of it: its mode, its owner, its identity.
 *
 * A read is bounded while reading, never by a size that was claimed, and opens nothing that is not a regular file: a
 * device, a pipe, or `/dev/zero` behind a link cannot make it wait for ever.
 *
 * @since 0.1.0
 */
import * as EditFailure from "@kerf/core/EditFailure"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type { PlatformError } from "effect/PlatformError"
import { Buffer, constants } from "node:buffer"
import { createHash } from "node:crypto"
import * as EditIoError from "./EditIoError.ts"

/**
 * A regular file, as it was when it was read.
 *
 * **Details**
 *
 * `mode` holds the permission bits; `links` how many names the file has; `time` when its content was last changed, in
 * whole milliseconds. `id` tells it from every other file of the machine, and stays while the file is renamed.
 *
 * @category models
 * @since 0.1.0
 */
export interface FileBytes {
  readonly path: string
  readonly bytes: Uint8Array
  readonly mode: number
  readonly links: number
  readonly owner: { readonly user: number; readonly group: number } | undefined
  readonly time: number
  readonly id: string
}

/**
 * The largest file that is read, in bytes. Default: 256 MiB.
 *
 * @category references
 * @since 0.1.0
 */
export const MaxFileBytes: Context.Reference<number> = Context.Reference("@kerf/node/FileBytes/MaxFileBytes", {
  defaultValue: () => 256 * 1024 * 1024
})

/**
 * Reads a regular file whole.
 *
 * **Details**
 *
 * Symbolic links are followed. Fails with `Refused`: `missing`, `not-a-file` (a folder, a device, a pipe; not opened),
 * `too-large`; and with `EditIoError` where the system does not let it be read.
 *
 * **Gotchas**
 *
 * What kind of file it is, is looked at before it is opened. A file that is replaced by a pipe in that instant makes
 * the opening wait, until it is interrupted; no flag of `FileSystem.open` prevents that.
 *
 * @category constructors
 * @since 0.1.0
 */
export const read = Effect.fnUntraced(function* (
  path: string
): Effect.fn.Return<FileBytes, EditFailure.Refused | EditIoError.EditIoError, FileSystem.FileSystem> {
  const fs = yield* FileSystem.FileSystem
  const limit = Math.min(yield* MaxFileBytes, constants.MAX_STRING_LENGTH)
  const failed = (error: PlatformError) =>
    error.reason._tag === "NotFound"
      ? EditFailure.refuseCall({ _tag: "missing", path })
      : EditIoError.from("read", path)(error)

  const { type } = yield* Effect.mapError(fs.stat(path), failed)
  if (type !== "File") return yield* EditFailure.refuseCall({ _tag: "not-a-file", path, type: kinds[type] })

  return yield* Effect.scoped(
    Effect.gen(function* () {
      const file = yield* Effect.mapError(fs.open(path), failed)
      const info = yield* Effect.mapError(file.stat, failed)
      if (info.type !== "File")
        return yield* EditFailure.refuseCall({ _tag: "not-a-file", path, type: kinds[info.type] })
      const bytes = yield* Effect.mapError(readBounded(file, Number(info.size), limit), failed)
      if (bytes.length > limit) return yield* EditFailure.refuseCall({ _tag: "too-large", bytes: bytes.length, limit })
      const user = Option.getOrUndefined(info.uid)
      const group = Option.getOrUndefined(info.gid)
      return {
        path,
        bytes,
        mode: info.mode & 0o7777,
        links: linksOf(info),
        owner: user === undefined || group === undefined ? undefined : { user, group },
        time: Option.match(info.mtime, { onNone: () => 0, onSome: (time) => Math.trunc(time.getTime()) }),
        id: identity(info)
      }
    })
  )
})

/**
 * Returns the digest of bytes, as records of what was seen and reports have it: SHA-256, in lower-case hexadecimal.
 *
 * **Example** (No bytes)
 *
 * ```ts
 * import { FileBytes } from "@kerf/node"
 *
 * FileBytes.digest(new Uint8Array(0)).slice(0, 8) // => "e3b0c442"
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const digest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

/**
 * Returns the digest of a file's bytes. Reads it whole, and fails as `read` does.
 *
 * @category operations
 * @since 0.1.0
 */
export const digestAt = (
  path: string
): Effect.Effect<string, EditFailure.Refused | EditIoError.EditIoError, FileSystem.FileSystem> =>
  Effect.map(read(path), ({ bytes }) => digest(bytes))

/**
 * Returns what tells a file from every other one of the machine: its device and its number there.
 *
 * @category operations
 * @since 0.1.0
 */
export const identity = (info: FileSystem.File.Info): string => `${info.dev}:${Option.getOrElse(info.ino, () => 0n)}`

/**
 * Returns how many names a file has; 1, where the system does not say.
 *
 * @category operations
 * @since 0.1.0
 */
export const linksOf = (info: FileSystem.File.Info): number => Number(Option.getOrElse(info.nlink, () => 1n))

/** What a model calls the kinds of files. */
const kinds: Readonly<Record<FileSystem.File.Type, string>> = {
  File: "file",
  Directory: "folder",
  SymbolicLink: "symbolic link",
  BlockDevice: "device",
  CharacterDevice: "device",
  FIFO: "pipe",
  Socket: "socket",
  Unknown: "special file"
}

/** Bytes of one call: an interruption waits no longer than for one of them. */
const largestRead = 8 * 1024 * 1024

/** Reads to the end, or one byte past `limit`. `expected` only sizes the first buffer. */
const readBounded = Effect.fnUntraced(function* (
  file: FileSystem.File,
  expected: number,
  limit: number
): Effect.fn.Return<Uint8Array, PlatformError> {
  // One byte more than expected, so that the end is seen without growing.
  let buffer: Uint8Array = Buffer.allocUnsafeSlow(Math.min(Math.max(expected, 0), limit) + 1)
  let length = 0
  while (true) {
    const count = yield* file.read(buffer.subarray(length, length + largestRead))
    if (count === 0) return buffer.subarray(0, length)
    length += count
    if (length > limit) return buffer.subarray(0, length)
    if (length < buffer.length) continue
    const grown = Buffer.allocUnsafeSlow(Math.min(Math.max(buffer.length * 2, 64 * 1024), limit + 1))
    grown.set(buffer)
    buffer = grown
  }
})
