/**
 * The laws of matchers as tests: one line proves a matcher.
 *
 * @since 0.1.0
 */
import type * as Matcher from "@kerf/core/Matcher"
import type * as Context from "effect/Context"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, describe, expect, it } from "vitest"
import type * as Law from "./Law.ts"
import * as MatcherLaws from "./MatcherLaws.ts"

/**
 * The service of a matcher with a layer that needs nothing: a class as every matcher package exports one.
 *
 * @category models
 * @since 0.1.0
 */
export interface MatcherService {
  readonly key: string
  readonly Service: Matcher.Matcher
  readonly layer: Layer.Layer<any, unknown>
}

/**
 * Registers a test for each law that a matcher must obey. Call it where `describe` may be called.
 *
 * **When to use**
 *
 * In a test file of vitest. With another runner, take the laws from `MatcherLaws.all` and check them there.
 *
 * **Details**
 *
 * A test fails with the smallest question that the matcher answers wrongly, or where its law was exercised too rarely.
 * A layer with resources is closed after the last test.
 *
 * **Example** (A matcher and what it claims)
 *
 * ```ts
 * import { Exact } from "@kerf/matchers"
 * import { MatcherTest } from "@kerf/testing"
 *
 * const prove = () => MatcherTest.suite(Exact, { forgives: {} })
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const suite = (
  subject: Matcher.Matcher | MatcherService,
  manifest: MatcherLaws.Manifest & Law.Options = {}
): void => {
  describe(`laws of ${"key" in subject ? subject.key : subject.name}`, async () => {
    const matcher = await build(subject)
    for (const law of MatcherLaws.all(matcher, manifest)) {
      it(`${law.name}`, async () => {
        const { failure } = await law.check(matcher, { runs: manifest.runs, seed: manifest.seed })
        expect(failure).toBeUndefined()
      })
    }
  })
}

const build = async (subject: Matcher.Matcher | MatcherService): Promise<Matcher.Matcher> => {
  if (!("key" in subject)) return subject
  const runtime = ManagedRuntime.make(subject.layer)
  afterAll(() => runtime.dispose())
  return runtime.runPromise(subject as unknown as Context.Key<unknown, Matcher.Matcher>)
}
