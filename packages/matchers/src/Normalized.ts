/**
 * `normalized`: forgives the form of characters, and blanks at the ends of lines.
 *
 * @since 0.1.0
 */
import * as Candidate from "@kerf/core/Candidate"
import * as LineSearch from "@kerf/core/LineSearch"
import * as Matcher from "@kerf/core/Matcher"
import * as Place from "@kerf/core/Place"
import type { RefusedReason } from "@kerf/core/RefusedReason"
import type { SourceText } from "@kerf/core/SourceText"
import type { Span } from "@kerf/core/Span"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { insideIndentation } from "./Boundary.ts"

/**
 * Finds oldText where only the form of characters (`Fold`: quotes, dashes, spaces, composition, invisible marks), blanks
 * at the ends of lines, and line endings differ; also inside a line.
 *
 * **Details**
 *
 * Loose. Blanks at the start of a line and runs of blanks inside it count. An oldText that ends in blanks must end where
 * a line ends; otherwise the place ends before the file's blanks. An edge that falls inside a character which folds to
 * several is refused (`boundary`). The file keeps its own characters wherever newText does not change them. Linear in the
 * text; a text that is not ASCII is folded once.
 *
 * ```text
 *   file     "Keep “draft” as is.  \n"
 *   oldText  "Keep \"draft\" as is."
 *   span      ^^^^^^^^^^^^^^^^^^^
 * ```
 *
 * **Example** (A curly quote stays curly)
 *
 * ```ts
 * import { MatcherStack, Plan, SourceText } from "@kerf/core"
 * import { Normalized } from "@kerf/matchers"
 * import { Effect, Layer } from "effect"
 *
 * const stack = MatcherStack.layer(Normalized).pipe(Layer.provide(Normalized.layer))
 * const plan = Plan.make(SourceText.make("say “a”\n"), [{ oldText: 'say "a"', newText: 'say "b"' }])
 * Plan.apply(Effect.runSync(Effect.provide(plan, stack))) // => "say “b”\n"
 * ```
 *
 * @category matchers
 * @since 0.1.0
 */
export class Normalized extends Context.Service<Normalized, Matcher.Matcher>()("@kerf/matchers/Normalized") {
  static readonly layer: Layer.Layer<Normalized> = Layer.sync(Normalized, () =>
    Matcher.make({
      name: "normalized",
      loose: true,
      forgives: "the form of characters, and blanks at the ends of lines",
      reach: (lines) => lines,
      find: (source, target, limit) => {
        const refusalOf = insideIndentation("normalized", source, target)
        return LineSearch.find(source, target.old, rule, limit).map((region) =>
          Candidate.make(region, { refusal: region.cutsUnit ? cutsUnit(source, region) : refusalOf(region) })
        )
      }
    })
  )
}

const rule: LineSearch.Rule = { fold: true, lead: "nothing", trail: "blanks", edges: "free" }

const cutsUnit = (source: SourceText, span: Span): RefusedReason => ({
  _tag: "boundary",
  matcher: "normalized",
  place: Place.fromSpan(source, span),
  detail: "oldText begins or ends inside one of the file's characters"
})
