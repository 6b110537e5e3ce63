/**
 * What the model has seen: which lines of which files were shown to it, so that an edit of what it has not seen, or of what
 * has changed since, is refused.
 *
 * One state for each agent. It touches no file and no clock: contents and times come in, from any tool that shows or
 * changes files. Paths are keys; the caller sees to it that one file has one. Digests are kept, never contents. A refusal
 * clears nothing, so a second blind try fails as the first did.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import { Digest } from "effect/crypto/Digest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { KeyValueStore } from "effect/persistence/KeyValueStore"
import { Stale } from "./EditFailure.ts"
import * as Excerpt from "./Excerpt.ts"
import * as FileDigest from "./FileDigest.ts"
import * as FileRecord from "./FileRecord.ts"
import * as Freshness from "./Freshness.ts"
import * as LineSet from "./LineSet.ts"
import * as RecordStore from "./RecordStore.ts"
import type { Replacement } from "./UnifiedDiff.ts"

/**
 * What must have been shown before an edit: every line of the file (`whole-file`, the default), or every line that the
 * edit touches (`seen-lines`).
 *
 * @category references
 * @since 0.1.0
 */
export const PartialReads = Context.Reference<"whole-file" | "seen-lines">("@kerf/core/FileState/PartialReads", {
  defaultValue: () => "whole-file"
})

/**
 * What happens if that has changed since: the edit is refused (`refuse`, the default), or its places are found anew, where
 * every pair stands exactly once (`rematch`).
 *
 * @category references
 * @since 0.1.0
 */
export const ChangedContent = Context.Reference<"refuse" | "rematch">("@kerf/core/FileState/ChangedContent", {
  defaultValue: () => "refuse"
})

/**
 * A recorded file that is not what was recorded.
 *
 * @category models
 * @since 0.1.0
 */
export interface Drift {
  readonly path: string
  readonly reason: "modified" | "deleted"
}

/**
 * What the model has seen.
 *
 * **Example** (An edit of a file that was never read)
 *
 * ```ts
 * import { FileState, SourceText } from "@kerf/core"
 * import { Effect, Layer } from "effect"
 * import { Digest } from "effect/crypto"
 *
 * const content = { bytes: new TextEncoder().encode("a\n"), source: SourceText.make("a\n"), time: 0 }
 * const program = Effect.gen(function* () {
 *   const state = yield* FileState.FileState
 *   const before = yield* Effect.flip(state.check("/f.txt", content))
 *   yield* state.recordRead("/f.txt", { content })
 *   const after = yield* state.check("/f.txt", content)
 *   return [before.reason, after._tag]
 * })
 * const layer = FileState.FileState.layer.pipe(Layer.provide(Digest.layerWebCrypto))
 * await Effect.runPromise(Effect.provide(program, layer)) // => ["never-read", "unchanged"]
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class FileState extends Context.Service<
  FileState,
  {
    /** Records what a read showed; see `FileRecord.read`. */
    readonly recordRead: (path: string, read: FileRecord.Read) => Effect.Effect<void>
    /** Records lines that were shown uncut by something else: a search, a nearest region, a report. */
    readonly recordShown: (
      path: string,
      shown: {
        readonly content: FileRecord.Content
        readonly lines: Iterable<LineSet.Lines>
        readonly at?: number | undefined
      }
    ) => Effect.Effect<void>
    /**
     * Records an edit, so that the next one needs no read; see `FileRecord.edited`. `before` is `undefined` where the file
     * was created, or replaced as a whole.
     */
    readonly recordEdit: (
      path: string,
      edit: {
        readonly before: FileRecord.Content | undefined
        readonly after: FileRecord.Content
        readonly changes: ReadonlyArray<Replacement>
        readonly at?: number | undefined
      }
    ) => Effect.Effect<void>
    /**
     * Holds what was shown against the file as it stands (`undefined`: it is gone). Fails with `never-read`, `deleted`,
     * `modified` (unless `ChangedContent` allows it) and, where `PartialReads` wants the whole file, with `partly-read`. The
     * plan is held against the answer: see `Freshness.admit`.
     */
    readonly check: (path: string, current: FileRecord.Content | undefined) => Effect.Effect<Freshness.Freshness, Stale>
    /** The record of a file. */
    readonly latest: (path: string) => Effect.Effect<Option.Option<FileRecord.FileRecord>>
    /** The recorded files whose bytes have changed, or which `load` does not find, by path. Loads one at a time. */
    readonly drifted: <E, R>(
      load: (path: string) => Effect.Effect<FileRecord.Content | undefined, E, R>
    ) => Effect.Effect<ReadonlyArray<Drift>, E, R>
    /** Forgets a file: it counts as never read. */
    readonly invalidate: (path: string) => Effect.Effect<void>
  }
>()("@kerf/core/FileState") {
  /** Keeps records in memory. */
  static readonly layer: Layer.Layer<FileState, never, Digest> = Layer.effect(
    FileState,
    Effect.suspend(() => Effect.flatMap(RecordStore.memory, make))
  )

  /** Keeps records in a `KeyValueStore`, for several processes of one agent; see `RecordStore.durable`. */
  static readonly layerDurable: Layer.Layer<FileState, never, Digest | KeyValueStore> = Layer.effect(
    FileState,
    Effect.suspend(() => Effect.flatMap(RecordStore.durable, make))
  )

  /** Keeps nothing, and finds everything fresh: for a command that a person runs. */
  static readonly layerTrusting: Layer.Layer<FileState> = Layer.sync(FileState, () => ({
    recordRead: () => Effect.void,
    recordShown: () => Effect.void,
    recordEdit: () => Effect.void,
    check: () => Effect.succeed<Freshness.Freshness>({ _tag: "trusted" }),
    latest: () => Effect.succeedNone,
    drifted: () => Effect.succeed([]),
    invalidate: () => Effect.void
  }))
}

/**
 * Creates a state over a store of one's own.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = Effect.fnUntraced(function* (
  store: RecordStore.RecordStore
): Effect.fn.Return<FileState["Service"], never, Digest> {
  const digest = yield* Digest
  const update = (
    path: string,
    f: (record: FileRecord.FileRecord | undefined) => Effect.Effect<FileRecord.FileRecord | undefined, never, Digest>
  ): Effect.Effect<void> => Effect.provideService(store.modify(path, f), Digest, digest)

  const check = Effect.fn("FileState.check")(
    function* (
      path: string,
      current: FileRecord.Content | undefined
    ): Effect.fn.Return<Freshness.Freshness, Stale, Digest> {
      const record = yield* store.get(path)
      if (record === undefined) return yield* new Stale({ path, reason: "never-read" })
      if (current === undefined) return yield* new Stale({ path, reason: "deleted" })
      const difference = yield* FileRecord.difference(record, current)
      if (difference !== undefined) {
        const changed = excerpt(current, difference)
        if ((yield* ChangedContent) === "refuse") return yield* Freshness.modified(path, changed)
        return { _tag: "changed", path, changed }
      }
      const unseen = LineSet.difference(LineSet.all(current.source), LineSet.make(record.shown))
      if (unseen.length > 0 && (yield* PartialReads) === "whole-file") return yield* Freshness.partlyRead(path, unseen)
      return { _tag: "unchanged", path, unseen }
    },
    Effect.provideService(Digest, digest)
  )

  return {
    recordRead: (path, read) => update(path, (record) => FileRecord.read(record, path, read)),
    recordShown: (path, shown) => update(path, (record) => FileRecord.shown(record, path, shown)),
    recordEdit: (path, edit) => update(path, (record) => FileRecord.edited(record, path, edit)),
    check,
    latest: (path) => Effect.map(store.get(path), Option.fromUndefinedOr),
    drifted: Effect.fnUntraced(function* (load) {
      const drifts: Array<Drift> = []
      const records = (yield* store.all).toSorted((a, b) => (a.path < b.path ? -1 : 1))
      for (const record of records) {
        const { path } = record
        const content = yield* load(path)
        if (content === undefined) drifts.push({ path, reason: "deleted" })
        else if (yield* Effect.provideService(isOther(record, content), Digest, digest)) {
          drifts.push({ path, reason: "modified" })
        }
      }
      return drifts
    }),
    invalidate: (path) => update(path, () => Effect.undefined)
  }
})

/** Whether the bytes are known to be others. Where their digest is not, what was shown and the size must do. */
const isOther = Effect.fnUntraced(function* (record: FileRecord.FileRecord, content: FileRecord.Content) {
  if (record.digest !== undefined) return record.digest !== (yield* FileDigest.ofBytes(content.bytes))
  return record.size !== content.bytes.length || (yield* FileRecord.difference(record, content)) !== undefined
})

/** What stands now where something else was shown: a few lines, or where it is long, none. */
const excerpt = ({ source }: FileRecord.Content, { endLine, line }: LineSet.Lines): Excerpt.Excerpt =>
  line > source.lineCount || endLine - line >= mostLines
    ? { line, endLine, first: line, lines: [], isCut: [] }
    : Excerpt.make(source, line, Math.min(endLine, source.lineCount), { bytes: mostBytes })

/** The most lines, and bytes of them, that are quoted of what has changed. */
const mostLines = 12
const mostBytes = 1_000
