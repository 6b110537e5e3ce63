/** An agent on real files: an editor as a user wires it, and reads that are recorded as a host's read tool records them. */
import type { EditFailure, FileState } from "@kerf/core"
import { FileState as State } from "@kerf/core"
import { Presets } from "@kerf/matchers"
import { Editor, type EditIoError, FileText, Kerf, Workspace } from "@kerf/node"
import { Effect, type FileSystem, Layer, type Path, type Scope } from "effect"
import { type Bend, journal, services } from "./Fixture.ts"

export interface Agent {
  readonly edit: Editor.Editor["Service"]["edit"]
  readonly editor: Editor.Editor["Service"]
  /** Replaces one text by another in one file. */
  readonly replace: (path: string, oldText: string, newText: string) => ReturnType<Editor.Editor["Service"]["edit"]>
  readonly read: (
    path: string,
    lines?: { readonly offset?: number; readonly limit?: number }
  ) => Effect.Effect<string, EditFailure.Refused | EditIoError.EditIoError>
  readonly state: FileState.FileState["Service"]
  readonly key: (path: string) => Effect.Effect<string, EditFailure.Refused | EditIoError.EditIoError>
  /** Runs what needs the agent's services and policies. */
  readonly within: <A, E>(
    effect: Effect.Effect<
      A,
      E,
      Editor.Editor | FileState.FileState | Workspace.Workspace | FileSystem.FileSystem | Path.Path
    >
  ) => Effect.Effect<A, E>
}

export const make = (
  root: string,
  options: Partial<Kerf.Options> & {
    readonly bend?: Bend
    readonly services?: Layer.Layer<FileSystem.FileSystem | Path.Path>
  } = {}
): Effect.Effect<Agent, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { bend, services: given, ...rest } = options
    const layer = Kerf.layer({ roots: [root], stack: Presets.standard.layer, unseen: "refuse", journal, ...rest }).pipe(
      Layer.provideMerge(given ?? services(bend)),
      Layer.orDie
    )
    const context = yield* Layer.build(Layer.fresh(layer))
    const within: Agent["within"] = (effect) => Effect.provideContext(effect, context)
    const editor = yield* within(Editor.Editor)
    const state = yield* within(State.FileState)
    const edit: Agent["edit"] = (request) => within(editor.edit(request))
    const key = (path: string) =>
      within(Workspace.Workspace.use(({ locate }) => Effect.map(locate(path, "read"), ({ key }) => key)))
    return {
      edit,
      editor,
      state,
      key,
      within,
      replace: (path, oldText, newText) => edit({ path, edits: [{ oldText, newText }] }),
      read: Effect.fnUntraced(function* (path, lines) {
        const at = yield* key(path)
        const content = yield* within(FileText.read(at))
        yield* within(state.recordRead(at, { content, ...lines }))
        return content.source.text
      })
    }
  })
