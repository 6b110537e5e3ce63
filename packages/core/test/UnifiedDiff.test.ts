import { SourceText, Span, UnifiedDiff } from "@kerf/core"
import { describe, expect, it } from "vitest"

const diff = (
  text: string,
  changes: ReadonlyArray<readonly [number, number, string]>,
  options?: { readonly path?: string; readonly creates?: boolean; readonly maxLines?: number }
) =>
  UnifiedDiff.make({
    path: "f.txt",
    ...options,
    source: SourceText.make(text),
    changes: changes.map(([start, end, put]) => ({ span: Span.make(start, end), text: put }))
  })

const head = "diff --git a/f.txt b/f.txt\n--- a/f.txt\n+++ b/f.txt\n"

describe("make", () => {
  it("keeps a carriage return as content", () => {
    expect(diff("a\r\nb\r\n", [[0, 1, "c"]])).toBe(`${head}@@ -1,2 +1,2 @@\n-a\r\n+c\r\n b\r\n`)
  })

  it("says where a final newline is missing", () => {
    expect(diff("a", [[0, 1, "b"]])).toBe(
      `${head}@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n`
    )
  })

  it("counts the byte-order mark to line 1", () => {
    expect(diff("\uFEFFa\n", [[0, 1, "b"]])).toBe(`${head}@@ -1 +1 @@\n-\uFEFFa\n+\uFEFFb\n`)
  })

  it("leaves the mark of UTF-16 out, whose diff is of its text", () => {
    const source = SourceText.make("\uFEFFa\nb\n", { encoding: "utf-16" })
    expect(UnifiedDiff.make({ source, changes: [{ span: Span.make(2, 3), text: "c" }], path: "f.txt" })).toBe(
      `${head}@@ -1,2 +1,2 @@\n a\n-b\n+c\n`
    )
  })

  it("joins changes that are near, and parts those that are far", () => {
    const text = "1\n2\n3\n4\n5\n6\n7\n8\n9\n"
    expect(
      diff(text, [
        [0, 1, "a"],
        [8, 9, "b"]
      ])
    ).toBe(`${head}@@ -1,8 +1,8 @@\n-1\n+a\n 2\n 3\n 4\n-5\n+b\n 6\n 7\n 8\n`)
    expect(
      diff(text, [
        [0, 1, "a\nz"],
        [16, 17, "b"]
      ])
    ).toBe(`${head}@@ -1,4 +1,5 @@\n-1\n+a\n+z\n 2\n 3\n 4\n@@ -6,4 +7,4 @@\n 6\n 7\n 8\n-9\n+b\n`)
  })

  it("is empty where nothing changes", () => {
    expect(diff("a\n", [[0, 1, "a"]])).toBe("")
    expect(diff("a\n", [])).toBe("")
  })

  it("creates and empties", () => {
    expect(diff("", [[0, 0, "a\n"]], { creates: true })).toBe(
      "diff --git a/f.txt b/f.txt\nnew file mode 100644\n--- /dev/null\n+++ b/f.txt\n@@ -0,0 +1 @@\n+a\n"
    )
    expect(diff("a\n", [[0, 2, ""]])).toBe(`${head}@@ -1 +0,0 @@\n-a\n`)
  })

  it("quotes a name as Git does, and ends one with a blank in a tab", () => {
    expect(
      diff("a\n", [[0, 1, "b"]], { path: "a b.txt" })
        .split("\n")
        .slice(0, 3)
    ).toEqual(["diff --git a/a b.txt b/a b.txt", "--- a/a b.txt\t", "+++ b/a b.txt\t"])
    expect(diff("a\n", [[0, 1, "b"]], { path: 'q"\t\u0001' }).split("\n")[1]).toBe('--- "a/q\\"\\t\\001"')
  })

  it("leaves out what is too much, and says where it is", () => {
    const text = Array.from({ length: 30 }, (_, i) => `${i}\n`).join("")
    const [first, last] = [text.indexOf("\n3\n") + 1, text.indexOf("\n25\n") + 1]
    expect(
      diff(
        text,
        [
          [first, first + 1, "x"],
          [last, last + 2, "y"]
        ],
        { maxLines: 10 }
      )
    ).toBe(`${head}@@ -1,7 +1,7 @@\n 0\n 1\n 2\n-3\n+x\n 4\n 5\n 6\n… changes in lines 26-26 are left out\n`)
    expect(diff(text, [[first, first + 1, "x"]], { maxLines: 4 })).toBe(
      `${head}@@ -1,7 +1,7 @@\n 0\n 1\n 2\n… changes in lines 4-4 are cut here\n`
    )
  })
})
