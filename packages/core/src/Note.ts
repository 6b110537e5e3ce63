/**
 * What is worth saying about an edit that was made: facts for the model, never a reason to fail.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
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
 *
 * `more` counts the further places of a pair of which the same is true.
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
  Schema.TaggedStruct("hard-links", { links: Schema.Int })
])

/**
 * A note on an edit that was made.
 *
 * @category models
 * @since 0.1.0
 */
export type Note = typeof Note.Type
