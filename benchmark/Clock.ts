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

/** Best times of several calls, taken in turns, so that what disturbs one disturbs all. */
export const bestOfEach = (runs: number, calls: ReadonlyArray<() => unknown>): ReadonlyArray<number> => {
  for (const call of calls) call()
  let least = calls.map(() => Infinity)
  for (let i = 0; i < runs; i++) least = calls.map((call, k) => Math.min(least[k]!, timed(call)))
  return least
}

const timed = (call: () => unknown): number => {
  const start = performance.now()
  call()
  return performance.now() - start
}
