/**
 * How text in the model's frame becomes text in the file's frame: shift its indentation, take off a column, decode
 * its escapes.
 *
 * The law that ties it to a place: `adaptation.apply(oldText)` is the region, up to what the matcher forgives.
 *
 * @since 0.1.0
 */
import * as Result from "effect/Result"
import * as Blank from "./Blank.ts"
import type { RefusedReason } from "./RefusedReason.ts"
import * as Shift from "./Shift.ts"
import * as SourceText from "./SourceText.ts"

/**
 * A function from text to text that may refuse. `carriageReturn` says what a lone CR is in the text, for one that is split
 * by another's rule; absent, the text's own decides.
 *
 * @category models
 * @since 0.1.0
 */
export type Apply = (text: string, carriageReturn?: SourceText.CarriageReturn) => Result.Result<string, RefusedReason>

/**
 * A change of frame.
 *
 * @category models
 * @since 0.1.0
 */
export interface Adaptation {
  /** In words, for notes: `added 1 tab`. `""` for the identity. */
  readonly describe: string
  /** Brings a text into the file's frame, or says why it cannot be. Applied to oldText and to newText. */
  readonly apply: Apply
  /** The constant shift that it is, if it is one: the graft must then prove which frame newText is in. */
  readonly shift?: Shift.Shift
  /** What is done to a text before `shift`: where it is absent, nothing. A text in the file's frame is not changed by it. */
  readonly base?: Apply
  /** Whether the first line stays as it is, since its place begins after the file's indentation. */
  readonly keepsFirstLine?: boolean
}

/**
 * The adaptation that changes nothing.
 *
 * @category constructors
 * @since 0.1.0
 */
export const identity: Adaptation = { describe: "", apply: (text) => Result.succeed(text) }

/**
 * Creates an adaptation from a total function.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (describe: string, apply: (text: string) => string): Adaptation => ({
  describe,
  apply: (text) => Result.succeed(apply(text))
})

/**
 * Creates the adaptation of a constant shift of indentation.
 *
 * **Details**
 *
 * With `keepFirstLine` the first line is not shifted: its place begins after the file's indentation. A text whose
 * first line is indented all the same is in no frame that fits, and is refused (`frame`).
 *
 * **Example** (A shift)
 *
 * ```ts
 * import { Adaptation, Shift } from "@kerf/core"
 * import { Result } from "effect"
 *
 * const added = Adaptation.shift(Shift.add("  "))
 * added.describe // => "added 2 spaces"
 * Result.getOrThrow(added.apply("a\n\nb")) // => "  a\n\n  b"
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const shift = (self: Shift.Shift, options?: { readonly keepFirstLine?: boolean }): Adaptation => ({
  describe: Shift.describe(self),
  shift: self,
  keepsFirstLine: options?.keepFirstLine ?? false,
  apply: (text, carriageReturn) => {
    if (options?.keepFirstLine !== true) return Result.succeed(Shift.apply(self, text, carriageReturn))
    if (Blank.indentation(text) !== "") return Result.fail(lostFirstLine)
    const first = SourceText.fragment(text, carriageReturn).fullLineSpan(1).end
    return Result.succeed(text.slice(0, first) + Shift.apply(self, text.slice(first), carriageReturn))
  }
})

const lostFirstLine: RefusedReason = {
  _tag: "frame",
  detail: "oldText's first line has lost its indentation, but newText's first line is indented"
}
