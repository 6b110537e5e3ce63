/**
 * How often a preset is right, silent, or wrong about damaged edits whose answer is known.
 *
 * What is expected was written down before the first run: a corruption names the tightest preset that forgives it; that
 * preset and the looser ones recover at least 99 % of its edits byte for byte. The others find nothing or refuse. On a
 * negative `strict` and `standard` never write; `lenient` may where the line that has changed is one that the edit leaves
 * alone, and the file's own line survives.
 */
import { Fold, Plan, SourceText } from "@kerf/core"
import { Presets } from "@kerf/matchers"
import { type Corruption, DamagedEdit, FramedEdit } from "@kerf/testing"
import { Effect, ManagedRuntime, Result } from "effect"
import * as fc from "fast-check"

/** The names of the presets, from tight to loose. */
export const presets = ["strict", "standard", "lenient"] as const

/** The name of a preset. */
export type Preset = (typeof presets)[number]

/** What came of so many edits. `refused` counts by failure and reason; `example` is the first wrong one. */
export interface Score {
  readonly edits: number
  readonly right: number
  readonly wrong: number
  readonly refused: Readonly<Record<string, number>>
  readonly example: string | undefined
}

const runtimes = {
  strict: ManagedRuntime.make(Presets.strict.layer),
  standard: ManagedRuntime.make(Presets.standard.layer),
  lenient: ManagedRuntime.make(Presets.lenient.layer)
}

interface Known {
  readonly file: string
  readonly oldText: string
  readonly newText: string
}

const score = <E extends Known>(
  preset: Preset,
  edits: ReadonlyArray<E>,
  isRight: (edit: E, written: string) => boolean
): Score => {
  let right = 0
  let wrong = 0
  let example: string | undefined
  const refused: Record<string, number> = {}
  for (const edit of edits) {
    const plan = runtimes[preset].runSync(
      Effect.result(Plan.make(SourceText.make(edit.file), [edit], { recover: true }))
    )
    if (Result.isFailure(plan)) {
      const { failure } = plan
      const reason = failure._tag === "Refused" ? failure.reason._tag : failure._tag
      refused[reason] = (refused[reason] ?? 0) + 1
    } else if (plan.success.changes.length === 0) refused["already-applied"] = (refused["already-applied"] ?? 0) + 1
    else if (isRight(edit, Plan.apply(plan.success))) right++
    else {
      wrong++
      const [change] = plan.success.changes
      example ??= JSON.stringify({
        oldText: edit.oldText,
        newText: edit.newText,
        by: change?.matcher,
        wrote: change?.text
      })
    }
  }
  return { edits: edits.length, right, wrong, refused, example }
}

const draw = <A>(arbitrary: fc.Arbitrary<A | undefined>, count: number, seed: number): ReadonlyArray<A> => {
  // Many draws have no edit, since their lines stand twice or have nothing to damage; there is an end to trying.
  const drawn: Array<A> = []
  for (let round = 0; round < 40 && drawn.length < count; round++) {
    for (const edit of fc.sample(arbitrary, { numRuns: count, seed: seed + round * 7_919 })) {
      if (edit !== undefined && drawn.length < count) drawn.push(edit)
    }
  }
  return drawn
}

/** What is drawn: how many edits of which files, and the preset that they are tried with. */
interface Sample {
  readonly files: ReadonlyArray<string>
  readonly preset: Preset
  readonly count: number
  readonly seed: number
}

/** Scores edits that must be made. */
export const positive = (
  options: Sample & {
    readonly corruption: Corruption.Corruption
  }
): Score =>
  score(
    options.preset,
    draw(DamagedEdit.positive(options.files, options.corruption), options.count, options.seed),
    ({ expected }, written) => written === expected
  )

/** Whether a preset forgives a corruption. */
export const forgives = (preset: Preset, corruption: Corruption.Corruption): boolean =>
  presets.indexOf(preset) >= presets.indexOf(corruption.preset)

/** Scores edits that must not be made: what is written is wrong, unless every line of the file that is none of oldText's
 * survives it. */
export const negative = (
  options: Sample & {
    readonly kind: DamagedEdit.Negative
    readonly corruption: Corruption.Corruption | undefined
  }
): Score =>
  score(
    options.preset,
    draw(DamagedEdit.negative(options.files, options.kind, options.corruption), options.count, options.seed),
    (edit, written) => options.preset === "lenient" && ownLinesSurvive(edit, written)
  )

/** Whether every line of the file that is none of oldText's is there afterwards, as often as before. */
const ownLinesSurvive = ({ file, oldText }: Known, written: string): boolean => {
  const linesOf = (text: string): ReadonlyArray<string> =>
    SourceText.make(text)
      .lines()
      .map(({ content }) => content)
  const quoted = new Set(linesOf(oldText).map((line) => Fold.text(line).trim()))
  const counts = new Map<string, number>()
  for (const line of linesOf(written)) counts.set(line, (counts.get(line) ?? 0) + 1)
  for (const line of linesOf(file)) counts.set(line, (counts.get(line) ?? 0) - 1)
  return [...counts].every(([line, count]) => count >= 0 || quoted.has(Fold.text(line).trim()))
}

/** Scores shifted edits whose newText is in the model's frame or in the file's. */
export const framed = (
  options: Sample & {
    readonly kind: FramedEdit.Kind
    readonly frame: "model" | "file"
  }
): Score =>
  score(
    options.preset,
    draw(FramedEdit.arbitrary(options.files, options.kind, options.frame), options.count, options.seed),
    ({ expected }, written) => written === expected
  )

/** One line that says a score. */
export const format = ({ edits, refused, right, wrong }: Score): string => {
  const percent = edits === 0 ? "–" : `${((100 * right) / edits).toFixed(1)} %`
  const reasons = Object.entries(refused).map(([reason, count]) => `${reason} ${count}`)
  return `${String(edits).padStart(6)} edits  ${percent.padStart(7)} right  ${String(wrong).padStart(3)} wrong  ${reasons.join(", ")}`
}
