/**
 * A second opinion on an edit: asked about the plan before it is written, it may refuse it or remark on it.
 *
 * A guard looks at texts and proposes; it never edits, writes, logs or throws. What follows from a finding is decided
 * elsewhere (`Guards`): a refusal fails the whole call, a note goes along with the report. Like a matcher, a guard becomes
 * a service by a key and a layer:
 *
 * **Example** (A guard of one's own)
 *
 * ```ts
 * import { Guard } from "@kerf/core"
 * import { Context, Layer } from "effect"
 *
 * class NoDebugger extends Context.Service<NoDebugger, Guard.Guard>()("my-package/NoDebugger") {
 *   static readonly layer = Layer.succeed(
 *     NoDebugger,
 *     Guard.make({
 *       name: "no-debugger",
 *       review: ({ plan }) =>
 *         plan.changes.flatMap(({ edit, text }) =>
 *           text.includes("debugger") ? [{ verdict: "note", code: "left-in", message: "newText stops a debugger.", edit }] : []
 *         )
 *     })
 *   )
 * }
 * NoDebugger.key // => "my-package/NoDebugger"
 * ```
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Plan } from "./Plan.ts"

/**
 * What a guard is asked about: the file's path, and what would be done to its text.
 *
 * @category models
 * @since 0.1.0
 */
export interface Proposal {
  readonly path: string
  readonly plan: Plan
}

/**
 * What a guard found.
 *
 * **Details**
 *
 * `code` is kebab-case and stable. `message` says in one sentence what is wrong, and, where it refuses, what to send
 * instead. `edit` is the 0-based index of the pair; absent where it is about the call as a whole.
 *
 * @category models
 * @since 0.1.0
 */
export interface Finding {
  readonly verdict: "refuse" | "note"
  readonly code: string
  readonly message: string
  readonly edit?: number | undefined
}

/**
 * A second opinion on an edit.
 *
 * @category models
 * @since 0.1.0
 */
export interface Guard {
  /** Kebab-case, stable, shown to models. Unique among the guards in force. */
  readonly name: string
  /** Looks at a proposal. No findings: nothing to say. */
  readonly review: (proposal: Proposal) => Effect.Effect<ReadonlyArray<Finding>>
}

/**
 * Creates a guard from a plain function.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (options: {
  readonly name: string
  readonly review: (proposal: Proposal) => ReadonlyArray<Finding>
}): Guard => ({ name: options.name, review: (proposal) => Effect.sync(() => options.review(proposal)) })

/**
 * How long a guard made with `makeEffect` may wait before it is interrupted.
 *
 * @category references
 * @since 0.1.0
 */
export const TimeLimit: Context.Reference<Duration.Duration> = Context.Reference("@kerf/core/Guard/TimeLimit", {
  defaultValue: () => Duration.seconds(5)
})

/**
 * Creates a guard that waits for something: a parser in a worker, a policy server, a model.
 *
 * **Details**
 *
 * It is interrupted when `TimeLimit` (5 seconds) has passed. The edit then goes on, with a note (`no-answer`): a guard
 * that must be heard has a shorter limit of its own, after which it refuses.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeEffect = (options: Guard): Guard => ({
  name: options.name,
  review: Effect.fnUntraced(function* (proposal) {
    const duration = yield* TimeLimit
    const message = `It gave no answer within ${Duration.format(duration)}, and was not waited for.`
    return yield* options.review(proposal).pipe(
      Effect.timeoutOrElse<ReadonlyArray<Finding>, never, never>({
        duration,
        orElse: () => Effect.succeed([{ verdict: "note", code: "no-answer", message }])
      })
    )
  })
})
