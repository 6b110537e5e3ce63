import { Candidate, Matcher, Message, RefusedReason } from "@kerf/core"
import { Explanation, Printable } from "@kerf/node"
import { Effect, Result, Schema } from "effect"
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
    // One newText proves one pair done, also where another pair has failed.
    expect(scenes.severalMade().pairs.map(({ outcome, place }) => [outcome, place?.line])).toEqual([
      ["none", undefined],
      ["already-applied", 1],
      ["none", undefined]
    ])
    // What the plan does not take for done is not told as done.
    const edit = { oldText: "let a = 1", newText: "let longer_name = 2" }
    expect(explain("let longer_name = 2\n", [edit], { recover: false }).pairs[0]?.outcome).toBe("none")
    const outcomes = Object.entries(scenes)
      .filter(([name]) => !name.startsWith("several"))
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
      made: "already-applied",
      lineHint: "placed",
      rivals: "ambiguous",
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

  it("count the places that they replace, and draw the first five", () => {
    const counts = (explanation: Explanation.Explanation) =>
      explanation.pairs.map(({ pictures, place, places }) => [places, place?.line, pictures.length])
    expect(counts(scenes.replaceAll())).toEqual([[30, 1, 5]])
    expect(counts(scenes.lineHint())).toEqual([[1, 7, 1]])
    expect(counts(explain("aaaaa\n", [{ oldText: "aa", newText: "b", replaceAll: true }]))).toEqual([[2, 1, 2]])
    const failing = { oldText: "zebra", newText: "b" }
    const several = [{ oldText: "aa", newText: "b", replaceAll: true }, failing]
    expect(counts(explain("aaaaa\n", several))[0]).toEqual([2, 1, 2])
    expect(counts(explain("aaaaa\n".repeat(9), several))[0]).toEqual([36, 1, 5])
    expect(scenes.rivals().pairs[0]).toMatchObject({
      places: 2,
      pictures: [{ place: { line: 1 } }, { place: { line: 5 } }]
    })
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
                lines 1-2 (byte 0): must not be used: ${refusalOf(scenes.refusedFrame(), "indent-style")}
  escape        found nothing; forgives JSON escapes left in oldText
  graft         refused it (frame): ${Message.reason(scenes.refusedFrame().pairs[0]!.reason!)}
${scenes.refusedFrame().failure?.message}
`)
    const refused = Explanation.toText(scenes.refusedPlace())
    expect(refused).toContain(`
  indentation   found lines 1-2, which must not be used (inconsistent-shift); forgives a constant change of indentation
                lines 1-2 (byte 0): ${refusalOf(scenes.refusedPlace(), "indentation")}
`)
    // The graft was not asked.
    expect(refused).not.toContain("  graft ")
    expect(Explanation.toText(scenes.merged())).toContain(
      "\n  graft         newText is indented as oldText is: added 4 spaces; 5 of its 7 lines keep the file's bytes; " +
        "1 of its 7 lines keeps some of the file's characters\n"
    )
  })

  it("keeps what a path or a matcher says in its line", () => {
    const forged = "\n\u001b[2J\u2028would replace 9 places\n"
    const hostile: Matcher.Matcher = Matcher.make({
      name: `a${forged}`,
      loose: true,
      forgives: `b${forged}`,
      reach: () => Infinity,
      find: (source) => [
        Candidate.make(source.lineSpan(1), {
          adaptation: { describe: `f${forged}`, apply: Result.succeed },
          evidence: { [forged]: "\ud83d".padEnd(200, "\u009b") },
          refusal: RefusedReason.custom({ matcher: "a", code: forged, message: `c${forged}` })
        })
      ]
    })
    const declining: Matcher.Matcher = {
      ...Matcher.make({ name: "exact", loose: false, forgives: "", reach: () => 1, find: () => [] }),
      find: () => Effect.fail(new Matcher.Declined({ reason: `d${forged.repeat(10_000)}` }))
    }
    const text = Printable.text(
      Explanation.toText(
        explain("a\n", [{ oldText: "a", newText: "b" }], { path: `e${forged}`, matchers: [hostile, declining] })
      )
    )
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028]/)
    expect(text.isWellFormed()).toBe(true)
    expect(text).not.toMatch(/^would replace/m)
    expect(text.split("\n").find((line) => line.includes("could not answer"))!.length).toBeLessThan(3_000)
    expect(text.trimEnd().split("\n")).toHaveLength(7)
  })

  it("tells who declined, and at most five places of a matcher", () => {
    const declining: Matcher.Matcher = {
      ...Matcher.make({ name: "slow", loose: false, forgives: "much", reach: () => 1, find: () => [] }),
      find: () => Effect.fail(new Matcher.Declined({ reason: "the worker is dead" }))
    }
    const text = Explanation.toText(explain("a\n", [{ oldText: "a", newText: "b" }], { matchers: [declining] }))
    expect(text).toContain("\n  slow   could not answer: the worker is dead; forgives much\n")
    expect(Explanation.toText(scenes.replaceAll())).toContain(
      "exact         took 30 places (line 1; line 2; line 3; line 4; line 5; and 25 more); forgives nothing\n"
    )
    expect(Explanation.toText(scenes.lineHint())).toContain("line 5; and 25 more), and took line 7; forgives nothing\n")
    expect(Explanation.toText(explain("aaa\n", [{ oldText: "aa", newText: "b", replaceAll: true }]))).toContain(
      "exact         found 2 places (line 1; line 1), and took line 1; forgives nothing\n"
    )
    expect(Explanation.toText(scenes.rivals())).toContain(
      "  exactly   found line 5, which is another place than the one that must not be used; forgives nothing\n"
    )
  })
})

/** Why a matcher's only place must not be used, without what the line says before it. */
const refusalOf = ({ attempts }: Explanation.Explanation, matcher: string): string => {
  const refusal = attempts.find((it) => it.matcher === matcher)?.places[0]?.refusal
  const said = `${matcher} found the text at lines 1-2 (byte 0), but `
  expect(Message.reason(refusal!)).toContain(said)
  return Message.reason(refusal!).replace(said, "")
}
