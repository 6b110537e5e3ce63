/** A program to be killed: edits the files of a folder in a loop. Arguments: the folder, and that of the journal. */
import { Effect } from "effect"
import { writeSync } from "node:fs"
import { flushCompileCache } from "node:module"
import { type Bend, bendFile } from "./Fixture.ts"
import * as Versions from "./Versions.ts"

const [root, journal] = process.argv.slice(2) as [string, string]

// Otherwise it is written at the end, and there is none.
flushCompileCache()

// Not `process.stdout`: what is said must have been said when the process is killed.
const say = (line: string): void => void writeSync(1, `${line}\n`)

const piece = 16_384

/** Says when it is about to change the disk, and does it. */
const steps: Bend = (fs) => ({
  open: (path, options) => {
    if (options?.flag !== undefined) say("step")
    return Effect.map(fs.open(path, options), (file) =>
      bendFile(file, {
        // In pieces, as a system may do it: so that a kill can meet a file that is written in place.
        writeAll: (bytes) => {
          say("write")
          const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, i) => i * piece)
          return Effect.forEach(pieces, (at) => file.writeAll(bytes.subarray(at, at + piece)), { discard: true })
        }
      })
    )
  },
  link: (from, to) => (say("step"), fs.link(from, to)),
  rename: (from, to) => (say("step"), fs.rename(from, to)),
  remove: (path, options) => (say("step"), fs.remove(path, options))
})

const program = Effect.gen(function* () {
  say("begin")
  const editor = yield* Versions.editor(root, journal, steps)
  for (const { changed, failed } of editor.recovered) {
    if (changed.length + failed.length > 0) say(`bad ${JSON.stringify({ changed, failed })}`)
  }
  const { one, pair, set } = Versions.read(root)
  for (const [kind, versions] of Object.entries({ one: [one], set, pair }))
    say(`${kind} ${[...new Set(versions)].join("; ")}`)
  // What is not as it should be has been told.
  if ([set, pair].some((versions) => new Set(versions).size > 1)) return
  say("ready")
  while (true) yield* Versions.round(editor, Versions.read(root), (kind, version) => say(`${kind} ${version}`))
})

await Effect.runPromise(program)
