/**
 * The file that `kerf explain --html` writes: any but the one that was explained.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import * as EditIoError from "./EditIoError.ts"
import type { Explanation } from "./Explanation.ts"
import * as ExplanationPage from "./ExplanationPage.ts"
import * as Printable from "./Printable.ts"
import { UsageError } from "./UsageError.ts"

/**
 * Writes the page of an explanation, over what is there.
 *
 * **Details**
 *
 * Fails with `UsageError` where `out` leads to the file that was explained, by whatever name or link, and with
 * `EditIoError` where the disk refuses.
 *
 * @category operations
 * @since 0.1.0
 */
export const write = Effect.fnUntraced(function* (
  out: string,
  explanation: Explanation
): Effect.fn.Return<void, UsageError | EditIoError.EditIoError, FileSystem.FileSystem | Path.Path> {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const target = path.resolve(out)
  if (yield* leadsTo(target, explanation.path)) {
    return yield* new UsageError({
      message: `--html ${Printable.line(out)} is the file that is explained, or may become it: name another`
    })
  }
  yield* Effect.mapError(
    fs.writeFileString(target, ExplanationPage.make(explanation)),
    EditIoError.from("write", target)
  )
})

/** Whether writing to `out` could write to `file`, a real path that need not exist. */
const leadsTo = Effect.fnUntraced(function* (out: string, file: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const real = yield* Effect.option(fs.realPath(out))
  if (Option.isNone(real)) {
    // A link to nothing would be followed.
    if (Option.isSome(yield* Effect.option(fs.readLink(out)))) return true
    const folder = yield* Effect.option(fs.realPath(path.dirname(out)))
    return Option.isSome(folder) && path.join(folder.value, path.basename(out)) === file
  }
  if (real.value === file) return true
  const [a, b] = [yield* Effect.option(fs.stat(real.value)), yield* Effect.option(fs.stat(file))]
  if (Option.isNone(a) || Option.isNone(b)) return false
  const [inode, other] = [Option.getOrUndefined(a.value.ino), Option.getOrUndefined(b.value.ino)]
  return inode !== undefined && inode === other && a.value.dev === b.value.dev
})
