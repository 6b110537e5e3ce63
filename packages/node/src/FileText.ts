/**
 * A file as text: all of its bytes, decoded strictly.
 *
 * A file is text if it is valid UTF-8 throughout and holds no NUL. There is no sampling and no replacement character:
 * what cannot be written back byte for byte is not edited.
 *
 * @since 0.1.0
 */
import * as EditFailure from "@kerf/core/EditFailure"
import type * as Plan from "@kerf/core/Plan"
import type { RefusedReason } from "@kerf/core/RefusedReason"
import * as SourceText from "@kerf/core/SourceText"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import { Buffer, isAscii, isUtf8 } from "node:buffer"
import type { EditIoError } from "./EditIoError.ts"
import * as FileBytes from "./FileBytes.ts"

/**
 * A text file, as it was when it was read.
 *
 * **Details**
 *
 * `bytes` are the whole file; `source` is their text, split from its byte-order mark.
 *
 * @category models
 * @since 0.1.0
 */
export interface FileText extends FileBytes.FileBytes {
  readonly source: SourceText.SourceText
}

/**
 * Reads a file as text.
 *
 * **Details**
 *
 * Fails as `FileBytes.read` does, and with `Refused` (`not-text`). An ASCII file costs little more than the read; any
 * other is checked and decoded in one pass each.
 *
 * @category constructors
 * @since 0.1.0
 */
export const read = Effect.fnUntraced(function* (
  path: string
): Effect.fn.Return<FileText, EditFailure.Refused | EditIoError, FileSystem.FileSystem> {
  const file = yield* FileBytes.read(path)
  const decoded = decode(file.bytes)
  if (Result.isSuccess(decoded)) return { ...file, source: decoded.success }
  return yield* new EditFailure.Refused({ edits: 0, wouldMatch: [], reason: decoded.failure })
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

/**
 * Returns the offset, in UTF-16 units of the source, of the character that begins at a byte. Linear in the text before it.
 *
 * @category operations
 * @since 0.1.0
 */
export const offsetAtByte = (self: Pick<FileText, "source">, byte: number): number => self.source.offsetAtByte(byte)

/**
 * What a file that is created starts from.
 *
 * @category constants
 * @since 0.1.0
 */
export const empty: Pick<FileText, "bytes" | "source"> = { bytes: new Uint8Array(0), source: SourceText.make("") }

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
