/**
 * What the verdicts of a replay add up to.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import * as Verdict from "./Verdict.ts"

/**
 * The schema of a `ReplaySummary`.
 *
 * **Details**
 *
 * - `cases` were read; each has one of the `verdicts`. `malformed` lines hold none.
 * - `outcomes`: what the cases came to that were run.
 * - `refusals`: of those refused, how many for which reason.
 * - `matchers`: of those applied, how many were found by which matcher, and how many of these are wrong. A case with
 *   several pairs counts once for each matcher that found one.
 *
 * @category schemas
 * @since 0.1.0
 */
export const ReplaySummary = Schema.Struct({
  cases: Schema.Int,
  malformed: Schema.Int,
  verdicts: Schema.Record(Schema.Literals(Verdict.verdicts), Schema.Int),
  outcomes: Schema.Record(Schema.Literals(Verdict.outcomes), Schema.Int),
  refusals: Schema.Record(Schema.String, Schema.Int),
  matchers: Schema.Record(Schema.String, Schema.Struct({ applied: Schema.Int, wrong: Schema.Int }))
})

/**
 * What the verdicts of a replay add up to.
 *
 * @category models
 * @since 0.1.0
 */
export type ReplaySummary = typeof ReplaySummary.Type

const zeros = <K extends string>(keys: ReadonlyArray<K>): Record<K, number> =>
  Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>

/**
 * The summary of nothing.
 *
 * @category constants
 * @since 0.1.0
 */
export const empty: ReplaySummary = {
  cases: 0,
  malformed: 0,
  verdicts: zeros(Verdict.verdicts),
  outcomes: zeros(Verdict.outcomes),
  refusals: {},
  matchers: {}
}

/**
 * Counts one more verdict.
 *
 * @category operations
 * @since 0.1.0
 */
export const add = (self: ReplaySummary, verdict: Verdict.Verdict): ReplaySummary => {
  const { actual } = verdict
  const wrong = verdict.verdict === "wrong" ? 1 : 0
  const matchers = { ...self.matchers }
  for (const name of verdict.matchers) {
    const before = Object.hasOwn(matchers, name) ? matchers[name]! : { applied: 0, wrong: 0 }
    matchers[name] = { applied: before.applied + 1, wrong: before.wrong + wrong }
  }
  return {
    ...self,
    cases: self.cases + 1,
    verdicts: { ...self.verdicts, [verdict.verdict]: self.verdicts[verdict.verdict] + 1 },
    outcomes:
      actual === undefined ? self.outcomes : { ...self.outcomes, [actual.outcome]: self.outcomes[actual.outcome] + 1 },
    refusals:
      actual?.reason === undefined
        ? self.refusals
        : { ...self.refusals, [actual.reason]: (self.refusals[actual.reason] ?? 0) + 1 },
    matchers
  }
}

/**
 * Counts a line that holds no case.
 *
 * @category operations
 * @since 0.1.0
 */
export const addMalformed = (self: ReplaySummary): ReplaySummary => ({ ...self, malformed: self.malformed + 1 })

/**
 * Says how a replay ended: the worst that it has seen.
 *
 * **Details**
 *
 * `nothing-replayed`: there was no case, or none that could be run, which proves nothing. Only `as-expected` and
 * `as-recorded` (all recordings came to the same again, and no case was judged) are good.
 *
 * @category operations
 * @since 0.1.0
 */
export const outcome = (
  self: ReplaySummary
): "wrong" | "unexpected" | "malformed" | "differs" | "nothing-replayed" | "as-expected" | "as-recorded" => {
  const { malformed, verdicts } = self
  if (verdicts.wrong > 0) return "wrong"
  if (verdicts.unexpected > 0) return "unexpected"
  if (malformed > 0) return "malformed"
  if (verdicts.differs > 0) return "differs"
  if (verdicts["as-expected"] > 0) return "as-expected"
  return verdicts["as-recorded"] > 0 ? "as-recorded" : "nothing-replayed"
}

/**
 * Whether a replay found nothing amiss.
 *
 * @category operations
 * @since 0.1.0
 */
export const isGood = (self: ReplaySummary): boolean => {
  const ended = outcome(self)
  return ended === "as-expected" || ended === "as-recorded"
}

/**
 * Says a summary in one line, the worst first: `84 cases: 1 wrong, 83 as expected.`
 *
 * @category operations
 * @since 0.1.0
 */
export const headline = (self: ReplaySummary): string => {
  const { cases, malformed, verdicts } = self
  if (cases + malformed === 0) return "No cases: there is nothing to replay."
  const counts = list([
    ["wrong", verdicts.wrong],
    ["not as expected", verdicts.unexpected],
    [malformed === 1 ? "line that is no case" : "lines that are no case", malformed],
    ["unlike recorded", verdicts.differs],
    ["not replayable", verdicts["not-replayable"]],
    ["as recorded", verdicts["as-recorded"]],
    ["as expected", verdicts["as-expected"]]
  ])
  return `${cases} ${cases === 1 ? "case" : "cases"}: ${counts}.`
}

/**
 * Says how a replay that is still going on stands, in a few words: `120 cases, 1 wrong`.
 *
 * @category operations
 * @since 0.1.0
 */
export const standing = ({ cases, verdicts }: ReplaySummary): string => {
  const counts = list([
    ["wrong", verdicts.wrong],
    ["not as expected", verdicts.unexpected]
  ])
  return `${cases} ${cases === 1 ? "case" : "cases"}${counts === "" ? "" : `, ${counts}`}`
}

/**
 * Prints a summary as text.
 *
 * **Example**
 *
 * ```text
 * 84 cases: 84 as expected.
 * applied 57, already applied 1, no match 14, ambiguous 5, refused 7 (not-text 4, empty-old-text 1, no-change 1, nul 1)
 * matchers: exact 30, line-ending 11, indentation 16 (1 wrong)
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const toText = (self: ReplaySummary): string => {
  const { matchers, outcomes, refusals } = self
  const lines = [headline(self)]
  const ran = Verdict.outcomes
    .filter((name) => outcomes[name] > 0)
    .map((name) => `${name.replace("-", " ")} ${outcomes[name]}${name === "refused" ? ` (${tally(refusals)})` : ""}`)
  if (ran.length > 0) lines.push(ran.join(", "))
  const found = Object.entries(matchers)
    .toSorted(([, a], [, b]) => b.applied - a.applied)
    .map(([name, { applied, wrong }]) => `${name} ${applied}${wrong > 0 ? ` (${wrong} wrong)` : ""}`)
  if (found.length > 0) lines.push(`matchers: ${found.join(", ")}`)
  return lines.join("\n") + "\n"
}

const list = (counts: ReadonlyArray<readonly [name: string, count: number]>): string =>
  counts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ")

const tally = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ")
