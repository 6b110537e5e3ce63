import { Arbitraries, MatcherTest } from "@kerf/testing"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { DoubleQuotes, order, program } from "../custom-matcher.ts"

// One line proves it. What it is made for is planted: `go()` becomes as long a text with quotes, of either kind.
MatcherTest.suite(DoubleQuotes, {
  plants: (copies) =>
    Arbitraries.planted("nothing", copies).map((edit) => ({
      ...edit,
      text: edit.text.replaceAll("go()", '"go"'),
      oldText: edit.oldText.replaceAll("go()", "'go'"),
      newText: edit.newText.replaceAll("go()", "'go'")
    }))
})

describe("a matcher of one's own", () => {
  it("stands before indentation", () => {
    const keys = order.map(({ key }) => key)
    expect(keys.indexOf("my-package/DoubleQuotes")).toBe(keys.indexOf("@kerf/matchers/Indentation") - 1)
  })

  it("edits a text", () => {
    expect(Effect.runSync(program)).toEqual({
      text: 'import a from "a"\nimport b from "./b"\n',
      by: ["double-quotes"]
    })
  })
})
