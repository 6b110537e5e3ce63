// A stack of one's own: the order is what is named, the implementations are layers.
import { MatcherStack, Plan, SourceText } from "@kerf/core"
import { Exact, Indentation } from "@kerf/matchers"
import { Effect, Layer } from "effect"

const stack = MatcherStack.layer(Exact, Indentation).pipe(Layer.provide([Exact.layer, Indentation.layer]))

const file = SourceText.make("function area(r) {\n\tconst pi = 3\n\treturn pi * r * r\n}\n")

export const program = Plan.make(file, [
  { oldText: "const pi = 3\nreturn pi * r * r", newText: "return Math.PI * r * r" },
  { oldText: "area", newText: "areaOfCircle" }
]).pipe(Effect.map(Plan.apply), Effect.provide(stack))

if (import.meta.main) console.log(Effect.runSync(program))
