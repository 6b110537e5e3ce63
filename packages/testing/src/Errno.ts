/**
 * What a system call fails with, as Node's file system says it: a `PlatformError` whose cause is an `Error` with `code`,
 * `syscall` and `path`, and whose message reads like Node's.
 *
 * Numbers of errors (`errno`) differ between systems and are left out.
 *
 * @since 0.1.0
 */
import * as PlatformError from "effect/PlatformError"

/**
 * A code that a file system answers with. `ERR_FS_EISDIR` is Node's own, of `rm` without `recursive` on a folder.
 *
 * @category models
 * @since 0.1.0
 */
export type Code = keyof typeof words

/**
 * Creates the error of one call. `other` is the second path of a call that has two.
 *
 * **Example** (A full disk)
 *
 * ```ts
 * import { Errno } from "@kerf/testing"
 *
 * const error = Errno.make("ENOSPC", { method: "writeAll", syscall: "write", path: "/a" })
 * error.reason._tag // => "Unknown"
 * String(error.reason.cause) // => "Error: ENOSPC: no space left on device, write '/a'"
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (
  code: Code,
  call: {
    readonly method: string
    readonly path: string
    readonly syscall?: string | undefined
    readonly other?: string | undefined
  }
): PlatformError.PlatformError => {
  const { method, other, path, syscall = method } = call
  const message = `${code}: ${words[code]}, ${syscall} '${path}'${other === undefined ? "" : ` -> '${other}'`}`
  return PlatformError.systemError({
    _tag: tags[code] ?? "Unknown",
    module: "FileSystem",
    method,
    pathOrDescriptor: path,
    syscall,
    cause: Object.assign(new Error(message), { code, syscall, path }, other === undefined ? {} : { dest: other })
  })
}

/** As in `@effect/platform-node-shared`; any other code is `Unknown`. */
const tags: Partial<Record<Code, PlatformError.SystemErrorTag>> = {
  EACCES: "PermissionDenied",
  EBUSY: "Busy",
  EEXIST: "AlreadyExists",
  EISDIR: "BadResource",
  ELOOP: "BadResource",
  ENOENT: "NotFound",
  ENOTDIR: "BadResource",
  EPERM: "PermissionDenied"
}

const words = {
  EACCES: "permission denied",
  EBADF: "bad file descriptor",
  EBUSY: "resource busy or locked",
  EEXIST: "file already exists",
  EINVAL: "invalid argument",
  EIO: "i/o error",
  EISDIR: "illegal operation on a directory",
  ELOOP: "too many symbolic links encountered",
  ENAMETOOLONG: "name too long",
  ENOENT: "no such file or directory",
  ENOSPC: "no space left on device",
  ENOTDIR: "not a directory",
  ENOTEMPTY: "directory not empty",
  EPERM: "operation not permitted",
  EROFS: "read-only file system",
  EXDEV: "cross-device link not permitted",
  ERR_FS_EISDIR: "Path is a directory"
} as const
