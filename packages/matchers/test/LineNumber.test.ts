import { LineNumber } from "@kerf/matchers"
import { Arbitraries, MatcherTest } from "@kerf/testing"

MatcherTest.suite(LineNumber, {
  findsWholeLines: false,
  plants: (copies) =>
    Arbitraries.rewritten(Arbitraries.planted("nothing", copies), (text) =>
      // A carriage return that is data would take a number of its own here.
      text.includes("p\rq") ? undefined : text.replace(/[^\r\n]*(\r\n|\n|\r)|[^\r\n]+/g, numbered())
    )
})

const numbered = (): ((line: string) => string) => {
  let number = 6
  return (line) => `${++number}| ${line}`
}
