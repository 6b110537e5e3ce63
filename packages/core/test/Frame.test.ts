import { Frame, Shift } from "@kerf/core"
import { Result } from "effect"
import { describe, expect, it } from "vitest"

const decide = (shift: Shift.Shift, sent: string, fresh: string): string =>
  Result.match(
    Frame.decide({
      shift,
      sent: sent.split("\n"),
      adapted: Shift.apply(shift, sent).split("\n"),
      fresh: fresh.split("\n")
    }),
    { onSuccess: (frame) => frame, onFailure: (reason) => `refused: ${reason._tag}` }
  )

const four = Shift.add("    ")

describe("an added shift", () => {
  it("R17: what is shared with oldText alone is in the model's frame", () => {
    expect(decide(four, "a = 1\nb = 2", "a = 1\nb = 3")).toBe("model")
  })

  it("R29: what is shared with the file alone is in the file's", () => {
    expect(decide(four, "a = 1\nb = 2", "    a = 1\n    b = 3")).toBe("file")
  })

  it("R19: one line that is replaced by several, flush left, is in the model's", () => {
    expect(decide(four, "a = 1", "b = 1\nc = 1")).toBe("model")
  })

  it("shares with both: refused", () => {
    expect(decide(four, "a = 1\nb = 2", "a = 1\n    b = 2")).toBe("refused: frame")
  })

  it("wraps the block in the model's frame", () => {
    expect(decide(four, "a = 1\nb = 2", "if c:\n    a = 1\n    b = 2")).toBe("refused: frame")
  })

  it("wraps the block in the file's frame", () => {
    expect(decide(four, "a = 1\nb = 2", "    if c:\n        a = 1\n        b = 2")).toBe("refused: frame")
  })

  it("shares nothing and is indented as the file is: refused", () => {
    expect(decide(four, "a = 1", "    b = 1")).toBe("refused: frame")
  })

  it("shares nothing, and all but the first line are indented as the file is: refused", () => {
    const twelve = Shift.add(" ".repeat(12))
    expect(decide(twelve, "a = 1", "if b:\n                c = 1")).toBe("refused: frame")
    expect(decide(twelve, "a = 1", "b = 1\n            c = 1")).toBe("refused: frame")
    expect(decide(Shift.add("\t\t"), "a = 1", "if b:\n\t\tc = 1")).toBe("refused: frame")
  })

  it("shares nothing, and is nested by a step: the model's", () => {
    expect(decide(Shift.add(" ".repeat(8)), "a = 1", "if b:\n        c = 1")).toBe("model")
    expect(decide(Shift.add("\t"), "a = 1", "if b:\n\tc = 1")).toBe("model")
    expect(decide(Shift.add(" ".repeat(12)), "a = 1", "if b:\n    c = 1\n            + 1")).toBe("model")
  })

  it("takes no bracket for evidence", () => {
    expect(decide(four, "}", "    }\n    x")).toBe("refused: frame")
  })

  it("deletes: there is nothing to put in a frame", () => {
    expect(decide(four, "a = 1\nb = 2", "")).toBe("model")
    expect(decide(four, "a = 1", "  \n")).toBe("model")
  })
})

describe("a removed shift", () => {
  const less = Shift.remove("  ")

  it("is in the model's frame where every line carries it", () => {
    expect(decide(less, "  a = 1\n  b = 2", "  a = 1\n  b = 3")).toBe("model")
  })

  it("is refused where a new line lacks what would be removed", () => {
    expect(decide(less, "  a = 1\n  b = 2", "  a = 1\nb = 3")).toBe("refused: frame")
  })

  it("is in the file's frame where a new line lacks oldText's indentation", () => {
    expect(decide(less, "  a = 1\n  b = 2", "a = 1\nb = 3")).toBe("file")
  })
})

it("is the model's where nothing was shifted", () => {
  expect(decide(Shift.none, "a", "b")).toBe("model")
})
