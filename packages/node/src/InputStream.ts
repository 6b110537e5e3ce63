/**
 * What a command reads: a file, a pipe that the shell made (`<(…)`), or what comes in on stdin.
 *
 * @since 0.1.0
 */
import * as NodeStream from "@effect/platform-node/NodeStream"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { type PlatformError, systemError } from "effect/PlatformError"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { createReadStream } from "node:fs"
import * as EditIoError from "./EditIoError.ts"
import { UsageError } from "./UsageError.ts"

/**
 * Bytes, and how many they will be, where that is known.
 *
 * @category models
 * @since 0.1.0
 */
export interface InputStream {
  readonly bytes: Stream.Stream<Uint8Array, UsageError>
  readonly size: number | undefined
}

/**
 * Finds the input of a name: `-` is stdin. Nothing is read yet.
 *
 * **Details**
 *
 * `shown` is what the input is called in a message. Fails with `UsageError`, in one line, where there is no such file,
 * or where it is a folder, a device or a socket; the stream fails so where it cannot be read.
 *
 * @category constructors
 * @since 0.1.0
 */
export const open = Effect.fnUntraced(function* (
  name: string,
  shown: string
): Effect.fn.Return<InputStream, UsageError, FileSystem.FileSystem | Stdio.Stdio> {
  const failed = (error: PlatformError) =>
    new UsageError({ message: `${shown} cannot be read: ${EditIoError.from("read", name)(error).reason}` })
  if (name === "-") {
    const { stdin } = yield* Stdio.Stdio
    return { bytes: Stream.mapError(stdin, failed), size: undefined }
  }
  const fs = yield* FileSystem.FileSystem
  const { size, type } = yield* Effect.mapError(fs.stat(name), failed)
  if (type === "File") {
    return { bytes: Stream.mapError(fs.stream(name, { chunkSize: 1024 * 1024 }), failed), size: Number(size) }
  }
  if (type === "FIFO") return { bytes: Stream.mapError(pipe(name), failed), size: undefined }
  return yield* new UsageError({ message: `${shown} is not a file` })
})

/** A pipe has no positions, which `FileSystem.stream` reads at. */
const pipe = (name: string): Stream.Stream<Uint8Array, PlatformError> =>
  NodeStream.fromReadable({
    evaluate: () => createReadStream(name),
    onError: (cause) => systemError({ _tag: "Unknown", module: "FileSystem", method: "stream", cause })
  })
