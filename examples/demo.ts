// The main job on real files: what a model sends, what Kerf makes of it. Run with `npx --yes pnpm@12 demo`.
//
// Source files of an installed dependency (effect) are copied to a temporary folder and edited there, once for each way
// in which a model's text differs from the file's. Every scene says what should come of it; if anything else does, the
// demo fails.
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Presets } from "@kerf/matchers"
import { DiffView, Editor, type EditRequest, Kerf, Report } from "@kerf/node"
import { Effect, FileSystem, Path } from "effect"
import { TerminalCapabilities } from "effect/cli"
import { createRequire } from "node:module"

interface Scene {
  readonly title: string
  readonly file: string
  /** What the file is made into before the edit. Default: as it was installed. */
  readonly prepare?: (text: string) => string
  readonly edits: EditRequest.EditRequest["edits"]
  /** `applied`, or the tag of the failure. */
  readonly outcome: "applied" | "NoMatch" | "Ambiguous"
  /** The matcher that should find the place. */
  readonly matcher?: string
}

const scenes: ReadonlyArray<Scene> = [
  {
    title: "The text as the file has it",
    file: "Stdio.ts",
    edits: [{ oldText: "stdin: Stream.empty,", newText: "stdin: Stream.never," }],
    outcome: "applied",
    matcher: "exact"
  },
  {
    title: "A CRLF file, and a model that sends line feeds",
    file: "Stdio.ts",
    prepare: (text) => text.replaceAll("\n", "\r\n"),
    edits: [
      {
        oldText: "  readonly stdinIsTerminal: Effect.Effect<boolean>\n  /**",
        newText: "  readonly stdinIsTerminal: Effect.Effect<boolean, never>\n  /**"
      }
    ],
    outcome: "applied",
    matcher: "line-ending"
  },
  {
    title: "The right lines, with the wrong indentation",
    file: "Stdio.ts",
    edits: [
      {
        oldText: "stdinIsTerminal: Effect.succeed(false),\nstdoutIsTerminal: Effect.succeed(false),",
        newText: "stdinIsTerminal: Effect.succeed(true),\nstdoutIsTerminal: Effect.succeed(true),"
      }
    ],
    outcome: "applied",
    matcher: "indentation"
  },
  {
    title: "Three pairs in one call, one of which deletes",
    file: "Data.ts",
    edits: [
      {
        oldText: 'import * as core from "./internal/core.ts"\n',
        newText: 'import { Class } from "./Class.ts"\nimport * as core from "./internal/core.ts"\n'
      },
      { oldText: "export const Class: new<", newText: "export const DataClass: new<" },
      { oldText: 'import * as Predicate from "./Predicate.ts"\n', newText: "" }
    ],
    outcome: "applied",
    matcher: "exact"
  },
  {
    title: "Text that stands in several places",
    file: "Stdio.ts",
    edits: [{ oldText: "@stability unstable", newText: "@stability stable" }],
    outcome: "Ambiguous"
  },
  {
    title: "Text that stands nowhere",
    file: "Stdio.ts",
    edits: [{ oldText: "readonly stdwarn: Effect.Effect<boolean>", newText: "" }],
    outcome: "NoMatch"
  }
]

const sources = createRequire(import.meta.resolve("effect/package.json")).resolve("./src/Stdio.ts")

const program = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const { canColor: color } = yield* TerminalCapabilities.TerminalCapabilities
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: "kerf-demo-" })
  const layer = Kerf.layer({ roots: [folder], stack: Presets.standard.layer, unseen: "trust" })
  const editor = yield* Effect.provide(Editor.Editor, layer)

  let unexpected = 0
  for (const [index, scene] of scenes.entries()) {
    const target = path.join(folder, scene.file)
    const installed = yield* fs.readFileString(path.join(path.dirname(sources), scene.file))
    const before = scene.prepare?.(installed) ?? installed
    yield* fs.writeFileString(target, before)

    console.log(`\n${index + 1}. ${scene.title} (${scene.file})\n`)
    for (const { newText, oldText } of scene.edits) {
      console.log(`   old  ${JSON.stringify(oldText)}`)
      console.log(`   new  ${JSON.stringify(newText)}`)
    }
    console.log()
    const [outcome, matchers, said] = yield* editor.edit({ path: scene.file, edits: scene.edits }).pipe(
      Effect.map((report) => {
        const found = report.changes.map(({ matcher, before }) => `   ${matcher} found line ${before?.line}`)
        const notes = report.notes.map(({ message }) => message)
        const text = [...found, Report.summary(report), ...notes, "", DiffView.toTerminal(report.diff, { color })]
        return [report.status, report.changes.map(({ matcher }) => matcher), text.join("\n")] as const
      }),
      Effect.catch((failure) => Effect.succeed([failure._tag, [], failure.message] as const))
    )
    console.log(said)

    const after = yield* fs.readFileString(target)
    const asAnnounced =
      outcome === scene.outcome &&
      matchers.every((matcher) => matcher === scene.matcher) &&
      (after === before) === (scene.outcome !== "applied") &&
      (scene.prepare === undefined || !/[^\r]\n/.test(after))
    if (asAnnounced) continue
    unexpected++
    console.error(`   UNEXPECTED: ${outcome} by ${matchers.join(", ") || "none"}; announced: ${scene.outcome}`)
  }

  console.log("\nNow a file of your own (--dry-run shows the diff and writes nothing):\n")
  console.log("  npx --yes pnpm@12 kerf edit FILE --old 'some text' --new 'another text' --dry-run")
  console.log("  npx --yes pnpm@12 kerf explain FILE --old 'some text' --new 'another text'\n")
  return unexpected
})

process.exitCode = await Effect.runPromise(
  program.pipe(
    Effect.scoped,
    Effect.provide(NodeServices.layer),
    Effect.map((unexpected) => (unexpected === 0 ? 0 : 1))
  )
)
