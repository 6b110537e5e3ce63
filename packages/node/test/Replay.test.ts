import { describe, expect, it } from "@effect/vitest"
import { Replay, ReplaySummary } from "@kerf/node"
import { Corpus } from "@kerf/testing"
import { Effect, Result, Stream } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { folder, services, write } from "./Fixture.ts"

const good = {
  id: "x",
  stack: "standard",
  file: "a\n\tb\n",
  edits: [{ oldText: "b", newText: "c" }],
  expect: { outcome: "applied", result: "a\n\tc\n", matcher: "exact" }
}

const run = (input: string | Uint8Array, stack?: string) =>
  Effect.gen(function* () {
    const stacks = yield* stack === undefined ? Replay.ownStacks : Replay.oneStack(stack)
    const entries = Replay.run(Stream.make(Buffer.from(input)), { file: "f.jsonl", stacks })
    return (yield* Stream.runCollect(entries)).map(({ entry }) => entry)
  }).pipe(Effect.scoped, Effect.provide(services()))

const lines = (...values: ReadonlyArray<unknown>) => values.map((value) => JSON.stringify(value)).join("\n")

describe("the corpus", () => {
  const corpus = Buffer.concat([Corpus.url, Corpus.ownUrl].map((url) => readFileSync(url)))

  it.effect("comes out as expected, every case with its own preset", () =>
    Effect.gen(function* () {
      const entries = yield* run(corpus)
      const summary = entries.reduce(
        (sum, entry) =>
          entry.verdict === "malformed" ? ReplaySummary.addMalformed(sum) : ReplaySummary.add(sum, entry),
        ReplaySummary.empty
      )
      expect(entries.filter(({ verdict }) => verdict !== "as-expected")).toEqual([])
      expect(summary.cases).toBe(Corpus.load().length)
      expect(ReplaySummary.outcome(summary)).toBe("as-expected")
    })
  )

  it.effect("does not with a stricter stack: what it expects of the result and the matcher counts all the same", () =>
    Effect.gen(function* () {
      const entries = yield* run(corpus, "strict")
      const verdicts = new Set(entries.map(({ verdict }) => verdict))
      expect(verdicts).toEqual(new Set(["as-expected", "unexpected"]))
      expect(entries.every((entry) => entry.verdict === "malformed" || entry.stack === "strict")).toBe(true)
    })
  )
})

describe("a line", () => {
  const bad: Readonly<Record<string, readonly [unknown, string | RegExp]>> = {
    "an unknown key": [{ ...good, expcet: {} }, /^expcet is an unknown key \(known: id, kind, .*expect, recorded\)$/],
    "an unknown key of an edit": [
      { ...good, edits: [{ oldText: "a", newText: "b", replaceall: true }] },
      "edits[0].replaceall is an unknown key (known: oldText, newText, replaceAll, line)"
    ],
    "an unknown key of the outcome": [
      { ...good, expect: { outcome: "no-match", result: "" } },
      "expect.result is an unknown key"
    ],
    "a key of the wrong type": [{ ...good, file: 3 }, "file: Expected string"],
    "a key of an edit of the wrong type": [
      { ...good, edits: [{ oldText: "a", newText: null }] },
      "edits[0].newText: Expected string"
    ],
    "a missing key": [{ ...good, id: undefined }, "id is missing"],
    "a missing key of an edit": [{ ...good, edits: [{ oldText: "a" }] }, "edits[0].newText is missing"],
    "a missing result": [{ ...good, expect: { outcome: "applied" } }, "expect.result is missing"],
    "an unknown outcome": [
      { ...good, expect: { outcome: "aplied" } },
      "expect.outcome is none of applied, already-applied, no-match, ambiguous, refused, stale"
    ],
    "an unknown recorded outcome": [
      { ...good, expect: undefined, recorded: { outcome: 1 } },
      /^recorded\.outcome is none of applied, /
    ],
    "no outcome at all": [{ ...good, expect: undefined }, "exactly one of expect and recorded is needed"],
    "no edits in its list": [{ ...good, edits: [] }, /^edits\[0\] is missing$/],
    "both line and replaceAll": [
      { ...good, edits: [{ oldText: "a", newText: "b", line: 1, replaceAll: true }] },
      /^edits\[0\]: replaceAll and line exclude each other/
    ],
    "bytes that are none": [
      { ...good, file: undefined, fileBase64: "?" },
      "fileBase64: Expected a base64 encoded string"
    ],
    "an unknown stack": [{ ...good, stack: "loose\n" }, "stack loose\\n is no preset (strict, standard, lenient)"],
    "a module as its stack": [
      { ...good, stack: "./stack.ts" },
      "stack ./stack.ts is no preset (strict, standard, lenient)"
    ],
    "something that is no object": [[], "Expected object"]
  }
  it.effect.each(Object.keys(bad))("with %s is malformed, in one line, and the others are run", (name) =>
    Effect.gen(function* () {
      const [value, message] = bad[name]!
      const entries = yield* run(lines(good, value, good))
      expect(entries).toMatchObject([
        { verdict: "as-expected", line: 1 },
        { verdict: "malformed", file: "f.jsonl", line: 2 },
        { verdict: "as-expected", line: 3 }
      ])
      const told = entries[1]!.verdict === "malformed" ? entries[1]!.message : ""
      if (typeof message === "string") expect(told).toBe(message)
      else expect(told).toMatch(message)
      expect(told).not.toContain("\n")
    })
  )

  it.effect("that is no JSON, or no text, is malformed too", () =>
    Effect.gen(function* () {
      const input = Buffer.concat([
        Buffer.from(`{"id": "x\n${lines(good)}\n`),
        Uint8Array.of(0xff),
        Buffer.from("\r\n")
      ])
      expect(yield* run(input)).toMatchObject([
        { verdict: "malformed", line: 1, message: expect.stringMatching(/^is not JSON: /) },
        { verdict: "as-expected", line: 2 },
        { verdict: "malformed", line: 3, message: "is not UTF-8" }
      ])
    })
  )

  it.effect("may end in CRLF, and the last one in nothing", () =>
    Effect.gen(function* () {
      const input = `\uFEFF${JSON.stringify(good)}\r\n\r\n${JSON.stringify(good)}`
      expect(yield* run(input)).toMatchObject([
        { verdict: "as-expected", line: 1 },
        { verdict: "as-expected", line: 3 }
      ])
    })
  )

  it("tells a misspelt key of what it decodes, and nothing of what is right", () => {
    expect(Result.isSuccess(Replay.decode(JSON.stringify(good)))).toBe(true)
  })
})

describe("a long input", () => {
  it.effect("is not kept: what was run is free again", () =>
    Effect.gen(function* () {
      setFlagsFromString("--expose-gc")
      const gc = runInNewContext("gc") as () => void
      const batch = `${JSON.stringify({ ...good, why: "x".repeat(24_000) })}\n`.repeat(40)
      const held: Array<number> = []
      const input = Stream.fromIterable(Array.from({ length: 60 }, (_, i) => i)).pipe(
        Stream.mapEffect((i) =>
          Effect.sync(() => {
            if (i % 20 === 19) {
              gc()
              const { arrayBuffers, heapUsed } = process.memoryUsage()
              held.push((arrayBuffers + heapUsed) / 1024 / 1024)
            }
            return Buffer.from(batch)
          })
        )
      )
      const entries = Replay.run(input, { file: "-", stacks: yield* Replay.ownStacks })
      let cases = 0
      yield* Stream.runForEach(entries, () => Effect.sync(() => void cases++))
      expect(cases).toBe(2400)
      // Between the first look and the last, 38 MB came in.
      expect(held.at(-1)! - held[0]!).toBeLessThan(15)
    }).pipe(Effect.scoped, Effect.provide(services()))
  )
})

describe("one stack for all", () => {
  it.effect("is asked whatever the cases name, also where that is no preset", () =>
    Effect.gen(function* () {
      expect(yield* run(lines({ ...good, stack: "theirs" }), "strict")).toMatchObject([
        { verdict: "as-expected", stack: "strict" }
      ])
    })
  )

  it.effect("lives until all cases are run", () =>
    Effect.gen(function* () {
      const [core, effect] = ["@kerf/core", "effect"].map((name) => JSON.stringify(import.meta.resolve(name)))
      const source = `
        import { Candidate, Matcher, MatcherStack, Span } from ${core}
        import { Context, Effect, Layer } from ${effect}
        let open = false
        const opened = Effect.acquireRelease(
          Effect.sync(() => void (open = true)),
          () => Effect.sync(() => void (open = false))
        )
        class Mine extends Context.Service()("test/Mine") {
          static layer = Layer.effect(Mine, Effect.as(opened, Matcher.make({
            name: "mine", loose: false, forgives: "nothing", reach: () => 1,
            find: ({ text }, { oldText }) => open && text.includes(oldText)
              ? [Candidate.make(Span.make(text.indexOf(oldText), text.indexOf(oldText) + oldText.length))]
              : []
          })))
        }
        export default [Mine]
      `
      const stack = write(join(yield* folder, "stack.mjs"), source)
      const expected = { ...good, expect: { ...good.expect, matcher: "mine" } }
      expect(yield* run(lines(expected, good), stack)).toMatchObject([
        { verdict: "as-expected", stack, matchers: ["mine"] },
        { verdict: "unexpected", differences: [{ field: "matcher", expected: "exact", actual: "mine" }] }
      ])
    })
  )

  it.effect("fails before anything is run where there is none", () =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(run(lines(good), "loose"))).toMatchObject({ _tag: "UsageError" })
    })
  )
})
