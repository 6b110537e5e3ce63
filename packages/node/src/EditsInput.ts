/**
 * Edits as a command line sends them: in flags, or as JSON.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Schema from "effect/Schema"
import type * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { EditRequest } from "./EditRequest.ts"
import * as InputStream from "./InputStream.ts"
import * as Printable from "./Printable.ts"
import * as SchemaProblem from "./SchemaProblem.ts"
import { UsageError } from "./UsageError.ts"

/**
 * The flags that say what to edit. `undefined`: not given.
 *
 * @category models
 * @since 0.1.0
 */
export interface Flags {
  readonly old: string | undefined
  readonly new: string | undefined
  readonly edits: string | undefined
  readonly replaceAll: boolean
  readonly line: number | undefined
}

/**
 * The edits of a request.
 *
 * @category models
 * @since 0.1.0
 */
export type Edits = typeof EditRequest.Type.edits

/**
 * Makes edits from flags: one pair from `--old` and `--new`, or all of `--edits`.
 *
 * **Details**
 *
 * Fails with `UsageError`, in one line, where they do not fit together, or where `--edits` cannot be read or is not what
 * `fromJson` takes.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromFlags = Effect.fnUntraced(function* (
  flags: Flags
): Effect.fn.Return<Edits, UsageError, FileSystem.FileSystem | Stdio.Stdio> {
  const { edits, line, new: newText, old: oldText, replaceAll } = flags
  if (edits !== undefined) {
    if (oldText !== undefined || newText !== undefined || replaceAll || line !== undefined) {
      return yield* new UsageError({
        message: "--edits holds whole pairs: leave out --old, --new, --replace-all and --line"
      })
    }
    return yield* fromJson(yield* readInput(edits))
  }
  if (oldText === undefined) {
    return yield* new UsageError({ message: "--old is missing: send --old and --new, or --edits FILE (- for stdin)" })
  }
  if (newText === undefined) {
    return yield* new UsageError({ message: "--new is missing: an empty one (--new '') deletes the old text" })
  }
  if (replaceAll && line !== undefined) {
    return yield* new UsageError({
      message: "--replace-all and --line exclude each other: change every place, or choose one by its line"
    })
  }
  if (line !== undefined && line < 1) return yield* new UsageError({ message: "--line counts from 1" })
  return yield* decode("--old and --new", [
    { oldText, newText, ...(replaceAll ? { replaceAll } : {}), ...(line === undefined ? {} : { line }) }
  ])
})

/**
 * Makes edits from JSON: an array of pairs, or an object with such an array as `edits`.
 *
 * **Details**
 *
 * A byte-order mark is forgiven. An unknown key is an error that names it: a misspelt `replaceAll` must not be dropped
 * in silence.
 *
 * **Example** (A misspelt key)
 *
 * ```ts
 * import { EditsInput } from "@kerf/node"
 * import { Effect } from "effect"
 *
 * const error = Effect.runSync(Effect.flip(EditsInput.fromJson('[{ "oldtext": "a", "newText": "b" }]')))
 * error.message // => "--edits: edits[0].oldtext is an unknown key (known: oldText, newText, replaceAll, line)"
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromJson = Effect.fnUntraced(function* (json: string): Effect.fn.Return<Edits, UsageError> {
  const value = yield* Effect.try({
    try: (): unknown => JSON.parse(json.replace(/^\uFEFF/, "")),
    catch: (cause) => new UsageError({ message: `--edits is not JSON: ${Printable.line((cause as Error).message)}` })
  })
  if (Array.isArray(value)) return yield* decode("--edits", value)
  if (typeof value !== "object" || value === null) {
    return yield* new UsageError({ message: '--edits holds neither an array of pairs nor { "edits": [...] }' })
  }
  const unknown = Object.keys(value).find((key) => key !== "edits")
  if (unknown !== undefined) {
    return yield* new UsageError({ message: `--edits: ${Printable.line(unknown)} is an unknown key (known: edits)` })
  }
  return yield* decode("--edits", (value as { readonly edits?: unknown }).edits)
})

// ----------------------------------------------------------------------------

const decode = (from: string, edits: unknown): Effect.Effect<Edits, UsageError> =>
  Schema.decodeUnknownEffect(EditRequest.fields.edits)(edits, { onExcessProperty: "error" }).pipe(
    Effect.mapError(({ issue }) => {
      const problem = SchemaProblem.describe(issue, { root: "edits", known: () => known })
      return new UsageError({ message: `${from}: ${problem}` })
    })
  )

const known = ["oldText", "newText", "replaceAll", "line"]

/** The most bytes that `--edits` may hold. */
const maxInputBytes = 64 * 1024 * 1024

const readInput = Effect.fnUntraced(function* (
  name: string
): Effect.fn.Return<string, UsageError, FileSystem.FileSystem | Stdio.Stdio> {
  const shown = `--edits ${Printable.line(name)}`
  const bytes = yield* collect((yield* InputStream.open(name, shown)).bytes)
  if (bytes === undefined) {
    return yield* new UsageError({ message: `${shown} holds more than ${maxInputBytes} bytes` })
  }
  return yield* Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
    catch: () => new UsageError({ message: `${shown} is not UTF-8` })
  })
})

/** All bytes; `undefined` if there are too many. */
const collect = <E>(input: Stream.Stream<Uint8Array, E>): Effect.Effect<Uint8Array | undefined, E> =>
  Effect.suspend(() => {
    const parts: Array<Uint8Array> = []
    let length = 0
    return input.pipe(
      Stream.takeWhile((part) => (length += part.length) <= maxInputBytes && parts.push(part) > 0),
      Stream.runDrain,
      Effect.map(() => (length > maxInputBytes ? undefined : Buffer.concat(parts, length)))
    )
  })
