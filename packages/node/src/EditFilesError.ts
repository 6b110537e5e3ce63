/**
 * Some files of an edit of several cannot be edited, so none was.
 *
 * @since 0.1.0
 */
import { EditFailure } from "@kerf/core/EditFailure"
import * as Schema from "effect/Schema"
import { EditIoError } from "./EditIoError.ts"
import * as Printable from "./Printable.ts"

/**
 * The failures of an edit of several files, each with its path as it was sent.
 *
 * **Details**
 *
 * All files were planned, so that all that is wrong is told at once; no byte was written. `files` is how many the call had.
 *
 * @category errors
 * @since 0.1.0
 */
export class EditFilesError extends Schema.TaggedError<EditFilesError>()("EditFilesError", {
  files: Schema.Int,
  failures: Schema.Array(Schema.Struct({ path: Schema.String, failure: Schema.Union([EditFailure, EditIoError]) }))
}) {
  override get message(): string {
    const { failures, files } = this
    const told = failures.slice(0, mostTold)
    const more = failures.length - told.length
    const head =
      `[edit:files] Nothing was written: ${failures.length} of ${files} files cannot be edited. ` +
      "Mend these and send the whole call again."
    const parts = told.map(({ failure, path }) => `${Printable.line(path)}: ${failure.message}`)
    const rest =
      more === 0
        ? []
        : [
            `And ${more} more: ${failures
              .slice(mostTold, mostTold + mostNamed)
              .map(({ path }) => Printable.line(path))
              .join(", ")}`
          ]
    return [head, ...parts, ...rest].join("\n\n")
  }
}

/** Failures told in full: each may have 4 KB. */
const mostTold = 3

/** Further paths that are named. */
const mostNamed = 10
