import { describe, expect, it } from "@effect/vitest"
import { JsonLines } from "@kerf/node"
import { Effect, Stream } from "effect"
import * as fc from "fast-check"

const read = (pieces: ReadonlyArray<Uint8Array>, options?: Parameters<typeof JsonLines.fromBytes>[1]) =>
  Effect.runSync(Stream.runCollect(JsonLines.fromBytes(Stream.fromIterable(pieces), options)))

const bytes = (text: string) => [Buffer.from(text)]

describe("JsonLines", () => {
  it("numbers lines, leaves blank ones out, and needs no last terminator", () => {
    expect(read(bytes('{}\r\n\n \t\r\n[1]\n"é"'))).toEqual([
      { number: 1, end: 4, text: "{}\r" },
      { number: 4, end: 13, text: "[1]" },
      { number: 5, end: 17, text: '"é"' }
    ])
    expect(read([])).toEqual([])
    expect(read(bytes("\n\n"))).toEqual([])
  })

  it("forgives a byte-order mark in front of a line, and ends no line at anything but LF", () => {
    expect(read(bytes("\uFEFF1\n\uFEFF2\n3\r4\u20285\n")).map((line) => "text" in line && line.text)).toEqual([
      "1",
      "2",
      "3\r4\u20285"
    ])
  })

  it("names a line that is not UTF-8 or too long, and reads on", () => {
    const pieces = [Buffer.from("1\n"), Uint8Array.of(0xff, 0x0a), Buffer.from("123\n1234"), Buffer.from("56\n2")]
    expect(read(pieces, { maxBytes: 3 })).toEqual([
      { number: 1, end: 2, text: "1" },
      { number: 2, end: 4, problem: "is not UTF-8" },
      { number: 3, end: 8, text: "123" },
      { number: 4, end: 15, problem: "is longer than 3 bytes" },
      { number: 5, end: 16, text: "2" }
    ])
  })

  it("gives the same lines however the bytes come in pieces", () => {
    const line = fc.oneof(fc.constantFrom("", "{}", " ", "日本", "\r"), fc.string({ unit: "grapheme", maxLength: 8 }))
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 8 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 5 })),
        (lines, sizes) => {
          const whole = Buffer.from(lines.join("\n"))
          const pieces: Array<Uint8Array> = []
          for (let at = 0; at < whole.length;) {
            const size = sizes.next().value as number
            pieces.push(whole.subarray(at, at + size))
            at += size
          }
          expect(read(pieces, { batch: 2 })).toEqual(read([whole]))
        }
      )
    )
  })

  it.effect("emits what is complete at once, in batches", () =>
    Effect.gen(function* () {
      const sizes: Array<number> = []
      const input = Stream.fromArrays([Buffer.from("1\n2")], [Buffer.from("\n3\n4\n5\n6\n")])
      yield* Stream.runForEachArray(JsonLines.fromBytes(input, { batch: 2 }), (lines) =>
        Effect.sync(() => void sizes.push(lines.length))
      )
      expect(sizes).toEqual([1, 2, 2, 1])
    })
  )
})
