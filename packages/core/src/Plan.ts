/**
 * What an edit will do to a text: every pair matched against the same text, all or none.
 *
 * A plan is a value. It can be shown, applied, inverted and thrown away; nothing is written here. Laws: bytes outside
 * the spans never change; a failure changes nothing; the order of the pairs is irrelevant; a plan and then its inverse
 * restore the text.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Attempt } from "./Attempt.ts"
import type { Candidate } from "./Candidate.ts"
import * as Decision from "./Decision.ts"
import * as Diagnosis from "./Diagnosis.ts"
import * as Distinction from "./Distinction.ts"
import type * as Edit from "./Edit.ts"
import * as EditFailure from "./EditFailure.ts"
import * as Graft from "./Graft.ts"
import type { Matcher } from "./Matcher.ts"
import { MatcherStack } from "./MatcherStack.ts"
import type { Note } from "./Note.ts"
import * as Place from "./Place.ts"
import * as Recovery from "./Recovery.ts"
import * as RefusedReason from "./RefusedReason.ts"
import * as Repetition from "./Repetition.ts"
import * as SourceText from "./SourceText.ts"
import * as Span from "./Span.ts"
import * as Target from "./Target.ts"
import * as UnifiedDiff from "./UnifiedDiff.ts"

/**
 * One span that is replaced. `edit` is the 0-based index of the pair that asked for it.
 *
 * @category models
 * @since 0.1.0
 */
export interface Change {
  readonly edit: number
  readonly matcher: string
  readonly span: Span.Span
  readonly text: string
}

/**
 * What an edit will do.
 *
 * **Details**
 *
 * `changes` are in the order of the text and do not overlap. `creates`: the text is that of a file that does not exist
 * yet.
 *
 * @category models
 * @since 0.1.0
 */
export interface Plan {
  readonly source: SourceText.SourceText
  readonly changes: ReadonlyArray<Change>
  readonly creates: boolean
  /** 0-based indices of the pairs that count as done (`recover`). If all are, `changes` is empty. */
  readonly alreadyApplied: ReadonlyArray<number>
  readonly notes: ReadonlyArray<Note>
  readonly trace: ReadonlyArray<Attempt>
}

/**
 * Options of a plan.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** What happens to the line endings of newText. Default: `"file"`. */
  readonly lineEndings?: Graft.LineEndings
  /** Whether a place that only a loose matcher finds is used after a matcher before it has declined. Default: no. */
  readonly acceptAfterDecline?: boolean
  /**
   * Whether a pair that no matcher finds counts as done if its newText stands in the text (see `Recovery`). Default: no,
   * since a host that has not shown the file must not take a look-alike for success.
   */
  readonly recover?: boolean
}

/**
 * The failures of a plan.
 *
 * @category models
 * @since 0.1.0
 */
export type Failure = EditFailure.NoMatch | EditFailure.Ambiguous | EditFailure.Refused

/**
 * Plans all pairs against one text with the stack of the context.
 *
 * **Details**
 *
 * Fails with the first pair that fails, by index, and with what would have matched. All of a pair's candidates are known
 * before anything is decided (see `Decision`), so the cost is that of the matchers that are asked.
 *
 * **Example** (Ten lines)
 *
 * ```ts
 * import { Plan, SourceText } from "@kerf/core"
 * import { Presets } from "@kerf/matchers"
 * import { Effect } from "effect"
 *
 * const source = SourceText.make("if a:\n    go()\n")
 * const program = Plan.make(source, [{ oldText: "go()", newText: "stop()" }]).pipe(
 *   Effect.map(Plan.apply),
 *   Effect.provide(Presets.standard.layer)
 * )
 * Effect.runSync(program) // => "if a:\n    stop()\n"
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (
  source: SourceText.SourceText,
  edits: ReadonlyArray<Fields>,
  options?: Options
): Effect.Effect<Plan, Failure, MatcherStack> =>
  Effect.flatMap(explain(source, edits, options), ({ result }) => Effect.fromResult(result))

/**
 * What `make` needs of an edit: an `Edit`, or a plain object like one.
 *
 * @category models
 * @since 0.1.0
 */
export type Fields = Pick<Edit.Edit, "oldText" | "newText" | "replaceAll" | "line">

/**
 * A plan or its failure, every attempt that led there, and what the graft made of the places that were chosen: the first
 * ten of each pair.
 *
 * @category models
 * @since 0.1.0
 */
export interface Explanation {
  readonly result: Result.Result<Plan, Failure>
  readonly trace: ReadonlyArray<Attempt>
  readonly grafts: ReadonlyArray<Grafting>
}

/**
 * One place that was chosen, and how newText enters it, or why it must not.
 *
 * @category models
 * @since 0.1.0
 */
export interface Grafting {
  /** 0-based index of the pair. */
  readonly edit: number
  readonly matcher: string
  readonly target: Target.Target
  readonly candidate: Candidate
  readonly graft: Result.Result<Graft.Graft, RefusedReason.RefusedReason>
}

/**
 * Options of an explanation.
 *
 * @category models
 * @since 0.1.0
 */
export interface ExplainOptions extends Options {
  /** Whether every matcher is asked, also after one has decided, and each place told with all that is known. Default: no. */
  readonly exhaustive?: boolean
}

/**
 * Plans like `make`, and tells what every matcher said whether or not the plan succeeds.
 *
 * **Details**
 *
 * `exhaustive` changes the trace, and nothing else.
 *
 * @category constructors
 * @since 0.1.0
 */
export const explain = Effect.fnUntraced(function* (
  source: SourceText.SourceText,
  edits: ReadonlyArray<Fields>,
  options?: ExplainOptions
): Effect.fn.Return<Explanation, never, MatcherStack> {
  const { matchers } = yield* MatcherStack
  const trace: Array<Attempt> = []
  const grafts: Array<Grafting> = []
  const refuse = (reason: RefusedReason.RefusedReason, edit?: number, wouldMatch: ReadonlyArray<number> = []) =>
    fail(new EditFailure.Refused({ ...(edit === undefined ? {} : { edit }), edits: edits.length, wouldMatch, reason }))
  const fail = (failure: Failure): Explanation => ({ result: Result.fail(failure), trace, grafts })

  for (const [index, edit] of edits.entries()) {
    const reason = invalid(source, edit)
    if (reason !== undefined) return refuse(reason, index)
  }

  const targets = edits.map((edit) => Target.make(source, withoutMark(edit)))
  const changes: Array<Change> = []
  const notes: Array<{ readonly note: Note; readonly at: number }> = []
  const matched: Array<number> = []
  const alreadyApplied: Array<number> = []
  // One newText that stands there proves one pair done, not two.
  const places = new Set<number>()
  let failed: ((wouldMatch: ReadonlyArray<number>) => Explanation) | undefined
  // Every pair is asked about even after one has failed, so that the failure can say which would have matched.
  for (const [index, edit] of edits.entries()) {
    const target = targets[index]!
    const decision = yield* Decision.make({
      source,
      target,
      edit,
      index,
      matchers,
      acceptAfterDecline: options?.acceptAfterDecline ?? false,
      exhaustive: options?.exhaustive ?? false,
      trace
    })
    const done =
      decision._tag === "none" && options?.recover === true ? Recovery.alreadyApplied(source, target) : undefined
    if (done !== undefined && !places.has(done.byteOffset)) {
      places.add(done.byteOffset)
      alreadyApplied.push(index)
      notes.push({ note: { _tag: "already-applied", edit: index, place: done }, at: 0 })
      continue
    }
    const outcome = settle(source, targets, index, { trace, grafts }, decision, options)
    if (Result.isFailure(outcome)) {
      failed ??= (wouldMatch) => fail(outcome.failure(wouldMatch))
      continue
    }
    matched.push(index)
    for (const change of outcome.success.changes) changes.push(change)
    for (const note of outcome.success.notes) notes.push(note)
  }
  if (failed !== undefined) return failed(matched)

  changes.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
  for (let i = 1; i < changes.length; i++) {
    const [a, b] = [changes[i - 1]!, changes[i]!]
    if (!Span.overlaps(a.span, b.span)) continue
    const [first, second] = a.edit < b.edit ? [a.edit, b.edit] : [b.edit, a.edit]
    return refuse({ _tag: "overlap", edits: [first, second], place: Place.fromSpan(source, b.span) }, second)
  }
  const isDone = edits.length > 0 && alreadyApplied.length === edits.length
  if (!isDone && changes.every(({ span, text }) => source.slice(span) === text)) {
    return refuse({ _tag: "no-change" }, edits.length === 1 ? 0 : undefined)
  }
  const said = [
    ...notes.map(({ at, note }) => afterwards(source, changes, note, at)),
    ...Repetition.find(source, changes)
  ]
  const plan: Plan = { source, changes, creates: false, alreadyApplied, notes: said, trace }
  return { result: Result.succeed(plan), trace, grafts }
})

/**
 * The plan of a file that does not exist yet.
 *
 * @category constructors
 * @since 0.1.0
 */
export const create = (text: string): Plan => ({
  source: SourceText.make(""),
  changes: [{ edit: 0, matcher: "create", span: Span.make(0, 0), text }],
  creates: true,
  alreadyApplied: [],
  notes: [],
  trace: []
})

/**
 * Applies a plan to the text that it was made for, and returns the whole new text, byte-order mark included.
 *
 * @category operations
 * @since 0.1.0
 */
export const apply = (self: Plan): string => {
  const { text } = self.source
  let out: string = self.source.byteOrderMark
  let end = 0
  for (const change of self.changes) {
    out += text.slice(end, change.span.start) + change.text
    end = change.span.end
  }
  return out + text.slice(end)
}

/**
 * Returns the plan that undoes this one: made for its result, it gives back its source.
 *
 * **Example** (There and back)
 *
 * ```ts
 * import { Plan } from "@kerf/core"
 *
 * Plan.apply(Plan.inverse(Plan.create("a\n"))) // => ""
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const inverse = (self: Plan): Plan => {
  let delta = 0
  const changes = self.changes.map(({ edit, matcher, span, text }): Change => {
    const start = span.start + delta
    delta += text.length - Span.length(span)
    return { edit, matcher, span: Span.make(start, start + text.length), text: self.source.slice(span) }
  })
  // A U+FEFF that the edit put first is text, and not the file's mark.
  const byteOrderMark = self.source.byteOrderMark === "" ? "data" : "split"
  const source = SourceText.make(apply(self), { byteOrderMark, encoding: self.source.encoding })
  return { source, changes, creates: false, alreadyApplied: [], notes: [], trace: [] }
}

/**
 * Returns the unified diff of a plan; see `UnifiedDiff`.
 *
 * @category operations
 * @since 0.1.0
 */
export const diff = (self: Plan, options: { readonly path: string; readonly maxLines?: number }): string =>
  UnifiedDiff.make({ source: self.source, changes: self.changes, creates: self.creates, ...options })

/** What is wrong with a pair before anything is searched. */
const invalid = (source: SourceText.SourceText, edit: Fields): RefusedReason.RefusedReason | undefined => {
  const { line, replaceAll } = edit
  if (line !== undefined && (replaceAll === true || !Number.isInteger(line) || line < 1)) return invalidLine
  if (edit.oldText === "") return { _tag: "empty-old-text" }
  for (const side of ["oldText", "newText"] as const) {
    const text = edit[side]
    const nul = text.indexOf("\0")
    if (nul !== -1) return { _tag: "nul", side, offset: nul }
    if (!text.isWellFormed()) return { _tag: "surrogate", side, offset: text.search(/\p{Surrogate}/u) }
  }
  if (edit.oldText === edit.newText) return { _tag: "no-change" }
  const onlyTerminatorsMayDiffer = edit.oldText.includes("\r") || edit.newText.includes("\r")
  return onlyTerminatorsMayDiffer && source.uniform && withLineFeeds(edit.oldText) === withLineFeeds(edit.newText)
    ? { _tag: "no-change" }
    : undefined
}

const mark = "\uFEFF"

/** The byte-order mark is no part of the text that a model sees: one that sends it means the text after it. */
const withoutMark = ({ newText, oldText }: Fields): Pick<Fields, "oldText" | "newText"> =>
  oldText.startsWith(mark) && oldText.length > 1
    ? { oldText: oldText.slice(1), newText: newText.startsWith(mark) ? newText.slice(1) : newText }
    : { oldText, newText }

const invalidLine = RefusedReason.custom({
  matcher: "plan",
  code: "invalid-line",
  message: "line is a whole number from 1, and goes without replaceAll. Send one of the two."
})

const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, "\n")

/** The most places that an `Ambiguous` lists. */
const mostPlaces = 10

/** The most grafts of a pair that are told. */
const mostGrafts = 10

/** Turns a decision into changes, or into a failure that still wants to know which other pairs would match. */
const settle = (
  source: SourceText.SourceText,
  targets: ReadonlyArray<Target.Target>,
  edit: number,
  told: { readonly trace: ReadonlyArray<Attempt>; readonly grafts: Array<Grafting> },
  decision: Decision.Decision,
  options: Options | undefined
): Result.Result<
  { readonly changes: ReadonlyArray<Change>; readonly notes: ReadonlyArray<Placed> },
  (wouldMatch: ReadonlyArray<number>) => Failure
> => {
  const target = targets[edit]!
  const pair = { edit, edits: targets.length }
  const refuse = (reason: RefusedReason.RefusedReason, candidate: Candidate) =>
    Result.fail((wouldMatch: ReadonlyArray<number>) => {
      const diagnosis = RefusedReason.isMendedByCopying(reason)
        ? Diagnosis.refused(source, target, candidate)
        : undefined
      return new EditFailure.Refused({ ...pair, wouldMatch, reason, ...diagnosis })
    })

  switch (decision._tag) {
    case "refused":
      return refuse(decision.reason, decision.candidate)
    case "ambiguous": {
      const { atLeast, matcher, spans, total } = decision
      return Result.fail((wouldMatch) => {
        // Alone among the places that were counted is not alone in the file.
        const distinctions = atLeast ? [] : Distinction.find(source, spans, mostPlaces)
        const places = spans.slice(0, mostPlaces).map((span, i) => {
          const distinction = distinctions[i]
          return { ...Place.fromSpan(source, span), ...(distinction === undefined ? {} : { distinction }) }
        })
        const data = { matcher: matcher.name, loose: matcher.loose, places, total, atLeast }
        return new EditFailure.Ambiguous({ ...pair, wouldMatch, ...data })
      })
    }
    case "none":
      return Result.fail((wouldMatch) => {
        const introducedBy = Diagnosis.introducedBy(targets, edit)
        return new EditFailure.NoMatch({
          ...pair,
          wouldMatch,
          tried: triedIn(told.trace, edit),
          blank: target.blank,
          ...Diagnosis.make(source, target),
          ...(introducedBy === undefined ? {} : { introducedBy }),
          ...(decision.unused === undefined ? {} : { unused: decision.unused })
        })
      })
    case "taken": {
      const { candidates, matcher } = decision
      const changes: Array<Change> = []
      const notes: Array<Placed> = []
      for (const [i, candidate] of candidates.entries()) {
        const lineEndings = options?.lineEndings ?? "file"
        const graft = Graft.make({ source, target, candidate, edit, lineEndings })
        if (i < mostGrafts) told.grafts.push({ edit, matcher: matcher.name, target, candidate, graft })
        if (Result.isFailure(graft)) return refuse(graft.failure, candidate)
        changes.push({ edit, matcher: matcher.name, span: candidate.span, text: graft.success.text })
        for (const note of graft.success.notes) add(notes, { note, at: candidate.span.start })
      }
      if (matcher.loose) notes.push({ note: looseMatch(edit, matcher, candidates[0]!), at: 0 })
      return Result.succeed({ changes, notes })
    }
  }
}

/** A note, and the offset of the place that it is about. */
interface Placed {
  readonly note: Note
  readonly at: number
}

/** Adds a note of a pair; under `replaceAll`, one of each kind stands for all its places. */
const add = (notes: Array<Placed>, placed: Placed): void => {
  const index = notes.findIndex(({ note }) => note._tag === placed.note._tag)
  const known = notes[index]
  if (known === undefined) notes.push(placed)
  else if (known.note._tag === "joined-lines" || known.note._tag === "indentation-jump") {
    notes[index] = { ...known, note: { ...known.note, more: (known.note.more ?? 0) + 1 } }
  }
}

/** The note with its line as it is once all changes are made, of which those before its place move it. */
const afterwards = (source: SourceText.SourceText, changes: ReadonlyArray<Change>, note: Note, at: number): Note => {
  if (note._tag !== "joined-lines" && note._tag !== "indentation-jump") return note
  const carriageReturn = source.carriageReturnEndsLine ? "terminator" : "data"
  const breaks = (text: string): number =>
    SourceText.fragment(text, carriageReturn)
      .lines()
      .filter(({ terminator }) => terminator !== "").length
  let line = note.line
  for (const { span, text } of changes) {
    if (span.end <= at) line += breaks(text) - breaks(source.slice(span))
  }
  return { ...note, line }
}

const triedIn = (trace: ReadonlyArray<Attempt>, edit: number): EditFailure.NoMatch["tried"] =>
  trace
    .filter((attempt) => attempt.edit === edit)
    .map(({ detail, matcher, outcome }) =>
      outcome === "declined" && detail !== undefined ? { matcher, declined: detail } : { matcher }
    )

const looseMatch = (edit: number, matcher: Matcher, candidate: Candidate): Note => ({
  _tag: "loose-match",
  edit,
  matcher: matcher.name,
  forgives: matcher.forgives,
  adapted: candidate.adaptation.describe,
  ...(candidate.evidence === undefined ? {} : { evidence: candidate.evidence })
})
