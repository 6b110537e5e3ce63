import { Escape } from "@kerf/matchers"
import { Equivalence, MatcherTest } from "@kerf/testing"

const escaped = (text: string): string | undefined => {
  const body = JSON.stringify(text).slice(1, -1)
  return body === text ? undefined : body
}

MatcherTest.suite(Escape, {
  form: escaped,
  forgives: { terminators: true, finalTerminator: true },
  equivalent: Equivalence.sameLines
})
