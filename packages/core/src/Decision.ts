/**
 * The rule of the stack: which place one edit goes to, if any.
 *
 * The matchers are asked in order, and each tells all its places before anything is decided:
 *
 * 1. None: the next matcher is asked.
 * 2. Two or more, refused ones counted: all of them under `replaceAll`; else the one that begins at `line`, if exactly
 *    one does; else *ambiguous*. A looser matcher is never asked to break a tie. A loose matcher under `replaceAll` is
 *    refused, however many places it has.
 * 3. One that is usable: taken. One that is refused: remembered, and the next matcher is asked; a later place is used
 *    only if it covers every place refused before, or begins at `line` and they do not, else *ambiguous*. If nothing later is usable: *refused*, with the
 *    first reason that was remembered.
 * 4. After a matcher has declined, a place that only a loose one finds is not used, unless the caller opts in.
 *
 * Reading the file, grafting and writing are other modules' business.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Attempt from "./Attempt.ts"
import type { Candidate } from "./Candidate.ts"
import type * as Edit from "./Edit.ts"
import { Declined, type Matcher } from "./Matcher.ts"
import * as Place from "./Place.ts"
import type { RefusedReason } from "./RefusedReason.ts"
import type { SourceText } from "./SourceText.ts"
import * as Span from "./Span.ts"
import type { Target } from "./Target.ts"

/**
 * What the stack says about one edit.
 *
 * **Details**
 *
 * `taken.candidates` holds one place, or under `replaceAll` all of them, left to right, not overlapping. `refused.candidate`
 * is the place that the reason is about, or the first of them.
 *
 * @category models
 * @since 0.1.0
 */
export type Decision =
  | { readonly _tag: "taken"; readonly matcher: Matcher; readonly candidates: ReadonlyArray<Candidate> }
  | {
      readonly _tag: "ambiguous"
      readonly matcher: Matcher
      /** All places that were found, at most one more than are counted. */
      readonly spans: ReadonlyArray<Span.Span>
      readonly total: number
      readonly atLeast: boolean
    }
  | { readonly _tag: "refused"; readonly reason: RefusedReason; readonly candidate: Candidate }
  | { readonly _tag: "none"; readonly unused?: { readonly matcher: string; readonly place: Place.Place } }

/** The most places that are counted, and the most that `replaceAll` replaces. */
const limits = { single: 1_000, all: 100_000 }

/** The most places that are listed. */
const listed = 10

/**
 * Asks the matchers, in order, where one edit goes. Each attempt is appended to `trace`.
 *
 * **Details**
 *
 * Nobody is asked after one has decided, unless `exhaustive`: then the others are asked too, for the trace alone. What they
 * answer changes nothing, and one that breaks has declined.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function* (options: {
  readonly source: SourceText
  readonly target: Target
  readonly edit: Pick<Edit.Edit, "replaceAll" | "line">
  /** 0-based index of the edit, for the trace. */
  readonly index: number
  readonly matchers: ReadonlyArray<Matcher>
  readonly acceptAfterDecline: boolean
  readonly exhaustive: boolean
  readonly trace: Array<Attempt.Attempt>
}): Effect.fn.Return<Decision> {
  const { edit, index, source, target, trace } = options
  const replaceAll = edit.replaceAll === true
  const limit = replaceAll ? limits.all : limits.single
  const standing: Standing = { remembered: [], declined: false, unused: undefined }
  let decision: Decision | undefined

  for (const matcher of options.matchers) {
    // One more than the limit tells "as many" from "more". A loose match under replaceAll is refused at the first.
    // Suspended: one that throws while it makes its effect is a defect like any other.
    const question = Effect.suspend(() => matcher.find(source, target, replaceAll && matcher.loose ? 1 : limit + 1))
    const answer = yield* Effect.result(decision === undefined ? question : Effect.catchDefect(question, broke))
    const found: ReadonlyArray<Candidate> = Result.isFailure(answer)
      ? []
      : answer.success.map((candidate) => limitLength(source, target, matcher, candidate))
    if (decision === undefined) yield* checkContract(source, matcher, found)
    const verdict: Verdict = Result.isFailure(answer)
      ? { outcome: "declined", detail: answer.failure.reason }
      : found.length === 0
        ? { outcome: "none" }
        : decision === undefined
          ? judge(options, limit, matcher, found, standing)
          : { outcome: "late" }
    const { decision: decided, ...outcome } = verdict
    trace.push({
      edit: index,
      matcher: matcher.name,
      loose: matcher.loose,
      forgives: matcher.forgives,
      candidates: found.length,
      places: found
        .slice(0, listed)
        .map((it) => (options.exhaustive ? Attempt.sighting(source, it) : Place.fromSpan(source, it.span))),
      ...outcome
    })
    decision ??= decided
    if (decision !== undefined && !options.exhaustive) return decision
    if (verdict.outcome === "declined") standing.declined = true
  }
  const { remembered, unused } = standing
  if (decision !== undefined) return decision
  if (remembered.length > 0) return { _tag: "refused", ...remembered[0]! }
  return { _tag: "none", ...(unused === undefined ? undefined : { unused }) }
})

/** What the matchers so far leave behind for those after them. */
interface Standing {
  readonly remembered: Array<{ readonly candidate: Candidate; readonly reason: RefusedReason }>
  declined: boolean
  unused: { readonly matcher: string; readonly place: Place.Place } | undefined
}

/** What became of one answer, and the decision, if that is one. */
interface Verdict extends Pick<Attempt.Attempt, "outcome" | "reason" | "detail"> {
  readonly decision?: Decision
}

/** Judges the places, at least one, that a matcher found. */
const judge = (
  options: {
    readonly source: SourceText
    readonly edit: Pick<Edit.Edit, "replaceAll" | "line">
    readonly acceptAfterDecline: boolean
  },
  limit: number,
  matcher: Matcher,
  found: ReadonlyArray<Candidate>,
  standing: Standing
): Verdict => {
  const { edit, source } = options
  const { remembered } = standing
  const refused = (reason: RefusedReason): Verdict => ({
    outcome: "refused",
    reason,
    decision: { _tag: "refused", reason, candidate: found[0]! }
  })
  const ambiguous = (candidates: ReadonlyArray<Pick<Candidate, "span">>): Verdict => ({
    outcome: "ambiguous",
    decision: {
      _tag: "ambiguous",
      matcher,
      spans: candidates.map(({ span }) => span),
      total: Math.min(candidates.length, limit),
      atLeast: candidates.length > limit
    }
  })
  let chosen = found
  if (edit.replaceAll === true) {
    if (matcher.loose) {
      const place = Place.fromSpan(source, found[0]!.span)
      return refused({ _tag: "loose-replace-all", matcher: matcher.name, forgives: matcher.forgives, place })
    }
    if (found.length > limit) return refused({ _tag: "too-many", limit })
    chosen = leftToRight(found)
  } else if (found.length > 1) {
    if (edit.line === undefined) return ambiguous(found)
    chosen = found.filter(({ span }) => source.lineAt(span.start) === edit.line)
    if (chosen.length !== 1) return ambiguous(found)
  }
  const refusal = chosen.find((candidate) => candidate.refusal !== undefined)?.refusal
  if (refusal !== undefined) {
    for (const candidate of chosen) {
      if (candidate.refusal !== undefined) remembered.push({ candidate, reason: candidate.refusal })
    }
    return { outcome: "refused", reason: refusal }
  }
  // Where the line chooses, a place that begins at another is not meant.
  const lineOf = ({ span }: Pick<Candidate, "span">): number => source.lineAt(span.start)
  const isChosen = edit.line !== undefined && chosen.every((candidate) => lineOf(candidate) === edit.line)
  const before = remembered
    .map(({ candidate }) => candidate)
    .filter((candidate) => !isChosen || lineOf(candidate) === edit.line)
  if (!before.every((candidate) => chosen.some(({ span }) => Span.covers(span, candidate.span)))) {
    return ambiguous(distinct([...before, ...chosen]))
  }
  if (standing.declined && matcher.loose && !options.acceptAfterDecline) {
    standing.unused ??= { matcher: matcher.name, place: Place.fromSpan(source, chosen[0]!.span) }
    return { outcome: "unused" }
  }
  return { outcome: "taken", decision: { _tag: "taken", matcher, candidates: chosen } }
}

/** Places in the order of the text, each once: several matchers may have found the same. */
const distinct = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> =>
  candidates
    .toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
    .filter(({ span }, i, all) => {
      const previous = all[i - 1]?.span
      return previous === undefined || previous.start !== span.start || previous.end !== span.end
    })

/** A matcher that is asked for the trace alone must not break what has been decided. */
const broke = (defect: unknown): Effect.Effect<never, Declined> =>
  Effect.fail(new Declined({ reason: `it broke: ${defect instanceof Error ? defect.message : String(defect)}` }))

const leftToRight = (candidates: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> => {
  let end = 0
  return candidates.filter(({ span }) => {
    if (span.start < end) return false
    end = span.end
    return true
  })
}

/** A loose match whose lines are not oldText's lines one to one must not be much longer than oldText. */
const limitLength = (source: SourceText, target: Target, matcher: Matcher, candidate: Candidate): Candidate => {
  if (!matcher.loose) return candidate
  const limit = 2 * target.oldText.length + 64
  const { end, start } = candidate.span
  if (end - start <= limit || candidate.refusal !== undefined) return candidate
  const place = Place.fromSpan(source, candidate.span)
  if (place.endLine - place.line + 1 === target.old.lineCount) return candidate
  const length = source.text.slice(start, end).trim().length
  if (length <= limit) return candidate
  return {
    ...candidate,
    refusal: { _tag: "too-long", matcher: matcher.name, place, length, limit, unit: "characters" }
  }
}

/** A matcher that breaks its contract is a defect that names it: its places cannot be trusted. */
const checkContract = (
  source: SourceText,
  matcher: Matcher,
  candidates: ReadonlyArray<Candidate>
): Effect.Effect<void> => {
  let previous: Span.Span = { start: -1, end: -1 }
  for (const { span } of candidates) {
    const broken =
      span.start >= span.end
        ? "empty"
        : !source.isBoundary(span.start) || !source.isBoundary(span.end)
          ? "outside the text, or inside a CRLF or a surrogate pair"
          : span.start < previous.start || (span.start === previous.start && span.end <= previous.end)
            ? "out of order, or given twice"
            : undefined
    if (broken !== undefined) {
      return Effect.die(
        new Error(`Matcher ${matcher.name} broke its contract: the span [${span.start}, ${span.end}) is ${broken}`)
      )
    }
    previous = span
  }
  return Effect.void
}
