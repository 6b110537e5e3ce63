/**
 * How a command ends: an exit code, and what is printed, as text or as JSON.
 *
 * @since 0.1.0
 */
import * as EditFailure from "@kerf/core/EditFailure"
import * as Schema from "effect/Schema"
import type { EditIoError } from "./EditIoError.ts"
import * as Explanation from "./Explanation.ts"
import * as Printable from "./Printable.ts"
import * as Replay from "./Replay.ts"
import * as ReplaySummary from "./ReplaySummary.ts"
import * as Report from "./Report.ts"
import type { PartialCommit } from "./PartialCommit.ts"
import type { UsageError } from "./UsageError.ts"

/**
 * What can go wrong in a command.
 *
 * @category models
 * @since 0.1.0
 */
export type Failure = EditFailure.EditFailure | EditIoError | PartialCommit | UsageError

/**
 * The exit code of each outcome: 0 done, 1 usage or I/O, 3 no match, 4 ambiguous, 5 refused, 6 stale.
 *
 * @category constants
 * @since 0.1.0
 */
export const exitCodes = {
  NoMatch: 3,
  Ambiguous: 4,
  Refused: 5,
  Stale: 6,
  EditIoError: 1,
  PartialCommit: 1,
  UsageError: 1
} as const satisfies Record<Failure["_tag"], number>

const outcomes = {
  NoMatch: "no-match",
  Ambiguous: "ambiguous",
  Refused: "refused",
  Stale: "stale",
  EditIoError: "io-error",
  PartialCommit: "partial-commit",
  UsageError: "usage"
} as const satisfies Record<Failure["_tag"], string>

/**
 * A failure for stderr: one line; one of an edit may have the file's own lines below.
 *
 * @category operations
 * @since 0.1.0
 */
export const failureText = (failure: Failure): string => {
  const message = failure._tag === "UsageError" ? `kerf: ${failure.message}` : failure.message
  return `${isOfEdit(failure) ? Printable.text(message) : Printable.line(message)}\n`
}

/**
 * A failure as JSON: `outcome`, `message`, and its data.
 *
 * @category operations
 * @since 0.1.0
 */
export const failureJson = (failure: Failure): string =>
  `${Printable.json({ outcome: outcomes[failure._tag], message: failure.message, ...dataOf(failure) })}\n`

/**
 * A report as JSON: `outcome`, `message`, and its data.
 *
 * @category operations
 * @since 0.1.0
 */
export const reportJson = (report: Report.Report): string =>
  `${Printable.json({
    outcome: report.status,
    message: Report.summary(report),
    report: Schema.encodeSync(Report.Report)(report)
  })}\n`

/**
 * An explanation as JSON: `outcome` (`explained`, or that of its failure), and its data.
 *
 * @category operations
 * @since 0.1.0
 */
export const explanationJson = (explanation: Explanation.Explanation): string => {
  const { failure } = explanation
  return `${Printable.json({
    outcome: failure === undefined ? "explained" : outcomes[failure._tag],
    ...(failure === undefined ? {} : { message: failure.message }),
    explanation: Schema.encodeSync(Explanation.Explanation)(explanation)
  })}\n`
}

/**
 * What became of one line of a replay, as a line of JSON.
 *
 * @category operations
 * @since 0.1.0
 */
export const entryJson = (entry: Replay.Entry): string => `${Printable.json(encodeEntry(entry))}\n`

const encodeEntry = Schema.encodeSync(Replay.Entry)

/**
 * What a replay adds up to, as JSON: `outcome` (the worst, see `ReplaySummary.outcome`), `message`, and its data.
 *
 * @category operations
 * @since 0.1.0
 */
export const replayJson = (summary: ReplaySummary.ReplaySummary): string =>
  `${Printable.json({
    outcome: ReplaySummary.outcome(summary),
    message: ReplaySummary.headline(summary),
    summary: Schema.encodeSync(ReplaySummary.ReplaySummary)(summary)
  })}\n`

const isOfEdit = Schema.is(EditFailure.EditFailure)

const dataOf = (failure: Failure): object => {
  switch (failure._tag) {
    case "UsageError":
      return {}
    case "EditIoError":
      return { error: { operation: failure.operation, path: failure.path, reason: failure.reason } }
    case "PartialCommit": {
      const { restored, unknown, written } = failure
      return { error: { written, restored, unknown } }
    }
    default:
      return { failure: Schema.encodeSync(EditFailure.EditFailure)(failure) }
  }
}
