/**
 * A disk in memory behind Effect's `FileSystem`, with the semantics of POSIX, and with a crash that loses what was not
 * flushed.
 *
 * **Semantics.** Inodes with hard links, symbolic links, folders, owners, permission bits, times, devices. A rename
 * replaces at once and keeps the inode; an open file keeps its inode whatever becomes of its name. Calls fail with the
 * codes of Linux, in the form of Node's errors (`Errno`); the tests of this package hold it to Node's file system on a
 * real disk. Each call happens at once: fibers interleave between calls, never within one. Times are the `Clock`'s.
 *
 * **Durability.** `sync` of an open file makes its bytes, mode and owner durable, `sync` of an opened folder its entries
 * (and its own mode and owner), and nothing else does. A new file that was renamed into a flushed folder, but not flushed
 * itself, is there after a crash and EMPTY: that is the point. Real systems may keep more, in any mixture; `crash` can
 * keep everything of one kind, or all. None keeps less, but for one thing: where a name was moved between folders and
 * one of them was flushed, a journal saves both sides, and this disk does not: afterwards there can be two names, or none.
 *
 * **A call that passes it by fails.** Its paths do not exist on the real disk, so what goes to `node:fs` finds nothing.
 * Use a folder at the top that no system has (`/disk`), not `/tmp`.
 *
 * Out of scope: sockets, devices, pipes, access lists, quotas, the sync of a part. `copy` and `watch` are defects that
 * say so; a relative path is one too, as there is no working folder.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type { PlatformError } from "effect/PlatformError"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { createHash } from "node:crypto"
import { isUtf8 } from "node:buffer"
import { posix } from "node:path"
import * as Errno from "./Errno.ts"
import * as Inode from "./internal/inode.ts"
import * as OpenFile from "./internal/openFile.ts"
import * as SystemCalls from "./internal/systemCalls.ts"
import * as Volume from "./internal/volume.ts"

/**
 * What a disk is made with.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** Whether the calls are root's, which no permission bit stops. Default: false, user and group 1000. */
  readonly root?: boolean | undefined
  /** Bits that new files and folders do not get. Default: 0o022. */
  readonly umask?: number | undefined
  /** Folders at the top that are devices of their own: names cannot be moved or linked across. */
  readonly mounts?: ReadonlyArray<string> | undefined
}

/**
 * One path of a tree. `content` is a file's text, or what its bytes come to if they are not text or more than 4096; where
 * a link leads; nothing for a folder. `mode` holds the permission bits.
 *
 * @category models
 * @since 0.1.0
 */
export interface Entry {
  readonly path: string
  readonly kind: "file" | "folder" | "link"
  readonly content: string
  readonly mode: number
  readonly links: number
}

/**
 * A disk, and what a test does with it outside of the file system under test.
 *
 * @category models
 * @since 0.1.0
 */
export interface MemoryDisk {
  readonly fileSystem: FileSystem.FileSystem
  readonly layer: Layer.Layer<FileSystem.FileSystem>
  /** Writes a file, with its folders, whoever owns them: all of it durable at once. Keeps the inode of one that exists. */
  readonly write: (path: string, content: string | Uint8Array, options?: { readonly mode?: number }) => void
  /** The text of a file, links followed, permission or not; `undefined`: there is none. */
  readonly read: (path: string) => string | undefined
  /** Every path but the root, sorted by UTF-16 units. */
  readonly tree: () => ReadonlyArray<Entry>
  /** Makes all that there is durable. */
  readonly sync: () => void
  /**
   * Loses what was not flushed, but for what is kept: `entries`: the names (files that were never flushed are empty);
   * `data`: the bytes, modes and owners of what still has a name; `all`: everything; `none`, the default. What is left is
   * durable, and files that were open are closed (`EBADF`).
   */
  readonly crash: (options?: { readonly keep?: Keep | undefined }) => void
}

/**
 * What a crash keeps besides what was flushed.
 *
 * @category models
 * @since 0.1.0
 */
export type Keep = "none" | "entries" | "data" | "all"

/**
 * Creates an empty disk.
 *
 * **Example** (A rename that is durable, of bytes that are not)
 *
 * ```ts
 * import { MemoryDisk } from "@kerf/testing"
 * import { Effect, FileSystem } from "effect"
 *
 * const disk = MemoryDisk.make()
 * disk.write("/disk/a", "old")
 *
 * const replace = Effect.gen(function* () {
 *   const fs = yield* FileSystem.FileSystem
 *   yield* fs.writeFileString("/disk/b", "new")
 *   yield* fs.rename("/disk/b", "/disk/a")
 *   const folder = yield* fs.open("/disk")
 *   yield* folder.sync
 * })
 * Effect.runSync(Effect.scoped(Effect.provide(replace, disk.layer)))
 *
 * disk.read("/disk/a") // => "new"
 * disk.crash()
 * disk.read("/disk/a") // => ""
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (options: Options = {}): MemoryDisk => {
  const volume = Volume.make({ isRoot: options.root ?? false, umask: options.umask ?? 0o022 })
  for (const path of options.mounts ?? []) mount(volume, path)
  Inode.sync(volume.root)
  const fileSystem = makeFileSystem(volume)
  // Set up and looked at as root, so that what is private can be.
  const asRoot = { ...volume, user: { ...volume.user, isRoot: true } }
  return {
    fileSystem,
    layer: Layer.succeed(FileSystem.FileSystem, fileSystem),
    write: (path, content, options) => write(volume, path, content, options?.mode),
    read: (path) => {
      const bytes = SystemCalls.readFile(asRoot, path)
      return Result.isSuccess(bytes) ? Buffer.from(bytes.success).toString("utf8") : undefined
    },
    tree: () => tree(volume.root, ""),
    sync: () => Inode.settle(volume.root, { entries: true, data: true }),
    crash: ({ keep = "none" } = {}) => {
      volume.crashes++
      Inode.settle(volume.root, {
        entries: keep === "entries" || keep === "all",
        data: keep === "data" || keep === "all"
      })
    }
  }
}

// ----------------------------------------------------------------------------
// What a test does
// ----------------------------------------------------------------------------

const mount = (volume: Volume.Volume, path: string): void => {
  const name = posix.relative("/", path)
  if (name === "" || name.includes("/")) throw new Error(`MemoryDisk mounts at the top only, not at ${path}`)
  const birth = { ...Volume.birth(volume, volume.root, 0o755), dev: BigInt(volume.root.entries.size + 2) }
  Volume.enter(volume, volume.root, name, Inode.folder(birth, true))
}

const write = (volume: Volume.Volume, path: string, content: string | Uint8Array, mode: number | undefined): void => {
  const { name, folder } = folderOf(volume, path)
  const found = folder.entries.get(name)
  if (found !== undefined && found.kind !== "file")
    throw new Error(`MemoryDisk cannot write ${path}: it is a ${found.kind}`)
  const file = found ?? Inode.file(Volume.birth(volume, folder, 0o666 & ~volume.umask))
  if (found === undefined) enterDurably(volume, folder, name, file)
  file.content = typeof content === "string" ? Buffer.from(content) : content.slice()
  file.attributes = { ...file.attributes, mode: mode ?? file.attributes.mode, mtime: volume.now }
  Inode.sync(file)
}

/** The folder of a path, made where it is missing. Links are not followed: a test names what it means. */
const folderOf = (volume: Volume.Volume, path: string): { readonly name: string; readonly folder: Inode.Folder } => {
  if (!path.startsWith("/")) throw new Error(`MemoryDisk has no working folder: ${path} is not absolute`)
  const names = path.split("/").slice(1)
  const name = names.pop()!
  let folder = volume.root
  for (const above of names) {
    const found = folder.entries.get(above) ?? Inode.folder(Volume.birth(volume, folder, 0o777 & ~volume.umask))
    if (found.kind !== "folder") throw new Error(`MemoryDisk cannot write ${path}: ${above} is a ${found.kind}`)
    if (!folder.entries.has(above)) enterDurably(volume, folder, above, found)
    folder = found
  }
  return { name, folder }
}

/** Makes one name durable, and no other that is new in the same folder. */
const enterDurably = (volume: Volume.Volume, folder: Inode.Folder, name: string, inode: Inode.Inode): void => {
  Volume.enter(volume, folder, name, inode)
  folder.synced = { ...folder.synced, entries: new Map([...folder.synced.entries, [name, inode]]) }
}

const tree = (folder: Inode.Folder, prefix: string): ReadonlyArray<Entry> =>
  [...folder.entries]
    .flatMap(([name, inode]): ReadonlyArray<Entry> => {
      const path = `${prefix}/${name}`
      const { kind } = inode
      const content = kind === "file" ? describe(inode.content) : kind === "link" ? inode.target : ""
      const entry = { path, kind, content, mode: inode.attributes.mode, links: Inode.linkCount(inode) }
      return kind === "folder" ? [entry, ...tree(inode, path)] : [entry]
    })
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))

const describe = (bytes: Uint8Array): string =>
  bytes.length <= 4096 && isUtf8(bytes)
    ? Buffer.from(bytes).toString("utf8")
    : `${bytes.length} bytes, sha256 ${createHash("sha256").update(bytes).digest("hex")}`

// ----------------------------------------------------------------------------
// The file system
// ----------------------------------------------------------------------------

const makeFileSystem = (volume: Volume.Volume): FileSystem.FileSystem => {
  /** One call: at once, at the time of the clock. */
  const call = <A>(
    [method, path, other]: readonly [method: string, path: string, other?: string],
    answer: () => Volume.Answer<A>,
    syscall?: string
  ): Effect.Effect<A, PlatformError> =>
    Clock.clockWith((clock) => {
      volume.now = clock.currentTimeMillisUnsafe()
      const result = answer()
      if (Result.isSuccess(result)) return Effect.succeed(result.success)
      return Effect.fail(Errno.make(result.failure, { method, path, other, syscall }))
    })

  const open: FileSystem.FileSystem["open"] = (path, options) =>
    Effect.map(
      Effect.acquireRelease(
        call(["open", path], () => SystemCalls.open(volume, path, options)),
        (opened) => Effect.sync(() => (opened.isClosed = true))
      ),
      (opened) => OpenFile.make(volume, opened, (method, syscall, answer) => call([method, path], answer, syscall))
    )

  const remove: FileSystem.FileSystem["remove"] = (path, options) =>
    call(["remove", path], () => SystemCalls.remove(volume, path, options), "rm")

  const makeTempDirectory: FileSystem.FileSystem["makeTempDirectory"] = ({ directory = "/tmp", prefix = "" } = {}) =>
    Effect.suspend(() => {
      // The names are counted, not drawn, so that a run can be repeated.
      const path = posix.join(directory, `${prefix}${String(++volume.lastTemporary).padStart(6, "0")}`)
      const made = call(["makeTempDirectory", path], () => SystemCalls.makeDirectory(volume, path, 0o700), "mkdtemp")
      return Effect.as(made, path)
    })

  const makeTempFile: FileSystem.FileSystem["makeTempFile"] = (options) =>
    Effect.flatMap(makeTempDirectory(options), (folder) => {
      const path = `${folder}/file${options?.suffix ?? ""}`
      return Effect.as(
        call(["makeTempFile", path], () => SystemCalls.writeFile(volume, path, new Uint8Array(0)), "open"),
        path
      )
    })

  const removeAll = (path: string) => Effect.orDie(remove(path, { recursive: true, force: true }))

  return FileSystem.make({
    access: (path, options) => call(["access", path], () => SystemCalls.access(volume, path, options)),
    chmod: (path, mode) => call(["chmod", path], () => SystemCalls.chmod(volume, path, mode)),
    chown: (path, uid, gid) => call(["chown", path], () => SystemCalls.chown(volume, path, uid, gid)),
    copy: () => Effect.die(new Error("MemoryDisk does not implement FileSystem.copy")),
    copyFile: (from, to) => call(["copyFile", from, to], () => SystemCalls.copyFile(volume, from, to), "copyfile"),
    link: (from, to) => call(["link", from, to], () => SystemCalls.link(volume, from, to)),
    lstat: (path) => call(["lstat", path], () => Result.map(Volume.find(volume, path, "stay"), OpenFile.info)),
    makeDirectory: (path, options) =>
      call(
        ["makeDirectory", path],
        () =>
          options?.recursive === true
            ? SystemCalls.makeDirectories(volume, path, options.mode)
            : SystemCalls.makeDirectory(volume, path, options?.mode),
        "mkdir"
      ),
    makeTempDirectory,
    makeTempDirectoryScoped: (options) => Effect.acquireRelease(makeTempDirectory(options), removeAll),
    makeTempFile,
    makeTempFileScoped: (options) =>
      Effect.acquireRelease(makeTempFile(options), (path) => removeAll(posix.dirname(path))),
    open,
    readDirectory: (path, options) =>
      call(
        ["readDirectory", path],
        () =>
          options?.recursive === true
            ? SystemCalls.readDirectories(volume, path)
            : Result.map(SystemCalls.readDirectory(volume, path), (entries) => entries.map(({ name }) => name)),
        "scandir"
      ),
    readDirectoryEntries: (path) =>
      call(
        ["readDirectoryEntries", path],
        () =>
          Result.map(SystemCalls.readDirectory(volume, path), (entries) =>
            entries.map(({ inode, name }) => ({ name, type: OpenFile.info(inode).type }))
          ),
        "scandir"
      ),
    readFile: (path) => call(["readFile", path], () => SystemCalls.readFile(volume, path), "open"),
    readLink: (path) => call(["readLink", path], () => SystemCalls.readLink(volume, path), "readlink"),
    realPath: (path) => call(["realPath", path], () => SystemCalls.realPath(volume, path), "lstat"),
    remove,
    rename: (from, to) => call(["rename", from, to], () => SystemCalls.rename(volume, from, to)),
    stat: (path) => call(["stat", path], () => Result.map(Volume.find(volume, path), OpenFile.info)),
    symlink: (target, path) => call(["symlink", target, path], () => SystemCalls.symlink(volume, target, path)),
    truncate: (path, length) => call(["truncate", path], () => SystemCalls.truncate(volume, path, length ?? 0), "open"),
    utimes: (path, atime, mtime) =>
      call(["utime", path], () => SystemCalls.utimes(volume, path, atime, mtime), "utime"),
    watch: () => Stream.die(new Error("MemoryDisk does not implement FileSystem.watch")),
    writeFile: (path, bytes, options) =>
      call(["writeFile", path], () => SystemCalls.writeFile(volume, path, bytes, options), "open")
  })
}
