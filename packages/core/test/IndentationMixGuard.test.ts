import { IndentationMixGuard } from "@kerf/core"
import { describe, expect, it } from "vitest"
import { findings, planOf } from "./proposals.ts"

const tabs = "a {\n\tb\n\tc\n\t  d\n}\n/**\n * e\n */\n"

const found = (file: string, oldText: string, newText: string) =>
  findings(IndentationMixGuard, "/f.ts", planOf(file, [oldText, newText]))

describe("indentation", () => {
  it("is noted where the file has another", () => {
    expect(found(tabs, "\tc\n", "    c\n\t  e\n    f\n")).toEqual([
      {
        verdict: "note",
        code: "mixed-indentation",
        message: "Line 3 and 1 more are now indented with spaces, where the file is indented with tabs alone.",
        edit: 0
      }
    ])
    expect(found(tabs.replaceAll("\t", "  "), "  c\n", "\tc\n")).toEqual([
      {
        verdict: "note",
        code: "mixed-indentation",
        message: "Line 3 is now indented with tabs, where the file is indented with spaces alone.",
        edit: 0
      }
    ])
  })

  it("passes where it is the file's, a comment's, or blank", () => {
    expect(found(tabs, "\tc\n", "\tc\n\t\tx\n \n * y\n")).toEqual([])
  })

  it("passes where the file is mixed already, or hardly indented", () => {
    expect(found(`${tabs}  x\n`, "\tc\n", "    c\n")).toEqual([])
    expect(found("a\n\tb\n\tc\n", "\tc\n", "    c\n")).toEqual([])
  })
})
