/**
 * What a model asks for: a piece of text, and what should stand there instead.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * One replacement.
 *
 * **Details**
 *
 * `oldText` is the text as the model remembers it; `newText` is what should stand in its place, taken literally
 * (`$&` and backslashes are letters). With `replaceAll` every place is replaced. `line` is the 1-based line at which
 * the place begins: it chooses among several places and never moves to a place that does not match. The two together
 * are invalid.
 *
 * **Example** (An edit from JSON)
 *
 * ```ts
 * import { Edit } from "@kerf/core"
 * import { Schema } from "effect"
 *
 * const edit = Schema.decodeUnknownSync(Edit.Edit)({ oldText: "a", newText: "b" })
 * edit.newText // => "b"
 * ```
 *
 * @category models
 * @since 0.1.0
 */
export class Edit extends Schema.Class<Edit>("@kerf/core/Edit")(
  Schema.Struct({
    oldText: Schema.String,
    newText: Schema.String,
    replaceAll: Schema.optionalKey(Schema.Boolean),
    line: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1, { message: "line counts from 1" })))
  }).check(
    Schema.makeFilter((edit) =>
      edit.replaceAll === true && edit.line !== undefined
        ? "replaceAll and line exclude each other: send replaceAll to change every place, or line to choose one"
        : undefined
    )
  )
) {}

/**
 * Creates an edit. Throws where the fields are invalid; decode `Edit` with Schema for input that may be.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (fields: {
  readonly oldText: string
  readonly newText: string
  readonly replaceAll?: boolean
  readonly line?: number
}): Edit => new Edit(fields)
