/**
 * `teach`: prints, for real source files, how many failed calls succeed at the next one, made of the message alone: kind by
 * kind. Arguments: lessons for each kind (200), seed (1), and a piece of a kind's name, to see what was not learnt.
 */
import type * as Lesson from "./Lesson.ts"
import * as Sources from "./Sources.ts"
import * as Teaching from "./Teaching.ts"

const count = Number(process.argv[2] ?? 200)
const seed = Number(process.argv[3] ?? 1)
const only = process.argv[4]
const print = (line: string): void => void process.stdout.write(`${line}\n`)

const files = Sources.all().map(({ text }) => text)
const teach = (kinds: ReadonlyArray<Lesson.Kind>): ReadonlyArray<Teaching.Score> =>
  kinds
    .filter(({ name }) => only === undefined || name.includes(only))
    .map((kind) => {
      const score = Teaching.score(kind, files, count, seed)
      print(Teaching.format(score))
      if (only !== undefined && score.example !== undefined) print(score.example)
      return score
    })
print(Teaching.format(Teaching.total(teach(Teaching.kinds))))
print(Teaching.format(Teaching.total(teach(Teaching.refusals), "all refusals")))
