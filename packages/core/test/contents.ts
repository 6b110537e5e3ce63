// Files as they stand, without a file.
import { createHash } from "node:crypto"
import { type FileRecord, SourceText } from "@kerf/core"

/** A file of this text. */
export const content = (text: string, time = 0): FileRecord.Content => ({
  bytes: new TextEncoder().encode(text),
  source: SourceText.make(text),
  time
})

/** SHA-256 by another implementation. */
export const hex = (text: string): string => createHash("sha256").update(text).digest("hex")
