/**
 * The `kerf` command.
 *
 * `kerf edit` changes a file, `kerf explain` tells what the stack of matchers makes of the same edit and writes nothing,
 * `kerf replay` runs recorded edits against a stack. The diff, the explanation, the verdicts and all JSON go to stdout,
 * everything else to stderr. What a file holds never acts on a
 * terminal: on one, control characters are shown as escapes.
 *
 * @since 0.1.0
 */
import type { MatcherStack } from "@kerf/core/MatcherStack"
import * as Cause from "effect/Cause"
import * as Argument from "effect/cli/Argument"
import * as CliConfig from "effect/cli/CliConfig"
import type * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Path from "effect/Path"
import * as Result from "effect/Result"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import * as CliOutcome from "./CliOutcome.ts"
import * as DiffView from "./DiffView.ts"
import type { EditIoError } from "./EditIoError.ts"
import * as Editor from "./Editor.ts"
import * as EditsInput from "./EditsInput.ts"
import * as Explanation from "./Explanation.ts"
import * as InputStream from "./InputStream.ts"
import * as Kerf from "./Kerf.ts"
import * as NamedStack from "./NamedStack.ts"
import * as PageFile from "./PageFile.ts"
import * as Printable from "./Printable.ts"
import * as ProgressBar from "./ProgressBar.ts"
import * as Recovered from "./Recovered.ts"
import * as Replay from "./Replay.ts"
import * as ReplaySummary from "./ReplaySummary.ts"
import * as Report from "./Report.ts"
import { UsageError } from "./UsageError.ts"
import * as Verdict from "./Verdict.ts"

/**
 * Runs the command with its arguments, prints what there is to print, and returns the exit code (see `CliOutcome`).
 *
 * **Details**
 *
 * Never fails: a failure is one message on stderr, or with `--json` an object on stdout. A reader of stdout that goes
 * away changes nothing; the exit code tells what became of the edit.
 *
 * @category running
 * @since 0.1.0
 */
export const run = (
  args: ReadonlyArray<string>,
  options: { readonly version: string }
): Effect.Effect<number, never, Command.Environment> => {
  const given = prepare(args)
  const end = given.indexOf("--")
  const json = given.slice(0, end === -1 ? undefined : end).includes("--json=true")
  const fail = (failure: CliOutcome.Failure): Effect.Effect<number, never, Stdio.Stdio> =>
    Effect.as(
      json ? print(CliOutcome.failureJson(failure)) : complain(CliOutcome.failureText(failure)),
      CliOutcome.exitCodes[failure._tag]
    )
  return Command.runWith(kerf, { ...options, renderErrors: false })(given).pipe(
    Effect.as(0),
    Effect.catchTags({
      Ended: ({ code }) => Effect.succeed(code),
      NoMatch: fail,
      Ambiguous: fail,
      Refused: fail,
      Stale: fail,
      EditIoError: fail,
      PartialCommit: fail,
      UsageError: fail,
      ShowHelp: (help) => fail(new UsageError({ message: wrongCall(help) }))
    }),
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.failCause(cause as Cause.Cause<never>)
        : fail(new UsageError({ message: defect(cause) }))
    ),
    Effect.provide([layerOutput, TerminalCapabilities.layer])
  )
}

/** A command that has printed all, and ends with another code than 0. */
class Ended extends Data.TaggedError("Ended")<{ readonly code: number }> {}

// ----------------------------------------------------------------------------
// Commands
// ----------------------------------------------------------------------------

const input = {
  file: Argument.String("FILE").pipe(Argument.withDescription("The file; after -- it may begin with a dash")),
  old: Flag.String("old").pipe(
    Flag.withDescription("The text to replace; empty creates a file that does not exist"),
    Flag.optional
  ),
  new: Flag.String("new").pipe(Flag.withDescription("What should stand there instead; may be empty"), Flag.optional),
  edits: Flag.String("edits").pipe(
    Flag.withMetavar("FILE|-"),
    Flag.withDescription('Several pairs as JSON: [{ "oldText", "newText", "replaceAll"?, "line"? }, ...]; - is stdin'),
    Flag.optional
  ),
  replaceAll: Flag.Boolean("replace-all").pipe(
    Flag.withDescription("Replace every place; only for text that is there to the letter"),
    Flag.withDefault(false)
  ),
  line: Flag.Int("line").pipe(
    Flag.withDescription("Of several places, the one that begins in this line, counted from 1"),
    Flag.optional
  ),
  stack: Flag.String("stack").pipe(
    Flag.withMetavar("NAME|MODULE"),
    Flag.withDescription(
      `How far to bend: ${NamedStack.presets.join(", ")}, or a module that exports an order or a layer`
    ),
    Flag.withDefault("standard")
  ),
  root: Flag.String("root").pipe(
    Flag.withMetavar("DIR"),
    Flag.withDescription("Refuse files that are not in this folder. Default: any file"),
    Flag.optional
  ),
  json: Flag.Boolean("json").pipe(
    Flag.withDescription("Print the outcome and its data as JSON, failures too"),
    Flag.withDefault(false)
  )
}

const edit = Command.make(
  "edit",
  {
    ...input,
    format: Flag.Boolean("format").pipe(
      Flag.withDescription("Format the file before it is written, by the tool for its language, if that is installed"),
      Flag.withDefault(false)
    ),
    dryRun: Flag.Boolean("dry-run").pipe(Flag.withDescription("Print the diff, write nothing"), Flag.withDefault(false))
  },
  Effect.fnUntraced(function* (flags) {
    const edits = yield* editsOf(flags)
    const report = yield* Editor.Editor.use((editor) =>
      Effect.andThen(tellRecovered(editor), editor.edit({ path: flags.file, edits, dryRun: flags.dryRun }))
    ).pipe(Effect.provide(layerEditor(flags)))
    if (flags.json) return yield* print(CliOutcome.reportJson(report))
    const { canColor: color } = yield* TerminalCapabilities.TerminalCapabilities
    const watched = color || (yield* (yield* Stdio.Stdio).stdoutIsTerminal)
    yield* print(watched ? DiffView.toTerminal(report.diff, { color }) : report.diff)
    const lines = [Report.summary(report), ...report.notes.map(({ message }) => message)]
    yield* complain(lines.map((line) => `${Printable.text(line)}\n`).join(""))
  })
).pipe(
  Command.withDescription("Replace text in a file: the one place is proven, or nothing is written"),
  Command.withExamples([
    { command: "kerf edit src/a.ts --old 'let a' --new 'const a'", description: "Replace one place" },
    { command: "kerf edit src/a.ts --edits - --dry-run < edits.json", description: "Show what several pairs would do" }
  ])
)

const explain = Command.make(
  "explain",
  {
    ...input,
    html: Flag.String("html").pipe(
      Flag.withMetavar("OUT"),
      Flag.withDescription("Draw it too, as one page that needs nothing else; OUT is overwritten, unless it is FILE"),
      Flag.optional
    )
  },
  Effect.fnUntraced(function* (flags) {
    const edits = yield* editsOf(flags)
    const explained = yield* Editor.Editor.use((editor) => editor.explain({ path: flags.file, edits })).pipe(
      Effect.provide(layerEditor(flags))
    )
    const explanation = Explanation.make(explained)
    if (Option.isSome(flags.html)) yield* PageFile.write(flags.html.value, explanation)
    yield* print(flags.json ? CliOutcome.explanationJson(explanation) : Printable.text(Explanation.toText(explanation)))
    const { failure } = explanation
    if (failure !== undefined) return yield* new Ended({ code: CliOutcome.exitCodes[failure._tag] })
  })
).pipe(
  Command.withDescription(
    "Tell what every matcher of the stack makes of an edit; ends as the edit would, and does not write it"
  ),
  Command.withExamples([
    { command: "kerf explain src/a.ts --old 'let a' --new 'const a'", description: "What each matcher saw, and why" },
    { command: "kerf explain src/a.ts --edits edits.json --html why.html", description: "The same as a page" }
  ])
)

const replay = Command.make(
  "replay",
  {
    files: Argument.String("FILE").pipe(
      Argument.withDescription("Recorded edits, one JSON object a line; - is stdin"),
      Argument.variadic({ min: 1 })
    ),
    stack: Flag.String("stack").pipe(
      Flag.withMetavar("NAME|MODULE"),
      Flag.withDescription(
        `Run all cases with this one (${NamedStack.presets.join(", ")}, or a module that exports an order or a layer), ` +
          "and judge them by what they expect all the same, the matcher's name included. " +
          "Default: each with the preset that it names"
      ),
      Flag.optional
    ),
    json: Flag.Boolean("json").pipe(
      Flag.withDescription("Print what became of each line as a line of JSON, and the summary as the last one"),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function* ({ files, json, stack }) {
    if (files.filter((file) => file === "-").length > 1) {
      return yield* new UsageError({ message: "stdin can be read only once: name - once" })
    }
    const stacks = yield* Option.match(stack, { onNone: () => Replay.ownStacks, onSome: Replay.oneStack })
    const inputs = yield* Effect.forEach(files, (file) =>
      Effect.map(InputStream.open(file, Printable.line(file)), ({ bytes, size }) => ({ file, bytes, size }))
    )
    const bar = yield* ProgressBar.make(inputs.reduce<number | undefined>(plus, 0))
    const amiss = new Map<string, Array<string>>(listed.map((verdict) => [verdict, []]))
    let summary = ReplaySummary.empty
    let read = 0

    const take = Effect.fnUntraced(function* (done: ReadonlyArray<Replay.Progressed>) {
      let [out, err] = ["", ""]
      for (const { entry } of done) {
        const position = `${entry.file}:${entry.line}`
        const isCase = entry.verdict !== "malformed"
        summary = isCase ? ReplaySummary.add(summary, entry) : ReplaySummary.addMalformed(summary)
        const texts = amiss.get(entry.verdict)
        if (json) out += CliOutcome.entryJson(entry)
        else if (!isCase) err += `${Printable.line(`kerf: ${position}: ${entry.message}`)}\n`
        else if (texts !== undefined && texts.length < mostListed) texts.push(Verdict.toText(entry, position))
      }
      if (out !== "" || err !== "") yield* bar.hide
      if (out !== "") yield* print(out)
      if (err !== "") yield* complain(err)
      yield* bar.show(read + (done.at(-1)?.end ?? 0), ReplaySummary.standing(summary))
    })

    const ended = yield* Effect.forEach(inputs, ({ bytes, file, size }) =>
      Stream.runForEachArray(Replay.run(bytes, { file, stacks }), take).pipe(
        Effect.andThen(Effect.sync(() => void (read += size ?? 0)))
      )
    ).pipe(Effect.ensuring(bar.hide), Effect.result)
    if (!json) yield* print([...amiss.values()].flat().join("") + ReplaySummary.toText(summary))
    if (Result.isFailure(ended)) return yield* ended.failure
    if (json) yield* print(CliOutcome.replayJson(summary))
    if (!ReplaySummary.isGood(summary)) return yield* new Ended({ code: 1 })
  }, Effect.scoped)
).pipe(
  Command.withDescription(
    "Run recorded edits against a stack, and compare what they come to with what they should; touches no file"
  ),
  Command.withExamples([
    { command: "kerf replay edits.jsonl", description: "Each edit with the preset that it names" },
    { command: "kerf replay edits.jsonl --stack ./stack.ts --json", description: "All with a stack of one's own" }
  ])
)

/** The verdicts that a person is told one by one, the worst first. */
const listed = ["wrong", "unexpected", "differs"]

/** The most of each; the summary counts all, and `--json` prints all. */
const mostListed = 1000

const plus = (sum: number | undefined, { size }: InputStream.InputStream): number | undefined =>
  sum === undefined || size === undefined ? undefined : sum + size

const kerf = Command.make("kerf").pipe(
  Command.withDescription("The edit tool that coding agents call"),
  Command.withSubcommands([edit, explain, replay])
)

type Flags = Command.Command.Config.Infer<typeof input>

const editsOf = (flags: Flags): Effect.Effect<EditsInput.Edits, UsageError, FileSystem.FileSystem | Stdio.Stdio> =>
  EditsInput.fromFlags({
    old: Option.getOrUndefined(flags.old),
    new: Option.getOrUndefined(flags.new),
    edits: Option.getOrUndefined(flags.edits),
    line: Option.getOrUndefined(flags.line),
    replaceAll: flags.replaceAll
  })

const layerEditor = (
  flags: Flags & { readonly format?: boolean }
): Layer.Layer<Editor.Editor, UsageError | EditIoError, FileSystem.FileSystem | Path.Path> => {
  const stack: Layer.Layer<MatcherStack, UsageError, Path.Path> = NamedStack.layer(flags.stack)
  return Kerf.layer({
    roots: Option.toArray(flags.root),
    directory: ".",
    stack,
    unseen: "trust",
    formatter: flags.format
  })
}

/** Tells what a process that died had left half done. */
const tellRecovered = (editor: Editor.Editor["Service"]): Effect.Effect<void, never, Stdio.Stdio> => {
  const lines = editor.recovered.map(Recovered.summary)
  return lines.length === 0 ? Effect.void : complain(lines.map((line) => `${Printable.line(line)}\n`).join(""))
}

// ----------------------------------------------------------------------------
// Arguments
// ----------------------------------------------------------------------------

const takesValue = new Set(["--old", "--new", "--edits", "--line", "--stack", "--root", "--html"])
const takesNone = new Set(["--replace-all", "--dry-run", "--json", "--format"])

/**
 * Ties each flag to its value, so that a text may begin with a dash (`--old --help`) and a file may be called `yes`
 * (`--json yes`), which the parser would otherwise take for flags and for their values.
 */
const prepare = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const out: Array<string> = []
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!
    if (arg === "--") return [...out, ...args.slice(i)]
    if (takesNone.has(arg)) out.push(`${arg}=true`)
    else if (takesValue.has(arg) && i + 1 < args.length) out.push(`${arg}=${args[++i]}`)
    else out.push(arg)
  }
  return out
}

const wrongCall = (help: CliError.ShowHelp): string => {
  const command = help.commandPath.join(" ")
  const [first] = help.errors
  const problem =
    first === undefined ? "a command is missing: edit, explain or replay" : first.message.replace(/\s*\n\s*/g, " ")
  return `${problem} (see ${command} --help)`
}

// ----------------------------------------------------------------------------
// Output
// ----------------------------------------------------------------------------

/** Help is printed where it was asked for; a wrong call gets one line. */
const layerOutput = Layer.mergeAll(
  CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] }),
  CliOutput.layerPresenter({
    present: (event) =>
      event._tag === "Help" && event.reason === "Implicit" ? Effect.void : CliOutput.defaultPresenter.present(event)
  })
)

const print = (text: string): Effect.Effect<void, never, Stdio.Stdio> =>
  Stdio.Stdio.use((stdio) => Effect.ignore(Stream.run(Stream.make(text), stdio.stdout())))

const complain = (text: string): Effect.Effect<void, never, Stdio.Stdio> =>
  Stdio.Stdio.use((stdio) => Effect.ignore(Stream.run(Stream.make(text), stdio.stderr())))

const defect = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  const message = error instanceof Error ? error.message : String(error)
  return `${message.trim().split("\n", 1)[0]} (a bug, in kerf or in a matcher of the stack)`
}
