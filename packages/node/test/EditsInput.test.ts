import { describe, expect, it } from "@effect/vitest"
import { EditsInput } from "@kerf/node"
import { Effect, Layer, Stdio, Stream } from "effect"
import { execFileSync, spawn } from "node:child_process"
import { join } from "node:path"
import { folder, services, write } from "./Fixture.ts"

const none = { old: undefined, new: undefined, edits: undefined, replaceAll: false, line: undefined }

const fromFlags = (flags: Partial<EditsInput.Flags>, stdin: ReadonlyArray<Uint8Array> = []) =>
  EditsInput.fromFlags({ ...none, ...flags }).pipe(
    Effect.provide(Layer.mergeAll(services(), Stdio.layerTest({ stdin: Stream.fromIterable(stdin) })))
  )

describe("fromFlags", () => {
  it.effect("makes one pair, and leaves out what was not asked for", () =>
    Effect.gen(function* () {
      expect(yield* fromFlags({ old: "a", new: "" })).toMatchObject([{ oldText: "a", newText: "" }])
      expect(yield* fromFlags({ old: "", new: "b", line: 2 })).toMatchObject([{ oldText: "", newText: "b", line: 2 }])
      const [pair] = yield* fromFlags({ old: "a", new: "b", replaceAll: true })
      expect({ ...pair }).toEqual({ oldText: "a", newText: "b", replaceAll: true })
    })
  )

  it.effect("reads JSON that comes in pieces, also within a character", () =>
    Effect.gen(function* () {
      const bytes = Buffer.from('[{"oldText":"é","newText":"日"}]')
      const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte))
      expect(yield* fromFlags({ edits: "-" }, pieces)).toMatchObject([{ oldText: "é", newText: "日" }])
    })
  )

  it.effect.skipIf(process.platform === "win32")("reads the pipe that a shell makes of <(…)", () =>
    Effect.gen(function* () {
      const pipe = join(yield* folder, "pipe")
      execFileSync("mkfifo", [pipe])
      spawn("sh", ["-c", `echo '[{"oldText":"a","newText":"b"}]' > ${pipe}`])
      expect(yield* fromFlags({ edits: pipe })).toMatchObject([{ oldText: "a", newText: "b" }])
    })
  )

  it.effect("refuses what is not UTF-8, and more than it takes", () =>
    Effect.gen(function* () {
      const path = write(join(yield* folder, "edits"), Buffer.from([0x5b, 0xff]))
      expect((yield* Effect.flip(fromFlags({ edits: path }))).message).toBe(`--edits ${path} is not UTF-8`)
      const endless = Array.from({ length: 65 }, () => new Uint8Array(1024 * 1024))
      expect((yield* Effect.flip(fromFlags({ edits: "-" }, endless))).message).toMatch(/holds more than 67108864 bytes/)
    })
  )
})

describe("fromJson", () => {
  it.effect("takes an array, and an object that holds one", () =>
    Effect.gen(function* () {
      const pairs = [
        { oldText: "a", newText: "b", replaceAll: true },
        { oldText: "c", newText: "d", line: 4 }
      ]
      expect(yield* EditsInput.fromJson(JSON.stringify(pairs))).toMatchObject(pairs)
      expect(yield* EditsInput.fromJson("\uFEFF" + JSON.stringify({ edits: pairs }))).toMatchObject(pairs)
    })
  )

  it.effect.each([
    [
      '[{"oldText":"a","newText":"b"},{"oldText":"a","new":"b"}]',
      "--edits: edits[1].new is an unknown key (known: oldText, newText, replaceAll, line)"
    ],
    [
      '[{"oldText":"a","newText":"b","\\u001b[31m":1}]',
      "--edits: edits[0].\\u001b[31m is an unknown key (known: oldText, newText, replaceAll, line)"
    ],
    ['[{"oldText":"a","newText":"b","line":0}]', "--edits: edits[0].line: line counts from 1"],
    ['[{"oldText":"a","newText":"b","line":1.5}]', "--edits: edits[0].line: Expected an integer"],
    [
      '[{"oldText":"a","newText":"b","line":1,"replaceAll":true}]',
      "--edits: edits[0]: replaceAll and line exclude each other: send replaceAll to change every place, or line to choose one"
    ],
    ["[3]", "--edits: edits[0]: Expected object"],
    ["{}", "--edits: edits: Expected array"],
    [
      JSON.stringify(Array.from({ length: 101 }, () => ({ oldText: "a", newText: "b" }))),
      "--edits: edits: more than 100 edits in one call: send them in several"
    ]
  ] as const)("says what is wrong with %.60s", ([json, message]) =>
    Effect.gen(function* () {
      expect(yield* Effect.flip(EditsInput.fromJson(json))).toMatchObject({ _tag: "UsageError", message })
    })
  )
})
