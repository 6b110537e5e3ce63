/**
 * The digest of a file's bytes: what reports print, and what is kept of a text that was shown.
 *
 * @since 0.1.0
 */
import * as Digest from "effect/crypto/Digest"
import * as Effect from "effect/Effect"

/**
 * Computes the digest of bytes: SHA-256 in lower-case hexadecimal, 64 characters.
 *
 * **Example** (Three bytes)
 *
 * ```ts
 * import { FileDigest } from "@kerf/core"
 * import { Effect } from "effect"
 * import { Digest } from "effect/crypto"
 *
 * const digest = FileDigest.ofBytes(Uint8Array.of(0x61, 0x62, 0x63)).pipe(Effect.provide(Digest.layerWebCrypto))
 * await Effect.runPromise(digest)
 * // => "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const ofBytes = (bytes: Uint8Array): Effect.Effect<string, never, Digest.Digest> =>
  Effect.flatMap(Digest.Digest, ({ digestHex }) => digestHex(Digest.sha256, bytes))
