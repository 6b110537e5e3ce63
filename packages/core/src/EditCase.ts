/**
 * A recorded edit with its right outcome: text in, outcome out. The format in which a corpus is kept, one JSON object a
 * line, and replayed against a stack.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { Edit } from "./Edit.ts"

/**
 * The schema of who failed: the 0-based index of a pair, or of the two pairs that collide.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Pair = Schema.Union([Schema.Int, Schema.Tuple([Schema.Int, Schema.Int])])

/**
 * The schema of what an edit should come to.
 *
 * **Details**
 *
 * - `applied`: `result` is the file afterwards, byte for byte; `matcher` is the one that found the first edit.
 * - `already-applied`: nothing is left to do, and the file stays.
 * - `no-match`, `ambiguous`, `refused`, `stale`: the file stays. `edit` is the pair that fails, `lines` are the first
 *   lines of the places (1-based), `reason` is the tag of the refusal.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Expectation = Schema.Union([
  Schema.Struct({
    outcome: Schema.Literal("applied"),
    result: Schema.String,
    matcher: Schema.optionalKey(Schema.String)
  }),
  Schema.Struct({ outcome: Schema.Literal("already-applied") }),
  Schema.Struct({ outcome: Schema.Literal("no-match"), edit: Schema.optionalKey(Pair) }),
  Schema.Struct({
    outcome: Schema.Literal("ambiguous"),
    edit: Schema.optionalKey(Pair),
    lines: Schema.optionalKey(Schema.Array(Schema.Int))
  }),
  Schema.Struct({
    outcome: Schema.Literals(["refused", "stale"]),
    edit: Schema.optionalKey(Pair),
    reason: Schema.optionalKey(Schema.String)
  })
])

/**
 * What an edit should come to.
 *
 * @category models
 * @since 0.1.0
 */
export type Expectation = typeof Expectation.Type

const fields = {
  id: Schema.NonEmptyString,
  kind: Schema.NonEmptyString,
  title: Schema.String,
  reports: Schema.String,
  why: Schema.String,
  stack: Schema.NonEmptyString,
  edits: Schema.NonEmptyArray(Edit),
  expect: Expectation
}

/**
 * The schema of an `EditCase`.
 *
 * **Details**
 *
 * `reports` names where the edit went wrong, `why` says why the outcome is the right one, `stack` is the name of a preset.
 * The file before is `file`, or, where it is no UTF-8 text, `fileBase64`; exactly one of them. A `result` is always UTF-8.
 *
 * @category schemas
 * @since 0.1.0
 */
export const EditCase = Schema.Union([
  Schema.Struct({ ...fields, file: Schema.String }),
  Schema.Struct({ ...fields, fileBase64: Schema.String.check(Schema.isBase64()) })
])

/**
 * A recorded edit with its right outcome.
 *
 * @category models
 * @since 0.1.0
 */
export type EditCase = typeof EditCase.Type

/** The tag says which form an expectation has: where it is none, no form can be right, and the forms' own problems mislead. */
const Tagged = Schema.Unknown.check(
  Schema.makeFilter((input: unknown) => {
    const outcome = outcomeIn(input)
    return outcome === undefined || outcomes.includes(outcome)
      ? undefined
      : `expect.outcome is ${JSON.stringify(outcome)}, which is none of ${outcomes.join(", ")}`
  })
)

const outcomes: ReadonlyArray<unknown> = Expectation.members.flatMap(({ fields: { outcome } }) =>
  "literals" in outcome ? outcome.literals : [outcome.literal]
)

/** The outcome of what may be a case, `undefined` where there is none. */
const outcomeIn = (input: unknown): unknown => {
  const expect = Predicate.hasProperty(input, "expect") ? input.expect : undefined
  return Predicate.hasProperty(expect, "outcome") ? expect.outcome : undefined
}

/**
 * Decodes one line of a corpus. Fails on anything that the format does not know, so that a misspelt field is no silent
 * pass; where the outcome is unknown, with one line that lists the known ones.
 *
 * **Example** (A case)
 *
 * ```ts
 * import * as EditCase from "@kerf/core/EditCase"
 * import { Effect } from "effect"
 *
 * const line = JSON.stringify({
 *   id: "X1",
 *   kind: "exact-match",
 *   title: "One word",
 *   reports: "",
 *   why: "It stands once.",
 *   stack: "strict",
 *   file: "let a = 1\n",
 *   edits: [{ oldText: "1", newText: "2" }],
 *   expect: { outcome: "applied", result: "let a = 2\n", matcher: "exact" }
 * })
 * Effect.runSync(EditCase.fromLine(line)).expect.outcome // => "applied"
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromLine = (line: string): Effect.Effect<EditCase, Schema.SchemaError> =>
  Effect.andThen(decodeTagged(line), decode(line))

const decodeTagged = Schema.decodeUnknownEffect(Schema.fromJsonString(Tagged))

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(EditCase), { onExcessProperty: "error" })
