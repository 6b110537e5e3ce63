import { Matcher } from "@kerf/core"
import { Explanation } from "@kerf/node"
import { Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { explain, scenes } from "./Explaining.ts"

describe("pairs", () => {
  it("have an outcome each, whatever came of the others", () => {
    expect(
      scenes.several().pairs.map(({ edit, matcher, outcome, places }) => [edit, outcome, matcher, places])
    ).toEqual([
      [0, "placed", "exact", 1],
      [1, "none", undefined, 0],
      [2, "ambiguous", "exact", 3]
    ])
    const outcomes = Object.entries(scenes)
      .filter(([name]) => name !== "several")
      .map(([name, scene]) => [name, scene().pairs[0]?.outcome])
    expect(Object.fromEntries(outcomes)).toEqual({
      spliced: "placed",
      merged: "placed",
      notFound: "none",
      nothingAlike: "none",
      ambiguous: "ambiguous",
      refusedFrame: "refused",
      refusedPlace: "refused",
      notAsked: "not-asked",
      alreadyApplied: "already-applied",
      decoded: "placed",
      assumed: "placed",
      lineEndings: "placed",
      replaceAll: "placed",
      removed: "placed",
      many: "placed",
      oneLongLine: "placed",
      oneLongLineMissed: "none",
      hostile: "none"
    })
  })

  it("tell what the graft made of newText", () => {
    expect(scenes.spliced().pairs[0]?.graft).toEqual({
      spliced: true,
      adapted: "",
      lines: 1,
      keepsAll: 0,
      keepsSome: 0
    })
    expect(scenes.merged().pairs[0]?.graft).toEqual({
      spliced: false,
      frame: "model",
      adapted: "added 4 spaces",
      lines: 7,
      keepsAll: 5,
      keepsSome: 1
    })
    expect(explain("\ta\n\tb\n", [{ oldText: "a\nb\n", newText: "\ta\n\tc\n" }]).pairs[0]?.graft).toMatchObject({
      frame: "file",
      adapted: ""
    })
    expect(scenes.refusedFrame().pairs[0]).toMatchObject({ matcher: "indentation", reason: { _tag: "frame" } })
  })

  it("of which only the first are drawn", () => {
    const edits = Array.from({ length: 100 }, (_, i) => ({ oldText: `<${i}>`, newText: `[${i}]` }))
    const { pairs } = explain(edits.map(({ oldText }) => `${oldText}\n`).join(""), edits)
    expect(pairs.filter(({ pictures }) => pictures.length > 0)).toHaveLength(20)
  })
})

describe("an explanation", () => {
  it("is encoded and decoded by its schema, and bounded", () => {
    const codec = Schema.fromJsonString(Explanation.Explanation)
    for (const scene of Object.values(scenes)) {
      const explanation = scene()
      const json = Schema.encodeSync(codec)(explanation)
      expect(json.length).toBeLessThan(100_000)
      expect(Schema.decodeUnknownSync(codec)(json)).toEqual(explanation)
    }
  })

  it("says as text what each matcher saw, and what became of newText", () => {
    expect(Explanation.toText(scenes.refusedFrame()))
      .toBe(`/src/a.txt (stack: exact, line-ending, normalized, indentation, indent-style, escape)
pair 1
  exact         found nothing; forgives nothing
  line-ending   found nothing; forgives the form of line endings
  normalized    found nothing; forgives the form of characters, and blanks at the ends of lines
  indentation   took lines 1-2; forgives a constant change of indentation
                lines 1-2 (byte 0): added 1 tab
  indent-style  would have found lines 1-2, but a matcher before it has decided; forgives tabs for spaces in the indentation, or the reverse
                lines 1-2 (byte 0): must not be used: ${refusalOf("indent-style")}
  escape        found nothing; forgives JSON escapes left in oldText
  graft         ${Explanation.graftSentence(scenes.refusedFrame().pairs[0]!)}
${scenes.refusedFrame().failure?.message}
`)
    expect(Explanation.toText(scenes.merged())).toContain(
      "\n  graft         newText is indented as oldText is: added 4 spaces; 5 of its 7 lines keep the file's bytes; " +
        "1 of its 7 lines keeps some of the file's characters\n"
    )
  })

  it("tells who declined, and at most five places of a matcher", () => {
    const declining: Matcher.Matcher = {
      ...Matcher.make({ name: "slow", loose: false, forgives: "much", reach: () => 1, find: () => [] }),
      find: () => Effect.fail(new Matcher.Declined({ reason: "the worker is dead" }))
    }
    const text = Explanation.toText(explain("a\n", [{ oldText: "a", newText: "b" }], { matchers: [declining] }))
    expect(text).toContain("\n  slow   could not answer: the worker is dead; forgives much\n")
    expect(Explanation.toText(scenes.replaceAll())).toContain(
      "exact         took 30 places (line 1; line 2; line 3; line 4; line 5; …); forgives nothing\n"
    )
  })
})

const refusalOf = (matcher: string): string => {
  const attempt = scenes.refusedFrame().attempts.find((it) => it.matcher === matcher)!
  return Explanation.placeSentences(attempt)[0]!.replace(/^.*?must not be used: /, "")
}
