import { describe, expect, it } from "@effect/vitest"
import { FileBytes, FileText } from "@kerf/node"
import { Effect, type FileSystem } from "effect"
import * as fc from "fast-check"
import { isUtf8 } from "node:buffer"
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { bendFile, folder, services, write, type Bend } from "./Fixture.ts"

const readAll = (path: string, options: { readonly limit?: number; readonly bend?: Bend } = {}) =>
  FileText.read(path).pipe(
    Effect.provide(services(options.bend)),
    (effect) =>
      options.limit === undefined ? effect : Effect.provideService(effect, FileBytes.MaxFileBytes, options.limit),
    Effect.result
  )

const reasonOf = (result: unknown) => (result as { failure: { reason: { _tag: string } } }).failure.reason

const readBytes = (bytes: Uint8Array) =>
  Effect.gen(function* () {
    return yield* readAll(write(join(yield* folder, "f"), bytes))
  })

describe("text", () => {
  it.effect("reads ASCII, and says that it is", () =>
    Effect.gen(function* () {
      const path = write(join(yield* folder, "f"), "one\r\ntwo", 0o640)
      const result = yield* readAll(path)
      expect(result).toMatchObject({ success: { path, mode: 0o640, links: 1, source: { text: "one\r\ntwo" } } })
      expect(result).toMatchObject({ success: { source: { ascii: true } } })
    })
  )

  it.effect("keeps the byte-order mark in the bytes, and out of the text", () =>
    Effect.gen(function* () {
      const result = yield* readBytes(Buffer.from("\uFEFFcafé\n"))
      expect(result).toMatchObject({ success: { source: { text: "café\n", byteOrderMark: "\uFEFF", ascii: false } } })
      expect((result as any).success.bytes.subarray(0, 3)).toEqual(Buffer.from("efbbbf", "hex"))
    })
  )

  it.effect("reads an empty file", () =>
    Effect.gen(function* () {
      expect(yield* readBytes(new Uint8Array(0))).toMatchObject({ success: { source: { text: "" } } })
    })
  )

  it.effect("decodes what is UTF-8 without NUL, and names the first byte of what is not", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const piece = fc.oneof(
        fc.string({ unit: "binary", maxLength: 6 }).map((text) => Buffer.from(text.replaceAll("\0", ""), "utf8")),
        fc.uint8Array({ maxLength: 3 }).map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0))),
        fc
          .constantFrom("c080", "e08080", "f0808080", "eda080", "f4908080", "e282", "f09f98", "f5808080", "80")
          .map((hex) => Buffer.from(hex, "hex"))
      )
      const seen = { text: 0, invalid: 0 }
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(fc.array(piece, { maxLength: 6 }), async (pieces) => {
            const bytes = Buffer.concat(pieces)
            const result = await Effect.runPromise(readAll(write(join(root, "f"), bytes)))
            if (bytes[0] === 0xff && bytes[1] === 0xfe) return
            if (bytes[0] === 0xfe && bytes[1] === 0xff) return
            if (isUtf8(bytes)) {
              seen.text++
              expect(result).toMatchObject({ _tag: "Success" })
              expect(Buffer.from((result as any).success.source.toString())).toEqual(bytes)
            } else {
              seen.invalid++
              let valid = bytes.length
              while (!isUtf8(bytes.subarray(0, valid))) valid--
              expect(reasonOf(result)).toMatchObject({ _tag: "not-text", byteOffset: valid })
            }
          }),
          { numRuns: 300 }
        )
      )
      expect(seen.text).toBeGreaterThan(50)
      expect(seen.invalid).toBeGreaterThan(50)
    })
  )

  it.effect.each([
    ["binary", Buffer.from("ab\0c"), { looksLike: "binary data, with a NUL", byteOffset: 2 }],
    [
      "UTF-16 LE with a mark",
      Buffer.from("\uFEFFab", "utf16le"),
      { looksLike: "UTF-16, little-endian, with a byte-order mark" }
    ],
    [
      "UTF-16 BE with a mark",
      Buffer.from("\uFEFFab", "utf16le").swap16(),
      { looksLike: "UTF-16, big-endian, with a byte-order mark" }
    ],
    [
      "UTF-16 LE",
      Buffer.from("let a = 1\n", "utf16le"),
      { looksLike: "UTF-16, little-endian, without a byte-order mark" }
    ],
    [
      "UTF-16 BE",
      Buffer.from("let a = 1\n", "utf16le").swap16(),
      { looksLike: "UTF-16, big-endian, without a byte-order mark" }
    ],
    ["latin-1", Buffer.from("café", "latin1"), { looksLike: "an invalid byte, 0xE9,", byteOffset: 3 }]
  ] as const)("refuses %s", ([, bytes, reason]) =>
    Effect.gen(function* () {
      expect(reasonOf(yield* readBytes(bytes))).toEqual({ _tag: "not-text", ...reason })
    })
  )
})

describe("not a text file", () => {
  it.effect("refuses what is missing, and a folder", () =>
    Effect.gen(function* () {
      const root = yield* folder
      expect(reasonOf(yield* readAll(join(root, "no")))).toEqual({ _tag: "missing", path: join(root, "no") })
      mkdirSync(join(root, "sub"))
      expect(reasonOf(yield* readAll(join(root, "sub")))).toMatchObject({ _tag: "not-a-file", type: "folder" })
    })
  )

  it.effect.skipIf(!existsSync("/dev/zero"))("refuses a device behind a link without opening it", () =>
    Effect.gen(function* () {
      const link = join(yield* folder, "link")
      symlinkSync("/dev/zero", link)
      const bend: Bend = () => ({ open: () => Effect.die("opened") })
      expect(reasonOf(yield* readAll(link, { bend }))).toMatchObject({ _tag: "not-a-file", type: "device" })
    })
  )

  it.effect.skipIf(process.platform === "win32")("refuses a pipe without opening it, which would hang", () =>
    Effect.gen(function* () {
      const pipe = join(yield* folder, "pipe")
      execFileSync("mkfifo", [pipe])
      const bend: Bend = () => ({ open: () => Effect.die("opened") })
      expect(reasonOf(yield* readAll(pipe, { bend }))).toMatchObject({ _tag: "not-a-file", type: "pipe" })
    })
  )

  it.effect("says what the system says", () =>
    Effect.gen(function* () {
      const path = join(write(join(yield* folder, "f"), "a"), "below")
      expect(yield* readAll(path)).toMatchObject({
        failure: { _tag: "EditIoError", message: `[edit:io-error] Cannot read ${path}: not a directory (ENOTDIR).` }
      })
    })
  )
})

describe("bounds", () => {
  it.effect("reads as many bytes as the limit, and no more", () =>
    Effect.gen(function* () {
      const path = write(join(yield* folder, "f"), "0123456789")
      expect(yield* readAll(path, { limit: 10 })).toMatchObject({ _tag: "Success" })
      expect(reasonOf(yield* readAll(path, { limit: 9 }))).toEqual({ _tag: "too-large", bytes: 10, limit: 9 })
    })
  )

  it.effect("does not believe a size that is too small", () =>
    Effect.gen(function* () {
      const path = write(join(yield* folder, "f"), "x".repeat(300_000))
      const bend: Bend = (fs) => ({
        open: (path, options) =>
          Effect.map(fs.open(path, options), (file) =>
            bendFile(file, { stat: Effect.map(file.stat, (info) => ({ ...info, size: 0n as never })) })
          )
      })
      expect(yield* readAll(path, { bend })).toMatchObject({ success: { source: { text: "x".repeat(300_000) } } })
    })
  )

  it.effect("ends in a file that never does", () =>
    Effect.gen(function* () {
      const path = write(join(yield* folder, "f"), "x")
      const bend: Bend = (fs: FileSystem.FileSystem) => ({
        open: (path, options) =>
          Effect.map(fs.open(path, options), (file) =>
            bendFile(file, { read: (buffer) => Effect.sync(() => buffer.fill(120).length) })
          )
      })
      expect(reasonOf(yield* readAll(path, { bend, limit: 1_000_000 }))).toMatchObject({ _tag: "too-large" })
    })
  )

  it.effect.skipIf(!existsSync("/proc/self/status"))("reads what the system makes up, whose size is 0", () =>
    Effect.gen(function* () {
      expect((yield* readAll("/proc/self/status"))._tag).toBe("Success")
    })
  )
})
