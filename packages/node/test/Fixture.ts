/** What the tests of this package share: temporary folders, an editor on them, and a file system that can be bent. */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { Presets } from "@kerf/matchers"
import { Editor, Kerf } from "@kerf/node"
import { Effect, FileSystem, Layer, type Path, PlatformError } from "effect"
import { chmodSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A folder of its own, as a real path; gone with the scope. */
export const folder = Effect.acquireRelease(
  Effect.sync(() => realpathSync(mkdtempSync(join(tmpdir(), "kerf-test-")))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** A file in a folder. */
export const write = (path: string, content: string | Uint8Array, mode?: number): string => {
  writeFileSync(path, content)
  if (mode !== undefined) chmodSync(path, mode)
  return path
}

export const read = (path: string): string => readFileSync(path, "utf8")

/** Names of temporary files that were left behind. */
export const leftovers = (path: string): ReadonlyArray<string> =>
  readdirSync(path, { recursive: true, encoding: "utf8" }).filter((name) => name.includes(".kerf-"))

export type Bend = (fs: FileSystem.FileSystem) => Partial<FileSystem.FileSystem>

/** Node's file system, of which some functions are replaced, and its paths. */
export const services = (bend: Bend = () => ({})): Layer.Layer<FileSystem.FileSystem | Path.Path> =>
  Layer.mergeAll(
    NodePath.layer,
    Layer.effect(
      FileSystem.FileSystem,
      Effect.map(FileSystem.FileSystem, (fs) => ({ ...fs, ...bend(fs) }))
    ).pipe(Layer.provide(NodeFileSystem.layer))
  )

/** Where journals of tests go. */
export const journal = join(tmpdir(), `kerf-test-journal-${process.pid}`)

/** An editor of the files in a folder, which trusts that all was seen. */
export const editor = (
  root: string,
  options: { readonly bend?: Bend; readonly stack?: typeof Presets.standard.layer } = {}
): Effect.Effect<Editor.Editor["Service"]> =>
  Effect.provide(
    Editor.Editor,
    Kerf.layer({ roots: [root], stack: options.stack ?? Presets.standard.layer, unseen: "trust", journal }).pipe(
      Layer.provide(services(options.bend)),
      Layer.orDie
    )
  )

/** What a system call fails with. */
export const systemError = (code: string, method = "test"): PlatformError.PlatformError =>
  PlatformError.systemError({
    _tag: code === "ENOENT" ? "NotFound" : code === "EEXIST" ? "AlreadyExists" : "Unknown",
    module: "FileSystem",
    method,
    cause: Object.assign(new Error(`${code}: it did not work, ${method}`), { code })
  })

/** A file of which some members are replaced. */
export const bendFile = (file: FileSystem.File, members: Partial<FileSystem.File>): FileSystem.File =>
  new Proxy(file, {
    get: (target, key) => {
      if (key in members) return members[key as keyof FileSystem.File]
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === "function" ? value.bind(target) : value
    }
  })

export const isRoot = process.getuid?.() === 0
