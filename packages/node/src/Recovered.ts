/**
 * What became of a transaction whose process died.
 *
 * @since 0.1.0
 */
import type { EditIoError } from "./EditIoError.ts"

/**
 * A transaction of a dead process that was undone.
 *
 * **Details**
 *
 * `restored` are as they were before it, `changed` were changed by somebody else since and left alone, `failed` will be
 * tried again at the next start.
 *
 * @category models
 * @since 0.1.0
 */
export interface Recovered {
  readonly restored: ReadonlyArray<string>
  readonly changed: ReadonlyArray<string>
  readonly failed: ReadonlyArray<EditIoError>
}

/**
 * Says it in one line.
 *
 * @category operations
 * @since 0.1.0
 */
export const summary = ({ changed, failed, restored }: Recovered): string => {
  const parts = [
    restored.length === 0 ? "" : ` These are as they were before it: ${restored.join(", ")}.`,
    changed.length === 0 ? "" : ` These have been changed since, and were left alone: ${changed.join(", ")}.`,
    ...failed.map(({ message }) => ` The next start tries again: ${message}`)
  ]
  const done = failed.length === 0 ? "has been undone" : "could not be undone"
  return `[edit:recovered] An edit that was cut short by a crash ${done}.${parts.join("")}`
}
