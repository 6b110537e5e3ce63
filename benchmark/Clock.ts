/**
 * Measuring: the best of several runs, since everything that disturbs a run makes it slower.
 */
import { performance } from "node:perf_hooks"

/** Milliseconds of the fastest of `runs` calls, after one that warms up. */
export const best = (runs: number, call: () => unknown): number => {
  call()
  let least = Infinity
  for (let i = 0; i < runs; i++) {
    least = Math.min(least, timed(call))
  }
  return least
}

/** Best times of two calls, taken in turns, so that what disturbs one run disturbs both. */
export const bestOfBoth = (
  runs: number,
  first: () => unknown,
  second: () => unknown
): { readonly first: number; readonly second: number } => {
  const times = { first: best(0, first), second: best(0, second) }
  for (let i = 0; i < runs; i++) {
    times.first = Math.min(times.first, timed(first))
    times.second = Math.min(times.second, timed(second))
  }
  return times
}

const timed = (call: () => unknown): number => {
  const start = performance.now()
  call()
  return performance.now() - start
}
