// A matcher of one's own, put before `Indentation` in the standard order: the model wrote single quotes, the file has
// double ones. What it does to oldText it does to newText too, so the edit comes out in the file's style.
import { Adaptation, Candidate, Matcher, MatcherStack, Order, Plan, SourceText, Span, TextSearch } from "@kerf/core"
import { Indentation, Presets } from "@kerf/matchers"
import { Context, Effect, Layer } from "effect"

const adaptation = Adaptation.make("single quotes became double", (text) => text.replaceAll("'", '"'))

export class DoubleQuotes extends Context.Service<DoubleQuotes, Matcher.Matcher>()("my-package/DoubleQuotes") {
  static readonly layer = Layer.succeed(
    DoubleQuotes,
    Matcher.make({
      name: "double-quotes",
      loose: true,
      forgives: "single quotes where the file has double ones",
      reach: (lines) => lines,
      find: (source, target, limit) => {
        // A loose matcher finds nothing for blank text, and no place may cut a CRLF or a surrogate pair.
        if (target.blank) return []
        const wanted = target.oldText.replaceAll("'", '"')
        const found: Array<Candidate.Candidate> = []
        TextSearch.each(source.text, TextSearch.needle(wanted), 0, (start) => {
          const span = Span.make(start, start + wanted.length)
          if (source.isBoundary(span.start) && source.isBoundary(span.end)) {
            found.push(Candidate.make(span, { adaptation }))
          }
          return found.length < limit ? start + 1 : undefined
        })
        return found
      }
    })
  )
}

export const order = Order.before(Presets.standard.order, Indentation, DoubleQuotes)

const stack = MatcherStack.layer(...order).pipe(Layer.provide([Presets.standard.matchers, DoubleQuotes.layer]))

const file = SourceText.make('import a from "a"\nimport b from "b"\n')

export const program = Plan.make(file, [{ oldText: "from 'b'", newText: "from './b'" }]).pipe(
  Effect.map((plan) => ({ text: Plan.apply(plan), by: plan.changes.map(({ matcher }) => matcher) })),
  Effect.provide(stack)
)

if (import.meta.main) console.log(Effect.runSync(program))
