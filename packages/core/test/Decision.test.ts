import { Plan } from "@kerf/core"
import { Effect, Result } from "effect"
import { describe, expect, it } from "vitest"
import { custom, declining, edited, explain, stub } from "./stubs.ts"

const file = "one\ntwo\nthree\nfour\n"
const edit = { oldText: "OLD", newText: "new" }

describe("the rule of the stack", () => {
  it("asks the next matcher where one finds nothing, and none after one that finds", () => {
    const { result, trace } = explain(file, [edit], [stub("a", []), stub("b", [[0, 3]]), stub("c", [[4, 7]])])
    expect(Result.isSuccess(result)).toBe(true)
    expect(trace).toEqual([
      {
        edit: 0,
        matcher: "a",
        loose: false,
        forgives: "what a forgives",
        outcome: "none",
        candidates: 0,
        places: []
      },
      {
        edit: 0,
        matcher: "b",
        loose: false,
        forgives: "what b forgives",
        outcome: "taken",
        candidates: 1,
        places: [{ line: 1, endLine: 1, byteOffset: 0 }]
      }
    ])
  })

  it("does not ask a looser matcher to break a tie", () => {
    expect(
      edited(
        file,
        [edit],
        [
          stub("a", [
            [0, 3],
            [4, 7]
          ]),
          stub("b", [[0, 3]], { loose: true })
        ]
      )
    ).toMatchObject({
      _tag: "Ambiguous",
      matcher: "a",
      loose: false,
      total: 2,
      atLeast: false,
      places: [
        { line: 1, endLine: 1, byteOffset: 0 },
        { line: 2, endLine: 2, byteOffset: 4 }
      ]
    })
  })

  it("counts refused places", () => {
    expect(
      edited(
        file,
        [edit],
        [
          stub("a", [
            [0, 3],
            [4, 7, "no"]
          ])
        ]
      )
    ).toMatchObject({ _tag: "Ambiguous", total: 2 })
  })

  it("lets line choose among places", () => {
    const two = stub("a", [
      [0, 3],
      [4, 7]
    ])
    expect(edited(file, [{ ...edit, line: 2 }], [two])).toBe("one\nnew\nthree\nfour\n")
    expect(edited(file, [{ ...edit, line: 3 }], [two])).toMatchObject({ _tag: "Ambiguous", total: 2 })
    expect(
      edited(
        file,
        [{ ...edit, line: 1 }],
        [
          stub("a", [
            [0, 1],
            [2, 3]
          ])
        ]
      )
    ).toMatchObject({ _tag: "Ambiguous" })
  })

  it("does not let a wrong line spoil a place that is the only one", () => {
    expect(edited(file, [{ ...edit, line: 4 }], [stub("a", [[0, 3]])])).toBe("new\ntwo\nthree\nfour\n")
  })

  it("asks on after a refused place, and takes a later one that covers it", () => {
    const refusing = stub("a", [[4, 7, "no"]])
    expect(edited(file, [edit], [refusing, stub("b", [[4, 8]])])).toBe("one\nnewthree\nfour\n")
    expect(edited(file, [edit], [refusing, stub("b", [[0, 3]])])).toMatchObject({
      _tag: "Ambiguous",
      matcher: "b",
      total: 2,
      places: [{ line: 1 }, { line: 2 }]
    })
  })

  it("lets line choose a later place, also where one that was refused begins at another line", () => {
    const matchers = [stub("a", [[4, 7, "no"]]), stub("b", [[0, 3]])]
    expect(edited(file, [{ ...edit, line: 1 }], matchers)).toBe("new\ntwo\nthree\nfour\n")
    expect(edited(file, [{ ...edit, line: 2 }], matchers)).toMatchObject({ _tag: "Ambiguous" })
  })

  it("counts a place once that several matchers have refused", () => {
    const refusing = (name: string) => stub(name, [[4, 7, "no"]])
    expect(edited(file, [edit], [refusing("a"), refusing("b"), stub("c", [[0, 3]])])).toMatchObject({
      total: 2,
      places: [{ line: 1 }, { line: 2 }]
    })
  })

  it("fails with the first reason where nothing later is usable", () => {
    expect(edited(file, [edit], [stub("a", [[4, 7, "first"]]), stub("b", [[4, 8, "second"]])])).toMatchObject({
      _tag: "Refused",
      edit: 0,
      edits: 1,
      wouldMatch: [],
      reason: custom("first")
    })
  })

  it("says at least where it stopped counting", () => {
    const many = Array.from({ length: 1_500 }, (_, i) => [i, i + 1] as const)
    expect(edited("a".repeat(1_500), [edit], [stub("a", many)])).toMatchObject({
      _tag: "Ambiguous",
      total: 1_000,
      atLeast: true
    })
    expect(edited("a".repeat(1_000), [edit], [stub("a", many.slice(0, 1_000))])).toMatchObject({
      total: 1_000,
      atLeast: false
    })
  })
})

describe("replaceAll", () => {
  const all = { ...edit, replaceAll: true }

  it("takes all places, left to right, not overlapping", () => {
    expect(
      edited(
        "aaaa\n",
        [all],
        [
          stub("a", [
            [0, 2],
            [1, 3],
            [2, 4]
          ])
        ]
      )
    ).toBe("newnew\n")
  })

  it("refuses a loose match, however many places it has", () => {
    expect(edited(file, [all], [stub("a", []), stub("b", [[4, 7]], { loose: true })])).toMatchObject({
      _tag: "Refused",
      reason: {
        _tag: "loose-replace-all",
        matcher: "b",
        forgives: "what b forgives",
        place: { line: 2, endLine: 2, byteOffset: 4 }
      }
    })
  })

  it("refuses where one of the places is refused", () => {
    expect(
      edited(
        file,
        [all],
        [
          stub("a", [
            [0, 3],
            [4, 7, "no"]
          ])
        ]
      )
    ).toMatchObject({ reason: custom("no") })
  })

  it("refuses more places than it counts", () => {
    const many = Array.from({ length: 100_001 }, (_, i) => [i, i + 1] as const)
    expect(edited("a".repeat(100_001), [all], [stub("a", many)])).toMatchObject({
      reason: { _tag: "too-many", limit: 100_000 }
    })
  })
})

describe("a matcher that declined", () => {
  const loose = stub("loose", [[4, 7]], { loose: true })

  it("keeps a place that only a loose one finds from being used", () => {
    const { result, trace } = explain(file, [edit], [declining("slow"), loose])
    expect(Result.isFailure(result) && result.failure).toMatchObject({
      _tag: "NoMatch",
      unused: { matcher: "loose", place: { line: 2, endLine: 2, byteOffset: 4 } }
    })
    expect(trace.map(({ detail, matcher, outcome }) => [matcher, outcome, detail])).toEqual([
      ["slow", "declined", "the worker is dead"],
      ["loose", "unused", undefined]
    ])
  })

  it("is named in what was tried", () => {
    expect(edited(file, [edit], [declining("slow"), stub("b", [])])).toMatchObject({
      _tag: "NoMatch",
      tried: [{ matcher: "slow", declined: "the worker is dead" }, { matcher: "b" }]
    })
  })

  it("does not matter where the caller opts in, or the match is not loose", () => {
    expect(edited(file, [edit], [declining("slow"), loose], { acceptAfterDecline: true })).toBe(
      "one\nnew\nthree\nfour\n"
    )
    expect(edited(file, [edit], [declining("slow"), stub("tight", [[4, 7]])])).toBe("one\nnew\nthree\nfour\n")
  })
})

describe("asking all", () => {
  const all = { exhaustive: true }
  const place = { line: 1, endLine: 1, byteOffset: 0, endByteOffset: 3, adapted: "" }

  it("asks those after the one that decided, and changes nothing by it", () => {
    const later = stub("c", [[4, 7, "no"]], { loose: true })
    const { result, trace } = explain(file, [edit], [stub("a", [[0, 3]]), stub("b", []), later], all)
    expect(Result.map(result, Plan.apply)).toEqual(Result.succeed("new\ntwo\nthree\nfour\n"))
    expect(trace.map(({ matcher, outcome, places }) => [matcher, outcome, places])).toEqual([
      ["a", "taken", [place]],
      ["b", "none", []],
      ["c", "late", [{ ...place, line: 2, endLine: 2, byteOffset: 4, endByteOffset: 7, refusal: custom("no") }]]
    ])
  })

  it("asks on after a tie, and after a refusal that is final", () => {
    const two = stub("a", [
      [0, 3],
      [4, 7]
    ])
    const outcomes = (...call: Parameters<typeof explain>) => explain(...call).trace.map(({ outcome }) => outcome)
    expect(outcomes(file, [edit], [two, stub("b", [[0, 3]])], all)).toEqual(["ambiguous", "late"])
    const loose = stub("a", [[0, 3]], { loose: true })
    expect(outcomes(file, [{ ...edit, replaceAll: true }], [loose, stub("b", [[0, 3]])], all)).toEqual([
      "refused",
      "late"
    ])
  })

  it("lets none break what has been decided", () => {
    const broken = {
      ...stub("b", []),
      find: () => Effect.die(new Error("off the rails"))
    }
    const { result, trace } = explain(file, [edit], [stub("a", [[0, 3]]), broken], all)
    expect(Result.isSuccess(result)).toBe(true)
    expect(trace[1]).toMatchObject({ outcome: "declined", detail: "it broke: off the rails" })
    expect(() => explain(file, [edit], [broken, stub("a", [[0, 3]])], all)).toThrow("off the rails")
    const thrower = {
      ...stub("b", []),
      find: () => {
        throw new Error("off the rails")
      }
    }
    expect(explain(file, [edit], [stub("a", [[0, 3]]), thrower], all).trace[1]).toMatchObject({
      outcome: "declined",
      detail: "it broke: off the rails"
    })
  })
})

describe("a loose place much longer than oldText", () => {
  const long = `${"x".repeat(80)}\ny\n`

  it("is refused where its lines are not oldText's one to one", () => {
    expect(edited(long, [edit], [stub("a", [[0, 82]], { loose: true })])).toMatchObject({
      reason: { _tag: "too-long", matcher: "a", length: 82, limit: 70 }
    })
  })

  it("is taken where they are", () => {
    expect(edited(long, [edit], [stub("a", [[0, 80]], { loose: true })])).not.toMatchObject({
      reason: { _tag: "too-long" }
    })
  })
})

describe("a matcher that breaks its contract", () => {
  for (const [wrong, places, message] of [
    ["an empty place", [[1, 1]], "the span [1, 1) is empty"],
    ["a place outside of the text", [[0, 99]], "the span [0, 99) is outside the text"],
    [
      "places out of order",
      [
        [4, 7],
        [0, 3]
      ],
      "the span [0, 3) is out of order"
    ],
    [
      "a place twice",
      [
        [0, 3],
        [0, 3]
      ],
      "the span [0, 3) is out of order, or given twice"
    ]
  ] as const) {
    it(`dies with its name: ${wrong}`, () => {
      expect(() => edited(file, [edit], [stub("mine", places)])).toThrow(`Matcher mine broke its contract: ${message}`)
    })
  }

  it("dies with its name: a place inside a CRLF", () => {
    expect(() => edited("a\r\nb", [edit], [stub("mine", [[0, 2]])])).toThrow(
      "Matcher mine broke its contract: the span [0, 2) is outside the text, or inside a CRLF or a surrogate pair"
    )
  })
})
