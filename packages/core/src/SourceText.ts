/**
 * An immutable text with a lazy line index, and the only place that decides what a line is.
 *
 * A line ends at LF, at CRLF, and at a lone CR only where CR is the text's dominant terminator. Form feed, vertical
 * tab, NEL and U+2028 end nothing. A terminated last line adds no empty line.
 *
 * ```text
 *   "p\r\nq\n"      line 1 "p" + CRLF, line 2 "q" + LF      lineCount 2
 *    ^ ^              an offset inside a terminator belongs to the line that it ends
 * ```
 *
 * A leading byte-order mark is not part of `text`: the model never sees it, no matcher can touch it, and byte
 * offsets count its bytes.
 *
 * Lines are 1-based, offsets are 0-based UTF-16 units, byte offsets are 0-based bytes of the whole file in its encoding.
 * Building a `SourceText` costs nothing; the first question about lines or terminators costs one pass of `indexOf` over
 * the text.
 *
 * @since 0.1.0
 */
import * as Span from "./Span.ts"

/**
 * A line terminator.
 *
 * @category models
 * @since 0.1.0
 */
export type Terminator = "\n" | "\r\n" | "\r"

/**
 * What a lone CR is in a text.
 *
 * @category models
 * @since 0.1.0
 */
export type CarriageReturn = "terminator" | "data"

/**
 * What the bytes of a file make of its text. Of UTF-16 either order of bytes has the same offsets.
 *
 * @category models
 * @since 0.1.0
 */
export type Encoding = "utf-8" | "utf-16"

/**
 * One line: where it begins, its content, and its terminator (`""` on a last line that lacks one).
 *
 * @category models
 * @since 0.1.0
 */
export interface Line {
  readonly start: number
  readonly content: string
  readonly terminator: Terminator | ""
}

/**
 * An immutable text that knows its lines.
 *
 * **Example** (Lines and positions)
 *
 * ```ts
 * import { SourceText } from "@kerf/core"
 *
 * const source = SourceText.make("let a = 1;\r\nlet b = 2;\r\n")
 * source.lineCount // => 2
 * source.terminator // => "\r\n"
 * source.lineAt(12) // => 2
 * source.lineSpan(2) // => { start: 12, end: 22 }
 * source.fullLineSpan(2) // => { start: 12, end: 24 }
 * ```
 *
 * @category models
 * @since 0.1.0
 */
export interface SourceText {
  /** The text without its byte-order mark. All offsets count in it. */
  readonly text: string
  /** `"\uFEFF"` if the text began with one, else `""`. */
  readonly byteOrderMark: "\uFEFF" | ""
  /** The file's encoding, in which byte offsets count. */
  readonly encoding: Encoding
  /** The dominant terminator; `undefined` where the text has none. */
  readonly terminator: Terminator | undefined
  /** Whether all terminators are the dominant one. */
  readonly uniform: boolean
  /** Whether a lone CR ends a line here. */
  readonly carriageReturnEndsLine: boolean
  /** Whether every unit is ASCII. One pass, unless the loader knew. */
  readonly ascii: boolean
  /** The number of lines. `""` has 0. */
  readonly lineCount: number
  /** Whether the last line carries a terminator. */
  readonly terminated: boolean
  /** The 1-based line that holds the unit at `offset`. Clamped to `[1, max(1, lineCount)]`. Logarithmic. */
  readonly lineAt: (offset: number) => number
  /** The span of a line without its terminator. Clamped like `lineAt`. */
  readonly lineSpan: (line: number) => Span.Span
  /** The span of a line with its terminator. Clamped like `lineAt`. */
  readonly fullLineSpan: (line: number) => Span.Span
  /** All lines in order. Allocates; not for hot paths. */
  readonly lines: () => ReadonlyArray<Line>
  /** The offset of the start of the line that holds `offset`, without the line index. */
  readonly lineStart: (offset: number) => number
  /** The offset of the end of the line that holds `offset`, before its terminator, without the line index. */
  readonly lineEnd: (offset: number) => number
  /** The offset of the line after the one that ends at `lineEnd`: past its terminator. */
  readonly afterTerminator: (lineEnd: number) => number
  /** The file's bytes before `offset`, the byte-order mark included. In UTF-8, but for ASCII, one pass up to `offset`. */
  readonly byteOffset: (offset: number) => number
  /** The largest offset whose byte offset does not exceed `byte`, never inside a surrogate pair. */
  readonly offsetAtByte: (byte: number) => number
  /** Whether an edit may begin or end here: not inside a CRLF, not inside a surrogate pair, and in the text. */
  readonly isBoundary: (offset: number) => boolean
  readonly slice: (span: Span.Span) => string
  /** The whole file's text: byte-order mark and text. */
  readonly toString: () => string
}

/**
 * Creates a `SourceText`.
 *
 * **Details**
 *
 * The dominant terminator is CRLF if it occurs and is at least as frequent as LF and as lone CR; else CR if lone CRs
 * outnumber LFs; else LF. `carriageReturn` overrides what a lone CR is, for a text that must be split by another
 * text's rule. `byteOrderMark: "data"` keeps a leading U+FEFF in `text`, for a fragment that is no file. `ascii` may
 * be passed by a loader that knows it (as many bytes as units), and so may `encoding`, by default UTF-8.
 *
 * **Example** (A lone CR is data unless it dominates)
 *
 * ```ts
 * import { SourceText } from "@kerf/core"
 *
 * SourceText.make("one\rtwo\rthree").lineCount // => 3
 * SourceText.make("memo stops\rmore\nline two\n").lineCount // => 2
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (
  text: string,
  options?: {
    readonly carriageReturn?: CarriageReturn | undefined
    readonly byteOrderMark?: "split" | "data" | undefined
    readonly ascii?: boolean | undefined
    readonly encoding?: Encoding | undefined
  }
): SourceText => {
  const marked = options?.byteOrderMark !== "data" && text.charCodeAt(0) === 0xfeff
  return new SourceTextImpl(
    marked ? text.slice(1) : text,
    marked ? "\uFEFF" : "",
    options?.encoding ?? "utf-8",
    options?.carriageReturn,
    marked ? undefined : options?.ascii
  )
}

/**
 * Creates the text of a fragment that is no file: a leading U+FEFF is data in it. `carriageReturn` splits it by another
 * text's rule; absent, by its own.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fragment = (text: string, carriageReturn?: CarriageReturn): SourceText =>
  make(text, { byteOrderMark: "data", carriageReturn })

interface Terminators {
  readonly dominant: Terminator | undefined
  readonly uniform: boolean
}

class SourceTextImpl implements SourceText {
  readonly text: string
  readonly byteOrderMark: "\uFEFF" | ""
  readonly encoding: Encoding
  private readonly carriageReturn: CarriageReturn | undefined
  private isAscii: boolean | undefined
  private counted: Terminators | undefined
  private index: Uint32Array | undefined
  private knownByte = { offset: 0, byte: 0 }

  constructor(
    text: string,
    byteOrderMark: "\uFEFF" | "",
    encoding: Encoding,
    carriageReturn: CarriageReturn | undefined,
    ascii: boolean | undefined
  ) {
    this.text = text
    this.byteOrderMark = byteOrderMark
    this.encoding = encoding
    this.carriageReturn = carriageReturn
    this.isAscii = ascii
  }

  get ascii(): boolean {
    return (this.isAscii ??= isAscii(this.text))
  }

  get terminator(): Terminator | undefined {
    return (this.counted ??= countTerminators(this.text)).dominant
  }

  get uniform(): boolean {
    return (this.counted ??= countTerminators(this.text)).uniform
  }

  get carriageReturnEndsLine(): boolean {
    return this.carriageReturn === undefined ? this.terminator === "\r" : this.carriageReturn === "terminator"
  }

  /** Line starts. A terminated last line adds none; the text's length is appended as a sentinel. */
  private get starts(): Uint32Array {
    return (this.index ??= indexLines(this.text, this.carriageReturnEndsLine))
  }

  get lineCount(): number {
    return this.starts.length - 1
  }

  get terminated(): boolean {
    const last = this.text.charCodeAt(this.text.length - 1)
    return last === LF || (last === CR && this.carriageReturnEndsLine)
  }

  lineAt(offset: number): number {
    const starts = this.starts
    let low = 0
    let high = Math.max(0, starts.length - 2)
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }

  lineSpan(line: number): Span.Span {
    const { end, start } = this.fullLineSpan(line)
    return Span.make(start, this.contentEnd(start, end))
  }

  fullLineSpan(line: number): Span.Span {
    const starts = this.starts
    const last = starts.length - 1
    if (last === 0) return Span.make(0, 0)
    const at = Math.min(Math.max(line, 1), last)
    return Span.make(starts[at - 1]!, starts[at]!)
  }

  lines(): ReadonlyArray<Line> {
    const starts = this.starts
    const out: Array<Line> = []
    for (let i = 0; i + 1 < starts.length; i++) {
      const start = starts[i]!
      const end = starts[i + 1]!
      const content = this.contentEnd(start, end)
      out.push({
        start,
        content: this.text.slice(start, content),
        terminator: this.text.slice(content, end) as Terminator | ""
      })
    }
    return out
  }

  private contentEnd(start: number, end: number): number {
    const text = this.text
    if (end === start) return end
    const last = text.charCodeAt(end - 1)
    if (last === LF) return end - 1 > start && text.charCodeAt(end - 2) === CR ? end - 2 : end - 1
    return last === CR && this.carriageReturnEndsLine ? end - 1 : end
  }

  lineStart(offset: number): number {
    const text = this.text
    if (offset <= 0) return 0
    // An offset between CR and LF belongs to the line that the pair ends.
    const from = text.charCodeAt(offset) === LF && text.charCodeAt(offset - 1) === CR ? offset - 2 : offset - 1
    if (from < 0) return 0
    const lf = text.lastIndexOf("\n", from)
    if (!this.carriageReturnEndsLine) return lf + 1
    return Math.max(lf, text.lastIndexOf("\r", from)) + 1
  }

  lineEnd(offset: number): number {
    const text = this.text
    const lf = text.indexOf("\n", offset)
    const end = lf === -1 ? text.length : lf
    if (this.carriageReturnEndsLine) {
      const from = text.charCodeAt(offset) === LF && text.charCodeAt(offset - 1) === CR ? offset - 1 : offset
      const cr = text.indexOf("\r", from)
      return cr === -1 || cr > end ? end : cr
    }
    return lf > 0 && text.charCodeAt(lf - 1) === CR ? lf - 1 : end
  }

  afterTerminator(lineEnd: number): number {
    const unit = this.text.charCodeAt(lineEnd)
    if (unit === LF) return lineEnd + 1
    if (unit !== CR) return lineEnd
    if (this.text.charCodeAt(lineEnd + 1) === LF) return lineEnd + 2
    return this.carriageReturnEndsLine ? lineEnd + 1 : lineEnd
  }

  byteOffset(offset: number): number {
    if (this.encoding === "utf-16") return 2 * (this.byteOrderMark.length + offset)
    const base = this.byteOrderMark === "" ? 0 : 3
    if (this.ascii) return base + offset
    const from = this.knownByte.offset <= offset ? this.knownByte : { offset: 0, byte: 0 }
    const byte = from.byte + utf8Length(this.text, from.offset, offset)
    this.knownByte = { offset, byte }
    return base + byte
  }

  offsetAtByte(byte: number): number {
    if (this.encoding === "utf-16") {
      const unit = Math.floor(byte / 2) - this.byteOrderMark.length
      const offset = Math.min(Math.max(unit, 0), this.text.length)
      return this.isPair(offset) ? offset - 1 : offset
    }
    const wanted = byte - (this.byteOrderMark === "" ? 0 : 3)
    if (wanted <= 0) return 0
    if (this.ascii) return Math.min(wanted, this.text.length)
    let bytes = 0
    let offset = 0
    while (offset < this.text.length) {
      const width = this.isPair(offset + 1) ? 2 : 1
      bytes += utf8Length(this.text, offset, offset + width)
      if (bytes > wanted) break
      offset += width
    }
    return offset
  }

  /** Whether `offset` stands between the halves of a surrogate pair. */
  private isPair(offset: number): boolean {
    return (this.text.charCodeAt(offset) & 0xfc00) === 0xdc00 && (this.text.charCodeAt(offset - 1) & 0xfc00) === 0xd800
  }

  isBoundary(offset: number): boolean {
    if (offset < 0 || offset > this.text.length) return false
    if (this.isPair(offset)) return false
    return !(this.text.charCodeAt(offset) === LF && this.text.charCodeAt(offset - 1) === CR)
  }

  slice(span: Span.Span): string {
    return this.text.slice(span.start, span.end)
  }

  toString(): string {
    return this.byteOrderMark + this.text
  }
}

const LF = 0x0a
const CR = 0x0d

const isAscii = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) > 0x7f) return false
  }
  return true
}

const countTerminators = (text: string): Terminators => {
  let lineFeeds = 0
  for (let i = text.indexOf("\n"); i !== -1; i = text.indexOf("\n", i + 1)) lineFeeds++
  let pairs = 0
  let returns = 0
  for (let i = text.indexOf("\r"); i !== -1; i = text.indexOf("\r", i + 1)) {
    if (text.charCodeAt(i + 1) === LF) pairs++
    else returns++
  }
  lineFeeds -= pairs
  const dominant =
    pairs > 0 && pairs >= lineFeeds && pairs >= returns
      ? "\r\n"
      : returns > lineFeeds
        ? "\r"
        : lineFeeds > 0
          ? "\n"
          : undefined
  // A lone CR is a terminator only where it dominates; elsewhere it is data and disturbs nothing.
  const uniform =
    dominant === "\r" ? pairs === 0 && lineFeeds === 0 : dominant === "\r\n" ? lineFeeds === 0 : pairs === 0
  return { dominant, uniform }
}

const indexLines = (text: string, carriageReturnEndsLine: boolean): Uint32Array => {
  let starts = new Uint32Array(Math.max(16, text.length >>> 5))
  let count = 0
  const push = (start: number) => {
    if (count === starts.length) {
      const grown = new Uint32Array(count * 2)
      grown.set(starts)
      starts = grown
    }
    starts[count++] = start
  }
  push(0)
  let lf = text.indexOf("\n")
  let cr = carriageReturnEndsLine ? text.indexOf("\r") : -1
  while (lf !== -1 || cr !== -1) {
    const next = cr === -1 || (lf !== -1 && lf < cr) ? lf + 1 : lf === cr + 1 ? lf + 1 : cr + 1
    push(next)
    if (lf !== -1 && lf < next) lf = text.indexOf("\n", next)
    if (cr !== -1 && cr < next) cr = text.indexOf("\r", next)
  }
  // The sentinel: a terminated last line has pushed the text's length already.
  if (starts[count - 1] !== text.length) push(text.length)
  return starts.slice(0, count)
}

const utf8Length = (text: string, from: number, to: number): number => {
  let bytes = 0
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) bytes += 1
    else if (unit < 0x800) bytes += 2
    else if ((unit & 0xfc00) === 0xd800 && i + 1 < to && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      bytes += 4
      i++
    } else bytes += 3
  }
  return bytes
}
