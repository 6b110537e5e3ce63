import { Merge } from "@kerf/core"
import { describe, expect, it } from "vitest"

/** The merged lines; `undefined`: the edit touches what was only assumed. */
const merge = (old: string, file: string, fresh: string): string | undefined =>
  Merge.hunk(old.split("\n"), file.split("\n"), fresh.split("\n"))
    ?.map(({ content }) => content)
    .join("\n")

describe("characters that old and new share", () => {
  it("are the file's beside a word that changes", () => {
    expect(merge('say "a" now', "say “a” now", 'say "b" now')).toBe("say “b” now")
    expect(merge("it's - here", "it’s — here", "it's - gone")).toBe("it’s — gone")
    expect(merge("wait... a", "wait… a", "wait... b")).toBe("wait… b")
    expect(merge("x = 1", "x\u00a0= 1", "x = 2")).toBe("x\u00a0= 2")
  })

  it("are newText's where a folded character is shared in part", () => {
    expect(merge("define", "de\ufb01ne", "defame")).toBe("defame")
    expect(merge("caf\u00e9 a", "cafe\u0301 a", "cafe a")).toBe("cafe a")
  })

  it("are newText's where one of a pair of quotes is dropped", () => {
    expect(merge('say "a" now', "say “a” now", 'say "a now')).toBe('say "a now')
    expect(merge("say 'a' now", "say ‘a’ now", "say a' now")).toBe("say a' now")
  })

  it("are the file's beside a new pair", () => {
    expect(merge('"a"', "“a”", '"a" and "b"')).toBe('“a” and "b"')
  })

  it("are the file's across a line break", () => {
    expect(merge('"a\nb"', "“a\nb”", '"a\nc"')).toBe("“a\nc”")
    expect(merge('"a\nb"', "“a\nb”", '"a\nb')).toBe('"a\nb')
  })
})

describe("blanks at the ends of lines", () => {
  it("stay where only the file has them", () => {
    expect(merge("a = 1", "a = 1  ", "a = 2")).toBe("a = 2  ")
    expect(merge("“a”", "“a”\t", "“b”")).toBe("“b”\t")
  })

  it("are newText's where it changes them", () => {
    expect(merge("a", "a \t", "b  ")).toBe("b  ")
    expect(merge("a  ", "a", "b")).toBe("b")
  })

  it("belong to the line that replaces theirs", () => {
    expect(merge("first one\nsecond two", "first one \nsecond two  ", "second too")).toBe("second too  ")
  })
})

describe("which line replaces which", () => {
  it("is told by position where the counts agree, and else by similarity", () => {
    const replaces = (old: ReadonlyArray<string>, fresh: ReadonlyArray<string>) =>
      Merge.hunk(old, old, fresh)?.map((line) => line.replaces)
    expect(replaces(["a b", "c d"], ["c e", "a f"])).toEqual([0, 1])
    expect(replaces(["a b", "c d"], ["new", "a f", "c e"])).toEqual([undefined, 0, 1])
    expect(replaces(["a b", "c d"], ["c e"])).toEqual([1])
    expect(replaces(["a"], [])).toEqual([])
  })
})

describe("what was only assumed", () => {
  it("must not be changed, and may stand beside a change", () => {
    expect(merge("where id = 1", "where key = 1", "where no = 1")).toBeUndefined()
    expect(Merge.hunk(["where id = 1"], ["where key = 1"], [])).toBeUndefined()
  })
})
