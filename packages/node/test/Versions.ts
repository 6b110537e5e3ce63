/**
 * A folder of files that each tell which version they are, and one round of edits of all of them.
 *
 * A version is the whole text: it stands in 64 places spread over it, and its length is another one than its neighbours'.
 * So a mixture of two versions is none, wherever it is cut.
 *
 *     one.txt                   a file with one name
 *     set/a, b, c.txt           edited together
 *     set/new/<version>/made/   a file that is created together with that version of the set
 *     pair/first, second        two names of one file
 */
import { Presets } from "@kerf/matchers"
import { Editor, Kerf } from "@kerf/node"
import { Effect, Layer } from "effect"
import { linkSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { type Bend, services, write } from "./Fixture.ts"

const mark = (version: number): string => `version ${version} ${"x".repeat(version % 7)}\n`

const block = `  line ${"of what stays as it is ".repeat(4)}\n`.repeat(60)

/** 400 000 characters. */
export const textOf = (version: number): string => `${mark(version)}${block}`.repeat(64)

/** Which version a file is, or what is wrong with it. */
export const versionAt = (path: string): number | string => {
  const text = readFileSync(path, "utf8")
  const version = Number(/^version (\d+) /.exec(text)?.[1])
  return textOf(version) === text
    ? version
    : `${path} is no version: ${text.length} characters from ${text.slice(0, 20)}`
}

const setNames = ["a.txt", "b.txt", "c.txt"]

export const make = (root: string): void => {
  for (const name of ["set", "pair"]) mkdirSync(join(root, name))
  write(join(root, "one.txt"), textOf(0))
  for (const name of setNames) write(join(root, "set", name), textOf(0))
  write(join(root, "pair", "first"), textOf(0))
  linkSync(join(root, "pair", "first"), join(root, "pair", "second"))
}

/** Every file of a kind, as its version or what is wrong with it. */
export interface Versions {
  readonly one: number | string
  readonly set: ReadonlyArray<number | string>
  readonly pair: ReadonlyArray<number | string>
  /** Versions whose file was created, each as its version or what is wrong with it. */
  readonly made: ReadonlyArray<number | string>
}

export const read = (root: string): Versions => {
  const names = ["first", "second"].map((name) => join(root, "pair", name))
  const inodes = new Set(names.map((name) => statSync(name).ino))
  return {
    one: versionAt(join(root, "one.txt")),
    set: setNames.map((name) => versionAt(join(root, "set", name))),
    pair: inodes.size === 1 ? names.map(versionAt) : ["they are two files"],
    made: (readdirSync(join(root, "set"), { recursive: true, encoding: "utf8" }) as Array<string>)
      .filter((name) => name.endsWith("made.txt"))
      .map((name) => versionAt(join(root, "set", name)))
      .toSorted()
  }
}

const edits = (from: number) => [{ oldText: mark(from), newText: mark(from + 1), replaceAll: true }]

/** Takes every kind from its version to the next, and tells of each when it is done. */
export const round = Effect.fnUntraced(function* (
  editor: Editor.Editor["Service"],
  { one, pair, set }: Versions,
  done: (kind: "one" | "set" | "pair", version: number) => void
) {
  const [from, of, both] = [Number(one), Number(set[0]), Number(pair[0])]
  yield* editor.edit({ path: "one.txt", edits: edits(from) })
  done("one", from + 1)
  yield* editor.editFiles({
    files: [
      ...setNames.map((name) => ({ path: `set/${name}`, edits: edits(of) })),
      { path: `set/new/${of + 1}/made/made.txt`, edits: [{ oldText: "", newText: textOf(of + 1) }] }
    ]
  })
  done("set", of + 1)
  yield* editor.edit({ path: "pair/first", edits: edits(both) })
  done("pair", both + 1)
})

/** An editor of the folder; what it recovers is done when it is there. */
export const editor = (root: string, journal: string, bend?: Bend): Effect.Effect<Editor.Editor["Service"]> =>
  Effect.provide(
    Editor.Editor,
    Kerf.layer({ roots: [root], stack: Presets.standard.layer, unseen: "trust", journal }).pipe(
      Layer.provide(services(bend)),
      Layer.orDie
    )
  )
