/**
 * The table of corruption × preset that `Fidelity` states, on real files. `table` prints the same with more edits.
 */
import { Corruption, DamagedEdit, FramedEdit } from "@kerf/testing"
import { describe, expect, it } from "vitest"
import * as Fidelity from "../Fidelity.ts"
import * as Sources from "../Sources.ts"

const sources = Sources.all()
const files = sources.map(({ text }) => text)
const count = 40
const seed = 20_260
const timeout = 120_000
const none = { wrong: 0, example: undefined }

it("takes real files in at least five languages", () => {
  expect(new Set(sources.map(({ language }) => language)).size).toBeGreaterThanOrEqual(5)
})

describe.each(Fidelity.presets)("%s", (preset) => {
  it.each([...Corruption.all, ...Corruption.pairs].map((corruption) => ({ corruption, name: corruption.name })))(
    "recovers $name where it forgives it, and is never wrong where it does not",
    ({ corruption }) => {
      const score = Fidelity.positive({ files, corruption, preset, count, seed })
      expect(score.edits).toBe(count)
      expect({ wrong: score.wrong, example: score.example }).toEqual(none)
      const least = Fidelity.forgives(preset, corruption) ? 0.99 * count : 0
      expect(score.right).toBeGreaterThanOrEqual(least)
    },
    timeout
  )

  it.each(DamagedEdit.negatives)(
    "writes nothing where the text is %s, however it is damaged",
    (kind) => {
      for (const corruption of [undefined, ...Corruption.all]) {
        const score = Fidelity.negative({ files, kind, corruption, preset, count: count / 2, seed })
        expect(score.edits).toBe(count / 2)
        expect({ wrong: score.wrong, example: score.example }).toEqual(none)
      }
    },
    timeout
  )
})

describe("frames", () => {
  const framed = FramedEdit.kinds.flatMap((kind) => (["model", "file"] as const).map((frame) => ({ kind, frame })))

  it.each(framed)(
    "writes nothing wrong when newText is an $kind in the $frame's frame, and says frame where it cannot tell",
    ({ frame, kind }) => {
      const score = Fidelity.framed({ files, kind, frame, preset: "standard", count, seed })
      expect(score.edits).toBe(count)
      expect({ wrong: score.wrong, example: score.example }).toEqual(none)
      expect(Object.keys(score.refused).filter((reason) => reason !== "frame")).toEqual([])
    },
    timeout
  )
})
