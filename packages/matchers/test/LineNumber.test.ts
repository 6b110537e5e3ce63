import { LineNumber } from "@kerf/matchers"
import { Equivalence, MatcherTest } from "@kerf/testing"

const numbered = (text: string): string | undefined => {
  let number = 6
  // A carriage return that is data would take a number of its own here.
  return text.includes("p\rq")
    ? undefined
    : text.replace(/[^\r\n]*(\r\n|\n|\r)|[^\r\n]+/g, (line) => `${++number}| ${line}`)
}

MatcherTest.suite(LineNumber, {
  form: numbered,
  forgives: { terminators: true, finalTerminator: true },
  equivalent: Equivalence.sameLines
})
