/**
 * What is wrong with how a tool was called, before any file was looked at.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * The call itself is wrong. `message` says in one line what to send instead.
 *
 * @category errors
 * @since 0.1.0
 */
export class UsageError extends Schema.TaggedError<UsageError>()("UsageError", {
  message: Schema.String
}) {}
