import { IndentStyle } from "@kerf/matchers"
import { MatcherLaws, MatcherTest } from "@kerf/testing"

MatcherTest.suite(IndentStyle, {
  forgives: { terminators: true, finalTerminator: true, trailingBlanks: true, characters: true },
  equivalent: MatcherLaws.sameTrimmed
})
