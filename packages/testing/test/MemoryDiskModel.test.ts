// The memory disk against the real one: the same calls, in the same order, on the same paths.
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { describe, expect, it } from "@effect/vitest"
import { MemoryDisk } from "@kerf/testing"
import { ByteSize, Effect, Exit, FileSystem, Option, type PlatformError, Scope } from "effect"
import * as fc from "fast-check"
import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const isRoot = process.getuid?.() === 0

// ----------------------------------------------------------------------------
// Calls
// ----------------------------------------------------------------------------

const name = fc.constantFrom("a", "b", "c", "d")

/** Paths of at most three names of few, so that calls meet. */
const path = fc
  .oneof(
    { weight: 4, arbitrary: fc.tuple(name) },
    { weight: 4, arbitrary: fc.tuple(name, name) },
    { weight: 1, arbitrary: fc.tuple(name, name, name) }
  )
  .chain((names) =>
    fc
      .oneof({ weight: 20, arbitrary: fc.constant("") }, { weight: 1, arbitrary: fc.constantFrom("/", "/.") })
      .map((end) => names.join("/") + end)
  )

const mode = fc.constantFrom(undefined, 0o600, 0o644, 0o755, 0o4751, 0o2710, 0o000)
const bytes = fc.constantFrom("", "x", "two", "longer text").map((text) => Buffer.from(text))
const length = fc.constantFrom(undefined, 0, 2, 20)
const slot = fc.integer({ min: 0, max: 2 })
const flag = fc.constantFrom<FileSystem.OpenFlag>("r", "r+", "w", "wx", "w+", "wx+", "a", "ax", "a+", "ax+")

const named = <K extends string, A>(kind: K, arguments_: fc.Arbitrary<A>) =>
  arguments_.map((args) => ({ kind, ...args }) as { readonly kind: K } & A)

const call = fc.oneof(
  {
    weight: 6,
    arbitrary: named("writeFile", fc.record({ path, bytes, flag: fc.option(flag, { nil: undefined }), mode }))
  },
  { weight: 5, arbitrary: named("makeDirectory", fc.record({ path, recursive: fc.boolean(), mode })) },
  { weight: 4, arbitrary: named("rename", fc.record({ path, to: path })) },
  { weight: 6, arbitrary: named("link", fc.record({ path, to: path })) },
  {
    weight: 4,
    arbitrary: named(
      "symlink",
      fc.record({ path, target: fc.oneof(path, fc.constantFrom(".", "b/../c")), absolute: fc.boolean() })
    )
  },
  { weight: 3, arbitrary: named("remove", fc.record({ path, recursive: fc.boolean(), force: fc.boolean() })) },
  { weight: 6, arbitrary: named("copyFile", fc.record({ path, to: path })) },
  { weight: 2, arbitrary: named("truncate", fc.record({ path, length })) },
  {
    weight: 1,
    arbitrary: named("chmod", fc.record({ path, mode: fc.constantFrom(0o600, 0o644, 0o755, 0o4751, 0o1777) }))
  },
  {
    weight: 1,
    arbitrary: named("chown", fc.record({ path, uid: fc.constantFrom(0, 1234), gid: fc.constantFrom(0, 4321) }))
  },
  { weight: 1, arbitrary: named("utimes", fc.record({ path })) },
  { weight: 2, arbitrary: named("stat", fc.record({ path })) },
  { weight: 2, arbitrary: named("lstat", fc.record({ path })) },
  { weight: 1, arbitrary: named("access", fc.record({ path })) },
  { weight: 1, arbitrary: named("exists", fc.record({ path })) },
  { weight: 2, arbitrary: named("realPath", fc.record({ path })) },
  { weight: 2, arbitrary: named("readLink", fc.record({ path })) },
  { weight: 2, arbitrary: named("readFile", fc.record({ path })) },
  { weight: 2, arbitrary: named("readDirectory", fc.record({ path })) },
  { weight: 1, arbitrary: named("readDirectoryEntries", fc.record({ path })) },
  { weight: 5, arbitrary: named("open", fc.record({ slot, path, flag, mode, noFollow: fc.boolean() })) },
  { weight: 1, arbitrary: named("close", fc.record({ slot })) },
  { weight: 4, arbitrary: named("file.stat", fc.record({ slot })) },
  { weight: 3, arbitrary: named("file.sync", fc.record({ slot })) },
  {
    weight: 4,
    arbitrary: named(
      "file.read",
      fc.record({ slot, size: fc.constantFrom(0, 3, 100), position: fc.constantFrom(undefined, -1n, 0n, 2n, 50n) })
    )
  },
  {
    weight: 4,
    arbitrary: named(
      "file.readAlloc",
      fc.record({ slot, size: fc.constantFrom(-1, 0, 3, 100), position: fc.constantFrom(undefined, -1n, 0n, 2n) })
    )
  },
  { weight: 4, arbitrary: named("file.write", fc.record({ slot, bytes })) },
  { weight: 4, arbitrary: named("file.writeAll", fc.record({ slot, bytes })) },
  { weight: 3, arbitrary: named("file.truncate", fc.record({ slot, length })) },
  {
    weight: 3,
    arbitrary: named(
      "file.seek",
      fc.record({
        slot,
        offset: fc.constantFrom(-2n, 0n, 3n, 15n),
        from: fc.constantFrom("start" as const, "current" as const)
      })
    )
  }
)
type Call = typeof call extends fc.Arbitrary<infer A> ? A : never

/** What is open at first: a file to write, and one to append to. */
const opened: ReadonlyArray<Call> = [
  { kind: "open", slot: 0, path: "b", flag: "r+", mode: undefined, noFollow: false },
  { kind: "open", slot: 1, path: "a/a", flag: "a+", mode: undefined, noFollow: false }
]

// ----------------------------------------------------------------------------
// Both sides
// ----------------------------------------------------------------------------

interface Slot {
  readonly file: FileSystem.File
  readonly scope: Scope.Closeable
}

/** What a test may see: no times, inodes or devices, and of folders no sizes or links, which each system counts its way. */
const seen = ({ gid, mode, nlink, size, type, uid }: FileSystem.File.Info) => ({
  type,
  mode,
  uid: Option.getOrUndefined(uid),
  gid: Option.getOrUndefined(gid),
  ...(type === "Directory" ? {} : { size: ByteSize.toBigInt(size), nlink: Option.getOrUndefined(nlink) })
})

const side = (fs: FileSystem.FileSystem, base: string, root: string) => {
  const slots: Array<Slot | undefined> = []
  const at = (path: string) => `${root}/${path}`
  const withFile = <A>(
    { slot }: { readonly slot: number },
    use: (file: FileSystem.File) => Effect.Effect<A, PlatformError.PlatformError>
  ) =>
    Effect.suspend((): Effect.Effect<A | "no file", PlatformError.PlatformError> =>
      slots[slot] === undefined ? Effect.succeed("no file" as const) : use(slots[slot].file)
    )
  const close = (slot: number) =>
    Effect.suspend(() => {
      const open = slots[slot]
      slots[slot] = undefined
      return open === undefined ? Effect.succeed("no file") : Effect.asVoid(Scope.close(open.scope, Exit.void))
    })
  const run = (call: Call): Effect.Effect<unknown, PlatformError.PlatformError> => {
    switch (call.kind) {
      case "writeFile":
        return fs.writeFile(at(call.path), call.bytes, { flag: call.flag, mode: call.mode })
      case "makeDirectory":
        return Effect.asVoid(fs.makeDirectory(at(call.path), { recursive: call.recursive, mode: call.mode }))
      case "rename":
        return fs.rename(at(call.path), at(call.to))
      case "link":
        return fs.link(at(call.path), at(call.to))
      case "symlink":
        return fs.symlink(call.absolute ? at(call.target) : call.target, at(call.path))
      case "remove":
        return fs.remove(at(call.path), call)
      case "copyFile":
        return fs.copyFile(at(call.path), at(call.to))
      case "truncate":
        return fs.truncate(at(call.path), call.length)
      case "chmod":
        return fs.chmod(at(call.path), call.mode)
      case "chown":
        return fs.chown(at(call.path), call.uid, call.gid)
      case "utimes":
        return Effect.andThen(
          fs.utimes(at(call.path), 1000, new Date(5_000_000)),
          Effect.map(fs.stat(at(call.path)), ({ mtime }) => Option.getOrThrow(mtime).getTime())
        )
      case "stat":
        return Effect.map(fs.stat(at(call.path)), seen)
      case "lstat":
        return Effect.map(fs.lstat(at(call.path)), seen)
      case "access":
        return fs.access(at(call.path), { readable: true, writable: true })
      case "exists":
        return fs.exists(at(call.path))
      case "realPath":
        return fs.realPath(at(call.path))
      case "readLink":
        return fs.readLink(at(call.path))
      case "readFile":
        return Effect.map(fs.readFile(at(call.path)), (bytes) => Buffer.from(bytes).toString("hex"))
      case "readDirectory":
        return Effect.map(fs.readDirectory(at(call.path)), (names) => names.toSorted())
      case "readDirectoryEntries":
        return Effect.map(fs.readDirectoryEntries(at(call.path)), (entries) =>
          entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
        )
      case "open":
        return Effect.gen(function* () {
          yield* close(call.slot)
          const scope = yield* Scope.make()
          const file = yield* Scope.provide(fs.open(at(call.path), call), scope)
          slots[call.slot] = { file, scope }
        })
      case "close":
        return close(call.slot)
      case "file.stat":
        return withFile(call, (file) => Effect.map(file.stat, seen))
      case "file.sync":
        return withFile(call, (file) => file.sync)
      case "file.read": {
        const buffer = new Uint8Array(call.size)
        return withFile(call, (file) =>
          Effect.map(file.read(buffer, { position: call.position }), (count) => [
            count,
            Buffer.from(buffer).toString("hex")
          ])
        )
      }
      case "file.readAlloc":
        return withFile(call, (file) =>
          Effect.map(file.readAlloc(call.size, { position: call.position }), (bytes) =>
            Option.map(bytes, (bytes) => Buffer.from(bytes).toString("hex"))
          )
        )
      case "file.write":
        return withFile(call, (file) => file.write(call.bytes))
      case "file.writeAll":
        return withFile(call, (file) => file.writeAll(call.bytes))
      case "file.truncate":
        return withFile(call, (file) => file.truncate(call.length))
      case "file.seek":
        return withFile(call, (file) => file.seek(call.offset, call.from))
    }
  }
  const answer = (call: Call) =>
    Effect.match(run(call), {
      onSuccess: (value) => ({ value: value === undefined ? "done" : value }),
      onFailure: ({ reason }) => ({
        tag: reason._tag,
        method: reason.method,
        code: (reason.cause as { readonly code?: string } | undefined)?.code
      })
    })
  const closeAll = Effect.forEach([0, 1, 2], close)
  return { answer, closeAll, tree: tree(fs, base) }
}

/** What the calls meet at first: folders and files of each name, two names of one file, links that lead to each and to none. */
const populate = Effect.fnUntraced(function* (fs: FileSystem.FileSystem, root: string) {
  yield* fs.makeDirectory(`${root}/a/b`, { recursive: true })
  yield* fs.makeDirectory(`${root}/a/c`)
  yield* fs.writeFileString(`${root}/b`, "contents")
  yield* fs.writeFileString(`${root}/a/a`, "other", { mode: 0o600 })
  yield* fs.link(`${root}/a/a`, `${root}/a/c/a`)
  yield* fs.symlink("a", `${root}/c`)
  yield* fs.symlink("../../b", `${root}/a/b/b`)
  yield* fs.symlink("nowhere", `${root}/a/b/c`)
})

/** Every path below a folder, with what the file system tells of it. */
const tree = (
  fs: FileSystem.FileSystem,
  root: string
): Effect.Effect<ReadonlyArray<unknown>, PlatformError.PlatformError> =>
  Effect.gen(function* () {
    const out: Array<unknown> = []
    for (const { name, type } of (yield* fs.readDirectoryEntries(root)).toSorted((a, b) =>
      a.name < b.name ? -1 : 1
    )) {
      const path = `${root}/${name}`
      const content =
        type === "File"
          ? Buffer.from(yield* fs.readFile(path)).toString("hex")
          : type === "SymbolicLink"
            ? yield* fs.readLink(path)
            : yield* tree(fs, path)
      out.push({ path, content, ...seen(yield* fs.lstat(path)) })
    }
    return out
  })

// ----------------------------------------------------------------------------

describe.skipIf(!isRoot || process.platform !== "linux")("MemoryDisk and the real disk", () => {
  it.effect("answer every call alike, and hold the same tree after it", () =>
    Effect.gen(function* () {
      const real = yield* FileSystem.FileSystem
      const counts = new Map<string, { done: number; failed: number }>()
      const codes = new Set<string>()
      const compare = Effect.fnUntraced(function* (calls: ReadonlyArray<Call>) {
        // No link leads up but by "b/..", where b leads to the root itself: one folder up, and not out of the base.
        const base = realpathSync(mkdtempSync(join(tmpdir(), "kerf-disk-")))
        const root = `${base}/inner/root`
        const disk = MemoryDisk.make({ root: true, umask: process.umask() })
        yield* disk.fileSystem.makeDirectory(root, { recursive: true })
        yield* real.makeDirectory(root, { recursive: true })
        for (const fs of [disk.fileSystem, real]) yield* populate(fs, root)
        const sides = [side(disk.fileSystem, base, root), side(real, base, root)] as const
        const pairs: Array<readonly [unknown, unknown]> = []
        for (const call of calls) {
          const [ours, theirs] = [yield* sides[0].answer(call), yield* sides[1].answer(call)]
          pairs.push([
            { call, ...ours },
            { call, ...theirs }
          ])
          const count = counts.get(call.kind) ?? { done: 0, failed: 0 }
          counts.set(call.kind, count)
          if ("value" in theirs) count.done += theirs.value === "no file" ? 0 : 1
          else {
            count.failed++
            codes.add(theirs.code ?? theirs.tag)
          }
        }
        pairs.push([yield* sides[0].tree, yield* sides[1].tree])
        yield* Effect.all([sides[0].closeAll, sides[1].closeAll])
        rmSync(base, { recursive: true, force: true })
        expect(pairs.map(([ours]) => ours)).toEqual(pairs.map(([, theirs]) => theirs))
      })
      const property = fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 40, size: "max" }), (calls) =>
        Effect.runPromise(compare([...opened, ...calls]))
      )
      yield* Effect.promise(() => fc.assert(property, { numRuns: 400, seed: 20260101 }))
      // A call that never worked, or an error that never came, was not compared.
      expect([...counts].filter(([, { done }]) => done < 10)).toEqual([])
      expect([...codes].toSorted()).toEqual(
        "BadArgument EBADF EBUSY EEXIST EINVAL EISDIR ELOOP ENOENT ENOTDIR ENOTEMPTY EPERM ERR_FS_EISDIR".split(" ")
      )
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )
})
