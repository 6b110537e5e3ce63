import { Adaptation, Candidate, Matcher, MatcherStack, type Note, Plan, Shift, SourceText, Span } from "@kerf/core"
import { Effect, Result } from "effect"
import { describe, expect, it } from "vitest"

/** One place, as a loose matcher would give it. */
const graft = (
  text: string,
  span: readonly [number, number],
  oldText: string,
  newText: string,
  options?: { readonly shift?: Shift.Shift; readonly keepFirstLine?: boolean; readonly plan?: Plan.Options }
): { readonly text: string; readonly notes: ReadonlyArray<Note.Note["_tag"]> } | string => {
  const { keepFirstLine, plan, shift } = options ?? {}
  const adaptation =
    shift === undefined
      ? Adaptation.identity
      : Adaptation.shift(shift, keepFirstLine === undefined ? {} : { keepFirstLine })
  const matcher = Matcher.make({
    name: "stub",
    loose: false,
    forgives: "everything",
    reach: (lines) => lines,
    find: () => [Candidate.make(Span.make(...span), { adaptation })]
  })
  return Result.match(
    Effect.runSync(
      Plan.make(SourceText.make(text), [{ oldText, newText }], plan).pipe(
        Effect.provideService(MatcherStack, { matchers: [matcher] }),
        Effect.result
      )
    ),
    {
      onSuccess: (made) => ({ text: Plan.apply(made), notes: made.notes.map(({ _tag }) => _tag) }),
      onFailure: (failure) => (failure._tag === "Refused" ? failure.reason._tag : failure._tag)
    }
  )
}

describe("line endings after a splice", () => {
  it("become the file's where its terminators are alike, with a note", () => {
    expect(graft("a\r\nb\r\n", [0, 1], "a", "x\ny")).toEqual({ text: "x\r\ny\r\nb\r\n", notes: ["line-endings"] })
    expect(graft("a\rb\r", [0, 1], "a", "x\ny")).toEqual({ text: "x\ry\rb\r", notes: ["line-endings"] })
  })

  it("are written as sent where CRLF meets an LF file, with a note", () => {
    expect(graft("a\nb\n", [0, 1], "a", "x\r\ny")).toEqual({ text: "x\r\ny\nb\n", notes: ["line-endings"] })
  })

  it("are written as sent in a mixed file", () => {
    expect(graft("a\r\nb\n", [0, 1], "a", "x\ny")).toEqual({ text: "x\ny\r\nb\n", notes: [] })
  })

  it("are written as sent in a file without any", () => {
    expect(graft("ab", [0, 1], "a", "x\ny")).toEqual({ text: "x\nyb", notes: [] })
  })

  it("are kept on request, with a note", () => {
    expect(graft("a\r\nb\r\n", [0, 1], "a", "x\ny", { plan: { lineEndings: "verbatim" } })).toEqual({
      text: "x\ny\r\nb\r\n",
      notes: ["line-endings"]
    })
  })
})

describe("line endings after a merge", () => {
  it("are all the file's where its terminators are alike", () => {
    expect(graft("a\r\nb\r\n", [0, 6], "a\nb\n", "a\nx\ny\n")).toEqual({ text: "a\r\nx\r\ny\r\n", notes: [] })
  })

  it("are each line's own in a mixed file, and the region's dominant one for what is inserted", () => {
    expect(graft("a\r\nb\nc\r\n", [0, 8], "a\nb\r\nc\n", "a\nb\r\nc\nx\n")).toEqual({
      text: "a\r\nb\nc\r\nx\r\n",
      notes: []
    })
  })

  it("gives the end of the file no terminator that it lacks", () => {
    expect(graft("a\nb", [0, 3], "a\nb\n", "a\nc\n")).toEqual({ text: "a\nc", notes: [] })
  })
})

describe("shared lines", () => {
  it("keep the file's bytes", () => {
    expect(graft("“a”  \nb\n", [0, 8], '"a"\nb\n', '"a"\nc\n')).toEqual({ text: "“a”  \nc\n", notes: [] })
  })

  it("keep an empty last line that is not terminated", () => {
    expect(graft("go()\n\n“a”", [0, 5], "go()\n ", "go()Z\n ")).toEqual({ text: "go()Z\n\n“a”", notes: [] })
  })
})

describe("a shift", () => {
  const file = "{\n\ta()\n\tb()\n}\n"

  it("is applied to what is new", () => {
    expect(graft(file, [2, 11], "a()\nb()", "a()\nif c {\n\tz()\n}", { shift: Shift.add("\t") })).toEqual({
      text: "{\n\ta()\n\tif c {\n\t\tz()\n\t}\n}\n",
      notes: []
    })
  })

  it("is not applied to a newText that is in the file's frame", () => {
    expect(graft(file, [2, 11], "a()\nb()", "\ta()\n\tc()", { shift: Shift.add("\t") })).toEqual({
      text: "{\n\ta()\n\tc()\n}\n",
      notes: []
    })
  })

  it("is refused where the frame is not known", () => {
    expect(graft(file, [2, 11], "a()\nb()", "\tc()", { shift: Shift.add("\t") })).toBe("frame")
  })

  it("leaves a first line that lost its indentation, and refuses one that is indented after all", () => {
    const options = { shift: Shift.add("\t"), keepFirstLine: true }
    const text = "\t\tif q:\n\t\t\tgo()\n"
    expect(graft(text, [2, 15], "if q:\n\t\tgo()", "if r:\n\t\tgo()", options)).toEqual({
      text: "\t\tif r:\n\t\t\tgo()\n",
      notes: []
    })
    expect(graft(text, [2, 15], "if q:\n\t\tgo()", "\tif r:\n\t\tgo()", options)).toBe("frame")
  })
})

describe("notes on the place", () => {
  it("say that two lines were joined", () => {
    expect(graft("a\nb\n", [0, 2], "a\n", "x")).toEqual({ text: "xb\n", notes: ["joined-lines"] })
    expect(graft("a\nb\n", [2, 4], "b\n", "x")).toEqual({ text: "a\nx", notes: [] })
    expect(graft("a\nb\n", [0, 2], "a\n", "")).toEqual({ text: "b\n", notes: [] })
  })

  it("say that a later line stands left of the first", () => {
    expect(graft("  a\n", [2, 3], "a", "x\ny")).toEqual({ text: "  x\ny\n", notes: ["indentation-jump"] })
    expect(graft("  a\n", [2, 3], "a", "x\n  y")).toEqual({ text: "  x\n  y\n", notes: [] })
  })
})

describe("what is told of a graft", () => {
  const explained = (text: string, oldText: string, newText: string, shift?: Shift.Shift) => {
    const adaptation = shift === undefined ? Adaptation.identity : Adaptation.shift(shift)
    const matcher = Matcher.make({
      name: "stub",
      loose: true,
      forgives: "everything",
      reach: (lines) => lines,
      find: () => [Candidate.make(Span.make(0, text.length), { adaptation })]
    })
    const { grafts } = Effect.runSync(
      Plan.explain(SourceText.make(text), [{ oldText, newText }]).pipe(
        Effect.provideService(MatcherStack, { matchers: [matcher] })
      )
    )
    return grafts.map(({ graft }) => Result.map(graft, ({ frame, written }) => ({ frame, written })))
  }

  it("is the frame, and for each line of newText what is written in whose place", () => {
    expect(explained("\ta\n\t“b”\n\tc\n", 'a\n"b"\nc\n', 'a\n"b" d\nc\ne\n', Shift.add("\t"))).toEqual([
      Result.succeed({
        frame: "model",
        written: [
          { content: "\ta", line: 0, keeps: "all" },
          { content: "\t“b” d", line: 1, keeps: "some" },
          { content: "\tc", line: 2, keeps: "all" },
          { content: "\te", line: undefined, keeps: "none" }
        ]
      })
    ])
    expect(explained("\ta\n\tb\n", "a\nb\n", "\ta\n\tc\n", Shift.add("\t"))).toMatchObject([
      { success: { frame: "file", written: [{ keeps: "all" }, { content: "\tc", line: 1, keeps: "none" }] } }
    ])
  })

  it("is neither where newText is spliced in as sent", () => {
    expect(explained("a\n", "a\n", "b\n")).toEqual([Result.succeed({ frame: undefined, written: undefined })])
  })

  it("is the refusal", () => {
    expect(explained("\ta\n\tb\n", "a\nb\n", "c\n\ta\n\tb\n", Shift.add("\t"))).toMatchObject([
      { failure: { _tag: "frame" } }
    ])
  })
})
