/**
 * New bytes on their way: a file of their own in the target's folder, so that a rename puts them in place at once.
 *
 * The name tells which file it is for: `.kerf-<name of its lock>-<random>.tmp`. Whoever writes one holds that lock, and
 * the lock dies with its owner. So a temporary file whose lock is free belongs to nobody, and the next commit in the
 * folder takes it away.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import * as Scope from "effect/Scope"
import * as EditIoError from "./EditIoError.ts"
import { FileLock, nameOf } from "./FileLock.ts"

/**
 * A file that goes with the scope, unless it was renamed.
 *
 * **Details**
 *
 * `remove` takes it away before that, for one whose bytes got another name by a link. Never fails: the scope tries again.
 *
 * @category models
 * @since 0.1.0
 */
export interface TemporaryFile {
  readonly path: string
  readonly rename: (target: string) => Effect.Effect<void, PlatformError>
  readonly remove: Effect.Effect<void>
}

/**
 * What a temporary file takes over from the one that it replaces.
 *
 * @category models
 * @since 0.1.0
 */
export interface Attributes {
  readonly mode: number
  readonly owner: { readonly user: number; readonly group: number } | undefined
}

/**
 * Returns a new name for a temporary file of the file that has this key.
 *
 * @category constructors
 * @since 0.1.0
 */
export const name = (key: string): string => `.kerf-${nameOf(key)}-${globalThis.crypto.randomUUID()}.tmp`

const pattern = /^\.kerf-([0-9a-f]{32})-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/

/**
 * Writes bytes beside their target, and flushes them.
 *
 * **Details**
 *
 * The caller holds the lock of `key`. Without `like` the file has the mode that new files have.
 *
 * @category constructors
 * @since 0.1.0
 */
export const write = Effect.fnUntraced(function* (
  target: { readonly path: string; readonly key: string },
  bytes: Uint8Array,
  like?: Attributes
): Effect.fn.Return<TemporaryFile, EditIoError.EditIoError, FileSystem.FileSystem | Path.Path | Scope.Scope> {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const temporary = path.join(path.dirname(target.path), name(target.key))
  const scope = yield* Effect.scope
  let gone = false
  const isGone = Effect.sync(() => (gone = true))
  // Once more if it fails: what stays is swept only when the next edit comes by.
  const remove = Effect.suspend(() =>
    gone
      ? Effect.void
      : fs.remove(temporary, { force: true }).pipe(Effect.retry({ times: 1 }), Effect.andThen(isGone), Effect.ignore)
  )
  // A write that is under way when its file is closed could land in whichever file is opened next: so none of these
  // is interrupted, but between them is.
  yield* Effect.scoped(
    Effect.gen(function* () {
      // Closed to others until it has the old file's mode, so that what is private stays so.
      const file = yield* Effect.uninterruptible(
        Effect.tap(fs.open(temporary, { flag: "wx", mode: like === undefined ? 0o666 : 0o600 }), () =>
          Scope.addFinalizer(scope, remove)
        )
      )
      yield* Effect.uninterruptible(file.writeAll(bytes))
      if (like !== undefined) {
        yield* fs.chmod(temporary, yield* keepOwner(fs, file, temporary, like))
      }
      yield* Effect.uninterruptible(file.sync)
    })
  ).pipe(Effect.mapError(EditIoError.from("write a temporary file beside", target.path)))
  return {
    path: temporary,
    rename: (to) => Effect.andThen(fs.rename(temporary, to), isGone),
    remove
  }
})

/**
 * Takes away what dead owners left in a folder. Never fails.
 *
 * **Details**
 *
 * The caller holds the lock of `key`, so that its own leftovers are dead too. Lists the folder.
 *
 * @category operations
 * @since 0.1.0
 */
export const sweep = Effect.fnUntraced(function* (
  folder: string,
  key: string
): Effect.fn.Return<void, never, FileSystem.FileSystem | Path.Path | FileLock> {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const lock = yield* FileLock
  const own = nameOf(key)
  const names = yield* Effect.orElseSucceed(fs.readDirectory(folder), () => [])
  for (const file of names) {
    const owner = pattern.exec(file)?.[1]
    if (owner === undefined) continue
    const dead = owner === own ? Effect.succeed(true) : lock.tryAcquire(owner)
    const at = path.join(folder, file)
    // A folder that was moved aside to be removed; one that holds something is not ours to remove.
    const empty = Effect.map(
      Effect.option(fs.readDirectory(at)),
      Option.exists(({ length }) => length === 0)
    )
    const remove = Effect.flatMap(empty, (recursive) => Effect.ignore(fs.remove(at, { recursive, force: true })))
    yield* Effect.scoped(Effect.flatMap(dead, (dead) => (dead ? remove : Effect.void)))
  }
})

/**
 * Gives a file the owner that it shall have, and returns the mode that it may have.
 *
 * Only root may give a file to a user, and only a group's members to a group: who may not, keeps it. Then it must not run
 * as whoever keeps it, and the group that has it instead may do no more than everybody.
 */
const keepOwner = Effect.fnUntraced(function* (
  fs: FileSystem.FileSystem,
  file: FileSystem.File,
  temporary: string,
  like: Attributes
): Effect.fn.Return<number, PlatformError> {
  const { mode, owner } = like
  if (owner === undefined) return mode
  const { gid, uid } = yield* file.stat
  const isUsers = Option.contains(uid, owner.user)
  const isGroups = Option.contains(gid, owner.group)
  if (isUsers && isGroups) return mode
  const gives = (user: number, group: number) => Effect.isSuccess(fs.chown(temporary, user, group))
  if (yield* gives(owner.user, owner.group)) return mode
  const keepsGroup = isGroups || (Option.isSome(uid) && (yield* gives(uid.value, owner.group)))
  const others = mode & 0o007
  return (isUsers ? mode : mode & ~0o4000) & (keepsGroup ? 0o7777 : 0o5707 | (others << 3))
})
