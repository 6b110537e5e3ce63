/**
 * `line-number`: forgives a column of line numbers in front of every line.
 *
 * @since 0.1.0
 */
import type * as Adaptation from "@kerf/core/Adaptation"
import * as Candidate from "@kerf/core/Candidate"
import * as LineSearch from "@kerf/core/LineSearch"
import * as Matcher from "@kerf/core/Matcher"
import type { RefusedReason } from "@kerf/core/RefusedReason"
import * as SourceText from "@kerf/core/SourceText"
import * as Target from "@kerf/core/Target"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"

/**
 * Finds whole lines that oldText gives with line numbers in front, as a tool for reading has printed them.
 *
 * **Details**
 *
 * Loose; line endings are forgiven too. The column is one of `12|`, `12 | `, `  12⇥`, `12→`, and `12:` (this only for two
 * lines or more), the same on every line, with consecutive numbers. Whether one blank belongs to the separator is tried
 * both ways, each for all lines, and the places are counted together. newText must have the same column on every line (a
 * dummy such as `0 |` counts) or on none; on some is refused (`conflict`). Linear in the text.
 *
 * **Example** (A column taken off)
 *
 * ```ts
 * import { MatcherStack, Plan, SourceText } from "@kerf/core"
 * import { LineNumber } from "@kerf/matchers"
 * import { Effect, Layer } from "effect"
 *
 * const stack = MatcherStack.layer(LineNumber).pipe(Layer.provide(LineNumber.layer))
 * const plan = Plan.make(SourceText.make("a\nb\n"), [{ oldText: "1| a\n2| b", newText: "1| a\n2| c" }])
 * Plan.apply(Effect.runSync(Effect.provide(plan, stack))) // => "a\nc\n"
 * ```
 *
 * @category matchers
 * @since 0.1.0
 */
export class LineNumber extends Context.Service<LineNumber, Matcher.Matcher>()("@kerf/matchers/LineNumber") {
  static readonly layer: Layer.Layer<LineNumber> = Layer.sync(LineNumber, () =>
    Matcher.make({
      name: "line-number",
      loose: true,
      forgives: "a column of line numbers",
      reach: (lines) => lines,
      find: (source, target, limit) => {
        const column = columnOf(target.old)
        if (column === undefined) return []
        return [false, true]
          .flatMap((withBlank) => {
            const oldText = strip(target.old, column, withBlank)
            if (oldText === undefined) return []
            const stripped = Target.make(source, { oldText, newText: "" })
            if (stripped.blank) return []
            const adaptation = taking(column, withBlank)
            return LineSearch.find(source, stripped.old, rule, limit).map((region) =>
              Candidate.make(region, { adaptation })
            )
          })
          .toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
          .slice(0, limit)
      }
    })
  )
}

const rule: LineSearch.Rule = { fold: false, lead: "nothing", trail: "nothing", edges: "whole" }

/** What stands between the number and the line. */
type Column = "|" | " |" | "\t" | "→" | ":"

const prefix = /^ *(\d+)( ?\||\t|→|:)/

const columnOf = (old: SourceText.SourceText): Column | undefined => {
  let column: Column | undefined
  let number: number | undefined
  for (const { content } of old.lines()) {
    const match = prefix.exec(content)
    if (match === null) return undefined
    if (column !== undefined && (match[2] !== column || Number(match[1]) !== number! + 1)) return undefined
    column = match[2] as Column
    number = Number(match[1])
  }
  return column === ":" && old.lineCount < 2 ? undefined : column
}

/** Takes the column off every line; `undefined` if a line has none, or has no blank where one belongs to it. */
const strip = (text: SourceText.SourceText, column: Column, withBlank: boolean): string | undefined => {
  let out = ""
  let hasBlank = false
  for (const { content, terminator } of text.lines()) {
    const match = prefix.exec(content)
    if (match === null || match[2] !== column) return undefined
    const rest = content.slice(match[0].length)
    // An empty line may have lost the blank at its end.
    if (withBlank && rest !== "" && !rest.startsWith(" ")) return undefined
    hasBlank ||= rest !== ""
    out += (withBlank ? rest.slice(1) : rest) + terminator
  }
  return withBlank && !hasBlank ? undefined : out
}

const taking = (column: Column, withBlank: boolean): Adaptation.Adaptation => ({
  describe: "line numbers taken off",
  apply: (text, carriageReturn) => {
    const lines = SourceText.fragment(text, carriageReturn)
    const numbered = lines.lines().filter(({ content }) => prefix.exec(content)?.[2] === column).length
    if (numbered === 0) return Result.succeed(text)
    const stripped = numbered === lines.lineCount ? strip(lines, column, withBlank) : undefined
    return stripped === undefined ? Result.fail(someNumbered) : Result.succeed(stripped)
  }
})

const someNumbered: RefusedReason = {
  _tag: "conflict",
  detail: "newText has line numbers in front of some of its lines only: leave them out of both texts"
}
