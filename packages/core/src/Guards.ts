/**
 * The guards in force, and what follows from what they find. None are, unless they are listed.
 *
 * **Example** (Refuse what a tool has cut)
 *
 * ```ts
 * import { Guards, Plan, TruncationNoticeGuard } from "@kerf/core"
 * import { Effect, Layer } from "effect"
 *
 * const guards = Guards.layer(TruncationNoticeGuard).pipe(Layer.provide(TruncationNoticeGuard.layer))
 * const program = Effect.gen(function* () {
 *   const plan = Plan.create("one\n[output truncated]\n")
 *   return yield* Guards.review(yield* Guards.Guards, { path: "a.txt", plan })
 * })
 * Effect.runSync(program.pipe(Effect.flip, Effect.provide(guards))).reason._tag // => "custom"
 * ```
 *
 * @since 0.1.0
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Refused } from "./EditFailure.ts"
import type { Finding, Guard, Proposal } from "./Guard.ts"
import type { Note } from "./Note.ts"
import type { Plan } from "./Plan.ts"
import * as RefusedReason from "./RefusedReason.ts"

/**
 * The guards that are asked, in order. Default: none.
 *
 * @category references
 * @since 0.1.0
 */
export const Guards: Context.Reference<ReadonlyArray<Guard>> = Context.Reference("@kerf/core/Guards", {
  defaultValue: (): ReadonlyArray<Guard> => []
})

/**
 * The service key of a guard.
 *
 * @category models
 * @since 0.1.0
 */
export type Key = Context.Key<any, Guard>

/**
 * Puts guards in force, in the order in which they are asked.
 *
 * **Details**
 *
 * The layer requires every guard that is named: one whose layer is not provided does not compile. Two guards with one
 * *name* die when the layer is built, with both keys named.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = <const Keys extends readonly [Key, ...ReadonlyArray<Key>]>(
  ...keys: Keys
): Layer.Layer<never, never, Keys[number]["Identifier"]> =>
  Layer.effect(
    Guards,
    Effect.gen(function* () {
      const guards: Array<Guard> = []
      const known = new Map<string, string>()
      for (const key of keys as ReadonlyArray<Key>) {
        const guard = yield* key
        const other = known.get(guard.name)
        if (other !== undefined) {
          return yield* Effect.die(
            new Error(
              `Guards: ${other} and ${key.key} are both named ${JSON.stringify(guard.name)}; ` +
                "every guard needs a name of its own"
            )
          )
        }
        known.set(guard.name, key.key)
        guards.push(guard)
      }
      return guards
    })
  ) as Layer.Layer<never, never, Keys[number]["Identifier"]>

/**
 * Asks guards about a proposal, and returns its plan with their notes.
 *
 * **Details**
 *
 * Fails with the first refusal (`custom`, with the guard's name), without asking the guards after it. A plan that has
 * nothing left to do is not asked about. A guard that throws, or finds what is no finding, is a defect that names it.
 *
 * @category operations
 * @since 0.1.0
 */
export const review = Effect.fnUntraced(function* (
  self: ReadonlyArray<Guard>,
  proposal: Proposal
): Effect.fn.Return<Plan, Refused> {
  const { plan } = proposal
  if (plan.changes.length === 0) return plan
  const edits =
    1 +
    Math.max(
      ...plan.alreadyApplied,
      plan.changes.reduce((most, { edit }) => Math.max(most, edit), 0)
    )
  const notes: Array<Note> = []
  for (const guard of self) {
    const findings = yield* Effect.suspend(() => guard.review(proposal)).pipe(
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : broken(guard, "failed", Cause.squash(cause))
      )
    )
    if (!Array.isArray(findings)) return yield* broken(guard, "did not return a list of findings")
    for (const finding of findings as ReadonlyArray<Finding>) {
      const flaw = flawOf(finding, edits)
      if (flaw !== undefined) return yield* broken(guard, flaw)
      const { code, edit, message, verdict } = finding
      const which = edit === undefined ? {} : { edit }
      if (verdict === "note") notes.push({ _tag: "guard", guard: guard.name, code, message, ...which })
      else {
        const reason = RefusedReason.custom({ matcher: guard.name, code, message })
        return yield* new Refused({ ...which, edits, wouldMatch: [], reason })
      }
    }
  }
  return notes.length === 0 ? plan : { ...plan, notes: [...plan.notes, ...notes] }
})

const flawOf = (finding: Finding | null | undefined, edits: number): string | undefined => {
  if (typeof finding !== "object" || finding === null) return "found what is no finding"
  const { code, edit, message, verdict } = finding
  if (verdict !== "refuse" && verdict !== "note") return `gave the verdict ${JSON.stringify(verdict)}`
  if (typeof code !== "string" || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(code)) {
    return `gave the code ${JSON.stringify(code)}, which is not kebab-case`
  }
  if (typeof message !== "string" || message.trim() === "") return `gave no message with the code ${code}`
  if (edit !== undefined && !(Number.isInteger(edit) && edit >= 0 && edit < edits)) {
    return `named the pair ${edit}, where there are ${edits}`
  }
  return undefined
}

const broken = (guard: Guard, what: string, cause?: unknown): Effect.Effect<never> => {
  const detail = cause === undefined ? "" : `: ${cause instanceof Error ? cause.message : String(cause)}`
  return Effect.die(new Error(`Guards: the guard ${JSON.stringify(guard.name)} ${what}${detail}`, { cause }))
}
