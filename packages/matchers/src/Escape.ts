/**
 * `escape`: forgives JSON string escapes that were left in.
 *
 * @since 0.1.0
 */
import type * as Adaptation from "@kerf/core/Adaptation"
import * as Candidate from "@kerf/core/Candidate"
import * as JsonEscape from "@kerf/core/JsonEscape"
import * as LineSearch from "@kerf/core/LineSearch"
import * as Matcher from "@kerf/core/Matcher"
import * as Place from "@kerf/core/Place"
import * as Target from "@kerf/core/Target"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { insideIndentation } from "./Boundary.ts"

/**
 * Finds oldText read as what stands between the quotes of a JSON string, and decodes newText the same way.
 *
 * **Details**
 *
 * Loose; line endings are forgiven too. One level of escapes is decoded. An oldText with a raw control character, a bare
 * `"` or a backslash that begins no escape is not this matcher's. A newText that does not decode as a whole, or would break
 * a line inside quotes where oldText breaks none, makes the place a refused one (`escape`). Linear in the text.
 *
 * **Example** (A line break sent as two characters)
 *
 * ```ts
 * import { MatcherStack, Plan, SourceText } from "@kerf/core"
 * import { Escape } from "@kerf/matchers"
 * import { Effect, Layer } from "effect"
 *
 * const stack = MatcherStack.layer(Escape).pipe(Layer.provide(Escape.layer))
 * const plan = Plan.make(SourceText.make("one\ntwo\n"), [{ oldText: "one\\ntwo", newText: "one\\n2" }])
 * Plan.apply(Effect.runSync(Effect.provide(plan, stack))) // => "one\n2\n"
 * ```
 *
 * @category matchers
 * @since 0.1.0
 */
export class Escape extends Context.Service<Escape, Matcher.Matcher>()("@kerf/matchers/Escape") {
  static readonly layer: Layer.Layer<Escape> = Layer.sync(Escape, () =>
    Matcher.make({
      name: "escape",
      loose: true,
      forgives: "JSON escapes left in oldText",
      // An escaped line break is two characters on one line.
      reach: () => Infinity,
      find: (source, target, limit) => {
        const oldText = target.oldText.includes("\\") ? JsonEscape.decode(target.oldText) : undefined
        if (oldText === undefined) return []
        const newText = JsonEscape.decode(target.newText)
        const decoded = Target.make(source, { oldText, newText: newText ?? target.newText })
        if (decoded.blank) return []
        const detail = whyNot(oldText, newText)
        const refusalOf = insideIndentation("escape", source, decoded)
        return LineSearch.find(source, decoded.old, rule, limit).map((region) =>
          Candidate.make(region, {
            adaptation: decoding,
            refusal:
              detail === undefined
                ? refusalOf(region)
                : { _tag: "escape", matcher: "escape", place: Place.fromSpan(source, region), detail }
          })
        )
      }
    })
  )
}

/** Why newText cannot be taken for a JSON string's body, as oldText can. */
const whyNot = (oldText: string, newText: string | undefined): string | undefined => {
  if (newText === undefined) return "newText is not escaped throughout"
  if (oldText.includes("\n")) return undefined
  // A line break inside quotes, where oldText breaks no line: the model has escaped the quotes alone.
  const isInQuotes = newText
    .split("\n")
    .slice(0, -1)
    .some((line) => line.split('"').length % 2 === 0)
  return isInQuotes ? "newText would then break a line inside quotes" : undefined
}

const rule: LineSearch.Rule = { fold: false, lead: "nothing", trail: "nothing", edges: "free" }

const decoding: Adaptation.Adaptation = {
  describe: "decoded JSON escapes",
  apply: (text) => {
    const decoded = JsonEscape.decode(text)
    return decoded === undefined
      ? Result.fail({ _tag: "conflict", detail: "newText is not escaped throughout" })
      : Result.succeed(decoded)
  }
}
