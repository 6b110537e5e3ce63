/**
 * What a replayed edit came to, beside what it should have come to, or what it came to when it was recorded.
 *
 * What was recorded proves nothing: a recording is never right, it only stays the same or differs. Worst is an edit that
 * writes what it must not: a `wrong` one.
 *
 * @since 0.1.0
 */
import * as EditFailure from "@kerf/core/EditFailure"
import type { MatcherStack } from "@kerf/core/MatcherStack"
import * as Plan from "@kerf/core/Plan"
import * as Recording from "@kerf/core/Recording"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Buffer } from "node:buffer"
import * as FileText from "./FileText.ts"
import * as Printable from "./Printable.ts"

/**
 * The verdicts, the worst first.
 *
 * **Details**
 *
 * Beside `expect`:
 *
 * - `wrong`: something was written that is not the expected result, or where nothing should have been.
 * - `unexpected`: anything else that is not as expected: another failure, another matcher, nothing written.
 * - `as-expected`: the outcome, and all that `expect` says of it.
 *
 * Beside `recorded`: `differs`, or `as-recorded`. `not-replayable`: there was nothing to run.
 *
 * @category constants
 * @since 0.1.0
 */
export const verdicts = ["wrong", "unexpected", "differs", "not-replayable", "as-recorded", "as-expected"] as const

/**
 * What an edit can come to here: `defect` is a matcher, or Kerf, that broke.
 *
 * @category constants
 * @since 0.1.0
 */
export const outcomes = ["applied", "already-applied", "no-match", "ambiguous", "refused", "defect"] as const

/**
 * The schema of a `Verdict`.
 *
 * **Details**
 *
 * - `stack` is the one that was asked.
 * - `actual` is what the edit came to, without the text; missing where it was not run, and `because` says why not.
 * - `matchers` found what was written, each named once, in the order of the pairs.
 * - `differences` name each field that is not as expected or recorded, with both values; `result` is the whole file.
 * - `message` is what a model would have read, where a failure is not as expected or recorded.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Verdict = Schema.Struct({
  verdict: Schema.Literals(verdicts),
  id: Schema.String,
  title: Schema.optionalKey(Schema.String),
  stack: Schema.String,
  actual: Schema.optionalKey(
    Schema.Struct({
      outcome: Schema.Literals(outcomes),
      matcher: Schema.optionalKey(Schema.String),
      edit: Recording.Outcome.fields.edit,
      lines: Recording.Outcome.fields.lines,
      reason: Schema.optionalKey(Schema.String)
    })
  ),
  matchers: Schema.Array(Schema.String),
  differences: Schema.Array(
    Schema.Struct({
      field: Schema.Literals(["outcome", "result", "matcher", "edit", "lines", "reason"]),
      expected: Schema.optionalKey(Schema.Json),
      actual: Schema.optionalKey(Schema.Json)
    })
  ),
  message: Schema.optionalKey(Schema.String),
  because: Schema.optionalKey(Schema.String)
})

/**
 * What a replayed edit came to.
 *
 * @category models
 * @since 0.1.0
 */
export type Verdict = typeof Verdict.Type

/**
 * Replays a recording with the stack of the context, as the editor would have edited the file: its bytes are decoded
 * strictly, and what has been made already counts as done. Touches no file.
 *
 * **Details**
 *
 * `stack` is the name to report. The result is compared byte for byte, byte-order mark included. Not replayable are a
 * recording without the file or without edits, and one that was stale: text alone does not say what happened to a file.
 * A stack that breaks is the outcome `defect`, of this recording alone.
 *
 * **Example** (Made as expected)
 *
 * ```ts
 * import { Edit } from "@kerf/core"
 * import { Presets } from "@kerf/matchers"
 * import { Verdict } from "@kerf/node"
 * import { Effect } from "effect"
 *
 * const edits = [Edit.make({ oldText: "a", newText: "b" })] as const
 * const recording = { id: "x", stack: "strict", file: "a\n", edits, expect: { outcome: "applied", result: "b\n" } } as const
 * const verdict = Effect.runSync(Effect.provide(Verdict.make(recording), Presets.strict.layer))
 * verdict.verdict // => "as-expected"
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function* (
  recording: Recording.Recording,
  options?: { readonly stack?: string }
): Effect.fn.Return<Verdict, never, MatcherStack> {
  const { edits, expect, id, title } = recording
  const named = { id, ...(title === undefined ? {} : { title }), stack: options?.stack ?? recording.stack }
  const notReplayable = (because: string): Verdict => ({
    verdict: "not-replayable",
    ...named,
    matchers: [],
    differences: [],
    because
  })
  const bytes = bytesOf(recording)
  const wanted: Recording.Outcome | undefined = expect ?? recording.recorded
  if (bytes === undefined) return notReplayable("it holds no file")
  if (edits === undefined) return notReplayable("it holds no edits")
  if (wanted === undefined) return notReplayable("it holds no outcome")
  if (wanted.outcome === "stale") return notReplayable("text alone does not say what happened to the file")

  const { matchers, message, result, ...actual } = yield* replay(bytes, edits)
  const differences = compare(wanted, { ...actual, ...(result === undefined ? {} : { result }) })
  const [good, bad] =
    expect === undefined
      ? (["as-recorded", "differs"] as const)
      : (["as-expected", writesWrong(differences) ? "wrong" : "unexpected"] as const)
  const isSame = differences.length === 0
  return {
    verdict: isSame ? good : bad,
    ...named,
    actual,
    matchers,
    differences,
    ...(isSame || message === undefined ? {} : { message })
  }
})

/**
 * Prints a verdict as text: a line that names the edit, and what is not as expected or recorded, a line each, indented.
 *
 * **Details**
 *
 * Of a result that differs, the first line that does; of a message, its first line. Lines are cut at 200 characters.
 *
 * **Example**
 *
 * ```text
 * wrong           edits.jsonl:12  R31  Tabs for spaces
 *   result, line 3: expected "    go()", got "\tgo()"
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const toText = (self: Verdict, position: string): string => {
  const title = self.title === undefined ? "" : `  ${self.title}`
  const lines = [`${self.verdict.padEnd(14)}  ${position}  ${self.id}${title}`]
  for (const difference of self.differences) lines.push(`  ${describe(difference)}`)
  if (self.message !== undefined) lines.push(`  ${self.message.split("\n", 1)[0]}`)
  return lines.map((line) => `${cut(Printable.line(line))}\n`).join("")
}

// ----------------------------------------------------------------------------
// What it came to
// ----------------------------------------------------------------------------

const bytesOf = ({ file, fileBase64 }: Recording.Recording): Uint8Array | undefined => {
  if (file !== undefined) return Buffer.from(file)
  return fileBase64 === undefined ? undefined : Buffer.from(fileBase64, "base64")
}

type Actual = NonNullable<Verdict["actual"]>

/** The outcome, with the whole file where something was written. */
interface Replayed extends Actual {
  readonly result?: Uint8Array
  readonly matchers: ReadonlyArray<string>
  readonly message?: string
}

const replay = (bytes: Uint8Array, edits: ReadonlyArray<Plan.Fields>): Effect.Effect<Replayed, never, MatcherStack> => {
  const decoded = FileText.decode(bytes)
  if (Result.isFailure(decoded)) {
    const refused = new EditFailure.Refused({ edits: edits.length, wouldMatch: [], reason: decoded.failure })
    return Effect.succeed(failed(refused))
  }
  const { encoding, source } = decoded.success
  return Plan.make(source, edits, { recover: true }).pipe(
    Effect.map((plan): Replayed => {
      if (plan.changes.length === 0) return { outcome: "already-applied", matchers: [] }
      const inOrder = plan.changes.toSorted((a, b) => a.edit - b.edit)
      const first = inOrder.find(({ edit }) => edit === 0)
      return {
        outcome: "applied",
        ...(first === undefined ? {} : { matcher: first.matcher }),
        result: FileText.splice({ bytes, encoding, source }, plan.changes).bytes,
        matchers: [...new Set(inOrder.map(({ matcher }) => matcher))]
      }
    }),
    Effect.catch((failure) => Effect.succeed(failed(failure))),
    Effect.catchDefect((defect) =>
      Effect.succeed<Replayed>({
        outcome: "defect",
        matchers: [],
        message: (defect instanceof Error ? defect.message : String(defect)).split("\n", 1)[0]!
      })
    )
  )
}

const failed = (failure: Plan.Failure): Replayed => {
  const { edit, message } = failure
  const common = { ...(edit === undefined ? {} : { edit }), matchers: [], message }
  switch (failure._tag) {
    case "NoMatch":
      return { outcome: "no-match", ...common }
    case "Ambiguous":
      return { outcome: "ambiguous", ...common, lines: failure.places.map(({ line }) => line) }
    case "Refused": {
      const { reason } = failure
      return {
        outcome: "refused",
        ...common,
        ...(reason._tag === "overlap" ? { edit: reason.edits } : {}),
        reason: reason._tag
      }
    }
  }
}

// ----------------------------------------------------------------------------
// What it should have come to
// ----------------------------------------------------------------------------

type Difference = Verdict["differences"][number]

/** As much as is said of the outcome that is wanted. What was written instead of another outcome is a difference too. */
const compare = (
  wanted: Recording.Outcome,
  actual: Omit<Replayed, "matchers" | "message">
): ReadonlyArray<Difference> => {
  const differences: Array<Difference> = []
  const add = (field: Difference["field"], expected: Schema.Json | undefined, value: Schema.Json | undefined) => {
    differences.push({
      field,
      ...(expected === undefined ? {} : { expected }),
      ...(value === undefined ? {} : { actual: value })
    })
  }
  const { result } = actual
  if (wanted.outcome !== actual.outcome) {
    add("outcome", wanted.outcome, actual.outcome)
    if (result !== undefined) add("result", wanted.result, textOf(result))
    return differences
  }
  if (wanted.result !== undefined && (result === undefined || !Buffer.from(wanted.result).equals(result))) {
    add("result", wanted.result, result === undefined ? undefined : textOf(result))
  }
  for (const field of ["matcher", "reason"] as const) {
    if (wanted[field] !== undefined && wanted[field] !== actual[field]) add(field, wanted[field], actual[field])
  }
  if (wanted.edit !== undefined && !sameEdit(wanted.edit, actual.edit)) add("edit", wanted.edit, actual.edit)
  if (wanted.lines !== undefined && !sameLines(wanted.lines, actual.lines ?? []))
    add("lines", wanted.lines, actual.lines)
  return differences
}

const writesWrong = (differences: ReadonlyArray<Difference>): boolean =>
  differences.some(({ actual, field }) => field === "result" && actual !== undefined)

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8")

/** Of two pairs that collide, the later one fails; a case may name it alone. */
const sameEdit = (
  wanted: number | ReadonlyArray<number>,
  actual: number | ReadonlyArray<number> | undefined
): boolean =>
  typeof wanted === "number"
    ? wanted === (typeof actual === "object" ? actual[1] : actual)
    : typeof actual === "object" && wanted.toSorted((a, b) => a - b).every((edit, i) => edit === actual[i])

/** A failure lists the first ten places: of more, those are compared. */
const sameLines = (wanted: ReadonlyArray<number>, actual: ReadonlyArray<number>): boolean =>
  (wanted.length === actual.length || (wanted.length > mostPlaces && actual.length === mostPlaces)) &&
  actual.every((line, i) => line === wanted[i])

const mostPlaces = 10

// ----------------------------------------------------------------------------
// Text
// ----------------------------------------------------------------------------

const describe = ({ actual, expected, field }: Difference): string => {
  if (field !== "result") return `${field}: expected ${shown(expected)}, got ${shown(actual)}`
  if (typeof actual !== "string") return "result: nothing was written"
  if (typeof expected !== "string") return "result: the file was changed"
  const [before, after] = [expected.split("\n"), actual.split("\n")]
  const line = before.findIndex((text, i) => text !== after[i])
  const at = line === -1 ? before.length : line
  return `result, line ${at + 1}: expected ${quoted(before[at])}, got ${quoted(after[at])}`
}

const shown = (value: Schema.Json | undefined): string =>
  value === undefined ? "none" : typeof value === "string" ? value : JSON.stringify(value)

const quoted = (line: string | undefined): string =>
  line === undefined ? "no such line" : JSON.stringify(line.slice(0, 80))

const cut = (line: string): string => (line.length > 200 ? `${line.slice(0, 199)}…` : line)
