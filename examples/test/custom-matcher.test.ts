import { MatcherTest } from "@kerf/testing"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { IgnoreCase, lower, order, program } from "../custom-matcher.ts"

// One line proves it, with what "equal" means for it.
MatcherTest.suite(IgnoreCase, { equivalent: (adapted, region) => lower(adapted.text) === lower(region.text) })

describe("a matcher of one's own", () => {
  it("stands before indentation", () => {
    const keys = order.map(({ key }) => key)
    expect(keys.indexOf("my-package/IgnoreCase")).toBe(keys.indexOf("@kerf/matchers/Indentation") - 1)
  })

  it("edits a text", () => {
    expect(Effect.runSync(program)).toEqual({ text: "SELECT id FROM users\nWHERE id = 2\n", by: ["ignore-case"] })
  })
})
