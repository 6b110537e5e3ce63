// What a report tells, taken back: byte for byte, only where the file is as the edit left it, and again in turn.
import { describe, expect, it } from "@effect/vitest"
import { Report } from "@kerf/node"
import { Effect, Schema } from "effect"
import * as fc from "fast-check"
import { chmodSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import * as Agent from "./Agent.ts"
import { editor, folder, leftovers, read, systemError, write } from "./Fixture.ts"

/** As a report comes back from a log. */
const stored = (report: Report.Report): Report.Report =>
  Schema.decodeUnknownSync(Report.Report)(JSON.parse(JSON.stringify(Schema.encodeSync(Report.Report)(report))))

/** Edits a file that has a content, and returns what is needed to take it back. */
const edited = Effect.fnUntraced(function* (
  content: string | Uint8Array,
  edits: ReadonlyArray<{ readonly oldText: string; readonly newText: string; readonly replaceAll?: boolean }>
) {
  const root = yield* folder
  const path = write(join(root, "f"), content)
  const service = yield* editor(root)
  const report = stored(yield* service.edit({ path, edits }))
  return { ...service, root, path, report }
})

describe("an edit that is taken back", () => {
  const cases: Readonly<Record<string, readonly [string, ReadonlyArray<readonly [string, string]>]>> = {
    "one place": ["one\ntwo\nthree\n", [["two", "2"]]],
    "several places, some of which grow and some of which go": [
      "one\ntwo\nthree\nfour\n",
      [
        ["four", ""],
        ["one", "1\n1.5\n1.7"],
        ["three\n", ""]
      ]
    ],
    "characters of several bytes": [
      "é😀 one\nzwei 日本\n",
      [
        ["😀", "ü"],
        ["日本", "語"]
      ]
    ],
    CRLF: ["a\r\nb\r\nc", [["a\nb", "x\ny\nz"]]],
    "mixed terminators": ["a\r\nb\nc\r\n", [["b", "x\ny"]]],
    "a byte-order mark": ["\ufeffone\ntwo\n", [["one", "1"]]],
    "all of the text": ["one", [["one", ""]]],
    "all of the text after a byte-order mark": ["\ufeffone", [["one", ""]]]
  }

  it.effect.each(Object.keys(cases))("gives the old bytes, and its own undo the new ones: %s", (name) =>
    Effect.gen(function* () {
      const [content, pairs] = cases[name]!
      const { path, report, root, undo } = yield* edited(
        content,
        pairs.map(([oldText, newText]) => ({ oldText, newText }))
      )
      const after = readFileSync(path)
      const back = stored(yield* undo(report))
      expect(read(path)).toBe(content)
      expect(back).toMatchObject({
        status: "applied",
        path,
        created: false,
        removed: false,
        digest: { before: report.digest.after, after: report.digest.before }
      })
      const again = stored(yield* undo(back))
      expect(readFileSync(path)).toEqual(after)
      expect(again.digest).toEqual(report.digest)
      yield* undo(again)
      expect(read(path)).toBe(content)
      expect(leftovers(root)).toEqual([])
    })
  )

  const token = fc.constantFrom("a", "b", "é", "😀", "\n", "\r\n", "日", "  ", "x")
  const text = fc.array(token, { maxLength: 30 }).map((tokens) => tokens.join(""))

  it.live("gives the old bytes, whatever the file and the edit are", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = join(root, "f")
      const { edit, undo } = yield* editor(root)
      let made = 0
      for (const [content, at, length, newText, isMarked] of fc.sample(
        fc.tuple(text, fc.nat(30), fc.integer({ min: 1, max: 6 }), text, fc.boolean()),
        { numRuns: 300, seed: 7 }
      )) {
        const old = `${isMarked ? "\ufeff" : ""}${content}`
        write(path, old)
        const oldText = content.slice(at, at + length)
        const report = yield* Effect.option(
          edit({ path, edits: [{ oldText, newText, replaceAll: true }], lineEndings: "verbatim" })
        )
        if (report._tag === "None" || report.value.status !== "applied") continue
        made++
        const after = read(path)
        const back = yield* undo(stored(report.value))
        expect(read(path)).toBe(old)
        yield* undo(stored(back))
        expect(read(path)).toBe(after)
      }
      expect(made).toBeGreaterThan(50)
    })
  )

  it.effect("keeps the mode, and writes a file with several names under all of them", () =>
    Effect.gen(function* () {
      const { path, report, undo } = yield* edited("one\n", [{ oldText: "one", newText: "1" }])
      chmodSync(path, 0o755)
      linkSync(path, `${path}2`)
      yield* undo(report)
      expect([read(path), read(`${path}2`), statSync(path).mode & 0o7777]).toEqual(["one\n", "one\n", 0o755])
    })
  )

  it.effect("is taken back in the order opposite to that of the edits, and in no other", () =>
    Effect.gen(function* () {
      const { edit, path, report, undo } = yield* edited("a\nb\n", [{ oldText: "a", newText: "A" }])
      const second = yield* edit({ path, edits: [{ oldText: "b", newText: "B" }] })
      expect(yield* Effect.flip(undo(report))).toMatchObject({ _tag: "Stale", reason: "modified", path })
      yield* undo(second)
      yield* undo(report)
      expect(read(path)).toBe("a\nb\n")
      expect(yield* Effect.flip(undo(report))).toMatchObject({ _tag: "Stale", reason: "modified" })
    })
  )

  it.effect("needs no read, and leaves none to be made by the agent that knew the file", () =>
    Effect.gen(function* () {
      const root = yield* folder
      write(join(root, "f"), "a\nb\n")
      const { editor: service, read: look, replace, within } = yield* Agent.make(root)
      yield* look("f")
      const report = yield* replace("f", "a", "A")
      yield* within(service.undo(report))
      yield* replace("f", "b", "B")
      expect(read(join(root, "f"))).toBe("a\nB\n")
    })
  )
})

describe("a creation that is taken back", () => {
  const contents = ["one\ntwo\n", "", "é\r\n日本", "\ufeffone\n", "\ufeff"]

  it.effect.each(contents)("removes the file, and its own undo makes it again, of %j", (content) =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = join(root, "sub/f")
      const { edit, undo } = yield* editor(root)
      const report = stored(yield* edit({ path, edits: [{ oldText: "", newText: content }] }))
      const bytes = readFileSync(path)
      const removal = stored(yield* undo(report))
      expect(existsSync(path)).toBe(false)
      expect(removal).toMatchObject({
        status: "applied",
        created: false,
        removed: true,
        digest: { before: report.digest.after }
      })
      const again = stored(yield* undo(removal))
      expect(readFileSync(path)).toEqual(bytes)
      expect(again).toMatchObject({ created: true, removed: false, digest: { after: report.digest.after } })
      yield* undo(again)
      expect(existsSync(path)).toBe(false)
      expect(leftovers(root)).toEqual([])
    })
  )

  it.effect("makes the folders again that are gone by then", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const { edit, undo } = yield* editor(root)
      const report = yield* edit({ path: "x/y/f", edits: [{ oldText: "", newText: "one\n" }] })
      const removal = yield* undo(report)
      rmSync(join(root, "x"), { recursive: true, force: true })
      yield* undo(removal)
      expect(read(join(root, "x/y/f"))).toBe("one\n")
    })
  )

  it.effect("is forgotten: the file that somebody makes there was not seen", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const { edit, editor: service, replace, within } = yield* Agent.make(root)
      const report = yield* edit({ path: "f", edits: [{ oldText: "", newText: "one\n" }] })
      yield* within(service.undo(report))
      expect(yield* Effect.flip(replace("f", "one", "1"))).toMatchObject({ reason: { _tag: "missing" } })
      write(join(root, "f"), "one\n")
      expect(yield* Effect.flip(replace("f", "one", "1"))).toMatchObject({ _tag: "Stale", reason: "never-read" })
    })
  )

  it.effect("is refused where somebody has made another file since its removal", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const { edit, undo } = yield* editor(root)
      const removal = yield* undo(yield* edit({ path: "f", edits: [{ oldText: "", newText: "one\n" }] }))
      const path = write(join(root, "f"), "theirs\n")
      expect(yield* Effect.flip(undo(removal))).toMatchObject({ reason: { _tag: "exists", path } })
      expect(read(path)).toBe("theirs\n")
    })
  )
})

describe("what somebody else has done since", () => {
  const changes: Readonly<Record<string, readonly [(path: string) => void, object]>> = {
    "another line": [(path) => write(path, "one\n2\nthree\n"), { _tag: "Stale", reason: "modified" }],
    "bytes that are no text": [(path) => write(path, "\0"), { _tag: "Refused", reason: { _tag: "not-text" } }],
    "no file": [(path) => rmSync(path), { _tag: "Stale", reason: "deleted" }],
    "a folder": [
      (path) => {
        rmSync(path)
        mkdirSync(path)
      },
      { _tag: "Refused", reason: { _tag: "not-a-file" } }
    ],
    "no bit for writing": [(path) => chmodSync(path, 0o444), { _tag: "Refused", reason: { _tag: "not-writable" } }]
  }

  it.effect.each(Object.keys(changes))("stays: %s", (name) =>
    Effect.gen(function* () {
      const [change, failure] = changes[name]!
      const { path, report, root, undo } = yield* edited("one\n", [{ oldText: "one", newText: "1" }])
      change(path)
      const before = existsSync(path) && statSync(path).isFile() ? read(path) : undefined
      expect(yield* Effect.flip(undo(report))).toMatchObject(failure)
      expect(existsSync(path) && statSync(path).isFile() ? read(path) : undefined).toBe(before)
      expect(readdirSync(root).length).toBe(existsSync(path) ? 1 : 0)
    })
  )

  it.effect("stays, if it comes between the look and the write", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "f"), "one\n")
      const report = yield* (yield* editor(root)).edit({ path, edits: [{ oldText: "one", newText: "1" }] })
      const { undo } = yield* editor(root, {
        bend: (fs) => ({
          chmod: (at, mode) =>
            Effect.tap(
              fs.chmod(at, mode),
              Effect.sync(() => write(path, "theirs"))
            )
        })
      })
      expect(yield* Effect.flip(undo(report))).toMatchObject({ _tag: "Stale", reason: "modified" })
      expect([read(path), leftovers(root)]).toEqual(["theirs", []])
    })
  )
})

describe("an undo that is refused", () => {
  it.effect("is one of an edit that wrote nothing", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "f"), "let total = 2\n")
      const { edit, undo } = yield* editor(root)
      const dry = yield* edit({ path, edits: [{ oldText: "2", newText: "3" }], dryRun: true })
      const done = yield* edit({ path, edits: [{ oldText: "let total = 1", newText: "let total = 2" }] })
      for (const report of [dry, done]) {
        expect(yield* Effect.flip(undo(report))).toMatchObject({ reason: { code: "nothing-to-undo" } })
      }
    })
  )

  it.effect("is one of a disk that fails, which leaves the file as it was", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "f"), "one\n")
      const working = yield* editor(root)
      const report = yield* working.edit({ path, edits: [{ oldText: "one", newText: "1" }] })
      const { undo } = yield* editor(root, { bend: () => ({ rename: () => Effect.fail(systemError("EIO")) }) })
      expect(yield* Effect.flip(undo(report))).toMatchObject({ _tag: "EditIoError" })
      expect([read(path), leftovers(root)]).toEqual(["1\n", []])
      yield* working.undo(report)
      expect(read(path)).toBe("one\n")
    })
  )
})

describe("several files", () => {
  it.effect("are taken back one by one, from the reports of their edit", () =>
    Effect.gen(function* () {
      const root = yield* folder
      for (const name of ["a", "b"]) write(join(root, name), "1\n")
      const { editFiles, undo } = yield* editor(root)
      const reports = yield* editFiles({
        files: [
          { path: "a", edits: [{ oldText: "1", newText: "2" }] },
          { path: "new", edits: [{ oldText: "", newText: "new\n" }] },
          { path: "b", edits: [{ oldText: "1", newText: "2" }] }
        ]
      })
      for (const report of reports.toReversed()) yield* undo(stored(report))
      expect(readdirSync(root).map((name) => [name, read(join(root, name))])).toEqual([
        ["a", "1\n"],
        ["b", "1\n"]
      ])
    })
  )
})
