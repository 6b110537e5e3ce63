/**
 * One question to one matcher, and what came of it: the lines of a trace.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { Place } from "./Place.ts"
import { RefusedReason } from "./RefusedReason.ts"

/**
 * The schema of an `Attempt`.
 *
 * **Details**
 *
 * `edit` is the 0-based index of the pair. `candidates` counts what was found, refused places included, up to the
 * limit; `places` are the first ten. `outcome`:
 *
 * - `none`: found nothing; the next matcher is asked.
 * - `declined`: could not answer (`detail`).
 * - `taken`: the place, or under `replaceAll` the places, that the edit goes to.
 * - `ambiguous`: more than one place, and nothing that chooses.
 * - `refused`: found, but must not be used (`reason`); the next matcher is asked for a place that covers it.
 * - `unused`: found, but not used, since a matcher before it declined.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Attempt = Schema.Struct({
  edit: Schema.Int,
  matcher: Schema.String,
  loose: Schema.Boolean,
  outcome: Schema.Literals(["none", "declined", "taken", "ambiguous", "refused", "unused"]),
  candidates: Schema.Int,
  places: Schema.Array(Place),
  reason: Schema.optionalKey(RefusedReason),
  detail: Schema.optionalKey(Schema.String)
})

/**
 * One question to one matcher.
 *
 * @category models
 * @since 0.1.0
 */
export type Attempt = typeof Attempt.Type
