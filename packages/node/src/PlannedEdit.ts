/**
 * The way from a request to an edit that is ready to be written.
 *
 * @since 0.1.0
 */
import * as EditFailure from "@kerf/core/EditFailure"
import { FileState } from "@kerf/core/FileState"
import * as Freshness from "@kerf/core/Freshness"
import * as Guards from "@kerf/core/Guards"
import type { MatcherStack } from "@kerf/core/MatcherStack"
import type { Note } from "@kerf/core/Note"
import * as Plan from "@kerf/core/Plan"
import type * as RefusedReason from "@kerf/core/RefusedReason"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Commit from "./Commit.ts"
import type { EditIoError } from "./EditIoError.ts"
import type { EditRequest } from "./EditRequest.ts"
import * as FileText from "./FileText.ts"
import * as Formatter from "./Formatter.ts"
import * as Formatting from "./Formatting.ts"
import * as LocatedFile from "./LocatedFile.ts"
import * as Report from "./Report.ts"
import { type Location, Workspace } from "./Workspace.ts"

/**
 * An edit that is ready to be written.
 *
 * **Details**
 *
 * `file` is what was read and matched, `undefined` where the file is to be created; `bytes` are the whole file
 * afterwards. `plan` is what the edit makes; `formatting`, where there is one, what a formatter made of that, which is then
 * what is written. Holds the file twice: keep it as long as a person needs to answer, no longer.
 *
 * @category models
 * @since 0.1.0
 */
export interface PlannedEdit {
  readonly request: EditRequest
  readonly location: Location
  readonly file: FileText.FileText | undefined
  readonly plan: Plan.Plan
  readonly formatting?: Formatting.Formatting | undefined
  readonly bytes: Uint8Array
  readonly ranges: ReadonlyArray<FileText.ByteRange>
}

/**
 * Plans an edit: loads the file, holds it against what was seen, plans, asks the guards, and formats. Writes nothing.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function* (
  request: EditRequest
): Effect.fn.Return<
  PlannedEdit,
  EditFailure.EditFailure | EditIoError,
  Workspace | MatcherStack | FileState | FileSystem.FileSystem
> {
  if (request.edits.length === 0) return yield* EditFailure.refuseCall({ _tag: "no-change" })
  const { file, location, plan: created } = yield* Effect.tapErrorTag(load(request, "write"), "Refused", goneSinceSeen)
  if (created !== undefined) {
    return yield* finish({ request, location, file, plan: created })
  }
  const reason = Commit.refusal(file)
  if (reason !== undefined) return yield* EditFailure.refuseCall(reason)
  const fresh = yield* (yield* FileState).check(location.key, file)
  const made = yield* Plan.make(file.source, request.edits, options(request))
  const allowed = yield* Effect.fromResult(Freshness.admit(fresh, made))
  const admitted = file.links > 1 ? withNote(allowed, { _tag: "hard-links", links: file.links }) : allowed
  return yield* finish({ request, location, file, plan: admitted })
})

/**
 * Loads what a request is about: the file, or, where it asks for a file that does not exist, the plan that creates it.
 *
 * **Details**
 *
 * Fails with `Refused` (`missing`) for pairs of a file that does not exist, and as `LocatedFile.find` does.
 *
 * @category constructors
 * @since 0.1.0
 */
export const load = Effect.fnUntraced(function* (
  request: EditRequest,
  purpose: "read" | "write"
): Effect.fn.Return<
  | { readonly location: Location; readonly file: FileText.FileText; readonly plan?: undefined }
  | { readonly location: Location; readonly file?: undefined; readonly plan: Plan.Plan },
  EditFailure.Refused | EditIoError,
  Workspace | FileSystem.FileSystem
> {
  const { file, location } = yield* LocatedFile.find(request.path, purpose)
  if (file !== undefined) return { location, file }
  const [edit, another] = request.edits
  if (edit?.oldText !== "" || another !== undefined)
    return yield* EditFailure.refuseCall({ _tag: "missing", path: location.path })
  const reason = unwritable(edit.newText)
  if (reason !== undefined) return yield* new EditFailure.Refused({ edit: 0, edits: 1, wouldMatch: [], reason })
  return { location, plan: Plan.create(edit.newText) }
})

/**
 * Returns how the pairs of a request are planned: what has been made already counts as done.
 *
 * @category operations
 * @since 0.1.0
 */
export const options = (request: EditRequest): Plan.Options => ({
  recover: true,
  lineEndings: request.lineEndings ?? "file"
})

/**
 * Returns what is to become of the file.
 *
 * @category operations
 * @since 0.1.0
 */
export const toChange = ({ bytes, file, location: { key, path } }: PlannedEdit): Commit.Change =>
  file === undefined ? { _tag: "create", path, key, bytes } : { _tag: "replace", path, key, file, bytes }

// ----------------------------------------------------------------------------

/** Of a file that was seen, "it is gone" says more than "there is none". */
const goneSinceSeen = Effect.fnUntraced(function* ({ reason }: EditFailure.Refused) {
  if (reason._tag !== "missing") return
  const workspace = yield* Workspace
  const state = yield* FileState
  const { key } = yield* workspace.locate(reason.path, "write")
  if (Option.isSome(yield* state.latest(key))) yield* state.check(key, undefined)
})

/** Asks the guards, then the formatter, about what is to be written. */
const finish = Effect.fnUntraced(function* (
  planned: Pick<PlannedEdit, "request" | "location" | "file" | "plan">
): Effect.fn.Return<PlannedEdit, EditFailure.Refused> {
  const { file = FileText.empty, location, plan } = planned
  const formatter = yield* Formatter.Formatter
  const reviewed = yield* Guards.review(yield* Guards.Guards, { path: location.path, plan })
  const asIs = (plan: Plan.Plan): PlannedEdit => ({ ...planned, plan, ...FileText.splice(file, plan.changes) })
  if (formatter === Formatter.none || Report.isDone(reviewed)) return asIs(reviewed)
  const { source } = Plan.inverse(reviewed)
  const answer = yield* Formatter.run(
    formatter,
    { path: location.path, text: source.text },
    yield* Formatter.FormatterTimeout
  )
  if (answer._tag === "none") return asIs(reviewed)
  if (answer._tag === "failed") {
    return asIs(withNote(reviewed, { _tag: "not-formatted", by: answer.by, reason: answer.reason }))
  }
  const formatting = Formatting.make(reviewed, source, answer)
  const noted = withNote(reviewed, Formatting.note(formatting))
  return { ...planned, plan: noted, formatting, ...FileText.splice(file, formatting.written.changes) }
})

const withNote = (plan: Plan.Plan, note: Note): Plan.Plan => ({ ...plan, notes: [...plan.notes, note] })

/** What would not survive in a new file; for a file that exists, `Plan` asks. */
const unwritable = (newText: string): RefusedReason.RefusedReason | undefined => {
  const nul = newText.indexOf("\0")
  if (nul !== -1) return { _tag: "nul", side: "newText", offset: nul }
  if (newText.isWellFormed()) return undefined
  return { _tag: "surrogate", side: "newText", offset: newText.search(/\p{Surrogate}/u) }
}
