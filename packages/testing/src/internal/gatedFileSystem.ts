/**
 * A file system of which every call passes a gate. An open file's calls do too, and so does its closing.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type { PlatformError } from "effect/PlatformError"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { posix } from "node:path"
import * as Errno from "../Errno.ts"
import type * as Fault from "../Fault.ts"

/** Decides what becomes of a call: `effect`, or `short` of it, or something else. */
export type Gate = <A>(
  kind: Fault.Kind,
  path: string,
  effect: Effect.Effect<A, PlatformError>,
  options?: {
    readonly other?: string
    readonly size?: number
    readonly writes?: boolean
    readonly short?: Effect.Effect<A, PlatformError>
  }
) => Effect.Effect<A, PlatformError>

export const make = (fs: FileSystem.FileSystem, gate: Gate, hasStopped: () => boolean): FileSystem.FileSystem => {
  const makeTempDirectory: FileSystem.FileSystem["makeTempDirectory"] = (options) =>
    gate("makeTempDirectory", options?.directory ?? "", fs.makeTempDirectory(options))
  const makeTempFile: FileSystem.FileSystem["makeTempFile"] = (options) =>
    gate("makeTempFile", options?.directory ?? "", fs.makeTempFile(options), { writes: true })
  const remove: FileSystem.FileSystem["remove"] = (path, options) => gate("remove", path, fs.remove(path, options))
  const removeAll = (path: string) => Effect.orDie(remove(path, { recursive: true, force: true }))

  return FileSystem.make({
    access: (path, options) => gate("access", path, fs.access(path, options)),
    chmod: (path, mode) => gate("chmod", path, fs.chmod(path, mode)),
    chown: (path, uid, gid) => gate("chown", path, fs.chown(path, uid, gid)),
    copy: () => Effect.die(new Error("FaultyFileSystem does not implement FileSystem.copy")),
    copyFile: (from, to) => gate("copyFile", from, fs.copyFile(from, to), { other: to }),
    link: (from, to) => gate("link", from, fs.link(from, to), { other: to }),
    lstat: (path) => gate("lstat", path, fs.lstat(path)),
    makeDirectory: (path, options) => gate("makeDirectory", path, fs.makeDirectory(path, options)),
    makeTempDirectory,
    makeTempDirectoryScoped: (options) => Effect.acquireRelease(makeTempDirectory(options), removeAll),
    makeTempFile,
    makeTempFileScoped: (options) =>
      Effect.acquireRelease(makeTempFile(options), (path) => removeAll(posix.dirname(path))),
    open: (path, options) =>
      Effect.map(
        Effect.acquireRelease(
          gate("open", path, openAlone(fs, path, options), { writes: (options?.flag ?? "r") !== "r" }),
          // The system closes what a dead process had open.
          ({ scope }) => {
            const close = Scope.close(scope, Exit.void)
            return hasStopped() ? close : Effect.orDie(gate("close", path, close))
          }
        ),
        ({ file }) => makeFile(file, path, gate)
      ),
    readDirectory: (path, options) => gate("readDirectory", path, fs.readDirectory(path, options)),
    readDirectoryEntries: (path) => gate("readDirectoryEntries", path, fs.readDirectoryEntries(path)),
    readFile: (path) => gate("readFile", path, fs.readFile(path)),
    readLink: (path) => gate("readLink", path, fs.readLink(path)),
    realPath: (path) => gate("realPath", path, fs.realPath(path)),
    remove,
    rename: (from, to) => gate("rename", from, fs.rename(from, to), { other: to }),
    stat: (path) => gate("stat", path, fs.stat(path)),
    symlink: (target, path) => gate("symlink", path, fs.symlink(target, path), { other: target }),
    truncate: (path, length) => gate("truncate", path, fs.truncate(path, length)),
    utimes: (path, atime, mtime) => gate("utimes", path, fs.utimes(path, atime, mtime)),
    watch: () => Stream.die(new Error("FaultyFileSystem does not implement FileSystem.watch")),
    writeFile: (path, bytes, options) =>
      gate("writeFile", path, fs.writeFile(path, bytes, options), {
        size: bytes.length,
        writes: true,
        short: Effect.andThen(fs.writeFile(path, half(bytes), options), full("writeFile", path))
      })
  })
}

/** An open file with a scope of its own, so that its closing is a call. */
const openAlone = (
  fs: FileSystem.FileSystem,
  path: string,
  options: Parameters<FileSystem.FileSystem["open"]>[1]
): Effect.Effect<{ readonly file: FileSystem.File; readonly scope: Scope.Closeable }, PlatformError> =>
  Effect.flatMap(Scope.make(), (scope) =>
    Scope.provide(fs.open(path, options), scope).pipe(
      Effect.map((file) => ({ file, scope })),
      Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause)))
    )
  )

const makeFile = (file: FileSystem.File, path: string, gate: Gate): FileSystem.File => ({
  [FileSystem.FileTypeId]: FileSystem.FileTypeId,
  stat: gate("stat", path, file.stat),
  sync: gate("sync", path, file.sync),
  seek: (offset, from) => file.seek(offset, from),
  read: (buffer, options) =>
    gate("read", path, file.read(buffer, options), {
      size: buffer.length,
      short: Effect.gen(function* () {
        const start = yield* file.seek(0n, "current")
        const count = yield* file.read(buffer, options)
        const kept = Math.ceil(count / 2)
        buffer.fill(0, kept, count)
        if (options?.position === undefined) yield* file.seek(start + BigInt(kept), "start")
        return kept
      })
    }),
  readAlloc: (size, options) =>
    gate("readAlloc", path, file.readAlloc(size, options), {
      size,
      short: Effect.gen(function* () {
        const start = yield* file.seek(0n, "current")
        const bytes = Option.getOrElse(yield* file.readAlloc(size, options), () => new Uint8Array(0))
        const kept = bytes.slice(0, Math.ceil(bytes.length / 2))
        if (options?.position === undefined) yield* file.seek(start + BigInt(kept.length), "start")
        return kept.length === 0 ? Option.none() : Option.some(kept)
      })
    }),
  truncate: (length) => gate("truncate", path, file.truncate(length), { writes: true }),
  write: (bytes) => gate("write", path, file.write(bytes), { size: bytes.length, short: file.write(half(bytes)) }),
  writeAll: (bytes) =>
    gate("writeAll", path, file.writeAll(bytes), {
      size: bytes.length,
      short: Effect.andThen(file.writeAll(half(bytes)), full("writeAll", path))
    })
})

const half = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, bytes.length >> 1)

const full = (method: string, path: string) => Effect.fail(Errno.make("ENOSPC", { method, path, syscall: "write" }))
