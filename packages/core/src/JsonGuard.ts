/**
 * Refuses an edit that makes a valid `.json` file invalid.
 *
 * Only a file that is strictly valid beforehand is held to it: one with comments or trailing commas (`tsconfig.json`) is
 * left alone, and so is one that is created. Reads the file twice, once as it is and once as it would be.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Guard from "./Guard.ts"
import * as JsonSyntax from "./JsonSyntax.ts"
import * as Plan from "./Plan.ts"

/**
 * The guard `json`.
 *
 * @category guards
 * @since 0.1.0
 */
export class JsonGuard extends Context.Service<JsonGuard, Guard.Guard>()("@kerf/core/JsonGuard") {
  static readonly layer: Layer.Layer<JsonGuard> = Layer.sync(JsonGuard, () =>
    Guard.make({ name: "json", review: ({ path, plan }) => (/\.json$/i.test(path) ? review(plan) : []) })
  )
}

const review = (plan: Plan.Plan): ReadonlyArray<Guard.Finding> => {
  if (plan.creates || JsonSyntax.flaw(plan.source.text) !== undefined) return []
  const { changes, source } = Plan.inverse(plan)
  const flaw = JsonSyntax.flaw(source.text)
  if (flaw === undefined) return []
  const line = source.lineAt(flaw.offset)
  const column = flaw.offset - source.lineStart(flaw.offset) + 1
  // What is wrong was written by the last change before the flaw shows, or, before all of them, by the first.
  const change = changes.findLast(({ span }) => span.start <= flaw.offset) ?? changes[0]!
  const message =
    `The file is valid JSON, and would not be afterwards: line ${line}, column ${column} of the new text should be ` +
    `${flaw.expected}. Mend newText.`
  return [{ verdict: "refuse", code: "invalid-json", message, edit: change.edit }]
}
