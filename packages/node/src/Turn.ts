/**
 * What has to be taken before a file is written, so that whoever else writes it waits: see `FileLock`.
 *
 * A file's turn is its key, which is its path. A file with several names has several keys and one content, so that its
 * identity is taken along.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as FileBytes from "./FileBytes.ts"

/**
 * Returns the keys of all that has to be taken for a file. Never fails: what cannot be looked at has its own key alone.
 *
 * **Details**
 *
 * A file gets another name at any time: who has the turn looks again (see `holds`).
 *
 * @category constructors
 * @since 0.1.0
 */
export const of = (file: {
  readonly path: string
  readonly key: string
}): Effect.Effect<ReadonlyArray<string>, never, FileSystem.FileSystem> =>
  FileSystem.FileSystem.use((fs) =>
    Effect.match(fs.stat(file.path), {
      onFailure: () => [file.key],
      onSuccess: (info) =>
        info.type === "File" && FileBytes.linksOf(info) > 1 ? [file.key, shared(FileBytes.identity(info))] : [file.key]
    })
  )

/**
 * Returns whether what was taken is enough for a file as it was read.
 *
 * @category predicates
 * @since 0.1.0
 */
export const holds = (
  taken: ReadonlySet<string>,
  key: string,
  file: Pick<FileBytes.FileBytes, "id" | "links"> | undefined
): boolean => taken.has(key) && (file === undefined || file.links === 1 || taken.has(shared(file.id)))

/** No path: those are absolute. */
const shared = (id: string): string => `file ${id}`
