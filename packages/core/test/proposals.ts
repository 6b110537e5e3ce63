// Proposals that guards are asked about, and what they answer.
import { type Guard, type Plan, SourceText, Span } from "@kerf/core"
import { Effect, type Layer } from "effect"
import type * as Context from "effect/Context"

/** The plan that replaces each old text, wherever it stands, by the new one. */
export const planOf = (
  file: string,
  ...pairs: ReadonlyArray<readonly [oldText: string, newText: string]>
): Plan.Plan => {
  const source = SourceText.make(file)
  const changes = pairs.flatMap(([oldText, text], edit) => {
    const found: Array<Plan.Change> = []
    for (let at = source.text.indexOf(oldText); at !== -1; at = source.text.indexOf(oldText, at + oldText.length)) {
      found.push({ edit, matcher: "exact", span: Span.make(at, at + oldText.length), text })
    }
    return found
  })
  changes.sort((a, b) => a.span.start - b.span.start)
  return { source, changes, creates: false, alreadyApplied: [], notes: [], trace: [] }
}

/** What a guard finds, with its own layer. */
export const findings = (
  guard: { readonly layer: Layer.Layer<any> },
  path: string,
  plan: Plan.Plan
): ReadonlyArray<Guard.Finding> => {
  const key = guard as unknown as Context.Key<unknown, Guard.Guard>
  return Effect.runSync(
    Effect.flatMap(key, ({ review }) => review({ path, plan })).pipe(
      Effect.provide(guard.layer as Layer.Layer<unknown>)
    )
  )
}
