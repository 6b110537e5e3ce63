// Every call of a transaction, and everything that can go wrong in it: the files are all old or all new, nothing else is
// left, what went wrong is said and not thrown, and what is done lasts.
import * as NodePath from "@effect/platform-node/NodePath"
import { describe, expect, it } from "@effect/vitest"
import { type Commit, FileBytes, FileLock, Journal, TemporaryFile, Transaction } from "@kerf/node"
import { Fault, FaultyFileSystem } from "@kerf/testing"
import { Effect, type FileSystem, Layer } from "effect"
import { dirname } from "node:path"
import { everyFault, type Wrong } from "./EveryFault.ts"

const bytes = Buffer.from("new, and longer than the old\r\n")

/** What a process has: its locks, and the journal on the disk. Built anew for each, as a dead one keeps nothing. */
const services = Layer.provideMerge(Journal.Journal.layerIn("/state"), [FileLock.FileLock.layerProcess, NodePath.layer])

const replace = (path: string): Effect.Effect<Commit.Change, unknown, FileSystem.FileSystem> =>
  Effect.map(FileBytes.read(path), (file) => ({ _tag: "replace", path, key: path, file, bytes }))
const create = (path: string): Effect.Effect<Commit.Change> =>
  Effect.succeed({ _tag: "create", path, key: path, bytes })

/** After the rename: the file is new, and a flush or the reading again fails. */
const afterwards: Wrong = "failed, but new"

// What is listed is what is not promised (see docs/transaction.md); anything more fails, and so does anything less.
describe("whatever fails, the files are all old or all new, but for what is named:", () => {
  const cases: ReadonlyArray<
    readonly [
      name: string,
      changes: Effect.Effect<ReadonlyArray<Commit.Change>, unknown, FileSystem.FileSystem>,
      exceptions: ReadonlyArray<Wrong>,
      without?: Fault.Kind
    ]
  > = [
    ["one that is replaced", Effect.all([replace("/disk/a")]), [afterwards]],
    ["one that is created", Effect.all([create("/disk/new")]), [afterwards]],
    [
      "one that is created in new folders, which a crash leaves",
      Effect.all([create("/disk/x/y/new")]),
      [afterwards, "an empty folder is left"]
    ],
    [
      "one that is created where there are no hard links, which a crash leaves empty",
      Effect.all([create("/disk/new")]),
      [afterwards, "a mixture"],
      "link"
    ],
    [
      "two that are replaced, and one that is created in a new folder, which a crash leaves",
      Effect.all([replace("/disk/a"), create("/disk/x/new"), replace("/disk/sub/b")]),
      ["an empty folder is left"]
    ]
  ]

  it.live.each(cases)("%s", ([, changes, exceptions, without]) =>
    Effect.gen(function* () {
      const { findings } = yield* everyFault({
        setup: (disk) => {
          disk.write("/disk/a", "old a\n", { mode: 0o640 })
          disk.write("/disk/sub/b", "old b\n")
          return changes
        },
        run: (changes) => Effect.provide(Transaction.run(changes), services),
        recover: (changes) =>
          Effect.andThen(
            Transaction.recover(() => true),
            Effect.forEach(changes, ({ key, path }) => TemporaryFile.sweep(dirname(path), key))
          ).pipe(Effect.provide(services)),
        bend: (fs) =>
          FaultyFileSystem.make(fs, { fault: Fault.fail("EPERM"), at: ({ kind }) => kind === without }).fileSystem
      })
      expect([...findings.keys()].toSorted()).toEqual(exceptions.toSorted())
    })
  )
})
