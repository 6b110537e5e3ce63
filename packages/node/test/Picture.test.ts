import type { Explanation, Picture } from "@kerf/node"
import { describe, expect, it } from "vitest"
import { scenes } from "./Explaining.ts"

/** A row as `change file|old|new`, by their line numbers. */
const rows = ({ rows }: Picture.Picture): ReadonlyArray<string> =>
  rows.map((row) =>
    row._tag === "gap"
      ? `gap ${row.rows}`
      : `${row.change} ${[row.file, row.old, row.new].map((cell) => cell?.line ?? "-").join("|")}`
  )

const pictures = (explanation: Explanation.Explanation) => explanation.pairs.flatMap(({ pictures }) => pictures)

describe("rows", () => {
  it("stand as the graft has joined them", () => {
    const [picture] = pictures(scenes.merged())
    expect(rows(picture!)).toEqual([
      "context 1|-|-",
      "changed 2|1|1",
      "kept 3|2|2",
      "kept 4|3|3",
      "kept 5|4|4",
      "kept 6|5|5",
      "kept 7|6|6",
      "added -|-|7",
      "context 8|-|-",
      "context 9|-|-"
    ])
    const changed = picture!.rows[1]!
    expect(changed).toMatchObject({ written: '    """Read a file “as it is”, or nothing."""', keeps: "some" })
  })

  it("show lines that were only assumed, and stay", () => {
    expect(rows(pictures(scenes.assumed())[0]!)).toEqual([
      "kept 1|1|1",
      "changed 2|2|2",
      "kept 3|3|3",
      "untouched 4|-|-",
      "kept 5|4|4",
      "kept 6|5|5"
    ])
  })

  it("show what an edit takes out", () => {
    expect(rows(pictures(scenes.removed())[0]!)).toEqual(["context 1|-|-", "removed 2|1|-", "context 3|-|-"])
  })

  it("show escaped texts as they were read", () => {
    const [picture] = pictures(scenes.decoded())
    expect(picture!.decoded).toBe(true)
    expect(rows(picture!)).toEqual(["changed 1|1|1", "kept 2|2|2"])
  })

  it("show what is beside a place in its line", () => {
    expect(pictures(scenes.spliced())[0]!.rows[0]).toMatchObject({
      file: { segments: [{ text: "let ", outside: true }, { text: "total = 1" }, { text: ";", outside: true }] },
      old: { segments: [{ text: "total = " }, { text: "1", changed: true }] },
      new: { segments: [{ text: "total = " }, { text: "10", changed: true }] }
    })
  })

  it("show the region most like oldText", () => {
    expect(rows(pictures(scenes.notFound())[0]!)).toEqual([
      "context 8|-|-",
      "context 9|-|-",
      "kept 10|1|1",
      "changed 11|2|2"
    ])
    expect(pictures(scenes.nothingAlike())[0]).toEqual({
      decoded: false,
      rows: [expect.objectContaining({ change: "changed" })]
    })
  })

  it("show where newText stands, and what it would have been made of", () => {
    const [picture] = pictures(scenes.made())
    expect(rows(picture!)).toEqual([
      "kept 1|1|1",
      "removed -|2|-",
      "changed 2|3|2",
      "removed -|4|-",
      "added 3|-|3",
      "context 4|-|-",
      "context 5|-|-"
    ])
    // The file is compared with newText, oldText with newText.
    expect(picture!.rows[2]).toMatchObject({
      file: { segments: [{ text: "    with open(path) as file:" }, { text: "\r\n", differs: "line-ending" }] }
    })
  })

  it("show each place with what tells it apart", () => {
    expect(pictures(scenes.ambiguous()).map(({ distinction, place }) => [place?.line, distinction?.text])).toEqual([
      [2, "def a():\n"],
      [5, "def b():\n"]
    ])
  })

  it("are those around changes, where there are many", () => {
    const all = rows(pictures(scenes.many())[0]!)
    expect(all.length).toBeLessThan(100)
    expect(all.filter((row) => row.startsWith("changed"))).toHaveLength(7)
    expect(all.filter((row) => row.startsWith("gap"))).toHaveLength(8)
  })
})
