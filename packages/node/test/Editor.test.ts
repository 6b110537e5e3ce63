import { describe, expect, it } from "@effect/vitest"
import { Presets } from "@kerf/matchers"
import { Report } from "@kerf/node"
import { Effect, Schema } from "effect"
import { createHash } from "node:crypto"
import { existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync, unlinkSync } from "node:fs"
import { join } from "node:path"
import { editor, folder, leftovers, read, write } from "./Fixture.ts"

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")

describe("edit", () => {
  it.effect("writes the file, and reports what it did", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "f.txt"), "é one\r\ntwo\r\nthree")
      const { edit } = yield* editor(root)
      const report = yield* edit({
        path: "f.txt",
        edits: [
          { oldText: "three", newText: "3" },
          { oldText: "one\ntwo", newText: "1\n1½\n2" }
        ]
      })
      const after = "é 1\r\n1½\r\n2\r\n3"
      expect(read(path)).toBe(after)
      expect({ ...report, notes: [] }).toEqual({
        status: "applied",
        path,
        created: false,
        removed: false,
        replacements: 2,
        changes: [
          { edit: 1, matcher: "line-ending", before: { line: 1, endLine: 2 }, after: { line: 1, endLine: 3 } },
          { edit: 0, matcher: "exact", before: { line: 3, endLine: 3 }, after: { line: 4, endLine: 4 } }
        ],
        notes: [],
        diff:
          "diff --git a/f.txt b/f.txt\n--- a/f.txt\n+++ b/f.txt\n@@ -1,3 +1,4 @@\n" +
          "-é one\r\n-two\r\n+é 1\r\n+1½\r\n+2\r\n" +
          "-three\n\\ No newline at end of file\n+3\n\\ No newline at end of file\n",
        digest: { before: sha256("é one\r\ntwo\r\nthree"), after: sha256(after) },
        inverse: [
          { byteOffset: 3, byteLength: 9, text: "one\r\ntwo" },
          { byteOffset: 14, byteLength: 1, text: "three" }
        ]
      })
      const encoded = JSON.parse(JSON.stringify(Schema.encodeSync(Report.Report)(report)))
      expect(Schema.decodeUnknownSync(Report.Report)(encoded)).toEqual(report)
    })
  )

  it.effect("says what a loose match forgave", () =>
    Effect.gen(function* () {
      const root = yield* folder
      write(join(root, "f.go"), "f() {\n\tif x {\n\t\tgo()\n\t}\n}\n")
      const { edit } = yield* editor(root)
      const report = yield* edit({
        path: "f.go",
        edits: [{ oldText: "if x {\n\tgo()\n}", newText: "if y {\n\tgo()\n}" }]
      })
      expect(read(join(root, "f.go"))).toBe("f() {\n\tif y {\n\t\tgo()\n\t}\n}\n")
      expect(report.changes).toMatchObject([{ matcher: "indentation", before: { line: 2, endLine: 4 } }])
      expect(report.notes).toMatchObject([{ note: { _tag: "loose-match", adapted: "added 1 tab" } }])
      expect(report.notes[0]!.message).toMatch(/^\[edit:loose-match\] .*added 1 tab/)
    })
  )

  it.effect("changes the target of a link, and leaves the link", () =>
    Effect.gen(function* () {
      const root = yield* folder
      mkdirSync(join(root, "real"))
      write(join(root, "real/f"), "old")
      symlinkSync("real/f", join(root, "link"))
      const { edit } = yield* editor(root)
      const report = yield* edit({ path: "link", edits: [{ oldText: "old", newText: "new" }] })
      expect(report.path).toBe(join(root, "real/f"))
      expect(lstatSync(join(root, "link")).isSymbolicLink()).toBe(true)
      expect(readlinkSync(join(root, "link"))).toBe("real/f")
      expect(read(join(root, "real/f"))).toBe("new")
    })
  )

  it.effect("counts an edit that has been made as done, and writes nothing", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "f"), "let total = 2\n")
      const { edit } = yield* editor(root, { bend: () => ({ rename: () => Effect.die("renamed") }) })
      const report = yield* edit({ path, edits: [{ oldText: "let total = 1", newText: "let total = 2" }] })
      expect(report).toMatchObject({ status: "already-applied", replacements: 0, diff: "", inverse: [] })
      expect(report.notes).toMatchObject([{ note: { _tag: "already-applied" } }])
    })
  )

  it.effect("writes line endings as sent if asked to", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "f"), "a\r\nb\r\n")
      const { edit } = yield* editor(root)
      yield* edit({ path, edits: [{ oldText: "a", newText: "a\nx" }], lineEndings: "verbatim" })
      expect(read(path)).toBe("a\nx\r\nb\r\n")
    })
  )

  it.effect("writes nothing in a dry run, and reports the same otherwise", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "f"), "old")
      const { edit } = yield* editor(root)
      const request = { path, edits: [{ oldText: "old", newText: "new" }] }
      const dry = yield* edit({ ...request, dryRun: true })
      expect(read(path)).toBe("old")
      const real = yield* edit(request)
      expect(dry).toEqual({ ...real, status: "dry-run" })
    })
  )

  it.effect("asks the stack that it was given", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "f"), "\tone\n\ttwo\n")
      const { edit } = yield* editor(root, { stack: Presets.strict.layer })
      expect(yield* Effect.flip(edit({ path, edits: [{ oldText: "one\ntwo", newText: "x\ny" }] }))).toMatchObject({
        _tag: "NoMatch",
        tried: [{ matcher: "exact" }, { matcher: "line-ending" }]
      })
    })
  )
})

describe("plan and commit", () => {
  it.effect("leave a person time in between, and notice what happened in it", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "f"), "a\nb\n")
      const { commit, plan, preview } = yield* editor(root)
      const planned = yield* plan({ path, edits: [{ oldText: "a", newText: "A" }] })
      expect((yield* preview(planned)).status).toBe("dry-run")
      expect(read(path)).toBe("a\nb\n")
      write(path, "a\nB\n")
      expect(yield* Effect.flip(commit(planned))).toMatchObject({ _tag: "Stale", reason: "modified" })
      expect(read(path)).toBe("a\nB\n")
      unlinkSync(path)
      expect(yield* Effect.flip(commit(planned))).toMatchObject({ _tag: "Stale", reason: "deleted" })
      expect(readdirSync(root)).toEqual([])
    })
  )

  it.effect("write once", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "f"), "a")
      const { commit, plan } = yield* editor(root)
      const planned = yield* plan({ path, edits: [{ oldText: "a", newText: "b" }] })
      expect(yield* commit(planned)).toMatchObject({ status: "applied" })
      expect(yield* Effect.flip(commit(planned))).toMatchObject({ _tag: "Stale" })
    })
  )
})

describe("create", () => {
  it.effect("makes a missing file, with its folders", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const { edit } = yield* editor(root)
      const report = yield* edit({ path: "a/b.txt", edits: [{ oldText: "", newText: "x\ny\n" }] })
      expect(read(join(root, "a/b.txt"))).toBe("x\ny\n")
      expect(report).toMatchObject({
        status: "applied",
        created: true,
        replacements: 0,
        changes: [{ edit: 0, matcher: "create", after: { line: 1, endLine: 2 } }],
        digest: { after: sha256("x\ny\n") }
      })
      expect(report.diff).toContain("--- /dev/null\n+++ b/a/b.txt\n")
      expect(report.changes[0]).not.toHaveProperty("before")
    })
  )

  it.effect("makes no folder in a dry run", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const { edit } = yield* editor(root)
      const report = yield* edit({ path: "a/b.txt", edits: [{ oldText: "", newText: "x" }], dryRun: true })
      expect(report).toMatchObject({ status: "dry-run", created: true })
      expect(readdirSync(root)).toEqual([])
    })
  )

  it.effect("is refused on a file that exists", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "f"), "")
      const { edit } = yield* editor(root)
      expect(yield* Effect.flip(edit({ path, edits: [{ oldText: "", newText: "x" }] }))).toMatchObject({
        reason: { _tag: "empty-old-text" }
      })
      expect(read(path)).toBe("")
    })
  )

  it.effect("is refused where the file came into being since it was planned", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = join(root, "f")
      const { commit, plan } = yield* editor(root)
      const planned = yield* plan({ path, edits: [{ oldText: "", newText: "x" }] })
      write(path, "theirs")
      expect(yield* Effect.flip(commit(planned))).toMatchObject({ reason: { _tag: "exists" } })
      expect(read(path)).toBe("theirs")
    })
  )

  it.effect("needs an empty oldText as the only pair", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const { edit } = yield* editor(root)
      const empty = { oldText: "", newText: "x" }
      for (const edits of [[{ oldText: "a", newText: "b" }], [empty, empty], [empty, { oldText: "x", newText: "y" }]]) {
        expect(yield* Effect.flip(edit({ path: "f", edits }))).toMatchObject({ reason: { _tag: "missing" } })
      }
      expect(existsSync(join(root, "f"))).toBe(false)
    })
  )

  it.effect("refuses what would not survive as text", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const { edit } = yield* editor(root)
      for (const [newText, reason] of [
        ["a\0", { _tag: "nul", side: "newText", offset: 1 }],
        ["ab\uD800", { _tag: "surrogate", side: "newText", offset: 2 }]
      ] as const) {
        expect(yield* Effect.flip(edit({ path: "f", edits: [{ oldText: "", newText }] }))).toMatchObject({ reason })
      }
      expect(readdirSync(root)).toEqual([])
    })
  )
})

describe("a failure", () => {
  it.effect("of any kind changes no byte", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const text = "a\nb\na\n"
      const path = write(join(root, "f"), text)
      const readOnly = write(join(root, "r"), text, 0o444)
      const { edit } = yield* editor(root)
      const pair = (oldText: string, newText = "x") => ({ oldText, newText })
      const failures = [
        yield* Effect.flip(edit({ path, edits: [pair("nowhere")] })),
        yield* Effect.flip(edit({ path, edits: [pair("a")] })),
        yield* Effect.flip(edit({ path, edits: [pair("b"), pair("nowhere")] })),
        yield* Effect.flip(edit({ path, edits: [pair("b"), pair("b\n", "y\n")] })),
        yield* Effect.flip(edit({ path, edits: [pair("b", "b")] })),
        yield* Effect.flip(edit({ path, edits: [] })),
        yield* Effect.flip(edit({ path: readOnly, edits: [pair("b")], dryRun: true })),
        yield* Effect.flip(edit({ path: "../f", edits: [pair("b")] }))
      ]
      expect(failures.map((failure) => (failure._tag === "Refused" ? failure.reason._tag : failure._tag))).toEqual([
        "NoMatch",
        "Ambiguous",
        "NoMatch",
        "overlap",
        "no-change",
        "no-change",
        "not-writable",
        "outside-root"
      ])
      expect([read(path), read(readOnly)]).toEqual([text, text])
      expect(leftovers(root)).toEqual([])
    })
  )
})

describe("misses in a row", () => {
  const missed = (path: string) => ({ path, edits: [{ oldText: "nowhere", newText: "x" }] })

  /** What each call says of the misses before it: how many, if it says so, or how else it ends. */
  const outcomes = Effect.fnUntraced(function* (
    { commit, edit, explain, plan, preview }: Effect.Success<ReturnType<typeof editor>>,
    calls: ReadonlyArray<
      | { readonly miss: string }
      | { readonly explain: string }
      | { readonly plan: string }
      | { readonly edit: Parameters<typeof edit>[0] }
      | { readonly preview: Parameters<typeof edit>[0] }
      | { readonly commit: Parameters<typeof edit>[0]; readonly after: () => void }
    >
  ) {
    return yield* Effect.forEach(calls, (call) => {
      const made: Effect.Effect<unknown, Effect.Error<ReturnType<typeof edit>>> = "miss" in call
        ? edit(missed(call.miss))
        : "plan" in call
          ? plan(missed(call.plan))
          : "explain" in call
            ? Effect.flatMap(explain(missed(call.explain)), ({ result }) => Effect.fromResult(result))
            : "preview" in call
              ? Effect.map(Effect.flatMap(plan(call.preview), preview), ({ status }) => status)
              : "commit" in call
                ? Effect.flatMap(Effect.tap(plan(call.commit), Effect.sync(call.after)), commit)
                : Effect.map(edit(call.edit), ({ status }) => status)
      return made.pipe(
        Effect.catch((failure) => Effect.succeed(failure._tag === "NoMatch" ? failure.misses : failure._tag))
      )
    })
  })

  it.effect("are told from the third on, for each file by its real path, and by each editor for itself", () =>
    Effect.gen(function* () {
      const root = yield* folder
      for (const name of ["f", "g"]) write(join(root, name), "a\n")
      symlinkSync("f", join(root, "link"))
      const first = yield* editor(root)
      expect(
        yield* outcomes(first, [
          { miss: "f" },
          { miss: "g" },
          { miss: "link" },
          { miss: "g" },
          { plan: "./f" },
          { miss: "f" },
          { miss: "g" }
        ])
      ).toEqual([undefined, undefined, undefined, undefined, 3, 4, 3])
      const { message } = yield* Effect.flip(first.edit(missed("f")))
      expect(message).toContain("\n[edit:repeated-miss] The last 5 edits of this file found nothing")
      expect(yield* outcomes(yield* editor(root), [{ miss: "f" }])).toEqual([undefined])
    })
  )

  it.effect("end with a success: an edit, one that was made already, a dry run", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "f"), "let total = 2\nb\n")
      const made = { path, edits: [{ oldText: "let total = 1", newText: "let total = 2" }] }
      const edits = [{ oldText: "b", newText: "c" }]
      const misses = [{ miss: "f" }, { miss: "f" }]
      expect(
        yield* outcomes(yield* editor(root), [
          ...misses,
          { edit: made },
          ...misses,
          { edit: { path, edits, dryRun: true } },
          ...misses,
          { preview: { path, edits } },
          ...misses,
          { edit: { path, edits } },
          ...misses,
          { miss: "f" }
        ])
      ).toEqual([
        undefined,
        undefined,
        "already-applied",
        undefined,
        undefined,
        "dry-run",
        undefined,
        undefined,
        "dry-run",
        undefined,
        undefined,
        "applied",
        undefined,
        undefined,
        3
      ])
    })
  )

  it.effect("are neither counted nor forgotten by other failures, by a plan alone, or by an explanation", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "f"), "a\nb\na\n")
      const edit = (oldText: string, newText: string) => ({ edit: { path, edits: [{ oldText, newText }] } })
      const between = [
        edit("b", "b"),
        edit("a", "c"),
        { explain: "f" },
        { commit: { path, edits: [{ oldText: "b", newText: "c" }] }, after: () => write(path, `${read(path)} `) }
      ]
      const called = ["Refused", "Ambiguous", undefined, "Stale"]
      const two = yield* editor(root)
      expect(yield* outcomes(two, [...between, { miss: "f" }, { miss: "f" }, ...between, { miss: "f" }])).toEqual([
        ...called,
        undefined,
        undefined,
        ...called,
        3
      ])
    })
  )

  it.effect("are forgotten of the file that has waited longest, once there are 257", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const names = Array.from({ length: 257 }, (_, i) => `f${i}`)
      for (const name of names) write(join(root, name), "a\n")
      const one = yield* editor(root)
      yield* outcomes(
        one,
        [...names, ...names.slice(1)].map((miss) => ({ miss }))
      )
      expect(yield* outcomes(one, [{ miss: "f256" }, { miss: "f0" }, { miss: "f0" }])).toEqual([
        3,
        undefined,
        undefined
      ])
    })
  )
})

describe("explain", () => {
  it.effect("looks where edits may not go", () =>
    Effect.gen(function* () {
      const root = yield* folder
      mkdirSync(join(root, ".git"))
      write(join(root, ".git/config"), "a")
      const { edit, explain } = yield* editor(root)
      const request = { path: ".git/config", edits: [{ oldText: "a", newText: "b" }] }
      expect((yield* explain(request)).result._tag).toBe("Success")
      expect(yield* Effect.flip(edit(request))).toMatchObject({ reason: { code: "git-folder" } })
    })
  )

  it.effect("tells what every matcher said, for success and failure, and writes nothing", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "f"), "\tone\n", 0o444)
      const { explain } = yield* editor(root)
      const found = yield* explain({ path, edits: [{ oldText: "one\n", newText: "two\n" }] })
      expect(found).toMatchObject({ path, result: { _tag: "Success" }, source: { text: "\tone\n" } })
      expect(found.trace.map(({ matcher, outcome }) => [matcher, outcome])).toEqual([
        ["exact", "taken"],
        ["line-ending", "late"],
        ["normalized", "late"],
        ["indentation", "late"],
        ["indent-style", "late"],
        ["escape", "none"]
      ])
      const missed = yield* explain({ path, edits: [{ oldText: "three", newText: "two" }] })
      expect(missed.result).toMatchObject({ failure: { _tag: "NoMatch" } })
      expect(missed.trace.map(({ matcher }) => matcher)).toEqual(missed.matchers.map(({ name }) => name))
      expect(read(path)).toBe("\tone\n")
    })
  )
})
