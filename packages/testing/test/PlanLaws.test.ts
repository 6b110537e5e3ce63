import { MatcherStack, Plan, SourceText } from "@kerf/core"
import { Arbitraries, Law, LawTest } from "@kerf/testing"
import { Effect, Result } from "effect"
import * as fc from "fast-check"
import { exact, shifted } from "./references.ts"

type Subject = Pick<typeof Plan, "make" | "apply" | "inverse">

interface Call {
  readonly text: string
  readonly edits: ReadonlyArray<Plan.Fields>
  /** The same edits in another order: `order[i]` is the index in `edits`. */
  readonly order: ReadonlyArray<number>
}

/** Lines that differ, so that most pairs have one place, and edits of some of them: exact, shifted, in parts of lines. */
const calls: fc.Arbitrary<Call> = fc
  .record({
    lines: fc.array(fc.tuple(Arbitraries.indentation, Arbitraries.body), { minLength: 1, maxLength: 8 }),
    terminators: Arbitraries.terminators,
    mark: fc.constantFrom("", "", "\uFEFF"),
    picks: fc.uniqueArray(
      fc.record({
        line: fc.nat(7),
        kind: fc.constantFrom("line", "part", "unindented", "absent"),
        newText: fc.oneof(Arbitraries.body, fc.constantFrom("", "x\ny", "x\r\ny\n"))
      }),
      { minLength: 1, maxLength: 4, selector: ({ line }) => line }
    ),
    keys: fc.array(fc.nat(), { minLength: 4, maxLength: 4 })
  })
  .map(({ keys, lines, mark, picks, terminators }) => {
    const contents = lines.map(([indentation, body], i) => `${indentation}${body}${i}`)
    const text = mark + contents.map((content, i) => content + terminators[i % terminators.length]!).join("")
    const edits = picks
      .filter(({ line }) => line < lines.length)
      .map(({ kind, line, newText }): Plan.Fields => {
        const content = contents[line]!
        const body = `${lines[line]![1]}${line}`
        if (kind === "line") return { oldText: content, newText }
        if (kind === "part") return { oldText: `${line}${terminators[line % terminators.length]!}`, newText }
        return kind === "unindented" ? { oldText: body, newText: `${newText}Z` } : { oldText: `${body}?`, newText }
      })
    const order = edits.map((_, i) => i).toSorted((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0))
    return { text, edits, order }
  })
  .filter(({ edits }) => edits.length > 0)

const plan = ({ make }: Subject, text: string, edits: ReadonlyArray<Plan.Fields>) =>
  Effect.runSync(
    make(SourceText.make(text), edits).pipe(
      Effect.provideService(MatcherStack, { matchers: [exact, shifted] }),
      Effect.result
    )
  )

const laws: ReadonlyArray<Law.Law<Subject>> = [
  Law.make({
    name: "MUST leave every byte outside of its spans",
    arbitrary: calls,
    holds: (subject, { edits, text }) => {
      const made = plan(subject, text, edits)
      if (Result.isFailure(made)) return Law.vacuous
      const { changes, source } = made.success
      // Put in from the end, so that no offset moves.
      let wanted = source.text
      for (const { span, text: put } of changes.toReversed()) {
        wanted = wanted.slice(0, span.start) + put + wanted.slice(span.end)
      }
      const got = subject.apply(made.success)
      return Law.expect(got === source.byteOrderMark + wanted, () => `the file became ${JSON.stringify(got)}`)
    }
  }),
  Law.make({
    name: "MUST make every pair or none",
    arbitrary: calls,
    holds: (subject, { edits, text }) => {
      const alone = edits.map((edit) => plan(Plan, text, [edit]))
      const failing = alone.findIndex(Result.isFailure)
      const made = plan(subject, text, edits)
      if (failing === -1) return Law.vacuous
      if (Result.isSuccess(made)) return Law.broken(`pair ${failing} fails alone, and the whole was made`)
      const { failure } = made
      return Law.expect(failure.edits === edits.length && failure.edit !== undefined, () => JSON.stringify(failure))
    }
  }),
  Law.make({
    name: "MUST not depend on the order of the pairs",
    arbitrary: calls,
    holds: (subject, { edits, order, text }) => {
      if (edits.length < 2) return Law.vacuous
      const [a, b] = [
        plan(subject, text, edits),
        plan(
          subject,
          text,
          order.map((i) => edits[i]!)
        )
      ]
      const say = (made: typeof a) => (Result.isSuccess(made) ? subject.apply(made.success) : "a failure")
      return Law.expect(say(a) === say(b), () => `${JSON.stringify(say(a))} or ${JSON.stringify(say(b))}`)
    }
  }),
  Law.make({
    name: "MUST restore the text by its inverse, and make the change again by that one's",
    arbitrary: calls,
    holds: (subject, { edits, text }) => {
      const made = plan(subject, text, edits)
      if (Result.isFailure(made)) return Law.vacuous
      const back = subject.inverse(made.success)
      const again = subject.inverse(back)
      const isRight =
        subject.apply(back) === text &&
        back.source.toString() === subject.apply(made.success) &&
        subject.apply(again) === subject.apply(made.success)
      return Law.expect(isRight, () => `back ${JSON.stringify(subject.apply(back))}`)
    }
  }),
  Law.make({
    name: "MUST put newText in as it is where the text stands exactly once",
    arbitrary: calls,
    holds: (subject, { edits: [edit], text }) => {
      const { newText, oldText } = edit!
      // Line endings are another rule's.
      if (text.split(oldText).length !== 2 || /[\r\n]/.test(newText)) return Law.vacuous
      const made = plan(subject, text, [edit!])
      if (Result.isFailure(made)) return Law.vacuous
      const got = subject.apply(made.success)
      return Law.expect(got === text.replace(oldText, () => newText), () => `the file became ${JSON.stringify(got)}`)
    }
  })
]

LawTest.suite<Subject>("Plan", Plan, laws, [
  {
    law: "MUST leave every byte outside of its spans",
    wrong: "it loses the byte-order mark",
    subject: { ...Plan, apply: (self) => Plan.apply(self).replace("\uFEFF", "") }
  },
  {
    law: "MUST make every pair or none",
    wrong: "it leaves out the pairs that fail",
    subject: {
      ...Plan,
      make: (source, edits, options) =>
        Effect.orElseSucceed(Plan.make(source, edits, options), () => Plan.create("the rest"))
    }
  },
  {
    law: "MUST not depend on the order of the pairs",
    wrong: "the first pair decides",
    subject: { ...Plan, make: (source, edits, options) => Plan.make(source, edits.slice(0, 1), options) }
  },
  {
    law: "MUST restore the text by its inverse, and make the change again by that one's",
    wrong: "it does not move with what comes before",
    subject: {
      ...Plan,
      inverse: (self) => {
        const inverse = Plan.inverse(self)
        const changes = inverse.changes.map((change, i) => ({
          ...change,
          span: { start: self.changes[i]!.span.start, end: self.changes[i]!.span.start + self.changes[i]!.text.length }
        }))
        return { ...inverse, changes }
      }
    }
  },
  {
    law: "MUST put newText in as it is where the text stands exactly once",
    wrong: "newText is a pattern of replacement",
    subject: { ...Plan, apply: (self) => Plan.apply(self).replaceAll("$&", "&") }
  }
])
