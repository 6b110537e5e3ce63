/**
 * What is worth saying about an edit that was made: facts for the model, never a reason to fail.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { Lines } from "./LineSet.ts"
import { Place } from "./Place.ts"

const edit = Schema.Int

/**
 * The schema of a `Note`. `edit` is the 0-based index of the pair.
 *
 * **Details**
 *
 * - `loose-match`: which matcher found the place, what it forgives, and what was done to the text (`""`: nothing).
 * - `line-endings`: line feeds of newText became the file's terminator (`converted`), or were written as sent into a
 *   file that has others (`kept`).
 * - `already-applied`: oldText is not there, but newText is, at `place`: the pair counts as done.
 * - `joined-lines`: oldText ended in a terminator and newText did not, so the next line was glued on.
 * - `indentation-jump`: the place began after a line's indentation, and a later line of newText stands left of it, or its
 *   first line brings along more of it.
 * - `repeats`: newText stood at `place` before the edit, so that what it adds to oldText now stands there twice.
 * - `rematched`: the file has changed since it was shown, and the places were found anew. Of the call as a whole.
 * - `hard-links`: the file has several names, and was written in place, so that all of them show the new text.
 * - `guard`: what a guard remarks (see `Guard.Finding`); without `edit`, on the call as a whole.
 * - `formatted`: a formatter (`by`) changed the new text before it is written. `lines` are the first ten ranges in which it
 *   did, and `left` counts the others. Of the call as a whole.
 * - `not-formatted`: a formatter was to do so, but failed, or is not there; the text stays as the edit made it.
 *
 * A `line` is one of the file as it is after the edit, a `place` one of the file as it was before. `more` counts the further
 * places of a pair of which the same is true.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Note = Schema.Union([
  Schema.TaggedStruct("loose-match", {
    edit,
    matcher: Schema.String,
    forgives: Schema.String,
    adapted: Schema.String,
    evidence: Schema.optionalKey(Schema.Json)
  }),
  Schema.TaggedStruct("line-endings", {
    edit,
    action: Schema.Literals(["converted", "kept"]),
    sent: Schema.String,
    file: Schema.String
  }),
  Schema.TaggedStruct("already-applied", { edit, place: Place }),
  Schema.TaggedStruct("joined-lines", { edit, line: Schema.Int, more: Schema.optionalKey(Schema.Int) }),
  Schema.TaggedStruct("indentation-jump", {
    edit,
    line: Schema.Int,
    to: Schema.Literals(["left", "right"]),
    more: Schema.optionalKey(Schema.Int)
  }),
  Schema.TaggedStruct("repeats", { edit, place: Place, more: Schema.optionalKey(Schema.Int) }),
  Schema.TaggedStruct("rematched", {}),
  Schema.TaggedStruct("hard-links", { links: Schema.Int }),
  Schema.TaggedStruct("guard", {
    guard: Schema.String,
    code: Schema.String,
    message: Schema.String,
    edit: Schema.optionalKey(edit)
  }),
  Schema.TaggedStruct("formatted", {
    by: Schema.String,
    lines: Schema.Array(Lines),
    left: Schema.optionalKey(Schema.Int)
  }),
  Schema.TaggedStruct("not-formatted", { by: Schema.String, reason: Schema.String })
])

/**
 * A note on an edit that was made.
 *
 * @category models
 * @since 0.1.0
 */
export type Note = typeof Note.Type
