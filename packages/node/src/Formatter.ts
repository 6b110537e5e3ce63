/**
 * What formats a file before it is written. Nothing does, unless a layer says so.
 *
 * A formatter is given the text that an edit makes, and answers with another; it writes nothing. So a file holds the old
 * text or the formatted new one, never a mixture, the comparison before the write still holds, a dry run shows what would be
 * written, and an undo takes both back.
 *
 * Best effort: a formatter that is not there, fails, hangs, or answers nonsense never fails the edit. The text is then
 * written as the edit made it, and a note says why.
 *
 * **Example** (A formatter of one's own)
 *
 * ```ts
 * import { Formatter } from "@kerf/node"
 * import { Effect, Layer } from "effect"
 *
 * const upper = Layer.succeed(Formatter.Formatter, {
 *   format: ({ text }) => Effect.succeed<Formatter.Answer>({ _tag: "formatted", by: "upper", text: text.toUpperCase() })
 * })
 * const program = Effect.flatMap(Formatter.Formatter, (formatter) =>
 *   Formatter.run(formatter, { path: "/a.txt", text: "one\n" })
 * )
 * await Effect.runPromise(Effect.provide(program, upper)) // => { _tag: "formatted", by: "upper", text: "ONE\n" }
 * ```
 *
 * @since 0.1.0
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import { ChildProcessSpawner } from "effect/process/ChildProcessSpawner"
import * as FormatterTool from "./FormatterTool.ts"
import { Workspace } from "./Workspace.ts"

/**
 * What a formatter answers: nobody is in charge of such a file, this is the text, or it did not work. `by` is the name of
 * what was asked; `reason` completes "it did not format the file:".
 *
 * @category models
 * @since 0.1.0
 */
export type Answer =
  | { readonly _tag: "none" }
  | { readonly _tag: "formatted"; readonly by: string; readonly text: string }
  | { readonly _tag: "failed"; readonly by: string; readonly reason: string }

/**
 * Formats texts. `path` is absolute, and need not exist; `text` is without a byte-order mark.
 *
 * @category models
 * @since 0.1.0
 */
export interface Formatter {
  readonly format: (file: { readonly path: string; readonly text: string }) => Effect.Effect<Answer>
}

/**
 * The formatter that formats nothing.
 *
 * @category constants
 * @since 0.1.0
 */
export const none: Formatter = { format: () => Effect.succeed({ _tag: "none" }) }

/**
 * The formatter in force. Default: `none`.
 *
 * @category references
 * @since 0.1.0
 */
export const Formatter: Context.Reference<Formatter> = Context.Reference("@kerf/node/Formatter", {
  defaultValue: () => none
})

/**
 * How long a formatter may take. Default: 10 seconds.
 *
 * @category references
 * @since 0.1.0
 */
export const FormatterTimeout: Context.Reference<Duration.Duration> = Context.Reference(
  "@kerf/node/Formatter/FormatterTimeout",
  { defaultValue: () => Duration.seconds(10) }
)

/**
 * Formats by the canonical tool for the file's extension: see `FormatterTool`.
 *
 * **Gotchas**
 *
 * It runs programs of the workspace (`node_modules/.bin`), which whoever may write there has chosen.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<never, never, Workspace | FileSystem.FileSystem | Path.Path | ChildProcessSpawner> =
  Layer.effect(
    Formatter,
    Effect.gen(function* () {
      const { roots } = yield* Workspace
      const services = Context.make(FileSystem.FileSystem, yield* FileSystem.FileSystem).pipe(
        Context.add(Path.Path, yield* Path.Path),
        Context.add(ChildProcessSpawner, yield* ChildProcessSpawner)
      )
      return {
        format: Effect.fn("Formatter.format")(function* ({
          path,
          text
        }): Effect.fn.Return<Answer, never, FileSystem.FileSystem | Path.Path | ChildProcessSpawner> {
          const names = FormatterTool.namesFor(path)
          if (names.length === 0) return { _tag: "none" }
          const tool = yield* FormatterTool.find(path, roots)
          if (tool === undefined) return { _tag: "failed", by: names.join(" or "), reason: "it was not found" }
          const output = yield* FormatterTool.run(tool, path, text)
          return typeof output === "string"
            ? { _tag: "formatted", by: tool.name, text: output }
            : { _tag: "failed", by: tool.name, reason: output.reason }
        }, Effect.provide(services))
      }
    })
  )

/**
 * Asks a formatter, and takes no text from it that must not be written.
 *
 * **Details**
 *
 * Never fails. `failed` also where it takes longer than `FormatterTimeout`, dies, makes nothing of something, or answers
 * with what is no text of a file. An answer that changes nothing is `none`. A byte-order mark at the start of the answer
 * is left out, since the file keeps its own.
 *
 * @category running
 * @since 0.1.0
 */
export const run = Effect.fnUntraced(function* (
  self: Formatter,
  file: { readonly path: string; readonly text: string },
  timeout?: Duration.Duration
): Effect.fn.Return<Answer> {
  if (file.text === "") return { _tag: "none" }
  const duration = timeout ?? (yield* FormatterTimeout)
  const by = "the formatter"
  const answer = yield* Effect.suspend(() => self.format(file)).pipe(
    Effect.catchCause((cause) => {
      if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
      const defect = Cause.squash(cause)
      const reason = `it broke (${defect instanceof Error ? defect.message : String(defect)})`
      return Effect.succeed<Answer>({ _tag: "failed", by, reason })
    }),
    Effect.timeoutOrElse({
      duration,
      orElse: () =>
        Effect.succeed<Answer>({ _tag: "failed", by, reason: `it gave no answer within ${Duration.format(duration)}` })
    })
  )
  if (answer._tag !== "formatted") return answer
  const text = answer.text.startsWith("\uFEFF") ? answer.text.slice(1) : answer.text
  if (text === file.text) return { _tag: "none" }
  if (text === "") return { _tag: "failed", by: answer.by, reason: "it left nothing of the text" }
  if (text.includes("\0") || !text.isWellFormed()) {
    return { _tag: "failed", by: answer.by, reason: "its output is not text" }
  }
  return { ...answer, text }
})
