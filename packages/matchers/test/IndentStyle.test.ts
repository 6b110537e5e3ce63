import { IndentStyle } from "@kerf/matchers"
import { Equivalence, MatcherTest } from "@kerf/testing"

MatcherTest.suite(IndentStyle, {
  forgives: { terminators: true, finalTerminator: true, trailingBlanks: true, characters: true },
  equivalent: Equivalence.sameIndented
})
