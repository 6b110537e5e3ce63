import { describe, expect, it } from "@effect/vitest"
import { Edit, Matcher, MatcherStack, type Recording } from "@kerf/core"
import { Presets } from "@kerf/matchers"
import { Verdict } from "@kerf/node"
import { Context, Effect, Layer } from "effect"

type Fields = Partial<Omit<Recording.Recording, "edits">> & {
  readonly edits?: ReadonlyArray<Parameters<typeof Edit.make>[0]> | undefined
}

const text = "a\n\tb\n\tc\na\n"

const judge = (fields: Fields, stack: Layer.Layer<MatcherStack> = Presets.standard.layer) => {
  const { edits = [{ oldText: "c", newText: "d" }], ...rest } = fields
  const given = { id: "x", stack: "standard", file: text, edits: edits.map(Edit.make), ...rest }
  return Effect.runSync(Effect.provide(Verdict.make(given as unknown as Recording.Recording), stack))
}

const expected = (expect: Recording.Outcome, fields: Fields = {}) => judge({ ...fields, expect } as Fields)

const found = "a\n\tb\n\td\na\n"
const applied = { outcome: "applied", result: found, matcher: "exact" } as const
const twice = { edits: [{ oldText: "a", newText: "A" }] }
const nowhere = { edits: [{ oldText: "zzz", newText: "A" }] }
const indented = { edits: [{ oldText: "b\nc", newText: "b\nd" }] }
const done = { edits: [{ oldText: "the other line", newText: "\tb\n\tc" }], file: "let total = 2\n" }
const collide = {
  edits: [
    { oldText: "b\n\tc", newText: "x" },
    { oldText: "\tb", newText: "y" }
  ]
}

describe("beside what is expected", () => {
  const cases: Readonly<Record<string, readonly [verdict: string, Recording.Outcome, Fields?]>> = {
    "the result": ["as-expected", applied],
    "the result, whatever the matcher": ["as-expected", { outcome: "applied", result: found }],
    "another result": ["wrong", { ...applied, result: "a\n" }],
    "a result without its last terminator": ["wrong", { ...applied, result: found.slice(0, -1) }],
    "another matcher": ["unexpected", { ...applied, matcher: "indentation" }],
    "a looser matcher": ["unexpected", applied, indented],
    "a write where nothing is to be found": ["wrong", { outcome: "no-match" }],
    "a write where it is ambiguous": ["wrong", { outcome: "ambiguous" }],
    "a write where it is to be refused": ["wrong", { outcome: "refused", reason: "frame" }],
    "a write where it is there already": ["wrong", { outcome: "already-applied" }],
    "nothing found": ["as-expected", { outcome: "no-match", edit: 0 }, nowhere],
    "nothing found instead of a write": ["unexpected", applied, nowhere],
    "nothing found, but another pair": ["unexpected", { outcome: "no-match", edit: 1 }, nowhere],
    "two places": ["as-expected", { outcome: "ambiguous", lines: [1, 4] }, twice],
    "two places, but others": ["unexpected", { outcome: "ambiguous", lines: [1, 3] }, twice],
    "two places, but more": ["unexpected", { outcome: "ambiguous", lines: [1, 4, 9] }, twice],
    "two places, but fewer": ["unexpected", { outcome: "ambiguous", lines: [1] }, twice],
    "more places than are listed": [
      "as-expected",
      { outcome: "ambiguous", lines: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] },
      { ...twice, file: "a\n".repeat(11) }
    ],
    "its reason": [
      "as-expected",
      { outcome: "refused", reason: "no-change" },
      { edits: [{ oldText: "a", newText: "a" }] }
    ],
    "another reason": [
      "unexpected",
      { outcome: "refused", reason: "nul" },
      { edits: [{ oldText: "a", newText: "a" }] }
    ],
    "two pairs that collide": ["as-expected", { outcome: "refused", reason: "overlap", edit: [1, 0] }, collide],
    "two pairs that collide, by the later one": ["as-expected", { outcome: "refused", edit: 1 }, collide],
    "two pairs that collide, by the earlier one": ["unexpected", { outcome: "refused", edit: 0 }, collide],
    "made already": [
      "as-expected",
      { outcome: "already-applied" },
      { ...done, edits: [{ oldText: "let total = 1", newText: "let total = 2" }] }
    ],
    "made already instead of a write": [
      "unexpected",
      { outcome: "applied", result: "let total = 2\n" },
      { ...done, edits: [{ oldText: "let total = 1", newText: "let total = 2" }] }
    ]
  }
  it.each(Object.keys(cases))("%s", (name) => {
    const [verdict, outcome, fields] = cases[name]!
    expect(expected(outcome, fields)).toMatchObject({ verdict })
  })

  it("tells what differs, with both values and what a model would have read", () => {
    expect(expected({ outcome: "no-match" })).toEqual({
      verdict: "wrong",
      id: "x",
      stack: "standard",
      actual: { outcome: "applied", matcher: "exact" },
      matchers: ["exact"],
      differences: [
        { field: "outcome", expected: "no-match", actual: "applied" },
        { field: "result", actual: found }
      ]
    })
    expect(expected(applied, nowhere)).toEqual({
      verdict: "unexpected",
      id: "x",
      stack: "standard",
      actual: { outcome: "no-match", edit: 0 },
      matchers: [],
      differences: [{ field: "outcome", expected: "applied", actual: "no-match" }],
      message: expect.stringMatching(/^\[edit:no-match\] /)
    })
  })

  it("names each matcher once, in the order of the pairs", () => {
    const edits = [
      { oldText: "b\nc", newText: "b\nd" },
      { oldText: "a", newText: "A", replaceAll: true }
    ]
    expect(expected({ outcome: "applied", result: "A\n\tb\n\td\nA\n" }, { edits })).toMatchObject({
      verdict: "as-expected",
      actual: { matcher: "indentation" },
      matchers: ["indentation", "exact"]
    })
  })
})

describe("beside what was recorded", () => {
  const recorded = (outcome: Recording.Outcome, fields: Fields = {}) => judge({ ...fields, recorded: outcome }).verdict

  it("is never right: it is the same, or it differs", () => {
    expect(recorded(applied)).toBe("as-recorded")
    expect(recorded({ outcome: "applied" })).toBe("as-recorded")
    expect(recorded({ ...applied, result: "a\n" })).toBe("differs")
    expect(recorded({ outcome: "no-match" })).toBe("differs")
    expect(recorded({ outcome: "applied", matcher: "trimmed" })).toBe("differs")
    expect(recorded(applied, nowhere)).toBe("differs")
  })
})

describe("not replayable", () => {
  it.each([
    ["without its file", { file: undefined }],
    ["without its edits", { edits: undefined }]
  ] as const)("is a case %s, whatever is expected", (_, hole) => {
    for (const outcome of [{ expect: applied }, { recorded: applied }, { expect: { outcome: "no-match" } }] as const) {
      const given = { id: "x", stack: "standard", file: text, edits: [Edit.make({ oldText: "c", newText: "d" })] }
      const holed = { ...given, ...hole, ...outcome } as unknown as Recording.Recording
      expect(Effect.runSync(Effect.provide(Verdict.make(holed), Presets.standard.layer))).toMatchObject({
        verdict: "not-replayable",
        because: expect.stringMatching(/^it holds no (file|edits)$/),
        differences: []
      })
    }
  })

  it("is a case that was stale: text alone does not say so", () => {
    expect(expected({ outcome: "stale" })).toMatchObject({ verdict: "not-replayable", because: /text alone/ })
    expect(judge({ recorded: { outcome: "stale" } }).verdict).toBe("not-replayable")
  })

  it("is not an empty file", () => {
    expect(expected({ outcome: "no-match" }, { file: "" }).verdict).toBe("as-expected")
    expect(expected({ outcome: "no-match" }, { file: undefined, fileBase64: "" } as unknown as Fields).verdict).toBe(
      "as-expected"
    )
  })
})

describe("the file", () => {
  const base64 = (bytes: Uint8Array) =>
    ({ file: undefined, fileBase64: Buffer.from(bytes).toString("base64") }) as unknown as Fields

  it("is refused where its bytes are no text, as the editor refuses it", () => {
    for (const bytes of [Buffer.from("c\0"), Uint8Array.of(0x63, 0xff), Buffer.from("c\n", "utf16le")]) {
      expect(expected({ outcome: "refused", reason: "not-text" }, base64(bytes)).verdict).toBe("as-expected")
    }
    expect(expected({ outcome: "refused", reason: "not-text" }, { file: "c\0" }).verdict).toBe("as-expected")
    expect(expected(applied, base64(Uint8Array.of(0x63, 0xff)))).toMatchObject({
      verdict: "unexpected",
      message: expect.stringContaining("0xFF, at byte 1")
    })
  })

  it("keeps its byte-order mark, and is compared with it", () => {
    for (const file of [{ file: `\uFEFF${text}` }, base64(Buffer.from(`\uFEFF${text}`))]) {
      expect(expected({ ...applied, result: `\uFEFF${found}` }, file).verdict).toBe("as-expected")
      expect(expected(applied, file).verdict).toBe("wrong")
    }
    expect(expected({ ...applied, result: `\uFEFF${found}` }).verdict).toBe("wrong")
  })

  it("is compared byte for byte, text of other scripts too", () => {
    const file = base64(Buffer.from("é日👩‍🚀 c\r\n"))
    expect(expected({ ...applied, result: "é日👩‍🚀 d\r\n" }, file).verdict).toBe("as-expected")
    expect(expected({ ...applied, result: "e\u0301日👩‍🚀 d\r\n" }, file).verdict).toBe("wrong")
  })
})

describe("a stack that breaks", () => {
  class Broken extends Context.Service<Broken, Matcher.Matcher>()("test/Broken") {
    static readonly layer = Layer.succeed(
      Broken,
      Matcher.make({
        name: "broken",
        loose: false,
        forgives: "nothing",
        reach: () => 1,
        find: () => {
          throw new Error("oh\nno")
        }
      })
    )
  }
  const stack = MatcherStack.layer(Broken).pipe(Layer.provide(Broken.layer))

  it("is the outcome of that case alone", () => {
    expect(judge({ expect: applied }, stack)).toMatchObject({
      verdict: "unexpected",
      actual: { outcome: "defect" },
      message: expect.stringContaining("oh")
    })
    expect(judge({ recorded: applied }, stack).verdict).toBe("differs")
  })
})

describe("toText", () => {
  it("names the case, and the first line that differs, in lines that a terminal does not act on", () => {
    const verdict = judge({ title: "T\u001b[31m\n", expect: { ...applied, result: "a\n\tB\u001b\n" } })
    expect(Verdict.toText(verdict, "f.jsonl:3")).toBe(
      'wrong           f.jsonl:3  x  T\\u001b[31m\\n\n  result, line 2: expected "\\tB\\u001b", got "\\tb"\n'
    )
  })

  it("shows the first line of what a model would have read", () => {
    const several = judge({ expect: applied, ...twice })
    expect(several.message).toMatch(/^\[edit:ambiguous-match\] [^]*\n/)
    const text = Verdict.toText(several, "f:1")
    expect(text).toMatch(
      /^unexpected {6}f:1 {2}x\n {2}outcome: expected applied, got ambiguous\n {2}\[edit:ambiguous-match\] [^\n]*\n$/
    )
    expect(text).not.toContain("\\n")
  })

  it("says where one of the two ends, and cuts long lines", () => {
    const longer = judge({ expect: { ...applied, result: `${found}x` } })
    expect(Verdict.toText(longer, "f:1")).toMatch(/\n {2}result, line 5: expected "x", got ""\n$/)
    const shorter = judge({ expect: { ...applied, result: "a" } })
    expect(Verdict.toText(shorter, "f:1")).toMatch(/\n {2}result, line 2: expected no such line, got "\\tb"\n$/)
    const long = judge({ title: "x".repeat(500), expect: { outcome: "applied", result: found, matcher: "escape" } })
    expect(
      Math.max(
        ...Verdict.toText(long, "f:1")
          .split("\n")
          .map(({ length }) => length)
      )
    ).toBe(200)
    expect(Verdict.toText(long, "f:1")).toContain("\n  matcher: expected escape, got exact\n")
  })
})
