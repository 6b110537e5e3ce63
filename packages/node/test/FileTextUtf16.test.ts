// UTF-16 with a byte-order mark, edited in its own encoding: no byte outside of the changes differs, and undo gives the
// bytes back.

import { describe, expect, it } from "@effect/vitest"
import { Plan } from "@kerf/core"
import { FileText } from "@kerf/node"
import { Effect, Result } from "effect"
import * as fc from "fast-check"
import { execFileSync, spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { editor, folder, write } from "./Fixture.ts"
import { inFolder, kerf } from "./Running.ts"

/** UTF-16, unit by unit. */
const wide = (text: string, encoding: "utf-16le" | "utf-16be"): Buffer => {
  const bytes = Buffer.alloc(2 * text.length)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i), encoding === "utf-16le")
  return bytes
}

const orders = ["utf-16le", "utf-16be"] as const

describe("UTF-16 with a byte-order mark", () => {
  const piece = fc.constantFrom("a", "b\n", "c\r\n", "\r", "é", "日本", "\u{1f642}", "\uFEFF", " ", "\u00ff\u{10ffff}")
  const words = fc.array(piece, { maxLength: 4 }).map((parts) => parts.join(""))
  const scenario = fc.record({
    encoding: fc.constantFrom(...orders),
    // Kept, and replaced by another, in turn.
    parts: fc.array(fc.record({ kept: words, old: words, put: words }), { minLength: 1, maxLength: 4 })
  })

  it("changes no byte outside of the changes, is the plan's text, and is undone by its ranges", () => {
    const seen = { little: 0, big: 0, several: 0, pairAtAnEdge: 0, crlf: 0, inserted: 0, deleted: 0, mark: 0 }
    fc.assert(
      fc.property(scenario, ({ encoding, parts }) => {
        const text = parts.map(({ kept, old }) => kept + old).join("")
        const bytes = Buffer.concat([wide("\uFEFF", encoding), wide(text, encoding)])
        const file = { bytes, ...Result.getOrThrow(FileText.decode(bytes)) }
        expect([file.encoding, file.source.byteOrderMark, file.source.text]).toEqual([encoding, "\uFEFF", text])

        let at = 0
        const changes = parts.map(({ kept, old, put }): Plan.Change => {
          const start = at + kept.length
          at = start + old.length
          return { edit: 0, matcher: "exact", span: { start, end: at }, text: put }
        })
        const { bytes: after, ranges } = FileText.splice(file, changes)

        const plan: Plan.Plan = { ...Plan.create(""), creates: false, source: file.source, changes }
        const decoded = Result.getOrThrow(FileText.decode(after))
        expect([decoded.encoding, decoded.source.toString()]).toEqual([encoding, Plan.apply(plan)])
        // Bytes between the changes are the same ones, and those of the changes are the new texts.
        let [from, to] = [0, 0]
        for (const [i, { before, after: fresh }] of ranges.entries()) {
          expect(after.subarray(to, fresh.offset)).toEqual(bytes.subarray(from, before.offset))
          expect(bytes.subarray(before.offset, before.offset + before.length)).toEqual(wide(parts[i]!.old, encoding))
          expect(after.subarray(fresh.offset, fresh.offset + fresh.length)).toEqual(wide(parts[i]!.put, encoding))
          ;[from, to] = [before.offset + before.length, fresh.offset + fresh.length]
        }
        expect(after.subarray(to)).toEqual(bytes.subarray(from))

        const now = { bytes: after, ...decoded }
        const back = ranges.map(({ after: { length, offset } }, i): Plan.Change => ({
          edit: 0,
          matcher: "undo",
          span: { start: FileText.offsetAtByte(now, offset), end: FileText.offsetAtByte(now, offset + length) },
          text: parts[i]!.old
        }))
        expect(FileText.splice(now, back).bytes).toEqual(bytes)

        seen[encoding === "utf-16le" ? "little" : "big"]++
        if (parts.length > 1) seen.several++
        if (parts.some(({ kept, old, put }) => /[\u{10000}-\u{10ffff}]$/u.test(kept) && old + put !== ""))
          seen.pairAtAnEdge++
        if (text.includes("\r\n")) seen.crlf++
        if (parts.some(({ old, put }) => old === "" && put !== "")) seen.inserted++
        if (parts.some(({ old, put }) => old !== "" && put === "")) seen.deleted++
        if (text.startsWith("\uFEFF")) seen.mark++
      }),
      { numRuns: 500 }
    )
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20)
  })

  const edited = Effect.fnUntraced(function* (
    encoding: (typeof orders)[number],
    text: string,
    edits: ReadonlyArray<{ readonly oldText: string; readonly newText: string }>
  ) {
    const root = yield* folder
    const bytes = wide(`\uFEFF${text}`, encoding)
    const path = write(join(root, "f.txt"), bytes)
    const { edit, undo } = yield* editor(root)
    const report = yield* edit({ path, edits })
    const after = readFileSync(path)
    yield* undo(report)
    expect(readFileSync(path).equals(bytes), "it is undone").toBe(true)
    return { report, after }
  })

  it.effect("edits and undoes real files, with several pairs", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const { edit, undo } = yield* editor(root)
      const seen = { "utf-16le": 0, "utf-16be": 0, several: 0, pairs: 0 }
      const line = fc.tuple(words, words).map(([left, right]) => [left.replace(/[\r\n]/g, ""), right] as const)
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(
            fc.constantFrom(...orders),
            fc.array(line, { minLength: 1, maxLength: 6 }),
            fc.constantFrom("\n", "\r\n"),
            async (encoding, lines, terminator) => {
              const texts = lines.map(([left], i) => `${left}#${i}.`)
              const pairs = lines.map(([, right], i) => ({ oldText: `#${i}.`, newText: `#${right}` }))
              const bytes = wide(`\uFEFF${texts.join(terminator)}`, encoding)
              const path = write(join(root, "f.txt"), bytes)
              const result = await Effect.runPromise(Effect.result(edit({ path, edits: pairs })))
              if (Result.isFailure(result)) throw result.failure
              const fresh = (text: string) =>
                texts.length > 1 && terminator === "\r\n" ? text.replace(/(?<!\r)\n/g, "\r\n") : text
              const wanted = lines.map(([left, right]) => left + fresh(`#${right}`)).join(terminator)
              expect(readFileSync(path).toString("hex")).toBe(wide(`\uFEFF${wanted}`, encoding).toString("hex"))
              await Effect.runPromise(undo(result.success))
              expect(readFileSync(path)).toEqual(bytes)
              seen[encoding]++
              if (lines.length > 1) seen.several++
              if (lines.some(([left]) => /[\u{10000}-\u{10ffff}]$/u.test(left))) seen.pairs++
            }
          ),
          { numRuns: 100 }
        )
      )
      for (const count of Object.values(seen)) expect(count).toBeGreaterThan(10)
    })
  )

  for (const encoding of orders) {
    it.effect(`converts line feeds to CRLF, and counts ranges in the file's bytes (${encoding})`, () =>
      Effect.gen(function* () {
        const edits = [{ oldText: "b\nc", newText: "é\n\u{1f642}\nc" }]
        const { after, report } = yield* edited(encoding, "a\r\nb\r\nc\r\n", edits)
        expect(after).toEqual(wide("\uFEFFa\r\né\r\n\u{1f642}\r\nc\r\n", encoding))
        // Only what differs is replaced: the line that stays is not in it.
        expect(report.inverse).toEqual([{ byteOffset: 8, byteLength: 16, text: "b\r\nc" }])
        expect(report.changes.map(({ matcher }) => matcher)).toEqual(["line-ending"])
        expect(report.diff).toMatch(/^ a\r\n-b\r\n\+é\r\n\+\u{1f642}\r\n c\r\n$/mu)
      })
    )

    it.effect(`finds by matchers that forgive (${encoding})`, () =>
      Effect.gen(function* () {
        const text = "if x:\n\t\tsay(“hi”)\n\t\tgo()\n\u{1f642}\n"
        const { after, report } = yield* edited(encoding, text, [
          { oldText: 'say("hi")', newText: 'say("ho")' },
          { oldText: "\tgo()\n", newText: "\tgo(1)\n" }
        ])
        expect(after).toEqual(wide("\uFEFFif x:\n\t\tsay(“ho”)\n\t\tgo(1)\n\u{1f642}\n", encoding))
        expect(report.changes.map(({ matcher }) => matcher)).not.toContain("line-ending")
        expect(report.changes[0]!.matcher).toBe("normalized")
      })
    )

    it.effect(`says where two places are in the file's bytes (${encoding})`, () =>
      Effect.gen(function* () {
        const failure = yield* Effect.flip(edited(encoding, "é\na\na\n", [{ oldText: "a", newText: "b" }]))
        expect(failure).toMatchObject({ _tag: "Ambiguous", places: [{ line: 2, byteOffset: 6 }, { byteOffset: 10 }] })
        expect(failure.message).toContain("line 2 (byte 6)")
      })
    )

    it.effect(
      `edits a file of 5 MB in many places, in time (${encoding})`,
      () =>
        Effect.gen(function* () {
          const text = Array.from({ length: 100_000 }, (_, i) => `${i}: é \u{1f642} some more words.\r\n`).join("")
          const edits = Array.from({ length: 100 }, (_, i) => ({
            oldText: `\n${i * 999 + 1}: é`,
            newText: `\n${i}. è`
          }))
          expect(2 * text.length).toBeGreaterThan(5_000_000)
          const { after } = yield* edited(encoding, text, edits)
          const wanted = edits.reduce((sum, { newText, oldText }) => sum.replace(oldText, newText), text)
          expect(after.equals(wide(`\uFEFF${wanted}`, encoding))).toBe(true)

          // One place is found in no time, wherever it is: 100 000 of them would otherwise be 10¹¹ steps.
          const bytes = wide(`\uFEFF${text}`, encoding)
          const file = { bytes, ...Result.getOrThrow(FileText.decode(bytes)) }
          const places = [...text.matchAll(/:/g)].map(({ index }) => index)
          const changes = places.map((at) => ({ edit: 0, matcher: "", span: { start: at, end: at + 1 }, text: ";" }))
          expect(
            Buffer.from(FileText.splice(file, changes).bytes).equals(
              wide(`\uFEFF${text.replaceAll(":", ";")}`, encoding)
            )
          ).toBe(true)
          expect(places.every((at) => FileText.offsetAtByte(file, 2 * at + 3) === at)).toBe(true)
        }),
      20_000
    )
  }

  it.effect("takes a second mark for text, and the mark alone for an empty file", () =>
    Effect.gen(function* () {
      const { after } = yield* edited("utf-16be", "\uFEFFa", [{ oldText: "a", newText: "b" }])
      expect(after.toString("hex")).toBe("fefffeff0062")
      const { source } = Result.getOrThrow(FileText.decode(Uint8Array.of(0xff, 0xfe)))
      expect([source.text, source.byteOrderMark, source.encoding]).toEqual(["", "\uFEFF", "utf-16"])
    })
  )

  it.effect("refuses newText that would not survive", () =>
    Effect.gen(function* () {
      for (const newText of ["\0", "\ud83d"]) {
        expect(yield* Effect.flip(edited("utf-16le", "a\n", [{ oldText: "a", newText }]))).toMatchObject({
          reason: { _tag: newText === "\0" ? "nul" : "surrogate" }
        })
      }
    })
  )

  it.effect.skipIf(spawnSync("git", ["--version"]).status !== 0)(
    "gives a diff that git apply refuses, unless an attribute names the encoding",
    () =>
      Effect.gen(function* () {
        const root = yield* folder
        const bytes = wide("\uFEFFa\r\nb\r\n", "utf-16le")
        const path = write(join(root, "f.reg"), bytes)
        const { edit } = yield* editor(root)
        const edits = [{ oldText: "b", newText: "é" }]
        const { diff } = yield* edit({ path, edits, dryRun: true })
        execFileSync("git", ["init", "-q"], { cwd: root })
        const apply = () =>
          spawnSync("git", ["apply", "--whitespace=nowarn"], { cwd: root, input: diff, encoding: "utf8" })
        expect(apply()).toMatchObject({ status: 1, stderr: expect.stringContaining("patch does not apply") })
        expect(readFileSync(path)).toEqual(bytes)
        write(join(root, ".gitattributes"), "*.reg text working-tree-encoding=UTF-16LE-BOM eol=crlf\n")
        expect(apply()).toMatchObject({ status: 0, stderr: "" })
        expect(readFileSync(path)).toEqual(wide("\uFEFFa\r\né\r\n", "utf-16le"))
      })
  )
})

const reg = 'Windows Registry Editor Version 5.00\r\n\r\n[HKEY_CURRENT_USER\\Kerf]\r\n"Höhe"=dword:00000001\r\n'

describe.skipIf(spawnSync("od", ["--version"]).status !== 0)("the command on a .reg file", { timeout: 30_000 }, () => {
  const od = (path: string) =>
    execFileSync("od", ["-An", "-v", "-tx1", path], { encoding: "utf8" }).replace(/\s+/g, " ")

  it("writes its bytes, and only those of the change", () =>
    inFolder(async (folder) => {
      const path = write(join(folder, "a.reg"), wide(`\uFEFF${reg}`, "utf-16le"))
      const before = od(path)
      expect(before).toMatch(/^ ff fe 57 00 69 00 6e 00 /)
      const pair = ["--old", '"Höhe"=dword:00000001\n', "--new", '"Höhe"=dword:00000002\n"Ä"="🙂"\n']
      const ended = await kerf(folder, ["edit", path, ...pair])
      expect(ended).toMatchObject({ code: 0 })
      expect(ended.stdout).toContain('-"Höhe"=dword:00000001\r\n+"Höhe"=dword:00000002\r\n+"Ä"="🙂"\r\n')
      // 2, CR, LF, "Ä"="🙂", CR, LF
      const added = "32 00 0d 00 0a 00 22 00 c4 00 22 00 3d 00 22 00 3d d8 42 de 22 00 0d 00 0a 00 "
      expect(od(path)).toBe(before.replace(/31 00 0d 00 0a 00 $/, added).trimEnd() + (before.endsWith(" ") ? " " : ""))
    }))

  it("refuses one without its mark, in one line, and leaves its bytes", () =>
    inFolder(async (folder) => {
      const path = write(join(folder, "a.reg"), wide(reg, "utf-16le"))
      const before = od(path)
      expect(await kerf(folder, ["edit", path, "--old", "5.00", "--new", "4.00"])).toEqual({
        code: 5,
        stdout: "",
        stderr:
          "[edit:match-refused] The file is not text in UTF-8, or in UTF-16 with a byte-order mark: UTF-16, " +
          "little-endian, without a byte-order mark, with a NUL at byte 1. Convert it to UTF-8 if it is text, or use " +
          "another tool. (not-text)\n"
      })
      expect(od(path)).toBe(before)
    }))
})
