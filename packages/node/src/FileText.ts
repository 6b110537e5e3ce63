/**
 * A file as text: all of its bytes, decoded strictly.
 *
 * A file is text if it is valid UTF-8 throughout, or valid UTF-16 after a byte-order mark, and holds no NUL. There is no
 * sampling and no replacement character: what cannot be written back byte for byte is not edited. A file keeps its
 * encoding and its mark; one that is created is UTF-8.
 *
 * Out of scope: UTF-16 without a mark, UTF-32, and all encodings of one country. Which one it is would be a guess.
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
 * How a file's bytes make its text. UTF-8 with and without a byte-order mark; UTF-16 with one, which says the order.
 *
 * @category models
 * @since 0.1.0
 */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be"

/**
 * The text of bytes, and their encoding.
 *
 * @category models
 * @since 0.1.0
 */
export interface Decoded {
  readonly encoding: Encoding
  readonly source: SourceText.SourceText
}

/**
 * A text file, as it was when it was read.
 *
 * **Details**
 *
 * `bytes` are the whole file; `source` is their text, split from its byte-order mark, and counts its byte offsets in them.
 *
 * @category models
 * @since 0.1.0
 */
export interface FileText extends FileBytes.FileBytes, Decoded {}

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
  if (Result.isSuccess(decoded)) return { ...file, ...decoded.success }
  return yield* EditFailure.refuseCall(decoded.failure)
})

/**
 * Returns the text of valid UTF-8, or of valid UTF-16 with a byte-order mark, without NUL.
 *
 * **Details**
 *
 * Anything else is refused as `not-text`, with what it looks like, and the offset of the first byte that is wrong: of the
 * first NUL or sequence that is invalid (its first byte), of the first NUL or unpaired surrogate in UTF-16, of its last
 * byte if that is half a unit, and 0 where the mark is of UTF-32. What is returned, encoded again, is the bytes given.
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
 * **Example** (UTF-16 with its mark)
 *
 * ```ts
 * import { FileText } from "@kerf/node"
 * import { Result } from "effect"
 *
 * const { encoding, source } = Result.getOrThrow(FileText.decode(Uint8Array.of(0xff, 0xfe, 0x61, 0x00)))
 * encoding // => "utf-16le"
 * source.text // => "a"
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const decode = (bytes: Uint8Array): Result.Result<Decoded, RefusedReason> => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const encoding = markedOrder(bytes)
  if (encoding !== undefined) return decodeWide(buffer, encoding)
  const narrow = (text: string, ascii?: boolean) =>
    Result.succeed<Decoded>({ encoding: "utf-8", source: SourceText.make(text, { ascii }) })
  if (!bytes.includes(0)) {
    if (isAscii(buffer)) return narrow(buffer.toString("latin1"), true)
    if (isUtf8(buffer)) return narrow(buffer.toString("utf8"))
  }
  return Result.fail({ _tag: "not-text", ...looksLike(bytes) })
}

/**
 * One replaced range of bytes: where it begins and how long it is, before and after, in the file's own bytes.
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
 * New text is encoded as the file is. Bytes outside the changes are copied, not encoded again, so that they cannot
 * differ. One copy; for a file that is neither ASCII nor UTF-16 also one pass over the text before the last change.
 *
 * @category operations
 * @since 0.1.0
 */
export const splice = (
  self: Pick<FileText, "bytes" | "encoding" | "source">,
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
    const fresh = encode(text, self.encoding)
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
 * Returns the offset, in UTF-16 units of the source, of the character that begins at a byte of the file, or that holds it.
 * Linear in the text before it, unless the file is ASCII or UTF-16.
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
export const empty: Pick<FileText, "bytes" | "encoding" | "source"> = {
  bytes: new Uint8Array(0),
  encoding: "utf-8",
  source: SourceText.make("")
}

// ----------------------------------------------------------------------------
// UTF-16
// ----------------------------------------------------------------------------

type Wide = Exclude<Encoding, "utf-8">

/** FF and FE begin nothing in UTF-8, so nothing is taken from it. */
const markedOrder = ([a, b]: Uint8Array): Wide | undefined =>
  a === 0xff && b === 0xfe ? "utf-16le" : a === 0xfe && b === 0xff ? "utf-16be" : undefined

const endian = { "utf-16le": "little-endian", "utf-16be": "big-endian" } as const

/** Each two bytes are one unit, whatever they hold: that is why the text, encoded again, is the bytes. */
const decodeWide = (bytes: Buffer, encoding: Wide): Result.Result<Decoded, RefusedReason> => {
  const reason = (looksLike: string, byteOffset: number) =>
    Result.fail<RefusedReason>({ _tag: "not-text", looksLike, byteOffset })
  if (encoding === "utf-16le" && bytes[2] === 0 && bytes[3] === 0) return reason(utf32("little-endian"), 0)
  const isHalf = bytes.length % 2 === 1
  const whole = isHalf ? bytes.subarray(0, -1) : bytes
  const text = (encoding === "utf-16le" ? whole : Buffer.from(whole).swap16()).toString("utf16le")
  const nul = text.indexOf("\0")
  const name = `UTF-16, ${endian[encoding]},`
  if (!text.isWellFormed()) {
    const at = text.search(/\p{Surrogate}/u)
    const unit = text.charCodeAt(at).toString(16).toUpperCase()
    if (nul === -1 || at < nul) return reason(`${name} with an unpaired surrogate, U+${unit},`, 2 * at)
  }
  if (nul !== -1) return reason(`${name} with a NUL`, 2 * nul)
  if (isHalf) return reason(`${name} with half a unit at its end,`, bytes.length - 1)
  return Result.succeed({ encoding, source: SourceText.make(text, { encoding: "utf-16" }) })
}

const encode = (text: string, encoding: Encoding): Buffer => {
  if (encoding === "utf-8") return Buffer.from(text, "utf8")
  const bytes = Buffer.from(text, "utf16le")
  return encoding === "utf-16le" ? bytes : bytes.swap16()
}

const utf32 = (order: string): string => `UTF-32, ${order}, with its byte-order mark`

// ----------------------------------------------------------------------------
// What is not text
// ----------------------------------------------------------------------------

const looksLike = (bytes: Uint8Array): { readonly looksLike: string; readonly byteOffset: number } => {
  const [a, b, c, d] = bytes
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return { looksLike: utf32("big-endian"), byteOffset: 0 }
  const byteOffset = firstWrong(bytes)
  const byte = bytes[byteOffset]!
  const what = byte === 0 ? "a NUL" : `an invalid byte, 0x${byte.toString(16).toUpperCase()},`
  if (!bytes.includes(0)) return { looksLike: what, byteOffset }
  const order = wideOrder(bytes)
  return order === undefined
    ? { looksLike: `binary data, with ${what}`, byteOffset }
    : { looksLike: `UTF-16, ${order}, without a byte-order mark, with ${what}`, byteOffset }
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

/** The offset of the first byte that is NUL or begins no valid sequence (RFC 3629: shortest form, no surrogates). */
const firstWrong = (bytes: Uint8Array): number => {
  const continues = (at: number, low = 0x80, high = 0xbf) => bytes[at]! >= low && bytes[at]! <= high
  for (let i = 0; i < bytes.length;) {
    const lead = bytes[i]!
    if (lead > 0 && lead < 0x80) i += 1
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
