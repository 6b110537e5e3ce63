/**
 * The edit of files: take the turn, load, check what was seen, plan, ask the guards, format, write, record, report.
 *
 * `plan` and `commit` are two steps, so that a host can show the diff and ask a person in between; what is shown is what is
 * written, so that the guards and the formatter, if there are any, have their say in `plan`. `edit` is both steps, and
 * has the file's turn from the first to the last. `editFiles` is the same for several files, all or none. A failure of any
 * changes no byte, unless it says so.
 *
 * What an earlier process left half done is undone when the editor is built: see `Transaction`.
 *
 * @since 0.1.0
 */
import * as EditFailure from "@kerf/core/EditFailure"
import type { Content } from "@kerf/core/FileRecord"
import { type Drift, FileState } from "@kerf/core/FileState"
import * as Guards from "@kerf/core/Guards"
import { MatcherStack } from "@kerf/core/MatcherStack"
import * as Plan from "@kerf/core/Plan"
import * as RefusedReason from "@kerf/core/RefusedReason"
import * as SourceText from "@kerf/core/SourceText"
import * as UnifiedDiff from "@kerf/core/UnifiedDiff"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import * as Result from "effect/Result"
import { EditFilesError } from "./EditFilesError.ts"
import { EditIoError } from "./EditIoError.ts"
import type { EditRequest, FilesRequest } from "./EditRequest.ts"
import * as FileBytes from "./FileBytes.ts"
import { FileLock } from "./FileLock.ts"
import * as FileText from "./FileText.ts"
import * as Formatter from "./Formatter.ts"
import * as Formatting from "./Formatting.ts"
import * as Journal from "./Journal.ts"
import * as LocatedFile from "./LocatedFile.ts"
import * as Misses from "./Misses.ts"
import type { PartialCommit } from "./PartialCommit.ts"
import * as PlannedEdit from "./PlannedEdit.ts"
import * as Printable from "./Printable.ts"
import type { Recovered } from "./Recovered.ts"
import * as Report from "./Report.ts"
import * as TemporaryFile from "./TemporaryFile.ts"
import * as Transaction from "./Transaction.ts"
import * as Turn from "./Turn.ts"
import * as Undo from "./Undo.ts"
import { type Location, Workspace } from "./Workspace.ts"

/**
 * A plan or its failure, with what every matcher of the stack said, also those after the one that decided; and the text
 * that was asked about.
 *
 * @category models
 * @since 0.1.0
 */
export interface Explained extends Plan.Explanation {
  readonly path: string
  readonly source: SourceText.SourceText
  readonly edits: ReadonlyArray<Plan.Fields>
  readonly matchers: MatcherStack["Service"]["matchers"]
}

/**
 * Edits files.
 *
 * **Example** (What an edit would do)
 *
 * ```ts
 * import { NodeServices } from "@effect/platform-node"
 * import { Presets } from "@kerf/matchers"
 * import { Editor, Kerf } from "@kerf/node"
 * import { Effect, Layer } from "effect"
 *
 * const program = Effect.gen(function* () {
 *   const editor = yield* Editor.Editor
 *   const report = yield* editor.edit({ path: "new.txt", edits: [{ oldText: "", newText: "one\n" }], dryRun: true })
 *   return report.status
 * })
 *
 * const layer = Kerf.layer({ roots: ["."], stack: Presets.standard.layer }).pipe(Layer.provide(NodeServices.layer))
 * await Effect.runPromise(Effect.provide(program, layer)) // => "dry-run"
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Editor extends Context.Service<
  Editor,
  {
    /**
     * Finds every place, and makes the new bytes. Writes nothing. A `NoMatch` is counted, until a report: see `Misses`.
     * `Stale` where the model has not seen what it edits: see `FileState`. `Refused` also where a guard refuses: see
     * `Guards`. The guards and the formatter are those that were in force when the editor was built.
     */
    readonly plan: (
      request: EditRequest
    ) => Effect.Effect<PlannedEdit.PlannedEdit, EditFailure.EditFailure | EditIoError>
    /** Tells what was planned, with the status `dry-run`. Writes nothing. */
    readonly preview: (planned: PlannedEdit.PlannedEdit) => Effect.Effect<Report.Report>
    /** Writes what was planned, if the file still holds what was read: see `Commit`. */
    readonly commit: (planned: PlannedEdit.PlannedEdit) => Effect.Effect<Report.Report, Failure>
    /** Plans, and commits unless it is a dry run, in one turn. */
    readonly edit: (request: EditRequest) => Effect.Effect<Report.Report, Failure>
    /** Plans all files, and commits all or none unless it is a dry run, in one turn. Reports in the order of the files. */
    readonly editFiles: (request: FilesRequest) => Effect.Effect<ReadonlyArray<Report.Report>, Failure | EditFilesError>
    /** Takes back what a report tells, if its file is as it left it: see `Undo`. */
    readonly undo: (report: Report.Report) => Effect.Effect<Report.Report, Failure>
    /**
     * Plans, and tells what every matcher said whether or not the plan succeeds. Guards are asked; nothing is formatted. Fails
     * where there is nothing to ask.
     */
    readonly explain: (request: EditRequest) => Effect.Effect<Explained, EditFailure.Refused | EditIoError>
    /**
     * The recorded files that are not what was recorded: for a host to ask after it ran a shell. One that cannot be read, or
     * is no text any more, is modified. Never fails; reads every recorded file.
     */
    readonly drifted: Effect.Effect<ReadonlyArray<Drift>>
    /** What dead processes had left half done, and was undone when the editor was built, or since, before an edit of it. */
    readonly recovered: ReadonlyArray<Recovered>
  }
>()("@kerf/node/Editor") {
  static readonly layer: Layer.Layer<
    Editor,
    never,
    Workspace | MatcherStack | FileState | FileLock | Journal.Journal | FileSystem.FileSystem | Path.Path
  > = Layer.effect(
    Editor,
    Effect.suspend(() => make)
  )
}

/**
 * How an edit fails.
 *
 * @category models
 * @since 0.1.0
 */
export type Failure = EditFailure.EditFailure | EditIoError | PartialCommit

const make = Effect.gen(function* () {
  const workspace = yield* Workspace
  const stack = yield* MatcherStack
  const state = yield* FileState
  const lock = yield* FileLock
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const guards = yield* Guards.Guards
  const misses = yield* Misses.make
  const services = Context.make(FileSystem.FileSystem, fs).pipe(
    Context.add(Path.Path, path),
    Context.add(MatcherStack, stack),
    Context.add(FileLock, lock),
    Context.add(Journal.Journal, yield* Journal.Journal),
    Context.add(Workspace, workspace),
    Context.add(FileState, state),
    Context.add(Guards.Guards, guards),
    Context.add(Formatter.Formatter, yield* Formatter.Formatter),
    Context.add(Formatter.FormatterTimeout, yield* Formatter.FormatterTimeout)
  )
  const recovered: Array<Recovered> = []
  const started = yield* Effect.result(Transaction.recover(workspace.owns))
  if (Result.isFailure(started)) recovered.push({ restored: [], changed: [], failed: [started.failure] })
  else recovered.push(...started.success)

  /**
   * Runs an effect in the turn of files, after what was left half done of them was undone, and what dead owners left in
   * their folders was taken away. It is given the keys that were taken.
   */
  const inTurn = Effect.fnUntraced(function* <A, E, R>(
    locations: ReadonlyArray<Location>,
    effect: (taken: ReadonlySet<string>) => Effect.Effect<A, E, R>
  ) {
    const tried = new Set<string>()
    const attempt = Effect.gen(function* () {
      const keys = (yield* Effect.forEach(locations, Turn.of)).flat()
      const taken = new Set(keys)
      yield* lock.acquireAll(keys)
      const left = (yield* Transaction.leftOver(taken, workspace.owns)).filter(({ id }) => !tried.has(id))
      if (left.length > 0) return Result.fail(left)
      yield* Effect.forEach(locations, (at) => TemporaryFile.sweep(path.dirname(at.path), at.key), { discard: true })
      return Result.succeed(yield* effect(taken))
    })
    while (true) {
      const done = yield* Effect.scoped(attempt)
      if (Result.isSuccess(done)) return done.success
      for (const left of done.failure) {
        tried.add(left.id)
        yield* undoLeft(left)
      }
    }
  })

  /** Undoes what was left half done, or fails: its files must not be edited before. */
  const undoLeft = Effect.fnUntraced(function* (left: Journal.Listed) {
    const outcome = yield* Transaction.recoverLeft(left)
    if (outcome === undefined) return
    recovered.push(outcome)
    const [failure] = outcome.failed
    if (failure === undefined) return
    const cause = `a transaction was cut short, and cannot be undone yet (${failure.message}); it is written down in ${left.folder}`
    return yield* new EditIoError({ operation: "edit", path: left.steps.map(({ path }) => path).join(", "), cause })
  })

  /** Fails unless it is one of the files whose turn was taken: a link may lead elsewhere since. */
  const inTheirTurn =
    (taken: ReadonlySet<string>) =>
    ({ file, location: { key, path } }: LocatedFile.LocatedFile) =>
      Turn.holds(taken, key, file) ? Effect.void : Effect.fail(new EditFailure.Stale({ path, reason: "modified" }))

  const plan = Effect.fn("Editor.plan")(function* (request: EditRequest) {
    return yield* Effect.catchTag(
      PlannedEdit.make(request),
      "NoMatch",
      Effect.fnUntraced(function* (failure) {
        const { path } = yield* workspace.locate(request.path, "write")
        return yield* yield* misses.miss(path, failure)
      })
    )
  }, Effect.provide(services))

  const report = Effect.fnUntraced(function* (
    status: "applied" | "dry-run",
    planned: PlannedEdit.PlannedEdit,
    removed?: boolean
  ) {
    const { bytes, file, formatting, location, plan, ranges } = planned
    const before = file === undefined ? {} : { before: FileBytes.digest(file.bytes) }
    const after = removed === true ? {} : { after: FileBytes.digest(bytes) }
    yield* misses.reset(location.path)
    const { name, path } = location
    return Report.make({ status, path, name, plan, formatting, ranges, removed, digest: { ...before, ...after } })
  })

  const record = Effect.fnUntraced(function* ({ bytes, file, formatting, location, plan }: PlannedEdit.PlannedEdit) {
    // A report that cannot show all that was formatted has not shown the file: it has to be read again.
    if (formatting !== undefined && UnifiedDiff.isCut(Formatting.diff(formatting, ""))) return
    const written = formatting?.written ?? plan
    const time = yield* Effect.map(Effect.option(fs.stat(location.path)), (info) =>
      Option.flatMap(info, ({ mtime }) => mtime).pipe(Option.match({ onNone: () => 0, onSome: (at) => at.getTime() }))
    )
    const after: Content = { bytes, source: Plan.inverse(written).source, time }
    yield* state.recordEdit(location.key, { before: file, after, changes: written.changes })
  })

  /** Writes and records; no interruption comes between the two. The caller has the turn. */
  const write = Effect.fnUntraced(function* (planned: ReadonlyArray<PlannedEdit.PlannedEdit>) {
    const open = planned.filter(({ plan }) => !Report.isDone(plan))
    yield* Effect.uninterruptibleMask((restore) =>
      Effect.andThen(
        restore(Transaction.run(open.map(PlannedEdit.toChange))),
        Effect.forEach(open, record, { discard: true })
      )
    )
    return yield* Effect.forEach(planned, (each) => report("applied", each))
  })

  const commit = Effect.fn("Editor.commit")(function* (planned: PlannedEdit.PlannedEdit) {
    const [written] = yield* inTurn([planned.location], (taken) =>
      Effect.andThen(inTheirTurn(taken)(planned), write([planned]))
    )
    return written!
  }, Effect.provide(services))

  const edit = Effect.fn("Editor.edit")(function* (request: EditRequest) {
    if (request.dryRun === true) return yield* report("dry-run", yield* plan(request))
    const location = yield* workspace.locate(request.path, "write")
    const [written] = yield* inTurn([location], (taken) =>
      Effect.flatMap(Effect.tap(plan(request), inTheirTurn(taken)), (planned) => write([planned]))
    )
    return written!
  }, Effect.provide(services))

  const editFiles = Effect.fn("Editor.editFiles")(function* ({ dryRun = false, files }: FilesRequest) {
    const located = yield* Effect.forEach(files, (file) => Effect.option(workspace.locate(file.path, "write")))
    const locations = located.flatMap(Option.toArray)
    const all = Effect.fnUntraced(function* (taken: ReadonlySet<string>) {
      const planned: Array<PlannedEdit.PlannedEdit> = []
      const failures: Array<EditFilesError["failures"][number]> = []
      const seen = new Set<string>()
      for (const file of files) {
        const planning = plan(file)
        const result = yield* Effect.result(dryRun ? planning : Effect.tap(planning, inTheirTurn(taken)))
        if (Result.isFailure(result)) {
          failures.push({ path: file.path, failure: result.failure })
          continue
        }
        // Several names of one file are one, too.
        const { file: found, location } = result.success
        const names = found === undefined ? [location.key] : [location.key, found.id]
        if (names.some((name) => seen.has(name))) failures.push({ path: file.path, failure: namedTwice(file.path) })
        else {
          for (const name of names) seen.add(name)
          planned.push(result.success)
        }
      }
      if (failures.length > 0) return yield* new EditFilesError({ files: files.length, failures })
      return yield* dryRun ? Effect.forEach(planned, (each) => report("dry-run", each)) : write(planned)
    })
    return yield* dryRun ? all(new Set()) : inTurn(locations, all)
  }, Effect.provide(services))

  const undo = Effect.fn("Editor.undo")(function* (done: Report.Report) {
    const taken = yield* workspace.locate(done.path, "write")
    const all = Effect.fnUntraced(function* (turns: ReadonlySet<string>) {
      const found = yield* LocatedFile.find(done.path, "write")
      const { file, location } = found
      yield* inTheirTurn(turns)(found)
      const plan = yield* Effect.fromResult(Undo.plan(done, file))
      const request = { path: done.path, edits: [] }
      const from = { ...(file ?? FileText.empty), source: plan.source }
      const planned = { request, location, file, plan, ...FileText.splice(from, plan.changes) }
      if (!done.created || file === undefined) return (yield* write([planned]))[0]!
      const { key, path } = location
      yield* Effect.uninterruptible(
        Effect.andThen(Transaction.run([{ _tag: "remove", path, key, file }]), state.invalidate(key))
      )
      return yield* report("applied", planned, true)
    })
    return yield* inTurn([taken], all)
  }, Effect.provide(services))

  return Editor.of({
    plan,
    preview: (planned) => report("dry-run", planned),
    commit,
    edit,
    editFiles,
    undo,
    explain: Effect.fn("Editor.explain")(function* (request) {
      const { file, location, plan } = yield* PlannedEdit.load(request, "read")
      const explained =
        plan === undefined
          ? yield* Plan.explain(file.source, request.edits, { ...PlannedEdit.options(request), exhaustive: true })
          : { result: Result.succeed(plan), trace: [], grafts: [] }
      const result = yield* Effect.result(
        Effect.flatMap(Effect.fromResult(explained.result), (plan) =>
          Guards.review(guards, { path: location.path, plan })
        )
      )
      const explanation = { ...explained, result }
      const { edits } = request
      const source = file?.source ?? SourceText.make("")
      return { path: location.path, source, edits, matchers: stack.matchers, ...explanation }
    }, Effect.provide(services)),
    drifted: Effect.provide(state.drifted(present), services),
    recovered
  })
})

/** A recorded file as it stands: nothing, where no file is. */
const present = (key: string): Effect.Effect<Content | undefined, never, FileSystem.FileSystem> =>
  Effect.catch(FileText.read(key), (failure) =>
    Effect.succeed(failure._tag === "Refused" && isGone.has(failure.reason._tag) ? undefined : unreadable)
  )

const isGone: ReadonlySet<RefusedReason.RefusedReason["_tag"]> = new Set(["missing", "not-a-file"])

/** Not what any text file holds. */
const unreadable: Content = { bytes: Uint8Array.of(0), source: SourceText.make(""), time: 0 }

const namedTwice = (path: string): EditFailure.Refused => {
  const message = `${Printable.line(path)} is named twice in this call. Put all pairs for it into one entry.`
  return EditFailure.refuseCall(RefusedReason.custom({ matcher: "editor", code: "same-file", message }))
}
