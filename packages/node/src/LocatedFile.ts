/**
 * A file where a path leads, read without being led elsewhere in between.
 *
 * @since 0.1.0
 */
import type * as EditFailure from "@kerf/core/EditFailure"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { EditIoError } from "./EditIoError.ts"
import * as FileBytes from "./FileBytes.ts"
import * as FileText from "./FileText.ts"
import { type Location, Workspace } from "./Workspace.ts"

/**
 * Where a path leads, and the file there; `undefined` if there is none.
 *
 * @category models
 * @since 0.1.0
 */
export interface LocatedFile {
  readonly location: Location
  readonly file: FileText.FileText | undefined
}

/**
 * Locates a file and reads it as text.
 *
 * **Details**
 *
 * Does so again, at most three times, if another file has taken its place in between, since a link would lead the reading
 * out of the workspace. Fails as `Workspace.locate` and `FileText.read` do.
 *
 * @category constructors
 * @since 0.1.0
 */
export const find = Effect.fnUntraced(function* (
  path: string,
  purpose: "read" | "write"
): Effect.fn.Return<LocatedFile, EditFailure.Refused | EditIoError, Workspace | FileSystem.FileSystem> {
  const workspace = yield* Workspace
  const fs = yield* FileSystem.FileSystem
  for (let tries = 0; tries < mostTries; tries++) {
    const location = yield* workspace.locate(path, purpose)
    if (!location.exists) return { location, file: undefined }
    const file = yield* FileText.read(location.path)
    if (yield* isThere(fs, location.path, file.id)) return { location, file }
  }
  const cause = "it is being replaced; send the edit again"
  return yield* new EditIoError({ operation: "read", path, cause })
})

const mostTries = 3

/** Whether no link leads from a real path elsewhere, and the file there is the one that was read. */
const isThere = (fs: FileSystem.FileSystem, at: string, id: string): Effect.Effect<boolean> =>
  Effect.all([fs.realPath(at), Effect.map(fs.lstat(at), FileBytes.identity)]).pipe(
    Effect.map(([real, now]) => real === at && now === id),
    Effect.orElseSucceed(() => false)
  )
