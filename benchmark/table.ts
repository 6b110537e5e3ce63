/**
 * `table`: prints, for real source files, how often each preset is right, silent or wrong: corruption by corruption,
 * negative by negative, frame by frame. Arguments: edits for each line (500), seed (1).
 */
import { Corruption, DamagedEdit, FramedEdit } from "@kerf/testing"
import * as Fidelity from "./Fidelity.ts"
import * as Sources from "./Sources.ts"

const count = Number(process.argv[2] ?? 500)
const seed = Number(process.argv[3] ?? 1)
const print = (line: string): void => void process.stdout.write(`${line}\n`)

const sources = Sources.all()
const files = sources.map(({ text }) => text)
const languages = new Map<string, number>()
for (const { language } of sources) languages.set(language, (languages.get(language) ?? 0) + 1)
print(`Files: ${[...languages].map(([language, files]) => `${language} ${files}`).join(", ")}; seed ${seed}`)

const report = (name: string, score: Fidelity.Score): void => {
  print(`  ${name.padEnd(48)} ${Fidelity.format(score)}`)
  if (score.example !== undefined) print(`      ${score.example.slice(0, 1_000)}`)
}

for (const preset of Fidelity.presets) {
  print(`\n${preset}: damaged edits (* forgiven: at least 99 % right; else none wrong)`)
  for (const corruption of [...Corruption.all, ...Corruption.pairs]) {
    const mark = Fidelity.forgives(preset, corruption) ? "*" : " "
    report(`${mark} ${corruption.name}`, Fidelity.positive({ files, corruption, preset, count, seed }))
  }
  print(`\n${preset}: negatives (none wrong${preset === "lenient" ? "; right: the file's own line survives" : ""})`)
  for (const kind of DamagedEdit.negatives) {
    for (const corruption of [undefined, ...Corruption.all]) {
      report(`${kind} ${corruption?.name ?? ""}`, Fidelity.negative({ files, kind, corruption, preset, count, seed }))
    }
  }
  if (preset === "strict") continue
  print(`\n${preset}: frames (at most 1 in 1 000 wrong, what is refused says frame)`)
  for (const kind of FramedEdit.kinds) {
    for (const frame of ["model", "file"] as const) {
      report(`${kind}, in the ${frame}'s frame`, Fidelity.framed({ files, kind, frame, preset, count, seed }))
    }
  }
}
