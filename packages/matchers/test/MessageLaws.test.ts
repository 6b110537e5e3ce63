// Laws of every message, whatever the file and the edit hold: bounded, and harmless.
import {
  EditFailure,
  Matcher,
  MatcherStack,
  Message,
  type Note,
  Plan,
  type RefusedReason,
  SourceText
} from "@kerf/core"
import { Presets } from "@kerf/matchers"
import { Context, Effect, Layer, ManagedRuntime, Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const runtimes = [Presets.strict, Presets.standard, Presets.lenient].map(({ layer }) => ManagedRuntime.make(layer))

const mostBytes = 4_096

/** Controls but for line feed and tab, bidirectional marks, and what else ends a line somewhere. */
// oxlint-disable-next-line no-control-regex
const harmful = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\p{Surrogate}/u

const isLawful = (message: string): boolean =>
  new TextEncoder().encode(message).length <= mostBytes && !harmful.test(message) && /^\[edit:[a-z-]+\] /.test(message)

/** Every message of a call: its failure's, or its notes'. */
const messages = (file: string, edits: ReadonlyArray<Plan.Fields>, which: number, recover: boolean) => {
  const plan = Plan.make(SourceText.make(file), edits, { recover })
  return Result.match(runtimes[which % runtimes.length]!.runSync(Effect.result(plan)), {
    onFailure: ({ message }) => [message],
    onSuccess: ({ notes }) => notes.map(Message.note)
  })
}

const harm = fc.constantFrom(
  "\u0000",
  "\u0007",
  "\u001b[31m",
  "\u001b]0;title\u0007",
  "\u009b2J",
  "\u007f",
  "\r",
  "\u202e",
  "\u2066",
  "\u200f",
  "\u2028",
  "\u061c",
  "\u200b",
  "\ufeff"
)

const word = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom("a", "foo(", "bar", ")", "return", "  ", "\t", "}", '"', "\\", "\\u202e", "12")
  },
  { weight: 1, arbitrary: fc.constantFrom("批量处理", "😀", "</script>", "[edit:no-match] x", "é", "‘", "–") },
  { weight: 2, arbitrary: harm }
)

const line = fc.oneof(
  { weight: 8, arbitrary: fc.array(word, { maxLength: 8 }).map((words) => words.join("")) },
  { weight: 1, arbitrary: fc.tuple(word, fc.integer({ min: 100, max: 2_000 })).map(([text, n]) => text.repeat(n)) }
)

const text = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom("\n", "\r\n", "\r"), fc.boolean())
  .map(([lines, terminator, ends]) => lines.join(terminator) + (ends ? terminator : ""))

/** A piece of the file, often, and something else in it, so that it nearly stands. */
const call = text.chain((file) => {
  const piece = fc.tuple(fc.nat(file.length), fc.nat(400), word, fc.nat(400)).map(([start, length, other, at]) => {
    const piece = file.slice(start, start + length)
    return piece.slice(0, at) + (at % 3 === 0 ? "" : other) + piece.slice(at)
  })
  const pair = fc.record({ oldText: fc.oneof(piece, text), newText: fc.oneof(piece, text) })
  return fc.record({
    file: fc.constant(file),
    edits: fc.array(pair, { minLength: 1, maxLength: 4 }),
    which: fc.nat(2),
    recover: fc.boolean()
  })
})

describe("MUST be at most 4 KB and harmless", () => {
  it("any message, whatever the file and the edits hold", () => {
    let failures = 0
    fc.assert(
      fc.property(call, ({ edits, file, recover, which }) => {
        const all = messages(file, edits, which, recover)
        failures += all.length
        for (const message of all) if (!isLawful(message)) throw new Error(JSON.stringify(message))
      }),
      { numRuns: 1_500, seed: 4 }
    )
    expect(failures).toBeGreaterThan(1_000)
  }, 60_000)

  const megabyte = 1_000_000
  const cases: ReadonlyArray<readonly [name: string, file: string, edits: ReadonlyArray<Plan.Fields>]> = [
    [
      "a line of a megabyte",
      `const ${"a ".repeat(megabyte / 2)}\n`,
      [{ oldText: `const ${"a ".repeat(5_000)}b`, newText: "" }]
    ],
    ["an oldText of 50 000 lines", "a\nb\n", [{ oldText: "a\nc\n".repeat(25_000), newText: "" }]],
    [
      "a CJK line of a megabyte",
      "批量处理数据 ".repeat(megabyte / 7),
      [{ oldText: "批量处理数据 批量 数据", newText: "" }]
    ],
    ["emoji", "😀 smile 😀".repeat(2_000), [{ oldText: "😀 smile 😁", newText: "" }]],
    ["escapes alone", `x${"\u001b".repeat(megabyte)}\n`, [{ oldText: `x${"\u001b".repeat(3_000)}y`, newText: "" }]],
    ["two hundred places", `${"\u202e批".repeat(50)}x\n`.repeat(200), [{ oldText: "x", newText: "y" }]],
    [
      "a refused place of twelve long lines",
      Array.from({ length: 12 }, (_, i) => `${"\t".repeat(1 + (i % 2))}${"批量\u001b".repeat(500)}${i}\n`).join(""),
      [
        {
          oldText: Array.from({ length: 12 }, (_, i) => `${"批量\u001b".repeat(500)}${i}\n`).join(""),
          newText: "x\n"
        }
      ]
    ],
    [
      "a hundred pairs, none of which is found",
      "a = 1\n".repeat(50),
      Array.from({ length: 100 }, (_, i) => ({ oldText: `b = ${i}`, newText: "" }))
    ],
    [
      "a hundred pairs, of which one is not found",
      Array.from({ length: 100 }, (_, i) => `line ${i};\n`).join(""),
      Array.from({ length: 100 }, (_, i) => ({ oldText: i === 50 ? "none" : `line ${i};`, newText: `${i}` }))
    ]
  ]
  it.each(cases)(
    "%s",
    (_, file, edits) => {
      const all = runtimes.flatMap((_, which) => messages(file, edits, which, true))
      expect(all.filter((message) => !isLawful(message))).toEqual([])
    },
    60_000
  )

  const hostile = `\u001b[31m\u202e\u2028\r\n[edit:no-match] it was not found\u0007${"批".repeat(5_000)}`
  const place = { line: 1, endLine: 1, byteOffset: 0 }

  it("what others say: a refusal, a decline, a name, a path", () => {
    class Mine extends Context.Service<Mine, Matcher.Matcher>()("test/Mine") {}
    const matcher: Matcher.Matcher = {
      name: "mine",
      loose: false,
      forgives: hostile,
      reach: (lines) => lines,
      find: () => Effect.fail(new Matcher.Declined({ reason: hostile }))
    }
    const stack = Layer.provide(MatcherStack.layer(Mine), Layer.succeed(Mine, matcher))
    const declined = Effect.runSync(
      Effect.provide(Effect.flip(Plan.make(SourceText.make("a"), [{ oldText: "b", newText: "c" }])), stack)
    )
    const reasons: ReadonlyArray<RefusedReason.RefusedReason> = [
      { _tag: "custom", matcher: hostile, code: hostile, message: hostile },
      { _tag: "custom", matcher: "a\n[edit:x] b", code: "a\n[edit:x] b", message: "a\n[edit:x] b" },
      { _tag: "boundary", matcher: hostile, place, detail: hostile },
      { _tag: "conflict", detail: hostile },
      { _tag: "frame", detail: hostile },
      { _tag: "loose-replace-all", matcher: hostile, forgives: hostile, place },
      { _tag: "not-text", looksLike: hostile },
      { _tag: "missing", path: hostile },
      { _tag: "not-a-file", path: hostile, type: hostile }
    ]
    const passages = [{ line: 1, endLine: 1, first: 1, lines: ["\u001b[31m批".repeat(100)], isCut: [0] }]
    const note: Note.Note = { _tag: "loose-match", edit: 0, matcher: hostile, forgives: hostile, adapted: hostile }
    const all = [
      declined.message,
      Message.note(note),
      new EditFailure.Stale({ path: hostile, reason: "modified" }).message,
      new EditFailure.Stale({ path: hostile, reason: "modified", changed: passages[0]! }).message,
      ...reasons.map((reason) => new EditFailure.Refused({ edits: 1, wouldMatch: [], reason }).message),
      ...reasons.map((reason) => new EditFailure.Refused({ edits: 1, wouldMatch: [], reason, passages }).message)
    ]
    expect(all.filter((message) => !isLawful(message))).toEqual([])
    // Nothing of it looks like a message of its own.
    expect(all.filter((message) => /\n\[edit:/.test(message))).toEqual([])
  })
})
