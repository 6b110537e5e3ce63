import { describe, expect, it } from "@effect/vitest"
import { FileBytes, FileText } from "@kerf/node"
import { Effect, type FileSystem, Result } from "effect"
import * as fc from "fast-check"
import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { bendFile, editor, folder, services, write, type Bend } from "./Fixture.ts"

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

  it.effect.each([
    ["binary", "61620063", "binary data, with a NUL", 2],
    [
      "binary that is invalid before its first NUL",
      "89504e470d0a1a0a0000",
      "binary data, with an invalid byte, 0x89,",
      0
    ],
    ["latin-1", "636166e9", "an invalid byte, 0xE9,", 3],
    ["UTF-16 LE without a mark", "6c00650074002000", "UTF-16, little-endian, without a byte-order mark, with a NUL", 1],
    ["UTF-16 BE without a mark", "006c006500740020", "UTF-16, big-endian, without a byte-order mark, with a NUL", 0],
    ["UTF-32 LE", "fffe000061000000", "UTF-32, little-endian, with its byte-order mark", 0],
    ["UTF-32 BE", "0000feff00000061", "UTF-32, big-endian, with its byte-order mark", 0],
    ["an odd length", "fffe610062", "UTF-16, little-endian, with half a unit at its end,", 4],
    ["a mark and one byte", "feff00", "UTF-16, big-endian, with half a unit at its end,", 2],
    ["a high surrogate alone", "fffe61003dd86200", "UTF-16, little-endian, with an unpaired surrogate, U+D83D,", 4],
    ["a low surrogate alone", "feffde42", "UTF-16, big-endian, with an unpaired surrogate, U+DE42,", 2],
    ["a high surrogate at the end", "feff0061d83d", "UTF-16, big-endian, with an unpaired surrogate, U+D83D,", 4],
    ["a NUL unit", "fffe610000006200", "UTF-16, little-endian, with a NUL", 4],
    ["a NUL before a lone surrogate", "feff006100000061d800", "UTF-16, big-endian, with a NUL", 4]
  ] as const)("refuses %s", ([, hex, looksLike, byteOffset]) =>
    Effect.gen(function* () {
      const path = write(join(yield* folder, "f"), Buffer.from(hex, "hex"))
      const { edit } = yield* editor(join(path, ".."))
      const failure = yield* Effect.flip(edit({ path, edits: [{ oldText: "a", newText: "b" }] }))
      expect((failure as { reason?: unknown }).reason).toEqual({ _tag: "not-text", looksLike, byteOffset })
      expect(failure.message).toBe(
        "[edit:match-refused] The file is not text in UTF-8, or in UTF-16 with a byte-order mark: " +
          `${looksLike} at byte ${byteOffset}. Convert it to UTF-8 if it is text, or use another tool. (not-text)`
      )
      expect(reasonOf(yield* readAll(path))).toEqual({ _tag: "not-text", looksLike, byteOffset })
      expect(readFileSync(path).toString("hex")).toBe(hex)
    })
  )
})

describe("decode", () => {
  const decoderOf = (label: FileText.Encoding) => new TextDecoder(label, { fatal: true, ignoreBOM: true })
  const decoders = {
    "utf-8": decoderOf("utf-8"),
    "utf-16le": decoderOf("utf-16le"),
    "utf-16be": decoderOf("utf-16be")
  }

  /** The text of bytes by the decoder that every runtime has; `undefined` for what it does not take, and for a NUL. */
  const strictly = (bytes: Uint8Array, encoding: FileText.Encoding): string | undefined => {
    try {
      const text = decoders[encoding].decode(bytes)
      return text.includes("\0") ? undefined : text
    } catch {
      return undefined
    }
  }

  const encodingOf = ([a, b]: Uint8Array): FileText.Encoding =>
    a === 0xff && b === 0xfe ? "utf-16le" : a === 0xfe && b === 0xff ? "utf-16be" : "utf-8"

  /** What decode should say: the text, or the end of the longest prefix that is one. */
  const reference = (bytes: Uint8Array): readonly [FileText.Encoding, string] | number => {
    const encoding = encodingOf(bytes)
    if (encoding === "utf-16le" && bytes[2] === 0 && bytes[3] === 0) return 0
    const text = strictly(bytes, encoding)
    if (text !== undefined) return [encoding, text]
    let valid = bytes.length - 1
    while (valid > 0 && strictly(bytes.subarray(0, valid), encoding) === undefined) valid--
    return valid
  }

  const outcome = (bytes: Uint8Array): readonly [FileText.Encoding, string] | number | undefined =>
    Result.match(FileText.decode(bytes), {
      onSuccess: ({ encoding, source }) => [encoding, source.toString()] as const,
      onFailure: (reason) => (reason._tag === "not-text" ? reason.byteOffset : undefined)
    })

  const isRight = (bytes: Uint8Array): boolean => {
    const [actual, wanted] = [outcome(bytes), reference(bytes)]
    if (typeof wanted === "number" || actual === undefined || typeof actual === "number") return actual === wanted
    return actual[0] === wanted[0] && actual[1] === wanted[1]
  }

  // Every byte at which a rule of UTF-8 or of UTF-16 begins or ends.
  const edges = [
    0x00, 0x01, 0x0a, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xd7, 0xd8, 0xdb, 0xdc, 0xdf, 0xe0,
    0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xfe, 0xff
  ]
  const all = Array.from({ length: 256 }, (_, byte) => byte)

  const wrongOf = (alphabets: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<string> => {
    const wrong: Array<string> = []
    const bytes = new Uint8Array(alphabets.length)
    const go = (at: number) => {
      if (at === bytes.length) {
        if (!isRight(bytes)) wrong.push(Buffer.from(bytes).toString("hex"))
        return
      }
      for (const byte of alphabets[at]!) {
        bytes[at] = byte
        go(at + 1)
      }
    }
    go(0)
    return wrong
  }

  it("agrees with a strict TextDecoder, and on the first wrong byte, for every string of at most 2 bytes", () => {
    expect([[], [all], [all, all]].flatMap(wrongOf)).toEqual([])
  })

  it("agrees for all strings of 3 bytes in which a rule begins or ends, and for 4 after each lead of 4", () => {
    expect(wrongOf([edges, edges, edges])).toEqual([])
    const some = [0x00, 0x7f, 0x80, 0xbf, 0xc0]
    expect(wrongOf([[0xef, 0xf0, 0xf1, 0xf4, 0xf5], edges, some, some])).toEqual([])
  })

  it("agrees for UTF-16 of two units in which a rule begins or ends, in both orders", () => {
    expect(wrongOf([[0xff], [0xfe], edges, edges, [0x00, 0x61], [0x00, 0xd8, 0xdc]])).toEqual([])
    expect(wrongOf([[0xfe], [0xff], edges, edges, [0x00, 0xd8, 0xdc], [0x00, 0x61]])).toEqual([])
    expect(wrongOf([[0xff], [0xfe], edges, edges, edges])).toEqual([])
  })

  it("agrees for random bytes", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary", maxLength: 6 }).map((text) => Buffer.from(text, "utf8")),
      fc.string({ unit: "binary", maxLength: 6 }).map((text) => Buffer.from(text, "utf16le")),
      fc.string({ unit: "binary", maxLength: 6 }).map((text) => Buffer.from(text, "utf16le").swap16()),
      fc.uint8Array({ maxLength: 3 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom(
          "c080",
          "e08080",
          "f0808080",
          "eda080",
          "f4908080",
          "e282",
          "f09f98",
          "f5808080",
          "80",
          "3dd842de"
        )
        .map((hex) => Buffer.from(hex, "hex"))
    )
    const mark = fc.constantFrom("", "", "fffe", "feff", "efbbbf").map((hex) => Buffer.from(hex, "hex"))
    const seen = { "utf-8": 0, "utf-16le": 0, "utf-16be": 0, refused: 0, "refused UTF-16": 0 }
    fc.assert(
      fc.property(mark, fc.array(piece, { maxLength: 4 }), (mark, pieces) => {
        const bytes = Buffer.concat([mark, ...pieces])
        const wanted = reference(bytes)
        if (typeof wanted !== "number") seen[wanted[0]]++
        else seen[encodingOf(bytes) === "utf-8" ? "refused" : "refused UTF-16"]++
        expect(outcome(bytes)).toEqual(wanted)
      }),
      { numRuns: 3_000 }
    )
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(100)
  })
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
