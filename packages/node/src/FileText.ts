/**
 * A file as text: all of its bytes, decoded strictly.
 *
 * A file is text if it is valid UTF-8 throughout and holds no NUL. There is no sampling and no replacement character:
 * what cannot be written back byte for byte is not edited.
 *
 * Reading is bounded while it goes on, never by a size that the system reports: a file that grows, or that lies about
 * its size, ends at `MaxFileBytes`. Only regular files are opened, since opening a pipe can wait for ever.
 *
 * @since 0.1.0
 */
import * as EditFailure from "@kerf/core/EditFailure"
import type * as Plan from "@kerf/core/Plan"
import type { RefusedReason } from "@kerf/core/RefusedReason"
import * as SourceText from "@kerf/core/SourceText"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type { PlatformError } from "effect/PlatformError"
import * as Result from "effect/Result"
import { Buffer, constants, isAscii, isUtf8 } from "node:buffer"
import * as EditIoError from "./EditIoError.ts"

/**
 * A text file, as it was when it was read.
 *
 * **Details**
 *
 * `bytes` are the whole file; `source` is their text, split from its byte-order mark. `mode` holds the permission bits,
 * `links` how many names the file has.
 *
 * @category models
 * @since 0.1.0
 */
export interface FileText {
  readonly path: string
  readonly bytes: Uint8Array
  readonly source: SourceText.SourceText
  readonly mode: number
  readonly links: number
  readonly owner: { readonly user: number; readonly group: number } | undefined
}

/**
 * The largest file that is read, in bytes. Default: 256 MiB.
 *
 * @category references
 * @since 0.1.0
 */
export const MaxFileBytes: Context.Reference<number> = Context.Reference("@kerf/node/FileText/MaxFileBytes", {
  defaultValue: () => 256 * 1024 * 1024
})

/**
 * Reads a file as text.
 *
 * **Details**
 *
 * Symbolic links are followed. Fails with `Refused`: `missing`, `not-a-file` (a folder, a device, a pipe; not opened),
 * `too-large`, `not-text`; and with `EditIoError` where the system does not let it be read. An ASCII file costs little
 * more than the read; any other is checked and decoded in one pass each.
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
): Effect.fn.Return<FileText, EditFailure.Refused | EditIoError.EditIoError, FileSystem.FileSystem> {
  const fs = yield* FileSystem.FileSystem
  const limit = Math.min(yield* MaxFileBytes, constants.MAX_STRING_LENGTH)
  const refuse = (reason: RefusedReason) => new EditFailure.Refused({ edits: 0, wouldMatch: [], reason })
  const failed = (error: PlatformError) =>
    error.reason._tag === "NotFound" ? refuse({ _tag: "missing", path }) : EditIoError.from("read", path)(error)

  const { type } = yield* Effect.mapError(fs.stat(path), failed)
  if (type !== "File") return yield* refuse({ _tag: "not-a-file", path, type: kinds[type] })

  return yield* Effect.scoped(
    Effect.gen(function* () {
      const file = yield* Effect.mapError(fs.open(path), failed)
      const info = yield* Effect.mapError(file.stat, failed)
      if (info.type !== "File") return yield* refuse({ _tag: "not-a-file", path, type: kinds[info.type] })
      const bytes = yield* Effect.mapError(readBounded(file, Number(info.size), limit), failed)
      if (bytes.length > limit) return yield* refuse({ _tag: "too-large", bytes: bytes.length, limit })
      const decoded = decode(bytes)
      if (Result.isFailure(decoded)) return yield* refuse(decoded.failure)
      const user = Option.getOrUndefined(info.uid)
      const group = Option.getOrUndefined(info.gid)
      return {
        path,
        bytes,
        source: decoded.success,
        mode: info.mode & 0o7777,
        links: Number(Option.getOrElse(info.nlink, () => 1n)),
        owner: user === undefined || group === undefined ? undefined : { user, group }
      }
    })
  )
})

/**
 * Returns the text of valid UTF-8 without NUL; anything else is refused as `not-text`, with what it looks like.
 *
 * **Details**
 *
 * A byte-order mark stays part of the source, at byte 0. One look at the bytes, and one pass that decodes them.
 *
 * **Example** (A byte that begins nothing)
 *
 * ```ts
 * import { FileText } from "@kerf/node"
 * import { Result } from "effect"
 *
 * const decoded = FileText.decode(Uint8Array.of(0x61, 0xff))
 * Result.isFailure(decoded) && decoded.failure._tag // => "not-text"
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const decode = (bytes: Uint8Array): Result.Result<SourceText.SourceText, RefusedReason> => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (!bytes.includes(0)) {
    if (isAscii(buffer)) return Result.succeed(SourceText.make(buffer.toString("latin1"), { ascii: true }))
    if (isUtf8(buffer)) return Result.succeed(SourceText.make(buffer.toString("utf8")))
  }
  return Result.fail({ _tag: "not-text", ...looksLike(bytes) })
}

/**
 * One replaced range of bytes: where it begins and how long it is, before and after.
 *
 * @category models
 * @since 0.1.0
 */
export interface ByteRange {
  readonly before: { readonly offset: number; readonly length: number }
  readonly after: { readonly offset: number; readonly length: number }
}

/**
 * Returns the file's bytes with the changes of a plan made, and where they are.
 *
 * **Details**
 *
 * Bytes outside the changes are copied, not encoded again, so that they cannot differ. One copy; for a file that is not
 * ASCII also one pass over the text before the last change.
 *
 * @category operations
 * @since 0.1.0
 */
export const splice = (
  self: Pick<FileText, "bytes" | "source">,
  changes: ReadonlyArray<Plan.Change>
): { readonly bytes: Uint8Array; readonly ranges: ReadonlyArray<ByteRange> } => {
  const parts: Array<Uint8Array> = []
  const ranges: Array<ByteRange> = []
  let copied = 0
  let length = 0
  const push = (part: Uint8Array) => {
    parts.push(part)
    length += part.length
  }
  for (const { span, text } of changes) {
    const start = self.source.byteOffset(span.start)
    const end = self.source.byteOffset(span.end)
    const fresh = Buffer.from(text, "utf8")
    push(self.bytes.subarray(copied, start))
    ranges.push({
      before: { offset: start, length: end - start },
      after: { offset: length, length: fresh.length }
    })
    push(fresh)
    copied = end
  }
  push(self.bytes.subarray(copied))
  return { bytes: Buffer.concat(parts, length), ranges }
}

// ----------------------------------------------------------------------------
// Reading
// ----------------------------------------------------------------------------

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

// ----------------------------------------------------------------------------
// Decoding
// ----------------------------------------------------------------------------

const looksLike = (bytes: Uint8Array): { readonly looksLike: string; readonly byteOffset?: number } => {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return { looksLike: "UTF-16, little-endian, with a byte-order mark" }
  if (a === 0xfe && b === 0xff) return { looksLike: "UTF-16, big-endian, with a byte-order mark" }
  const nul = bytes.indexOf(0)
  if (nul !== -1) {
    const order = wideOrder(bytes)
    return order === undefined
      ? { looksLike: "binary data, with a NUL", byteOffset: nul }
      : { looksLike: `UTF-16, ${order}, without a byte-order mark` }
  }
  const byteOffset = firstInvalid(bytes)
  return {
    looksLike: `an invalid byte, 0x${bytes[byteOffset]!.toString(16).padStart(2, "0").toUpperCase()},`,
    byteOffset
  }
}

/** Text in two-byte units has its NULs on one side only, and most units of a western text have one. */
const wideOrder = (bytes: Uint8Array): "little-endian" | "big-endian" | undefined => {
  if (bytes.length % 2 === 1) return undefined
  const counts = [0, 0]
  const sample = Math.min(bytes.length, 4096)
  for (let i = 0; i < sample; i++) if (bytes[i] === 0) counts[i % 2]!++
  const [even, odd] = counts as [number, number]
  const most = Math.max(4, sample / 4)
  if (even === 0 && odd >= most) return "little-endian"
  return odd === 0 && even >= most ? "big-endian" : undefined
}

/** The offset of the first byte that begins no valid sequence (RFC 3629: shortest form, no surrogates). */
const firstInvalid = (bytes: Uint8Array): number => {
  const continues = (at: number, low = 0x80, high = 0xbf) => bytes[at]! >= low && bytes[at]! <= high
  for (let i = 0; i < bytes.length;) {
    const lead = bytes[i]!
    if (lead < 0x80) i += 1
    else if (lead >= 0xc2 && lead <= 0xdf && continues(i + 1)) i += 2
    else if (
      lead >= 0xe0 &&
      lead <= 0xef &&
      continues(i + 1, lead === 0xe0 ? 0xa0 : 0x80, lead === 0xed ? 0x9f : 0xbf) &&
      continues(i + 2)
    )
      i += 3
    else if (
      lead >= 0xf0 &&
      lead <= 0xf4 &&
      continues(i + 1, lead === 0xf0 ? 0x90 : 0x80, lead === 0xf4 ? 0x8f : 0xbf) &&
      continues(i + 2) &&
      continues(i + 3)
    )
      i += 4
    else return i
  }
  return bytes.length
}
