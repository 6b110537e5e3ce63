/**
 * A lock between processes that is a name to listen at: an abstract socket on Linux, a named pipe on Windows.
 *
 * The system lets one process listen at a name, and frees it when that process ends, however it ends. No file is made.
 * Who waits connects, and is told by the end of the connection.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { connect, createServer, type Server, type Socket } from "node:net"
import type { ProcessLock } from "./ProcessLock.ts"

/**
 * Whether the platform has names that belong to no file.
 *
 * @category guards
 * @since 0.1.0
 */
export const supported: boolean = process.platform === "linux" || process.platform === "win32"

/**
 * Tries to take the lock. One system call when it is free.
 *
 * @category constructors
 * @since 0.1.0
 */
export const tryAcquire: ProcessLock = (name) => {
  const path = process.platform === "win32" ? `\\\\.\\pipe\\kerf-${name}` : `\0kerf-${name}`
  return Effect.acquireRelease(listen(path), (owned) => (owned === undefined ? Effect.void : close(owned))).pipe(
    Effect.map((owned) => (owned === undefined ? Option.some(released(path)) : Option.none()))
  )
}

interface Owned {
  readonly server: Server
  readonly waiting: Set<Socket>
}

const listen = (path: string): Effect.Effect<Owned | undefined, Error> =>
  Effect.callback((resume) => {
    const waiting = new Set<Socket>()
    const server = createServer((socket) => {
      waiting.add(socket)
      socket.on("close", () => waiting.delete(socket)).on("error", () => {})
    })
    server.once("error", (cause: NodeJS.ErrnoException) =>
      resume(cause.code === "EADDRINUSE" ? Effect.undefined : Effect.fail(cause))
    )
    // Exclusive: the workers of a cluster would share the name.
    server.listen({ path, exclusive: true }, () => resume(Effect.succeed({ server, waiting })))
  })

const close = ({ server, waiting }: Owned): Effect.Effect<void> =>
  Effect.callback((resume) => {
    server.close(() => resume(Effect.void))
    for (const socket of waiting) socket.destroy()
  })

/** Waits for the owner to close, or for a moment where it cannot be reached: it may just have gone. */
const released = (path: string): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const socket = connect({ path })
    // The system's time: the wait is for another process, whatever this one's clock says.
    socket.on("error", () => {}).on("close", () => void setTimeout(() => resume(Effect.void), 1))
    return Effect.sync(() => socket.destroy())
  })
