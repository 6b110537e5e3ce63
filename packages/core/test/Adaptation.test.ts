import { Adaptation, Shift } from "@kerf/core"
import { Result } from "effect"
import { describe, expect, it } from "vitest"

describe("identity", () => {
  it("changes nothing, and says nothing", () => {
    expect(Adaptation.identity.describe).toBe("")
    expect(Adaptation.identity.apply(" a\r\n")).toEqual(Result.succeed(" a\r\n"))
  })
})

describe("make", () => {
  it("is a total function with a name", () => {
    const shout = Adaptation.make("in capitals", (text) => text.toUpperCase())
    expect([shout.describe, shout.apply("a"), shout.shift]).toEqual(["in capitals", Result.succeed("A"), undefined])
  })
})

describe("shift", () => {
  it("shifts every line that is not blank, and tells which shift it is", () => {
    const added = Adaptation.shift(Shift.add("\t"))
    expect([added.describe, added.shift, added.keepsFirstLine]).toEqual(["added 1 tab", Shift.add("\t"), false])
    expect(added.apply("m\r\n  \r\nn")).toEqual(Result.succeed("\tm\r\n  \r\n\tn"))
    expect(Adaptation.shift(Shift.remove("  ")).apply("  m\nn\n")).toEqual(Result.succeed("m\nn\n"))
  })

  it("leaves the first line on request, and refuses one that is indented", () => {
    const kept = Adaptation.shift(Shift.add("  "), { keepFirstLine: true })
    expect(kept.apply("a\nb\n\nc")).toEqual(Result.succeed("a\n  b\n\n  c"))
    expect(kept.apply("a")).toEqual(Result.succeed("a"))
    expect(kept.apply("")).toEqual(Result.succeed(""))
    expect(kept.apply("\ta\nb")).toEqual(
      Result.fail({
        _tag: "frame",
        detail: "oldText's first line has lost its indentation, but newText's first line is indented"
      })
    )
  })
})
