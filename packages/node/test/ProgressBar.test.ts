import { describe, expect, it } from "@effect/vitest"
import { ProgressBar } from "@kerf/node"
import { Effect, Sink, Stdio } from "effect"
import { TestClock } from "effect/testing"

const drawn = (terminal: boolean, use: (bar: ProgressBar.ProgressBar) => Effect.Effect<void>, total?: number) =>
  Effect.gen(function* () {
    let out = ""
    const stdio = Stdio.layerTest({
      stderrIsTerminal: Effect.succeed(terminal),
      stderr: () => Sink.forEach((text: string | Uint8Array) => Effect.sync(() => void (out += String(text))))
    })
    const bar = yield* Effect.provide(ProgressBar.make(total), stdio)
    yield* use(bar)
    return out
  })

describe("ProgressBar", () => {
  it.effect("is silent where nobody watches", () =>
    Effect.gen(function* () {
      const out = yield* drawn(false, (bar) =>
        TestClock.adjust("1 hour").pipe(Effect.andThen(bar.show(1, "one")), Effect.andThen(bar.hide))
      )
      expect(out).toBe("")
    })
  )

  it.effect("waits, keeps its pace, and goes away", () =>
    Effect.gen(function* () {
      const show = (bar: ProgressBar.ProgressBar) =>
        Effect.gen(function* () {
          yield* bar.show(1, "too soon")
          yield* bar.hide
          yield* TestClock.adjust("300 millis")
          yield* bar.show(50, "half")
          yield* bar.show(60, "too soon")
          yield* TestClock.adjust("100 millis")
          yield* bar.show(250, "all")
          yield* bar.hide
          yield* bar.hide
        })
      expect(yield* drawn(true, show, 100)).toBe(
        `\r[${"#".repeat(12)}${"-".repeat(12)}]  50% half\u001b[K\r[${"#".repeat(24)}] 100% all\u001b[K\r\u001b[K`
      )
      expect(yield* drawn(true, show)).toBe("\rhalf\u001b[K\rall\u001b[K\r\u001b[K")
    })
  )

  it.effect("never wraps", () =>
    Effect.gen(function* () {
      const out = yield* drawn(
        true,
        (bar) => TestClock.adjust("1 hour").pipe(Effect.andThen(bar.show(1, "x".repeat(200)))),
        100
      )
      expect(out).toBe(`\r[${"-".repeat(24)}]   1% ${"x".repeat(47)}\u001b[K`)
    })
  )
})
