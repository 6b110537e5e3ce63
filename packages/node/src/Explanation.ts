/**
 * The trace of an edit: what every matcher saw, why it was not taken, and what came of it. For the person who asks why
 * an edit went where it went, or nowhere.
 *
 * @since 0.1.0
 */
import * as Attempt from "@kerf/core/Attempt"
import * as Distinction from "@kerf/core/Distinction"
import * as EditFailure from "@kerf/core/EditFailure"
import type * as Graft from "@kerf/core/Graft"
import type { Matcher } from "@kerf/core/Matcher"
import * as Message from "@kerf/core/Message"
import * as Nearest from "@kerf/core/Nearest"
import * as Note from "@kerf/core/Note"
import * as Place from "@kerf/core/Place"
import type * as Plan from "@kerf/core/Plan"
import * as Recovery from "@kerf/core/Recovery"
import * as RefusedReason from "@kerf/core/RefusedReason"
import type { SourceText } from "@kerf/core/SourceText"
import * as Span from "@kerf/core/Span"
import * as Target from "@kerf/core/Target"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Explained } from "./Editor.ts"
import * as Picture from "./Picture.ts"
import * as Printable from "./Printable.ts"

/**
 * The schema of a `Pair`.
 *
 * **Details**
 *
 * What came of one pair, whatever came of the others. `edit` is its 0-based index. `outcome`:
 *
 * - `placed`: a place was chosen, and newText can enter it; `already-applied`: newText stands there already; `created`: the
 *   file does not exist yet.
 * - `ambiguous`, `refused`, `none`: as in `EditFailure`; `unused`: found, but only after a matcher could not answer.
 * - `not-asked`: the edit was refused before anything was searched.
 *
 * `places` counts those that were chosen, or between which nothing chooses; `place` is the first that was chosen, or where
 * newText stands already. `pictures` are of the first few places. `graft` tells how newText enters the first: `frame` is whose indentation it was taken for, where that was a question; `adapted` what was done to it; `lines` how many
 * lines it has, of which `keepsAll` are the file's own bytes and `keepsSome` keep some of its characters. A text that is
 * `spliced` is written as sent. `reason`: why the pair was refused.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Pair = Schema.Struct({
  edit: Schema.Int,
  outcome: Schema.Literals([
    "placed",
    "already-applied",
    "created",
    "ambiguous",
    "refused",
    "unused",
    "none",
    "not-asked"
  ] as const),
  matcher: Schema.optionalKey(Schema.String),
  places: Schema.Int,
  place: Schema.optionalKey(Place.Place),
  graft: Schema.optionalKey(
    Schema.Struct({
      spliced: Schema.Boolean,
      frame: Schema.optionalKey(Schema.Literals(["model", "file"])),
      adapted: Schema.String,
      lines: Schema.Int,
      keepsAll: Schema.Int,
      keepsSome: Schema.Int
    })
  ),
  reason: Schema.optionalKey(RefusedReason.RefusedReason),
  pictures: Schema.Array(Picture.Picture)
})

/**
 * What came of one pair.
 *
 * @category models
 * @since 0.1.0
 */
export type Pair = typeof Pair.Type

/**
 * The schema of an `Explanation`.
 *
 * **Details**
 *
 * `matchers` is the stack, in order. `attempts` are in the order in which they were made; `edit` in them is the 0-based
 * index of the pair. `pairs` are all pairs, the first twenty with pictures. `failure` is missing where the edit would be
 * made. `warnings` are about the stack itself. Bounded in size, whatever the texts; what a
 * matcher says is as long as it says it.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Explanation = Schema.Struct({
  path: Schema.String,
  matchers: Schema.Array(Schema.Struct({ name: Schema.String, loose: Schema.Boolean, forgives: Schema.String })),
  attempts: Schema.Array(Attempt.Attempt),
  pairs: Schema.Array(Pair),
  notes: Schema.Array(Schema.Struct({ message: Schema.String, note: Note.Note })),
  replacements: Schema.Int,
  failure: Schema.optionalKey(EditFailure.EditFailure),
  warnings: Schema.Array(Schema.String)
})

/**
 * The trace of an edit.
 *
 * @category models
 * @since 0.1.0
 */
export type Explanation = typeof Explanation.Type

/**
 * Creates the explanation of what the editor said.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (explained: Explained): Explanation => {
  const { matchers, path, result, trace } = explained
  const plan = Result.isSuccess(result) ? result.success : undefined
  return {
    path,
    matchers: matchers.map(({ forgives, loose, name }) => ({ name, loose, forgives })),
    attempts: trace,
    pairs: pairsOf(explained),
    notes: (plan?.notes ?? []).map((note) => ({ message: Message.note(note), note })),
    replacements: plan?.changes.length ?? 0,
    ...(Result.isFailure(result) ? { failure: result.failure } : {}),
    warnings: warnings(matchers)
  }
}

/** The most pairs that are drawn, rows over all of them, and places between which nothing chooses. */
const most = { drawn: 20, rows: 240, places: 5 }

/** The fewest rows of one place among several. */
const leastRows = 8

const pairsOf = (explained: Explained): ReadonlyArray<Pair> => {
  const { edits, grafts, result, source, trace } = explained
  const plan = Result.isSuccess(result) ? result.success : undefined
  const made = madeAlready(explained)
  const rows = Math.max(12, Math.min(80, Math.floor(most.rows / edits.length)))
  return edits.map((edit, index): Pair => {
    const attempts = trace.filter((attempt) => attempt.edit === index)
    const grafted = grafts.filter((it) => it.edit === index)
    const [grafting] = grafted
    const target = grafting?.target ?? Target.make(source, edit)
    const rowsOfEach = Math.max(leastRows, Math.floor(rows / most.places))
    const draw = (of: Omit<Parameters<typeof Picture.make>[0], "source" | "rows">, count = rows) =>
      index < most.drawn ? [Picture.make({ source, rows: count, ...of })] : []
    const told = { edit: index, places: 0, pictures: [] }

    if (grafting !== undefined) {
      const { candidate, graft, matcher } = grafting
      const places = edit.replaceAll === true ? replaced(explained, index) : 1
      const pictures = grafted
        .slice(0, places === 1 ? 1 : most.places)
        .flatMap(({ candidate, graft }) =>
          draw(
            { span: candidate.span, target, candidate, graft: Result.getOrUndefined(graft) },
            places === 1 ? rows : rowsOfEach
          )
        )
      const placed = { ...told, matcher, places, place: Place.fromSpan(source, candidate.span), pictures }
      if (Result.isFailure(graft)) return { ...placed, outcome: "refused", reason: graft.failure }
      return { ...placed, outcome: "placed", ...graftOf(grafting, graft.success) }
    }
    if (plan?.creates === true) return { ...told, outcome: "created", pictures: draw({ target }) }
    if (attempts.length === 0) return { ...told, outcome: "not-asked", pictures: draw({ target }) }
    const place = made.get(index)
    if (place !== undefined) {
      const isBroken = target.new.lines().at(-1)?.terminator !== ""
      const { end } = isBroken ? source.fullLineSpan(place.endLine) : source.lineSpan(place.endLine)
      const span = Span.make(source.lineSpan(place.line).start, end)
      return { ...told, outcome: "already-applied", place, pictures: draw({ span, target, isMade: true }) }
    }

    const ambiguous = attempts.find(({ outcome }) => outcome === "ambiguous")
    if (ambiguous !== undefined) {
      const { matcher } = ambiguous
      const rivals = rivalsOf(attempts, ambiguous)
      const candidates = ambiguous.candidates === 1 ? rivals.length : ambiguous.candidates
      const spans = spansOf(source, rivals)
      // Those that are not listed count too, so only the failure can say what tells these from them.
      const distinctions =
        candidates === spans.length
          ? Distinction.find(source, spans, most.places)
          : failedPlaces(explained, index).map(({ distinction }) => distinction)
      const pictures = spans
        .slice(0, most.places)
        .flatMap((span, i) => draw({ span, target, withoutNew: true, distinction: distinctions[i] }, rowsOfEach))
      return { edit: index, outcome: "ambiguous", matcher, places: candidates, pictures }
    }
    for (const outcome of ["refused", "unused"] as const) {
      const attempt = attempts.find((it) => it.outcome === outcome)
      if (attempt === undefined) continue
      const { candidates, matcher, reason } = attempt
      const at = attempt.places.find(({ refusal }) => refusal !== undefined) ?? attempt.places[0]
      const pictures = draw({ span: at === undefined ? undefined : spansOf(source, [at])[0], target })
      return {
        edit: index,
        outcome,
        matcher,
        places: candidates,
        pictures,
        ...(reason === undefined ? undefined : { reason })
      }
    }
    const [nearest] = target.blank ? [] : Nearest.find(source, target.old)
    const span =
      nearest === undefined
        ? undefined
        : Span.make(source.lineSpan(nearest.line).start, source.fullLineSpan(nearest.endLine).end)
    return { ...told, outcome: "none", pictures: draw({ span, target }) }
  })
}

/** How many places a pair replaces: not those that overlap others. */
const replaced = ({ grafts, result, trace }: Explained, index: number): number => {
  if (Result.isSuccess(result)) return result.success.changes.filter(({ edit }) => edit === index).length
  const { candidates = 1, places = [] } = trace.find(({ edit, outcome }) => edit === index && outcome === "taken") ?? {}
  return candidates > places.length ? candidates : grafts.filter(({ edit }) => edit === index).length
}

/**
 * Where the newText of pairs that count as done stands. A plan that failed for the sake of another pair does not tell, so
 * that is asked again; one place proves one pair done.
 */
const madeAlready = ({ edits, result, source, trace }: Explained): ReadonlyMap<number, Place.Place> => {
  const made = new Map<number, Place.Place>()
  if (Result.isSuccess(result)) {
    for (const note of result.success.notes) if (note._tag === "already-applied") made.set(note.edit, note.place)
    return made
  }
  const { failure } = result
  const failed = "edit" in failure ? failure.edit : undefined
  const found = new Set<number>()
  for (const { edit, outcome } of trace) if (outcome !== "none" && outcome !== "declined") found.add(edit)
  const asked = new Set(trace.map(({ edit }) => edit))
  const taken = new Set<number>()
  for (const [index, edit] of edits.entries()) {
    if (index === failed || found.has(index) || !asked.has(index)) continue
    const place = Recovery.alreadyApplied(source, Target.make(source, edit))
    if (place === undefined || taken.has(place.byteOffset)) continue
    taken.add(place.byteOffset)
    made.set(index, place)
  }
  return made
}

/** The places between which nothing chooses: a matcher's own, or its only one and those that were refused before. */
const rivalsOf = (
  attempts: ReadonlyArray<Attempt.Attempt>,
  ambiguous: Attempt.Attempt
): ReadonlyArray<Attempt.Sighting> => {
  if (ambiguous.candidates > 1) return ambiguous.places
  const before = attempts.slice(0, attempts.indexOf(ambiguous)).filter(({ outcome }) => outcome === "refused")
  const places = [...before, ambiguous].flatMap(({ places }) => places)
  const seen = new Map(places.map((place) => [`${place.byteOffset}-${place.endByteOffset}`, place]))
  return [...seen.values()].toSorted((a, b) => a.byteOffset - b.byteOffset)
}

const graftOf = ({ candidate, target }: Plan.Grafting, { frame, written }: Graft.Graft): Pick<Pair, "graft"> => {
  const count = (keeps: Graft.Written["keeps"]): number =>
    (written ?? []).reduce((sum, line) => (line.keeps === keeps ? sum + 1 : sum), 0)
  const graft = {
    spliced: written === undefined,
    ...(frame === undefined ? undefined : { frame }),
    adapted: frame === "file" ? "" : candidate.adaptation.describe,
    lines: written?.length ?? target.new.lineCount,
    keepsAll: count("all"),
    keepsSome: count("some")
  }
  return { graft }
}

const spansOf = (source: SourceText, places: ReadonlyArray<Attempt.Sighting>): ReadonlyArray<Span.Span> =>
  places.map(({ byteOffset, endByteOffset }) =>
    Span.make(source.offsetAtByte(byteOffset), source.offsetAtByte(endByteOffset ?? byteOffset))
  )

/** The places of the failure, if it is about this pair: they know what tells them apart. */
const failedPlaces = ({ result }: Explained, edit: number): EditFailure.Ambiguous["places"] =>
  Result.isFailure(result) && result.failure._tag === "Ambiguous" && result.failure.edit === edit
    ? result.failure.places
    : []

/**
 * What is odd about a stack: a loose matcher ahead of `exact` takes places that are written down to the letter.
 *
 * @category constructors
 * @since 0.1.0
 */
export const warnings = (matchers: ReadonlyArray<Matcher>): ReadonlyArray<string> => {
  const exact = matchers.findIndex(({ name }) => name === "exact")
  return matchers
    .slice(0, Math.max(0, exact))
    .filter(({ loose }) => loose)
    .map(({ name }) => `${name} is loose and stands ahead of exact: it decides where the text is there to the letter`)
}

/**
 * Prints an explanation as text: for each pair what each matcher said, and then what became of newText.
 *
 * **Details**
 *
 * The path and what matchers say is in one line each, of bounded length, with control characters as escapes. The notes and the message of the
 * failure quote the texts: on a terminal, print it all with `Printable.text`. At most five places of a matcher are told one
 * by one.
 *
 * **Example**
 *
 * ```text
 * /src/a.py (stack: exact, line-ending, indentation)
 * pair 1
 *   exact        found nothing; forgives nothing
 *   line-ending  found nothing; forgives other line terminators
 *   indentation  took line 3; forgives a constant change of indentation
 *                line 3 (byte 12): added 1 tab
 *   graft        newText is indented as oldText is: added 1 tab; 2 of its 3 lines keep the file's bytes
 * would replace 1 place
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const toText = (self: Explanation): string => {
  const width = Math.max(5, ...self.matchers.map(({ name }) => told(name).length))
  const lines = [`${told(self.path)} (stack: ${self.matchers.map(({ name }) => told(name)).join(", ")})`]
  for (const warning of self.warnings) lines.push(`warning: ${told(warning)}`)
  for (const pair of self.pairs) {
    const attempts = self.attempts.filter(({ edit }) => edit === pair.edit)
    const graft = graftSentence(pair, attempts)
    if (attempts.length > 0 || self.pairs.length > 1) lines.push(`pair ${pair.edit + 1}`)
    for (const attempt of attempts) {
      const name = told(attempt.matcher).padEnd(width)
      lines.push(`  ${name}  ${told(`${outcome(attempt, pair)}; forgives ${attempt.forgives}`)}`)
      for (const place of placeSentences(attempt)) lines.push(`  ${" ".repeat(width)}  ${told(place)}`)
    }
    if (graft !== undefined) lines.push(`  ${"graft".padEnd(width)}  ${told(graft)}`)
  }
  for (const { message } of self.notes) lines.push(message)
  lines.push(self.failure?.message ?? would(self))
  return lines.join("\n") + "\n"
}

/** The most UTF-16 units of what others say in one line: a matcher's words have no bound of their own. */
const mostTold = 2_000

const told = (text: string): string => Printable.line(Printable.cut(text, mostTold))

const would = ({ pairs, replacements }: Explanation): string =>
  pairs.some((pair) => pair.outcome === "created")
    ? "would create the file"
    : replacements === 0
      ? "would write nothing: it is all there already"
      : `would replace ${replacements} ${replacements === 1 ? "place" : "places"}`

/**
 * Says in one phrase what came of an attempt of a pair.
 *
 * @category operations
 * @since 0.1.0
 */
export const outcome = (attempt: Attempt.Attempt, pair?: Pair): string => {
  const { candidates, detail, places, reason } = attempt
  const more = candidates > mostPlaces ? `; and ${candidates - mostPlaces} more` : ""
  const shown =
    candidates === 1 && places[0] !== undefined
      ? Place.describe(places[0])
      : `${candidates} places (${places.slice(0, mostPlaces).map(Place.describe).join("; ")}${more})`
  switch (attempt.outcome) {
    case "none":
      return "found nothing"
    case "declined":
      return `could not answer: ${detail ?? "it did not say why"}`
    case "taken":
      if (pair?.place === undefined || pair.places >= candidates) return `took ${shown}`
      return pair.places === 1
        ? `found ${shown}, and took ${Place.describe(pair.place)}`
        : `found ${shown}, and took ${pair.places}, which do not overlap`
    case "ambiguous":
      if (candidates === 1) return `found ${shown}, which is another place than the one that must not be used`
      return `found ${shown}, and nothing chooses between them`
    case "refused":
      return `found ${shown}, which must not be used` + (reason === undefined ? "" : ` (${reason._tag})`)
    case "unused":
      return `found ${shown}, which is not used, since a matcher before it could not answer`
    case "late":
      return `would have found ${shown}, but a matcher before it has decided`
  }
}

/** The most places of a matcher that are told one by one. */
const mostPlaces = 5

/** The most UTF-16 units of evidence that are printed. */
const mostEvidence = 120

/**
 * Says what there is to say about the places of an attempt: what is done to the texts there, why a place must not be used,
 * and the evidence; nothing about places of which nothing is known but where they are.
 *
 * @category operations
 * @since 0.1.0
 */
export const placeSentences = (attempt: Attempt.Attempt): ReadonlyArray<string> => {
  const { candidates, matcher, outcome, places, reason } = attempt
  const sentences = places.slice(0, mostPlaces).flatMap((place) => {
    const { adapted = "", evidence, refusal } = place
    const json = evidence === undefined ? "" : JSON.stringify(evidence)
    const where = `${Place.describe(place)} (byte ${place.byteOffset})`
    const full = refusal === undefined ? "" : Message.reason(refusal)
    // Most reasons begin with what is said here already.
    const why = full.replace(`${matcher} found the text at ${where}, but `, "")
    const isSaid = outcome === "refused" && candidates === 1
    const parts = [
      adapted,
      why === "" || isSaid ? why : `must not be used: ${why}`,
      json === "" ? "" : `evidence ${Printable.cut(json, mostEvidence)}`
    ].filter((part) => part !== "")
    return parts.length === 0 ? [] : [why.includes(where) ? parts.join("; ") : `${where}: ${parts.join("; ")}`]
  })
  const isTold = reason === undefined || places.slice(0, mostPlaces).some(({ refusal }) => refusal !== undefined)
  return [
    ...(isTold ? [] : [Message.reason(reason)]),
    ...sentences,
    ...(candidates > mostPlaces && sentences.length > 0 ? [`… and ${candidates - mostPlaces} more`] : [])
  ]
}

/**
 * Says what the graft made of a pair's newText; `undefined` where it was not asked, since no matcher's place was taken.
 *
 * @category operations
 * @since 0.1.0
 */
export const graftSentence = (
  { graft, reason }: Pair,
  attempts: ReadonlyArray<Attempt.Attempt>
): string | undefined => {
  if (graft === undefined) {
    const isAsked = attempts.some(({ outcome }) => outcome === "taken")
    return isAsked && reason !== undefined ? `refused it (${reason._tag}): ${Message.reason(reason)}` : undefined
  }
  if (graft.spliced) return "the place holds oldText to the letter, so newText is written as sent"
  const { adapted, frame } = graft
  const how =
    frame === "file"
      ? "newText is indented as the file is, and not adapted"
      : frame === "model"
        ? `newText is indented as oldText is: ${adapted}`
        : adapted === ""
          ? "newText needs no adaptation"
          : `newText is adapted: ${adapted}`
  return [how, ...keptPhrase(graft)].join("; ")
}

/**
 * Says how many lines of newText keep what of the file; nothing where none does.
 *
 * @category operations
 * @since 0.1.0
 */
export const keptPhrase = ({ keepsAll, keepsSome, lines }: NonNullable<Pair["graft"]>): ReadonlyArray<string> => {
  const keep = (count: number): string => (count === 1 ? "keeps" : "keep")
  const phrases = [
    ...(keepsAll === 0 ? [] : [`${keepsAll} of its ${lines} lines ${keep(keepsAll)} the file's bytes`]),
    ...(keepsSome === 0 ? [] : [`${keepsSome} of its ${lines} lines ${keep(keepsSome)} some of the file's characters`])
  ]
  return phrases.map((phrase) => (lines === 1 ? phrase.replace("1 of its 1 lines", "its line") : phrase))
}
