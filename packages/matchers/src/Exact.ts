/**
 * `exact`: forgives nothing.
 *
 * @since 0.1.0
 */
import * as Candidate from "@kerf/core/Candidate"
import * as Matcher from "@kerf/core/Matcher"
import * as Probe from "@kerf/core/Probe"
import * as Span from "@kerf/core/Span"
import * as TextSearch from "@kerf/core/TextSearch"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { insideIndentation } from "./Boundary.ts"

/**
 * Finds oldText character for character, also inside a line.
 *
 * **Details**
 *
 * Not loose. Linear in the text, at the speed of `indexOf`. A place that begins strictly inside the blanks at the start
 * of a line is found and refused (`boundary`) where several lines are involved: the model is in another frame, and
 * `Indentation` shifts it right.
 *
 * ```text
 *   file      "        a()\n        b()\n"
 *   oldText       "    a()\n        b()"
 *                  ^ begins inside the indentation: refused
 * ```
 *
 * **Example** (One place)
 *
 * ```ts
 * import { MatcherStack, Plan, SourceText } from "@kerf/core"
 * import { Exact } from "@kerf/matchers"
 * import { Effect, Layer } from "effect"
 *
 * const stack = MatcherStack.layer(Exact).pipe(Layer.provide(Exact.layer))
 * const plan = Plan.make(SourceText.make("let a = 1\n"), [{ oldText: "1", newText: "$&" }])
 * Plan.apply(Effect.runSync(Effect.provide(plan, stack))) // => "let a = $&\n"
 * ```
 *
 * @category matchers
 * @since 0.1.0
 */
export class Exact extends Context.Service<Exact, Matcher.Matcher>()("@kerf/matchers/Exact") {
  static readonly layer: Layer.Layer<Exact> = Layer.sync(Exact, () =>
    Matcher.make({
      name: "exact",
      loose: false,
      forgives: "nothing",
      reach: (lines) => lines,
      find: (source, target, limit) => {
        if (!Probe.mayStand(source, target.old, false)) return []
        const found: Array<Candidate.Candidate> = []
        const refusalOf = insideIndentation("exact", source, target)
        TextSearch.each(source.text, TextSearch.needle(target.oldText), 0, (start) => {
          const span = Span.make(start, start + target.oldText.length)
          // A match that begins or ends between CR and LF is none.
          if (source.isBoundary(span.start) && source.isBoundary(span.end)) {
            found.push(Candidate.make(span, { refusal: refusalOf(span) }))
          }
          return found.length < limit ? start + 1 : undefined
        })
        return found
      }
    })
  )
}
