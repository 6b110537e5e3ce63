/**
 * Where edits may go: roots, and a working directory that relative paths start from.
 *
 * A path is judged by what it really is: symbolic links are resolved, also those of the folders of a file that does not
 * exist yet, and the result must lie in a root by whole segments (`proj` does not contain `proj2`). `.git` is never
 * written, whatever the roots are, also where it is a link. What Linux shows of itself in `/proc` and `/sys` is never
 * opened: it calls them files, but some make their reader wait for ever.
 *
 * `..` is resolved by name before links are, so `link/../a` is `a` beside the link, not beside its target.
 *
 * Out of scope: what changes between this look and the write. `Commit` looks again, and what no file system closes is
 * said there.
 *
 * @since 0.1.0
 */
import * as EditFailure from "@kerf/core/EditFailure"
import * as RefusedReason from "@kerf/core/RefusedReason"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import * as EditIoError from "./EditIoError.ts"
import * as FileBytes from "./FileBytes.ts"
import * as Printable from "./Printable.ts"

/**
 * Where a path leads.
 *
 * **Details**
 *
 * `path` is absolute and real. `key` is one for all spellings of the file, also where its file system takes no notice of
 * case or of Unicode's forms: for locks, and for what was seen. `name` is the path relative to the working directory
 * where the file lies in it, with `/` between segments: for the headers of a diff.
 *
 * @category models
 * @since 0.1.0
 */
export interface Location {
  readonly path: string
  readonly key: string
  readonly name: string
  readonly exists: boolean
}

/**
 * Resolves paths, and refuses those that lead outside.
 *
 * @category services
 * @since 0.1.0
 */
export class Workspace extends Context.Service<
  Workspace,
  {
    /** The roots' real paths; none: any path is inside. */
    readonly roots: ReadonlyArray<string>
    /** Absolute. */
    readonly directory: string
    /** Whether a real path lies in a root, and may be written. */
    readonly owns: (path: string) => boolean
    /**
     * Finds out where a path leads.
     *
     * Fails with `Refused` where it leads outside the roots (`outside-root`), or through a link to nothing or to what is
     * no file of a disk (`not-a-file`), or, if it is to be written, to a root itself (`not-a-file`) or into `.git`
     * (`git-folder`, a custom reason); where it has a NUL, is longer than any system takes, or ends in `/` where no folder is (`bad-path`, custom);
     * with `EditIoError` where it cannot be resolved: a loop of links, a file in place of a folder.
     */
    readonly locate: (
      path: string,
      purpose: "read" | "write"
    ) => Effect.Effect<Location, EditFailure.Refused | EditIoError.EditIoError>
  }
>()("@kerf/node/Workspace") {
  /**
   * A workspace of one or more roots. The working directory is the first root, unless it is given.
   *
   * **Details**
   *
   * The roots' real paths are taken when the layer is built; a root that does not exist fails it.
   */
  static readonly layer = (options: {
    readonly roots: readonly [string, ...ReadonlyArray<string>]
    readonly directory?: string | undefined
  }): Layer.Layer<Workspace, EditIoError.EditIoError, FileSystem.FileSystem | Path.Path> =>
    Layer.effect(Workspace, make(options.roots, options.directory ?? options.roots[0]))

  /** A workspace without roots, for a command that a person runs: any path is inside, `.git` excepted. */
  static readonly layerAnywhere = (options?: {
    readonly directory?: string | undefined
  }): Layer.Layer<Workspace, EditIoError.EditIoError, FileSystem.FileSystem | Path.Path> =>
    Layer.effect(Workspace, make([], options?.directory ?? "."))
}

const make = Effect.fnUntraced(function* (
  given: ReadonlyArray<string>,
  start: string
): Effect.fn.Return<Workspace["Service"], EditIoError.EditIoError, FileSystem.FileSystem | Path.Path> {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const folder = Effect.fnUntraced(function* (name: string) {
    const real = yield* fs.realPath(path.resolve(name)).pipe(Effect.mapError(EditIoError.from("open the folder", name)))
    const { type } = yield* fs.stat(real).pipe(Effect.mapError(EditIoError.from("open the folder", name)))
    if (type === "Directory") return real
    return yield* new EditIoError.EditIoError({ operation: "open the folder", path: name, cause: "it is not a folder" })
  })
  const roots = yield* Effect.forEach(given, folder)
  const directory = yield* folder(start)
  const custom = (code: string, message: string) =>
    EditFailure.refuseCall(RefusedReason.custom({ matcher: "workspace", code, message }))
  const inside = (parent: string, child: string) =>
    child === parent || child.startsWith(parent.endsWith(path.sep) ? parent : parent + path.sep)

  /** The real path of what is there, and of the nearest existing folder of what is not. */
  const resolve = Effect.fnUntraced(function* (
    absolute: string
  ): Effect.fn.Return<
    { readonly path: string; readonly key: string; readonly exists: boolean },
    EditFailure.Refused | EditIoError.EditIoError
  > {
    const rest: Array<string> = []
    for (let at = absolute; ; at = path.dirname(at)) {
      const real = yield* fs.realPath(at).pipe(
        Effect.catchIf(
          ({ reason }) => reason._tag === "NotFound" && path.dirname(at) !== at,
          () => Effect.undefined
        ),
        Effect.mapError(EditIoError.from("resolve", absolute))
      )
      if (real !== undefined) {
        const found = path.join(real, ...rest)
        const key = (yield* foldsNames(fs, path, real)) ? found.normalize("NFC").toLowerCase() : found
        return { path: found, key, exists: rest.length === 0 }
      }
      const dangling = yield* Effect.isSuccess(fs.lstat(at))
      if (dangling)
        return yield* EditFailure.refuseCall({ _tag: "not-a-file", path: at, type: "symbolic link to nothing" })
      rest.unshift(path.basename(at))
    }
  })

  const isFolder = (real: string) =>
    Effect.match(fs.stat(real), { onFailure: () => false, onSuccess: ({ type }) => type === "Directory" })
  const endsInSeparator = (given: string) => given.endsWith("/") || given.endsWith(path.sep)
  const isInside = (real: string) => roots.length === 0 || roots.some((root) => inside(root, real))
  const isGits = (real: string) => real.split(path.sep).some(isGit)

  return Workspace.of({
    roots,
    directory,
    owns: (real) => isInside(real) && !isGits(real),
    locate: Effect.fnUntraced(function* (given, purpose) {
      if (given.includes("\0")) return yield* custom("bad-path", "The path has a NUL in it. Send the path of a file.")
      const absolute = path.resolve(directory, given)
      if (absolute.length > mostUnits) {
        const message = `The path is longer than ${mostUnits} characters, which no system takes. Send the path of a file.`
        return yield* custom("bad-path", message)
      }
      const found = yield* resolve(absolute)
      if (!isInside(found.path)) return yield* EditFailure.refuseCall({ _tag: "outside-root", path: found.path })
      if (isKernels(found.path)) {
        return yield* EditFailure.refuseCall({ _tag: "not-a-file", path: found.path, type: "view into the system" })
      }
      if (purpose === "write") {
        if (isGits(found.path) || isGits(absolute)) {
          const message = `${Printable.line(found.path)} lies in .git, which only git writes. Use git itself.`
          return yield* custom("git-folder", message)
        }
        // What is beside it is outside.
        if (roots.includes(found.path)) {
          return yield* EditFailure.refuseCall({ _tag: "not-a-file", path: found.path, type: "folder" })
        }
      }
      if (endsInSeparator(given) && !(yield* isFolder(found.path))) {
        const message = `${Printable.line(given)} ends as the path of a folder, and none is there. Send the path of a file.`
        return yield* custom("bad-path", message)
      }
      const name = inside(directory, found.path) ? path.relative(directory, found.path) : found.path
      return { ...found, name: name.split(path.sep).join("/").replace(/^\/+/, "") }
    })
  })
})

/** The longest path that a system takes; a longer one costs time, and is nothing. */
const mostUnits = process.platform === "win32" ? 32_767 : 4_096

/** Whether a path leads to what Linux shows of itself. */
const isKernels = (real: string): boolean => /^\/(?:proc|sys)(?:\/|$)/.test(real)

/** Whether a file system may take a name for `.git`: without case, ignorable characters, or trailing dots and blanks. */
const isGit = (segment: string): boolean => {
  const folded = segment
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/[. ]+$/, "")
    .toLowerCase()
  return folded === ".git" || folded === "git~1"
}

/**
 * Whether the file system of what exists at a path takes another spelling of its name for the same: asked by trying. A name
 * without another spelling proves nothing, so the folder's is asked instead.
 */
const foldsNames = Effect.fnUntraced(function* (
  fs: FileSystem.FileSystem,
  path: Path.Path,
  real: string
): Effect.fn.Return<boolean> {
  const identityOf = (at: string) => Effect.option(Effect.map(fs.lstat(at), FileBytes.identity))
  for (let at = real; path.dirname(at) !== at; at = path.dirname(at)) {
    const name = path.basename(at)
    const other = otherSpelling(name)
    if (other === name) continue
    const there = yield* identityOf(path.join(path.dirname(at), other))
    return there._tag === "Some" && (yield* identityOf(at)).pipe(Option.contains(there.value))
  }
  return false
})

/** The name with the case of its letters changed, or in Unicode's other form; the same, if there is none. */
const otherSpelling = (name: string): string => {
  const swapped = name.replace(/\p{L}/gu, (letter) => {
    const lower = letter.toLowerCase()
    return lower === letter ? letter.toUpperCase() : lower
  })
  if (swapped !== name) return swapped
  const composed = name.normalize("NFC")
  return composed === name ? name.normalize("NFD") : composed
}
