import { expect, it } from "vitest"
import * as Crashes from "./Crashes.ts"

// Long on a machine that is busy with other things.
const timeout = 600_000

it("leaves every file whole, and sets of one version, when it is killed at any moment", { timeout }, async () => {
  const seed = Date.now() % 1_000_000
  const met = await Crashes.run({ kills: 200, seed })
  process.stdout.write(`seed ${seed}: ${Crashes.summary(met)}\n`)
  expect(met.wrong).toBeUndefined()
  // Kills that meet nothing prove nothing.
  expect(met.underWay).toBeGreaterThan(60)
  expect(met.journal).toBeGreaterThan(20)
  expect(met.setTorn + met.pairTorn).toBeGreaterThan(0)
})
