/**
 * What can go wrong in one call to a file system: it fails, it does half, the machine stops, or somebody else was faster.
 *
 * A fault says nothing of where: `FaultyFileSystem` makes it happen at a call. `applies` says at which calls it can: a
 * full disk fails no read, and nothing fails a `close`, whose error Node's file system does not hand on.
 *
 * @since 0.1.0
 */
import type * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import type * as Errno from "./Errno.ts"
import type { Keep } from "./MemoryDisk.ts"

/**
 * A method of `FileSystem` or of an open `File` that asks the system for something, and the closing of a file. `exists`,
 * `stream` and the like are made of these.
 *
 * @category models
 * @since 0.1.0
 */
export type Kind = (typeof kinds)[number]

/**
 * One call, as it was made.
 *
 * **Details**
 *
 * `ordinal` counts all calls from 1, `nth` those of the kind. A method of an open file has the path that was opened.
 * `other` is the second path of a call with two; `size` how many bytes were to be read or written.
 *
 * @category models
 * @since 0.1.0
 */
export interface Call {
  readonly ordinal: number
  readonly nth: number
  readonly kind: Kind
  readonly path: string
  readonly other: string | undefined
  readonly size: number | undefined
  /** Whether it opens a file to write to it. */
  readonly writes: boolean
}

/**
 * What goes wrong. `name` is for people.
 *
 * @category models
 * @since 0.1.0
 */
export type Fault =
  | { readonly _tag: "fail"; readonly name: string; readonly code: Code; readonly lasting: boolean }
  | { readonly _tag: "short"; readonly name: string }
  | { readonly _tag: "crash"; readonly name: string; readonly when: "before" | "after"; readonly keep: Keep }
  | {
      readonly _tag: "interfere"
      readonly name: string
      readonly change: Effect.Effect<unknown, unknown, FileSystem.FileSystem>
    }

/**
 * What a call can be made to fail with.
 *
 * @category models
 * @since 0.1.0
 */
export type Code = Extract<Errno.Code, "ENOSPC" | "EIO" | "EACCES" | "EPERM" | "EBUSY">

/**
 * The call fails before it has had an effect. `lasting`: and each later one that can fail so.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fail = (code: Code, { lasting = false }: { readonly lasting?: boolean } = {}): Fault => ({
  _tag: "fail",
  name: lasting ? `${code} from then on` : code,
  code,
  lasting
})

/**
 * Half of the bytes are read or written. `write` and the reads say how many; `writeAll` and `writeFile` fail with ENOSPC.
 *
 * @category constructors
 * @since 0.1.0
 */
export const short: Fault = { _tag: "short", name: "short" }

/**
 * The machine stops, before the call has an effect or after. `keep` is what the disk keeps besides what was flushed.
 *
 * @category constructors
 * @since 0.1.0
 */
export const crash = (when: "before" | "after", keep: Keep = "none"): Fault => ({
  _tag: "crash",
  name: `crash ${when}, keeping ${keep}`,
  when,
  keep
})

/**
 * Somebody else does something just before the call. A change that fails is a defect: make it one that cannot.
 *
 * @category constructors
 * @since 0.1.0
 */
export const interfere = (name: string, change: Effect.Effect<unknown, unknown, FileSystem.FileSystem>): Fault => ({
  _tag: "interfere",
  name,
  change
})

/**
 * Each way to fail once, half a read or write, and crashes before and after with each thing that a disk may keep.
 *
 * @category constructors
 * @since 0.1.0
 */
export const all: ReadonlyArray<Fault> = [
  ...(["ENOSPC", "EIO", "EACCES", "EPERM", "EBUSY"] as const).map((code) => fail(code)),
  short,
  ...(["none", "entries", "data", "all"] as const).flatMap((keep) => [crash("before", keep), crash("after", keep)])
]

/**
 * Returns whether a fault can happen at a call.
 *
 * @category operations
 * @since 0.1.0
 */
export const applies = (self: Fault, call: Call): boolean => {
  if (self._tag === "crash" || self._tag === "interfere") return true
  if (self._tag === "short") return bytewise.has(call.kind) && (call.size ?? 0) > 1
  if (self.code === "ENOSPC" && call.kind === "open") return call.writes
  return failing[self.code].has(call.kind)
}

// ----------------------------------------------------------------------------
// Kinds
// ----------------------------------------------------------------------------

/** Calls that take something of the disk's space: bytes or names. */
const growing = [
  "copyFile",
  "link",
  "makeDirectory",
  "makeTempDirectory",
  "makeTempFile",
  "open",
  "rename",
  "symlink",
  "sync",
  "truncate",
  "write",
  "writeAll",
  "writeFile"
] as const

/** Calls of which a path is looked up, besides those above. */
const named = [
  "access",
  "chmod",
  "chown",
  "lstat",
  "readDirectory",
  "readDirectoryEntries",
  "readFile",
  "readLink",
  "realPath",
  "remove",
  "stat",
  "utimes"
] as const

const kinds = [...growing, ...named, "read", "readAlloc", "close"] as const

const bytewise: ReadonlySet<Kind> = new Set<Kind>(["read", "readAlloc", "write", "writeAll", "writeFile"])

/** `stat`, `truncate`, `sync` and the like of an open file have been let in already. */
const opened: ReadonlySet<Kind> = new Set<Kind>(["sync", "write", "writeAll", "read", "readAlloc", "close"])

const failing: Readonly<Record<Code, ReadonlySet<Kind>>> = {
  ENOSPC: new Set(growing),
  EIO: new Set(kinds.filter((kind) => kind !== "close")),
  EACCES: new Set(kinds.filter((kind) => !opened.has(kind))),
  EPERM: new Set<Kind>([
    "chmod",
    "chown",
    "copyFile",
    "link",
    "open",
    "remove",
    "rename",
    "symlink",
    "utimes",
    "writeFile"
  ]),
  EBUSY: new Set<Kind>(["copyFile", "makeDirectory", "open", "readFile", "remove", "rename", "writeFile"])
}
