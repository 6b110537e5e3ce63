/**
 * `line-ending`: forgives the form of line terminators.
 *
 * @since 0.1.0
 */
import * as Candidate from "@kerf/core/Candidate"
import type * as LineSearch from "@kerf/core/LineSearch"
import { find } from "@kerf/core/LineSearch"
import * as Matcher from "@kerf/core/Matcher"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { insideIndentation } from "./Boundary.ts"

/**
 * Finds oldText where only its line terminators differ, also inside a line.
 *
 * **Details**
 *
 * Not loose. What the line model calls a terminator matches any other; a CR that is data matches only itself. A final
 * terminator that the last line of the file lacks is forgiven, and then dropped from newText too. Places inside the
 * indentation of a line are refused as by `Exact`. Linear in the text.
 *
 * **Example** (A CRLF file stays CRLF)
 *
 * ```ts
 * import { MatcherStack, Plan, SourceText } from "@kerf/core"
 * import { LineEnding } from "@kerf/matchers"
 * import { Effect, Layer } from "effect"
 *
 * const stack = MatcherStack.layer(LineEnding).pipe(Layer.provide(LineEnding.layer))
 * const plan = Plan.make(SourceText.make("one\r\ntwo\r\n"), [{ oldText: "one\ntwo\n", newText: "one\nTWO\n" }])
 * Plan.apply(Effect.runSync(Effect.provide(plan, stack))) // => "one\r\nTWO\r\n"
 * ```
 *
 * @category matchers
 * @since 0.1.0
 */
export class LineEnding extends Context.Service<LineEnding, Matcher.Matcher>()("@kerf/matchers/LineEnding") {
  static readonly layer: Layer.Layer<LineEnding> = Layer.sync(LineEnding, () =>
    Matcher.make({
      name: "line-ending",
      loose: false,
      forgives: "the form of line endings",
      reach: (lines) => lines,
      find: (source, target, limit) => {
        const refusalOf = insideIndentation("line-ending", source, target)
        return find(source, target.old, rule, limit).map((region) =>
          Candidate.make(region, { refusal: refusalOf(region) })
        )
      }
    })
  )
}

const rule: LineSearch.Rule = { fold: false, lead: "nothing", trail: "nothing", edges: "free" }
