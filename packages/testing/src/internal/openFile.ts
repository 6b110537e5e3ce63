/**
 * A file that is open: it keeps its inode whatever becomes of the name, and a place to go on at.
 *
 * Reads and writes are those of Node's file system behind Effect's `File`: every write begins at the place, or at the end
 * of the file where it was opened to append.
 */
import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as PlatformError from "effect/PlatformError"
import * as Result from "effect/Result"
import * as Inode from "./inode.ts"
import { type Answer, fail, type Volume } from "./volume.ts"

/** What was opened, and for what. */
export interface Opened {
  readonly inode: Inode.Inode
  readonly reads: boolean
  readonly writes: boolean
  readonly appends: boolean
  /** How often the volume had crashed. */
  readonly crashes: number
  isClosed: boolean
}

/** Runs a call on the volume, and turns its answer into an effect that fails as the method does. */
export type Run = <A>(
  method: string,
  syscall: string,
  answer: () => Answer<A>
) => Effect.Effect<A, PlatformError.PlatformError>

export const make = (volume: Volume, opened: Opened, run: Run): FileSystem.File => {
  let position = 0n
  const moved = (to: number, from: bigint) => {
    if (!opened.appends) position = from + BigInt(to)
    return to
  }
  const writeAt = (bytes: Uint8Array) =>
    Result.map(write(volume, opened, bytes, opened.appends ? undefined : Number(position)), (count) =>
      moved(count, position)
    )
  const readInto = (method: string, buffer: Uint8Array, explicit: bigint | undefined) => {
    if (explicit !== undefined && explicit < 0n) return badArgument(method, "Cannot read before the start of the file")
    return run(method, "read", () =>
      Result.map(read(volume, opened, buffer, Number(explicit ?? position)), (count) => {
        if (explicit === undefined) position += BigInt(count)
        return count
      })
    )
  }
  return {
    [FileSystem.FileTypeId]: FileSystem.FileTypeId,
    stat: run("stat", "fstat", () => Result.map(usable(volume, opened), info)),
    sync: run("sync", "fsync", () => Result.map(usable(volume, opened), Inode.sync)),
    seek: (offset, from) =>
      Effect.suspend(() => {
        const to = from === "start" ? offset : position + offset
        if (to < 0n) return badArgument("seek", "Cannot seek before the start of the file")
        position = to
        return Effect.succeed(to)
      }),
    read: (buffer, options) => Effect.suspend(() => readInto("read", buffer, options?.position)),
    readAlloc: (size, options) =>
      Effect.suspend(() => {
        if (!Number.isInteger(size) || size < 0) {
          return badArgument("readAlloc", "size must be a non-negative integer")
        }
        const buffer = new Uint8Array(size)
        return Effect.map(readInto("readAlloc", buffer, options?.position), (count) =>
          count === 0 ? Option.none() : Option.some(buffer.slice(0, count))
        )
      }),
    truncate: (length) =>
      run("truncate", "ftruncate", () =>
        Result.map(truncate(volume, opened, length ?? 0), () => {
          const end = BigInt(length ?? 0)
          if (!opened.appends && position > end) position = end
        })
      ),
    write: (bytes) => run("write", "write", () => writeAt(bytes)),
    writeAll: (bytes) =>
      bytes.length === 0 ? Effect.void : Effect.asVoid(run("writeAll", "write", () => writeAt(bytes)))
  }
}

const badArgument = (method: string, description: string) =>
  Effect.fail(PlatformError.badArgument({ module: "FileSystem", method, description }))

// ----------------------------------------------------------------------------
// Calls
// ----------------------------------------------------------------------------

/** A file that was closed, or opened before a crash, answers nothing any more. */
const usable = (volume: Volume, opened: Opened): Answer<Inode.Inode> =>
  opened.isClosed || opened.crashes !== volume.crashes ? fail("EBADF") : Result.succeed(opened.inode)

export const read = (volume: Volume, opened: Opened, buffer: Uint8Array, from: number): Answer<number> =>
  Result.flatMap(usable(volume, opened), (inode) => {
    // Node asks the system for nothing where there is no room.
    if (buffer.length === 0) return Result.succeed(0)
    if (!opened.reads) return fail("EBADF")
    if (inode.kind !== "file") return fail("EISDIR")
    const bytes = inode.content.subarray(from, from + buffer.length)
    buffer.set(bytes)
    return Result.succeed(bytes.length)
  })

/** Writes from an offset, or to the end. A gap before the offset is filled with zeros. */
export const write = (volume: Volume, opened: Opened, bytes: Uint8Array, from: number | undefined): Answer<number> =>
  Result.flatMap(usable(volume, opened), (inode) => {
    if (!opened.writes || inode.kind !== "file") return fail("EBADF")
    if (bytes.length === 0) return Result.succeed(0)
    const start = from ?? inode.content.length
    const content = new Uint8Array(Math.max(inode.content.length, start + bytes.length))
    content.set(inode.content)
    content.set(bytes, start)
    change(volume, inode, content)
    return Result.succeed(bytes.length)
  })

export const truncate = (volume: Volume, opened: Opened, length: number): Answer<void> =>
  Result.flatMap(usable(volume, opened), (inode) => {
    if (!opened.writes || inode.kind !== "file") return fail("EINVAL")
    const content = new Uint8Array(Math.max(0, length))
    content.set(inode.content.subarray(0, content.length))
    change(volume, inode, content)
    return Result.succeed(undefined)
  })

/** Gives a file other bytes. One that does not belong to root loses setuid and setgid by it, unless root does it. */
export const change = (volume: Volume, inode: Inode.File, content: Uint8Array): void => {
  const { mode } = inode.attributes
  inode.content = content
  inode.attributes = {
    ...inode.attributes,
    mode: volume.user.isRoot ? mode : withoutPrivileges(mode),
    mtime: volume.now
  }
}

/** Setgid without the group's execute bit is no privilege but a lock, and stays. */
export const withoutPrivileges = (mode: number): number => mode & ~((mode & 0o010) === 0 ? 0o4000 : 0o6000)

const kinds = { file: 0o100000, folder: 0o040000, link: 0o120000 }
const types = { file: "File", folder: "Directory", link: "SymbolicLink" } as const

/** What `stat` tells. */
export const info = (inode: Inode.Inode): FileSystem.File.Info => {
  const { atime, gid, mode, mtime, uid } = inode.attributes
  const size =
    inode.kind === "file" ? inode.content.length : inode.kind === "link" ? Buffer.byteLength(inode.target) : 4096
  return {
    type: types[inode.kind],
    mtime: Option.some(new Date(mtime)),
    atime: Option.some(new Date(atime)),
    birthtime: Option.some(new Date(inode.birthtime)),
    dev: inode.dev,
    ino: Option.some(inode.ino),
    mode: kinds[inode.kind] | mode,
    nlink: Option.some(BigInt(Inode.linkCount(inode))),
    uid: Option.some(uid),
    gid: Option.some(gid),
    rdev: Option.some(0n),
    size: ByteSize.bytes(size),
    blksize: Option.some(ByteSize.bytes(4096)),
    blocks: Option.some(BigInt(Math.ceil(size / 512)))
  }
}
