// For each law of matchers one that breaks it: a reference with one thing wrong.
import { Adaptation, Candidate, Matcher, type SourceText, Span, type Target } from "@kerf/core"
import { Arbitraries, Equivalence, type MatcherLaws } from "@kerf/testing"
import * as Effect from "effect/Effect"
import { exact, forgives, shifted } from "./references.ts"

export interface Mutant {
  /** The law that must catch it. */
  readonly law: string
  /** What is wrong with it. */
  readonly wrong: string
  readonly matcher: Matcher.Matcher
  readonly manifest?: MatcherLaws.Manifest
}

type Found = ReadonlyArray<Candidate.Candidate>

/** The matcher, but its answer goes through a function. */
const answering = (
  matcher: Matcher.Matcher,
  change: (found: Found, source: SourceText.SourceText, target: Target.Target, limit: number) => Found
): Matcher.Matcher => ({
  ...matcher,
  find: (source, target, limit) =>
    Effect.map(matcher.find(source, target, limit), (found) => change(found, source, target, limit))
})

const withSpan = (candidate: Candidate.Candidate, start: number, end: number): Candidate.Candidate => ({
  ...candidate,
  span: Span.make(start, end)
})

const lookingAt = (
  matcher: Matcher.Matcher,
  look: (source: SourceText.SourceText, target: Target.Target) => void
): Matcher.Matcher => ({
  ...matcher,
  find: (source, target, limit) =>
    Effect.suspend(() => {
      look(source, target)
      return matcher.find(source, target, limit)
    })
})

let questions = 0

export const mutants: ReadonlyArray<Mutant> = [
  {
    law: "MUST state a kebab-case name, what it forgives, and a reach that grows with oldText",
    wrong: "its name is not kebab-case",
    matcher: { ...exact, name: "Exact Text" }
  },
  {
    law: "MUST state a kebab-case name, what it forgives, and a reach that grows with oldText",
    wrong: "a longer oldText reaches less far",
    matcher: { ...exact, reach: (lines) => 300 - lines }
  },
  {
    law: "MUST answer every question without throwing",
    wrong: "it throws on an empty file",
    matcher: lookingAt(exact, (source) => {
      if (source.text === "") throw new Error("nothing to look at")
    })
  },
  {
    law: "MUST leave the source and the target as they are",
    wrong: "it trims the target in place",
    matcher: lookingAt(exact, (_, target) => {
      ;(target as { oldText: string }).oldText = target.oldText.trim() || "a"
    })
  },
  {
    law: "MUST keep its places inside the text",
    wrong: "it takes a terminator that is not there",
    matcher: answering(exact, (found) => found.map((it) => withSpan(it, it.span.start, it.span.end + 1)))
  },
  {
    law: "MUST begin and end its places outside of a CRLF and of a surrogate pair",
    wrong: "it looks for units alone",
    matcher: Matcher.make({
      ...exact,
      find: (source, { oldText }, limit) => {
        const found: Array<Candidate.Candidate> = []
        let at = source.text.indexOf(oldText)
        while (at !== -1 && found.length < limit) {
          found.push(Candidate.make(Span.make(at, at + oldText.length)))
          at = source.text.indexOf(oldText, at + 1)
        }
        return found
      }
    })
  },
  {
    law: "MUST return no empty place",
    wrong: "it points at the start of the place",
    matcher: answering(exact, (found) => found.map((it) => withSpan(it, it.span.start, it.span.start)))
  },
  {
    law: "MUST return its places in the order of the text, each once",
    wrong: "the last place comes first",
    matcher: answering(exact, (found) => found.toReversed())
  },
  {
    law: "MUST return its places in the order of the text, each once",
    wrong: "each place comes twice",
    matcher: answering(exact, (found, _, __, limit) => found.flatMap((it) => [it, it]).slice(0, limit))
  },
  {
    law: "MUST give the same answer to the same question",
    wrong: "it remembers the last question",
    matcher: answering(exact, (found) => (questions++ % 3 === 0 ? [] : found))
  },
  {
    law: "MUST return the first of its places where there are more than the limit",
    wrong: "it does not know the limit",
    matcher: { ...exact, find: (source, target) => exact.find(source, target, 1_000) }
  },
  {
    law: "MUST return the first of its places where there are more than the limit",
    wrong: "it returns the last ones",
    matcher: {
      ...exact,
      find: (source, target, limit) => Effect.map(exact.find(source, target, 1_000), (found) => found.slice(-limit))
    }
  },
  {
    law: "MUST keep each place within its reach",
    wrong: "it says that it reaches one line less",
    matcher: { ...exact, reach: (lines) => lines - 1 }
  },
  {
    law: "MUST adapt oldText to what stands in the place",
    wrong: "it says nothing of the shift",
    matcher: answering(shifted, (found) => found.map((it) => ({ ...it, adaptation: Adaptation.identity }))),
    manifest: { forgives }
  },
  {
    law: "MUST adapt oldText to what stands in the place",
    wrong: "it shifts by other whitespace than the file has",
    matcher: answering(shifted, (found) =>
      found.map((it) => {
        const { shift } = it.adaptation
        const spaces =
          shift === undefined ? shift : { ...shift, whitespace: shift.whitespace.replaceAll("\t", "\u2003") }
        return spaces === undefined ? it : { ...it, adaptation: Adaptation.shift(spaces) }
      })
    ),
    manifest: { forgives, equivalent: Equivalence.sameIndented }
  },
  {
    law: "MUST return oldText itself up to line terminators, if it is not loose",
    wrong: "it forgives indentation, and says that it is not loose",
    matcher: { ...shifted, loose: false },
    manifest: { forgives }
  },
  {
    law: "MUST find nothing for a blank oldText, if it is loose",
    wrong: "it finds blanks wherever they are",
    matcher: { ...exact, loose: true }
  },
  {
    law: "MUST find the text that it is made for",
    wrong: "it takes the escapes of its own form as they are",
    matcher: exact,
    manifest: {
      findsWholeLines: false,
      plants: (copies) =>
        Arbitraries.rewritten(Arbitraries.planted("nothing", copies), (text) => {
          const escaped = JSON.stringify(text).slice(1, -1)
          return escaped === text ? undefined : escaped
        })
    }
  },
  {
    law: "MUST find a text that stands in several forms in every place",
    wrong: "it is content with the plainest form",
    matcher: answering(shifted, (found, source, { oldText }) => {
      const plain = found.filter(({ span }) => source.slice(span) === oldText)
      return plain.length > 0 ? plain : found
    }),
    manifest: { forgives }
  },
  {
    law: "MUST find a text that stands in several forms in every place",
    wrong: "it takes for another what is shifted otherwise than the first place",
    matcher: answering(shifted, (found) =>
      found.filter(({ adaptation }) => adaptation.describe === found[0]!.adaptation.describe)
    ),
    manifest: { forgives }
  },
  {
    law: "MUST find whole lines that stand in the text",
    wrong: "it overlooks the first line",
    matcher: answering(exact, (found) => found.filter(({ span }) => span.start > 0))
  },
  ...(
    [
      ["terminators", "MUST find lines that end in other terminators"],
      ["finalTerminator", "MUST find lines whose final terminator the file lacks"],
      ["trailingBlanks", "MUST find lines with other blanks at their ends"],
      ["indentation", "MUST find lines whose indentation differs by one shift"],
      ["characters", "MUST find lines whose characters have another form"]
    ] as const
  ).map(([difference, law]) => ({
    law,
    wrong: `it claims to forgive ${difference}, and does not`,
    matcher: exact,
    manifest: { forgives: { [difference]: true } }
  })),
  {
    law: "MUST find a text that stands twice in both places",
    wrong: "it stops at the first place",
    matcher: answering(exact, (found) => found.slice(0, 1))
  },
  {
    law: "MUST find places that share a line",
    wrong: "it goes on after the place that it has found",
    matcher: answering(exact, (found) => {
      let end = 0
      return found.filter(({ span }) => {
        if (span.start < end) return false
        end = span.end
        return true
      })
    })
  },
  {
    law: "MUST lead to an edit that changes nothing outside of the planted lines",
    wrong: "its places begin a unit early",
    matcher: answering(exact, (found) => found.map((it) => withSpan(it, Math.max(0, it.span.start - 1), it.span.end)))
  },
  {
    law: "MUST lead to an edit that keeps the bytes of every line that newText does not change",
    wrong: "its adaptation cleans up the ends of the lines",
    matcher: answering(shifted, (found) =>
      found.map((it) => ({
        ...it,
        adaptation: Adaptation.make("blank lines left out", (text) => text.replace(/^[ \t]*(\r\n|\r|\n)/gm, ""))
      }))
    ),
    manifest: { forgives }
  }
]
