// Every call of an edit as a user makes it, and everything that can go wrong in it; and what happens to this suite when a
// safeguard is taken out.
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodePath from "@effect/platform-node/NodePath"
import { describe, expect, it } from "@effect/vitest"
import { FileState } from "@kerf/core"
import { Presets } from "@kerf/matchers"
import { Editor, FileLock, FileText, Formatter, Journal, type Report, Workspace } from "@kerf/node"
import { Fault, type MemoryDisk } from "@kerf/testing"
import { Effect, type FileSystem, Layer } from "effect"
import { everyFault, type Findings, interference, type Wrong } from "./EveryFault.ts"
import { bendFile } from "./Fixture.ts"

// The paths of this disk are no other process's: so its locks are none between processes, or two runs of this suite at once
// would take turns.
const journalOnDisk = Journal.Journal.layerIn("/state").pipe(Layer.provide(FileLock.FileLock.layerProcess))

/** What one process is made of. */
const process = (options: { readonly formats?: boolean; readonly journal?: typeof journalOnDisk } = {}) =>
  Editor.Editor.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(Workspace.Workspace.layer({ roots: ["/disk"] }), FileState.FileState.layer)),
    Layer.provide([
      Presets.standard.layer,
      options.journal ?? journalOnDisk,
      FileLock.FileLock.layerProcess,
      NodeCrypto.layerDigest,
      options.formats === true ? Layer.succeed(Formatter.Formatter, upperCase) : Layer.empty
    ]),
    Layer.provideMerge(NodePath.layer),
    Layer.fresh
  )

const upperCase: Formatter.Formatter = {
  format: ({ text }) => Effect.succeed({ _tag: "formatted", by: "upper", text: text.toUpperCase() })
}

const setup = (disk: MemoryDisk.MemoryDisk) =>
  Effect.gen(function* () {
    disk.write("/disk/a", "old a\nmore\n", { mode: 0o640 })
    disk.write("/disk/sub/b", "old b\n")
    // An edit that was made before.
    disk.write("/disk/undone", "old\n")
    const edited = Editor.Editor.use((editor) => editor.edit(edit("undone")))
    return yield* Effect.provide(Effect.andThen(read(["/disk/undone"]), edited), process())
  })

/** Reads what there is, as an agent does before it edits. */
const read = Effect.fnUntraced(function* (paths: ReadonlyArray<string>) {
  const state = yield* FileState.FileState
  for (const path of paths) yield* state.recordRead(path, { content: yield* FileText.read(path) })
})

const edit = (path: string) => ({ path, edits: [{ oldText: "old", newText: "new and longer" }] })
const create = { path: "new", edits: [{ oldText: "", newText: "created\n" }] }

type Call = (editor: Editor.Editor["Service"], done: Report.Report) => Effect.Effect<unknown, unknown>

const one: Call = (editor) => editor.edit(edit("a"))
const three: Call = (editor) => editor.editFiles({ files: [edit("a"), create, edit("sub/b")] })
const undoLast: Call = (editor, report) => editor.undo(report)
const calls: Readonly<Record<string, readonly [Call, ReadonlyArray<Wrong>, formats?: boolean]>> = {
  "an edit": [one, ["failed, but new"]],
  "a create": [(editor) => editor.edit(create), ["failed, but new"]],
  "an edit that is formatted": [one, ["failed, but new"], true],
  "an edit of three files": [three, []],
  "an undo": [undoLast, ["failed, but new"]]
}

/** The next process: it recovers, and edits in each folder. */
const recover = Effect.provide(
  Editor.Editor.use((editor) =>
    Effect.forEach(["zz", "sub/zz"], (path) =>
      Effect.flatMap(editor.edit({ path, edits: [{ oldText: "", newText: "x" }] }), editor.undo)
    )
  ),
  process()
)

const every = (
  call: Call,
  options: Parameters<typeof process>[0] & Partial<Pick<Parameters<typeof everyFault>[0], "bend" | "faults">> = {}
) =>
  everyFault({
    setup,
    run: (done) =>
      Effect.provide(
        Effect.andThen(
          read(["/disk/a", "/disk/sub/b"]),
          Editor.Editor.use((editor) => call(editor, done))
        ),
        process(options)
      ),
    recover: () => recover,
    ...(options.bend === undefined ? {} : { bend: options.bend }),
    ...(options.faults === undefined ? {} : { faults: options.faults })
  })

const said = (findings: Findings) => [...findings.keys()].toSorted()

describe("whatever fails in it, the files are all old or all new, and the failure is typed:", () => {
  it.live.each(Object.entries(calls))("%s", ([name, [call, exceptions, formats = false]]) =>
    Effect.gen(function* () {
      const { findings, points } = yield* every(call, { formats })
      console.log(`${name}: ${points} fault points`)
      expect(said(findings)).toEqual(exceptions)
      expect(FileLock.turns()).toBe(0)
    })
  )
})

describe("what somebody else writes while it goes on is kept, but for the instant before the rename:", () => {
  it.live.each(["an edit", "an edit that is formatted", "an edit of three files"])("%s", (name) =>
    Effect.gen(function* () {
      const [call, , formats = false] = calls[name]!
      const { findings } = yield* every(call, { formats, faults: [interference] })
      expect([...(findings.get("their change is lost") ?? [])]).toEqual([
        "their change at close",
        "their change at lstat",
        "their change at rename"
      ])
      expect(said(findings)).toEqual(["their change is lost"])
    })
  )
})

describe("this suite fails without", () => {
  const withFiles =
    (members: (file: FileSystem.File, path: string) => Partial<FileSystem.File>) => (fs: FileSystem.FileSystem) => ({
      ...fs,
      open: (path: string, options?: Parameters<FileSystem.FileSystem["open"]>[1]) =>
        Effect.map(fs.open(path, options), (file) => bendFile(file, members(file, path)))
    })
  const crashes = Fault.all.filter(({ _tag }) => _tag === "crash")

  it.live("the flush of the file", () =>
    Effect.gen(function* () {
      const bend = withFiles((_, path) => (path.includes("/.kerf-") ? { sync: Effect.void } : {}))
      expect(said((yield* every(one, { bend, faults: crashes })).findings)).toContain("a mixture")
    })
  )

  it.live("the flush of the folder", () =>
    Effect.gen(function* () {
      const bend = withFiles((_, path) => (path === "/disk" ? { sync: Effect.void } : {}))
      expect(said((yield* every(one, { bend, faults: crashes })).findings)).toContain("done, but not to stay")
    })
  )

  it.live("the comparison", () =>
    Effect.gen(function* () {
      // The file is shown as it was, whatever has become of it, from when the new bytes are written.
      const bend = (fs: FileSystem.FileSystem): FileSystem.FileSystem => {
        let staged = false
        const before = Buffer.from("old a\nmore\n")
        const readOnce = () => {
          let offset = 0
          return (buffer: Uint8Array) =>
            Effect.sync(() => {
              const count = before.copy(buffer, 0, offset)
              offset += count
              return count
            })
        }
        return {
          ...fs,
          rename: (from, to) => Effect.tap(fs.rename(from, to), () => Effect.sync(() => (staged = false))),
          open: (path, options) => {
            if (path.includes("/.kerf-")) staged = true
            const file = fs.open(path, options)
            return path === "/disk/a" && staged
              ? Effect.map(file, (file) => bendFile(file, { read: readOnce() }))
              : file
          }
        }
      }
      const { findings } = yield* every(one, { bend, faults: [interference] })
      expect([...(findings.get("their change is lost") ?? [])]).toContain("their change at realPath")
    })
  )

  it.live("the journal", () =>
    Effect.gen(function* () {
      const journal = Layer.succeed(Journal.Journal, {
        open: (steps: ReadonlyArray<Journal.Step>) => Effect.succeed({ id: "none", steps, close: Effect.void }),
        abandoned: Effect.succeed([]),
        listed: Effect.succeed([]),
        take: () => Effect.die("nothing is listed")
      })
      expect(said((yield* every(three, { journal, faults: crashes })).findings)).toContain("a mixture")
    })
  )

  it.live("the flush of the journal", () =>
    Effect.gen(function* () {
      const bend = withFiles((_, path) => (path.startsWith("/state") ? { sync: Effect.void } : {}))
      expect(said((yield* every(three, { bend, faults: crashes })).findings)).toContain("a mixture")
    })
  )
})
