import { Edit } from "@kerf/core"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"

const decode = Schema.decodeUnknownSync(Edit.Edit)

describe("Edit", () => {
  it("takes what a model sends", () => {
    expect({ ...decode({ oldText: "a", newText: "b", line: 3 }) }).toEqual({ oldText: "a", newText: "b", line: 3 })
  })

  it("counts lines from 1", () => {
    expect(() => decode({ oldText: "a", newText: "b", line: 0 })).toThrow("line counts from 1")
  })

  it("takes no replaceAll with a line", () => {
    expect(() => decode({ oldText: "a", newText: "b", line: 1, replaceAll: true })).toThrow(
      "replaceAll and line exclude each other"
    )
    expect(() => Edit.make({ oldText: "a", newText: "b", line: 1, replaceAll: false })).not.toThrow()
  })
})
