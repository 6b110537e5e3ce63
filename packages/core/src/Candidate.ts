/**
 * A place where a matcher believes that oldText stands.
 *
 * @since 0.1.0
 */
import type * as Schema from "effect/Schema"
import * as Adaptation from "./Adaptation.ts"
import type { RefusedReason } from "./RefusedReason.ts"
import type { Span } from "./Span.ts"

/**
 * A place, and how the model's text is brought there.
 *
 * **Details**
 *
 * `span` is in UTF-16 offsets of the source's text and never empty; it begins and ends at boundaries
 * (`SourceText.isBoundary`). A candidate with a `refusal` was found and must not be used: it counts when places are
 * counted, and is never applied. `evidence` goes into traces and notes.
 *
 * @category models
 * @since 0.1.0
 */
export interface Candidate {
  readonly span: Span
  readonly adaptation: Adaptation.Adaptation
  /**
   * For each line of the adapted oldText the 0-based line of the region that it is, ascending, or `undefined` where that
   * was only assumed. Absent: one to one if the counts agree.
   */
  readonly alignment?: ReadonlyArray<number | undefined> | undefined
  readonly evidence?: Schema.Json | undefined
  readonly refusal?: RefusedReason | undefined
}

/**
 * Creates a candidate. Without an adaptation, the model's text is in the file's frame already.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (
  span: Span,
  options?: {
    readonly adaptation?: Adaptation.Adaptation | undefined
    readonly alignment?: ReadonlyArray<number | undefined> | undefined
    readonly evidence?: Schema.Json | undefined
    readonly refusal?: RefusedReason | undefined
  }
): Candidate => ({
  span: { start: span.start, end: span.end },
  adaptation: options?.adaptation ?? Adaptation.identity,
  ...(options?.alignment === undefined ? {} : { alignment: options.alignment }),
  ...(options?.evidence === undefined ? {} : { evidence: options.evidence }),
  ...(options?.refusal === undefined ? {} : { refusal: options.refusal })
})

/**
 * Creates a candidate whose details are worked out only if it is the one: where there are many, only their spans count.
 *
 * @category constructors
 * @since 0.1.0
 */
export const lazy = (span: Span, details: () => Omit<Candidate, "span">): Candidate => {
  let known: Omit<Candidate, "span"> | undefined
  const get = (): Omit<Candidate, "span"> => (known ??= details())
  return {
    span: { start: span.start, end: span.end },
    get adaptation() {
      return get().adaptation
    },
    get alignment() {
      return get().alignment
    },
    get evidence() {
      return get().evidence
    },
    get refusal() {
      return get().refusal
    }
  }
}
