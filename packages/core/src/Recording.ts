/**
 * An edit as it was made: what was asked for, and what it came to then, or should have come to. One JSON object a line,
 * in a log or in a corpus, to be replayed against a stack.
 *
 * Every `EditCase` is a recording. A recording may hold less: no text, where a host must not keep any; no right outcome,
 * where nobody has judged the edit. What it came to then proves nothing about what is right, and has its own key.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { Edit } from "./Edit.ts"
import { Expectation, Pair } from "./EditCase.ts"

/**
 * The schema of an `Outcome`.
 *
 * **Details**
 *
 * The words of `Expectation`, of which a recording holds what was kept: `matcher` found the first edit, `edit` is the
 * 0-based index of the pair that failed, `lines` are the first lines of the places (1-based), `reason` is the tag of the
 * refusal, `result` is the file afterwards.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Outcome = Schema.Struct({
  outcome: Schema.Literals(["applied", "already-applied", "no-match", "ambiguous", "refused", "stale"]),
  result: Schema.optionalKey(Schema.String),
  matcher: Schema.optionalKey(Schema.String),
  edit: Schema.optionalKey(Pair),
  lines: Schema.optionalKey(Schema.Array(Schema.Int)),
  reason: Schema.optionalKey(Schema.String)
})

/**
 * What an edit came to.
 *
 * @category models
 * @since 0.1.0
 */
export type Outcome = typeof Outcome.Type

/**
 * The schema of a `Recording`.
 *
 * **Details**
 *
 * - `stack` is the name of the preset that the edit was made with.
 * - `file` is the text before, or `fileBase64` its bytes; neither, or no `edits`: the recording holds no text.
 * - Exactly one of `expect`, the right outcome, and `recorded`, the outcome that it had.
 * - `kind`, `title`, `reports` and `why` are for people.
 *
 * **Example** (A log without text)
 *
 * ```ts
 * import { Recording } from "@kerf/core"
 * import { Schema } from "effect"
 *
 * const line = '{ "id": "a1", "stack": "standard", "recorded": { "outcome": "applied", "matcher": "exact" } }'
 * const recording = Schema.decodeUnknownSync(Schema.fromJsonString(Recording.Recording))(line)
 * recording.recorded?.matcher // => "exact"
 * ```
 *
 * @category schemas
 * @since 0.1.0
 */
export const Recording = Schema.Struct({
  id: Schema.NonEmptyString,
  kind: Schema.optionalKey(Schema.String),
  title: Schema.optionalKey(Schema.String),
  reports: Schema.optionalKey(Schema.String),
  why: Schema.optionalKey(Schema.String),
  stack: Schema.NonEmptyString,
  file: Schema.optionalKey(Schema.String),
  fileBase64: Schema.optionalKey(Schema.String.check(Schema.isBase64())),
  edits: Schema.optionalKey(Schema.NonEmptyArray(Edit)),
  expect: Schema.optionalKey(Expectation),
  recorded: Schema.optionalKey(Outcome)
}).check(
  Schema.makeFilter(({ expect, file, fileBase64, recorded }) => {
    if (file !== undefined && fileBase64 !== undefined) return "file and fileBase64 exclude each other"
    if ((expect === undefined) === (recorded === undefined)) return "exactly one of expect and recorded is needed"
    const result = expect?.outcome === "applied" ? expect.result : recorded?.result
    if (file?.isWellFormed() !== false && result?.isWellFormed() !== false) return undefined
    return "an unpaired surrogate stands in no file: fileBase64 takes any bytes"
  })
)

/**
 * An edit as it was made.
 *
 * @category models
 * @since 0.1.0
 */
export type Recording = typeof Recording.Type
