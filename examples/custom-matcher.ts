// A matcher of one's own, put before `Indentation` in the standard order: it forgives the case of ASCII letters.
import { Candidate, Matcher, MatcherStack, Order, Plan, SourceText, Span, TextSearch } from "@kerf/core"
import { Indentation, Presets } from "@kerf/matchers"
import { Context, Effect, Layer } from "effect"

export class IgnoreCase extends Context.Service<IgnoreCase, Matcher.Matcher>()("my-package/IgnoreCase") {
  static readonly layer = Layer.succeed(
    IgnoreCase,
    Matcher.make({
      name: "ignore-case",
      loose: true,
      forgives: "the case of ASCII letters",
      reach: (lines) => lines,
      find: (source, target, limit) => {
        // A loose matcher finds nothing for blank text, and no place may cut a CRLF or a surrogate pair.
        if (target.blank) return []
        const found: Array<Candidate.Candidate> = []
        TextSearch.each(lower(source.text), TextSearch.needle(lower(target.oldText)), 0, (start) => {
          const span = Span.make(start, start + target.oldText.length)
          if (source.isBoundary(span.start) && source.isBoundary(span.end)) found.push(Candidate.make(span))
          return found.length < limit ? start + 1 : undefined
        })
        return found
      }
    })
  )
}

/** Only ASCII: a text in which a letter becomes two would have other offsets. */
export const lower = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

export const order = Order.before(Presets.standard.order, Indentation, IgnoreCase)

const stack = MatcherStack.layer(...order).pipe(Layer.provide([Presets.standard.matchers, IgnoreCase.layer]))

// What the edit does not change keeps the file's letters.
const file = SourceText.make("SELECT id FROM users\nWHERE id = 1\n")

export const program = Plan.make(file, [{ oldText: "where id = 1", newText: "where id = 2" }]).pipe(
  Effect.map((plan) => ({ text: Plan.apply(plan), by: plan.changes.map(({ matcher }) => matcher) })),
  Effect.provide(stack)
)

if (import.meta.main) console.log(Effect.runSync(program))
