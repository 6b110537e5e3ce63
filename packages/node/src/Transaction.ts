/**
 * Several changes, all or none.
 *
 * All are prepared, then written down (see `Journal`), then applied one after the other. If one fails, those before it
 * get their old bytes back, if they still hold ours. If the process dies, the next start does the same, from the journal.
 * A single change of a file with one name needs none of this: its rename is all or nothing.
 *
 * **Promised.** When `run` succeeds, every file is new, also after a loss of power. When it fails, or after a crash and
 * the next start, every file is old; only where somebody else has changed one since it was written, that change stays, and
 * `PartialCommit` or `Recovered` names it.
 *
 * **Not promised.** While it goes on, somebody who does not take the locks can see some files new and others old. A
 * transaction whose journal is lost, or lies on another disk than the files and outlives them, cannot be undone.
 *
 * @since 0.1.0
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import * as Result from "effect/Result"
import * as Commit from "./Commit.ts"
import * as EditIoError from "./EditIoError.ts"
import * as FileBytes from "./FileBytes.ts"
import { FileLock } from "./FileLock.ts"
import * as Folders from "./Folders.ts"
import { Journal, type Listed, type Pending, type Step } from "./Journal.ts"
import { PartialCommit } from "./PartialCommit.ts"
import type { Recovered } from "./Recovered.ts"
import * as TemporaryFile from "./TemporaryFile.ts"
import * as Turn from "./Turn.ts"

/**
 * Applies changes to different files, all or none.
 *
 * **Details**
 *
 * The caller holds the locks of all keys. Fails as `Commit.prepare` and its `apply` do, with all files as they were; with
 * `PartialCommit` where that could not be had. An interruption is a failure like any other.
 *
 * @category operations
 * @since 0.1.0
 */
export const run = (
  changes: ReadonlyArray<Commit.Change>
): Effect.Effect<void, Commit.Failure | PartialCommit, FileSystem.FileSystem | Path.Path | Journal> =>
  Effect.scoped(
    Effect.gen(function* () {
      const prepared = yield* Effect.forEach(changes, Commit.prepare)
      const [first, second] = prepared
      if (first === undefined) return
      if (second === undefined && first.atomic) return yield* first.apply

      const journal = yield* Journal
      const pending = yield* journal.open(prepared.map(stepOf))
      const begun: Array<Step> = []
      const apply = Effect.forEach(
        prepared,
        (each, i) =>
          Effect.suspend(() => {
            begun.unshift(pending.steps[i]!)
            // These two come before the file is touched.
            return Effect.tapErrorTag(each.apply, ["Refused", "Stale"], () => Effect.sync(() => begun.shift()))
          }),
        { discard: true }
      )
      yield* Effect.uninterruptibleMask((restore) =>
        Effect.catchCause(restore(Effect.andThen(apply, pending.close)), (cause) => undo(pending, begun, cause))
      )
    })
  )

/**
 * Undoes what dead processes left half done.
 *
 * **Details**
 *
 * Only transactions all of whose files `mine` accepts; others are left to whoever may write there. Waits for the locks
 * of the files. Costs one listing of the journal where there is nothing to do.
 *
 * @category operations
 * @since 0.1.0
 */
export const recover = (
  mine: (path: string) => boolean
): Effect.Effect<
  ReadonlyArray<Recovered>,
  EditIoError.EditIoError,
  FileSystem.FileSystem | Path.Path | Journal | FileLock
> =>
  Effect.scoped(
    Effect.gen(function* () {
      const journal = yield* Journal
      const abandoned = yield* journal.abandoned
      const recovered: Array<Recovered> = []
      for (const each of abandoned) {
        if (Result.isFailure(each)) recovered.push({ restored: [], changed: [], failed: [each.failure] })
        else if (isMine(each.success, mine)) recovered.push(yield* recoverOne(each.success))
      }
      return recovered
    })
  )

/**
 * Returns the transactions that were left half done, and name a file of which the turn is had (see `Turn`).
 *
 * **Details**
 *
 * Who has a turn knows that no transaction that is going on names the file. What is left must be undone before the file is
 * edited: or the next start would take an edit that makes the same bytes for the one that was cut short. Only transactions
 * all of whose files `mine` accepts. Costs one listing of the journal where there is nothing.
 *
 * @category operations
 * @since 0.1.0
 */
export const leftOver = (
  taken: ReadonlySet<string>,
  mine: (path: string) => boolean
): Effect.Effect<ReadonlyArray<Listed>, never, FileSystem.FileSystem | Journal> =>
  Effect.gen(function* () {
    const listed = yield* (yield* Journal).listed
    return yield* Effect.filter(
      listed.filter((each) => isMine(each, mine)),
      ({ steps }) =>
        Effect.map(
          Effect.forEach(steps, (step) => (step.inPlace ? Turn.of(step) : Effect.succeed([step.key]))),
          (keys) => keys.flat().some((key) => taken.has(key))
        )
    )
  })

/**
 * Undoes one that was left half done; nothing, if it has been undone by then, or is damaged, so that nobody ever will.
 *
 * **Details**
 *
 * Waits for whoever is undoing it, and for the turns of its files: the caller has none.
 *
 * @category operations
 * @since 0.1.0
 */
export const recoverLeft = ({
  id
}: Listed): Effect.Effect<
  Recovered | undefined,
  EditIoError.EditIoError,
  FileSystem.FileSystem | Path.Path | Journal | FileLock
> =>
  Effect.scoped(
    Effect.gen(function* () {
      const taken = yield* (yield* Journal).take(id)
      if (Result.isFailure(taken) || taken.success === undefined) return undefined
      return yield* recoverOne(taken.success)
    })
  )

const isMine = ({ steps }: Pick<Listed, "steps"> | Pending, mine: (path: string) => boolean): boolean =>
  steps.every(({ folders, path }) => mine(path) && folders.every(mine))

const recoverOne = (pending: Pending) =>
  Effect.scoped(
    Effect.gen(function* () {
      const lock = yield* FileLock
      const path = yield* Path.Path
      const restored: Array<string> = []
      const changed: Array<string> = []
      const failed: Array<EditIoError.EditIoError> = []
      yield* lock.acquireAll((yield* Effect.forEach(pending.steps, Turn.of)).flat())
      for (const step of pending.steps.toReversed()) {
        yield* TemporaryFile.sweep(path.dirname(step.path), step.key)
        const outcome = yield* Effect.result(restore(step))
        if (Result.isFailure(outcome)) failed.push(outcome.failure)
        else (outcome.success === "old" ? restored : changed).push(step.path)
      }
      if (failed.length === 0) yield* pending.close
      return { restored, changed, failed }
    })
  ).pipe(Effect.catchTag("EditIoError", (failure) => Effect.succeed({ restored: [], changed: [], failed: [failure] })))

// ----------------------------------------------------------------------------
// Undoing
// ----------------------------------------------------------------------------

const undo = Effect.fnUntraced(function* (
  pending: Pending,
  begun: ReadonlyArray<Step>,
  cause: Cause.Cause<Commit.Failure>
): Effect.fn.Return<never, Commit.Failure | PartialCommit, FileSystem.FileSystem | Path.Path> {
  const written: Array<string> = []
  const unknown: Array<string> = []
  let again = false
  for (const step of begun) {
    const outcome = yield* Effect.result(restore(step))
    if (Result.isFailure(outcome)) again = true
    if (Result.isSuccess(outcome) && outcome.success === "old") continue
    const present = yield* Effect.option(presentBytes(step.path))
    const isNew = present._tag === "Some" && sameDigest(present.value, step.after)
    if (isNew) written.push(step.path)
    else unknown.push(step.path)
  }
  if (!again) yield* Effect.ignore(pending.close)
  if (written.length === 0 && unknown.length === 0) return yield* Effect.failCause(cause)
  const restored = pending.steps.map(({ path }) => path).filter((path) => ![...written, ...unknown].includes(path))
  return yield* new PartialCommit({ written, restored, unknown, cause: Cause.squash(cause) })
})

/** Gives a file its old bytes back if it holds ours: `old`, or what somebody else has made of it: `changed`. */
const restore = Effect.fnUntraced(function* (
  step: Step
): Effect.fn.Return<"old" | "changed", EditIoError.EditIoError, FileSystem.FileSystem | Path.Path> {
  const { before, folders, key, path } = step
  const present = yield* presentBytes(path)
  if (present === "another") return "changed"
  if (!sameDigest(present, before === undefined ? undefined : FileBytes.digest(before.bytes))) {
    if (!sameDigest(present, step.after) && !isMixture(step, present)) return "changed"
    const change = changeBack(step, present)
    if (change === undefined) return "changed"
    const apply =
      change._tag === "replace" && step.written !== undefined
        ? Commit.overwrite(change.file, change.bytes)
        : Commit.write(change)
    const outcome = yield* Effect.as(apply, "old" as const).pipe(
      // Changed in this very moment.
      Effect.catchTag(["Stale", "Refused"], () => Effect.succeed("changed" as const))
    )
    if (outcome === "changed") return outcome
  }
  if (before === undefined) yield* Folders.removeEmpty(folders, key)
  return "old"
})

const changeBack = (
  { before, key, path }: Step,
  present: FileBytes.FileBytes | undefined
): Commit.Change | undefined => {
  if (present !== undefined) {
    return before === undefined
      ? { _tag: "remove", path, key, file: present }
      : { _tag: "replace", path, key, file: present, bytes: before.bytes }
  }
  return before === undefined ? undefined : { _tag: "create", path, key, bytes: before.bytes, like: before }
}

/** The file at a path now; `undefined`: none; `another`: something that no transaction leaves there. */
const presentBytes = Effect.fnUntraced(function* (
  path: string
): Effect.fn.Return<FileBytes.FileBytes | "another" | undefined, EditIoError.EditIoError, FileSystem.FileSystem> {
  const fs = yield* FileSystem.FileSystem
  const real = yield* fs.realPath(path).pipe(
    Effect.catchIf(
      ({ reason }) => reason._tag === "NotFound",
      () => Effect.undefined
    ),
    Effect.mapError(EditIoError.from("resolve", path))
  )
  if (real === undefined) return undefined
  if (real !== path) return "another"
  return yield* Effect.catchTag(FileBytes.read(path), "Refused", ({ reason }) =>
    Effect.succeed(reason._tag === "missing" ? undefined : ("another" as const))
  )
})

const sameDigest = (present: FileBytes.FileBytes | "another" | undefined, digest: string | undefined): boolean =>
  present === "another"
    ? false
    : present === undefined
      ? digest === undefined
      : FileBytes.digest(present.bytes) === digest

/** Whether a file that was written in place holds nothing but old and new bytes, each where it belongs. */
const isMixture = ({ before, written }: Step, present: FileBytes.FileBytes | undefined): boolean => {
  if (before === undefined || written === undefined || present === undefined) return false
  const { bytes } = present
  // Writing makes a file no shorter than either: one that is was emptied or cut by somebody else.
  const lengths = [before.bytes.length, written.length]
  if (bytes.length > Math.max(...lengths) || bytes.length < Math.min(...lengths)) return false
  return bytes.every((byte, i) => byte === before.bytes[i] || byte === written[i])
}

const stepOf = ({ atomic, change, folders }: Commit.Prepared): Step => ({
  path: change.path,
  key: change.key,
  before: change._tag === "create" ? undefined : change.file,
  after: change._tag === "remove" ? undefined : FileBytes.digest(change.bytes),
  written: atomic || change._tag === "remove" ? undefined : change.bytes,
  folders
})
