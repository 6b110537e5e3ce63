/**
 * The trace of an edit: what every matcher saw, why it was not taken, and what came of it. For the person who asks why
 * an edit went where it went, or nowhere.
 *
 * @since 0.1.0
 */
import * as Attempt from "@kerf/core/Attempt"
import * as EditFailure from "@kerf/core/EditFailure"
import type { Matcher } from "@kerf/core/Matcher"
import * as Message from "@kerf/core/Message"
import * as Note from "@kerf/core/Note"
import * as Place from "@kerf/core/Place"
import type { RefusedReason } from "@kerf/core/RefusedReason"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Explained } from "./Editor.ts"

/**
 * The schema of an `Explanation`.
 *
 * **Details**
 *
 * `matchers` is the stack, in order. `attempts` are in the order in which they were made; `edit` in them is the 0-based
 * index of the pair. `failure` is missing where the edit would be made. `warnings` are about the stack itself.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Explanation = Schema.Struct({
  path: Schema.String,
  matchers: Schema.Array(Schema.Struct({ name: Schema.String, loose: Schema.Boolean, forgives: Schema.String })),
  attempts: Schema.Array(Attempt.Attempt),
  notes: Schema.Array(Schema.Struct({ message: Schema.String, note: Note.Note })),
  replacements: Schema.Int,
  failure: Schema.optionalKey(EditFailure.EditFailure),
  warnings: Schema.Array(Schema.String)
})

/**
 * The trace of an edit.
 *
 * @category models
 * @since 0.1.0
 */
export type Explanation = typeof Explanation.Type

/**
 * Creates the explanation of what the editor said.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = ({ matchers, path, result, trace }: Explained): Explanation => {
  const plan = Result.isSuccess(result) ? result.success : undefined
  return {
    path,
    matchers: matchers.map(({ forgives, loose, name }) => ({ name, loose, forgives })),
    attempts: trace,
    notes: (plan?.notes ?? []).map((note) => ({ message: Message.note(note), note })),
    replacements: plan?.changes.length ?? 0,
    ...(Result.isFailure(result) ? { failure: result.failure } : {}),
    warnings: warnings(matchers)
  }
}

/**
 * What is odd about a stack: a loose matcher ahead of `exact` takes places that are written down to the letter.
 *
 * @category constructors
 * @since 0.1.0
 */
export const warnings = (matchers: ReadonlyArray<Matcher>): ReadonlyArray<string> => {
  const exact = matchers.findIndex(({ name }) => name === "exact")
  return matchers
    .slice(0, Math.max(0, exact))
    .filter(({ loose }) => loose)
    .map(({ name }) => `${name} is loose and stands ahead of exact: it decides where the text is there to the letter`)
}

/**
 * Prints an explanation as text, one line for each attempt.
 *
 * **Example**
 *
 * ```text
 * /src/a.py (stack: exact, line-ending, indentation)
 * pair 1
 *   exact        found nothing
 *   line-ending  found nothing
 *   indentation  took line 3
 * would replace 1 place
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const toText = (self: Explanation): string => {
  const width = Math.max(...self.matchers.map(({ name }) => name.length))
  const lines = [`${self.path} (stack: ${self.matchers.map(({ name }) => name).join(", ")})`]
  for (const warning of self.warnings) lines.push(`warning: ${warning}`)
  let pair = -1
  for (const attempt of self.attempts) {
    if (attempt.edit !== pair) lines.push(`pair ${(pair = attempt.edit) + 1}`)
    lines.push(`  ${attempt.matcher.padEnd(width)}  ${outcome(attempt)}`)
  }
  for (const { message } of self.notes) lines.push(message)
  lines.push(self.failure?.message ?? would(self))
  return lines.join("\n") + "\n"
}

const would = ({ attempts, replacements }: Explanation): string =>
  replacements === 0
    ? "would write nothing: it is all there already"
    : attempts.length === 0
      ? "would create the file"
      : `would replace ${replacements} ${replacements === 1 ? "place" : "places"}`

const outcome = (attempt: Attempt.Attempt): string => {
  const { candidates, detail, places, reason } = attempt
  const shown = places.map(Place.describe).join("; ") + (candidates > places.length ? "; …" : "")
  switch (attempt.outcome) {
    case "none":
      return "found nothing"
    case "declined":
      return `could not answer: ${detail ?? "it did not say why"}`
    case "taken":
      return `took ${shown}`
    case "ambiguous":
      return `found ${candidates} places, and nothing chooses between them: ${shown}`
    case "refused":
      return `found ${shown}, which must not be used` + (reason === undefined ? "" : `: ${sentence(reason)}`)
    case "unused":
      return `found ${shown}, which is not used, since a matcher before it could not answer`
    case "late":
      return `would have found ${shown}; the edit was decided before`
  }
}

/** What a model would read of the reason, without the code in front. */
const sentence = (reason: RefusedReason): string =>
  new EditFailure.Refused({ edits: 0, wouldMatch: [], reason }).message.replace(/^\[\S+\] /, "")
