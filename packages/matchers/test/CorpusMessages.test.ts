// Cases of the corpus that say what the failure should tell the model: the message tells it.
import { Message, Plan, SourceText } from "@kerf/core"
import { Presets } from "@kerf/matchers"
import { Corpus } from "@kerf/testing"
import { Effect, Result } from "effect"
import { describe, expect, it } from "vitest"

/** What must be in the message, and what must not, by the id of the case. */
const facts: Readonly<Record<string, { readonly tells: ReadonlyArray<string>; readonly not?: ReadonlyArray<string> }>> =
  {
    R44: { tells: ["line 1", "\nline 1:\n- 周期：批量（d）— ok"] },
    R57: {
      tells: ["Line 2 of oldText", "only in backslashes", "U+2014 where the file has \\u2014", '\nconst d = "\\u2014";']
    },
    R58: { tells: ["only in backslashes", "\\ where the file has \\\\", '\n{"dir": "C:\\\\tmp\\\\in"}'] },
    R79: { tells: ["only blanks"], not: ["\nline"] },
    R81: { tells: ["[edit:already-applied]", "line 1"] },
    R95: { tells: ["lines 1-4 and lines 5-8", "names", "\nfunction saveUser(u) {", "\nfunction saveTeam(t) {"] },
    R99: {
      tells: [
        "Between lines 1 and 3 of oldText, where that is blank, the file has 4 lines (lines 2-5)",
        "\nlines 1-6:\n"
      ]
    },
    R101: { tells: ["Nothing in the file is like it", "may have changed"] },
    R102: { tells: ["same words stand at lines 1-2 with other line breaks", "\nlines 1-2:\nfoo\nbar baz"] },
    R104: { tells: ["Nothing in the file is like it"], not: ["\nline", "differs"] },
    R113: { tells: ["oldText of pair 2", "Pair 1 introduces it", "merge the two pairs"] },
    R116: { tells: ["line 1", "\nline 1:\ngem 'a'"] },
    R131: { tells: ["Line 200 of oldText differs from line 200", "\n  const v199 = compute(199);"] },
    R158: { tells: ["differs from line 3", "\nline 3:\n    return bar();"], not: ["foo"] },
    R159: { tells: ["blank line (its line 2)", "after line 1", "leave it out"] }
  }

const cases = Corpus.load().filter(({ why }) => why.includes("The failure should tell the model"))

const messageOf = (id: string): string => {
  const testCase = cases.find((other) => other.id === id)!
  const source = SourceText.make("file" in testCase ? testCase.file : "")
  const plan = Plan.make(source, testCase.edits, { recover: true })
  return Result.match(Effect.runSync(Effect.result(Effect.provide(plan, Presets.standard.layer))), {
    onFailure: ({ message }) => message,
    onSuccess: ({ notes }) => notes.map(Message.note).join("\n")
  })
}

describe("what the failure should tell the model", () => {
  it("is known of every case that says it", () => {
    const texts = cases.filter((testCase) => "file" in testCase).map(({ id }) => id)
    expect(Object.keys(facts).toSorted()).toEqual(texts.toSorted())
  })

  it.each(cases.filter(({ id }) => id in facts))("$id $title", ({ id }) => {
    const message = messageOf(id)
    const { not = [], tells } = facts[id]!
    expect(tells.filter((fact) => !message.includes(fact))).toEqual([])
    expect(not.filter((fact) => message.includes(fact))).toEqual([])
  })
})
