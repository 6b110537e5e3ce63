// What was seen, against files as they are: times, sizes, parts, chains of edits, several agents, and a record that outlasts
// the process.
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { describe, expect, it } from "@effect/vitest"
import { FileState } from "@kerf/core"
import { Presets } from "@kerf/matchers"
import { Editor, FileText, Kerf, Workspace } from "@kerf/node"
import { Effect, Layer } from "effect"
import { KeyValueStore } from "effect/persistence"
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync } from "node:fs"
import { join } from "node:path"
import * as Agent from "./Agent.ts"
import { folder, isRoot, journal, read, services, write } from "./Fixture.ts"

type Policy = typeof FileState.PartialReads.Service

const policies: ReadonlyArray<Policy> = ["whole-file", "seen-lines"]

/** An agent on `f`, whose edits go by a policy. */
const on = Effect.fnUntraced(function* (content: string, policy: Policy, options?: Parameters<typeof Agent.make>[1]) {
  const root = yield* folder
  const path = write(join(root, "f"), content)
  const agent = yield* Agent.make(root, options)
  return {
    ...agent,
    root,
    path,
    change: (oldText: string, newText: string, more?: { readonly replaceAll?: boolean }) =>
      agent.within(
        Effect.provideService(
          agent.editor.edit({ path, edits: [{ oldText, newText, ...more }] }),
          FileState.PartialReads,
          policy
        )
      )
  }
})

/** How an edit ended: its status, or why it was stale. */
const outcome = (edit: Effect.Effect<{ readonly status: string }, Editor.Failure>) =>
  Effect.match(edit, {
    onSuccess: ({ status }) => status,
    onFailure: (failure) =>
      failure._tag === "Stale" ? failure.reason : failure._tag === "Refused" ? failure.reason._tag : failure._tag
  })

/** Moves the time of the last change, in milliseconds. */
const shiftTime = (path: string, by: number): void => {
  const { atime, mtimeMs } = statSync(path)
  utimesSync(path, atime, (Math.trunc(mtimeMs) + by) / 1000)
}

describe.each(policies)("pinned, %s:", (policy) => {
  const touches: ReadonlyArray<readonly [string, number]> = [
    ["touched 10 ms later", 10],
    ["touched 0.999 ms later", 0.999],
    ["a time that goes back a day", -86_400_000]
  ]

  it.effect.each(touches)("%s, with equal bytes, is fresh", ([, by]) =>
    Effect.gen(function* () {
      const { change, path, read: look } = yield* on("a\nb\n", policy)
      shiftTime(path, 0)
      yield* look("f")
      const before = statSync(path).mtimeMs
      shiftTime(path, by)
      expect(statSync(path).mtimeMs).not.toBe(before)
      expect(yield* outcome(change("a", "A"))).toBe("applied")
      expect(read(path)).toBe("A\nb\n")
    })
  )

  it.effect("a file that is another, with equal bytes, is fresh", () =>
    Effect.gen(function* () {
      const { change, path, read: look } = yield* on("a\nb\n", policy)
      yield* look("f")
      write(`${path}2`, "a\nb\n")
      renameSync(`${path}2`, path)
      expect(yield* outcome(change("a", "A"))).toBe("applied")
    })
  )

  it.effect("equal time and size with other bytes is modified", () =>
    Effect.gen(function* () {
      const { change, path, read: look } = yield* on("a\nb\n", policy)
      yield* look("f")
      const { atime, mtime } = statSync(path)
      write(path, "a\nB\n")
      utimesSync(path, atime, mtime)
      expect(yield* outcome(change("a", "A"))).toBe("modified")
      expect(read(path)).toBe("a\nB\n")
    })
  )

  it.effect("a line that is added at the end of a file that was seen whole is a change", () =>
    Effect.gen(function* () {
      const { change, path, read: look } = yield* on("a\nb\n", policy)
      yield* look("f")
      write(path, "a\nb\nc\n")
      expect(yield* outcome(change("a", "A"))).toBe("modified")
    })
  )

  it.effect("`./sub/../f`, a link and `f` are one file", () =>
    Effect.gen(function* () {
      const { change, key, path, read: look, root, state } = yield* on("a\nb\n", policy)
      mkdirSync(join(root, "sub"))
      symlinkSync("../f", join(root, "sub/link"))
      yield* look("./sub/../f")
      expect([yield* key("f"), yield* key("sub/link"), yield* key(`${root}/./f`)]).toEqual([path, path, path])
      expect(yield* state.latest(path)).toMatchObject({ value: { path, complete: true } })
      expect(yield* outcome(change("a", "A"))).toBe("applied")
    })
  )

  it.effect("a partial read after a whole one of equal bytes stays whole", () =>
    Effect.gen(function* () {
      const { change, read: look } = yield* on("a\nb\nc\n", policy)
      yield* look("f")
      yield* look("f", { offset: 2, limit: 1 })
      expect(yield* outcome(change("c", "C"))).toBe("applied")
    })
  )

  it.effect("a refusal clears nothing, and only a read does", () =>
    Effect.gen(function* () {
      const { change, path, read: look } = yield* on("a\nb\n", policy)
      yield* look("f")
      write(path, "a\nb2\n")
      expect([yield* outcome(change("a", "A")), yield* outcome(change("a", "A"))]).toEqual(["modified", "modified"])
      yield* look("f")
      expect(yield* outcome(change("a", "A"))).toBe("applied")
    })
  )

  it.effect("edits chain: moved lines, a replacement of all, a new file, an undo", () =>
    Effect.gen(function* () {
      const { change, editor, path, read: look, within } = yield* on("a\nb\nb\nc\n", policy)
      yield* look("f")
      expect(yield* outcome(change("a", "a1\na2\na3"))).toBe("applied")
      expect(yield* outcome(change("b", "x\ny", { replaceAll: true }))).toBe("applied")
      expect(yield* outcome(change("c", "C"))).toBe("applied")
      const report = yield* change("a1\na2\n", "")
      yield* within(editor.undo(report))
      expect(yield* outcome(change("a1", "A1"))).toBe("applied")
      expect(read(path)).toBe("A1\na2\na3\nx\ny\nx\ny\nC\n")
      rmSync(path)
      expect(yield* outcome(change("", "new\n"))).toBe("applied")
      expect(yield* outcome(change("new", "newer"))).toBe("applied")
      expect(read(path)).toBe("newer\n")
    })
  )

  it.effect("a dry run, and a plan that is thrown away, record nothing", () =>
    Effect.gen(function* () {
      const { change, editor, path, read: look, state, within } = yield* on("a\nb\n", policy)
      yield* look("f")
      const before = yield* state.latest(path)
      const request = { path, edits: [{ oldText: "a", newText: "A" }], dryRun: true }
      yield* within(editor.edit(request))
      yield* within(editor.plan(request))
      expect(yield* state.latest(path)).toEqual(before)
      expect(yield* outcome(change("b", "B"))).toBe("applied")
    })
  )

  it.effect("what is forgotten was never read", () =>
    Effect.gen(function* () {
      const { change, path, read: look, state } = yield* on("a\n", policy)
      yield* look("f")
      yield* state.invalidate(path)
      expect(yield* outcome(change("a", "A"))).toBe("never-read")
    })
  )

  it.effect("what is gone is deleted, until a read or a new file", () =>
    Effect.gen(function* () {
      const { change, path, read: look } = yield* on("a\n", policy)
      yield* look("f")
      rmSync(path)
      expect(yield* outcome(change("a", "A"))).toBe("deleted")
      expect(yield* outcome(change("a", "A"))).toBe("deleted")
      write(path, "a\n")
      expect(yield* outcome(change("a", "A"))).toBe("applied")
    })
  )
})

describe("reads of parts", () => {
  const parts: ReadonlyArray<readonly [Policy, string]> = [
    ["whole-file", "partly-read"],
    ["seen-lines", "applied"]
  ]

  it.effect.each(parts)("%s: an edit of a line that was shown, of a file that was not, is %s", ([policy, expected]) =>
    Effect.gen(function* () {
      const { change, read: look } = yield* on("a\nb\nc\n", policy)
      yield* look("f", { offset: 2, limit: 1 })
      expect(yield* outcome(change("b", "B"))).toBe(expected)
    })
  )

  it.effect.each(policies)("%s: add up, until all was shown", (policy) =>
    Effect.gen(function* () {
      const { change, path, read: look } = yield* on("a\nb\nc\nd\n", policy)
      yield* look("f", { offset: 3, limit: 100 })
      expect(yield* outcome(change("a", "A"))).toBe("partly-read")
      yield* look("f", { limit: 2 })
      expect(yield* outcome(change("a", "A"))).toBe("applied")
      expect(yield* outcome(change("d", "D"))).toBe("applied")
      expect(read(path)).toBe("A\nb\nc\nD\n")
    })
  )

  it.effect("of other content replace what was known", () =>
    Effect.gen(function* () {
      const { change, path, read: look } = yield* on("a\nb\nc\n", "seen-lines")
      yield* look("f")
      write(path, "a\nb\nC\n")
      yield* look("f", { offset: 3, limit: 1 })
      expect(yield* outcome(change("a", "A"))).toBe("partly-read")
      expect(yield* outcome(change("C", "c"))).toBe("applied")
    })
  )

  it.effect("allow changes by others behind the lines that were shown, and none that move them", () =>
    Effect.gen(function* () {
      const { change, path, read: look } = yield* on("a\nb\nc\n", "seen-lines")
      yield* look("f", { offset: 2, limit: 1 })
      write(path, "a\nb\nC\nd\n")
      expect(yield* outcome(change("b", "B"))).toBe("applied")
      write(path, "0\na\nB\nC\nd\n")
      expect(yield* outcome(change("B", "b"))).toBe("modified")
      expect(read(path)).toBe("0\na\nB\nC\nd\n")
    })
  )

  it.effect("of windows add up in one millisecond of one size, and not in two", () =>
    Effect.gen(function* () {
      const { change, path, read: look, state } = yield* on("a\nb\nc\n", "seen-lines")
      yield* look("f")
      yield* state.invalidate(path)
      const window = (line: number, text: string, time: number) =>
        state.recordRead(path, { line, endLine: line, text, size: 6, time })
      yield* window(1, "a\n", 1_000)
      yield* window(2, "b\n", 1_000.999)
      expect(yield* outcome(change("a\nb", "a\nB"))).toBe("applied")
      yield* state.invalidate(path)
      yield* window(1, "a\n", 1_000)
      yield* window(2, "B\n", 1_010)
      expect(yield* outcome(change("a\nB", "a\nb"))).toBe("partly-read")
    })
  )
})

describe("content that has changed, with `rematch`", () => {
  const cases: ReadonlyArray<readonly [string, string, string, string]> = [
    ["applies where the text stands once", "a 5\nb\n", "b", "applied"],
    ["is stale where it stands twice", "b\nb\n", "b", "Ambiguous"],
    ["finds nothing where it is gone", "a\n", "b", "NoMatch"],
    ["is stale where only a loose match finds it", "\tif x\n\t\tgo\n", "if x\n\tgo\n", "modified"]
  ]

  it.effect.each(cases)("%s", ([, after, oldText, expected]) =>
    Effect.gen(function* () {
      const { change, path, read: look } = yield* on("a\nb\n", "seen-lines", { changed: "rematch" })
      yield* look("f")
      write(path, after)
      expect(yield* outcome(change(oldText, "new\n"))).toBe(expected)
      if (expected !== "applied") expect(read(path)).toBe(after)
    })
  )

  it.effect("is stale where all places are replaced, is never read or gone as before", () =>
    Effect.gen(function* () {
      const { change, path, read: look } = yield* on("a\nb\n", "seen-lines", { changed: "rematch" })
      expect(yield* outcome(change("a", "b"))).toBe("never-read")
      yield* look("f")
      write(path, "b\nb\n")
      expect(yield* outcome(change("b", "c", { replaceAll: true }))).toBe("modified")
      rmSync(path)
      expect(yield* outcome(change("b", "c"))).toBe("deleted")
    })
  )
})

describe("two agents on one file", () => {
  it.effect("are two where one program provides both, and one where it provides one twice", () =>
    Effect.gen(function* () {
      const roots = [yield* folder, yield* folder] as const
      for (const root of roots) write(join(root, "f"), "a\n")
      const layer = (root: string) =>
        Kerf.layer({ roots: [root], stack: Presets.standard.layer, journal }).pipe(Layer.provideMerge(services()))
      const look = Effect.gen(function* () {
        const { key, path } = yield* (yield* Workspace.Workspace).locate("f", "read")
        const content = yield* FileText.read(path)
        yield* (yield* FileState.FileState).recordRead(key, { content })
      })
      const edit = Editor.Editor.use((editor) => editor.edit({ path: "f", edits: [{ oldText: "a", newText: "A" }] }))
      const first = layer(roots[0])
      const ended = yield* Effect.gen(function* () {
        yield* look
        const other = yield* Effect.provide(edit, layer(roots[1])).pipe(Effect.result)
        const another = yield* Effect.provide(edit, layer(roots[0])).pipe(Effect.result)
        const same = yield* Effect.provide(edit, first).pipe(Effect.result)
        return [other, another, same]
      }).pipe(Effect.provide(first))
      expect(ended).toMatchObject([
        { failure: { _tag: "Stale", reason: "never-read", path: join(roots[1], "f") } },
        { failure: { _tag: "Stale", reason: "never-read", path: join(roots[0], "f") } },
        { success: { status: "applied", path: join(roots[0], "f") } }
      ])
    })
  )

  it.effect("know only what each has seen", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "f"), "a\nb\n")
      const [one, two] = [yield* Agent.make(root), yield* Agent.make(root)]
      yield* one.read("f")
      expect(yield* outcome(two.replace("f", "b", "B"))).toBe("never-read")
      yield* two.read("f")
      expect(yield* outcome(one.replace("f", "a", "A"))).toBe("applied")
      expect(yield* outcome(two.replace("f", "b", "B"))).toBe("modified")
      yield* two.read("f")
      expect(yield* outcome(two.replace("f", "b", "B"))).toBe("applied")
      expect(yield* outcome(one.replace("f", "A", "a"))).toBe("modified")
      expect(read(path)).toBe("A\nB\n")
    })
  )

  it.live("that edit at once: one is applied, and the other is told that the file has changed", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "f"), "a\nb\n")
      const [one, two] = [yield* Agent.make(root), yield* Agent.make(root)]
      yield* one.read("f")
      yield* two.read("f")
      const ended = yield* Effect.all([outcome(one.replace("f", "a", "A")), outcome(two.replace("f", "b", "B"))], {
        concurrency: "unbounded"
      })
      expect(ended.toSorted()).toEqual(["applied", "modified"])
      expect(["A\nb\n", "a\nB\n"]).toContain(read(path))
    })
  )
})

describe("a durable record", () => {
  const durable = (store: string) =>
    FileState.FileState.layerDurable.pipe(
      Layer.provide([NodeCrypto.layerDigest, Layer.orDie(KeyValueStore.layerFileSystem(store))]),
      Layer.provide(services()),
      Layer.fresh
    )

  it.effect("is one for all processes of an agent, and outlasts them", () =>
    Effect.gen(function* () {
      const [root, store] = [yield* folder, yield* folder]
      write(join(root, "f"), "a\nb\n")
      write(join(root, "g"), "a\n")
      const process = Agent.make(root, { state: durable(store) })
      yield* Effect.scoped(Effect.flatMap(process, (agent) => agent.read("f")))
      const [one, two] = [yield* process, yield* process]
      expect(yield* outcome(one.replace("f", "a", "A\nA"))).toBe("applied")
      expect(yield* outcome(two.replace("f", "b", "B"))).toBe("applied")
      expect(yield* outcome(one.replace("f", "B", "b"))).toBe("applied")
      expect(yield* outcome(two.replace("g", "a", "b"))).toBe("never-read")
      yield* two.state.invalidate(join(root, "f"))
      expect(yield* outcome(one.replace("f", "b", "B"))).toBe("never-read")
      expect(readdirSync(store).length).toBe(1)
    })
  )

  it.effect("that is broken costs a read, and allows nothing", () =>
    Effect.gen(function* () {
      const [root, store] = [yield* folder, yield* folder]
      write(join(root, "f"), "a\n")
      const { read: look, replace } = yield* Agent.make(root, { state: durable(store) })
      yield* look("f")
      for (const name of readdirSync(store)) write(join(store, name), '[{"path":"')
      expect(yield* outcome(replace("f", "a", "b"))).toBe("never-read")
      yield* look("f")
      expect(yield* outcome(replace("f", "a", "b"))).toBe("applied")
    })
  )
})

describe("drifted", () => {
  it.effect("lists the recorded files whose bytes are others, or which are gone, by path", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const agent = yield* Agent.make(root)
      const names = ["a", "binary", "edited", "empty", "folder", "gone", "part", "same", "secret", "touched"]
      for (const name of names) {
        write(join(root, name), name === "empty" ? "" : "one\ntwo\n")
        yield* agent.read(name, name === "part" ? { limit: 1 } : {})
      }
      expect(yield* agent.editor.drifted).toEqual([])
      yield* agent.replace("edited", "one", "1")
      for (const name of ["a", "part"]) write(join(root, name), "one\nTWO\n")
      for (const name of ["binary", "empty"]) write(join(root, name), "\0")
      for (const name of ["folder", "gone"]) rmSync(join(root, name))
      mkdirSync(join(root, "folder"))
      shiftTime(join(root, "touched"), 5_000)
      chmodSync(join(root, "secret"), 0)
      const drifts = yield* agent.editor.drifted
      expect(drifts.map(({ path, reason }) => [path.slice(root.length + 1), reason])).toEqual([
        ["a", "modified"],
        ["binary", "modified"],
        ["empty", "modified"],
        ["folder", "deleted"],
        ["gone", "deleted"],
        ["part", "modified"],
        ...(isRoot ? [] : [["secret", "modified"]])
      ])
    })
  )
})
