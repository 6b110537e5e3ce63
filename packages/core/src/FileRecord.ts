/**
 * What was shown of one file: which lines, and a digest of each range of them. No contents are kept.
 *
 * A record answers one question about the file as it stands: is what was shown unchanged? Size and time are kept to be
 * told, and prove nothing: a file that was touched is the same, and one that was changed may have both.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type { Digest } from "effect/crypto/Digest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as CarryOver from "./CarryOver.ts"
import * as FileDigest from "./FileDigest.ts"
import * as LineSet from "./LineSet.ts"
import type { SourceText } from "./SourceText.ts"
import type { Replacement } from "./UnifiedDiff.ts"

/**
 * The schema of a `FileRecord`.
 *
 * **Details**
 *
 * `digest` is that of the whole file; absent where the reads never reached its end, or cannot be proven to be of one
 * content. `size` is in bytes, `time` in whole milliseconds since the epoch. `shown` begins with the lines that were shown
 * last; each has the digest of its text as UTF-8, terminators included, without a byte-order mark. `complete`: the file was
 * shown as a whole, so that a line that is added at its end is a change, too. `at` is when, if the caller told.
 *
 * @category schemas
 * @since 0.1.0
 */
export const FileRecord = Schema.Struct({
  path: Schema.String,
  digest: Schema.optionalKey(Schema.String),
  size: Schema.Int,
  time: Schema.Int,
  shown: Schema.Array(Schema.Struct({ line: Schema.Int, endLine: Schema.Int, digest: Schema.String })),
  complete: Schema.Boolean,
  at: Schema.optionalKey(Schema.Int)
})

/**
 * What was shown of one file.
 *
 * @category models
 * @since 0.1.0
 */
export type FileRecord = typeof FileRecord.Type

/**
 * A file as it stands: its bytes, their text, and when it was modified, in milliseconds since the epoch.
 *
 * @category models
 * @since 0.1.0
 */
export interface Content {
  readonly bytes: Uint8Array
  readonly source: SourceText
  readonly time: number
}

/**
 * What a read showed.
 *
 * **Details**
 *
 * Where the whole text is at hand, `offset` and `limit` say which lines were shown of it, as in the call: `offset` is
 * 1-based, and 1 where it is absent or less; `limit` 0 or absent means all. With either, the read is partial, even if it
 * came to the end.
 *
 * Where only the lines `[line, endLine]` are at hand, `text` is those lines with their terminators, without a byte-order
 * mark; `size` and `time` are the file's.
 *
 * @category models
 * @since 0.1.0
 */
export type Read = { readonly at?: number | undefined } & (
  | { readonly content: Content; readonly offset?: number | undefined; readonly limit?: number | undefined }
  | (LineSet.Lines & { readonly text: string; readonly size: number; readonly time: number })
)

/**
 * The most ranges of lines that are kept of one file. Default: 256. Beyond it, those that were shown longest ago go.
 *
 * @category references
 * @since 0.1.0
 */
export const MaxRanges: Context.Reference<number> = Context.Reference("@kerf/core/FileRecord/MaxRanges", {
  defaultValue: () => 256
})

/**
 * Returns the first lines that are not as they were shown, or `undefined`.
 *
 * **Details**
 *
 * Equal bytes are unchanged. Otherwise every range that was shown must have the same text at the same lines; and of a file
 * that was shown as a whole, nothing may stand after them: the lines that do are returned then. They may not exist any
 * more, where the file is shorter. Costs one digest of the file, and where that differs one of each range.
 *
 * @category operations
 * @since 0.1.0
 */
export const difference = Effect.fnUntraced(function* (
  self: FileRecord,
  content: Content,
  digest?: string
): Effect.fn.Return<LineSet.Lines | undefined, never, Digest> {
  if (self.digest !== undefined && self.digest === (digest ?? (yield* FileDigest.ofBytes(content.bytes)))) {
    return undefined
  }
  const { source } = content
  for (const { endLine, line, digest } of self.shown.toSorted((a, b) => a.line - b.line)) {
    if (endLine > source.lineCount || digest !== (yield* ofLines(source, { line, endLine }))) return { line, endLine }
  }
  const end = self.shown.reduce((end, { endLine }) => Math.max(end, endLine), 0)
  return self.complete && source.lineCount > end ? { line: end + 1, endLine: source.lineCount } : undefined
})

/**
 * Returns the record after a read.
 *
 * **Details**
 *
 * Reads of equal content add up; one of other content replaces the record. Where the whole text is at hand, content is
 * equal if what was shown before is unchanged in it. Where it is not, the file must have the same size and time, and lines
 * that were shown before must be the same; ranges that overlap otherwise are kept side by side, and `difference` asks for
 * all of them.
 *
 * @category operations
 * @since 0.1.0
 */
export const read = (
  self: FileRecord | undefined,
  path: string,
  read: Read
): Effect.Effect<FileRecord, never, Digest> => {
  if (!("content" in read)) return window(self, path, read)
  const { at, content, limit, offset } = read
  const first = Math.max(1, Math.trunc(offset ?? 1))
  const count = Math.max(0, Math.trunc(limit ?? 0))
  const last = count === 0 ? content.source.lineCount : Math.min(content.source.lineCount, first + count - 1)
  const complete = first === 1 && count === 0
  return shown(self, path, { content, lines: [{ line: first, endLine: last }], complete, at })
}

/**
 * Returns the record after lines of a text were shown, which is at hand as a whole. Lines that it does not have are left
 * out.
 *
 * @category operations
 * @since 0.1.0
 */
export const shown = Effect.fnUntraced(function* (
  self: FileRecord | undefined,
  path: string,
  options: {
    readonly content: Content
    readonly lines: Iterable<LineSet.Lines>
    readonly complete?: boolean
    readonly at?: number | undefined
  }
): Effect.fn.Return<FileRecord, never, Digest> {
  const { at, content, lines } = options
  const digest = yield* FileDigest.ofBytes(content.bytes)
  const isEqual = self !== undefined && (yield* difference(self, content, digest)) === undefined
  const base = isEqual ? self : undefined
  const fresh = LineSet.intersection(LineSet.make(lines), LineSet.all(content.source))
  const complete = options.complete === true || base?.complete === true
  return yield* make({ path, content, digest, ranges: [...fresh, ...(base?.shown ?? [])], complete, at, base })
})

/**
 * Returns the record after an edit, or a write that replaced everything (`before` is `undefined`: all is seen then).
 *
 * **Details**
 *
 * What was shown is carried over, moved by the changes, with what they wrote: see `CarryOver`. All counts as seen only if
 * all was. Where `before` is not what was shown, or `after` is not what the changes make of it, nothing proves what is
 * seen: the record stays as it was, and the next check fails.
 *
 * @category operations
 * @since 0.1.0
 */
export const edited = Effect.fnUntraced(function* (
  self: FileRecord | undefined,
  path: string,
  edit: {
    readonly before: Content | undefined
    readonly after: Content
    readonly changes: ReadonlyArray<Replacement>
    readonly at?: number | undefined
  }
): Effect.fn.Return<FileRecord | undefined, never, Digest> {
  const { after, at, before, changes } = edit
  const digest = yield* FileDigest.ofBytes(after.bytes)
  const known = { path, content: after, digest, at }
  if (before === undefined) return yield* make({ ...known, ranges: LineSet.all(after.source), complete: true })
  if (!CarryOver.leadsTo(before.source, changes, after.source)) return self
  if (self !== undefined && (yield* difference(self, before)) !== undefined) return self
  const seen = LineSet.make(self?.shown ?? [])
  const ranges = CarryOver.lines({ before: before.source, shown: seen, changes, after: after.source })
  return yield* make({ ...known, ranges, complete: self?.complete === true })
})

// ----------------------------------------------------------------------------

const encoder = new TextEncoder()

const ofLines = (source: SourceText, { endLine, line }: LineSet.Lines): Effect.Effect<string, never, Digest> => {
  const { start } = source.fullLineSpan(line)
  return FileDigest.ofBytes(encoder.encode(source.text.slice(start, source.fullLineSpan(endLine).end)))
}

/** A record of ranges of a text at hand, given with those that were shown last in front. */
const make = Effect.fnUntraced(function* (options: {
  readonly path: string
  readonly content: Content
  readonly digest: string
  readonly ranges: ReadonlyArray<LineSet.Lines>
  readonly complete: boolean
  readonly at: number | undefined
  readonly base?: FileRecord | undefined
}): Effect.fn.Return<FileRecord, never, Digest> {
  const { at, base, complete, content, digest, path, ranges } = options
  const { source } = content
  const known = new Map(base?.shown.map((range) => [LineSet.describe([range]), range.digest]))
  const all: Array<FileRecord["shown"][number]> = []
  for (const range of yield* bounded(byAge(ranges))) {
    const isAll = range.line === 1 && range.endLine === source.lineCount && source.byteOrderMark === ""
    const old = known.get(LineSet.describe([range]))
    all.push({ ...range, digest: isAll ? digest : (old ?? (yield* ofLines(source, range))) })
  }
  const size = content.bytes.length
  return {
    path,
    digest,
    size,
    time: Math.trunc(content.time),
    shown: all,
    complete,
    ...(at === undefined ? {} : { at })
  }
})

/** Merges ranges, and puts in front what holds the first of them. */
const byAge = (ranges: ReadonlyArray<LineSet.Lines>): ReadonlyArray<LineSet.Lines> => {
  const merged = LineSet.make(ranges)
  const inOrder = new Set<LineSet.Lines>()
  for (const { endLine, line } of ranges) {
    if (endLine >= line) inOrder.add(holding(merged, line))
  }
  return [...inOrder]
}

/** The range that holds a line, which one does. */
const holding = (self: LineSet.LineSet, line: number): LineSet.Lines => {
  let low = 0
  let high = self.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (self[middle]!.endLine < line) low = middle + 1
    else high = middle
  }
  return self[low]!
}

const bounded = <A>(ranges: ReadonlyArray<A>): Effect.Effect<ReadonlyArray<A>> =>
  Effect.map(MaxRanges, (limit) => ranges.slice(0, limit))

/** A read of which only the lines shown are at hand. */
const window = Effect.fnUntraced(function* (
  self: FileRecord | undefined,
  path: string,
  read: Extract<Read, { readonly text: string }>
): Effect.fn.Return<FileRecord, never, Digest> {
  const { at, endLine, line, size, text } = read
  const time = Math.trunc(read.time)
  const range = { line, endLine, digest: yield* FileDigest.ofBytes(encoder.encode(text)) }
  const same = self?.shown.find((known) => known.line === line && known.endLine === endLine)
  const isOther = self?.size !== size || self.time !== time || (same !== undefined && same.digest !== range.digest)
  const base = isOther ? undefined : self
  // What the new range covers has been shown anew.
  const rest = (base?.shown ?? []).filter((known) => known.line < line || known.endLine > endLine)
  const all = yield* bounded(line <= endLine ? [range, ...rest] : rest)
  // Only a range that was known proves that the text is the one whose digest is known.
  const digest = same === undefined || isOther ? undefined : base?.digest
  const isKept = all.length === (base?.shown.length ?? 0) + (same === undefined && line <= endLine ? 1 : 0)
  const complete = base?.complete === true && isKept
  return {
    path,
    ...(digest === undefined ? {} : { digest }),
    size,
    time,
    shown: all,
    complete,
    ...(at === undefined ? {} : { at })
  }
})
