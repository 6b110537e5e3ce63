import { Trimmed } from "@kerf/matchers"
import { Equivalence, MatcherTest } from "@kerf/testing"

MatcherTest.suite(Trimmed, {
  forgives: { terminators: true, finalTerminator: true, trailingBlanks: true, indentation: true, characters: true },
  equivalent: Equivalence.sameTrimmed
})
