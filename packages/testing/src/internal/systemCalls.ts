/**
 * The calls of a POSIX system on paths, with its order of checks, so that a call that is wrong in two ways fails as it
 * would on Linux. Where Node does several calls for one (`rm`, `mkdir` with its parents), so does this.
 */
import type * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import { posix } from "node:path"
import type { Code } from "../Errno.ts"
import * as Inode from "./inode.ts"
import * as OpenFile from "./openFile.ts"
import {
  type Answer,
  type End,
  birth,
  enter,
  fail,
  find,
  leave,
  lookup,
  may,
  owns,
  type Place,
  READ,
  refusesLeave,
  SEARCH,
  type Volume,
  WRITE
} from "./volume.ts"

const done: Answer<void> = Result.succeed(undefined)

// ----------------------------------------------------------------------------
// Files
// ----------------------------------------------------------------------------

export const open = (
  self: Volume,
  path: string,
  options: {
    readonly flag?: FileSystem.OpenFlag | undefined
    readonly mode?: number | undefined
    readonly noFollow?: boolean | undefined
  } = {}
): Answer<OpenFile.Opened> =>
  Result.gen(function* () {
    const flag = options.flag ?? "r"
    const creates = !flag.startsWith("r")
    const exclusive = flag.includes("x")
    const reads = flag === "r" || flag.includes("+")
    const writes = flag !== "r"
    const opened = (inode: Inode.Inode): OpenFile.Opened => {
      return { inode, reads, writes, appends: flag.startsWith("a"), crashes: self.crashes, isClosed: false }
    }
    const place = yield* lookup(self, path, endOf(creates, exclusive || options.noFollow === true))
    const { inode } = place
    if (inode === undefined) {
      if (!creates) return yield* fail("ENOENT")
      return opened(yield* makeFile(self, place, options.mode ?? 0o666))
    }
    if (exclusive) return yield* fail("EEXIST")
    if (inode.kind === "link") return yield* fail("ELOOP")
    if (inode.kind === "folder" && writes) return yield* fail("EISDIR")
    if (!may(self, inode, (reads ? READ : 0) | (writes ? WRITE : 0))) return yield* fail("EACCES")
    if (flag.startsWith("w") && inode.kind === "file") OpenFile.change(self, inode, new Uint8Array(0))
    return opened(inode)
  })

const endOf = (creates: boolean, stays: boolean): End =>
  creates ? (stays ? "new" : "create") : stays ? "stay" : "follow"

const makeFile = (self: Volume, place: Place, mode: number): Answer<Inode.File> => {
  if (!may(self, place.folder, WRITE | SEARCH)) return fail("EACCES")
  const file = Inode.file(birth(self, place.folder, mode & 0o7777 & ~self.umask))
  enter(self, place.folder, place.name, file)
  return Result.succeed(file)
}

export const readFile = (self: Volume, path: string): Answer<Uint8Array> =>
  Result.flatMap(open(self, path), ({ inode }) =>
    inode.kind === "file" ? Result.succeed(inode.content.slice()) : fail("EISDIR")
  )

export const writeFile = (
  self: Volume,
  path: string,
  bytes: Uint8Array,
  options: { readonly flag?: FileSystem.OpenFlag | undefined; readonly mode?: number | undefined } = {}
): Answer<void> =>
  Result.gen(function* () {
    const opened = yield* open(self, path, { ...options, flag: options.flag ?? "w" })
    yield* OpenFile.write(self, opened, bytes, opened.appends ? undefined : 0)
  })

export const truncate = (self: Volume, path: string, length: number): Answer<void> =>
  Result.flatMap(open(self, path, { flag: "r+" }), (opened) => OpenFile.truncate(self, opened, length))

/** Like the system's copy under Node: the copy gets the mode too, and from root the owner, and one that cannot be read leaves nothing. */
export const copyFile = (self: Volume, from: string, to: string): Answer<void> =>
  Result.gen(function* () {
    const source = yield* open(self, from)
    const { mode } = source.inode.attributes
    const target = yield* lookup(self, to, "create")
    if (target.inode === source.inode && source.inode.kind === "file") {
      yield* open(self, to, { flag: "r+" })
      return
    }
    const copy = yield* open(self, to, { flag: "w", mode })
    if (!owns(self, copy.inode)) return yield* fail("EPERM")
    const { gid, uid } = self.user.isRoot ? source.inode.attributes : copy.inode.attributes
    copy.inode.attributes = { ...copy.inode.attributes, mode, uid, gid }
    if (source.inode.kind !== "file") {
      yield* unlink(self, to)
      return yield* fail("EISDIR")
    }
    if (source.inode.content.length > 0) yield* OpenFile.write(self, copy, source.inode.content, 0)
  })

// ----------------------------------------------------------------------------
// Attributes
// ----------------------------------------------------------------------------

export const access = (
  self: Volume,
  path: string,
  options: { readonly readable?: boolean | undefined; readonly writable?: boolean | undefined } = {}
): Answer<void> =>
  Result.flatMap(find(self, path), (inode) =>
    may(self, inode, (options.readable ? READ : 0) | (options.writable ? WRITE : 0)) ? done : fail("EACCES")
  )

const setAttributes = (
  self: Volume,
  path: string,
  attributes: (inode: Inode.Inode) => Answer<Partial<Inode.Attributes>>
): Answer<void> =>
  Result.gen(function* () {
    const inode = yield* find(self, path)
    inode.attributes = { ...inode.attributes, ...(yield* attributes(inode)) }
  })

export const chmod = (self: Volume, path: string, mode: number): Answer<void> =>
  setAttributes(self, path, (inode) => (owns(self, inode) ? Result.succeed({ mode: mode & 0o7777 }) : fail("EPERM")))

/** Only root gives a file away. `-1` leaves an owner or a group as it is. */
export const chown = (self: Volume, path: string, user: number, group: number): Answer<void> =>
  setAttributes(self, path, (inode) => {
    const { attributes, kind } = inode
    const uid = user === -1 ? attributes.uid : user
    const gid = group === -1 ? attributes.gid : group
    const changes = uid !== attributes.uid || (gid !== attributes.gid && gid !== self.user.gid)
    if (!self.user.isRoot && (changes || !owns(self, inode))) return fail("EPERM")
    const mode = kind === "folder" ? attributes.mode : OpenFile.withoutPrivileges(attributes.mode)
    return Result.succeed({ uid, gid, mode })
  })

/** Dates, or seconds. */
export const utimes = (self: Volume, path: string, atime: Date | number, mtime: Date | number): Answer<void> =>
  setAttributes(self, path, (inode) => {
    const millis = (time: Date | number) => (typeof time === "number" ? Math.round(time * 1000) : time.getTime())
    return owns(self, inode) ? Result.succeed({ atime: millis(atime), mtime: millis(mtime) }) : fail("EPERM")
  })

// ----------------------------------------------------------------------------
// Folders
// ----------------------------------------------------------------------------

export const makeDirectory = (self: Volume, path: string, mode = 0o777): Answer<void> =>
  Result.gen(function* () {
    const place = yield* lookup(self, path, "name")
    if (place.inode !== undefined) return yield* fail("EEXIST")
    if (!may(self, place.folder, WRITE | SEARCH)) return yield* fail("EACCES")
    const inherited = place.folder.attributes.mode & 0o2000
    const folder = Inode.folder(birth(self, place.folder, (mode & 0o1777 & ~self.umask) | inherited))
    enter(self, place.folder, place.name, folder)
  })

/** Makes the folders above as well, and takes one that is there for made. */
export const makeDirectories = (self: Volume, path: string, mode?: number): Answer<void> => {
  const make = (path: string, isAbove: boolean): Answer<void> => {
    const made = makeDirectory(self, path, mode)
    if (Result.isSuccess(made)) return made
    const above = posix.dirname(path)
    if (made.failure === "ENOENT" && above !== path) {
      return Result.flatMap(make(above, true), () => make(path, isAbove))
    }
    if (made.failure !== "EEXIST") return made
    const found = find(self, path)
    if (Result.isSuccess(found) && found.success.kind === "folder") return done
    return isAbove ? fail("ENOTDIR") : Result.flatMap(found, () => fail("EEXIST"))
  }
  return path === "" ? fail("ENOENT") : make(path, false)
}

const list = (self: Volume, path: string): Answer<ReadonlyArray<readonly [string, Inode.Inode]>> =>
  Result.gen(function* () {
    const inode = yield* find(self, path)
    if (inode.kind !== "folder") return yield* fail("ENOTDIR")
    if (!may(self, inode, READ)) return yield* fail("EACCES")
    return [...inode.entries].toSorted(([a], [b]) => (a < b ? -1 : 1))
  })

export const readDirectory = (
  self: Volume,
  path: string
): Answer<ReadonlyArray<{ readonly name: string; readonly inode: Inode.Inode }>> =>
  Result.map(list(self, path), (entries) => entries.map(([name, inode]) => ({ name, inode })))

/** Names below a folder, relative to it. Like Node, it lists a folder that a link leads to as well. */
export const readDirectories = (self: Volume, path: string): Answer<Array<string>> =>
  Result.gen(function* () {
    const out: Array<string> = []
    const pending = [""]
    for (const prefix of pending) {
      for (const [name] of yield* list(self, posix.join(path, prefix))) {
        const below = posix.join(prefix, name)
        out.push(below)
        const inode = find(self, posix.join(path, below))
        if (Result.isSuccess(inode) && inode.success.kind === "folder") pending.push(below)
      }
    }
    return out.toSorted()
  })

// ----------------------------------------------------------------------------
// Names
// ----------------------------------------------------------------------------

export const realPath = (self: Volume, path: string): Answer<string> =>
  // Like Node's, it takes ".." out of the path before it looks at links.
  Result.flatMap(lookup(self, path.startsWith("/") ? posix.resolve(path) : path, "follow"), (place) =>
    place.inode === undefined ? fail("ENOENT") : Result.succeed(place.path)
  )

export const readLink = (self: Volume, path: string): Answer<string> =>
  Result.flatMap(find(self, path, "stay"), (inode) =>
    inode.kind === "link" ? Result.succeed(inode.target) : fail("EINVAL")
  )

export const symlink = (self: Volume, target: string, path: string): Answer<void> =>
  Result.gen(function* () {
    const place = yield* newName(self, path)
    if (target === "") return yield* fail("ENOENT")
    enter(self, place.folder, place.name, Inode.link(birth(self, place.folder, 0o777), target))
  })

export const link = (self: Volume, from: string, to: string): Answer<void> =>
  Result.gen(function* () {
    const inode = yield* find(self, from, "stay")
    const place = yield* newName(self, to, inode)
    if (inode.kind === "folder") return yield* fail("EPERM")
    enter(self, place.folder, place.name, inode)
  })

/** A place for something that is no folder, with a name that is free. */
const newName = (self: Volume, path: string, inode?: Inode.Inode): Answer<Place> =>
  Result.gen(function* () {
    const place = yield* lookup(self, path, "name")
    if (place.inode !== undefined) return yield* fail("EEXIST")
    if (place.slash) return yield* fail("ENOENT")
    if (inode !== undefined && inode.dev !== place.folder.dev) return yield* fail("EXDEV")
    if (!may(self, place.folder, WRITE | SEARCH)) return yield* fail("EACCES")
    return place
  })

export const rename = (self: Volume, from: string, to: string): Answer<void> =>
  Result.gen(function* () {
    const source = yield* lookup(self, from, "name")
    const target = yield* lookup(self, to, "name")
    if (source.folder.dev !== target.folder.dev) return yield* fail("EXDEV")
    if (source.name === "" || target.name === "") return yield* fail("EBUSY")
    const { inode } = source
    const old = target.inode
    if (inode === undefined) return yield* fail("ENOENT")
    if (inode.kind !== "folder" && (source.slash || target.slash)) return yield* fail("ENOTDIR")
    if (inode.kind === "folder" && contains(inode, target.folder)) return yield* fail("EINVAL")
    if (old?.kind === "folder" && contains(old, source.folder)) return yield* fail("ENOTEMPTY")
    if (inode === old) return
    yield* allowed(refusesLeave(self, source.folder, inode))
    if (old === undefined) yield* allowed(may(self, target.folder, WRITE | SEARCH) ? undefined : "EACCES")
    else {
      yield* allowed(refusesLeave(self, target.folder, old))
      if (inode.kind === "folder" && old.kind !== "folder") return yield* fail("ENOTDIR")
      if (inode.kind !== "folder" && old.kind === "folder") return yield* fail("EISDIR")
    }
    // A folder that moves gets another "..", which is an entry of its own.
    const moves = inode.kind === "folder" && source.folder !== target.folder
    if (moves && !may(self, inode, WRITE)) return yield* fail("EACCES")
    if (old?.kind === "folder" && old.entries.size > 0) return yield* fail("ENOTEMPTY")
    leave(self, target.folder, target.name)
    enter(self, target.folder, target.name, inode)
    leave(self, source.folder, source.name)
  })

const allowed = (code: Code | undefined): Answer<void> => (code === undefined ? done : fail(code))

const contains = (self: Inode.Folder, that: Inode.Folder): boolean =>
  self === that || [...self.entries.values()].some((child) => child.kind === "folder" && contains(child, that))

const unlink = (self: Volume, path: string): Answer<void> =>
  Result.gen(function* () {
    const { folder, inode, name } = yield* lookup(self, path, "name")
    if (inode === undefined) return yield* fail("ENOENT")
    yield* allowed(refusesLeave(self, folder, inode))
    leave(self, folder, name)
  })

/** Node's `rm`. */
export const remove = (
  self: Volume,
  path: string,
  options: { readonly recursive?: boolean | undefined; readonly force?: boolean | undefined } = {}
): Answer<void> =>
  Result.gen(function* () {
    const { kind } = yield* find(self, path, "stay")
    if (kind === "folder" && options.recursive !== true) return yield* fail("ERR_FS_EISDIR")
    const { folder, inode, name } = yield* lookup(self, path, "name")
    if (inode === undefined) return yield* fail("ENOENT")
    if (name === "") return yield* fail(inode === self.root ? "EBUSY" : "EINVAL")
    // What Node makes of "link/": nothing, and no error.
    if (inode.kind !== kind) return
    yield* removeTree(self, folder, name, inode)
  }).pipe((answer) => (options.force && Result.isFailure(answer) && answer.failure === "ENOENT" ? done : answer))

/** What is below goes first, so that one that cannot be taken away leaves those above it. */
const removeTree = (self: Volume, parent: Inode.Folder, name: string, inode: Inode.Inode): Answer<void> =>
  Result.gen(function* () {
    yield* allowed(refusesLeave(self, parent, inode))
    if (inode.kind === "folder") {
      if (inode.entries.size > 0 && !may(self, inode, READ | SEARCH)) return yield* fail("EACCES")
      for (const [below, child] of inode.entries) yield* removeTree(self, inode, below, child)
    }
    leave(self, parent, name)
  })
