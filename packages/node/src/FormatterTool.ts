/**
 * The canonical formatters of languages, as programs that read a text from stdin and print another: which are in charge of a
 * file, where they are, and how they are run.
 *
 * | extension | tools, the first that is found |
 * |---|---|
 * | `.go` | gofmt |
 * | `.rs` | rustfmt |
 * | `.py`, `.pyi` | ruff, black |
 * | JavaScript, TypeScript, JSON, CSS, GraphQL, HTML | prettier, biome |
 * | Vue, Markdown, YAML | prettier |
 *
 * A tool is looked for in `node_modules/.bin` of the file's folder and those above, the nearest first and not above the
 * file's root, and then in the absolute folders of PATH. It finds its configuration by the file's path. One of a
 * `node_modules` runs in the folder that holds it, so that it finds what it is to ignore; any other in the file's.
 *
 * Out of scope: shells and wrapper scripts of Windows (`.cmd`), where only `.exe` files are found.
 *
 * @since 0.1.0
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import * as ChildProcess from "effect/process/ChildProcess"
import type { ChildProcessSpawner } from "effect/process/ChildProcessSpawner"
import * as Stream from "effect/Stream"
import { Buffer, isUtf8 } from "node:buffer"

/**
 * A tool that was found: its program's path, and the folder that it runs in.
 *
 * @category models
 * @since 0.1.0
 */
export interface FormatterTool {
  readonly name: string
  readonly program: string
  readonly directory: string
}

/** How each tool is told to format stdin for a path. */
const argumentsOf: Record<string, (path: string) => ReadonlyArray<string>> = {
  gofmt: () => [],
  rustfmt: () => ["--emit", "stdout"],
  ruff: (path) => ["format", "--stdin-filename", path, "-"],
  black: (path) => ["-q", "--stdin-filename", path, "-"],
  prettier: (path) => ["--stdin-filepath", path],
  biome: (path) => ["format", `--stdin-file-path=${path}`]
}

const inCharge: ReadonlyArray<readonly [extensions: RegExp, names: ReadonlyArray<string>]> = [
  [/\.go$/, ["gofmt"]],
  [/\.rs$/, ["rustfmt"]],
  [/\.pyi?$/, ["ruff", "black"]],
  [/\.([cm]?[jt]s|[jt]sx|json|jsonc|css|graphql|gql|html)$/, ["prettier", "biome"]],
  [/\.(scss|less|vue|md|mdx|ya?ml)$/, ["prettier"]]
]

/**
 * Returns the names of the tools that are in charge of a file, in the order in which they are taken; none for most.
 *
 * **Example** (Python)
 *
 * ```ts
 * import { FormatterTool } from "@kerf/node"
 *
 * FormatterTool.namesFor("/src/a.py") // => ["ruff", "black"]
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const namesFor = (path: string): ReadonlyArray<string> =>
  inCharge.find(([extensions]) => extensions.test(path))?.[1] ?? []

/**
 * Finds the tool for a file. `roots`: where the search upwards ends; none: at the top.
 *
 * @category operations
 * @since 0.1.0
 */
export const find = Effect.fnUntraced(function* (
  file: string,
  roots: ReadonlyArray<string>
): Effect.fn.Return<FormatterTool | undefined, never, FileSystem.FileSystem | Path.Path> {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const windows = process.platform === "win32"
  const isProgram = (at: string) =>
    fs.stat(at).pipe(
      Effect.map(({ mode, type }) => type === "File" && (windows || (mode & 0o111) !== 0)),
      Effect.orElseSucceed(() => false)
    )
  const names = namesFor(file)
  let exists: string | undefined
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    if (exists === undefined && (yield* Effect.isSuccess(fs.access(folder)))) exists = folder
    for (const name of names) {
      const program = path.join(folder, "node_modules", ".bin", windows ? `${name}.exe` : name)
      if (yield* isProgram(program)) return { name, program, directory: folder }
    }
    if (path.dirname(folder) === folder || roots.includes(folder)) break
  }
  // A relative folder of PATH would be looked up in the workspace.
  const folders = (process.env["PATH"] ?? "").split(windows ? ";" : ":").filter((folder) => path.isAbsolute(folder))
  for (const name of names) {
    for (const folder of folders) {
      const program = path.join(folder, windows ? `${name}.exe` : name)
      if (yield* isProgram(program)) return { name, program, directory: exists ?? path.parse(file).root }
    }
  }
  return undefined
})

/**
 * Runs a tool, and returns what it prints, or why that cannot be used.
 *
 * **Details**
 *
 * It prints at most four times the text and a mebibyte, in UTF-8, and ends with 0. An interruption ends it and the
 * processes that it started.
 *
 * @category running
 * @since 0.1.0
 */
export const run = Effect.fnUntraced(
  function* (self: FormatterTool, file: string, text: string) {
    const input = Buffer.from(text, "utf8")
    // Of stdin, rustfmt knows no package, and would take it for Rust 2015.
    const edition = self.name === "rustfmt" ? yield* rustEdition(file) : []
    const command = ChildProcess.make(self.program, [...edition, ...argumentsOf[self.name]!(file)], {
      cwd: self.directory,
      stdin: Stream.make(input),
      forceKillAfter: "1 second"
    })
    const handle = yield* Effect.mapError(
      command,
      ({ message }) => new Unusable({ reason: `it did not start (${message})` })
    )
    const [output, complaint, exit] = yield* Effect.all(
      [
        collect(handle.stdout, input.length * 4 + 1024 * 1024),
        beginning(handle.stderr, 64 * 1024),
        Effect.exit(handle.exitCode)
      ],
      { concurrency: "unbounded" }
    )
    if (Exit.isFailure(exit) || exit.value !== 0) {
      const how = Exit.isFailure(exit) ? "it was ended, or did not read the text" : `it ended with ${exit.value}`
      return { reason: how + quote(complaint.toString("utf8")) }
    }
    if (!isUtf8(output)) return { reason: "its output is not UTF-8" }
    return output.toString("utf8")
  },
  Effect.scoped,
  Effect.catch(({ reason }) => Effect.succeed({ reason }))
) as (
  self: FormatterTool,
  file: string,
  text: string
) => Effect.Effect<string | { readonly reason: string }, never, FileSystem.FileSystem | Path.Path | ChildProcessSpawner>

/** The edition that the nearest `Cargo.toml` names, as arguments; a member that inherits it names none itself. */
const rustEdition = Effect.fnUntraced(function* (file: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const manifest = path.join(folder, "Cargo.toml")
    const size = yield* fs.stat(manifest).pipe(
      Effect.map((info) => (info.type === "File" ? Number(info.size) : Infinity)),
      Effect.orElseSucceed(() => Infinity)
    )
    const text = size > 1024 * 1024 ? "" : yield* Effect.orElseSucceed(fs.readFileString(manifest), () => "")
    const edition = /^\s*edition\s*=\s*"(\d{4})"/m.exec(text)?.[1]
    if (edition !== undefined) return ["--edition", edition]
    if (path.dirname(folder) === folder) return []
  }
})

class Unusable extends Data.TaggedError("Unusable")<{ readonly reason: string }> {}

/** All of a stream, which fails once it is longer. */
const collect = <E>(stream: Stream.Stream<Uint8Array, E>, most: number): Effect.Effect<Buffer, Unusable> => {
  const parts: Array<Uint8Array> = []
  let length = 0
  return Stream.runForEach(stream, (part) => {
    parts.push(part)
    length += part.length
    return length > most
      ? Effect.fail(new Unusable({ reason: `its output is longer than ${most} bytes` }))
      : Effect.void
  }).pipe(
    Effect.mapError((error) =>
      error instanceof Unusable ? error : new Unusable({ reason: "its output could not be read" })
    ),
    Effect.map(() => Buffer.concat(parts, length))
  )
}

/** What a stream begins with. It is read to its end, or the process would wait to be heard. */
const beginning = <E>(stream: Stream.Stream<Uint8Array, E>, most: number): Effect.Effect<Buffer> => {
  let kept = Buffer.alloc(0)
  return Stream.runForEach(stream, (part) =>
    Effect.sync(() => {
      if (kept.length < most) kept = Buffer.concat([kept, part.subarray(0, most - kept.length)])
    })
  ).pipe(
    Effect.ignore,
    Effect.map(() => kept)
  )
}

/** The first line of a complaint that says something, cut. */
const quote = (complaint: string): string => {
  const line = complaint
    .split("\n")
    .map((each) => each.trim())
    .find((each) => each !== "")
  if (line === undefined) return ""
  return `: ${line.length > 200 ? `${line.slice(0, 200).toWellFormed()}…` : line}`
}
