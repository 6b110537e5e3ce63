/**
 * A replay: recorded edits, one JSON object a line, run against a stack one after the other, as they come in.
 *
 * @since 0.1.0
 */
import * as Edit from "@kerf/core/Edit"
import { MatcherStack } from "@kerf/core/MatcherStack"
import * as Recording from "@kerf/core/Recording"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Path from "effect/Path"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as JsonLines from "./JsonLines.ts"
import * as NamedStack from "./NamedStack.ts"
import * as Printable from "./Printable.ts"
import * as SchemaProblem from "./SchemaProblem.ts"
import type { UsageError } from "./UsageError.ts"
import * as Verdict from "./Verdict.ts"

const at = { file: Schema.String, line: Schema.Int }

/**
 * The schema of an `Entry`.
 *
 * **Details**
 *
 * `file` is the name of the input as it was given, `line` the 1-based line in it. A line that holds no case is
 * `malformed`, and `message` says in one line what is wrong with it.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Entry = Schema.Union([
  Schema.Struct({ ...at, ...Verdict.Verdict.fields }),
  Schema.Struct({ ...at, verdict: Schema.Literal("malformed"), message: Schema.String })
])

/**
 * What became of one line.
 *
 * @category models
 * @since 0.1.0
 */
export type Entry = typeof Entry.Type

/**
 * An entry, and how many bytes of the input were read up to its end.
 *
 * @category models
 * @since 0.1.0
 */
export interface Progressed {
  readonly entry: Entry
  readonly end: number
}

/**
 * A stack, and its name.
 *
 * @category models
 * @since 0.1.0
 */
export interface Stack {
  readonly name: string
  readonly stack: MatcherStack["Service"]
}

/**
 * Which stack a recording is replayed with, by the name in the recording.
 *
 * @category models
 * @since 0.1.0
 */
export type Stacks = (name: string) => Effect.Effect<Stack, UsageError>

/**
 * One stack for all recordings, whatever their own: a preset's name, or a module (see `NamedStack`).
 *
 * **Details**
 *
 * What the stack needs lives as long as the scope. Fails where `NamedStack.layer` does.
 *
 * @category constructors
 * @since 0.1.0
 */
export const oneStack = (name: string): Effect.Effect<Stacks, UsageError, Path.Path | Scope.Scope> =>
  Effect.map(build(name), (stack) => () => Effect.succeed(stack))

/**
 * Each recording with the preset that it names. The path of a module is refused: data does not run code.
 *
 * @category constructors
 * @since 0.1.0
 */
export const ownStacks: Effect.Effect<Stacks, UsageError, Path.Path | Scope.Scope> = Effect.map(
  Effect.forEach(NamedStack.presets, build),
  (stacks) => (name) => {
    const stack = stacks.find((stack) => stack.name === name)
    return stack === undefined ? Effect.fail(NamedStack.unknown("stack", name)) : Effect.succeed(stack)
  }
)

/**
 * Replays what comes in, line by line; holds no more of it than a line and what is read at once.
 *
 * **Details**
 *
 * Blank lines are left out. A line that is no recording is `malformed`, and the lines after it are run. Fails only where
 * the input does.
 *
 * @category running
 * @since 0.1.0
 */
export const run = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  options: { readonly file: string; readonly stacks: Stacks }
): Stream.Stream<Progressed, E, R> =>
  JsonLines.fromBytes(bytes).pipe(
    Stream.mapArrayEffect((lines) =>
      Effect.forEach(lines, (line) =>
        Effect.map(entryOf(line, options), (entry): Progressed => ({ entry, end: line.end }))
      )
    )
  )

/**
 * Decodes a recording. Fails with what is wrong, in one line: no JSON, or a key that is unknown, missing, or holds what
 * it must not.
 *
 * **Example** (A misspelt key)
 *
 * ```ts
 * import { Replay } from "@kerf/node"
 * import { Result } from "effect"
 *
 * const decoded = Replay.decode('{ "id": "x", "stack": "strict", "expect": { "outcome": "aplied" } }')
 * const problem = Result.isFailure(decoded) ? decoded.failure : ""
 * problem.startsWith("expect.outcome is none of applied, already-applied") // => true
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const decode = (json: string): Result.Result<Recording.Recording, string> => {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    return Result.fail(`is not JSON: ${Printable.line((error as Error).message)}`)
  }
  return Result.mapError(decodeRecording(value), ({ issue }) =>
    SchemaProblem.describe(issue, { root: "", known, values })
  )
}

// ----------------------------------------------------------------------------

function build(name: string) {
  return Effect.map(Layer.build(NamedStack.layer(name)), (context): Stack => ({
    name,
    stack: Context.get(context, MatcherStack)
  }))
}

const entryOf = Effect.fnUntraced(function* (
  line: JsonLines.JsonLine,
  options: { readonly file: string; readonly stacks: Stacks }
): Effect.fn.Return<Entry> {
  const position = { file: options.file, line: line.number }
  const malformed = (message: string): Entry => ({ ...position, verdict: "malformed", message })
  if ("problem" in line) return malformed(line.problem)
  const decoded = decode(line.text)
  if (Result.isFailure(decoded)) return malformed(decoded.failure)
  const named = yield* Effect.result(options.stacks(decoded.success.stack))
  if (Result.isFailure(named)) return malformed(named.failure.message)
  const { name, stack } = named.success
  const verdict = yield* Effect.provideService(Verdict.make(decoded.success, { stack: name }), MatcherStack, stack)
  return { ...position, ...verdict }
})

const decodeRecording = Schema.decodeUnknownResult(Recording.Recording, { onExcessProperty: "error" })

const known = (parent: string): ReadonlyArray<string> | undefined =>
  parent === ""
    ? Object.keys(Recording.Recording.fields)
    : parent.startsWith("edits[")
      ? Object.keys(Edit.Edit.fields)
      : undefined

const values = (path: string): ReadonlyArray<string> | undefined =>
  path === "expect.outcome" || path === "recorded.outcome" ? Recording.Outcome.fields.outcome.literals : undefined
