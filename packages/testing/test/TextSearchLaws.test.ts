import { TextSearch } from "@kerf/core"
import { Law, LawTest } from "@kerf/testing"
import * as fc from "fast-check"

type Subject = (text: string, needle: string, limit: number, from: number) => ReadonlyArray<number>

const naive: Subject = (text, needle, limit, from) => {
  const found: Array<number> = []
  for (let at = from; at + needle.length <= text.length && found.length < limit; at++) {
    if (needle !== "" && text.startsWith(needle, at)) found.push(at)
  }
  return found
}

interface Question {
  readonly text: string
  readonly needle: string
  readonly limit: number
  readonly from: number
}

const asksOf = (texts: fc.Arbitrary<{ readonly text: string; readonly needle: string }>): fc.Arbitrary<Question> =>
  fc
    .record({ both: texts, limit: fc.constantFrom(1_000, 1, 2, 3), from: fc.constantFrom(0, 0, 1, 5, 40) })
    .map(({ both, from, limit }) => ({ ...both, from, limit }))

/** A needle that is a part of the text, or nearly. */
const ordinary = fc
  .record({
    text: fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 60 }),
    from: fc.nat(60),
    length: fc.integer({ min: 1, max: 30 }),
    end: fc.constantFrom("", "", "b", "c")
  })
  .map(({ end, from, length, text }) => ({ text, needle: text.slice(from % (text.length + 1)).slice(0, length) + end }))

/** Many equal letters: almost every start is a long way from being a hit, and `indexOf` would be quadratic. */
const periodic = fc
  .record({
    period: fc.constantFrom("a", "ab", "aab"),
    times: fc.integer({ min: 60, max: 200 }),
    odd: fc.constantFrom("", "b", "c"),
    rest: fc.integer({ min: 0, max: 200 }),
    left: fc.integer({ min: 8, max: 40 }),
    right: fc.integer({ min: 0, max: 40 }),
    needleOdd: fc.constantFrom("", "b", "c")
  })
  .map(({ left, needleOdd, odd, period, rest, right, times }) => ({
    text: period.repeat(times) + odd + period.repeat(rest),
    needle: period.repeat(left) + needleOdd + period.repeat(right)
  }))

const agrees = (subject: Subject, { from, limit, needle, text }: Question): Law.Verdict => {
  const wanted = naive(text, needle, limit, from)
  if (wanted.length === 0 && needle.length > text.length) return Law.vacuous
  const got = subject(text, needle, limit, from)
  return Law.expect(got.join() === wanted.join(), () => `it found ${got.join()} instead of ${wanted.join()}`)
}

const laws: ReadonlyArray<Law.Law<Subject>> = [
  Law.make({
    name: "MUST find what comparing at every offset finds",
    arbitrary: asksOf(ordinary),
    holds: agrees
  }),
  Law.make({
    name: "MUST find it in periodic texts too, where the search changes its algorithm",
    arbitrary: asksOf(periodic),
    atLeast: 0.5,
    holds: agrees
  })
]

const search: Subject = (text, needle, limit, from) =>
  TextSearch.indicesOf(text, TextSearch.needle(needle), limit, from)

LawTest.suite<Subject>(
  "TextSearch",
  search,
  laws,
  [
    {
      law: "MUST find what comparing at every offset finds",
      wrong: "it goes on after what it has found",
      subject: (text, needle, limit, from) => {
        let end = 0
        return search(text, needle, limit, from).filter((at) => {
          if (at < end) return false
          end = at + needle.length
          return true
        })
      }
    },
    {
      law: "MUST find what comparing at every offset finds",
      wrong: "it does not know where to begin",
      subject: (text, needle, limit) => search(text, needle, limit, 0)
    },
    {
      law: "MUST find it in periodic texts too, where the search changes its algorithm",
      wrong: "it gives up after a hundred failed starts",
      subject: (text, needle, limit, from) => {
        const found: Array<number> = []
        for (let at = from, failed = 0; at + needle.length <= text.length && found.length < limit; at++) {
          if (text.startsWith(needle, at)) found.push(at)
          else if (text.startsWith(needle.slice(0, 16), at) && ++failed > 100) break
        }
        return found
      }
    }
  ],
  { runs: 1_000 }
)
