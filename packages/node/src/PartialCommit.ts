/**
 * The one failure that leaves bytes changed, and says whose.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import * as Printable from "./Printable.ts"

/**
 * A transaction failed, and not all of its files could be given their old bytes back.
 *
 * **Details**
 *
 * `written` hold the new bytes, `restored` the old ones (also those that were never touched), and `unknown` neither:
 * somebody else has changed them since, and that was left alone. What the disk did not let be restored is tried again
 * at the next start. `cause` is what failed first.
 *
 * @category errors
 * @since 0.1.0
 */
export class PartialCommit extends Schema.TaggedError<PartialCommit>()("PartialCommit", {
  written: Schema.Array(Schema.String),
  restored: Schema.Array(Schema.String),
  unknown: Schema.Array(Schema.String),
  cause: Schema.Defect()
}) {
  override get message(): string {
    const list = (paths: ReadonlyArray<string>) => paths.map(Printable.line).join(", ")
    const parts = [
      this.written.length === 0 ? "" : ` These hold the new text: ${list(this.written)}.`,
      this.unknown.length === 0
        ? ""
        : ` These have been changed by somebody else and were left alone: ${list(this.unknown)}.`,
      this.restored.length === 0 ? "" : ` These are as they were: ${list(this.restored)}.`
    ]
    const cause = this.cause instanceof Error ? this.cause.message : String(this.cause)
    return `[edit:partial-commit] Not all files could be put back after a failure.${parts.join("")} Read the first ones again before you edit them. The failure: ${cause}`
  }
}
