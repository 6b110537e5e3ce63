import { describe, expect, it } from "@effect/vitest"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { FileDigest } from "@kerf/core"
import { FileBytes } from "@kerf/node"
import { Effect } from "effect"
import { join } from "node:path"
import { folder, services, write } from "./Fixture.ts"

describe("a digest", () => {
  it.effect("is the same of bytes, of a file, and in the records of core", () =>
    Effect.gen(function* () {
      const bytes = Buffer.from("a\r\n\u00e9")
      const path = write(join(yield* folder, "f"), bytes)
      const digest = FileBytes.digest(bytes)
      expect(digest).toMatch(/^[0-9a-f]{64}$/)
      expect(yield* FileBytes.digestAt(path)).toBe(digest)
      expect(yield* Effect.provide(FileDigest.ofBytes(bytes), NodeCrypto.layerDigest)).toBe(digest)
    }).pipe(Effect.provide(services()))
  )

  it.effect("of a file that is not there is refused", () =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(FileBytes.digestAt(join(yield* folder, "f")))
      expect(refused).toMatchObject({ reason: { _tag: "missing" } })
    }).pipe(Effect.provide(services()))
  )
})
