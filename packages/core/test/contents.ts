// Files as they stand, without a file.
import { createHash } from "node:crypto"
import { type FileRecord, SourceText } from "@kerf/core"
import { Effect, Layer } from "effect"
import { Digest } from "effect/crypto"

/** A file of this text. */
export const content = (text: string, time = 0): FileRecord.Content => ({
  bytes: new TextEncoder().encode(text),
  source: SourceText.make(text),
  time
})

/** SHA-256 by another implementation than WebCrypto's. */
export const hex = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex")

/** Digests without waiting, so that a property can try much. */
export const digest = Layer.succeed(Digest.Digest, {
  digest: (_, data) => Effect.sync(() => createHash("sha256").update(data).digest()),
  digestHex: (_, data) => Effect.sync(() => hex(data))
})
