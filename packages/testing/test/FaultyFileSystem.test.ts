import { describe, expect, it } from "@effect/vitest"
import { Fault, FaultyFileSystem, MemoryDisk } from "@kerf/testing"
import { Cause, Effect, Exit, FileSystem, Option } from "effect"
import { existsSync, writeFileSync } from "node:fs"

const bytes = (text: string) => Buffer.from(text)

const made = (plan?: FaultyFileSystem.Plan) => {
  const disk = MemoryDisk.make()
  disk.write("/disk/a", "contents")
  return { disk, ...FaultyFileSystem.make(disk.fileSystem, plan) }
}

/** Writes a file beside another and puts it in its place, as it should be done. */
const replace = Effect.fnUntraced(function* (path: string, text: string) {
  const fs = yield* FileSystem.FileSystem
  yield* Effect.scoped(
    Effect.gen(function* () {
      const file = yield* fs.open(`${path}.tmp`, { flag: "wx" })
      yield* Effect.addFinalizer(() => Effect.ignore(fs.remove(`${path}.tmp`, { force: true })))
      yield* file.writeAll(bytes(text))
      yield* file.sync
      yield* fs.rename(`${path}.tmp`, path)
    })
  )
  yield* Effect.scoped(Effect.flatMap(fs.open("/disk"), (folder) => folder.sync))
})

const code = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isFailure(exit)
    ? exit.cause.reasons.map((reason) =>
        Cause.isFailReason(reason)
          ? (reason.error as { readonly cause: { readonly code: string } }).cause.code
          : Cause.isDieReason(reason)
            ? reason.defect
            : reason
      )
    : "done"

describe("calls", () => {
  it.effect("are recorded in order, those of open files and closing too", () =>
    Effect.gen(function* () {
      const { calls, layer } = made()
      yield* Effect.provide(replace("/disk/a", "new"), layer)
      expect(calls.map(({ kind, nth, other, path }) => [kind, nth, path, other])).toEqual([
        ["open", 1, "/disk/a.tmp", undefined],
        ["writeAll", 1, "/disk/a.tmp", undefined],
        ["sync", 1, "/disk/a.tmp", undefined],
        ["rename", 1, "/disk/a.tmp", "/disk/a"],
        ["remove", 1, "/disk/a.tmp", undefined],
        ["close", 1, "/disk/a.tmp", undefined],
        ["open", 2, "/disk", undefined],
        ["sync", 2, "/disk", undefined],
        ["close", 2, "/disk", undefined]
      ])
      expect(calls.map(({ ordinal }) => ordinal)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    })
  )

  it.effect("of what is derived are those that it is made of", () =>
    Effect.gen(function* () {
      const { calls, fileSystem } = made()
      yield* fileSystem.exists("/disk/a")
      yield* fileSystem.writeFileString("/disk/a", "new")
      expect(calls.map(({ kind }) => kind)).toEqual(["access", "writeFile"])
    })
  )
})

describe("a failing call", () => {
  it.effect("has no effect, and fails as the system does", () =>
    Effect.gen(function* () {
      for (const each of ["ENOSPC", "EIO", "EACCES", "EPERM", "EBUSY"] as const) {
        const { disk, fileSystem } = made({ fault: Fault.fail(each), at: 1 })
        const exit = yield* Effect.exit(fileSystem.rename("/disk/a", "/disk/b"))
        expect(code(exit)).toEqual([each])
        expect(disk.read("/disk/a")).toBe("contents")
        yield* fileSystem.rename("/disk/a", "/disk/b")
      }
    })
  )

  it.effect("can be the first two of a kind, and then no more", () =>
    Effect.gen(function* () {
      const at = ({ kind, nth }: Fault.Call) => kind === "rename" && nth <= 2
      const { calls, disk, fileSystem, hits } = made({ fault: Fault.fail("EBUSY"), at })
      yield* Effect.retry(fileSystem.rename("/disk/a", "/disk/b"), { times: 2 })
      expect([calls.length, hits.length, disk.read("/disk/b")]).toEqual([3, 2, "contents"])
    })
  )

  it.effect("can last", () =>
    Effect.gen(function* () {
      const { disk, layer } = made({ fault: Fault.fail("EIO", { lasting: true }), at: 2 })
      expect(code(yield* Effect.exit(Effect.provide(replace("/disk/a", "new"), layer)))).toEqual(["EIO"])
      expect(disk.tree().map(({ path }) => path)).toEqual(["/disk", "/disk/a", "/disk/a.tmp"])
    })
  )
})

describe("a short call", () => {
  const short = (kind: Fault.Kind) => made({ fault: Fault.short, at: (call) => call.kind === kind && call.nth === 1 })
  const open = (fs: FileSystem.FileSystem) => fs.open("/disk/a", { flag: "r+" })

  it.effect("writes half and says so", () =>
    Effect.gen(function* () {
      const { disk, fileSystem } = short("write")
      const file = yield* open(fileSystem)
      expect(yield* file.write(bytes("1234567"))).toBe(3)
      yield* file.write(bytes("x"))
      expect(disk.read("/disk/a")).toBe("123xents")
    })
  )

  it.effect("writes half of all, and fails", () =>
    Effect.gen(function* () {
      const { disk, fileSystem } = short("writeAll")
      const file = yield* open(fileSystem)
      expect(code(yield* Effect.exit(file.writeAll(bytes("123456"))))).toEqual(["ENOSPC"])
      expect(disk.read("/disk/a")).toBe("123tents")
      const other = short("writeFile")
      expect(code(yield* Effect.exit(other.fileSystem.writeFile("/disk/a", bytes("123456"))))).toEqual(["ENOSPC"])
      expect(other.disk.read("/disk/a")).toBe("123")
    })
  )

  it.effect("reads half of what is there, and goes on after it", () =>
    Effect.gen(function* () {
      const file = yield* open(short("read").fileSystem)
      const buffer = Buffer.alloc(20, "-")
      expect(yield* file.read(buffer)).toBe(4)
      expect(yield* file.read(buffer.subarray(4))).toBe(4)
      expect(buffer.subarray(0, 8).toString()).toBe("contents")
      const other = yield* open(short("readAlloc").fileSystem)
      const pieces = [yield* other.readAlloc(100), yield* other.readAlloc(100)]
      expect(pieces.map((piece) => Buffer.from(Option.getOrThrow(piece)).toString())).toEqual(["cont", "ents"])
    })
  )
})

describe("a crash", () => {
  it.effect("before a call and after it stops everything, finalizers too, and is told from failures", () =>
    Effect.gen(function* () {
      for (const [when, after] of [
        ["before", ["/disk", "/disk/a", "/disk/a.tmp"]],
        ["after", ["/disk", "/disk/a"]]
      ] as const) {
        const { calls, disk, layer } = made({ fault: Fault.crash(when), at: 4 })
        const exit = yield* Effect.exit(Effect.provide(replace("/disk/a", "new"), layer))
        expect(FaultyFileSystem.isCrash(exit)).toBe(true)
        expect(calls.map(({ kind }) => kind)).toEqual(["open", "writeAll", "sync", "rename"])
        expect(disk.tree().map(({ path }) => path)).toEqual(after)
      }
      expect(FaultyFileSystem.isCrash(Exit.die(new Error("another")))).toBe(false)
    })
  )

  it.effect("ends a run that makes a success of it as well", () =>
    Effect.gen(function* () {
      const crashes: Array<boolean> = []
      yield* FaultyFileSystem.everyFault({
        setup: () => Effect.void,
        run: () => FileSystem.FileSystem.use((fs) => Effect.catchCause(fs.makeDirectory("/disk"), () => Effect.void)),
        check: ({ crashed, exit }) => Effect.sync(() => crashes.push(crashed && FaultyFileSystem.isCrash(exit))),
        faults: [Fault.crash("before"), Fault.crash("after")]
      })
      expect(crashes).toEqual([false, true, true])
    })
  )
})

it.effect("somebody else comes just before a call", () =>
  Effect.gen(function* () {
    const change = FileSystem.FileSystem.use((fs) => fs.writeFileString("/disk/a", "theirs"))
    const { calls, fileSystem } = made({ fault: Fault.interfere("writes", change), at: 2 })
    expect(yield* fileSystem.readFileString("/disk/a")).toBe("contents")
    expect(yield* fileSystem.readFileString("/disk/a")).toBe("theirs")
    expect(calls.length).toBe(2)
  })
)

describe("every fault", () => {
  type Outcome = FaultyFileSystem.Outcome<void, unknown, void>
  const setup = (disk: MemoryDisk.MemoryDisk) => Effect.sync(() => disk.write("/disk/a", "old"))
  const whole = ({ crashed, defects, disk, exit, new: after, old }: Outcome) =>
    Effect.gen(function* () {
      if (crashed) yield* disk.fileSystem.remove("/disk/a.tmp", { force: true })
      expect(defects).toEqual([])
      expect([old, after]).toContainEqual(disk.tree())
      if (Exit.isSuccess(exit)) expect(disk.tree()).toEqual(after)
    })
  const every = (run: Effect.Effect<void, unknown, FileSystem.FileSystem>, check = whole) =>
    FaultyFileSystem.everyFault({ setup, run: () => run, check })

  it.effect("of a careful replacement leaves it whole, and is counted", () =>
    Effect.gen(function* () {
      const { byFault, byKind, points } = yield* every(replace("/disk/a", "new"))
      expect(byKind).toEqual({ open: 25, writeAll: 11, sync: 20, rename: 13, remove: 12, close: 16 })
      expect(Object.keys(byFault).toSorted()).toEqual(Fault.all.map(({ name }) => name).toSorted())
      expect(points).toBe(97)
    })
  )

  const wrong: Readonly<Record<string, readonly [Effect.Effect<void, unknown, FileSystem.FileSystem>, RegExp]>> = {
    "writes in place": [
      FileSystem.FileSystem.use((fs) => fs.writeFileString("/disk/a", "fresh")),
      /^short at call 1, writeFile \/disk\/a: /
    ],
    "does not flush": [
      FileSystem.FileSystem.use((fs) =>
        Effect.andThen(fs.writeFileString("/disk/a.tmp", "fresh"), fs.rename("/disk/a.tmp", "/disk/a")).pipe(
          Effect.onError(() => Effect.ignore(fs.remove("/disk/a.tmp", { force: true })))
        )
      ),
      /^crash after, keeping entries at call 2, rename \/disk\/a.tmp \/disk\/a: /
    ],
    "leaves its temporary file": [
      FileSystem.FileSystem.use((fs) =>
        Effect.andThen(fs.writeFileString("/disk/a.tmp", "fresh"), fs.rename("/disk/a.tmp", "/disk/a"))
      ),
      /^short at call 1, writeFile \/disk\/a.tmp: /
    ],
    throws: [Effect.orDie(replace("/disk/a", "fresh")), /^ENOSPC at call 1, open \/disk\/a.tmp: /]
  }

  it.effect.each(Object.keys(wrong))("catches one that %s, and says where", (name) =>
    Effect.gen(function* () {
      const [run, message] = wrong[name]!
      const exit = yield* Effect.exit(every(run))
      expect(String((Cause.squash((exit as Exit.Failure<unknown, unknown>).cause) as Error).message)).toMatch(message)
    })
  )

  it.effect("catches one that passes the file system by: there is no such path", () =>
    Effect.gen(function* () {
      const run = Effect.try({
        try: () => writeFileSync("/disk-in-memory/a", "new"),
        catch: (cause) => cause as NodeJS.ErrnoException
      })
      const exits: Array<unknown> = []
      const report = yield* FaultyFileSystem.everyFault({
        setup: (disk) => Effect.sync(() => disk.write("/disk-in-memory/a", "old")),
        run: () => run,
        check: ({ exit }) => Effect.sync(() => exits.push(Exit.isFailure(exit) && exit.cause.reasons))
      })
      expect(exits).toMatchObject([[{ error: { code: "ENOENT" } }]])
      expect([report.points, existsSync("/disk-in-memory")]).toEqual([0, false])
    })
  )

  it.effect("refuses a run that is not the same again", () =>
    Effect.gen(function* () {
      let runs = 0
      const run = FileSystem.FileSystem.use((fs) =>
        runs++ === 0 ? Effect.asVoid(fs.stat("/disk/a")) : Effect.asVoid(fs.readFile("/disk/a"))
      )
      const exit = yield* Effect.exit(every(run, () => Effect.void))
      expect(String(code(exit))).toMatch("a run cannot be repeated: call 1, stat /disk/a became 1, readFile /disk/a")
    })
  )
})
