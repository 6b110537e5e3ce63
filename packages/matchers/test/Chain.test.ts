// The chain of matchers of which each forgives what the one before it does, and more.
import { Exact, Indentation, LineEnding, Normalized, Trimmed } from "@kerf/matchers"
import { MatcherLaws } from "@kerf/testing"
import { describe, expect, it } from "vitest"
import { build } from "./candidates.ts"

const chain = [Exact, LineEnding, Normalized, Indentation, Trimmed].map(build)

describe("the chain", () => {
  for (const [i, tighter] of chain.entries()) {
    for (const looser of chain.slice(i + 1)) {
      it(`${looser.name}: ${MatcherLaws.monotone.name}: ${tighter.name}`, async () => {
        expect((await MatcherLaws.monotone.check([tighter, looser], { runs: 400 })).failure).toBeUndefined()
      })
    }
  }

  it("is caught where it is turned round", async () => {
    const [exact, ...looser] = chain
    for (const matcher of looser) {
      expect((await MatcherLaws.monotone.check([matcher, exact!], { runs: 400 })).failure).toMatch(/input: /)
    }
  })
})
