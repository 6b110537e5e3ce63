// replaceAll, line and several pairs, with every matcher alone and beside an exact pair.
import type { Matcher } from "@kerf/core"
import { type EditFailure, MatcherStack, Plan, SourceText } from "@kerf/core"
import {
  BlockAnchor,
  Escape,
  Exact,
  Indentation,
  IndentStyle,
  LineEnding,
  LineNumber,
  Normalized,
  Trimmed
} from "@kerf/matchers"
import type { MatcherTest } from "@kerf/testing"
import { Effect, Result } from "effect"
import { describe, expect, it } from "vitest"
import { build } from "./candidates.ts"

/** A text that stands twice in a file, by its parts, and what it becomes. `block` is what this matcher alone finds. */
interface Example {
  readonly service: MatcherTest.MatcherService
  readonly block: string
  readonly oldText: string
  readonly newText: string
  readonly fresh: string
}

const examples: ReadonlyArray<Example> = [
  { service: Exact, block: "go(1)\n", oldText: "go(1)\n", newText: "go(2)\n", fresh: "go(2)\n" },
  { service: LineEnding, block: "go(1)\r\n", oldText: "go(1)\n", newText: "go(2)\n", fresh: "go(2)\r\n" },
  { service: Normalized, block: "go(“a”)\n", oldText: 'go("a")\n', newText: 'go("b")\n', fresh: "go(“b”)\n" },
  {
    service: Indentation,
    block: "\tif q {\n\t\tgo(1)\n",
    oldText: "if q {\n\tgo(1)\n",
    newText: "if q {\n\tgo(2)\n",
    fresh: "\tif q {\n\t\tgo(2)\n"
  },
  {
    service: IndentStyle,
    block: "if q {\n\tgo(1)\n",
    oldText: "if q {\n    go(1)\n",
    newText: "if q {\n    go(2)\n",
    fresh: "if q {\n\tgo(2)\n"
  },
  { service: Escape, block: "a\tgo(1)\n", oldText: "a\\tgo(1)", newText: "a\\tgo(2)", fresh: "a\tgo(2)\n" },
  {
    service: Trimmed,
    block: "\tif q {\n\t\tgo(1)\n\t\tend\n",
    oldText: "if q {\ngo(1)\nend\n",
    newText: "if q {\ngo(2)\nend\n",
    fresh: "\tif q {\n\t\tgo(2)\n\t\tend\n"
  },
  {
    service: LineNumber,
    block: "if q {\ngo(1)\n",
    oldText: "7|if q {\n8|go(1)\n",
    newText: "7|if q {\n8|go(2)\n",
    fresh: "if q {\ngo(2)\n"
  },
  {
    service: BlockAnchor,
    block: "if q {\n\tlog()\n\ta()\n\tgo(1)\n}\n",
    oldText: "if q {\n\ta()\n\tgo(1)\n}\n",
    newText: "if q {\n\ta()\n\tgo(2)\n}\n",
    fresh: "if q {\n\tlog()\n\ta()\n\tgo(2)\n}\n"
  }
]

const exact = build(Exact)

/** The file afterwards, or the failure in a few words. */
const edited = (
  matchers: ReadonlyArray<Matcher.Matcher>,
  text: string,
  ...edits: ReadonlyArray<Plan.Fields>
): string | readonly [tag: string, detail: unknown] =>
  Result.match(
    Effect.runSync(
      Plan.make(SourceText.make(text), edits).pipe(Effect.provideService(MatcherStack, { matchers }), Effect.result)
    ),
    { onSuccess: Plan.apply, onFailure: describeFailure }
  )

const describeFailure = (failure: EditFailure.EditFailure): readonly [tag: string, detail: unknown] => {
  switch (failure._tag) {
    case "Ambiguous":
      return [failure._tag, failure.places.map(({ line }) => line)]
    case "Refused":
      return [failure._tag, failure.reason._tag === "overlap" ? failure.reason.edits : failure.reason._tag]
    case "NoMatch":
      return [failure._tag, failure.edit]
    default:
      return [failure._tag, undefined]
  }
}

for (const { block, fresh, newText, oldText, service } of examples) {
  const matcher = build(service)
  const terminator = block.endsWith("\r\n") ? "\r\n" : "\n"
  const [head, between, tail] = ["head", "between", "tail"].map((word) => word + terminator) as [string, string, string]
  const twice = head + block + between + block + tail
  const once = head + block + tail
  const second = 3 + SourceText.make(block).lineCount

  describe(`${matcher.name}`, () => {
    it("finds one place, and edits it", () => {
      expect(edited([matcher], once, { oldText, newText })).toBe(head + fresh + tail)
    })

    it("is ambiguous about two", () => {
      expect(edited([matcher], twice, { oldText, newText })).toEqual(["Ambiguous", [2, second]])
    })

    it(`${matcher.loose ? "is refused under replaceAll, for two places and for one" : "replaces both under replaceAll"}`, () => {
      const all = { oldText, newText, replaceAll: true }
      expect(edited([matcher], twice, all)).toEqual(
        matcher.loose ? ["Refused", "loose-replace-all"] : head + fresh + between + fresh + tail
      )
      expect(edited([matcher], once, all)).toEqual(
        matcher.loose ? ["Refused", "loose-replace-all"] : head + fresh + tail
      )
    })

    it("takes the place at the line that is named", () => {
      expect(edited([matcher], twice, { oldText, newText, line: 2 })).toBe(head + fresh + between + block + tail)
      expect(edited([matcher], twice, { oldText, newText, line: second })).toBe(head + block + between + fresh + tail)
    })

    it("moves to no line at which no place begins, and is not spoilt by one where there is one place", () => {
      expect(edited([matcher], twice, { oldText, newText, line: 3 })).toEqual(["Ambiguous", [2, second]])
      expect(edited([matcher], once, { oldText, newText, line: 1 })).toBe(head + fresh + tail)
    })

    it("takes two pairs, one for each place, in any order", () => {
      const pairs = [
        { oldText, newText, line: second },
        { oldText: "between", newText: "BETWEEN" },
        { oldText, newText, line: 2 }
      ]
      const wanted = head + fresh + between.toUpperCase() + fresh + tail
      expect(edited([exact, matcher], twice, ...pairs)).toBe(wanted)
      expect(edited([exact, matcher], twice, ...pairs.toReversed())).toBe(wanted)
    })

    it("touches another pair, and must not share a character with one", () => {
      const touching = { oldText: tail, newText: `TAIL${terminator}` }
      expect(edited([exact, matcher], once, { oldText, newText }, touching)).toBe(head + fresh + tail.toUpperCase())
      const sharing = { oldText: `go(${block.includes("“") ? "“a”" : "1"})`, newText: "x" }
      expect(edited([exact, matcher], once, { oldText, newText }, sharing)).toEqual(["Refused", [0, 1]])
    })

    it("makes none where another pair fails, and names that", () => {
      expect(edited([exact, matcher], once, { oldText, newText }, { oldText: "absent", newText: "x" })).toEqual([
        "NoMatch",
        1
      ])
    })
  })
}

describe("presets", () => {
  it("hold every matcher that is tried here", () => {
    expect(examples.map(({ service }) => build(service).name)).toEqual([
      "exact",
      "line-ending",
      "normalized",
      "indentation",
      "indent-style",
      "escape",
      "trimmed",
      "line-number",
      "block-anchor"
    ])
  })
})
