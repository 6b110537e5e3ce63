import { describe, expect, it } from "@effect/vitest"
import { Report } from "@kerf/node"
import { Effect } from "effect"
import * as fc from "fast-check"
import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { editor, folder, write } from "./Fixture.ts"

const git = (...args: ReadonlyArray<string>) => spawnSync("git", args, { encoding: "utf8" })
const hasGit = git("--version").status === 0

/** A file whose lines each hold a number that stands nowhere else, and edits that each name up to three of them. */
const scenario = fc
  .record({
    lines: fc.array(
      fc.record({
        text: fc.constantFrom("", "  let x = «y»", "\tgo()", "日本 ", "-- a", "++ b", "@@ c", "\\ No newline"),
        terminator: fc.constantFrom("\n", "\r\n")
      }),
      { minLength: 1, maxLength: 30 }
    ),
    terminators: fc.constantFrom("\n", "\r\n", "mixed"),
    mark: fc.boolean(),
    finalNewline: fc.boolean(),
    edits: fc.uniqueArray(
      fc.record({
        at: fc.nat(9),
        lines: fc.integer({ min: 1, max: 3 }),
        newText: fc.constantFrom("", "x", "x\n", "x\ny", "\n\n", "«é»\r\nz\r\n", "@@ -1 +1 @@\n", "--- a\n+++ b")
      }),
      { minLength: 1, maxLength: 4, selector: ({ at }) => at }
    ),
    everything: fc.integer({ min: 0, max: 9 }),
    name: fc.constantFrom(
      "f.txt",
      "a b.txt",
      'q"uote',
      "back\\slash",
      "tab\there",
      "ü日.txt",
      "new\nline",
      "sub dir/f",
      "b/a",
      "-dash"
    )
  })
  .map(({ lines, terminators, mark, finalNewline, edits, everything, name }) => {
    const full = lines.map(({ text, terminator }, i) => {
      const end = terminators === "mixed" ? terminator : terminators
      return `${text}#${i}.${i < lines.length - 1 || finalNewline ? end : ""}`
    })
    const text = full.join("")
    // Each edit has a group of three lines to itself, so that no two claim the same.
    const groups = Math.ceil(full.length / 3)
    const grouped = new Map(edits.map(({ at, lines, newText }) => [(at % groups) * 3, { lines, newText }]))
    const pairs =
      everything === 0
        ? [{ oldText: text, newText: "" }]
        : [...grouped].map(([at, { lines, newText }]) => ({ oldText: full.slice(at, at + lines).join(""), newText }))
    return {
      text: (mark ? "\uFEFF" : "") + text,
      pairs,
      name,
      terminators,
      mark,
      finalNewline,
      created: everything === 1
    }
  })

describe("the diff", () => {
  it.effect.skipIf(!hasGit)(
    "applies with git to the old bytes, and gives the new bytes",
    () =>
      Effect.gen(function* () {
        const root = yield* folder
        const { edit } = yield* editor(root)
        const seen = {
          applied: 0,
          created: 0,
          emptied: 0,
          several: 0,
          crlf: 0,
          mixed: 0,
          marked: 0,
          open: 0,
          quoted: 0
        }
        const check = (before: Uint8Array | undefined, name: string, diff: string) => {
          const target = join(root, name)
          const after = readFileSync(target)
          rmSync(target)
          if (before !== undefined) write(target, before)
          write(join(root, "patch"), diff)
          const result = spawnSync("git", ["apply", "--whitespace=nowarn", "patch"], { cwd: root, encoding: "utf8" })
          expect(result.stderr).toBe("")
          expect(readFileSync(target).equals(after)).toBe(true)
          return after
        }
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(scenario, async ({ created, finalNewline, mark, name, pairs, terminators, text }) => {
              rmSync(root, { recursive: true, force: true })
              mkdirSync(join(root, name, ".."), { recursive: true })
              if (!created) write(join(root, name), text)
              const edits = created ? [{ oldText: "", newText: text }] : pairs
              const result = await Effect.runPromise(Effect.result(edit({ path: name, edits })))
              if (result._tag === "Failure") return
              const after = check(created ? undefined : Buffer.from(text), name, result.success.diff)
              seen.applied++
              if (created) return void seen.created++
              if (after.length <= 3) seen.emptied++
              if (result.success.changes.length > 1) seen.several++
              if (terminators === "\r\n") seen.crlf++
              if (terminators === "mixed") seen.mixed++
              if (mark) seen.marked++
              if (!finalNewline) seen.open++
              if (/["\\\t\n]/.test(name)) seen.quoted++
            }),
            { numRuns: 250 }
          )
        )
        for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0)
        expect(seen.applied).toBeGreaterThan(240)
      }),
    60_000
  )
})

describe("the inverse", () => {
  it.effect("holds the bytes that take the edit back", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const { edit } = yield* editor(root)
      let applied = 0
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(scenario, async ({ pairs, text }) => {
            const path = write(join(root, "f"), text)
            const result = await Effect.runPromise(Effect.result(edit({ path, edits: pairs })))
            if (result._tag === "Failure") return
            applied++
            let bytes = readFileSync(path)
            for (const { byteLength, byteOffset, text } of result.success.inverse.toReversed()) {
              const [before, after] = [bytes.subarray(0, byteOffset), bytes.subarray(byteOffset + byteLength)]
              bytes = Buffer.concat([before, Buffer.from(text), after])
            }
            expect(bytes.toString()).toBe(text)
          }),
          { numRuns: 150 }
        )
      )
      expect(applied).toBeGreaterThan(140)
    })
  )
})

describe("the summary", () => {
  const report: Report.Report = {
    status: "applied",
    path: "/a\n\u001b[31m",
    created: false,
    removed: false,
    replacements: 2,
    changes: [
      { edit: 0, matcher: "exact", before: { line: 1, endLine: 1 }, after: { line: 1, endLine: 1 } },
      { edit: 1, matcher: "exact", before: { line: 4, endLine: 4 }, after: { line: 5, endLine: 7 } }
    ],
    notes: [],
    diff: "",
    digest: { after: "" },
    inverse: []
  }

  it("is one line, whatever the path holds", () => {
    expect(Report.summary(report)).toBe("Replaced 2 places in /a\\n\\u001b[31m: line 1, lines 5-7.")
  })

  it("says what was not written", () => {
    expect(Report.summary({ ...report, path: "/a", status: "dry-run" })).toBe(
      "Would replace 2 places in /a: line 1, lines 5-7. Nothing was written."
    )
    expect(Report.summary({ ...report, path: "/a", status: "already-applied" })).toBe(
      "/a is as asked already; nothing was written."
    )
  })

  it("counts the places that it does not list", () => {
    const changes = Array.from({ length: 12 }, (_, i) => ({
      edit: 0,
      matcher: "exact",
      after: { line: i + 1, endLine: i + 1 }
    }))
    expect(Report.summary({ ...report, path: "/a", replacements: 12, changes })).toMatch(/line 10, and 2 more\.$/)
  })
})
