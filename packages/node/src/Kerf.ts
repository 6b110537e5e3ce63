/**
 * Everything that edits files, in one layer.
 *
 * @since 0.1.0
 */
import * as NodeChildProcessSpawner from "@effect/platform-node/NodeChildProcessSpawner"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { ChangedContent, FileState, PartialReads } from "@kerf/core/FileState"
import type { MatcherStack } from "@kerf/core/MatcherStack"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type * as Path from "effect/Path"
import type { EditIoError } from "./EditIoError.ts"
import { Editor } from "./Editor.ts"
import { FileLock } from "./FileLock.ts"
import * as Formatter from "./Formatter.ts"
import { Journal } from "./Journal.ts"
import { Workspace } from "./Workspace.ts"

/**
 * What an editor of files is made of.
 *
 * **Details**
 *
 * - `roots`: the folders whose files may be edited; none: any file. `directory`: where relative paths start, by default
 *   the first root, or else the process's.
 * - `stack`: the matchers, in order.
 * - `unseen`: what becomes of an edit of lines that the agent was not shown: refused (`refuse`, the default), or made
 *   (`trust`), for a command that a person runs.
 * - `changed`: what becomes of an edit of a file that has changed since it was shown; see `FileState.ChangedContent`.
 * - `guards`: the guards in force (`Guards.layer`), by default none. `formatter`: whether files are formatted before they are
 *   written, by the canonical tools for their languages that are installed; see `Formatter.layer`.
 * - `state`: where what was seen is kept; by default in memory. `journal`: a folder for what a crash must not lose; by
 *   default the user's folder for state. It should not lie in a root.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options<E = never, R = never> {
  readonly roots: ReadonlyArray<string>
  readonly directory?: string | undefined
  readonly stack: Layer.Layer<MatcherStack, E, R>
  readonly unseen?: "refuse" | "trust" | undefined
  readonly changed?: "refuse" | "rematch" | undefined
  readonly guards?: Layer.Layer<never, E, R> | undefined
  readonly formatter?: boolean | undefined
  readonly state?: Layer.Layer<FileState> | undefined
  readonly journal?: string | undefined
}

/**
 * Wires an editor, and what it has seen.
 *
 * **Details**
 *
 * Each call makes an agent of its own, also where one program provides several; one layer that is provided twice is one
 * agent. To share what was seen, give several the same `state`.
 *
 * **Example** (Create a file, then edit it)
 *
 * ```ts
 * import { NodeServices } from "@effect/platform-node"
 * import { Presets } from "@kerf/matchers"
 * import { Editor, Kerf } from "@kerf/node"
 * import { Effect, Layer } from "effect"
 * import { mkdtempSync } from "node:fs"
 * import { tmpdir } from "node:os"
 *
 * const program = Editor.Editor.use((editor) =>
 *   Effect.gen(function* () {
 *     yield* editor.edit({ path: "a.txt", edits: [{ oldText: "", newText: "one\ntwo\n" }] })
 *     const report = yield* editor.edit({ path: "a.txt", edits: [{ oldText: "two", newText: "2" }] })
 *     return (yield* editor.undo(report)).diff.split("\n").slice(-3)
 *   })
 * )
 * const layer = Kerf.layer({ roots: [mkdtempSync(`${tmpdir()}/kerf-`)], stack: Presets.standard.layer })
 * await Effect.runPromise(Effect.provide(program, Layer.provide(layer, NodeServices.layer))) // => ["-2", "+two", ""]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = <E = never, R = never>(
  options: Options<E, R>
): Layer.Layer<Editor | FileState | Workspace, E | EditIoError, R | FileSystem.FileSystem | Path.Path> => {
  const {
    changed = "refuse",
    directory,
    formatter = false,
    guards = Layer.empty,
    journal,
    roots,
    stack,
    unseen = "refuse"
  } = options
  const [first, ...others] = roots
  const workspace =
    first === undefined
      ? Workspace.layerAnywhere({ directory })
      : Workspace.layer({ roots: [first, ...others], directory })
  const state =
    options.state ??
    (unseen === "trust" ? FileState.layerTrusting : Layer.provide(Layer.fresh(FileState.layer), NodeCrypto.layerDigest))
  // Fresh: a program builds each layer once, so a second agent would be given the editor and the state of the first.
  const formats = formatter
    ? Layer.fresh(Formatter.layer).pipe(Layer.provide(NodeChildProcessSpawner.layer), Layer.provide(workspace))
    : Layer.empty
  return Layer.fresh(Editor.layer).pipe(
    Layer.provide(Layer.merge(guards, formats)),
    Layer.provideMerge(Layer.mergeAll(workspace, state)),
    Layer.provide(stack),
    Layer.provide(journal === undefined ? Layer.fresh(Journal.layer) : Journal.layerIn(journal)),
    Layer.provide(FileLock.layer),
    Layer.merge(Layer.mergeAll(Layer.succeed(PartialReads, "seen-lines"), Layer.succeed(ChangedContent, changed)))
  )
}
