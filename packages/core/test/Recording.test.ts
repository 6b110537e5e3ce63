import { EditCase, Recording } from "@kerf/core"
import { Effect, Result, Schema } from "effect"
import { expect, it } from "vitest"

const decode = (value: unknown) =>
  Schema.decodeUnknownResult(Recording.Recording, { onExcessProperty: "error" })(JSON.parse(JSON.stringify(value)))

const recording = {
  id: "X1",
  stack: "strict",
  file: "a\n",
  edits: [{ oldText: "a", newText: "b" }],
  recorded: { outcome: "applied", result: "b\n", matcher: "exact" }
}

it("decodes what was recorded: all of it, without text, and without a word about the outcome", () => {
  const { edits: _, file: __, ...textless } = recording
  for (const value of [recording, textless, { ...textless, recorded: { outcome: "no-match" } }]) {
    expect(Result.isSuccess(decode(value))).toBe(true)
  }
})

it("decodes every EditCase, to the same", () => {
  const { recorded, ...rest } = recording
  const value = { ...rest, kind: "k", title: "t", reports: "", why: "w", expect: recorded }
  const asCase = Effect.runSync(EditCase.fromLine(JSON.stringify(value)))
  expect(decode(value)).toEqual(Result.succeed(asCase))
})

for (const [wrong, change] of [
  ["two files", { fileBase64: "YQ==" }],
  ["bytes that are none", { file: undefined, fileBase64: "?" }],
  ["no edits in its list", { edits: [] }],
  ["two outcomes", { expect: { outcome: "no-match" } }],
  ["no outcome", { recorded: undefined }],
  ["an outcome that nobody knows", { recorded: { outcome: "found" } }],
  ["an expectation without its result", { recorded: undefined, expect: { outcome: "applied" } }],
  ["a field that nobody knows", { Stack: "strict" }],
  ["a text that no file holds", { file: "\ud800" }],
  ["a result that no file holds", { recorded: { outcome: "applied", result: "\ud800" } }],
  ["an expected result that no file holds", { recorded: undefined, expect: { outcome: "applied", result: "\ud800" } }],
  ["no id", { id: "" }]
] as const) {
  it(`refuses a recording with ${wrong}`, () => {
    expect(Result.isFailure(decode({ ...recording, ...change }))).toBe(true)
  })
}
