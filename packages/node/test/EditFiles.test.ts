// Edits of several files: all are planned, all that is wrong is told, and all are written or none, whatever goes wrong in
// the middle.
import { describe, expect, it } from "@effect/vitest"
import { Report } from "@kerf/node"
import { EditRequest } from "@kerf/node"
import { Effect, Schema } from "effect"
import { createHash } from "node:crypto"
import { existsSync, linkSync, mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs"
import { basename, join } from "node:path"
import * as Agent from "./Agent.ts"
import { type Bend, editor, folder, journal, leftovers, read, systemError, write } from "./Fixture.ts"

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")
const change = (path: string, oldText: string, newText: string) => ({ path, edits: [{ oldText, newText }] })
const create = (path: string, newText = "new\n") => change(path, "", newText)

/** Every file with its text, and every folder. */
const tree = (root: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (readdirSync(root, { recursive: true, encoding: "utf8" }) as Array<string>)
      .toSorted()
      .map((name) => [name, statSync(join(root, name)).isDirectory() ? "" : read(join(root, name))])
  )

/** Transactions that are written down. */
const journals = (): ReadonlyArray<string> =>
  existsSync(join(journal, "journal")) ? readdirSync(join(journal, "journal")) : []

/** Three files, and an editor of them. */
const three = Effect.fnUntraced(function* (bend?: (root: string) => Bend) {
  const root = yield* folder
  for (const name of ["a", "b", "c"]) write(join(root, name), `${name} 1\n`)
  const service = yield* editor(root, bend === undefined ? {} : { bend: bend(root) })
  return { root, ...service, before: tree(root) }
})

/** Does something before the rename to a file. */
const beforeRename =
  (name: string, effect: (root: string) => Effect.Effect<unknown, ReturnType<typeof systemError>>) =>
  (root: string): Bend =>
  (fs) => ({
    rename: (from, to) =>
      to === join(root, name) ? Effect.andThen(effect(root), fs.rename(from, to)) : fs.rename(from, to)
  })

describe("several files", () => {
  it.effect("are all written, and each is reported, in the order of the call", () =>
    Effect.gen(function* () {
      const { editFiles, root } = yield* three()
      const reports = yield* editFiles({
        files: [change("c", "1", "2"), create("new/deep/d", "d\n"), change("./a", "a 1", "A")]
      })
      expect(tree(root)).toEqual({ a: "A\n", b: "b 1\n", c: "c 2\n", new: "", "new/deep": "", "new/deep/d": "d\n" })
      expect(reports.map(({ created, digest, path, status }) => ({ path, status, created, digest }))).toEqual([
        {
          path: join(root, "c"),
          status: "applied",
          created: false,
          digest: { before: sha256("c 1\n"), after: sha256("c 2\n") }
        },
        { path: join(root, "new/deep/d"), status: "applied", created: true, digest: { after: sha256("d\n") } },
        {
          path: join(root, "a"),
          status: "applied",
          created: false,
          digest: { before: sha256("a 1\n"), after: sha256("A\n") }
        }
      ])
      expect(reports[0]!.diff).toContain("--- a/c\n+++ b/c\n@@ -1,1 +1,1 @@\n-c 1\n+c 2\n".replaceAll("1,1", "1"))
      for (const report of reports) {
        expect(Schema.decodeUnknownSync(Report.Report)(JSON.parse(JSON.stringify(report)))).toEqual(report)
      }
      expect([leftovers(root), journals()]).toEqual([[], []])
    })
  )

  it.effect("are reported as they would be in a dry run, and nothing is written", () =>
    Effect.gen(function* () {
      const { before, editFiles, root } = yield* three()
      const files = [change("a", "1", "2"), create("x/y")]
      const dry = yield* editFiles({ files, dryRun: true })
      expect(tree(root)).toEqual(before)
      const real = yield* editFiles({ files })
      expect(dry).toEqual(real.map((report) => ({ ...report, status: "dry-run" })))
    })
  )

  it.effect("may be as asked already, some or all", () =>
    Effect.gen(function* () {
      const { editFiles, root } = yield* three()
      write(join(root, "b"), "let total = 2\n")
      const files = [change("a", "a 1", "a 2"), change("b", "let total = 1", "let total = 2")]
      expect((yield* editFiles({ files })).map(({ status }) => status)).toEqual(["applied", "already-applied"])
      expect(yield* editFiles({ files: [files[1]!] })).toMatchObject([{ status: "already-applied" }])
    })
  )

  it.effect("chain: each needs no read after it", () =>
    Effect.gen(function* () {
      const root = yield* folder
      for (const name of ["a", "b"]) write(join(root, name), "1\n")
      const agent = yield* Agent.make(root)
      const both = (from: string, to: string) =>
        agent.within(agent.editor.editFiles({ files: ["a", "b"].map((path) => change(path, from, to)) }))
      yield* agent.read("a")
      expect(yield* Effect.flip(both("1", "2"))).toMatchObject({
        failures: [{ path: "b", failure: { _tag: "Stale", reason: "never-read" } }]
      })
      yield* agent.read("b")
      yield* both("1", "2")
      yield* both("2", "3")
      expect(tree(root)).toEqual({ a: "3\n", b: "3\n" })
    })
  )
})

describe("a file that cannot be edited", () => {
  it.effect("keeps all from being written, and all that is wrong is told, with the paths as they were sent", () =>
    Effect.gen(function* () {
      const { before, editFiles, root } = yield* three()
      const failure = yield* Effect.flip(
        editFiles({
          files: [
            change("a", "1", "2"),
            change("./b", "nowhere", "x"),
            create("c"),
            change("../out", "a", "b"),
            change("absent", "a", "b")
          ]
        })
      )
      expect(failure).toMatchObject({
        _tag: "EditFilesError",
        files: 5,
        failures: [
          { path: "./b", failure: { _tag: "NoMatch" } },
          { path: "c", failure: { reason: { _tag: "empty-old-text" } } },
          { path: "../out", failure: { reason: { _tag: "outside-root" } } },
          { path: "absent", failure: { reason: { _tag: "missing" } } }
        ]
      })
      expect(failure.message).toMatch(
        /^\[edit:files\] Nothing was written: 4 of 5 files cannot be edited\..*\n\n\.\/b: \[edit:no-match\] [^]*And 1 more: absent$/
      )
      expect(tree(root)).toEqual(before)
      expect([leftovers(root), journals()]).toEqual([[], []])
    })
  )

  const spellings: ReadonlyArray<readonly [string, string]> = [
    ["the same", "a"],
    ["another spelling", "./sub/../a"],
    ["an absolute path", "/a"],
    ["a link", "link"],
    ["a folder that is a link", "sub/here/a"]
  ]

  it.effect.each(spellings)("is one that is named twice, by %s", ([, again]) =>
    Effect.gen(function* () {
      const { before: _, editFiles, root } = yield* three()
      mkdirSync(join(root, "sub"))
      symlinkSync("a", join(root, "link"))
      symlinkSync("..", join(root, "sub/here"))
      const path = again === "/a" ? join(root, "a") : again
      const failure = yield* Effect.flip(editFiles({ files: [change("a", "a", "A"), change(path, "1", "2")] }))
      expect(failure).toMatchObject({ failures: [{ path, failure: { reason: { code: "same-file" } } }] })
      expect(read(join(root, "a"))).toBe("a 1\n")
    })
  )

  it.effect("is one that is created twice", () =>
    Effect.gen(function* () {
      const { before, editFiles, root } = yield* three()
      const failure = yield* Effect.flip(editFiles({ files: [create("x/new"), create("x/../x/new")] }))
      expect(failure).toMatchObject({ failures: [{ path: "x/../x/new", failure: { reason: { code: "same-file" } } }] })
      expect(tree(root)).toEqual(before)
    })
  )

  it.effect("is one that is created where another would need a folder", () =>
    Effect.gen(function* () {
      const { before, editFiles, root } = yield* three()
      for (const files of [
        [create("x"), create("x/y")],
        [create("x/y"), create("x")]
      ]) {
        const failure = yield* Effect.flip(editFiles({ files }))
        expect(failure.message).toMatch(/^\[edit:[a-z-]+\] /)
        expect(tree(root)).toEqual(before)
      }
      expect([leftovers(root), journals()]).toEqual([[], []])
    })
  )
})

describe("the number of files", () => {
  const request = (count: number) => ({ files: Array.from({ length: count }, (_, i) => change(`f${i}`, "1", "2")) })

  it.live("may be 100", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const { files } = Schema.decodeUnknownSync(EditRequest.FilesRequest)(request(100))
      for (const { path } of files) write(join(root, path), "1\n")
      const { editFiles } = yield* editor(root)
      expect((yield* editFiles({ files })).length).toBe(100)
      expect(new Set(Object.values(tree(root)))).toEqual(new Set(["2\n"]))
    })
  )

  it("may be neither 101 nor none", () => {
    const decode = Schema.decodeUnknownSync(EditRequest.FilesRequest)
    expect(() => decode(request(101))).toThrow("more than 100 files in one call: send them in several")
    expect(() => decode(request(0))).toThrow("files is empty: send at least one")
  })
})

describe("a failure in the middle", () => {
  it.effect("gives all their old bytes back, and takes new files away with their folders", () =>
    Effect.gen(function* () {
      const { before, editFiles, root } = yield* three(
        beforeRename("c", () => Effect.fail(systemError("EIO", "rename")))
      )
      const inodes = ["b", "c"].map((name) => statSync(join(root, name)).mode)
      const failure = yield* Effect.flip(
        editFiles({
          files: [change("a", "1", "2"), create("x/y/z"), create("x/w"), change("c", "1", "2"), create("v/u")]
        })
      )
      expect(failure.message).toBe(`[edit:io-error] Cannot replace ${join(root, "c")}: it did not work (EIO).`)
      expect(tree(root)).toEqual(before)
      expect(["b", "c"].map((name) => statSync(join(root, name)).mode)).toEqual(inodes)
      expect([leftovers(root), journals()]).toEqual([[], []])
    })
  )

  it.effect("leaves folders in which somebody else has put something", () =>
    Effect.gen(function* () {
      const { before, editFiles, root } = yield* three(
        beforeRename("c", (root) =>
          Effect.andThen(
            Effect.sync(() => write(join(root, "x/theirs"), "theirs")),
            Effect.fail(systemError("EIO"))
          )
        )
      )
      yield* Effect.flip(editFiles({ files: [create("x/y/z"), change("c", "1", "2")] }))
      expect(tree(root)).toEqual({ ...before, x: "", "x/theirs": "theirs" })
    })
  )

  it.effect("is Stale where somebody changes a file before it is written, and their change stays", () =>
    Effect.gen(function* () {
      const { before, editFiles, root } = yield* three(
        // The comparison of the second has not been made yet.
        beforeRename("a", (root) => Effect.sync(() => write(join(root, "b"), "theirs\n")))
      )
      const failure = yield* Effect.flip(editFiles({ files: ["a", "b", "c"].map((path) => change(path, "1", "2")) }))
      expect(failure).toMatchObject({ _tag: "Stale", reason: "modified", path: join(root, "b") })
      expect(tree(root)).toEqual({ ...before, b: "theirs\n" })
      expect([leftovers(root), journals()]).toEqual([[], []])
    })
  )

  it.effect("is a PartialCommit where somebody has changed a file that was written: theirs stays, and is named", () =>
    Effect.gen(function* () {
      const { before, editFiles, root } = yield* three(
        beforeRename("c", (root) =>
          Effect.andThen(
            Effect.sync(() => write(join(root, "a"), "theirs\n")),
            Effect.fail(systemError("EIO", "rename"))
          )
        )
      )
      const failure = yield* Effect.flip(editFiles({ files: ["a", "b", "c"].map((path) => change(path, "1", "2")) }))
      const [a, b, c] = ["a", "b", "c"].map((name) => join(root, name))
      expect(failure).toMatchObject({ _tag: "PartialCommit", written: [], unknown: [a], restored: [b, c] })
      expect(failure.message).toBe(
        "[edit:partial-commit] Not all files could be put back after a failure. These have been changed by somebody " +
          `else and were left alone: ${a}. These are as they were: ${b}, ${c}. Read the first ones again before you edit ` +
          `them. The failure: [edit:io-error] Cannot replace ${c}: it did not work (EIO).`
      )
      expect(tree(root)).toEqual({ ...before, a: "theirs\n" })
      expect([leftovers(root), journals()]).toEqual([[], []])
    })
  )

  it.effect("is a PartialCommit, too, where the disk does not let a file be restored; the next start does", () =>
    Effect.gen(function* () {
      let broken = true
      const { before, editFiles, root } = yield* three((root) => (fs) => ({
        rename: (from, to) =>
          broken && to === join(root, "c")
            ? Effect.fail(systemError("EIO", "rename"))
            : broken && to === join(root, "a") && read(to) === "a 2\n"
              ? Effect.fail(systemError("EROFS", "rename"))
              : fs.rename(from, to)
      }))
      const failure = yield* Effect.flip(editFiles({ files: ["a", "c"].map((path) => change(path, "1", "2")) }))
      expect(failure).toMatchObject({
        _tag: "PartialCommit",
        written: [join(root, "a")],
        unknown: [],
        restored: [join(root, "c")]
      })
      expect(journals()).toHaveLength(1)
      broken = false
      const { recovered } = yield* editor(root)
      expect(recovered).toMatchObject([{ changed: [], failed: [] }])
      expect(tree(root)).toEqual(before)
      expect([leftovers(root), journals()]).toEqual([[], []])
    })
  )

  it.effect("gives a file with several names its bytes back under all of them", () =>
    Effect.gen(function* () {
      const { before, editFiles, root } = yield* three((root) => {
        linkSync(join(root, "a"), join(root, "a2"))
        return beforeRename("c", () => Effect.fail(systemError("EIO")))(root)
      })
      yield* Effect.flip(editFiles({ files: ["a", "c"].map((path) => change(path, "1", "2")) }))
      expect(tree(root)).toEqual(before)
      expect(statSync(join(root, "a")).nlink).toBe(2)
    })
  )

  it.effect("is one that comes while a file is created by somebody else", () =>
    Effect.gen(function* () {
      const { before, editFiles, root } = yield* three(
        beforeRename("a", (root) => Effect.sync(() => write(join(root, "new"), "theirs\n")))
      )
      const failure = yield* Effect.flip(editFiles({ files: [change("a", "1", "2"), create("new")] }))
      expect(failure).toMatchObject({ reason: { _tag: "exists", path: join(root, "new") } })
      expect(tree(root)).toEqual({ ...before, new: "theirs\n" })
    })
  )

  it.effect("records nothing as seen that is not there", () =>
    Effect.gen(function* () {
      const root = yield* folder
      for (const name of ["a", "b"]) write(join(root, name), "1\n")
      let broken = true
      const agent = yield* Agent.make(root, {
        bend: (fs) => ({
          rename: (from, to) => (broken && basename(to) === "b" ? Effect.fail(systemError("EIO")) : fs.rename(from, to))
        })
      })
      for (const name of ["a", "b"]) yield* agent.read(name)
      const both = agent.within(agent.editor.editFiles({ files: ["a", "b"].map((path) => change(path, "1", "2")) }))
      expect(yield* Effect.flip(both)).toMatchObject({ _tag: "EditIoError" })
      broken = false
      yield* both
      expect(tree(root)).toEqual({ a: "2\n", b: "2\n" })
    })
  )
})

describe("at once", () => {
  it.live("calls that share files, in whatever order they name them, wait for each other and not for ever", () =>
    Effect.gen(function* () {
      const { editFiles, root } = yield* three()
      const append = (names: ReadonlyArray<string>, text: string) =>
        editFiles({ files: names.map((path) => change(path, `${path} `, `${path} ${text}`)) })
      yield* Effect.all(
        [append(["a", "b", "c"], "x"), append(["c", "b", "a"], "y"), append(["b", "a"], "z"), append(["c", "b"], "w")],
        { concurrency: "unbounded" }
      ).pipe(Effect.timeout("20 seconds"))
      const letters = (name: string) => [...read(join(root, name))].filter((letter) => /[w-z]/.test(letter)).toSorted()
      expect(["a", "b", "c"].map(letters)).toEqual([
        ["x", "y", "z"],
        ["w", "x", "y", "z"],
        ["w", "x", "y"]
      ])
    })
  )
})
