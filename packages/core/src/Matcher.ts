/**
 * A strategy for finding oldText in a file.
 *
 * A matcher proposes places; it never edits, chooses, logs or throws. It returns *all* its candidates up to a limit,
 * overlapping ones too, in order; whether there is exactly one, and what follows from that, is decided elsewhere
 * (`Plan`). It may say of a place that it was found but must not be used (`Candidate.refusal`), and it may say that it
 * could not answer (`Declined`), which is not the same as having found nothing.
 *
 * Three facts and one function make a matcher; `make` builds one from a plain function, `makeEffect` from one that
 * waits for something. To put it in a stack, give it a service key and a layer:
 *
 * **Example** (A matcher of one's own)
 *
 * ```ts
 * import { Candidate, Matcher, Span } from "@kerf/core"
 * import { Context, Layer } from "effect"
 *
 * class IgnoreCase extends Context.Service<IgnoreCase, Matcher.Matcher>()("my-package/IgnoreCase") {
 *   static readonly layer = Layer.succeed(
 *     IgnoreCase,
 *     Matcher.make({
 *       name: "ignore-case",
 *       loose: true,
 *       forgives: "the case of ASCII letters",
 *       reach: (lines) => lines,
 *       find: (source, target) => {
 *         const at = source.text.toLowerCase().indexOf(target.oldText.toLowerCase())
 *         return at === -1 ? [] : [Candidate.make(Span.make(at, at + target.oldText.length))]
 *       }
 *     })
 *   )
 * }
 * IgnoreCase.key // => "my-package/IgnoreCase"
 * ```
 *
 * That one breaks a law: it returns the first place only, so that a text which stands twice looks unique. The suite in
 * `@kerf/testing` finds it.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Candidate } from "./Candidate.ts"
import type { SourceText } from "./SourceText.ts"
import type { Target } from "./Target.ts"

/**
 * "I could not answer": the worker is dead, the time is up, the whole text was needed. Not "I found nothing".
 *
 * @category errors
 * @since 0.1.0
 */
export class Declined extends Schema.TaggedError<Declined>()("Declined", {
  /** One phrase that says why, for traces and for the model. */
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/**
 * A strategy for finding oldText.
 *
 * @category models
 * @since 0.1.0
 */
export interface Matcher {
  /** Kebab-case, stable, shown to models. Unique in a stack. */
  readonly name: string
  /** `false`: the region is oldText up to line terminators. Loose matches are noted, and refused under `replaceAll`. */
  readonly loose: boolean
  /** One phrase that completes "it forgives …": `a constant change of indentation`. */
  readonly forgives: string
  /**
   * The most lines that a span may have; `Infinity`: needs the whole text. The argument counts oldText's lines with every
   * CR taken for an end, since a CR that is data in oldText may end a line in the file.
   */
  readonly reach: (oldLineCount: number) => number
  /**
   * Finds every place, in the order of their starts (then ends), up to `limit`.
   *
   * A span outside the text, empty, out of order, or off a boundary is a defect that names the matcher.
   */
  readonly find: (
    source: SourceText,
    target: Target,
    limit: number
  ) => Effect.Effect<ReadonlyArray<Candidate>, Declined>
}

/**
 * Creates a matcher from a plain function.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (
  options: Omit<Matcher, "find"> & {
    readonly find: (source: SourceText, target: Target, limit: number) => ReadonlyArray<Candidate>
  }
): Matcher => ({
  ...options,
  find: (source, target, limit) => Effect.sync(() => options.find(source, target, limit))
})

/**
 * How long a matcher made with `makeEffect` may wait before it is interrupted and counts as declined.
 *
 * @category references
 * @since 0.1.0
 */
export const TimeLimit: Context.Reference<Duration.Duration> = Context.Reference("@kerf/core/Matcher/TimeLimit", {
  defaultValue: () => Duration.seconds(5)
})

/**
 * Creates a matcher that waits for something: a parser in a worker, a language server, a model.
 *
 * **Details**
 *
 * It is interrupted when `TimeLimit` (5 seconds) has passed, and has then declined.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeEffect = (options: Matcher): Matcher => ({
  ...options,
  find: Effect.fnUntraced(function* (source, target, limit) {
    const duration = yield* TimeLimit
    return yield* options.find(source, target, limit).pipe(
      Effect.timeoutOrElse({
        duration,
        orElse: () => Effect.fail(new Declined({ reason: `no answer within ${Duration.format(duration)}` }))
      })
    )
  })
})
