import * as EditCase from "@kerf/core/EditCase"
import { Effect } from "effect"
import { expect, it } from "vitest"

const testCase = {
  id: "X1",
  kind: "exact-match",
  title: "One word",
  reports: "",
  why: "It stands once.",
  stack: "strict",
  file: "a\n",
  edits: [{ oldText: "a", newText: "b" }],
  expect: { outcome: "applied", result: "b\n", matcher: "exact" }
}

const decode = (value: unknown) => Effect.runSync(Effect.result(EditCase.fromLine(JSON.stringify(value))))._tag

it("decodes a case with a text, and one with bytes", () => {
  expect(decode(testCase)).toBe("Success")
  const { file: _, ...rest } = testCase
  expect(decode({ ...rest, fileBase64: "/w==", expect: { outcome: "refused", reason: "not-text" } })).toBe("Success")
})

for (const [wrong, change] of [
  ["no file", { file: undefined }],
  ["two files", { fileBase64: "YQ==" }],
  ["bytes that are none", { file: undefined, fileBase64: "?" }],
  ["no edits", { edits: [] }],
  ["a field that nobody knows", { expected: {} }],
  ["a field of an edit that nobody knows", { edits: [{ oldText: "a", newText: "b", all: true }] }],
  ["replaceAll and line at once", { edits: [{ oldText: "a", newText: "b", replaceAll: true, line: 1 }] }],
  ["applied without a result", { expect: { outcome: "applied" } }],
  ["an outcome that nobody knows", { expect: { outcome: "found" } }],
  ["a result of what is not applied", { expect: { outcome: "no-match", result: "b\n" } }]
] as const) {
  it(`refuses a case with ${wrong}`, () => {
    expect(decode({ ...testCase, ...change })).toBe("Failure")
  })
}

it("takes one pair or two for the ones that fail", () => {
  for (const edit of [1, [0, 1]]) {
    expect(decode({ ...testCase, expect: { outcome: "refused", reason: "overlap", edit } })).toBe("Success")
  }
})

it("says in one line which outcomes are known", () => {
  const { message } = Effect.runSync(
    Effect.flip(EditCase.fromLine(JSON.stringify({ ...testCase, expect: { outcome: "aplied", result: "b\n" } })))
  )
  expect(message).toBe(
    'expect.outcome is "aplied", which is none of applied, already-applied, no-match, ambiguous, refused, stale'
  )
})
