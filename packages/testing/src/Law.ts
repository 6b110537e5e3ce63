/**
 * A law: a sentence about a subject, and a way to try to break it. Laws are data without a runner, so that any test
 * framework, a script or a benchmark can check them.
 *
 * A property that says "if P then Q" holds of everything for which P never comes true. So each law counts how often its
 * precondition held, and fails when that was too rare: a law that was not exercised is no evidence.
 *
 * @since 0.1.0
 */
import * as fc from "fast-check"

/**
 * What one input shows: the law held, the law is broken, or its precondition did not hold (`vacuous`).
 *
 * @category models
 * @since 0.1.0
 */
export type Verdict =
  | { readonly _tag: "held" }
  | { readonly _tag: "vacuous" }
  | { readonly _tag: "broken"; readonly detail: string }

/**
 * How a law is checked.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** How many inputs are tried. Default: 200. */
  readonly runs?: number | undefined
  /** Where the generator starts. Default: a constant, so that a run can be repeated. */
  readonly seed?: number | undefined
}

/**
 * What checking a law came to.
 *
 * **Details**
 *
 * `exercised` counts the inputs for which the precondition held. `failure` says what is wrong, with the smallest input
 * that was found; `undefined`: nothing.
 *
 * @category models
 * @since 0.1.0
 */
export interface Report {
  readonly law: string
  readonly runs: number
  readonly exercised: number
  readonly failure: string | undefined
}

/**
 * A law about subjects of type `S`.
 *
 * @category models
 * @since 0.1.0
 */
export interface Law<in S> {
  /** A sentence that begins with MUST. */
  readonly name: `MUST ${string}`
  /** The share of inputs, from 0 to 1, for which the precondition must hold at least. */
  readonly atLeast: number
  readonly check: (subject: S, options?: Options) => Promise<Report>
}

/**
 * The verdict of an input that the law holds for.
 *
 * @category constructors
 * @since 0.1.0
 */
export const held: Verdict = { _tag: "held" }

/**
 * The verdict of an input that the law says nothing about.
 *
 * @category constructors
 * @since 0.1.0
 */
export const vacuous: Verdict = { _tag: "vacuous" }

/**
 * The verdict of an input that the law does not hold for.
 *
 * @category constructors
 * @since 0.1.0
 */
export const broken = (detail: string): Verdict => ({ _tag: "broken", detail })

/**
 * The verdict of a condition.
 *
 * @category constructors
 * @since 0.1.0
 */
export const expect = (condition: boolean, detail: () => string): Verdict => (condition ? held : broken(detail()))

/**
 * Creates a law.
 *
 * **Details**
 *
 * `holds` may throw; that breaks the law too. `atLeast` defaults to 0.2.
 *
 * **Example** (A law about numbers)
 *
 * ```ts
 * import { Law } from "@kerf/testing"
 * import * as fc from "fast-check"
 *
 * const positive: Law.Law<(n: number) => number> = Law.make({
 *   name: "MUST return more than nothing for what is positive",
 *   arbitrary: fc.integer({ min: -9, max: 9 }),
 *   holds: (f, n) => (n <= 0 ? Law.vacuous : Law.expect(f(n) > 0, () => `${n} became ${f(n)}`))
 * })
 * const good = await positive.check((n) => n * 2)
 * good.failure // => undefined
 * good.exercised > 40 // => true
 *
 * const bad = await positive.check((n) => n - 1)
 * bad.failure?.split("\n")[0] // => "1 became 0"
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = <S, A>(options: {
  readonly name: `MUST ${string}`
  readonly arbitrary: fc.Arbitrary<A>
  readonly atLeast?: number
  readonly holds: (subject: S, input: A) => Verdict | Promise<Verdict>
}): Law<S> => {
  const { arbitrary, holds, name } = options
  const atLeast = options.atLeast ?? 0.2
  return {
    name,
    atLeast,
    check: async (subject, { runs = defaultRuns, seed = defaultSeed } = {}) => {
      let exercised = 0
      const property = fc.asyncProperty(arbitrary, async (input) => {
        const verdict = await holds(subject, input)
        if (verdict._tag === "broken") throw new Error(verdict.detail)
        if (verdict._tag === "held") exercised++
      })
      const details = await fc.check(property, { numRuns: runs, seed })
      const failure = details.failed
        ? `${messageOf(details.errorInstance)}\n  input: ${fc.stringify(details.counterexample?.[0])}\n  seed: ${seed}`
        : exercised < atLeast * runs
          ? `its precondition held for ${exercised} of ${runs} inputs only: at least ${Math.ceil(atLeast * runs)} are needed`
          : undefined
      return { law: name, runs: details.numRuns, exercised, failure }
    }
  }
}

const defaultRuns = 200
const defaultSeed = 20_260_101

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
