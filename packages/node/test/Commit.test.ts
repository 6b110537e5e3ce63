import { describe, expect, it } from "@effect/vitest"
import { Commit, FileText } from "@kerf/node"
import { Cause, Deferred, Effect, Exit, Fiber, type FileSystem } from "effect"
import { execFileSync } from "node:child_process"
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync
} from "node:fs"
import { basename, dirname, join } from "node:path"
import { bendFile, type Bend, folder, isRoot, leftovers, read, services, systemError, write } from "./Fixture.ts"

const next = Buffer.from("new\r\n")

const loaded = (path: string) => Effect.provide(FileText.read(path), services())
const replace = (file: FileText.FileText, bend?: Bend) =>
  Effect.provide(Commit.write({ _tag: "replace", path: file.path, key: file.path, file, bytes: next }), services(bend))
const create = (path: string, bend?: Bend) =>
  Effect.provide(Commit.write({ _tag: "create", path, key: path, bytes: next }), services(bend))

/** Everything that opened files are asked to do, bent in one place. */
const bendFiles =
  (members: (file: FileSystem.File, path: string) => Partial<FileSystem.File>): Bend =>
  (fs) => ({
    open: (path, options) => Effect.map(fs.open(path, options), (file) => bendFile(file, members(file, path)))
  })

describe("replace", () => {
  it.effect.each([0o755, 0o600, 0o664])("keeps the mode %o", (mode) =>
    Effect.gen(function* () {
      const path = write(join(yield* folder, "f"), "old\n", mode)
      yield* replace(yield* loaded(path))
      expect(read(path)).toBe("new\r\n")
      expect(statSync(path).mode & 0o7777).toBe(mode)
      expect(leftovers(dirname(path))).toEqual([])
    })
  )

  it.effect.skipIf(!isRoot)("keeps the owner, where it may", () =>
    Effect.gen(function* () {
      const path = write(join(yield* folder, "f"), "old\n", 0o4755)
      chownSync(path, 1234, 4321)
      chmodSync(path, 0o4755)
      yield* replace(yield* loaded(path))
      const { gid, mode, uid } = statSync(path)
      expect({ uid, gid, mode: mode & 0o7777 }).toEqual({ uid: 1234, gid: 4321, mode: 0o4755 })
    })
  )

  it.effect.skipIf(!isRoot)("keeps the group, where it may not keep the user", () =>
    Effect.gen(function* () {
      const path = write(join(yield* folder, "f"), "old\n")
      chownSync(path, 1234, 4321)
      chmodSync(path, 0o6775)
      yield* replace(yield* loaded(path), ({ chown }) => ({
        chown: (at, uid, gid) => (uid === 1234 ? Effect.fail(systemError("EPERM")) : chown(at, uid, gid))
      }))
      const { gid, mode, uid } = statSync(path)
      expect({ uid, gid, mode: mode & 0o7777 }).toEqual({ uid: 0, gid: 4321, mode: 0o2775 })
    })
  )

  it.effect.skipIf(!isRoot)("gives no other group what it did not give to all, where it may not keep the group", () =>
    Effect.gen(function* () {
      const path = write(join(yield* folder, "f"), "old\n")
      chownSync(path, 1234, 4321)
      chmodSync(path, 0o6764)
      yield* replace(yield* loaded(path), () => ({ chown: () => Effect.fail(systemError("EPERM")) }))
      const { gid, mode, uid } = statSync(path)
      expect({ uid, gid, mode: mode & 0o7777 }).toEqual({ uid: 0, gid: 0, mode: 0o744 })
    })
  )

  it.effect("goes on as another owner where it may not", () =>
    Effect.gen(function* () {
      const path = write(join(yield* folder, "f"), "old\n")
      const file = { ...(yield* loaded(path)), owner: { user: 1234, group: 4321 } }
      yield* replace(file, () => ({ chown: () => Effect.fail(systemError("EPERM")) }))
      expect(read(path)).toBe("new\r\n")
    })
  )

  it.effect("flushes the file before the rename, compares after that, and flushes the folder", () =>
    Effect.gen(function* () {
      const path = write(join(yield* folder, "f"), "old\n")
      const calls: Array<string> = []
      const name = (path: string) => (basename(path).startsWith(".kerf-") ? "temporary" : basename(path))
      const log = <A, E, R>(call: string, effect: Effect.Effect<A, E, R>) =>
        Effect.suspend(() => {
          calls.push(call)
          return effect
        })
      const file = yield* loaded(path)
      yield* replace(file, (fs) => ({
        chmod: (path, mode) => log(`chmod ${name(path)}`, fs.chmod(path, mode)),
        rename: (from, to) => log(`rename ${name(from)} ${name(to)}`, fs.rename(from, to)),
        open: (path, options) =>
          Effect.map(log(`open ${name(path)} ${options?.flag ?? "r"}`, fs.open(path, options)), (file) =>
            bendFile(file, {
              sync: log(`sync ${name(path)}`, file.sync),
              writeAll: (bytes) => log(`write ${name(path)}`, file.writeAll(bytes))
            })
          )
      }))
      const root = basename(dirname(path))
      expect(calls).toEqual([
        "open temporary wx",
        "write temporary",
        "chmod temporary",
        "sync temporary",
        "open f r",
        "rename temporary f",
        `open ${root} r`,
        `sync ${root}`,
        "open f r"
      ])
    })
  )

  it.effect("refuses a file without a write bit, also to root", () =>
    Effect.gen(function* () {
      const path = write(join(yield* folder, "f"), "old\n", 0o444)
      expect(yield* Effect.flip(replace(yield* loaded(path)))).toMatchObject({ reason: { _tag: "not-writable", path } })
      expect(read(path)).toBe("old\n")
    })
  )

  it.live("tries again for a while where the file is open elsewhere, and compares again before each try", () =>
    Effect.gen(function* () {
      const path = write(join(yield* folder, "f"), "old\n")
      const calls: Array<string> = []
      let busy = 3
      yield* replace(yield* loaded(path), (fs) => ({
        realPath: (path) => Effect.tap(fs.realPath(path), () => Effect.sync(() => calls.push("compare"))),
        rename: (from, to) =>
          Effect.suspend(() => {
            calls.push("rename")
            return busy-- > 0 ? Effect.fail(systemError("EBUSY")) : fs.rename(from, to)
          })
      }))
      expect(calls.join(" ")).toBe("compare rename compare rename compare rename compare rename")
      expect(read(path)).toBe("new\r\n")
    })
  )

  it.effect("writes a file with several hard links in place, so that all its names show the new bytes", () =>
    Effect.gen(function* () {
      const path = write(join(yield* folder, "f"), "old and long\n")
      linkSync(path, `${path}2`)
      yield* replace(yield* loaded(path))
      expect([read(path), read(`${path}2`)]).toEqual(["new\r\n", "new\r\n"])
      expect(statSync(path).nlink).toBe(2)
    })
  )
})

describe("a change by others", () => {
  const cases: Readonly<Record<string, readonly [(path: string) => void, "modified" | "deleted", string | undefined]>> =
    {
      "other bytes of the same length": [(path) => write(path, "odd\n"), "modified", "odd\n"],
      "more bytes": [(path) => write(path, "old\nmore"), "modified", "old\nmore"],
      "fewer bytes": [(path) => write(path, "ol"), "modified", "ol"],
      "another mode": [(path) => chmodSync(path, 0o400), "modified", "old\n"],
      "no file": [(path) => unlinkSync(path), "deleted", undefined],
      "a link to equal bytes": [
        (path) => {
          renameSync(path, `${path}.real`)
          symlinkSync(`${path}.real`, path)
        },
        "modified",
        "old\n"
      ],
      // Opened, it would wait for a writer for ever.
      "a pipe of the same mode": [
        (path) => {
          unlinkSync(path)
          execFileSync("mkfifo", ["-m", "644", path])
        },
        "modified",
        undefined
      ],
      "a folder": [
        (path) => {
          unlinkSync(path)
          mkdirSync(path)
        },
        "modified",
        undefined
      ]
    }

  it.effect.each(Object.keys(cases))("survives: %s", (name) =>
    Effect.gen(function* () {
      const [change, reason, after] = cases[name]!
      const path = write(join(yield* folder, "f"), "old\n", 0o644)
      const file = yield* loaded(path)
      change(path)
      expect(yield* Effect.flip(replace(file))).toMatchObject({ _tag: "Stale", reason, path })
      if (after !== undefined) expect(read(path)).toBe(after)
      expect(leftovers(dirname(path))).toEqual([])
    })
  )

  it.effect("takes equal bytes for no change, whatever the time says", () =>
    Effect.gen(function* () {
      const path = write(join(yield* folder, "f"), "old\n")
      const file = yield* loaded(path)
      unlinkSync(path)
      write(path, "old\n")
      yield* replace(file)
      expect(read(path)).toBe("new\r\n")
    })
  )

  it.effect("is told when it comes after the rename", () =>
    Effect.gen(function* () {
      const path = write(join(yield* folder, "f"), "old\n")
      const error = yield* Effect.flip(
        replace(yield* loaded(path), (fs) => ({
          rename: (from, to) => Effect.tap(fs.rename(from, to), () => Effect.sync(() => write(path, "theirs")))
        }))
      )
      expect(error).toMatchObject({ _tag: "EditIoError", operation: "verify" })
      expect(read(path)).toBe("theirs")
    })
  )
})

describe("a fault", () => {
  const faults: Readonly<Record<string, Bend>> = {
    "opening the temporary file": (fs) => ({
      open: (path, options) =>
        options?.flag === "wx" ? Effect.fail(systemError("EACCES", "open")) : fs.open(path, options)
    }),
    "a full disk": bendFiles((file) => ({
      writeAll: (bytes) =>
        Effect.andThen(file.writeAll(bytes.subarray(0, 2)), Effect.fail(systemError("ENOSPC", "write")))
    })),
    "the mode": () => ({ chmod: () => Effect.fail(systemError("EPERM", "chmod")) }),
    "the flush": bendFiles(() => ({ sync: Effect.fail(systemError("EIO", "fsync")) })),
    "reading again": bendFiles((file, path) =>
      path.includes(".kerf-") ? {} : { read: () => Effect.fail(systemError("EIO", "read")) }
    ),
    "the rename": () => ({ rename: () => Effect.fail(systemError("EBUSY", "rename")) })
  }

  it.live.each(Object.keys(faults))("of %s leaves the old file and nothing else", (name) =>
    Effect.gen(function* () {
      const path = write(join(yield* folder, "f"), "old\n", 0o640)
      const error = yield* Effect.flip(replace(yield* loaded(path), faults[name]))
      expect(error._tag).toBe("EditIoError")
      expect(error.message).not.toMatch(/\n/)
      expect(readdirSync(dirname(path))).toEqual(["f"])
      expect(read(path)).toBe("old\n")
      expect(statSync(path).mode & 0o7777).toBe(0o640)
    })
  )

  it.effect("of flushing the folder is forgiven where the platform cannot, and told where it did not work", () =>
    Effect.gen(function* () {
      const path = write(join(yield* folder, "f"), "old\n")
      const flush = (code: string): Bend =>
        bendFiles((file, opened) => (opened === dirname(path) ? { sync: Effect.fail(systemError(code, "fsync")) } : {}))
      yield* replace(yield* loaded(path), flush("EINVAL"))
      expect(read(path)).toBe("new\r\n")
      const error = yield* Effect.flip(replace(yield* loaded(path), flush("EIO")))
      expect(error).toMatchObject({ operation: "flush the folder of the written file," })
      expect(read(path)).toBe("new\r\n")
    })
  )

  it.live("keeps the message to what is known", () =>
    Effect.gen(function* () {
      const path = write(join(yield* folder, "f"), "old\n")
      const error = yield* Effect.flip(replace(yield* loaded(path), faults["the rename"]))
      expect(error.message).toBe(`[edit:io-error] Cannot replace ${path}: it did not work (EBUSY).`)
    })
  )
})

describe("an interruption", () => {
  it.effect("before the rename leaves the old file and nothing else", () =>
    Effect.gen(function* () {
      const path = write(join(yield* folder, "f"), "old\n")
      const reached = yield* Deferred.make<void>()
      const fiber = yield* Effect.forkChild(
        replace(yield* loaded(path), () => ({
          realPath: () => Effect.andThen(Deferred.succeed(reached, undefined), Effect.never)
        }))
      )
      yield* Deferred.await(reached)
      expect(leftovers(dirname(path))).toHaveLength(1)
      yield* Fiber.interrupt(fiber)
      expect(readdirSync(dirname(path))).toEqual(["f"])
      expect(read(path)).toBe("old\n")
    })
  )

  it.effect("waits for a write that is under way", () =>
    Effect.gen(function* () {
      const path = write(join(yield* folder, "f"), "old\n")
      const reached = yield* Deferred.make<void>()
      const released = yield* Deferred.make<void>()
      const calls: Array<string> = []
      const fiber = yield* Effect.forkChild(
        replace(
          yield* loaded(path),
          bendFiles((file) => ({
            writeAll: (bytes) =>
              Effect.gen(function* () {
                yield* Deferred.succeed(reached, undefined)
                yield* Deferred.await(released)
                yield* file.writeAll(bytes)
                calls.push("written")
              })
          }))
        )
      )
      yield* Deferred.await(reached)
      const interrupting = yield* Effect.forkChild(Fiber.interrupt(fiber))
      yield* Effect.yieldNow
      yield* Deferred.succeed(released, undefined)
      yield* Fiber.join(interrupting)
      const exit = yield* Fiber.await(fiber)
      expect(Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)).toBe(true)
      expect(calls).toEqual(["written"])
      expect(readdirSync(dirname(path))).toEqual(["f"])
      expect(read(path)).toBe("old\n")
    })
  )
})

describe("create", () => {
  it.effect("makes the file with its folders, and with the mode that new files get", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = join(root, "a/b/f")
      yield* create(path)
      expect(read(path)).toBe("new\r\n")
      const other = write(join(root, "other"), "")
      expect(statSync(path).mode).toBe(statSync(other).mode)
      expect(statSync(path).nlink).toBe(1)
      expect(leftovers(root)).toEqual([])
    })
  )

  it.effect("never writes over what is there by then: a file, a link to nothing", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "f"), "theirs")
      expect(yield* Effect.flip(create(path))).toMatchObject({ reason: { _tag: "exists", path } })
      expect(read(path)).toBe("theirs")
      symlinkSync(join(root, "absent"), join(root, "link"))
      expect(yield* Effect.flip(create(join(root, "link")))).toMatchObject({ reason: { _tag: "exists" } })
      expect(existsSync(join(root, "absent"))).toBe(false)
      expect(leftovers(root)).toEqual([])
    })
  )

  it.effect("lets one of ten win", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = join(root, "f")
      const results = yield* Effect.all(
        Array.from({ length: 10 }, (_, i) =>
          Effect.result(
            Effect.provide(Commit.write({ _tag: "create", path, key: path, bytes: Buffer.from(`${i}`) }), services())
          )
        ),
        { concurrency: "unbounded" }
      )
      const winners = results.flatMap(({ _tag }, i) => (_tag === "Success" ? [`${i}`] : []))
      expect(winners).toEqual([read(path)])
      expect(leftovers(root)).toEqual([])
    })
  )

  it.effect("refuses a folder that leads elsewhere by now", () =>
    Effect.gen(function* () {
      const root = yield* folder
      mkdirSync(join(root, "elsewhere"))
      symlinkSync("elsewhere", join(root, "sub"))
      expect(yield* Effect.flip(create(join(root, "sub/f")))).toMatchObject({ reason: { _tag: "outside-root" } })
      expect(readdirSync(join(root, "elsewhere"))).toEqual([])
    })
  )

  const noLinks: Bend = () => ({ link: () => Effect.fail(systemError("EPERM", "link")) })

  it.effect("does without hard links, still never over a file", () =>
    Effect.gen(function* () {
      const root = yield* folder
      yield* create(join(root, "f"), noLinks)
      expect(read(join(root, "f"))).toBe("new\r\n")
      expect(yield* Effect.flip(create(join(root, "f"), noLinks))).toMatchObject({ reason: { _tag: "exists" } })
      expect(readdirSync(root)).toEqual(["f"])
    })
  )

  it.effect.each(["EBUSY", undefined])("loses nothing that is written into the name it claimed, rename: %s", (code) =>
    Effect.gen(function* () {
      const target = join(yield* folder, "f")
      yield* Effect.flip(
        create(target, (fs) => ({
          ...noLinks(fs),
          // Somebody writes into the empty file as soon as it is there.
          open: (at, options) =>
            Effect.tap(fs.open(at, options), () =>
              at === target && options?.flag === "wx" ? Effect.sync(() => write(at, "theirs\n")) : Effect.void
            ),
          rename: (from, to) => (code === undefined ? fs.rename(from, to) : Effect.fail(systemError(code, "rename")))
        }))
      )
      expect(read(target)).toBe("theirs\n")
      expect(leftovers(dirname(target))).toEqual([])
    })
  )

  it.effect("takes away what it began, without hard links and with a full disk", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const full: Bend = (fs) => ({ ...noLinks(fs), rename: () => Effect.fail(systemError("ENOSPC", "rename")) })
      const error = yield* Effect.flip(create(join(root, "f"), full))
      expect(error.message).toBe(`[edit:io-error] Cannot create ${join(root, "f")}: it did not work (ENOSPC).`)
      expect(readdirSync(root)).toEqual([])
    })
  )
})
