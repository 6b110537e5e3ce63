import { Alignment } from "@kerf/core"
import { describe, expect, it } from "vitest"

/** `=a-b` for lines `[a, b)` of both, `!a-b>c-d` for lines that replace others. */
const runs = (before: string, after: string): string =>
  Alignment.make(before === "" ? [] : before.split(""), after === "" ? [] : after.split(""))
    .map(
      ({ equal, newEnd, newStart, oldEnd, oldStart }) =>
        `${equal ? "=" : "!"}${oldStart}-${oldEnd}>${newStart}-${newEnd}`
    )
    .join(" ")

describe("alignment", () => {
  it("tiles both lists with runs, equal and replaced in turn", () => {
    expect(runs("abcd", "axcd")).toBe("=0-1>0-1 !1-2>1-2 =2-4>2-4")
    expect(runs("ab", "xaby")).toBe("!0-0>0-1 =0-2>1-3 !2-2>3-4")
    expect(runs("abc", "ac")).toBe("=0-1>0-1 !1-2>1-1 =2-3>1-2")
  })

  it("makes one run of a deletion and an insertion", () => {
    expect(runs("abc", "axyc")).toBe("=0-1>0-1 !1-2>1-3 =2-3>3-4")
    expect(runs("ab", "xy")).toBe("!0-2>0-2")
  })

  it("knows lists that are equal, or empty on one side or on both", () => {
    expect([runs("ab", "ab"), runs("", "ab"), runs("ab", ""), runs("", "")]).toEqual([
      "=0-2>0-2",
      "!0-0>0-2",
      "!0-2>0-0",
      ""
    ])
  })

  it("stays valid where thousands of lines have changed", () => {
    const [a, b] = ["a", "b"].map((name) => Array.from({ length: 3_000 }, (_, i) => `${name}${i}`)) as [
      Array<string>,
      Array<string>
    ]
    expect(Alignment.make(["x", ...a], ["x", ...b])).toEqual([
      { equal: true, oldStart: 0, oldEnd: 1, newStart: 0, newEnd: 1 },
      { equal: false, oldStart: 1, oldEnd: 3_001, newStart: 1, newEnd: 3_001 }
    ])
  })
})
