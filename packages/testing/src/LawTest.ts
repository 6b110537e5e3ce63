/**
 * Laws of any subject as tests, and for each law at least one mutant that it must catch: a law that nothing breaks is no
 * gate.
 *
 * @since 0.1.0
 */
import { describe, expect, it } from "vitest"
import type * as Law from "./Law.ts"

/**
 * A subject that is wrong in one thing.
 *
 * @category models
 * @since 0.1.0
 */
export interface Mutant<S> {
  /** The name of the law that must catch it. */
  readonly law: string
  /** What is wrong with it. */
  readonly wrong: string
  readonly subject: S
}

/**
 * Registers a test for each law of a subject, one for each mutant, and one that fails where a law has no mutant. Call it
 * where `describe` may be called, in a test file of vitest.
 *
 * **Example** (A law and its mutant)
 *
 * ```ts
 * import { Law, LawTest } from "@kerf/testing"
 * import * as fc from "fast-check"
 *
 * const law: Law.Law<(n: number) => number> = Law.make({
 *   name: "MUST return more than it is given",
 *   arbitrary: fc.integer(),
 *   holds: (f, n) => Law.expect(f(n) > n, () => `${n} became ${f(n)}`)
 * })
 * const prove = () =>
 *   LawTest.suite("next", (n) => n + 1, [law], [{ law: law.name, wrong: "it doubles", subject: (n) => n * 2 }])
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const suite = <S>(
  name: string,
  subject: S,
  laws: ReadonlyArray<Law.Law<S>>,
  mutants: ReadonlyArray<Mutant<S>>,
  options?: Law.Options
): void => {
  describe(`laws of ${name}`, () => {
    for (const law of laws) {
      it(`${law.name}`, async () => {
        expect((await law.check(subject, options)).failure).toBeUndefined()
      })
    }

    it("have a mutant each", () => {
      expect(laws.map((law) => law.name).filter((law) => !mutants.some((mutant) => mutant.law === law))).toEqual([])
    })

    for (const mutant of mutants) {
      it(`"${mutant.law}" catches one: ${mutant.wrong}`, async () => {
        const law = laws.find((candidate) => candidate.name === mutant.law)
        expect((await law?.check(mutant.subject, options))?.failure).toMatch(/\n {2}input: /)
      })
    }
  })
}
