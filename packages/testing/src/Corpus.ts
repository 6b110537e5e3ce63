/**
 * Edits with their right outcome: recorded ones that real tools got wrong, and ones made of the rules of matching, for
 * every kind of them. They come with the package as data, in the format of `EditCase` in `@kerf/core`, one JSON object a
 * line.
 *
 * @since 0.1.0
 */
import { readFileSync } from "node:fs"
import * as EditCase from "@kerf/core/EditCase"
import * as Effect from "effect/Effect"

/**
 * The file of what real tools got wrong (ids `R…`).
 *
 * @category constants
 * @since 0.1.0
 */
export const url: URL = new URL("../corpus/edits.jsonl", import.meta.url)

/**
 * The file of what follows from the rules of matching (ids `K…`, with no report).
 *
 * @category constants
 * @since 0.1.0
 */
export const ownUrl: URL = new URL("../corpus/own.jsonl", import.meta.url)

/**
 * Decodes a corpus: one case a line, in order. Throws on a line that is no case, with its number, and on an id that is
 * used twice.
 *
 * @category constructors
 * @since 0.1.0
 */
export const parse = (jsonl: string): ReadonlyArray<EditCase.EditCase> => {
  const ids = new Set<string>()
  return jsonl
    .trimEnd()
    .split("\n")
    .map((line, index) => {
      const decoded = Effect.runSync(
        Effect.mapError(EditCase.fromLine(line), (error) => new Error(`line ${index + 1} is no case: ${error.message}`))
      )
      if (ids.has(decoded.id)) throw new Error(`line ${index + 1}: ${decoded.id} is there already`)
      ids.add(decoded.id)
      return decoded
    })
}

/**
 * Loads the cases of this package: those of `url`, then those of `ownUrl`.
 *
 * **Example** (How many)
 *
 * ```ts
 * import { Corpus } from "@kerf/testing"
 *
 * Corpus.load().length >= 200 // => true
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const load = (): ReadonlyArray<EditCase.EditCase> =>
  parse([url, ownUrl].map((file) => readFileSync(file, "utf8")).join(""))
