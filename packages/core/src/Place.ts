/**
 * A position that leaves the process: what a model or a person reads.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import type { SourceText } from "./SourceText.ts"
import type { Span } from "./Span.ts"

/**
 * A range of lines and where it begins in the file's bytes.
 *
 * **Details**
 *
 * `line` and `endLine` are 1-based and inclusive, by the line model of `SourceText`; `byteOffset` is 0-based, in the
 * file's encoding, and counts a byte-order mark.
 *
 * @category models
 * @since 0.1.0
 */
export interface Place {
  readonly line: number
  readonly endLine: number
  readonly byteOffset: number
}

/**
 * The schema of a `Place`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Place: Schema.Codec<Place> = Schema.Struct({
  line: Schema.Int,
  endLine: Schema.Int,
  byteOffset: Schema.Int
})

/**
 * Creates the place of a span.
 *
 * **Example** (Where a span lies)
 *
 * ```ts
 * import { Place, SourceText, Span } from "@kerf/core"
 *
 * Place.fromSpan(SourceText.make("é\nb\n"), Span.make(2, 3)) // => { line: 2, endLine: 2, byteOffset: 3 }
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromSpan = (source: SourceText, span: Span): Place => ({
  line: source.lineAt(span.start),
  endLine: source.lineAt(Math.max(span.start, span.end - 1)),
  byteOffset: source.byteOffset(span.start)
})

/**
 * Says a place: `line 3` or `lines 3-5`.
 *
 * @category operations
 * @since 0.1.0
 */
export const describe = (self: Place): string =>
  self.line === self.endLine ? `line ${self.line}` : `lines ${self.line}-${self.endLine}`
