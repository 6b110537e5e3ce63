// `crash [kills] [seed]`: kills a program that edits files, at random moments, and looks at what it leaves.
import * as Crashes from "../packages/node/test/Crashes.ts"

const [kills = 1_000, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)

process.stdout.write(`seed ${seed}\n`)
const met = await Crashes.run({
  kills,
  seed,
  tell: ({ kills: done }) => void (done % 100 === 0 && done > 0 && process.stdout.write(`${done}\n`))
})
process.stdout.write(`${Crashes.summary(met)}\n`)
process.exitCode = met.wrong === undefined ? 0 : 1
