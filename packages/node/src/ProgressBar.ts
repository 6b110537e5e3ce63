/**
 * A line on stderr that tells how far a long run is, for a person who watches: nothing where stderr is no terminal, and
 * nothing for a run that ends soon.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"

/**
 * A bar.
 *
 * @category models
 * @since 0.1.0
 */
export interface ProgressBar {
  /** Tells how much is done, and a word about it. Drawn at most ten times a second. */
  readonly show: (done: number, text: string) => Effect.Effect<void>
  /** Takes the bar off the screen: before anything else is printed, and at the end. It comes back with `show`. */
  readonly hide: Effect.Effect<void>
}

/** Milliseconds before it is drawn at all, and between two drawings. */
const [patience, pace] = [300, 100]

const width = 24

/** A line that wraps cannot be taken off the screen: this fits the narrowest terminal that is usual. */
const columns = 79

/**
 * Creates a bar for a run of `total` steps; without it, the bar has no length, only its text.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function* (
  total: number | undefined
): Effect.fn.Return<ProgressBar, never, Stdio.Stdio> {
  const stdio = yield* Stdio.Stdio
  if (!(yield* stdio.stderrIsTerminal)) return { show: () => Effect.void, hide: Effect.void }
  const draw = (text: string) => Effect.ignore(Stream.run(Stream.make(`\r${text}\u001b[K`), stdio.stderr()))
  let next = (yield* Clock.currentTimeMillis) + patience
  let isShown = false
  return {
    show: Effect.fnUntraced(function* (done, text) {
      const now = yield* Clock.currentTimeMillis
      if (now < next) return
      next = now + pace
      isShown = true
      yield* draw(`${bar(done, total)}${text}`.slice(0, columns))
    }),
    hide: Effect.suspend(() => {
      if (!isShown) return Effect.void
      isShown = false
      return draw("")
    })
  }
})

const bar = (done: number, total: number | undefined): string => {
  if (total === undefined || total <= 0) return ""
  const share = Math.min(1, done / total)
  const full = Math.floor(share * width)
  const percent = `${Math.floor(share * 100)}`.padStart(3)
  return `[${"#".repeat(full)}${"-".repeat(width - full)}] ${percent}% `
}
