// Laws of one subject as tests, and for each law at least one mutant that it must catch.
import type { Law } from "@kerf/testing"
import { describe, expect, it } from "vitest"

export interface Mutant<S> {
  readonly law: string
  readonly wrong: string
  readonly subject: S
}

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
