/**
 * What an edit of a file costs beside the same calls to the system, written by hand: new bytes beside the file, flushed;
 * the file read and compared; the rename; the folder flushed; the file read again.
 */
import { NodeServices } from "@effect/platform-node"
import { Presets } from "@kerf/matchers"
import { Editor, Kerf } from "@kerf/node"
import { Effect, Layer } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { open, readFile, rename } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

/** Milliseconds of one edit, by Kerf and by hand: the median of so many, taken in turns. */
export interface Cost {
  readonly kerf: number
  readonly byHand: number
}

/** Measures edits of a file of so many bytes. */
export const measure = async (bytes: number, times = 200): Promise<Cost> => {
  const folder = mkdtempSync(join(tmpdir(), "kerf-bench-"))
  const layer = Kerf.layer({
    roots: [folder],
    stack: Presets.standard.layer,
    unseen: "trust",
    journal: `${folder}-journal`
  })
  const editor = await Effect.runPromise(Effect.provide(Editor.Editor, Layer.provide(layer, NodeServices.layer)))
  const line = "  const value = compute(input, options)\n"
  const text = (turn: number) => `turn ${turn};\n${line.repeat(Math.ceil(bytes / line.length))}`
  try {
    const [kerf, byHand]: [Array<number>, Array<number>] = [[], []]
    for (const path of ["kerf", "hand"].map((name) => join(folder, name))) writeFileSync(path, text(0))
    for (let turn = 0; turn < times; turn++) {
      kerf.push(
        await timed(() => {
          const edits = [{ oldText: `turn ${turn};`, newText: `turn ${turn + 1};` }]
          return Effect.runPromise(editor.edit({ path: "kerf", edits }))
        })
      )
      byHand.push(await timed(() => replaceByHand(join(folder, "hand"), `turn ${turn};`, `turn ${turn + 1};`)))
    }
    return { kerf: median(kerf), byHand: median(byHand) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const replaceByHand = async (path: string, oldText: string, newText: string): Promise<void> => {
  const before = await readFile(path)
  const text = before.toString("utf8")
  const at = text.indexOf(oldText)
  const after = Buffer.from(text.slice(0, at) + newText + text.slice(at + oldText.length))
  const temporary = `${path}.tmp`
  const file = await open(temporary, "wx")
  await file.writeFile(after)
  await file.sync()
  await file.close()
  if (!(await readFile(path)).equals(before)) throw new Error("changed")
  await rename(temporary, path)
  const folder = await open(dirname(path))
  await folder.sync()
  await folder.close()
  if (!(await readFile(path)).equals(after)) throw new Error("not what was written")
}

const timed = async (run: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await run()
  return performance.now() - start
}

const median = (times: ReadonlyArray<number>): number => times.toSorted((a, b) => a - b)[times.length >> 1]!
