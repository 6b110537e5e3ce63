/**
 * Whether failures teach: of calls that fail, how many succeed at the next call, made of the message alone.
 */
import { MatcherStack, Plan, SourceText } from "@kerf/core"
import { Exact, Presets } from "@kerf/matchers"
import { Effect, Layer, ManagedRuntime, Result } from "effect"
import * as fc from "fast-check"
import * as Lesson from "./Lesson.ts"
import * as ScriptedAgent from "./ScriptedAgent.ts"

/** What came of the lessons of a kind. `example` is the first that was not learnt. */
export interface Score {
  readonly kind: string
  readonly lessons: number
  readonly learnt: number
  readonly example: string | undefined
}

const runtimes = {
  exact: ManagedRuntime.make(Layer.provide(MatcherStack.layer(Exact), Exact.layer)),
  strict: ManagedRuntime.make(Presets.strict.layer),
  standard: ManagedRuntime.make(Presets.standard.layer),
  lenient: ManagedRuntime.make(Presets.lenient.layer)
}

const plan = ({ file, stack }: Lesson.Lesson, call: ScriptedAgent.Call): Result.Result<Plan.Plan, Plan.Failure> =>
  runtimes[stack].runSync(Effect.result(Plan.make(SourceText.make(file), call)))

/**
 * Teaches one lesson: how the first call fails, what it was told, and what came of the second. `undefined`: the first
 * succeeds.
 */
export const teach = (
  lesson: Lesson.Lesson
):
  | {
      readonly failure: Plan.Failure["_tag"]
      readonly message: string
      readonly call: ScriptedAgent.Call | undefined
      readonly learnt: boolean
    }
  | undefined => {
  const first = plan(lesson, lesson.call)
  if (Result.isSuccess(first)) return undefined
  const { _tag: failure, message } = first.failure
  const call = ScriptedAgent.next(lesson.call, message, lesson.intent)
  if (call === undefined || call.length === 0) return { failure, message, call, learnt: false }
  const second = plan(lesson, call)
  return { failure, message, call, learnt: Result.isSuccess(second) && Plan.apply(second.success) === lesson.expected }
}

/** Teaches up to `count` lessons of a kind. A refusal is a lesson where the kind is one of refusals, and there alone. */
export const score = (kind: Lesson.Kind, files: ReadonlyArray<string>, count: number, seed: number): Score => {
  const isOfRefusals = Lesson.refusals.includes(kind)
  let lessons = 0
  let learnt = 0
  let example: string | undefined
  // Many draws have no lesson, since their lines stand twice or have nothing to change; there is an end to trying.
  for (let round = 0; round < 60 && lessons < count; round++) {
    for (const draw of fc.sample(Lesson.draws, { numRuns: count, seed: seed + round * 7_919 })) {
      const lesson = lessons < count ? kind.make(files, draw) : undefined
      const taught = lesson === undefined ? undefined : teach(lesson)
      if (taught === undefined || (taught.failure === "Refused") !== isOfRefusals) continue
      lessons++
      if (taught.learnt) learnt++
      else example ??= JSON.stringify({ sent: lesson!.call, ...taught }, undefined, 1)
    }
  }
  return { kind: kind.name, lessons, learnt, example }
}

/** All kinds but those of refusals, misses first. */
export const kinds: ReadonlyArray<Lesson.Kind> = [...Lesson.misses, ...Lesson.ambiguities]

/** The kinds of refusals. They are summed apart: many are of places that are too long to quote, and must be read first. */
export const refusals: ReadonlyArray<Lesson.Kind> = Lesson.refusals

/** The sum of scores. */
export const total = (scores: ReadonlyArray<Score>, name = "all"): Score => ({
  kind: name,
  lessons: scores.reduce((sum, { lessons }) => sum + lessons, 0),
  learnt: scores.reduce((sum, { learnt }) => sum + learnt, 0),
  example: undefined
})

/** One line that says a score. */
export const format = ({ kind, learnt, lessons }: Score): string =>
  `${kind.padEnd(64)} ${String(lessons).padStart(5)}  ${lessons === 0 ? "–" : ((100 * learnt) / lessons).toFixed(1).padStart(5)} %`
