/**
 * Where names are looked up: one tree of inodes, who asks, and what they may.
 *
 * Lookup is that of POSIX: every folder on the way needs its search bit, symbolic links are followed at most 40 times,
 * ".." is that of the folder that was really reached. Answers are results with a code; the method that asked is added by
 * whoever turns them into errors.
 */
import * as Result from "effect/Result"
import type { Code } from "../Errno.ts"
import * as Inode from "./inode.ts"

export interface Volume {
  readonly root: Inode.Folder
  readonly user: { readonly uid: number; readonly gid: number; readonly isRoot: boolean }
  readonly umask: number
  /** Milliseconds; set by whoever has a clock, before each call. */
  now: number
  lastIno: bigint
  lastDev: bigint
  /** Files that were opened before a crash are open no more. */
  crashes: number
  lastTemporary: number
}

export type Answer<A> = Result.Result<A, Code>

export const fail = (code: Code): Result.Result<never, Code> => Result.fail(code)

export const make = (options: { readonly isRoot: boolean; readonly umask: number }): Volume => {
  const user = options.isRoot ? { uid: 0, gid: 0, isRoot: true } : { uid: 1000, gid: 1000, isRoot: false }
  const attributes = { mode: 0o755, uid: user.uid, gid: user.gid, atime: 0, mtime: 0 }
  const root = Inode.folder({ ino: 1n, dev: 1n, attributes }, true)
  return { root, user, umask: options.umask, now: 0, lastIno: 1n, lastDev: 1n, crashes: 0, lastTemporary: 0 }
}

/** The identity and first attributes of an inode that is made in a folder, whose group it takes where that has setgid. */
export const birth = (self: Volume, parent: Inode.Folder, mode: number): Inode.Birth => {
  const gid = (parent.attributes.mode & 0o2000) === 0 ? self.user.gid : parent.attributes.gid
  const attributes = { mode, uid: self.user.uid, gid, atime: self.now, mtime: self.now }
  return { ino: ++self.lastIno, dev: parent.dev, attributes }
}

// ----------------------------------------------------------------------------
// Names in folders
// ----------------------------------------------------------------------------

/** Gives an inode a name. The name is free, or its inode has been taken away. */
export const enter = (self: Volume, folder: Inode.Folder, name: string, inode: Inode.Inode): void => {
  folder.entries.set(name, inode)
  if (inode.kind !== "folder") inode.links++
  folder.attributes = { ...folder.attributes, mtime: self.now }
}

/** Takes a name away. What it led to lives on while it has other names or is open. */
export const leave = (self: Volume, folder: Inode.Folder, name: string): void => {
  const inode = folder.entries.get(name)
  if (inode === undefined) return
  folder.entries.delete(name)
  if (inode.kind !== "folder") inode.links--
  folder.attributes = { ...folder.attributes, mtime: self.now }
}

// ----------------------------------------------------------------------------
// Permission
// ----------------------------------------------------------------------------

export const READ = 4
export const WRITE = 2
export const SEARCH = 1

export const may = ({ user }: Volume, { attributes }: Inode.Inode, bits: number): boolean => {
  if (user.isRoot) return true
  const shift = attributes.uid === user.uid ? 6 : attributes.gid === user.gid ? 3 : 0
  return ((attributes.mode >> shift) & bits) === bits
}

export const owns = ({ user }: Volume, { attributes }: Inode.Inode): boolean =>
  user.isRoot || attributes.uid === user.uid

/** Why a name must not be taken from a folder, if so. */
export const refusesLeave = (self: Volume, folder: Inode.Folder, inode: Inode.Inode): Code | undefined => {
  if (!may(self, folder, WRITE | SEARCH)) return "EACCES"
  const isSticky = (folder.attributes.mode & 0o1000) !== 0
  if (isSticky && !owns(self, folder) && !owns(self, inode)) return "EPERM"
  return inode.kind === "folder" && inode.isMount ? "EBUSY" : undefined
}

// ----------------------------------------------------------------------------
// Lookup
// ----------------------------------------------------------------------------

/** Where a path leads: the last folder, the name in it, and what has the name, if anything. */
export interface Place {
  readonly folder: Inode.Folder
  /** `""` for the root and for a path that ends in "." or "..": such a name cannot be given or taken. */
  readonly name: string
  readonly inode: Inode.Inode | undefined
  /** Absolute, without links. */
  readonly path: string
  /** The path ends in a slash, so that only a folder will do. */
  readonly slash: boolean
}

const mostLinks = 40

/**
 * What is to be done at the end of a path: `follow` a link there, `stay` at it (unless a slash comes after it), `create`
 * a file (which follows) or the same `new`, or only take its `name`, which a slash changes nothing of.
 */
export type End = "follow" | "stay" | "create" | "new" | "name"

/** Finds the place of a path. */
export const lookup = (self: Volume, path: string, end: End): Answer<Place> => {
  if (path === "") return fail("ENOENT")
  if (!path.startsWith("/")) throw new Error(`MemoryDisk has no working folder: ${path} is not absolute`)
  if (path.length >= 4096) return fail("ENAMETOOLONG")
  const names = split(path)
  const slash = path.endsWith("/")
  const way: Array<readonly [name: string, folder: Inode.Folder]> = [["", self.root]]
  let followed = 0
  while (true) {
    const [, folder] = way.at(-1)!
    const name = names.shift()
    if (name === undefined || (name === "." && names.length === 0)) {
      const parent = way.at(-2) ?? way[0]!
      return Result.succeed({ folder: parent[1], name: "", inode: folder, path: join(way), slash })
    }
    if (!may(self, folder, SEARCH)) return fail("EACCES")
    if (name === ".") continue
    if (name === "..") {
      if (way.length > 1) way.pop()
      continue
    }
    if (Buffer.byteLength(name) > 255) return fail("ENAMETOOLONG")
    const inode = folder.entries.get(name)
    const isLast = names.length === 0
    if (isLast && slash && (end === "create" || end === "new")) return fail("EISDIR")
    const follows = !isLast || end === "follow" || end === "create" || (end === "stay" && slash)
    if (inode?.kind === "link" && follows) {
      if (++followed > mostLinks) return fail("ELOOP")
      if (inode.target.startsWith("/")) way.length = 1
      names.unshift(...split(inode.target))
      continue
    }
    if (isLast) {
      // A folder that a link led to has a name of its own: it is found like any other.
      const place = { folder, name, inode, path: join([...way, [name]]), slash }
      return slash && end !== "name" && inode !== undefined && inode.kind !== "folder"
        ? fail("ENOTDIR")
        : Result.succeed(place)
    }
    if (inode === undefined) return fail("ENOENT")
    if (inode.kind !== "folder") return fail("ENOTDIR")
    way.push([name, inode])
  }
}

/** Finds what a path leads to. */
export const find = (self: Volume, path: string, end: End = "follow"): Answer<Inode.Inode> =>
  Result.flatMap(lookup(self, path, end), ({ inode }) => (inode === undefined ? fail("ENOENT") : Result.succeed(inode)))

const split = (path: string): Array<string> => path.split("/").filter((name) => name !== "")

const join = (way: ReadonlyArray<readonly [name: string, ...rest: Array<unknown>]>): string =>
  way.length === 1 ? "/" : way.map(([name]) => name).join("/")
