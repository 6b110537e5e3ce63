import { Escape } from "@kerf/matchers"
import { Arbitraries, MatcherTest } from "@kerf/testing"

MatcherTest.suite(Escape, {
  findsWholeLines: false,
  plants: (copies) =>
    Arbitraries.rewritten(Arbitraries.planted("nothing", copies), (text) => {
      const escaped = JSON.stringify(text).slice(1, -1)
      return escaped === text ? undefined : escaped
    })
})
