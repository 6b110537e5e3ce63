import { describe, expect, it } from "@effect/vitest"
import { MemoryDisk } from "@kerf/testing"
import { Effect, Exit, type FileSystem, Option, type PlatformError, Scope } from "effect"
import { existsSync } from "node:fs"

const code = (error: PlatformError.PlatformError) => (error.reason.cause as { readonly code: string }).code
const failure = <A, R>(effect: Effect.Effect<A, PlatformError.PlatformError, R>) =>
  Effect.map(Effect.flip(effect), code)
const bytes = (text: string) => Buffer.from(text)
const paths = (disk: MemoryDisk.MemoryDisk) => disk.tree().map(({ path }) => path)

const sync = (fs: FileSystem.FileSystem, path: string) =>
  Effect.scoped(Effect.flatMap(fs.open(path), (file) => file.sync))

describe("a crash", () => {
  const keeps = {
    none: [["/d/a", "old"]],
    entries: [
      ["/d/a", ""],
      ["/d/new", ""]
    ],
    data: [["/d/a", "old"]],
    all: [
      ["/d/a", "fresh"],
      ["/d/new", "x"]
    ]
  } as const

  it.effect.each(Object.keys(keeps) as ReadonlyArray<MemoryDisk.Keep>)(
    "that keeps %s, after a rename and a creation that nobody flushed",
    (keep) =>
      Effect.gen(function* () {
        const disk = MemoryDisk.make()
        const fs = disk.fileSystem
        disk.write("/d/a", "old")
        yield* fs.writeFileString("/d/t", "fresh")
        yield* fs.rename("/d/t", "/d/a")
        yield* fs.writeFileString("/d/new", "x")
        disk.crash({ keep })
        expect(disk.tree().flatMap(({ content, kind, path }) => (kind === "file" ? [[path, content]] : []))).toEqual(
          keeps[keep]
        )
      })
  )

  it.effect("leaves an empty file where a folder was flushed and the file in it was not", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make()
      const fs = disk.fileSystem
      disk.write("/d/a", "old")
      yield* fs.writeFileString("/d/t", "new")
      yield* fs.rename("/d/t", "/d/a")
      yield* sync(fs, "/d")
      disk.crash()
      expect(disk.read("/d/a")).toBe("")
    })
  )

  it.effect("leaves the new file where both were flushed, with the mode that it had then", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make()
      const fs = disk.fileSystem
      disk.write("/d/a", "old")
      yield* fs.writeFileString("/d/t", "new")
      yield* fs.chmod("/d/t", 0o640)
      yield* sync(fs, "/d/t")
      yield* fs.chmod("/d/t", 0o600)
      yield* fs.rename("/d/t", "/d/a")
      yield* sync(fs, "/d")
      disk.crash()
      expect(disk.tree()).toEqual([
        { path: "/d", kind: "folder", content: "", mode: 0o755, links: 2 },
        { path: "/d/a", kind: "file", content: "new", mode: 0o640, links: 1 }
      ])
    })
  )

  it.effect("brings back what was removed, and drops links, folders and what is in them", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make()
      const fs = disk.fileSystem
      disk.write("/d/a", "old")
      const before = disk.tree()
      yield* fs.link("/d/a", "/d/b")
      yield* fs.remove("/d/a")
      yield* fs.makeDirectory("/d/sub")
      yield* fs.writeFileString("/d/sub/f", "f")
      yield* sync(fs, "/d/sub")
      disk.crash()
      expect(disk.tree()).toEqual(before)
    })
  )

  it.effect("closes what was open", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make()
      disk.write("/d/a", "old")
      const file = yield* disk.fileSystem.open("/d/a", { flag: "r+" })
      disk.crash()
      expect(yield* failure(file.write(bytes("x")))).toBe("EBADF")
      expect(disk.read("/d/a")).toBe("old")
    })
  )

  it.effect("keeps the first name of a folder that only its new parent was flushed for", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make()
      const fs = disk.fileSystem
      disk.write("/a/sub/f", "f")
      disk.write("/b/g", "g")
      yield* fs.rename("/a/sub", "/b/sub")
      yield* sync(fs, "/b")
      disk.crash()
      expect(paths(disk)).toEqual(["/a", "/a/sub", "/a/sub/f", "/b", "/b/g"])
    })
  )
})

describe("an open file", () => {
  it.effect("keeps its inode after a rename over it and a removal", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make()
      const fs = disk.fileSystem
      disk.write("/d/a", "old")
      disk.write("/d/t", "new")
      const file = yield* fs.open("/d/a")
      const { ino } = yield* fs.stat("/d/t")
      yield* fs.rename("/d/t", "/d/a")
      expect((yield* fs.stat("/d/a")).ino).toEqual(ino)
      yield* fs.remove("/d/a")
      expect(Option.getOrUndefined(yield* file.readAlloc(10))).toEqual(new Uint8Array(bytes("old")))
      expect((yield* file.stat).nlink).toEqual(Option.some(0n))
    })
  )

  it.effect("answers nothing after it was closed", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make()
      disk.write("/d/a", "old")
      const scope = yield* Scope.make()
      const file = yield* Scope.provide(disk.fileSystem.open("/d/a"), scope)
      yield* Scope.close(scope, Exit.void)
      expect(yield* failure(file.sync)).toBe("EBADF")
    })
  )
})

describe("permission", () => {
  const made = () => {
    const disk = MemoryDisk.make()
    disk.write("/d/secret", "s", { mode: 0o000 })
    disk.write("/d/locked/f", "f")
    return disk
  }

  it.effect("is asked for of files and folders, and of root not", () =>
    Effect.gen(function* () {
      const disk = made()
      const fs = disk.fileSystem
      expect(yield* failure(fs.readFile("/d/secret"))).toBe("EACCES")
      expect(yield* failure(fs.writeFile("/d/secret", bytes("x")))).toBe("EACCES")
      expect(yield* failure(fs.access("/d/secret", { readable: true }))).toBe("EACCES")
      yield* fs.chmod("/d/locked", 0o555)
      expect(yield* failure(fs.writeFile("/d/locked/new", bytes("x")))).toBe("EACCES")
      expect(yield* failure(fs.remove("/d/locked/f"))).toBe("EACCES")
      expect(yield* failure(fs.rename("/d/locked/f", "/d/f"))).toBe("EACCES")
      expect(yield* failure(fs.link("/d/locked/f", "/d/locked/g"))).toBe("EACCES")
      expect(yield* failure(fs.makeDirectory("/d/locked/sub"))).toBe("EACCES")
      expect(yield* failure(fs.remove("/d/locked", { recursive: true }))).toBe("EACCES")
      yield* fs.chmod("/d/locked", 0o600)
      expect(yield* failure(fs.stat("/d/locked/f"))).toBe("EACCES")
      expect(yield* failure(fs.chown("/d/secret", 0, 0))).toBe("EPERM")

      const root = MemoryDisk.make({ root: true })
      root.write("/d/secret", "s", { mode: 0o000 })
      expect(yield* root.fileSystem.readFileString("/d/secret")).toBe("s")
      yield* root.fileSystem.chown("/d/secret", 1234, 1234)
    })
  )

  it.effect("of setuid goes with a write by who is not root", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make()
      disk.write("/d/a", "old", { mode: 0o4755 })
      yield* disk.fileSystem.writeFileString("/d/a", "new")
      expect((yield* disk.fileSystem.stat("/d/a")).mode & 0o7777).toBe(0o755)
    })
  )
})

describe("the file system", () => {
  it.effect("fails like Node's: tag, code, system call, words", () =>
    Effect.gen(function* () {
      const fs = MemoryDisk.make().fileSystem
      const { reason } = yield* Effect.flip(fs.open("/none", { flag: "r+" }))
      expect(reason).toMatchObject({ _tag: "NotFound", method: "open", pathOrDescriptor: "/none", syscall: "open" })
      const cause = reason.cause as Error
      expect({ ...cause, message: cause.message }).toEqual({
        code: "ENOENT",
        message: "ENOENT: no such file or directory, open '/none'",
        path: "/none",
        syscall: "open"
      })
    })
  )

  it.effect("moves and links nothing between devices, and takes no mount away", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make({ mounts: ["/other"] })
      disk.write("/d/a", "a")
      const fs = disk.fileSystem
      expect(yield* failure(fs.rename("/d/a", "/other/a"))).toBe("EXDEV")
      expect(yield* failure(fs.link("/d/a", "/other/a"))).toBe("EXDEV")
      expect(yield* failure(fs.remove("/other", { recursive: true }))).toBe("EBUSY")
      disk.crash()
      expect(paths(disk)).toEqual(["/d", "/d/a", "/other"])
    })
  )

  it.effect("follows ..: of the folder that was reached", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make()
      const fs = disk.fileSystem
      disk.write("/d/e/f", "f")
      disk.write("/d/g", "g")
      yield* fs.symlink("/d/e", "/link")
      expect(yield* fs.readFileString("/link/../g")).toBe("g")
      expect(yield* fs.realPath("/link/f")).toBe("/d/e/f")
      yield* fs.symlink("loop", "/loop")
      expect(yield* failure(fs.stat("/loop/x"))).toBe("ELOOP")
      expect(yield* fs.readDirectory("/", { recursive: true })).toEqual(
        ["d", "d/e", "d/e/f", "d/g", "link", "link/f", "loop"].toSorted()
      )
    })
  )

  it.effect("makes temporary files that go with their scope", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make()
      yield* disk.fileSystem.makeDirectory("/tmp")
      const path = yield* Effect.scoped(
        Effect.tap(disk.fileSystem.makeTempFileScoped({ prefix: "p-", suffix: ".txt" }), (path) =>
          Effect.sync(() => expect(disk.read(path)).toBe(""))
        )
      )
      expect(path).toBe("/tmp/p-000001/file.txt")
      expect(paths(disk)).toEqual(["/tmp"])
    })
  )

  it.effect("is a defect where it is not implemented", () =>
    Effect.gen(function* () {
      const fs = MemoryDisk.make().fileSystem
      const defect = (effect: Effect.Effect<unknown, unknown>) =>
        Effect.map(Effect.exit(effect), (exit) => String(Exit.isFailure(exit) ? exit.cause.reasons[0] : exit))
      expect(yield* defect(fs.copy("/a", "/b"))).toMatch("MemoryDisk does not implement FileSystem.copy")
      expect(yield* defect(fs.stat("relative"))).toMatch("MemoryDisk has no working folder: relative is not absolute")
    })
  )

  it("has paths that the real disk does not have", () => {
    const disk = MemoryDisk.make()
    disk.write("/disk-in-memory/a", "a")
    expect(existsSync("/disk-in-memory/a")).toBe(false)
  })
})
