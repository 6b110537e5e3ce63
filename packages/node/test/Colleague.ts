/** A program that edits a file at the same time as others. Arguments: the folder, the journal's, its number, how often. */
import { FileLock } from "@kerf/node"
import { Duration, Effect } from "effect"
import * as Versions from "./Versions.ts"

const [root, journal, who, times] = process.argv.slice(2) as [string, string, string, string]

const program = Effect.gen(function* () {
  const { edit } = yield* Versions.editor(root, journal)
  for (let i = 0; i < Number(times); i++) {
    yield* edit({ path: "f.txt", edits: [{ oldText: `${who}/${i} open\n`, newText: `${who}/${i} done\n` }] })
  }
})

await Effect.runPromise(Effect.provideService(program, FileLock.LockTimeout, Duration.minutes(5)))
