// What is done with journals: those that are damaged, those that belong to somebody else, and those that are left over
// while other editors go on.
import { describe, expect, it } from "@effect/vitest"
import { Presets } from "@kerf/matchers"
import { Kerf } from "@kerf/node"
import { Editor } from "@kerf/node"
import { Effect, Layer } from "effect"
import { createHash, randomUUID } from "node:crypto"
import { existsSync, linkSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Bend, folder, leftovers, read, services, systemError, write } from "./Fixture.ts"

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")
const change = (path: string, oldText: string, newText: string) => ({ path, edits: [{ oldText, newText }] })

/** A root and a folder of journals, side by side, and editors of them. */
const make = Effect.gen(function* () {
  const base = yield* folder
  const [root, state] = [join(base, "root"), join(base, "state")]
  mkdirSync(root)
  const start = (bend?: Bend) =>
    Effect.provide(
      Editor.Editor,
      Kerf.layer({ roots: [root], stack: Presets.standard.layer, unseen: "trust", journal: state }).pipe(
        Layer.provide(services(bend)),
        Layer.orDie
      )
    )
  const journals = () => (existsSync(join(state, "journal")) ? readdirSync(join(state, "journal")) : [])
  return { base, root, state, start, journals }
})

interface Stored {
  readonly path: string
  readonly before?: string
  readonly after?: string
  readonly written?: string
  readonly folders?: ReadonlyArray<string>
}

/** A journal that a dead process left. */
const leave = (state: string, steps: ReadonlyArray<Stored>): string => {
  const at = join(state, "journal", randomUUID())
  mkdirSync(at, { recursive: true })
  const data = steps.map(({ after, before, folders = [], path, written }, i) => {
    if (before !== undefined) writeFileSync(join(at, `${i}.old`), before)
    if (written !== undefined) writeFileSync(join(at, `${i}.new`), written)
    return {
      path,
      key: path,
      ...(before === undefined ? {} : { before: { digest: sha256(before), mode: 0o644 } }),
      ...(after === undefined ? {} : { after: sha256(after) }),
      ...(written === undefined ? {} : { written: sha256(written) }),
      folders
    }
  })
  writeFileSync(join(at, "steps.json"), JSON.stringify(data))
  return at
}

describe("a folder of journals", () => {
  it.effect("may hold what is no journal, and keeps it", () =>
    Effect.gen(function* () {
      const { start, state } = yield* make
      mkdirSync(join(state, "journal/2024"), { recursive: true })
      write(join(state, "journal/2024/may.md"), "dear diary\n")
      write(join(state, "journal/notes.txt"), "mine\n")
      const { recovered } = yield* start()
      expect(recovered).toEqual([])
      expect(read(join(state, "journal/2024/may.md"))).toBe("dear diary\n")
      expect(read(join(state, "journal/notes.txt"))).toBe("mine\n")
    })
  )
})

describe("a damaged journal", () => {
  it.effect("leads to nothing outside of the roots, by `..` or by the folders that it names", () =>
    Effect.gen(function* () {
      const { base, root, start, state } = yield* make
      const lock = sha256("nobody").slice(0, 32)
      const temporary = `.kerf-${lock}-${randomUUID()}.tmp`
      mkdirSync(join(base, "beside/empty"), { recursive: true })
      write(join(base, "beside", temporary), "theirs\n")
      const made: Array<string> = []
      leave(state, [{ path: `${root}/../beside/f`, before: "old\n" }])
      leave(state, [{ path: `${root}/../made/f`, before: "old\n" }])
      leave(state, [{ path: `${root}/f`, after: "new\n", folders: [join(base, "beside/empty")] }])
      const { recovered } = yield* start((fs) => ({
        makeDirectory: (at, options) =>
          Effect.andThen(
            Effect.sync(() => made.push(at)),
            fs.makeDirectory(at, options)
          )
      }))
      expect(made).toEqual([])
      expect(readdirSync(join(base, "beside")).toSorted()).toEqual([temporary, "empty"])
      expect(recovered.map(({ failed }) => failed.length)).toEqual([1, 1, 1])
    })
  )

  it.effect("does not take a file that somebody has emptied for one that was half written", () =>
    Effect.gen(function* () {
      const { root, start, state } = yield* make
      const a = write(join(root, "a"), "")
      linkSync(a, join(root, "b"))
      leave(state, [{ path: a, before: "one\n", after: "two\n", written: "two\n" }])
      const { recovered } = yield* start()
      expect(recovered).toEqual([{ restored: [], changed: [a], failed: [] }])
      expect(read(a)).toBe("")
    })
  )
})

describe("a journal that is left while an editor goes on", () => {
  it.effect("of its own: what is edited again, and succeeds, is not reverted by the next start", () =>
    Effect.gen(function* () {
      const { journals, root, start } = yield* make
      for (const name of ["a", "b"]) write(join(root, name), "1\n")
      let broken = true
      const { editFiles } = yield* start((fs) => ({
        rename: (from, to) =>
          broken && (to === join(root, "b") || (to === join(root, "a") && read(to) === "2\n"))
            ? Effect.fail(systemError("EIO", "rename"))
            : fs.rename(from, to)
      }))
      const both = editFiles({ files: ["a", "b"].map((path) => change(path, "1", "2")) })
      expect(yield* Effect.flip(both)).toMatchObject({ _tag: "PartialCommit", written: [join(root, "a")] })
      broken = false
      yield* both
      expect([read(join(root, "a")), read(join(root, "b"))]).toEqual(["2\n", "2\n"])
      const { recovered } = yield* start()
      expect(recovered).toEqual([])
      expect([read(join(root, "a")), read(join(root, "b"))]).toEqual(["2\n", "2\n"])
      expect([leftovers(root), journals()]).toEqual([[], []])
    })
  )

  it.effect("of another's, who died: its files are put back before the next edit of one of them", () =>
    Effect.gen(function* () {
      const { journals, root, start, state } = yield* make
      const [a, b] = ["a", "b"].map((name) => join(root, name)) as [string, string]
      const { edit, editFiles } = yield* start()
      write(a, "2\n")
      write(b, "1\n")
      leave(
        state,
        [a, b].map((path) => ({ path, before: "1\n", after: "2\n" }))
      )
      expect(yield* Effect.flip(edit(change("a", "2", "3")))).toMatchObject({ _tag: "NoMatch" })
      expect([read(a), read(b), journals()]).toEqual(["1\n", "1\n", []])
      yield* editFiles({ files: [a, b].map((path) => change(path, "1", "2")) })
      yield* start()
      expect([read(a), read(b)]).toEqual(["2\n", "2\n"])
    })
  )

  it.effect("that cannot be undone keeps its files from being edited, and no others", () =>
    Effect.gen(function* () {
      const { root, start, state } = yield* make
      const [a, b] = ["a", "b"].map((name) => write(join(root, name), "2\n")) as [string, string]
      const at = leave(state, [{ path: a, before: "1\n", after: "2\n" }])
      const { edit } = yield* start((fs) => ({
        rename: (from, to) => (to === a ? Effect.fail(systemError("EROFS", "rename")) : fs.rename(from, to))
      }))
      const failure = yield* Effect.flip(edit(change("a", "2", "3")))
      expect(failure).toMatchObject({ _tag: "EditIoError", path: a })
      expect(failure.message).toContain(at)
      yield* edit(change("b", "2", "3"))
      expect([read(a), read(b)]).toEqual(["2\n", "3\n"])
    })
  )
})

describe("a journal that is damaged while an editor goes on", () => {
  it.effect("keeps nothing from being edited", () =>
    Effect.gen(function* () {
      const { root, start, state } = yield* make
      const a = write(join(root, "a"), "2\n")
      const { edit } = yield* start()
      rmSync(join(leave(state, [{ path: a, before: "1\n", after: "2\n" }]), "0.old"))
      yield* edit(change("a", "2", "3"))
      expect(read(a)).toBe("3\n")
    })
  )
})

describe("a file with two names", () => {
  it.live("is edited by one at a time, whichever name each has", () =>
    Effect.gen(function* () {
      const { root, start } = yield* make
      const [a, b] = ["a", "b"].map((name) => join(root, name)) as [string, string]
      for (let round = 0; round < 10; round++) {
        write(a, "one\ntwo\n")
        if (!existsSync(b)) linkSync(a, b)
        const { edit } = yield* start()
        const results = yield* Effect.all(
          [edit(change("a", "one", "ONE")), edit(change("b", "two", "TWO"))].map(Effect.result),
          { concurrency: "unbounded" }
        )
        expect(results.map(({ _tag }) => _tag)).toEqual(["Success", "Success"])
        expect(read(a)).toBe("ONE\nTWO\n")
      }
    })
  )

  it.effect("is named twice in a call that has both", () =>
    Effect.gen(function* () {
      const { root, start } = yield* make
      const a = write(join(root, "a"), "one\n")
      linkSync(a, join(root, "b"))
      const { editFiles } = yield* start()
      const failure = yield* Effect.flip(editFiles({ files: [change("a", "one", "1"), change("b", "one", "2")] }))
      expect(failure).toMatchObject({
        _tag: "EditFilesError",
        failures: [{ path: "b", failure: { _tag: "Refused", reason: { code: "same-file" } } }]
      })
      expect([read(a), statSync(a).nlink]).toEqual(["one\n", 2])
    })
  )

  it.effect("is stale where it got the second one since it was matched", () =>
    Effect.gen(function* () {
      const { root, start } = yield* make
      const a = write(join(root, "a"), "one\n")
      const { commit, plan } = yield* start()
      const planned = yield* plan(change("a", "one", "two"))
      linkSync(a, join(root, "b"))
      expect(yield* Effect.flip(commit(planned))).toMatchObject({ _tag: "Stale", reason: "modified" })
      expect([read(a), read(join(root, "b"))]).toEqual(["one\n", "one\n"])
    })
  )
})
