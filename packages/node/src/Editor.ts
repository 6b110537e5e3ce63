/**
 * The edit of one file: load, plan, write, report.
 *
 * `plan` and `commit` are two steps, so that a host can show the diff and ask a person in between; `edit` is both. A
 * failure of either changes no byte.
 *
 * @since 0.1.0
 */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as Edit from "@kerf/core/Edit"
import * as EditFailure from "@kerf/core/EditFailure"
import { MatcherStack } from "@kerf/core/MatcherStack"
import * as Plan from "@kerf/core/Plan"
import type { RefusedReason } from "@kerf/core/RefusedReason"
import * as SourceText from "@kerf/core/SourceText"
import * as Context from "effect/Context"
import * as Digest from "effect/crypto/Digest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Commit from "./Commit.ts"
import type { EditIoError } from "./EditIoError.ts"
import * as FileText from "./FileText.ts"
import * as Misses from "./Misses.ts"
import * as Report from "./Report.ts"
import { type Location, Workspace } from "./Workspace.ts"

/**
 * The schema of a `Request`.
 *
 * **Details**
 *
 * All pairs are matched against the file as it is; all are applied, or none. `oldText: ""` as the only pair creates a
 * file that does not exist, with its folders. `lineEndings: "verbatim"` writes the line breaks of newText as sent.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Request = Schema.Struct({
  path: Schema.String,
  edits: Schema.Array(Edit.Edit).check(
    Schema.isMinLength(1, { message: "edits is empty: send at least one pair" }),
    Schema.isMaxLength(100, { message: "more than 100 edits in one call: send them in several" })
  ),
  dryRun: Schema.optionalKey(Schema.Boolean),
  lineEndings: Schema.optionalKey(Schema.Literals(["file", "verbatim"]))
})

/**
 * What a caller asks for.
 *
 * @category models
 * @since 0.1.0
 */
export interface Request extends Omit<typeof Request.Type, "edits"> {
  readonly edits: ReadonlyArray<Plan.Fields>
}

/**
 * An edit that is ready to be written.
 *
 * **Details**
 *
 * `file` is what was read and matched, `undefined` where the file is to be created; `bytes` are the whole file
 * afterwards. Holds the file twice: keep it as long as a person needs to answer, no longer.
 *
 * @category models
 * @since 0.1.0
 */
export interface Planned {
  readonly request: Request
  readonly location: Location
  readonly file: FileText.FileText | undefined
  readonly plan: Plan.Plan
  readonly bytes: Uint8Array
  readonly ranges: ReadonlyArray<FileText.ByteRange>
}

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
 * import { Editor, Workspace } from "@kerf/node"
 * import { Effect, Layer } from "effect"
 *
 * const program = Effect.gen(function* () {
 *   const editor = yield* Editor.Editor
 *   const report = yield* editor.edit({ path: "new.txt", edits: [{ oldText: "", newText: "one\n" }], dryRun: true })
 *   return report.status
 * })
 *
 * const layer = Editor.Editor.layer.pipe(
 *   Layer.provide([Workspace.Workspace.layer({ roots: ["."] }), Presets.standard.layer]),
 *   Layer.provide(NodeServices.layer)
 * )
 * await Effect.runPromise(Effect.provide(program, layer)) // => "dry-run"
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Editor extends Context.Service<
  Editor,
  {
    /** Finds every place, and makes the new bytes. Writes nothing. A `NoMatch` is counted, until a report: see `Misses`. */
    readonly plan: (request: Request) => Effect.Effect<Planned, Plan.Failure | EditIoError>
    /** Tells what was planned, with the status `dry-run`. Writes nothing. */
    readonly preview: (planned: Planned) => Effect.Effect<Report.Report>
    /** Writes what was planned, if the file still holds what was read: see `Commit`. */
    readonly commit: (planned: Planned) => Effect.Effect<Report.Report, Commit.Failure>
    /** Plans, and commits unless it is a dry run. */
    readonly edit: (request: Request) => Effect.Effect<Report.Report, Plan.Failure | Commit.Failure>
    /** Plans, and tells what every matcher said whether or not the plan succeeds. Fails where there is nothing to ask. */
    readonly explain: (request: Request) => Effect.Effect<Explained, EditFailure.Refused | EditIoError>
  }
>()("@kerf/node/Editor") {
  static readonly layer: Layer.Layer<Editor, never, Workspace | MatcherStack | FileSystem.FileSystem | Path.Path> =
    Layer.effect(
      Editor,
      Effect.suspend(() => make)
    ).pipe(Layer.provide(NodeCrypto.layerDigest))
}

const make = Effect.gen(function* () {
  const workspace = yield* Workspace
  const stack = yield* MatcherStack
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const { digestHex } = yield* Digest.Digest
  const misses = yield* Misses.make
  const services = Context.make(FileSystem.FileSystem, fs).pipe(
    Context.add(Path.Path, path),
    Context.add(MatcherStack, stack)
  )

  const load = Effect.fnUntraced(function* (request: Request, purpose: "read" | "write") {
    const location = yield* workspace.locate(request.path, purpose)
    if (location.exists) return { location, file: yield* FileText.read(location.path) }
    const [edit, another] = request.edits
    if (edit?.oldText !== "" || another !== undefined) return yield* refuse({ _tag: "missing", path: location.path })
    const reason = unwritable(edit.newText)
    if (reason !== undefined) return yield* refuse(reason, 0)
    return { location, plan: Plan.create(edit.newText) }
  }, Effect.provide(services))

  const options = (request: Request): Plan.Options => ({ recover: true, lineEndings: request.lineEndings ?? "file" })

  const plan = Effect.fn("Editor.plan")(function* (
    request: Request
  ): Effect.fn.Return<Planned, Plan.Failure | EditIoError, MatcherStack | FileSystem.FileSystem> {
    if (request.edits.length === 0) return yield* refuse({ _tag: "no-change" })
    const { file, location, plan: created } = yield* load(request, "write")
    if (created !== undefined) {
      const empty = { bytes: new Uint8Array(0), source: created.source }
      return { request, location, file, plan: created, ...FileText.splice(empty, created.changes) }
    }
    const reason = Commit.refusal(file)
    if (reason !== undefined) return yield* refuse(reason)
    const made = yield* Plan.make(file.source, request.edits, options(request)).pipe(
      Effect.catchTag("NoMatch", (failure) => Effect.flip(misses.miss(location.path, failure)))
    )
    return { request, location, file, plan: made, ...FileText.splice(file, made.changes) }
  }, Effect.provide(services))

  const report = Effect.fnUntraced(function* (status: "applied" | "dry-run", planned: Planned) {
    const { bytes, file, location, plan, ranges } = planned
    const after = yield* digestHex(Digest.sha256, bytes)
    const before = file === undefined ? undefined : yield* digestHex(Digest.sha256, file.bytes)
    const digest = before === undefined ? { after } : { before, after }
    yield* misses.reset(location.path)
    return Report.make({ status, path: location.path, name: location.name, plan, ranges, digest })
  })

  const commit = Effect.fn("Editor.commit")(function* (
    planned: Planned
  ): Effect.fn.Return<Report.Report, Commit.Failure, FileSystem.FileSystem | Path.Path> {
    if (planned.file === undefined) yield* Commit.create(planned.location.path, planned.bytes)
    else if (!Report.isDone(planned.plan)) yield* Commit.replace(planned.file, planned.bytes)
    return yield* report("applied", planned)
  }, Effect.provide(services))

  return Editor.of({
    plan,
    preview: (planned) => report("dry-run", planned),
    commit,
    edit: Effect.fn("Editor.edit")(function* (request) {
      const planned = yield* plan(request)
      return yield* request.dryRun === true ? report("dry-run", planned) : commit(planned)
    }),
    explain: Effect.fn("Editor.explain")(function* (request) {
      const { file, location, plan } = yield* load(request, "read")
      const explanation =
        plan === undefined
          ? yield* Plan.explain(file.source, request.edits, { ...options(request), exhaustive: true })
          : { result: Result.succeed(plan), trace: [], grafts: [] }
      const { edits } = request
      const source = file?.source ?? SourceText.make("")
      return { path: location.path, source, edits, matchers: stack.matchers, ...explanation }
    }, Effect.provide(services))
  })
})

const refuse = (reason: RefusedReason, edit?: number): EditFailure.Refused =>
  new EditFailure.Refused({
    ...(edit === undefined ? {} : { edit }),
    edits: edit === undefined ? 0 : 1,
    wouldMatch: [],
    reason
  })

/** What would not survive in a new file; for a file that exists, `Plan` asks. */
const unwritable = (newText: string): RefusedReason | undefined => {
  const nul = newText.indexOf("\0")
  if (nul !== -1) return { _tag: "nul", side: "newText", offset: nul }
  if (newText.isWellFormed()) return undefined
  return { _tag: "surrogate", side: "newText", offset: newText.search(/\p{Surrogate}/u) }
}
