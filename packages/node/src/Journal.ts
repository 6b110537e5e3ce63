/**
 * What a transaction is about to do, written down before it does it, so that a crash in the middle can be undone.
 *
 * A transaction is a folder `journal/<id>` in the state folder, which lies outside the files that are edited: the old
 * bytes of every file, then `steps.json`, which says what they belong to. It stands for the transaction from the moment
 * `steps.json` gets its name until it loses it: a journal without it is of one that had not begun, or had ended.
 *
 * Its owner holds a lock that dies with it. So a journal whose lock is free is a transaction that nobody will end: its
 * files go back to what they were (see `Transaction`).
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import * as UserDirectories from "effect/persistence/UserDirectories"
import type { PlatformError } from "effect/PlatformError"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as EditIoError from "./EditIoError.ts"
import * as FileBytes from "./FileBytes.ts"
import { FileLock, nameOf } from "./FileLock.ts"
import * as Folders from "./Folders.ts"

/**
 * What a transaction does to one file.
 *
 * **Details**
 *
 * `before` is the file as it was, `undefined` if there was none; `after` the digest of its new bytes, `undefined` if it
 * is removed. `written` are the new bytes of a file that is written in place, which a crash can leave as a mixture of
 * both. `folders` were made for it, the outermost first.
 *
 * @category models
 * @since 0.1.0
 */
export interface Step {
  readonly path: string
  readonly key: string
  readonly before:
    | {
        readonly bytes: Uint8Array
        readonly mode: number
        readonly owner: { readonly user: number; readonly group: number } | undefined
      }
    | undefined
  readonly after: string | undefined
  readonly written: Uint8Array | undefined
  readonly folders: ReadonlyArray<string>
}

/**
 * A transaction that is written down.
 *
 * **Details**
 *
 * `close` forgets it, durably: it has ended, or has been undone.
 *
 * @category models
 * @since 0.1.0
 */
export interface Pending {
  readonly id: string
  readonly steps: ReadonlyArray<Step>
  readonly close: Effect.Effect<void, EditIoError.EditIoError>
}

/**
 * A transaction that stands in the journal, and which files it names.
 *
 * @category models
 * @since 0.1.0
 */
export interface Listed {
  readonly id: string
  readonly folder: string
  readonly steps: ReadonlyArray<
    Pick<Step, "path" | "key" | "folders"> & {
      /** Whether it is written in place. */
      readonly inPlace: boolean
    }
  >
}

/**
 * Writes transactions down.
 *
 * @category services
 * @since 0.1.0
 */
export class Journal extends Context.Service<
  Journal,
  {
    /** Writes a transaction down; durable when it returns. Its owner is whoever holds the scope. */
    readonly open: (steps: ReadonlyArray<Step>) => Effect.Effect<Pending, EditIoError.EditIoError, Scope.Scope>
    /** Takes over what dead owners left, and drops what had not begun or had ended. One that cannot be read stays. */
    readonly abandoned: Effect.Effect<
      ReadonlyArray<Result.Result<Pending, EditIoError.EditIoError>>,
      EditIoError.EditIoError,
      Scope.Scope
    >
    /** What stands in it, of living owners too. What cannot be read is left out. */
    readonly listed: Effect.Effect<ReadonlyArray<Listed>>
    /** Takes one over, once nobody has it; nothing, if it has ended by then. Fails where nobody gives it free. */
    readonly take: (
      id: string
    ) => Effect.Effect<
      Result.Result<Pending | undefined, EditIoError.EditIoError>,
      EditIoError.EditIoError,
      Scope.Scope
    >
  }
>()("@kerf/node/Journal") {
  /** A journal in a folder, which is made when it is first needed. */
  static readonly layerIn = (
    folder: string
  ): Layer.Layer<Journal, never, FileLock | FileSystem.FileSystem | Path.Path> =>
    Layer.effect(Journal, make(Effect.succeed(folder)))

  /** A journal in the user's folder for state: `$XDG_STATE_HOME/kerf`, `~/.local/state/kerf` or what the system has. */
  static readonly layer: Layer.Layer<Journal, never, FileLock | FileSystem.FileSystem | Path.Path> = Layer.effect(
    Journal,
    Effect.flatMap(UserDirectories.UserDirectories, ({ state }) =>
      make(Effect.mapError(state("kerf"), EditIoError.from("find a folder for the state of", "kerf")))
    )
  ).pipe(Layer.provide(UserDirectories.layer))
}

/** `steps.json`: the bytes are in files beside it, `0.old`, `0.new`. */
const Steps = Schema.fromJsonString(
  Schema.Array(
    Schema.Struct({
      path: Schema.String,
      key: Schema.String,
      before: Schema.optionalKey(
        Schema.Struct({
          digest: Schema.String,
          mode: Schema.Int,
          owner: Schema.optionalKey(Schema.Struct({ user: Schema.Int, group: Schema.Int }))
        })
      ),
      after: Schema.optionalKey(Schema.String),
      written: Schema.optionalKey(Schema.String),
      folders: Schema.Array(Schema.String)
    })
  )
)

const make = Effect.fnUntraced(function* (state: Effect.Effect<string, EditIoError.EditIoError>) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const lock = yield* FileLock
  const services = Context.make(FileSystem.FileSystem, fs).pipe(Context.add(Path.Path, path))
  const root = Effect.map(state, (folder) => path.join(folder, "journal"))
  const lockKey = (id: string) => `journal ${id}`

  const write = (file: string, bytes: Uint8Array) =>
    Effect.scoped(
      Effect.flatMap(fs.open(file, { flag: "wx", mode: 0o600 }), (open) =>
        Effect.uninterruptible(Effect.andThen(open.writeAll(bytes), open.sync))
      )
    )

  const handle = (folder: string, id: string, steps: ReadonlyArray<Step>): Pending => {
    const failed = EditIoError.from("end the journal", folder)
    const forget = Effect.mapError(fs.remove(path.join(folder, "steps.json"), { force: true }), failed)
    const discard = Effect.ignore(Effect.retry(fs.remove(folder, { recursive: true, force: true }), { times: 1 }))
    return {
      id,
      steps,
      close: Effect.andThen(forget, Folders.flush(folder)).pipe(
        Effect.andThen(discard),
        Effect.provideContext(services)
      )
    }
  }

  /** An id whose lock is free: who holds locks of files must not wait for another's, which may be the same database. */
  const claim = Effect.gen(function* () {
    for (let tries = 0; tries < mostTries; tries++) {
      const id = globalThis.crypto.randomUUID()
      if (yield* lock.tryAcquire(nameOf(lockKey(id)))) return id
    }
    const cause = "no lock can be had for it; send the edit again later"
    return yield* new EditIoError.EditIoError({ operation: "open the journal in", path: yield* root, cause })
  })

  const open = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
    const id = yield* claim
    const journal = yield* root
    const folder = path.join(journal, id)
    // A transaction that began and is not ended when the scope closes is left to the next start.
    let begun = false
    yield* Effect.addFinalizer(() =>
      begun ? Effect.void : Effect.ignore(fs.remove(folder, { recursive: true, force: true }))
    )
    yield* Folders.make(folder, { mode: 0o700 })
    const data = steps.map((step) => ({
      path: step.path,
      key: step.key,
      ...(step.before === undefined ? {} : { before: attributesOf(step.before) }),
      ...(step.after === undefined ? {} : { after: step.after }),
      ...(step.written === undefined ? {} : { written: FileBytes.digest(step.written) }),
      folders: step.folders
    }))
    const text = yield* Effect.orDie(Schema.encodeEffect(Steps)(data))
    yield* Effect.gen(function* () {
      for (const [i, { before, written }] of steps.entries()) {
        if (before !== undefined) yield* write(path.join(folder, `${i}.old`), before.bytes)
        if (written !== undefined) yield* write(path.join(folder, `${i}.new`), written)
      }
      yield* write(path.join(folder, "steps.tmp"), Buffer.from(text))
      // Not interrupted: a name that comes after the folder was taken away would stay.
      yield* Effect.uninterruptible(fs.rename(path.join(folder, "steps.tmp"), path.join(folder, "steps.json")))
    }).pipe(Effect.mapError(EditIoError.from("write the journal", folder)))
    yield* Folders.flush(folder)
    begun = true
    return handle(folder, id, steps)
  }, Effect.provide(services))

  const decode = Effect.fnUntraced(function* (text: string) {
    const steps = yield* Schema.decodeEffect(Steps)(text)
    const isSound = steps.every(
      ({ folders, path: file }) =>
        path.isAbsolute(file) &&
        path.resolve(file) === file &&
        folders.every((folder) => path.resolve(folder) === folder && file.startsWith(folder + path.sep))
    )
    return isSound ? steps : yield* Effect.fail(new Error("steps.json names paths that no transaction writes down"))
  })

  const load = Effect.fnUntraced(function* (folder: string, id: string) {
    const text = yield* fs.readFileString(path.join(folder, "steps.json")).pipe(
      Effect.map(Option.some),
      Effect.catchIf(isMissing, () => Effect.succeed(Option.none<string>()))
    )
    if (Option.isNone(text)) {
      yield* fs.remove(folder, { recursive: true, force: true })
      return undefined
    }
    const stored = yield* decode(text.value)
    const bytesOf = Effect.fnUntraced(function* (name: string, digest: string) {
      const bytes = yield* fs.readFile(path.join(folder, name))
      return FileBytes.digest(bytes) === digest
        ? bytes
        : yield* Effect.fail(new Error(`${name} does not hold what was written`))
    })
    const steps = yield* Effect.forEach(stored, (step, i) =>
      Effect.gen(function* () {
        const { after, before, folders, key, written } = step
        return {
          path: step.path,
          key,
          before:
            before === undefined
              ? undefined
              : { bytes: yield* bytesOf(`${i}.old`, before.digest), mode: before.mode, owner: before.owner },
          after,
          written: written === undefined ? undefined : yield* bytesOf(`${i}.new`, written),
          folders
        }
      })
    )
    return handle(folder, id, steps)
  })

  const loadOf = Effect.fnUntraced(function* (id: string) {
    const folder = path.join(yield* root, id)
    const failed = (cause: unknown) =>
      new EditIoError.EditIoError({ operation: "read the journal", path: folder, cause })
    return yield* Effect.mapError(load(folder, id), failed)
  })

  /** The ids of all that is written down. What else lies in the folder is somebody else's. */
  const ids = Effect.gen(function* () {
    // Without a state folder, nothing was written down.
    const found = yield* Effect.option(root)
    if (Option.isNone(found)) return []
    const names = yield* fs.readDirectory(found.value).pipe(
      // Where nothing may be read, nothing of ours was written.
      Effect.catchIf(
        ({ reason }) => reason._tag === "NotFound" || reason._tag === "PermissionDenied",
        () => Effect.succeed([])
      ),
      Effect.mapError(EditIoError.from("read the journal", found.value))
    )
    return names.filter((name) => idPattern.test(name))
  })

  return Journal.of({
    open,
    abandoned: Effect.gen(function* () {
      const all: Array<Result.Result<Pending, EditIoError.EditIoError>> = []
      for (const id of yield* ids) {
        if (!(yield* lock.tryAcquire(nameOf(lockKey(id))))) continue
        const loaded = yield* Effect.result(loadOf(id))
        if (Result.isFailure(loaded)) all.push(Result.fail(loaded.failure))
        else if (loaded.success !== undefined) all.push(Result.succeed(loaded.success))
      }
      return all
    }),
    listed: Effect.gen(function* () {
      const all: Array<Listed> = []
      for (const id of yield* ids) {
        const folder = path.join(yield* root, id)
        const read = Effect.flatMap(fs.readFileString(path.join(folder, "steps.json")), decode)
        const stored = yield* Effect.option(read)
        if (Option.isNone(stored)) continue
        const steps = stored.value.map(({ folders, key, path, written }) => ({
          path,
          key,
          folders,
          inPlace: written !== undefined
        }))
        all.push({ id, folder, steps })
      }
      return all
    }).pipe(Effect.orElseSucceed(() => [])),
    take: (id) => Effect.andThen(lock.acquire(lockKey(id)), Effect.result(loadOf(id)))
  })
})

const attributesOf = ({ bytes, mode, owner }: NonNullable<Step["before"]>) => ({
  digest: FileBytes.digest(bytes),
  mode,
  ...(owner === undefined ? {} : { owner })
})

/** What a random UUID looks like. */
const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Ids that are tried before it is the locks that do not work. */
const mostTries = 5

const isMissing = ({ reason }: PlatformError): boolean => reason._tag === "NotFound"
