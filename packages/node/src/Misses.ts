/**
 * How often in a row the text of an edit was not found in a file: after the third time, what the model believes to be
 * there is worth less than a fresh look.
 *
 * A miss is a `NoMatch`, and nothing else: an edit that is refused, ambiguous or stale says nothing about what the model
 * knows of the text, so it neither counts nor resets. Only a success resets.
 *
 * The counts are those of one editor, by real path, of at most 256 files; the file whose last miss is longest ago is
 * forgotten first. Counting is one synchronous step: of misses that happen at the same time, none is lost.
 *
 * @since 0.1.0
 */
import * as EditFailure from "@kerf/core/EditFailure"
import * as Effect from "effect/Effect"

/**
 * Counts of misses.
 *
 * @category models
 * @since 0.1.0
 */
export interface Misses {
  /** Counts a miss in a file; from the third in a row, the failure that is returned tells how many there were. */
  readonly miss: (path: string, failure: EditFailure.NoMatch) => Effect.Effect<EditFailure.NoMatch>
  /** Begins to count anew: an edit of the file has succeeded. */
  readonly reset: (path: string) => Effect.Effect<void>
}

/** Fewer misses in a row than this are not told. */
const leastTold = 3

/** The most files of which misses are counted. */
const mostFiles = 256

/**
 * Creates counts, all zero.
 *
 * **Example** (The third miss tells)
 *
 * ```ts
 * import { EditFailure } from "@kerf/core"
 * import { Misses } from "@kerf/node"
 * import { Effect } from "effect"
 *
 * const failure = new EditFailure.NoMatch({ edit: 0, edits: 1, wouldMatch: [], tried: [], blank: false, nearest: [] })
 * const program = Effect.gen(function* () {
 *   const misses = yield* Misses.make
 *   const told = yield* Effect.replicateEffect(misses.miss("/a", failure), 4)
 *   return told.map((failure) => failure.misses)
 * })
 * Effect.runSync(program) // => [undefined, undefined, 3, 4]
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make: Effect.Effect<Misses> = Effect.sync(() => {
  // A map keeps the order of insertion: the file whose last miss is longest ago stands first.
  const counts = new Map<string, number>()
  return {
    miss: (path, failure) =>
      Effect.sync(() => {
        const count = (counts.get(path) ?? 0) + 1
        counts.delete(path)
        counts.set(path, count)
        for (const oldest of counts.keys()) {
          if (counts.size <= mostFiles) break
          counts.delete(oldest)
        }
        return count < leastTold ? failure : EditFailure.withMisses(failure, count)
      }),
    reset: (path) => Effect.sync(() => void counts.delete(path))
  }
})
