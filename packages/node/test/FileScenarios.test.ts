// What goes wrong with files elsewhere, by the ids of the cases: what is right, on real files, or on a disk in memory where
// it takes a fault or another user than root.
import * as NodePath from "@effect/platform-node/NodePath"
import { describe, expect, it } from "@effect/vitest"
import { FileState } from "@kerf/core"
import { Fault, FaultyFileSystem, MemoryDisk } from "@kerf/testing"
import { Effect, type FileSystem, Layer } from "effect"
import { execFileSync } from "node:child_process"
import { chmodSync, linkSync, lstatSync, mkdirSync, readlinkSync, statSync, symlinkSync, utimesSync } from "node:fs"
import { join } from "node:path"
import * as Agent from "./Agent.ts"
import { folder, leftovers, read, write } from "./Fixture.ts"

/** An agent that has read a file. */
const hasRead = Effect.fnUntraced(function* (content: string, options?: Parameters<typeof Agent.make>[1]) {
  const root = yield* folder
  const path = write(join(root, "f.txt"), content)
  const agent = yield* Agent.make(root, options)
  yield* agent.read(path)
  return { ...agent, root, path }
})

describe("several files", () => {
  it.effect("R112: where the second is read-only, both are as before, and the failure names it", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const paths = [write(join(root, "a"), "one\n"), write(join(root, "b"), "one\n", 0o444)]
      const { editor, read: look, within } = yield* Agent.make(root)
      for (const path of paths) yield* look(path)
      const files = paths.map((path) => ({ path, edits: [{ oldText: "one", newText: "two" }] }))
      expect(yield* Effect.flip(within(editor.editFiles({ files })))).toMatchObject({
        _tag: "EditFilesError",
        files: 2,
        failures: [{ path: paths[1], failure: { _tag: "Refused", reason: { _tag: "not-writable", path: paths[1] } } }]
      })
      expect(paths.map(read)).toEqual(["one\n", "one\n"])
      expect(leftovers(root)).toEqual([])
    })
  )

  it.effect("R112: where the folder of the second is not writable, both are as before, and the failure names it", () =>
    Effect.gen(function* () {
      const disk = MemoryDisk.make()
      const paths = ["/disk/a/f", "/disk/b/f"]
      for (const path of paths) disk.write(path, "one\n")
      disk.write("/state/mine", "")
      yield* disk.fileSystem.chmod("/disk/b", 0o555)
      const before = disk.tree().filter(({ path }) => path.startsWith("/disk"))
      const agent = yield* Agent.make("/disk", {
        journal: "/state",
        services: Layer.merge(disk.layer, NodePath.layer)
      })
      for (const path of paths) yield* agent.read(path)
      const files = paths.map((path) => ({ path, edits: [{ oldText: "one", newText: "two" }] }))
      const failure = yield* Effect.flip(agent.within(agent.editor.editFiles({ files })))
      expect(failure.message).toBe(
        "[edit:io-error] Cannot write a temporary file beside /disk/b/f: permission denied (EACCES)."
      )
      expect(disk.tree().filter(({ path }) => path.startsWith("/disk"))).toEqual(before)
    })
  )
})

describe("changed since it was read", () => {
  it.effect("R136: applies where only the time is another", () =>
    Effect.gen(function* () {
      const { path, replace } = yield* hasRead("val = 1\n")
      utimesSync(path, new Date(), new Date(Date.now() + 3_600_000))
      yield* replace(path, "1", "3")
      expect(read(path)).toBe("val = 3\n")
    })
  )

  it.effect("R138: is stale where time and size are equal, and the bytes are not", () =>
    Effect.gen(function* () {
      const { path, replace } = yield* hasRead("val = 1\n")
      const { atime, mtime } = statSync(path)
      write(path, "val = 2\n")
      utimesSync(path, atime, mtime)
      expect(yield* Effect.flip(replace(path, "val", "var"))).toMatchObject({ _tag: "Stale", reason: "modified", path })
      expect(read(path)).toBe("val = 2\n")
    })
  )

  it.effect("R139: is stale after a formatter, and the message shows what stands there now", () =>
    Effect.gen(function* () {
      const { path, replace } = yield* hasRead("x=1\ny=2\n")
      write(path, "x = 1\ny = 2\n")
      const failure = yield* Effect.flip(replace(path, "x=1", "x=3"))
      expect(failure.message).toBe(
        `[edit:stale] ${path} has changed since it was read; nothing was written. Read it again, then send the edit ` +
          "again. It now has:\nlines 1-2:\nx = 1\ny = 2"
      )
      expect(failure).toMatchObject({ _tag: "Stale", reason: "modified" })
    })
  )

  it.effect("R140: is stale where oldText still stands once, and applies it with `rematch`", () =>
    Effect.gen(function* () {
      const refusing = yield* hasRead("a = 1\nb = 2\n")
      write(refusing.path, "a = 5\nb = 2\n")
      expect(yield* Effect.flip(refusing.replace(refusing.path, "b = 2", "b = 3"))).toMatchObject({
        _tag: "Stale",
        reason: "modified"
      })
      expect(read(refusing.path)).toBe("a = 5\nb = 2\n")

      const { path, replace } = yield* hasRead("a = 1\nb = 2\n", { changed: "rematch" })
      write(path, "a = 5\nb = 2\n")
      expect(yield* replace(path, "b = 2", "b = 3")).toMatchObject({ notes: [{ note: { _tag: "rematched" } }] })
      expect(read(path)).toBe("a = 5\nb = 3\n")
    })
  )

  it.effect("R141: is stale where it changes between the plan and the write, and the change survives", () =>
    Effect.gen(function* () {
      const { editor, path, within } = yield* hasRead("a\nb\n")
      const planned = yield* within(editor.plan({ path, edits: [{ oldText: "a", newText: "A" }] }))
      write(path, "a\nB\n")
      expect(yield* Effect.flip(within(editor.commit(planned)))).toMatchObject({ _tag: "Stale", reason: "modified" })
      expect(read(path)).toBe("a\nB\n")
    })
  )
})

describe("what was read", () => {
  it.effect("R143: a file that was not read is stale, and stays so at a second try", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "f"), "a\n")
      const { replace } = yield* Agent.make(root)
      for (let i = 0; i < 2; i++) {
        expect(yield* Effect.flip(replace(path, "a", "b"))).toMatchObject({ _tag: "Stale", reason: "never-read", path })
      }
      expect(read(path)).toBe("a\n")
    })
  )

  it.effect("R144: a file that was read under another spelling of its path is read", () =>
    Effect.gen(function* () {
      const root = yield* folder
      mkdirSync(join(root, "dir"))
      const path = write(join(root, "f.txt"), "a\n")
      symlinkSync("../f.txt", join(root, "dir/link"))
      const { read: look, replace } = yield* Agent.make(root)
      yield* look("./dir/../f.txt")
      yield* replace(path, "a", "b")
      yield* replace("dir/link", "b", "c")
      yield* replace(`${root}//dir/./../f.txt`, "c", "d")
      expect(read(path)).toBe("d\n")
    })
  )

  it.effect("R145: of a file that was read in part, only what was shown may be edited", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "f"), "1\n2\n3\n4\n")
      const { read: look, replace } = yield* Agent.make(root)
      yield* look(path, { offset: 1, limit: 2 })
      expect(yield* Effect.flip(replace(path, "4", "x"))).toMatchObject({
        _tag: "Stale",
        reason: "partly-read",
        unseen: [{ line: 4, endLine: 4 }]
      })
      expect(read(path)).toBe("1\n2\n3\n4\n")
      yield* replace(path, "2", "x")
      yield* look(path)
      yield* replace(path, "4", "y")
      expect(read(path)).toBe("1\nx\n3\ny\n")
    })
  )

  it.effect("R145: with `whole-file`, nothing may be edited until all was shown", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "f"), "1\n2\n3\n4\n")
      const { editor, read: look, within } = yield* Agent.make(root)
      const replace = within(
        Effect.provideService(
          editor.edit({ path, edits: [{ oldText: "1", newText: "x" }] }),
          FileState.PartialReads,
          "whole-file"
        )
      )
      yield* look(path, { offset: 1, limit: 2 })
      expect(yield* Effect.flip(replace)).toMatchObject({ reason: "partly-read", unseen: [{ line: 3, endLine: 4 }] })
      yield* look(path, { offset: 3 })
      yield* replace
      expect(read(path)).toBe("x\n2\n3\n4\n")
    })
  )

  it.effect("R146: an edit needs no read after one's own edit", () =>
    Effect.gen(function* () {
      const { path, replace } = yield* hasRead("a\nb\n")
      yield* replace(path, "a", "A")
      yield* replace(path, "b", "B")
      expect(read(path)).toBe("A\nB\n")
    })
  )
})

describe("at once", () => {
  it.live("R147: two edits of one file that start together are both in it", () =>
    Effect.gen(function* () {
      const { path, replace } = yield* hasRead("a\nb\n")
      yield* Effect.all([replace(path, "a", "long enough to move the rest"), replace(path, "b", "B")], {
        concurrency: "unbounded"
      })
      expect(read(path)).toBe("long enough to move the rest\nB\n")
    })
  )
})

describe("links and modes", () => {
  it.effect("R149: an edit through a link changes the target, and leaves the link", () =>
    Effect.gen(function* () {
      const root = yield* folder
      write(join(root, "real.md"), "a\n")
      symlinkSync("real.md", join(root, "link.md"))
      const { read: look, replace } = yield* Agent.make(root)
      yield* look("link.md")
      yield* replace("link.md", "a", "b")
      expect(lstatSync(join(root, "link.md")).isSymbolicLink()).toBe(true)
      expect([readlinkSync(join(root, "link.md")), read(join(root, "real.md"))]).toEqual(["real.md", "b\n"])
    })
  )

  const outside: ReadonlyArray<readonly [string, string, string]> = [
    ["R150: a link that leads out of the root", "doc.txt", "elsewhere/secret.txt"],
    ["R151: a path that climbs out of the root", "../proj2/f.txt", "proj2/f.txt"]
  ]
  it.effect.each(outside)("%s is refused", ([, path, target]) =>
    Effect.gen(function* () {
      const base = yield* folder
      for (const name of ["proj", "proj2", "elsewhere"]) mkdirSync(join(base, name))
      write(join(base, "proj2/f.txt"), "a\n")
      write(join(base, "elsewhere/secret.txt"), "a\n")
      symlinkSync(join(base, "elsewhere/secret.txt"), join(base, "proj/doc.txt"))
      const { read: look, replace } = yield* Agent.make(join(base, "proj"))
      const reason = { _tag: "Refused", reason: { _tag: "outside-root", path: join(base, target) } }
      expect(yield* Effect.flip(look(path))).toMatchObject(reason)
      expect(yield* Effect.flip(replace(path, "a", "b"))).toMatchObject(reason)
      expect(read(join(base, target))).toBe("a\n")
    })
  )

  it.effect.each([0o755, 0o600])("R152: the mode %o stays", (mode) =>
    Effect.gen(function* () {
      const { path, replace } = yield* hasRead("a\n")
      chmodSync(path, mode)
      yield* replace(path, "a", "b")
      expect([read(path), statSync(path).mode & 0o7777]).toEqual(["b\n", mode])
    })
  )

  it.effect("R153: both names of a file show the new text, and a note says so", () =>
    Effect.gen(function* () {
      const { path, replace } = yield* hasRead("a\n")
      linkSync(path, `${path}2`)
      const { notes } = yield* replace(path, "a", "b")
      expect(notes).toMatchObject([{ note: { _tag: "hard-links", links: 2 } }])
      expect([read(path), read(`${path}2`), statSync(path).nlink]).toEqual(["b\n", "b\n", 2])
    })
  )

  it.effect("R156: a read-only file is refused", () =>
    Effect.gen(function* () {
      const { path, replace } = yield* hasRead("a\n")
      chmodSync(path, 0o444)
      expect(yield* Effect.flip(replace(path, "a", "b"))).toMatchObject({ reason: { _tag: "not-writable", path } })
      expect(read(path)).toBe("a\n")
    })
  )

  it.effect("R164: a file that is not there is refused; one that was read, and is gone, is stale", () =>
    Effect.gen(function* () {
      const { path, replace, root } = yield* hasRead("a\n")
      const absent = join(root, "absent")
      expect(yield* Effect.flip(replace(absent, "a", "b"))).toMatchObject({ reason: { _tag: "missing", path: absent } })
      execFileSync("mv", [path, `${path}.moved`])
      expect(yield* Effect.flip(replace(path, "a", "b"))).toMatchObject({ _tag: "Stale", reason: "deleted", path })
    })
  )
})

describe("a write that is cut short", () => {
  const faults = [
    Fault.fail("ENOSPC", { lasting: true }),
    Fault.short,
    Fault.crash("before"),
    Fault.crash("before", "all")
  ]

  it.live.each(faults)("R154: leaves the old file whole and nothing beside it, whatever call it is: $name", (fault) =>
    Effect.gen(function* () {
      const old = "old text that stays\n"
      const run = (at: number) =>
        Effect.gen(function* () {
          const disk = MemoryDisk.make()
          disk.write("/disk/f", old)
          disk.write("/state/mine", "")
          const faulty = FaultyFileSystem.make(disk.fileSystem, { fault, at })
          const on = (layer: Layer.Layer<FileSystem.FileSystem>) =>
            Agent.make("/disk", { journal: "/state", unseen: "trust", services: Layer.merge(layer, NodePath.layer) })
          const edited = yield* Effect.exit(
            Effect.scoped(Effect.flatMap(on(faulty.layer), ({ replace }) => replace("f", "old", "new")))
          )
          if (fault._tag === "crash") disk.crash({ keep: fault.keep })
          const after = disk.read("/disk/f")
          const files = () => disk.tree().flatMap(({ path }) => (path.startsWith("/disk/") ? [path] : []))
          const atOnce = fault._tag === "crash" ? ["/disk/f"] : files()
          // The next one that edits takes away what a dead one left.
          if (after === old) yield* Effect.flatMap(on(disk.layer), ({ replace }) => replace("f", "old", "next"))
          return { done: faulty.calls.length < at, hit: faulty.hits.length > 0, edited, after, left: [atOnce, files()] }
        }).pipe(Effect.scoped)

      let hits = 0
      for (let at = 1; ; at++) {
        const { after, done, edited, hit, left } = yield* run(at)
        if (done) break
        hits += hit ? 1 : 0
        if (!hit) expect(edited._tag).toBe("Success")
        expect([old, old.replace("old", "new")], `call ${at}`).toContain(after)
        expect(left, `call ${at}`).toEqual([["/disk/f"], ["/disk/f"]])
      }
      expect(hits).toBeGreaterThan(0)
    })
  )
})

describe("in time", () => {
  const milliseconds = Effect.fnUntraced(function* (content: string, oldText: string, newText = "x") {
    const root = yield* folder
    const path = write(join(root, "f"), content)
    const { read: look, replace } = yield* Agent.make(root)
    yield* look(path)
    const start = performance.now()
    const result = yield* Effect.result(replace(path, oldText, newText))
    return { result, time: performance.now() - start, path }
  })

  // Some milliseconds each; the bound is wide, for a machine that does something else as well.
  const bound = 2_000

  const lines = Array.from({ length: 20_000 }, (_, i) => `  const value${i} = compute(${i * 7}, "text ${i % 13}")\n`)
  const minified = Array.from({ length: 60_000 }, (_, i) => `function f${i}(a,b){return a+b*${i}};`).join("")

  it.live("R130: a text that is absent from 20 000 lines is not found", () =>
    Effect.gen(function* () {
      const { result, time } = yield* milliseconds(lines.join(""), "  const nothing = like(this)\n  or(that)\n")
      expect(result).toMatchObject({ _tag: "Failure", failure: { _tag: "NoMatch" } })
      expect(time).toBeLessThan(bound)
    })
  )

  it.live("R132: the message about a line of 1.8 MB is bounded", () =>
    Effect.gen(function* () {
      expect(minified.length).toBeGreaterThan(1_800_000)
      const { result, time } = yield* milliseconds(minified, "function f59999(a,b){return a-b*59999};")
      expect(result).toMatchObject({ _tag: "Failure", failure: { _tag: "NoMatch" } })
      if (result._tag === "Failure") expect(Buffer.byteLength(result.failure.message)).toBeLessThan(4_097)
      expect(time).toBeLessThan(bound)
    })
  )

  it.live("R133: a fragment at the end of a line of 1.8 MB is replaced", () =>
    Effect.gen(function* () {
      const { path, result, time } = yield* milliseconds(minified, "return a+b*59999}", "return 1}")
      expect(result).toMatchObject({ _tag: "Success", success: { status: "applied" } })
      expect(read(path)).toBe(minified.replace("return a+b*59999}", "return 1}"))
      expect(time).toBeLessThan(bound)
    })
  )

  it.live("R135: a million equal letters do not slow the search for thirty of them and another", () =>
    Effect.gen(function* () {
      const { result, time } = yield* milliseconds("a".repeat(1_000_000), `${"a".repeat(30)}b`)
      expect(result).toMatchObject({ _tag: "Failure", failure: { _tag: "NoMatch" } })
      expect(time).toBeLessThan(bound)
    })
  )
})
