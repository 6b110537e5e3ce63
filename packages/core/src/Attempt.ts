/**
 * One question to one matcher, and what came of it: the lines of a trace.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import type { Candidate } from "./Candidate.ts"
import * as Place from "./Place.ts"
import { RefusedReason } from "./RefusedReason.ts"
import type { SourceText } from "./SourceText.ts"

/**
 * The schema of a `Sighting`.
 *
 * **Details**
 *
 * The rest is there only where all matchers are asked (`exhaustive`): `endByteOffset` is where the place ends, exclusive;
 * `adapted` says what would be done to the model's texts (`""`: nothing); `refusal` says why the place must not be used;
 * `evidence` is what the matcher adds.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Sighting = Schema.Struct({
  line: Schema.Int,
  endLine: Schema.Int,
  byteOffset: Schema.Int,
  endByteOffset: Schema.optionalKey(Schema.Int),
  adapted: Schema.optionalKey(Schema.String),
  refusal: Schema.optionalKey(RefusedReason),
  evidence: Schema.optionalKey(Schema.Json)
})

/**
 * A place that a matcher found: a candidate as it leaves the process.
 *
 * @category models
 * @since 0.1.0
 */
export type Sighting = typeof Sighting.Type

/**
 * Creates the sighting of a candidate, with everything that is known of it.
 *
 * @category constructors
 * @since 0.1.0
 */
export const sighting = (source: SourceText, { adaptation, evidence, refusal, span }: Candidate): Sighting => ({
  ...Place.fromSpan(source, span),
  endByteOffset: source.byteOffset(span.end),
  adapted: adaptation.describe,
  ...(refusal === undefined ? undefined : { refusal }),
  ...(evidence === undefined ? undefined : { evidence })
})

/**
 * The schema of an `Attempt`.
 *
 * **Details**
 *
 * `edit` is the 0-based index of the pair. `candidates` counts what was found, refused places included, up to the
 * limit; `places` are the first ten. `forgives` completes "it forgives …". `outcome`:
 *
 * - `none`: found nothing; the next matcher is asked.
 * - `declined`: could not answer (`detail`).
 * - `taken`: the place, or under `replaceAll` the places, that the edit goes to.
 * - `ambiguous`: more than one place, and nothing that chooses.
 * - `refused`: found, but must not be used (`reason`); the next matcher is asked for a place that covers it.
 * - `unused`: found, but not used, since a matcher before it declined.
 * - `late`: found, but a matcher before it had decided already. Only where all are asked (`exhaustive`).
 *
 * @category schemas
 * @since 0.1.0
 */
export const Attempt = Schema.Struct({
  edit: Schema.Int,
  matcher: Schema.String,
  loose: Schema.Boolean,
  forgives: Schema.String,
  outcome: Schema.Literals(["none", "declined", "taken", "ambiguous", "refused", "unused", "late"]),
  candidates: Schema.Int,
  places: Schema.Array(Sighting),
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
