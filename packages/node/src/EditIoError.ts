/**
 * What the disk does, as opposed to what is wrong with an edit: never mixed up with the four failures of core.
 *
 * @since 0.1.0
 */
import type { PlatformError } from "effect/PlatformError"
import * as Schema from "effect/Schema"
import * as Printable from "./Printable.ts"

/**
 * An operation on a file failed.
 *
 * **Details**
 *
 * `operation` is a verb that stands before the path: `read`, `write`, `resolve`. The message is one line, for a model
 * or a person; the system's own error is the `cause`.
 *
 * @category errors
 * @since 0.1.0
 */
export class EditIoError extends Schema.TaggedError<EditIoError>()("EditIoError", {
  operation: Schema.String,
  path: Schema.String,
  cause: Schema.Defect()
}) {
  override get message(): string {
    return `[edit:io-error] Cannot ${this.operation} ${shown(this.path)}: ${this.reason}.`
  }

  /** The system's code, `ENOSPC`, where there is one. */
  get code(): string | undefined {
    return codeOf(this.cause)
  }

  /** Why, in the words of the system: `permission denied (EACCES)`. */
  get reason(): string {
    const raw = rootOf(this.cause)
    // Node writes "EACCES: permission denied, open '/path'": the path is said already.
    const system = /^([A-Z][A-Z0-9_]+): (.*?)(?:, \w+(?: .*)?)?$/s.exec(raw)
    return Printable.cut(Printable.line(system === null ? raw : `${system[2]} (${system[1]})`), mostUnits)
  }
}

/**
 * Wraps the error of an effect that touches the disk.
 *
 * @category constructors
 * @since 0.1.0
 */
export const from =
  (operation: string, path: string) =>
  (cause: PlatformError): EditIoError =>
    new EditIoError({ operation, path, cause })

/**
 * The system's code of an error, `ENOSPC`, where it has one.
 *
 * @category operations
 * @since 0.1.0
 */
export const code = (error: PlatformError): string | undefined => codeOf(error)

/** The most of a path, and of the system's words, that is told. */
const mostUnits = 1_000

/** A path in one line; of a long one the start and the end. */
const shown = (path: string): string => {
  const line = Printable.line(path)
  if (line.length <= mostUnits) return line
  return `${Printable.start(line, mostUnits / 2)}…${Printable.end(line, mostUnits / 2)}`
}

const codeOf = (cause: unknown): string | undefined => {
  const { cause: system } = (cause as Partial<PlatformError> | undefined)?.reason ?? {}
  return typeof system === "object" && system !== null && "code" in system ? String(system.code) : undefined
}

const rootOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause)
  return cause.cause instanceof Error ? rootOf(cause.cause) : cause.message
}
