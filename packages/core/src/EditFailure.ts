/**
 * The four ways in which an edit fails. Each is data; the `message`, which is what a model reads, is computed from it by
 * `Message`. No failure has changed a byte.
 *
 * What the disk does is not here: that is an error of the package that touches it.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { Difference } from "./Difference.ts"
import { Distinction } from "./Distinction.ts"
import { Excerpt } from "./Excerpt.ts"
import { Lines } from "./LineSet.ts"
import * as Message from "./Message.ts"
import { Passage } from "./Passage.ts"
import { Place } from "./Place.ts"
import { RefusedReason } from "./RefusedReason.ts"

/** Which pair failed, of how many, and which others would have matched. Indices are 0-based. */
const pair = {
  edit: Schema.Int,
  edits: Schema.Int,
  wouldMatch: Schema.Array(Schema.Int)
}

/**
 * No matcher found oldText.
 *
 * **Details**
 *
 * `tried` lists the matchers in order; `declined` says why one could not answer. `nearest` quotes the region of the file
 * that is most like oldText – all of it, or, where it is long, what differs in it – or several that are equally so;
 * `difference` is what keeps the first of them from matching. `firstLine` is where the first non-blank line of oldText
 * stands, blanks at its ends and the form of its characters aside; absent, it stands nowhere. `escaped` are the first two
 * places where oldText would stand once its JSON escape sequences are decoded. `newTextStands` is where newText stands, if
 * that is in the file but proves nothing. `introducedBy` is the 0-based index of another pair whose newText holds oldText.
 * `trailingTerminator`: all of oldText but its final terminator stands at the end of the file, which has none.
 *
 * @category errors
 * @since 0.1.0
 */
export class NoMatch extends Schema.TaggedError<NoMatch>()("NoMatch", {
  ...pair,
  tried: Schema.Array(Schema.Struct({ matcher: Schema.String, declined: Schema.optionalKey(Schema.String) })),
  /** Whether oldText holds only blanks and terminators, so that only exact matchers were of use. */
  blank: Schema.Boolean,
  nearest: Schema.Array(Passage),
  difference: Schema.optionalKey(Difference),
  firstLine: Schema.optionalKey(Place),
  escaped: Schema.optionalKey(Schema.Array(Place)),
  trailingTerminator: Schema.optionalKey(Place),
  newTextStands: Schema.optionalKey(Place),
  introducedBy: Schema.optionalKey(Schema.Int),
  /** A place that a loose matcher found after another had declined, and which was therefore not used. */
  unused: Schema.optionalKey(Schema.Struct({ matcher: Schema.String, place: Place })),
  /** How many edits in a row found nothing in this file, this one included, where a host counts them and finds it worth telling. */
  misses: Schema.optionalKey(Schema.Int)
}) {
  override get message(): string {
    return Message.noMatch(this)
  }
}

/**
 * Returns the same failure, which tells as well how many edits in a row found nothing in the file, this one included.
 *
 * @category operations
 * @since 0.1.0
 */
export const withMisses = (self: NoMatch, misses: number): NoMatch => new NoMatch({ ...self, misses })

/**
 * More than one place, and nothing that chooses between them.
 *
 * **Details**
 *
 * `places` are the first ten, each with what tells it from all others; `total` counts all of them, refused ones too; `atLeast`: counting stopped there.
 *
 * @category errors
 * @since 0.1.0
 */
export class Ambiguous extends Schema.TaggedError<Ambiguous>()("Ambiguous", {
  ...pair,
  matcher: Schema.String,
  loose: Schema.Boolean,
  places: Schema.Array(
    Schema.Struct({
      line: Schema.Int,
      endLine: Schema.Int,
      byteOffset: Schema.Int,
      distinction: Schema.optionalKey(Distinction)
    })
  ),
  total: Schema.Int,
  atLeast: Schema.Boolean
}) {
  override get message(): string {
    return Message.ambiguous(this)
  }
}

/**
 * The edit must not be made.
 *
 * **Details**
 *
 * `edit` is the pair that it is about; absent where it is about the file, or about the call as a whole. `passages` quotes
 * the place that was found, where its lines are what to copy: all of it, or, where it is long, what differs in it.
 * `difference` is there where one change of indentation makes oldText what the file has.
 *
 * @category errors
 * @since 0.1.0
 */
export class Refused extends Schema.TaggedError<Refused>()("Refused", {
  edit: Schema.optionalKey(Schema.Int),
  edits: Schema.Int,
  wouldMatch: Schema.Array(Schema.Int),
  reason: RefusedReason,
  passages: Schema.optionalKey(Schema.Array(Passage)),
  difference: Schema.optionalKey(Difference)
}) {
  override get message(): string {
    return Message.refused(this)
  }
}

/**
 * Creates the refusal of a call as a whole or of its file, as opposed to one of its pairs.
 *
 * **Example** (A file that is not there)
 *
 * ```ts
 * import { EditFailure } from "@kerf/core"
 *
 * EditFailure.refuseCall({ _tag: "missing", path: "a.ts" }).edit // => undefined
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const refuseCall = (reason: RefusedReason): Refused => new Refused({ edits: 0, wouldMatch: [], reason })

/**
 * The file is not what the caller believes it to be.
 *
 * **Details**
 *
 * `never-read`: nothing of it was shown. `partly-read`: lines of it were not; `unseen` are the first ten ranges of them, and
 * `more` counts the others. `modified`: its content is not the one that was read or matched; `changed` is the first range
 * that is not as it was shown, and what stands there now, where that is short. `deleted`: it is gone.
 *
 * @category errors
 * @since 0.1.0
 */
export class Stale extends Schema.TaggedError<Stale>()("Stale", {
  path: Schema.String,
  reason: Schema.Literals(["never-read", "partly-read", "modified", "deleted"]),
  unseen: Schema.optionalKey(Schema.Array(Lines)),
  more: Schema.optionalKey(Schema.Int),
  changed: Schema.optionalKey(Excerpt)
}) {
  override get message(): string {
    return Message.stale(this)
  }
}

/**
 * Any of the four.
 *
 * @category models
 * @since 0.1.0
 */
export type EditFailure = NoMatch | Ambiguous | Refused | Stale

/**
 * The schema of any of the four.
 *
 * @category schemas
 * @since 0.1.0
 */
export const EditFailure = Schema.Union([NoMatch, Ambiguous, Refused, Stale])
