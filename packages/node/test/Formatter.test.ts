import * as NodeChildProcessSpawner from "@effect/platform-node/NodeChildProcessSpawner"
import { describe, expect, it } from "@effect/vitest"
import { FileState, Guards, JsonGuard, OmissionGuard } from "@kerf/core"
import { Presets } from "@kerf/matchers"
import { Editor, FileText, Formatter, FormatterTool, Kerf, Report, Workspace } from "@kerf/node"
import { Context, Duration, Effect, Fiber, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { spawnSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { folder, journal, leftovers, read, services, write } from "./Fixture.ts"
import { run } from "./Running.ts"

type Fake = (text: string, path: string) => Effect.Effect<Formatter.Answer>

/** An editor with a formatter: a fake, or those of the machine. */
const make = Effect.fnUntraced(function* (
  root: string,
  formatter: Fake | "tools",
  options: Partial<Kerf.Options> = {}
) {
  const fake =
    formatter === "tools"
      ? Layer.empty
      : Layer.succeed(Formatter.Formatter, { format: ({ path, text }) => formatter(text, path) })
  const layer = Kerf.layer({
    roots: [root],
    stack: Presets.standard.layer,
    unseen: "trust",
    journal,
    formatter: formatter === "tools",
    ...options
  })
  const context = yield* Layer.build(layer.pipe(Layer.provide(fake), Layer.provide(services()), Layer.orDie))
  return {
    ...Context.get(context, Editor.Editor),
    state: Context.get(context, FileState.FileState),
    workspace: Context.get(context, Workspace.Workspace)
  }
})

const formatted = (text: string): Effect.Effect<Formatter.Answer> =>
  Effect.succeed({ _tag: "formatted", by: "fake", text })

/** Puts one blank around `=` on every line. */
const spaced: Fake = (text) => formatted(text.replace(/ *= */g, " = "))

const pair = (oldText: string, newText: string) => ({ oldText, newText })

const hasGit = spawnSync("git", ["--version"]).status === 0

describe("an edit with a formatter", () => {
  it.effect("writes the formatted text, and tells what the formatter changed", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "f.txt"), "é=1\r\nb = 2\r\nc=3\r\n")
      const { edit, undo } = yield* make(root, spaced)
      const report = yield* edit({ path: "f.txt", edits: [pair("b = 2", "b=22\nx=0")] })
      expect(read(path)).toBe("é = 1\r\nb = 22\r\nx = 0\r\nc = 3\r\n")
      expect(report).toMatchObject({
        status: "applied",
        replacements: 1,
        changes: [{ edit: 0, matcher: "exact", before: { line: 2, endLine: 2 }, after: { line: 1, endLine: 4 } }],
        formatted: {
          by: "fake",
          diff:
            "diff --git a/f.txt b/f.txt\n--- a/f.txt\n+++ b/f.txt\n@@ -1,4 +1,4 @@\n" +
            "-é=1\r\n-b=22\r\n-x=0\r\n-c=3\r\n+é = 1\r\n+b = 22\r\n+x = 0\r\n+c = 3\r\n"
        }
      })
      expect(report.diff).toBe(
        "diff --git a/f.txt b/f.txt\n--- a/f.txt\n+++ b/f.txt\n@@ -1,3 +1,4 @@\n" +
          "-é=1\r\n-b = 2\r\n-c=3\r\n+é = 1\r\n+b = 22\r\n+x = 0\r\n+c = 3\r\n"
      )
      expect(report.notes.map(({ message }) => message)).toEqual([
        expect.stringMatching(/^\[edit:line-endings\]/),
        "[edit:formatted] fake changed the new text in lines 1-4; the diff shows the result."
      ])
      const encoded = JSON.parse(JSON.stringify(Schema.encodeSync(Report.Report)(report)))
      expect(Schema.decodeUnknownSync(Report.Report)(encoded)).toEqual(report)
      yield* undo(report)
      expect(read(path)).toBe("é=1\r\nb = 2\r\nc=3\r\n")
    })
  )

  it.effect("tells where its changes are afterwards, when lines moved", () =>
    Effect.gen(function* () {
      const root = yield* folder
      write(join(root, "f.txt"), "import b\nimport a\n\none\ntwo\nthree\n")
      const { edit } = yield* make(root, (text) => formatted(`# sorted\n${text}`))
      const report = yield* edit({ path: "f.txt", edits: [pair("three", "3"), pair("one", "1")] })
      expect(report.changes.map(({ after, edit }) => [edit, after])).toEqual([
        [1, { line: 5, endLine: 5 }],
        [0, { line: 7, endLine: 7 }]
      ])
      expect(report.notes.map(({ note }) => note)).toEqual([
        { _tag: "formatted", by: "fake", lines: [{ line: 1, endLine: 1 }] }
      ])
    })
  )

  it.effect("says nothing where nothing is in charge, or nothing is to be changed", () =>
    Effect.gen(function* () {
      const root = yield* folder
      write(join(root, "f.txt"), "a = 1\n")
      for (const fake of [spaced, () => Effect.succeed<Formatter.Answer>({ _tag: "none" })]) {
        const { edit } = yield* make(root, fake)
        const report = yield* edit({ path: "f.txt", edits: [pair("1", "2")], dryRun: true })
        expect(report.notes).toEqual([])
        expect(report).not.toHaveProperty("formatted")
      }
    })
  )

  it.effect("shows in a dry run, and in a preview, what would be written", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "f.txt"), "a=1\nb=1\n")
      const { commit, edit, plan, preview } = yield* make(root, spaced)
      const request = { path: "f.txt", edits: [pair("b=1", "b=2")] }
      const dry = yield* edit({ ...request, dryRun: true })
      const planned = yield* plan(request)
      expect(yield* preview(planned)).toEqual(dry)
      expect(read(path)).toBe("a=1\nb=1\n")
      expect(yield* commit(planned)).toEqual({ ...dry, status: "applied" })
      expect(read(path)).toBe("a = 1\nb = 2\n")
    })
  )

  it.effect("keeps the byte-order mark, which the formatter does not see", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "f.txt"), "\uFEFFa=1\n")
      const seen: Array<string> = []
      const { edit } = yield* make(root, (text) => {
        seen.push(text)
        return formatted(`\uFEFF${text.replace("=", " = ")}`)
      })
      yield* edit({ path: "f.txt", edits: [pair("1", "2")] })
      expect(seen).toEqual(["a=2\n"])
      expect(read(path)).toBe("\uFEFFa = 2\n")
    })
  )

  it.effect("creates a file, and removes it again", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = join(root, "new/f.txt")
      const { edit, undo } = yield* make(root, spaced)
      const report = yield* edit({ path, edits: [pair("", "a=1\nb=2\n")] })
      expect(read(path)).toBe("a = 1\nb = 2\n")
      expect(report).toMatchObject({ created: true, changes: [{ after: { line: 1, endLine: 2 } }] })
      expect(report.diff).toContain("+a = 1\n")
      yield* undo(report)
      expect(existsSync(path)).toBe(false)
    })
  )

  it.effect("writes what was there where the formatter takes the edit back", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "f.txt"), "a = 1\n")
      const { edit, undo } = yield* make(root, spaced)
      const report = yield* edit({ path, edits: [pair("a = 1", "a=1")] })
      expect(report).toMatchObject({ status: "applied", diff: "", inverse: [] })
      expect(report.formatted?.diff).toContain("-a=1\n+a = 1\n")
      yield* undo(report)
      expect(read(path)).toBe("a = 1\n")
    })
  )

  it.effect("formats every file of a call, and writes none if one fails", () =>
    Effect.gen(function* () {
      const root = yield* folder
      for (const name of ["a", "b"]) write(join(root, name), "x=1\n")
      const { editFiles } = yield* make(root, spaced)
      const files = [
        { path: "a", edits: [pair("1", "2")] },
        { path: "b", edits: [pair("1", "3")] }
      ]
      yield* Effect.flip(editFiles({ files: [...files, { path: "c", edits: [pair("1", "2")] }] }))
      expect([read(join(root, "a")), read(join(root, "b"))]).toEqual(["x=1\n", "x=1\n"])
      const reports = yield* editFiles({ files })
      expect(reports.map(({ formatted }) => formatted?.by)).toEqual(["fake", "fake"])
      expect([read(join(root, "a")), read(join(root, "b"))]).toEqual(["x = 2\n", "x = 3\n"])
    })
  )
})

describe("what was seen", () => {
  const big = Array.from({ length: 30 }, (_, i) => `v${i} = ${i}\n`).join("")

  it.effect("holds the formatted text, so that the next edit is fresh (R146, R168)", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "f.txt"), big)
      const { edit, state, workspace } = yield* make(
        root,
        (text) => spaced(`# head\n${text}`.replace("# head\n# head", "# head"), ""),
        {
          unseen: "refuse"
        }
      )
      const { key } = yield* workspace.locate("f.txt", "read")
      yield* state.recordRead(key, {
        content: yield* Effect.provide(FileText.read(path), services()),
        offset: 3,
        limit: 4
      })
      const call = (oldText: string, newText: string) =>
        Effect.provideService(
          edit({ path: "f.txt", edits: [pair(oldText, newText)] }),
          FileState.PartialReads,
          "seen-lines"
        )
      yield* call("v2 = 2", "v2=20")
      expect(read(path).split("\n").slice(0, 4)).toEqual(["# head", "v0 = 0", "v1 = 1", "v2 = 20"])
      // What the edit made, what the formatter made, and what was seen before and has moved.
      yield* call("v2 = 20", "v2=200")
      yield* call("# head", "# top")
      yield* call("v5 = 5", "v5=50")
      expect(yield* Effect.flip(call("v20 = 20", "v20 = 0"))).toMatchObject({ _tag: "Stale", reason: "partly-read" })
    })
  )

  it.effect("is not what a report could not show", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const text = Array.from({ length: 3_000 }, (_, i) => `v${i}=${i}\n`).join("")
      const path = write(join(root, "f.txt"), text)
      const { edit, state, workspace } = yield* make(root, spaced, { unseen: "refuse" })
      const { key } = yield* workspace.locate("f.txt", "read")
      yield* state.recordRead(key, { content: yield* Effect.provide(FileText.read(path), services()) })
      yield* edit({ path: "f.txt", edits: [pair("v7=7", "v7=8")] })
      expect(yield* Effect.flip(edit({ path: "f.txt", edits: [pair("v9 = 9", "v9 = 8")] }))).toMatchObject({
        _tag: "Stale",
        reason: "modified"
      })
    })
  )
})

describe("a formatter that does not work", () => {
  const cases: ReadonlyArray<readonly [string, Fake, string, string]> = [
    ["fails", () => Effect.succeed({ _tag: "failed", by: "fmt", reason: "it ended with 2" }), "fmt", "it ended with 2"],
    ["dies", () => Effect.die(new Error("boom")), "the formatter", "it broke (boom)"],
    [
      "throws",
      () => {
        throw new Error("boom")
      },
      "the formatter",
      "it broke (boom)"
    ],
    ["makes nothing of it", () => formatted(""), "fake", "it left nothing of the text"],
    ["answers with a NUL", () => formatted("a\0"), "fake", "its output is not text"],
    ["answers with half a character", () => formatted("a\uD800"), "fake", "its output is not text"]
  ]
  for (const [what, fake, by, reason] of cases) {
    it.effect(`that ${what} leaves the edit as it is, with a note`, () =>
      Effect.gen(function* () {
        const root = yield* folder
        const path = write(join(root, "f.txt"), "a=1\n")
        const { edit } = yield* make(root, fake)
        const report = yield* edit({ path, edits: [pair("1", "2")] })
        expect(read(path)).toBe("a=2\n")
        expect(report).not.toHaveProperty("formatted")
        expect(report.notes).toEqual([
          {
            message: `[edit:not-formatted] ${by} did not format the file: ${reason}. The text stays as the edit made it.`,
            note: { _tag: "not-formatted", by, reason }
          }
        ])
      })
    )
  }

  it.effect("is not waited for longer than the time limit", () =>
    Effect.gen(function* () {
      const called = yield* Effect.promise(async () => Promise.withResolvers<void>())
      const hanging: Formatter.Formatter = {
        format: () =>
          Effect.andThen(
            Effect.sync(() => called.resolve()),
            Effect.never
          )
      }
      const fiber = yield* Effect.forkChild(Formatter.run(hanging, { path: "/f", text: "a" }))
      yield* Effect.promise(() => called.promise)
      yield* TestClock.adjust("10 seconds")
      expect(yield* Fiber.join(fiber)).toEqual({
        _tag: "failed",
        by: "the formatter",
        reason: "it gave no answer within 10s"
      })
    })
  )
})

describe("guards", () => {
  const guards = Guards.layer(OmissionGuard, JsonGuard).pipe(
    Layer.provide(Layer.merge(OmissionGuard.layer, JsonGuard.layer))
  )

  it.effect("refuse before anything is formatted or written, in a dry run and an explanation too", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "p.json"), '{ "a": 1 }\n')
      let asked = 0
      const { edit, explain } = yield* make(root, (text) => (asked++, formatted(text)), { guards })
      const request = { path, edits: [pair("1 }", "1,")] }
      for (const dryRun of [false, true]) {
        expect(yield* Effect.flip(edit({ ...request, dryRun }))).toMatchObject({
          _tag: "Refused",
          edit: 0,
          reason: { _tag: "custom", matcher: "json", code: "invalid-json" }
        })
      }
      expect((yield* explain(request)).result).toMatchObject({ failure: { reason: { code: "invalid-json" } } })
      expect(asked).toBe(0)
      expect(read(path)).toBe('{ "a": 1 }\n')
    })
  )

  it.effect("let an honest edit pass", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "p.json"), '{ "a": 1 }\n')
      const { edit } = yield* make(root, spaced, { guards })
      expect((yield* edit({ path, edits: [pair("1", "2")] })).notes).toEqual([])
    })
  )
})

/** A program in a `node_modules/.bin`. */
const program = (directory: string, name: string, script: string): string => {
  const bin = join(directory, "node_modules/.bin")
  mkdirSync(bin, { recursive: true })
  const path = write(join(bin, name), `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

describe.skipIf(process.platform === "win32")("a tool", () => {
  const live = <A, E>(effect: Effect.Effect<A, E>) => TestClock.withLive(effect)

  it.effect("of the nearest node_modules formats, in the folder that holds it", () =>
    Effect.gen(function* () {
      const root = yield* folder
      mkdirSync(join(root, "a/b"), { recursive: true })
      program(root, "prettier", "echo far")
      program(join(root, "a"), "prettier", 'cat; echo "// $PWD $*"')
      const path = write(join(root, "a/b/f.ts"), "let a\n")
      const { edit } = yield* make(root, "tools")
      const report = yield* live(edit({ path, edits: [pair("let a", "let é")] }))
      expect(report.notes.map(({ note }) => note._tag)).toEqual(["formatted"])
      expect(read(path)).toBe(`let é\n// ${join(root, "a")} --stdin-filepath ${path}\n`)
      expect(leftovers(root)).toEqual([])
    })
  )

  it.effect("is asked by the command with --format, and not without", () =>
    Effect.gen(function* () {
      const root = yield* folder
      program(root, "prettier", "tr a-z A-Z")
      const path = write(join(root, "f.ts"), "let a\n")
      const edit = (...flags: ReadonlyArray<string>) =>
        Effect.promise(() => run(["edit", path, "--old", "a", "--new", "b", ...flags]))
      const dry = yield* edit("--format", "--dry-run")
      expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining("-let a\n+LET B\n") })
      expect(dry.stderr).toContain("[edit:formatted] prettier changed the new text in line 1;")
      expect((yield* edit("--dry-run")).stdout).toContain("-let a\n+let b\n")
      const { formatted } = JSON.parse((yield* edit("--format", "--json")).stdout).report
      expect(formatted).toMatchObject({ by: "prettier", diff: expect.stringContaining("-let b\n+LET B\n") })
      expect(read(path)).toBe("LET B\n")
    })
  )

  it.effect("above the root is not run", () =>
    Effect.gen(function* () {
      const above = yield* folder
      const root = join(above, "root")
      mkdirSync(root)
      program(above, "prettier", "echo far")
      const found = yield* FormatterTool.find(join(root, "f.ts"), [root]).pipe(Effect.provide(services()))
      expect(found?.program.startsWith(above) ?? false).toBe(false)
      const without = yield* FormatterTool.find(join(root, "f.ts"), []).pipe(Effect.provide(services()))
      expect(without?.directory).toBe(above)
    })
  )

  const failing: ReadonlyArray<readonly [string, string, RegExp]> = [
    ["ends with a code", 'cat > /dev/null; echo "f.ts: no (1:2)" >&2; exit 2', /^it ended with 2: f\.ts: no \(1:2\)$/],
    ["prints nothing", "cat > /dev/null", /^it left nothing of the text$/],
    ["prints what is not UTF-8", "cat > /dev/null; printf '\\377'", /^its output is not UTF-8$/],
    ["prints without end", "cat > /dev/null; yes", /^its output is longer than 10486\d\d bytes$/],
    [
      "complains without end of measure",
      "cat > /dev/null; head -c 300000 /dev/zero | tr '\\0' x >&2; exit 1",
      /^it ended with 1: x{200}…$/
    ],
    ["is killed", "kill -9 $$", /^it was ended, or did not read the text$/]
  ]
  for (const [what, script, reason] of failing) {
    it.effect(`that ${what} leaves the edit as it is`, () =>
      Effect.gen(function* () {
        const root = yield* folder
        program(root, "prettier", script)
        const path = write(join(root, "f.ts"), "let a\n")
        const { edit } = yield* make(root, "tools")
        const report = yield* live(edit({ path, edits: [pair("a", "b")] }))
        expect(report.notes.map(({ note }) => note)).toEqual([
          { _tag: "not-formatted", by: "prettier", reason: expect.stringMatching(reason) }
        ])
        expect(read(path)).toBe("let b\n")
      })
    )
  }

  it.effect("that hangs is ended, with the processes that it started", () =>
    Effect.gen(function* () {
      const root = yield* folder
      program(root, "prettier", `sleep 300 & echo $! > ${join(root, "pid")}; wait`)
      const layer = Formatter.layer.pipe(
        Layer.provide(Workspace.Workspace.layer({ roots: [root] })),
        Layer.provideMerge(NodeChildProcessSpawner.layer),
        Layer.provideMerge(services())
      )
      const answer = yield* live(
        Effect.flatMap(Formatter.Formatter, (formatter) =>
          Formatter.run(formatter, { path: join(root, "f.ts"), text: "a" })
        ).pipe(
          Effect.provideService(Formatter.FormatterTimeout, Duration.millis(500)),
          Effect.provide(Layer.orDie(layer))
        )
      )
      expect(answer).toMatchObject({ _tag: "failed", reason: "it gave no answer within 500ms" })
      const pid = Number(read(join(root, "pid")))
      expect(() => process.kill(pid, 0)).toThrow("ESRCH")
    })
  )

  it.effect("that is not there is told", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const path = write(join(root, "f.vue"), "a\n")
      if ((yield* FormatterTool.find(path, [root]).pipe(Effect.provide(services()))) !== undefined) return
      const { edit } = yield* make(root, "tools")
      const report = yield* live(edit({ path, edits: [pair("a", "b")] }))
      expect(report.notes.map(({ note }) => note)).toEqual([
        { _tag: "not-formatted", by: "prettier", reason: "it was not found" }
      ])
    })
  )

  const hasRust = spawnSync("rustfmt", ["--version"]).status === 0
  it.effect.skipIf(!hasRust)("of PATH formats Rust, in the edition of its package", () =>
    Effect.gen(function* () {
      const root = yield* folder
      mkdirSync(join(root, "src"))
      write(join(root, "Cargo.toml"), '[package]\nname = "x"\nedition = "2021"\n')
      const path = write(join(root, "src/lib.rs"), "async fn f() {}\n")
      const { edit } = yield* make(root, "tools")
      const report = yield* live(edit({ path, edits: [pair("{}", "{ g( ).await }")] }))
      expect(report.notes.map(({ note }) => note)).toMatchObject([{ _tag: "formatted", by: "rustfmt" }])
      expect(read(path)).toBe("async fn f() {\n    g().await\n}\n")
      expect(readdirSync(join(root, "src"))).toEqual(["lib.rs"])
    })
  )
})

describe.skipIf(!hasGit)("the diffs of a formatted edit", () => {
  it.effect(
    "apply with git, one after the other and as one",
    () =>
      Effect.gen(function* () {
        const root = yield* folder
        let moved = 0
        for (let seed = 1; seed < 40; seed++) {
          const lines = Array.from({ length: 3 + (seed % 17) }, (_, i) =>
            (i + seed) % 5 === 0 ? "" : `k${i}=${(i * seed) % 7}`
          )
          const before = lines.join("\n") + (seed % 2 === 0 ? "\n" : "")
          const path = write(join(root, "f.txt"), before)
          // Joins blank lines, and ends the last.
          const { edit } = yield* make(root, (text) => spaced(`${text.replace(/\n{3,}/g, "\n\n").trimEnd()}\n`, ""))
          const at = lines.findLastIndex((line) => line !== "")
          const report = yield* edit({ path, edits: [pair(lines[at]!, `x${seed}=1\n\n\ny=2`)] })
          const after = read(path)
          if (report.changes[0]!.before!.line !== report.changes[0]!.after.line) moved++
          write(path, before)
          write(join(root, "patch"), report.diff)
          const applied = spawnSync("git", ["apply", "--whitespace=nowarn", "patch"], { cwd: root, encoding: "utf8" })
          expect(applied.stderr).toBe("")
          expect(read(path)).toBe(after)
          expect(report.formatted).toBeDefined()
          write(
            path,
            before.slice(0, before.lastIndexOf(lines[at]!)) +
              `x${seed}=1\n\n\ny=2` +
              before.slice(before.lastIndexOf(lines[at]!) + lines[at]!.length)
          )
          write(join(root, "patch"), report.formatted!.diff)
          spawnSync("git", ["apply", "--whitespace=nowarn", "patch"], { cwd: root })
          expect(read(path)).toBe(after)
        }
        expect(moved).toBeGreaterThan(5)
      }),
    60_000
  )
})
