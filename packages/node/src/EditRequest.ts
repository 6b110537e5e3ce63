/**
 * What a caller asks an editor for: pairs of texts and the file that they belong to.
 *
 * @since 0.1.0
 */
import * as Edit from "@kerf/core/Edit"
import type * as Plan from "@kerf/core/Plan"
import * as Schema from "effect/Schema"

const fields = {
  path: Schema.String,
  edits: Schema.Array(Edit.Edit).check(
    Schema.isMinLength(1, { message: "edits is empty: send at least one pair" }),
    Schema.isMaxLength(100, { message: "more than 100 edits in one call: send them in several" })
  ),
  lineEndings: Schema.optionalKey(Schema.Literals(["file", "verbatim"]))
}

/**
 * The schema of an `EditRequest`.
 *
 * **Details**
 *
 * All pairs are matched against the file as it is; all are applied, or none. `oldText: ""` as the only pair creates a
 * file that does not exist, with its folders. `lineEndings: "verbatim"` writes the line breaks of newText as sent.
 *
 * @category schemas
 * @since 0.1.0
 */
export const EditRequest = Schema.Struct({ ...fields, dryRun: Schema.optionalKey(Schema.Boolean) })

/**
 * An edit of one file.
 *
 * @category models
 * @since 0.1.0
 */
export interface EditRequest extends Omit<typeof EditRequest.Type, "edits"> {
  readonly edits: ReadonlyArray<Plan.Fields>
}

/**
 * The schema of a `FilesRequest`: each file as in an `EditRequest`, named once.
 *
 * @category schemas
 * @since 0.1.0
 */
export const FilesRequest = Schema.Struct({
  files: Schema.Array(Schema.Struct(fields)).check(
    Schema.isMinLength(1, { message: "files is empty: send at least one" }),
    Schema.isMaxLength(100, { message: "more than 100 files in one call: send them in several" })
  ),
  dryRun: Schema.optionalKey(Schema.Boolean)
})

/**
 * An edit of several files, all or none.
 *
 * @category models
 * @since 0.1.0
 */
export interface FilesRequest extends Omit<typeof FilesRequest.Type, "files"> {
  readonly files: ReadonlyArray<Omit<EditRequest, "dryRun">>
}
