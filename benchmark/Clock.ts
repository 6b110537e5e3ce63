/**
 * Measuring: the best of several runs, since everything that disturbs a run makes it slower.
 */
import { performance } from "node:perf_hooks"

/** Milliseconds of the fastest of `runs` calls, after one that warms up. */
export const best = (runs: number, call: () => unknown): number => {
  call()
  let least = Infinity
  for (let i = 0; i < runs; i++) {
    const start = performance.now()
    call()
    least = Math.min(least, performance.now() - start)
  }
  return least
}
