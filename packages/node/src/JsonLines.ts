/**
 * Lines of a log or a corpus, as they come in: numbered, decoded strictly, one at a time in memory.
 *
 * A line ends at LF; a CR before it is blank to JSON, as is a byte-order mark in front of a line. Blank lines are left
 * out, but counted. These are lines of JSON: what a line of a *file* is, only `SourceText` decides.
 *
 * @since 0.1.0
 */
import * as Arr from "effect/Array"
import * as Stream from "effect/Stream"
import { Buffer } from "node:buffer"

/**
 * One line.
 *
 * **Details**
 *
 * `number` counts from 1. `end` is how many bytes of the input were read up to its end. `text` is missing where there is
 * none: `problem` says why.
 *
 * @category models
 * @since 0.1.0
 */
export type JsonLine = { readonly number: number; readonly end: number } & (
  | { readonly text: string }
  | { readonly problem: string }
)

/**
 * The most bytes that a line may hold: 64 MiB. Of a longer one nothing is kept.
 *
 * @category constants
 * @since 0.1.0
 */
export const maxLineBytes: number = 64 * 1024 * 1024

/**
 * Splits bytes into lines.
 *
 * **Details**
 *
 * A last line needs no terminator. A line that is not UTF-8, or longer than `maxBytes` (default `maxLineBytes`), is a
 * problem of its own, and the lines after it are read. What is complete is emitted at
 * once, at most `batch` lines together (default 100), so that whoever consumes them can tell how far they are.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromBytes = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  options?: { readonly maxBytes?: number; readonly batch?: number }
): Stream.Stream<JsonLine, E, R> =>
  Stream.suspend(() => {
    const splitter = new Splitter(options?.maxBytes ?? maxLineBytes)
    const batch = options?.batch ?? 100
    return bytes.pipe(
      Stream.flatMap((chunk) => Stream.fromArrays(...Arr.chunksOf(splitter.push(chunk), batch))),
      Stream.concat(Stream.suspend(() => Stream.fromArray(splitter.end())))
    )
  })

class Splitter {
  private readonly decoder = new TextDecoder("utf-8", { fatal: true })
  private parts: Array<Uint8Array> = []
  private length = 0
  private number = 1
  private read = 0
  private readonly maxBytes: number

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  push(chunk: Uint8Array): ReadonlyArray<JsonLine> {
    const lines: Array<JsonLine> = []
    let start = 0
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, start)) {
      this.keep(chunk.subarray(start, at))
      this.read++
      this.take(lines)
      start = at + 1
    }
    this.keep(chunk.subarray(start))
    return lines
  }

  end(): ReadonlyArray<JsonLine> {
    const lines: Array<JsonLine> = []
    if (this.length > 0) this.take(lines)
    return lines
  }

  private keep(part: Uint8Array): void {
    this.length += part.length
    this.read += part.length
    if (this.length > this.maxBytes) this.parts = []
    else if (part.length > 0) this.parts.push(part)
  }

  private take(lines: Array<JsonLine>): void {
    const line = this.line()
    if ("problem" in line || line.text.trim() !== "") lines.push({ number: this.number, end: this.read, ...line })
    this.parts = []
    this.length = 0
    this.number++
  }

  private line(): { readonly text: string } | { readonly problem: string } {
    if (this.length > this.maxBytes) return { problem: `is longer than ${this.maxBytes} bytes` }
    const [first] = this.parts
    const bytes = this.parts.length === 1 ? first! : Buffer.concat(this.parts, this.length)
    try {
      return { text: this.decoder.decode(bytes) }
    } catch {
      return { problem: "is not UTF-8" }
    }
  }
}

const lineFeed = 0x0a
