// Every call of a transaction, and everything that can go wrong in it: the files are all old or all new, nothing else is
// left, what went wrong is said and not thrown, and what is done lasts.
import * as NodePath from "@effect/platform-node/NodePath"
import { describe, expect, it } from "@effect/vitest"
import { type Commit, FileBytes, FileLock, Journal, TemporaryFile, Transaction } from "@kerf/node"
import { Fault, FaultyFileSystem, type MemoryDisk } from "@kerf/testing"
import { Cause, Effect, Exit, FileSystem, Layer } from "effect"
import { dirname } from "node:path"

const bytes = Buffer.from("new, and longer than the old\r\n")

/** What a process has: its locks, and the journal on the disk. Built anew for each, as a dead one keeps nothing. */
const services = Layer.provideMerge(Journal.Journal.layerIn("/state"), [FileLock.FileLock.layerProcess, NodePath.layer])

/** What the next process does before it edits. */
const recover = (changes: ReadonlyArray<Commit.Change>) =>
  Effect.andThen(
    Transaction.recover(() => true),
    Effect.forEach(changes, ({ key, path }) => TemporaryFile.sweep(dirname(path), key))
  ).pipe(Effect.provide(services))

/** Files, without the journal's empty folders. */
const files = (tree: ReadonlyArray<MemoryDisk.Entry>) =>
  tree.flatMap(({ content, kind, links, mode, path }) =>
    path === "/state" || path === "/state/journal" ? [] : [{ path, content, mode, links: kind === "file" ? links : 0 }]
  )

/** Runs a transaction with every fault at every call. Returns what was not as it should be, and where. */
const every = (options: {
  readonly changes: Effect.Effect<ReadonlyArray<Commit.Change>, unknown, FileSystem.FileSystem>
  readonly faults?: ReadonlyArray<Fault.Fault>
  readonly without?: Fault.Kind
}) =>
  Effect.gen(function* () {
    const wrong = new Map<string, Set<string>>()
    const { byFault, points } = yield* FaultyFileSystem.everyFault({
      setup: (disk) => {
        disk.write("/disk/a", "old a\n", { mode: 0o640 })
        disk.write("/disk/sub/b", "old b\n")
        return options.changes
      },
      run: (changes) =>
        FileSystem.FileSystem.use((fs) => {
          const at = ({ kind }: Fault.Call) => kind === options.without
          const bent = FaultyFileSystem.make(fs, { fault: Fault.fail("EPERM"), at })
          return Effect.provide(Transaction.run(changes), Layer.provideMerge(services, bent.layer))
        }),
      check: ({ call, crashed, defects, disk, exit, fault, new: after, old, prepared }) =>
        Effect.gen(function* () {
          const say = (what: string) => {
            const at = `${fault?.name.replace(/^crash (\w+).*/, "crash $1") ?? "no fault"} at ${call?.kind}`
            wrong.set(what, (wrong.get(what) ?? new Set()).add(at))
          }
          if (crashed) yield* recover(prepared)
          const text = (tree: ReadonlyArray<MemoryDisk.Entry>) => JSON.stringify(files(tree))
          const tree = text(disk.tree())
          const isNew = tree === text(after)
          if (defects.length > 0) say("a defect")
          if (!isNew && tree !== text(old)) {
            const known = new Set([...old, ...after].map(({ path }) => path))
            const left = disk
              .tree()
              .filter(({ path }) => !known.has(path) && files([...old, ...after]).every((e) => e.path !== path))
            const isEditedFile = (entry: MemoryDisk.Entry) => entry.kind === "file" && known.has(entry.path)
            const only = (tree: ReadonlyArray<MemoryDisk.Entry>) =>
              JSON.stringify(tree.filter(isEditedFile).map(({ content, path, mode }) => [path, content, mode]))
            const state = only(disk.tree())
            if (state !== only(old) && state !== only(after)) say("a mixture")
            else if (left.some(({ path }) => path.includes("/.kerf-"))) say("a temporary file is left")
            else if (files(left).some(({ path }) => path.startsWith("/state"))) say("the journal is left")
            else say("an empty folder is left")
          }
          if (Exit.isSuccess(exit)) {
            if (!isNew) say("done, but not new")
            disk.crash()
            yield* recover(prepared)
            if (text(disk.tree()) !== text(after)) say("done, but not to stay")
          } else if (!crashed) {
            if (isNew) say("failed, but new")
            const error = exit.cause.reasons.find(Cause.isFailReason)?.error
            if (!["EditIoError", "Refused", "Stale", "PartialCommit"].includes(error?._tag ?? "")) say("not typed")
          }
        }),
      ...(options.faults === undefined ? {} : { faults: options.faults })
    })
    expect(points).toBeGreaterThan(100)
    expect(Object.keys(byFault).length).toBe((options.faults ?? Fault.all).length)
    return wrong
  })

const replace = (path: string): Effect.Effect<Commit.Change, unknown, FileSystem.FileSystem> =>
  Effect.map(FileBytes.read(path), (file) => ({ _tag: "replace", path, key: path, file, bytes }))
const create = (path: string): Effect.Effect<Commit.Change> =>
  Effect.succeed({ _tag: "create", path, key: path, bytes })

/** After the rename: the file is new, and a flush or the reading again fails. */
const afterwards = "failed, but new"

// What is listed is what is not promised (see docs/transaction.md); anything more fails, and so does anything less.
describe("whatever fails, the files are all old or all new, but for what is named:", () => {
  const cases: ReadonlyArray<
    readonly [name: string, options: Parameters<typeof every>[0], exceptions: ReadonlyArray<string>]
  > = [
    ["one that is replaced", { changes: Effect.all([replace("/disk/a")]) }, [afterwards]],
    ["one that is created", { changes: Effect.all([create("/disk/new")]) }, [afterwards]],
    [
      "one that is created in new folders, which a crash leaves",
      { changes: Effect.all([create("/disk/x/y/new")]) },
      [afterwards, "an empty folder is left"]
    ],
    [
      "one that is created where there are no hard links, which a crash leaves empty",
      { changes: Effect.all([create("/disk/new")]), without: "link" },
      [afterwards, "a mixture"]
    ],
    [
      "two that are replaced, and one that is created in a new folder, which a crash leaves",
      { changes: Effect.all([replace("/disk/a"), create("/disk/x/new"), replace("/disk/sub/b")]) },
      ["an empty folder is left"]
    ]
  ]

  it.live.each(cases)("%s", ([, options, exceptions]) =>
    Effect.gen(function* () {
      const wrong = yield* every(options)
      expect([...wrong.keys()].toSorted()).toEqual(exceptions.toSorted())
    })
  )
})
