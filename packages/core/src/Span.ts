/**
 * A half-open range of UTF-16 offsets into one text. A span says nothing about lines or bytes: those are questions
 * for the `SourceText` that it was found in.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * A half-open range `[start, end)` of UTF-16 offsets.
 *
 * **Example** (The text of a span)
 *
 * ```ts
 * import { Span } from "@kerf/core"
 *
 * //   source  "let a = 1;"
 * //                ^           span [4, 5)
 * const span = Span.make(4, 5)
 * "let a = 1;".slice(span.start, span.end) // => "a"
 * ```
 *
 * @category models
 * @since 0.1.0
 */
export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * The schema of a `Span`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Span: Schema.Codec<Span> = Schema.Struct({ start: Schema.Int, end: Schema.Int })

/**
 * Creates a span. `start` must not exceed `end`; this is not checked here but where spans enter a plan.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (start: number, end: number): Span => ({ start, end })

/**
 * Returns the length of a span in UTF-16 units.
 *
 * @category operations
 * @since 0.1.0
 */
export const length = (self: Span): number => self.end - self.start

/**
 * Returns whether two spans share at least one character. Spans that only touch do not overlap.
 *
 * **Example** (Touching is not overlapping)
 *
 * ```ts
 * import { Span } from "@kerf/core"
 *
 * Span.overlaps(Span.make(0, 3), Span.make(3, 5)) // => false
 * Span.overlaps(Span.make(0, 3), Span.make(2, 5)) // => true
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const overlaps = (self: Span, that: Span): boolean => self.start < that.end && that.start < self.end

/**
 * Returns whether every character of `that` lies in `self`.
 *
 * @category operations
 * @since 0.1.0
 */
export const covers = (self: Span, that: Span): boolean => self.start <= that.start && that.end <= self.end

/**
 * Returns whether two spans are the same range.
 *
 * @category operations
 * @since 0.1.0
 */
export const equals = (self: Span, that: Span): boolean => self.start === that.start && self.end === that.end
