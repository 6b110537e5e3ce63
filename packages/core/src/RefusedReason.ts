/**
 * Why an edit that could be read and may even have been found was not made. A closed union: each reason carries the
 * data that its message needs, and `Custom` is the one that matchers and guards of third parties use.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { Place } from "./Place.ts"

/** Which of the two texts of an edit. */
const Side = Schema.Literals(["oldText", "newText"])

/**
 * The schema of a `RefusedReason`.
 *
 * **Details**
 *
 * Of the request itself, before anything is searched: `empty-old-text` (only a missing file can be created from it),
 * `no-change` (old and new are equal, or the edited text equals the file), `nul` and `surrogate` (would not survive as
 * text; `offset` in UTF-16 units), `overlap` (two pairs claim the same characters; 0-based indices).
 *
 * Of the search: `loose-replace-all` (a loose match under `replaceAll`), `too-many` (more places than are counted),
 * `too-long` (a loose match far longer than oldText), `boundary` (the place begins or ends inside something that must
 * not be cut), `inconsistent-shift` (found, but no one change of indentation explains every line), `frame` (it cannot
 * be told which indentation newText is written in), `indent-width` (found, but it cannot be told how newText's
 * indentation is written with the file's characters), `escape` (oldText is found once its JSON escapes are decoded, but
 * newText is no such text), `conflict` (the edit touches what the matcher has only assumed).
 *
 * Of the file: `not-text`, `too-large`, `outside-root`, `exists`, `missing`, `not-a-file`, `not-writable`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const RefusedReason = Schema.Union([
  Schema.TaggedStruct("empty-old-text", {}),
  Schema.TaggedStruct("no-change", {}),
  Schema.TaggedStruct("nul", { side: Side, offset: Schema.Int }),
  Schema.TaggedStruct("surrogate", { side: Side, offset: Schema.Int }),
  Schema.TaggedStruct("overlap", { edits: Schema.Tuple([Schema.Int, Schema.Int]), place: Place }),
  Schema.TaggedStruct("loose-replace-all", { matcher: Schema.String, forgives: Schema.String, place: Place }),
  Schema.TaggedStruct("too-many", { limit: Schema.Int }),
  Schema.TaggedStruct("too-long", {
    matcher: Schema.String,
    place: Place,
    length: Schema.Int,
    limit: Schema.Int,
    unit: Schema.Literals(["characters", "lines"])
  }),
  Schema.TaggedStruct("boundary", { matcher: Schema.String, place: Place, detail: Schema.String }),
  Schema.TaggedStruct("inconsistent-shift", { matcher: Schema.String, place: Place, detail: Schema.String }),
  Schema.TaggedStruct("indent-width", { matcher: Schema.String, place: Place, detail: Schema.String }),
  Schema.TaggedStruct("escape", { matcher: Schema.String, place: Place, detail: Schema.String }),
  Schema.TaggedStruct("frame", { detail: Schema.String }),
  Schema.TaggedStruct("conflict", { detail: Schema.String }),
  Schema.TaggedStruct("not-text", { looksLike: Schema.String, byteOffset: Schema.optionalKey(Schema.Int) }),
  Schema.TaggedStruct("too-large", { bytes: Schema.Int, limit: Schema.Int }),
  Schema.TaggedStruct("outside-root", { path: Schema.String }),
  Schema.TaggedStruct("exists", { path: Schema.String }),
  Schema.TaggedStruct("missing", { path: Schema.String }),
  Schema.TaggedStruct("not-a-file", { path: Schema.String, type: Schema.String }),
  Schema.TaggedStruct("not-writable", { path: Schema.String }),
  Schema.TaggedStruct("custom", { matcher: Schema.String, code: Schema.String, message: Schema.String })
])

/**
 * Why an edit was refused.
 *
 * @category models
 * @since 0.1.0
 */
export type RefusedReason = typeof RefusedReason.Type

/**
 * The reason that a matcher or guard of one's own gives.
 *
 * **Details**
 *
 * `code` is kebab-case and stable; `message` says in one sentence what was wrong and what to send instead.
 *
 * @category constructors
 * @since 0.1.0
 */
export const custom = (fields: {
  readonly matcher: string
  readonly code: string
  readonly message: string
}): RefusedReason => ({ _tag: "custom", ...fields })

/**
 * Returns whether the lines of the place that was found are what mends a refusal: they should be quoted, to be copied.
 *
 * @category predicates
 * @since 0.1.0
 */
export const isMendedByCopying = ({ _tag }: RefusedReason): boolean => mendedByCopying.has(_tag)

const mendedByCopying: ReadonlySet<RefusedReason["_tag"]> = new Set([
  "loose-replace-all",
  "too-long",
  "boundary",
  "inconsistent-shift",
  "indent-width",
  "escape",
  "frame",
  "conflict"
])
