/**
 * What a check found, and what it allows of a plan.
 *
 * Which lines an edit touches is known only after planning, so the answer of `FileState.check` is a value that the plan is
 * held against afterwards, without looking at the file again.
 *
 * @since 0.1.0
 */
import * as Result from "effect/Result"
import * as CarryOver from "./CarryOver.ts"
import { Stale } from "./EditFailure.ts"
import type { Excerpt } from "./Excerpt.ts"
import * as LineSet from "./LineSet.ts"
import type { Plan } from "./Plan.ts"

/**
 * What a check found.
 *
 * **Details**
 *
 * - `unchanged`: what was shown stands there as it did; `unseen` are the lines that were not shown.
 * - `changed`: it does not, but the policy allows an edit whose places are found anew.
 * - `trusted`: nobody keeps account.
 *
 * @category models
 * @since 0.1.0
 */
export type Freshness =
  | { readonly _tag: "unchanged"; readonly path: string; readonly unseen: LineSet.LineSet }
  | { readonly _tag: "changed"; readonly path: string; readonly changed: Excerpt | undefined }
  | { readonly _tag: "trusted" }

/**
 * Returns the plan if it may be made, with what is to be noted.
 *
 * **Details**
 *
 * Every line that the plan touches must have been shown (see `CarryOver.touched`), else `Stale`, `partly-read`, with those
 * that were not. Where what was shown has changed, every pair must have been found by a matcher that is not loose, in one
 * place and no other, and the note `rematched` says so; else `Stale`, `modified`.
 *
 * **Example** (A line that was not shown)
 *
 * ```ts
 * import { Freshness, Plan, SourceText, Span } from "@kerf/core"
 * import { Result } from "effect"
 *
 * const plan = Plan.inverse(Plan.create("a\nb\n"))
 * const fresh: Freshness.Freshness = { _tag: "unchanged", path: "a.txt", unseen: [{ line: 2, endLine: 2 }] }
 * Result.isFailure(Freshness.admit(fresh, plan)) // => true
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const admit = (self: Freshness, plan: Plan): Result.Result<Plan, Stale> => {
  switch (self._tag) {
    case "trusted":
      return Result.succeed(plan)
    case "unchanged": {
      const unseen = LineSet.intersection(CarryOver.touched(plan.source, plan.changes), self.unseen)
      return unseen.length === 0 ? Result.succeed(plan) : Result.fail(partlyRead(self.path, unseen))
    }
    case "changed":
      return isRematched(plan)
        ? Result.succeed({ ...plan, notes: [...plan.notes, { _tag: "rematched" }] })
        : Result.fail(modified(self.path, self.changed))
  }
}

/**
 * Returns nothing if the whole file may be replaced: all of it was shown, and is unchanged.
 *
 * @category operations
 * @since 0.1.0
 */
export const admitWrite = (self: Freshness): Result.Result<void, Stale> => {
  if (self._tag === "changed") return Result.fail(modified(self.path, self.changed))
  if (self._tag === "unchanged" && self.unseen.length > 0) return Result.fail(partlyRead(self.path, self.unseen))
  return Result.void
}

/**
 * Creates the failure of lines that were not shown: the first ten ranges, and how many more there are.
 *
 * @category constructors
 * @since 0.1.0
 */
export const partlyRead = (path: string, unseen: LineSet.LineSet): Stale => {
  const more = unseen.length - mostRanges
  return new Stale({ path, reason: "partly-read", unseen: unseen.slice(0, mostRanges), ...(more > 0 ? { more } : {}) })
}

/**
 * Creates the failure of content that has changed.
 *
 * @category constructors
 * @since 0.1.0
 */
export const modified = (path: string, changed: Excerpt | undefined): Stale =>
  new Stale({ path, reason: "modified", ...(changed === undefined ? {} : { changed }) })

/** The most ranges that a failure names. */
const mostRanges = 10

/** Whether every pair was found in one place alone, by a matcher that forgives nothing but terminators. */
const isRematched = ({ alreadyApplied, changes, trace }: Plan): boolean =>
  alreadyApplied.length === 0 &&
  changes.every(
    ({ edit }, i) =>
      changes.findIndex((change) => change.edit === edit) === i &&
      trace.some(
        (attempt) => attempt.edit === edit && attempt.outcome === "taken" && !attempt.loose && attempt.candidates === 1
      )
  )
