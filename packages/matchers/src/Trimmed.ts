/**
 * `trimmed`: forgives blanks at both ends of every line.
 *
 * @since 0.1.0
 */
import * as Candidate from "@kerf/core/Candidate"
import * as LineSearch from "@kerf/core/LineSearch"
import * as Matcher from "@kerf/core/Matcher"
import * as SourceText from "@kerf/core/SourceText"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as LineFrames from "./LineFrames.ts"

/**
 * Finds whole lines that are oldText's once the blanks at both ends of each are left out.
 *
 * **Details**
 *
 * Loose; besides, it forgives the form of characters and line endings. Lines that newText shares with oldText keep the
 * file's bytes; a line without a counterpart takes the indentation difference of its nearest old neighbour, and is refused
 * (`conflict`, `frame`) where that is no constant shift or nothing tells how newText is indented. Linear in the text.
 *
 * **Example** (Two lines, two differences)
 *
 * ```ts
 * import { MatcherStack, Plan, SourceText } from "@kerf/core"
 * import { Trimmed } from "@kerf/matchers"
 * import { Effect, Layer } from "effect"
 *
 * const stack = MatcherStack.layer(Trimmed).pipe(Layer.provide(Trimmed.layer))
 * const edit = { oldText: "if q {\np()\n}", newText: "if q {\nz()\n}" }
 * const plan = Plan.make(SourceText.make("\tif q {\n\t\tp()\n\t}\n"), [edit])
 * Plan.apply(Effect.runSync(Effect.provide(plan, stack))) // => "\tif q {\n\t\tz()\n\t}\n"
 * ```
 *
 * @category matchers
 * @since 0.1.0
 */
export class Trimmed extends Context.Service<Trimmed, Matcher.Matcher>()("@kerf/matchers/Trimmed") {
  static readonly layer: Layer.Layer<Trimmed> = Layer.sync(Trimmed, () =>
    Matcher.make({
      name: "trimmed",
      loose: true,
      forgives: "blanks at both ends of every line",
      reach: (lines) => lines,
      find: (source, target, limit) =>
        LineSearch.find(source, target.old, rule, limit).map((region) =>
          Candidate.lazy(region, () => {
            const file = SourceText.fragment(
              source.slice(region),
              source.carriageReturnEndsLine ? "terminator" : "data"
            )
            const lines = file.lines().map(({ content }) => content)
            return { adaptation: LineFrames.make(target.old, lines) }
          })
        )
    })
  )
}

const rule: LineSearch.Rule = { fold: true, lead: "blanks", trail: "blanks", edges: "whole" }
