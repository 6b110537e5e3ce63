/**
 * What every matcher must obey, whoever wrote it.
 *
 * The laws know nothing of how a matcher works. Their targets are planted (`Arbitraries.planted`), so that a matcher
 * cannot keep them by never finding anything, and what a matcher claims to forgive is said in a manifest and then tried.
 *
 * Out of scope: how fast a matcher is, and whether what it forgives is wise.
 *
 * @since 0.1.0
 */
import * as Blank from "@kerf/core/Blank"
import type { Candidate } from "@kerf/core/Candidate"
import type { Matcher } from "@kerf/core/Matcher"
import { MatcherStack } from "@kerf/core/MatcherStack"
import * as Plan from "@kerf/core/Plan"
import * as SourceText from "@kerf/core/SourceText"
import * as Span from "@kerf/core/Span"
import * as Target from "@kerf/core/Target"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import * as Arbitraries from "./Arbitraries.ts"
import * as Equivalence from "./Equivalence.ts"
import * as Law from "./Law.ts"

/**
 * A law about matchers.
 *
 * @category models
 * @since 0.1.0
 */
export type MatcherLaw = Law.Law<Matcher>

/**
 * What a matcher claims, so that it can be tried.
 *
 * @category models
 * @since 0.1.0
 */
export interface Manifest {
  /** What oldText may differ in and still be found where it was planted. Each is a law. Default: nothing. */
  readonly forgives?: { readonly [K in Exclude<Arbitraries.Difference, "nothing">]?: boolean }
  /** Whether text of whole lines is found where it stands byte for byte. Default: yes. */
  readonly findsWholeLines?: boolean
  /**
   * The form in which this matcher takes oldText and newText, where that is one of its own; `undefined`: this text has none.
   * Every other claim is then tried with texts in this form.
   */
  readonly form?: (text: string) => string | undefined
  /**
   * Edits that this matcher is made for, where they cannot be made of plain ones: planted once, twice apart, or
   * overlapping. Must be found like the others.
   */
  readonly plants?: (copies: Arbitraries.Copies) => fc.Arbitrary<Arbitraries.Planted>
  /**
   * Whether oldText, adapted, is the region, up to what the matcher forgives. Default: `sameLines` for a matcher that is
   * not loose, `sameForm` for one that is.
   */
  readonly equivalent?: Equivalence.Equivalence
}

/**
 * Returns the laws that a matcher must obey, given what it claims.
 *
 * **Example** (A matcher that finds the first place only)
 *
 * ```ts
 * import { Candidate, Matcher, Span } from "@kerf/core"
 * import { MatcherLaws } from "@kerf/testing"
 *
 * const first = Matcher.make({
 *   name: "first",
 *   loose: false,
 *   forgives: "nothing",
 *   reach: (lines) => lines,
 *   find: (source, { oldText }) => {
 *     const at = source.text.indexOf(oldText)
 *     const span = Span.make(at, at + oldText.length)
 *     return at === -1 || !source.isBoundary(span.start) || !source.isBoundary(span.end) ? [] : [Candidate.make(span)]
 *   }
 * })
 * const failed: Array<string> = []
 * for (const law of MatcherLaws.all(first)) {
 *   const report = await law.check(first)
 *   if (report.failure !== undefined) failed.push(law.name)
 * }
 * failed.length > 0 // => true
 * failed.includes("MUST find a text that stands twice in both places") // => true
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const all = (matcher: Matcher, manifest: Manifest = {}): ReadonlyArray<MatcherLaw> => {
  const claims = claimsOf(manifest)
  const equivalent = manifest.equivalent ?? (matcher.loose ? Equivalence.sameForm : Equivalence.sameLines)
  const asks = fc.oneof(
    { weight: 1, arbitrary: Arbitraries.anything },
    ...(["apart", "overlapping"] as const).flatMap((copies) =>
      claims.map(({ planted }) => ({ weight: 1, arbitrary: planted(copies) }))
    )
  )
  return [
    statesFacts,
    neverThrows,
    changesNothing(asks),
    inText(asks),
    onBoundaries(asks),
    notEmpty(asks),
    inOrder(asks),
    answersAlike(asks),
    respectsLimit(claims),
    staysInReach(asks),
    explains(asks, equivalent),
    ...(matcher.loose ? [blankIsNothing] : [isOldText(asks)]),
    ...claims.map(finds),
    findsBoth(claims),
    findsOverlapping(claims),
    ...findsForms(manifest),
    leavesTheRest(claims),
    keepsSharedLines(claims)
  ]
}

/** What oldText is found in spite of, and edits to try it with. */
interface Claim {
  readonly phrase: string
  readonly planted: (copies: Arbitraries.Copies) => fc.Arbitrary<Arbitraries.Planted>
}

const claimsOf = (manifest: Manifest): ReadonlyArray<Claim> => {
  const { form = (text: string) => text, plants } = manifest
  return [
    ...(plants === undefined ? [] : [{ phrase: "the text that it is made for", planted: plants }]),
    ...claimed(manifest).map((difference) => ({
      phrase: phrases[difference],
      planted: (copies: Arbitraries.Copies) => Arbitraries.rewritten(Arbitraries.planted(difference, copies), form)
    }))
  ]
}

const claimed = ({ findsWholeLines, forgives }: Manifest): ReadonlyArray<Arbitraries.Difference> =>
  Arbitraries.differences.filter((difference) =>
    difference === "nothing" ? findsWholeLines !== false : forgives?.[difference] === true
  )

const phrases: { readonly [K in Arbitraries.Difference]: string } = {
  nothing: "whole lines that stand in the text",
  terminators: "lines that end in other terminators",
  finalTerminator: "lines whose final terminator the file lacks",
  trailingBlanks: "lines with other blanks at their ends",
  indentation: "lines whose indentation differs by one shift",
  characters: "lines whose characters have another form"
}

const plantedAs = (claims: ReadonlyArray<Claim>, copies: Arbitraries.Copies): fc.Arbitrary<Arbitraries.Planted> =>
  fc.oneof(...claims.map(({ planted }) => planted(copies)))

// ----------------------------------------------------------------------------
// One question
// ----------------------------------------------------------------------------

interface Ask {
  readonly text: string
  readonly oldText: string
  readonly newText: string
}

/** What a matcher says to a question; `undefined`: it declined. */
const ask = async (matcher: Matcher, { newText, oldText, text }: Ask, limit = 1_000): Promise<Answer | undefined> => {
  const source = SourceText.make(text)
  const target = Target.make(source, { oldText, newText })
  const answer = await Effect.runPromise(Effect.result(matcher.find(source, target, limit)))
  return Result.isFailure(answer) ? undefined : { source, target, candidates: answer.success }
}

interface Answer {
  readonly source: SourceText.SourceText
  readonly target: Target.Target
  readonly candidates: ReadonlyArray<Candidate>
}

/** A law about each answer that holds at least one place. */
const ofPlaces = (
  name: `MUST ${string}`,
  asks: fc.Arbitrary<Ask>,
  verdict: (answer: Answer, matcher: Matcher) => Law.Verdict
): MatcherLaw =>
  Law.make({
    name,
    arbitrary: asks,
    holds: async (matcher, input) => {
      const answer = await ask(matcher, input)
      return answer === undefined || answer.candidates.length === 0 ? Law.vacuous : verdict(answer, matcher)
    }
  })

/** A law about each candidate. */
const ofEach = (
  name: `MUST ${string}`,
  asks: fc.Arbitrary<Ask>,
  isRight: (candidate: Candidate, answer: Answer, matcher: Matcher) => boolean,
  wrong: string
): MatcherLaw =>
  ofPlaces(name, asks, (answer, matcher) => {
    const bad = answer.candidates.find((candidate) => !isRight(candidate, answer, matcher))
    return Law.expect(bad === undefined, () => `${show(bad!)} ${wrong}`)
  })

const show = ({ span }: Pick<Candidate, "span">): string => `[${span.start}, ${span.end})`

const shows = (places: ReadonlyArray<Pick<Candidate, "span">>): string => places.map(show).join(" ") || "nothing"

/** Whether it is this place; blanks at the end of its last line may be left out. */
const isAt =
  (source: SourceText.SourceText, span: Candidate["span"]) =>
  (candidate: Candidate): boolean =>
    candidate.span.start === span.start &&
    candidate.span.end <= span.end &&
    Blank.trimmedStart(source.text, candidate.span.end, span.end) === span.end

// ----------------------------------------------------------------------------
// The contract
// ----------------------------------------------------------------------------

const statesFacts: MatcherLaw = Law.make({
  name: "MUST state a kebab-case name, what it forgives, and a reach that grows with oldText",
  arbitrary: fc.integer({ min: 1, max: 200 }),
  holds: (matcher, lines) => {
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(matcher.name)) return Law.broken(`its name is ${matcher.name}`)
    if (matcher.forgives.trim() === "") return Law.broken("what it forgives is not said")
    const [reach, more] = [matcher.reach(lines), matcher.reach(lines + 1)]
    return Law.expect(reach >= 0 && more >= reach, () => `${lines} lines reach ${reach}, one more reaches ${more}`)
  }
})

const neverThrows: MatcherLaw = Law.make({
  name: "MUST answer every question without throwing",
  arbitrary: fc.oneof(
    Arbitraries.anything,
    // Text that no plan would let through, but another host might: halves of surrogate pairs, controls, no text at all.
    fc.record({
      text: fc.oneof(fc.constant(""), fc.string({ unit: "binary", maxLength: 20 })),
      oldText: fc.string({ unit: "binary", minLength: 1, maxLength: 5 }),
      newText: fc.constant("")
    })
  ),
  holds: async (matcher, input) => {
    await ask(matcher, input)
    return Law.held
  }
})

const changesNothing = (asks: fc.Arbitrary<Ask>): MatcherLaw =>
  Law.make({
    name: "MUST leave the source and the target as they are",
    arbitrary: asks,
    holds: async (matcher, input) => {
      const answer = await ask(matcher, input)
      if (answer === undefined) return Law.vacuous
      const { source, target } = answer
      const isSame =
        source.toString() === input.text &&
        target.oldText === input.oldText &&
        target.newText === input.newText &&
        target.old.toString() === input.oldText &&
        target.new.toString() === input.newText
      return Law.expect(isSame, () => "the question is another after the answer")
    }
  })

const inText = (asks: fc.Arbitrary<Ask>): MatcherLaw =>
  ofEach(
    "MUST keep its places inside the text",
    asks,
    ({ span }, { source }) => span.start >= 0 && span.end <= source.text.length,
    "is not in the text"
  )

const onBoundaries = (asks: fc.Arbitrary<Ask>): MatcherLaw =>
  ofEach(
    "MUST begin and end its places outside of a CRLF and of a surrogate pair",
    asks,
    ({ span }, { source }) =>
      [span.start, span.end].every((at) => source.isBoundary(at) || at < 0 || at > source.text.length),
    "cuts a CRLF or a surrogate pair"
  )

const notEmpty = (asks: fc.Arbitrary<Ask>): MatcherLaw =>
  ofEach("MUST return no empty place", asks, ({ span }) => span.start < span.end, "is empty")

const inOrder = (asks: fc.Arbitrary<Ask>): MatcherLaw =>
  ofPlaces("MUST return its places in the order of the text, each once", asks, ({ candidates }) => {
    const isOrdered = candidates.every(({ span }, i) => {
      const before = candidates[i - 1]?.span
      return before === undefined || before.start < span.start || (before.start === span.start && before.end < span.end)
    })
    return Law.expect(isOrdered, () => `it returned ${shows(candidates)}`)
  })

const answersAlike = (asks: fc.Arbitrary<Ask>): MatcherLaw =>
  Law.make({
    name: "MUST give the same answer to the same question",
    arbitrary: fc.tuple(asks, asks),
    holds: async (matcher, [input, other]) => {
      const first = await ask(matcher, input)
      await ask(matcher, other)
      const second = await ask(matcher, input)
      if (first === undefined || second === undefined) return Law.vacuous
      if (first.candidates.length === 0 && second.candidates.length === 0) return Law.vacuous
      const [a, b] = [shows(first.candidates), shows(second.candidates)]
      return Law.expect(a === b, () => `it returned ${a}, and later ${b}`)
    }
  })

const respectsLimit = (claims: ReadonlyArray<Claim>): MatcherLaw =>
  Law.make({
    name: "MUST return the first of its places where there are more than the limit",
    arbitrary: plantedAs(claims, "apart"),
    holds: async (matcher, input) => {
      const whole = await ask(matcher, input)
      if (whole === undefined || whole.candidates.length < 2) return Law.vacuous
      const limit = whole.candidates.length - 1
      const part = await ask(matcher, input, limit)
      const [wanted, got] = [shows(whole.candidates.slice(0, limit)), shows(part?.candidates ?? [])]
      return Law.expect(wanted === got, () => `up to ${limit}, it returned ${got} instead of ${wanted}`)
    }
  })

const staysInReach = (asks: fc.Arbitrary<Ask>): MatcherLaw =>
  ofPlaces("MUST keep each place within its reach", asks, ({ candidates, source, target }, { reach }) => {
    // A carriage return that is data in oldText may end a line in the file.
    const lines = SourceText.make(target.oldText, { byteOrderMark: "data", carriageReturn: "terminator" })
    const most = reach(lines.lineCount)
    const bad = candidates.find(({ span }) => source.lineAt(span.end - 1) - source.lineAt(span.start) + 1 > most)
    return Law.expect(bad === undefined, () => `${show(bad!)} has more than ${most} lines`)
  })

// ----------------------------------------------------------------------------
// What a place means
// ----------------------------------------------------------------------------

const explains = (asks: fc.Arbitrary<Ask>, equivalent: Equivalence.Equivalence): MatcherLaw =>
  ofPlaces("MUST adapt oldText to what stands in the place", asks, ({ candidates, source, target }) => {
    const usable = candidates.filter(({ refusal }) => refusal === undefined)
    if (usable.length === 0) return Law.vacuous
    for (const candidate of usable) {
      const adapted = candidate.adaptation.apply(target.oldText)
      if (Result.isFailure(adapted))
        return Law.broken(`${show(candidate)} has no refusal, but oldText has no adaptation`)
      const region = splitAs(source, source.slice(candidate.span))
      const place = { atEnd: candidate.span.end === source.text.length, alignment: candidate.alignment }
      // Where the adaptation brings the carriage returns in, oldText has no reading of them.
      const model = target.oldText.includes("\r") ? target.old : undefined
      const text =
        model === undefined
          ? SourceText.make(adapted.success, { byteOrderMark: "data" })
          : splitAs(model, adapted.success)
      if (!equivalent(text, region, place)) {
        return Law.broken(`adapted to ${show(candidate)}, oldText is ${JSON.stringify(adapted.success)}`)
      }
    }
    return Law.held
  })

const isOldText = (asks: fc.Arbitrary<Ask>): MatcherLaw =>
  ofEach(
    "MUST return oldText itself up to line terminators, if it is not loose",
    asks,
    ({ span }, { source, target }) =>
      Equivalence.sameLines(target.old, splitAs(source, source.slice(span)), {
        atEnd: span.end === source.text.length,
        alignment: undefined
      }),
    "is not oldText"
  )

const splitAs = (model: SourceText.SourceText, text: string): SourceText.SourceText =>
  SourceText.make(text, {
    byteOrderMark: "data",
    carriageReturn: model.carriageReturnEndsLine ? "terminator" : "data"
  })

const blankIsNothing: MatcherLaw = Law.make({
  name: "MUST find nothing for a blank oldText, if it is loose",
  atLeast: 0.5,
  arbitrary: fc
    .record({
      before: Arbitraries.text,
      blank: fc.constantFrom(
        " ",
        "\n",
        "\n\n",
        "  \n",
        "\t",
        "\r\n",
        "\u00a0",
        "\r  \n",
        "\r",
        "\u3000\n\t\r\n ",
        "\n\u2003"
      ),
      after: Arbitraries.text
    })
    .map(({ after, before, blank }) => ({ text: before + blank + after, oldText: blank, newText: "a" })),
  holds: async (matcher, input) => {
    const answer = await ask(matcher, input)
    if (answer === undefined) return Law.vacuous
    return Law.expect(answer.candidates.length === 0, () => `it returned ${shows(answer.candidates)}`)
  }
})

// ----------------------------------------------------------------------------
// What must be found
// ----------------------------------------------------------------------------

const finds = ({ phrase, planted }: Claim): MatcherLaw =>
  Law.make({
    name: `MUST find ${phrase}`,
    arbitrary: planted("once"),
    atLeast: 0.9,
    holds: (matcher, input) => isFound(matcher, input)
  })

const isFound = async (matcher: Matcher, input: Arbitraries.Planted): Promise<Law.Verdict> => {
  const answer = await ask(matcher, input)
  if (answer === undefined) return Law.vacuous
  const missing = input.spans.filter((span) => !answer.candidates.some(isAt(answer.source, span)))
  return Law.expect(missing.length === 0, () => {
    const planted = shows(missing.map((span) => ({ span })))
    return `it returned ${shows(answer.candidates)}, but not ${planted}, where oldText was planted`
  })
}

const findsBoth = (claims: ReadonlyArray<Claim>): MatcherLaw =>
  Law.make({
    name: "MUST find a text that stands twice in both places",
    arbitrary: plantedAs(claims, "apart"),
    atLeast: 0.9,
    holds: (matcher, input) => isFound(matcher, input)
  })

const findsOverlapping = (claims: ReadonlyArray<Claim>): MatcherLaw =>
  Law.make({
    name: "MUST find places that share a line",
    arbitrary: plantedAs(claims, "overlapping"),
    atLeast: 0.9,
    holds: (matcher, input) => isFound(matcher, input)
  })

const findsForms = (manifest: Manifest): ReadonlyArray<MatcherLaw> => {
  const differences = claimed(manifest).filter((difference) => difference !== "nothing")
  if (differences.length === 0) return []
  const { form = (text: string) => text } = manifest
  return [
    Law.make({
      name: "MUST find a text that stands in several forms in every place",
      arbitrary: Arbitraries.rewritten(Arbitraries.forms(differences), form),
      atLeast: 0.9,
      holds: (matcher, input) => isFound(matcher, input)
    })
  ]
}

/**
 * What holds of two matchers of which the second forgives what the first does, and more. For texts of whole lines without
 * blanks at their ends, read alike by both texts where they hold a lone carriage return.
 *
 * **Example** (Two matchers in a chain)
 *
 * ```ts
 * import { Matcher } from "@kerf/core"
 * import { MatcherLaws } from "@kerf/testing"
 *
 * const nothing = Matcher.make({
 *   name: "nothing",
 *   loose: true,
 *   forgives: "everything",
 *   reach: (lines) => lines,
 *   find: () => []
 * })
 * // Two matchers that find nothing agree, but that is no evidence.
 * const { exercised, failure } = await MatcherLaws.monotone.check([nothing, nothing])
 * exercised // => 0
 * failure === undefined // => false
 * ```
 *
 * @category laws
 * @since 0.1.0
 */
export const monotone: Law.Law<readonly [tighter: Matcher, looser: Matcher]> = Law.make({
  name: "MUST find what a tighter matcher finds, in the same place or in one that covers it",
  arbitrary: fc.oneof(
    { weight: 1, arbitrary: Arbitraries.anything },
    // What stands byte for byte is what even the tightest finds.
    ...Arbitraries.differences.map((difference) => ({
      weight: difference === "nothing" ? 6 : 1,
      arbitrary: fc.oneof(Arbitraries.planted(difference, "apart"), Arbitraries.planted(difference, "overlapping"))
    }))
  ),
  holds: async ([tighter, looser], input) => {
    const [first, second] = [await ask(tighter, input), await ask(looser, input)]
    if (first === undefined || second === undefined) return Law.vacuous
    const { source, target } = first
    const endsInBlanks = ({ content }: SourceText.Line) => /[\t\p{Zs}]$/u.test(content)
    if (target.blank || target.old.lines().some(endsInBlanks)) return Law.vacuous
    if (target.oldText.includes("\r") && target.old.carriageReturnEndsLine !== source.carriageReturnEndsLine) {
      return Law.vacuous
    }
    const places = first.candidates.filter(({ span }) => isOfWholeLines(source, span))
    if (places.length === 0) return Law.vacuous
    const lost = places.find(({ span }) => !second.candidates.some((other) => Span.covers(other.span, span)))
    return Law.expect(
      lost === undefined,
      () => `${tighter.name} found ${show(lost!)}, ${looser.name} ${shows(second.candidates)}`
    )
  }
})

const isOfWholeLines = (source: SourceText.SourceText, { end, start }: Span.Span): boolean =>
  source.lineStart(start) === start &&
  [source.lineEnd(end - 1), source.lineEnd(end)].some((at) => end === at || end === source.afterTerminator(at))

// ----------------------------------------------------------------------------
// Through a plan
// ----------------------------------------------------------------------------

const edited = async (matcher: Matcher, { newText, oldText, text }: Ask): Promise<string | undefined> => {
  const plan = Plan.make(SourceText.make(text), [{ oldText, newText }]).pipe(
    Effect.provideService(MatcherStack, { matchers: [matcher] })
  )
  return Result.match(await Effect.runPromise(Effect.result(plan)), {
    onFailure: () => undefined,
    onSuccess: Plan.apply
  })
}

const leavesTheRest = (claims: ReadonlyArray<Claim>): MatcherLaw =>
  Law.make({
    name: "MUST lead to an edit that changes nothing outside of the planted lines",
    arbitrary: plantedAs(claims, "once"),
    holds: async (matcher, input) => {
      const result = await edited(matcher, input)
      if (result === undefined) return Law.vacuous
      const [{ end, start }] = input.spans as [Candidate["span"]]
      const source = SourceText.make(input.text)
      const head = source.byteOrderMark + source.text.slice(0, start)
      const tail = source.text.slice(end)
      const isKept = result.length >= head.length + tail.length && result.startsWith(head) && result.endsWith(tail)
      return Law.expect(isKept, () => `the file became ${JSON.stringify(result)}`)
    }
  })

const keepsSharedLines = (claims: ReadonlyArray<Claim>): MatcherLaw =>
  Law.make({
    name: "MUST lead to an edit that keeps the bytes of every line that newText does not change",
    arbitrary: plantedAs(claims, "once"),
    holds: async (matcher, input) => {
      const result = await edited(matcher, input)
      if (result === undefined) return Law.vacuous
      const before = SourceText.make(input.text)
      const changed = before.lineAt(input.spans[0]!.start) + input.changedLine
      const [old, fresh] = [before.lines(), splitAs(before, result.slice(before.byteOrderMark.length)).lines()]
      const isKept =
        old.length === fresh.length &&
        old.every(({ content, terminator }, i) => {
          const line = fresh[i]!
          return i + 1 === changed
            ? line.terminator === terminator && Blank.indentation(line.content) === Blank.indentation(content)
            : line.terminator === terminator && line.content === content
        })
      return Law.expect(isKept, () => `line ${changed} was to change, and the file became ${JSON.stringify(result)}`)
    }
  })
