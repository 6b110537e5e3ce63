// The shape of what a model reads; the wording itself is held by goldens elsewhere.
import { Message, type Note, type Passage, type Place, type RefusedReason } from "@kerf/core"
import { describe, expect, it } from "vitest"

const place: Place.Place = { line: 3, endLine: 5, byteOffset: 40 }

const reasons: ReadonlyArray<RefusedReason.RefusedReason> = [
  { _tag: "empty-old-text" },
  { _tag: "no-change" },
  { _tag: "nul", side: "newText", offset: 4 },
  { _tag: "surrogate", side: "oldText", offset: 4 },
  { _tag: "overlap", edits: [0, 2], place },
  { _tag: "loose-replace-all", matcher: "indentation", forgives: "a shift", place },
  { _tag: "too-many", limit: 100_000 },
  { _tag: "too-long", matcher: "block-anchor", place, length: 90, limit: 80, unit: "lines" },
  { _tag: "boundary", matcher: "exact", place, detail: "it begins there" },
  { _tag: "inconsistent-shift", matcher: "indentation", place, detail: "line 3 has a tab" },
  { _tag: "indent-width", matcher: "indent-style", place, detail: "several fit" },
  { _tag: "frame", detail: "nothing tells" },
  { _tag: "conflict", detail: "the edit touches it" },
  { _tag: "not-text", looksLike: "a PNG image", byteOffset: 0 },
  { _tag: "too-large", bytes: 10, limit: 5 },
  { _tag: "outside-root", path: "../a" },
  { _tag: "exists", path: "a" },
  { _tag: "missing", path: "a" },
  { _tag: "not-a-file", path: "a", type: "directory" },
  { _tag: "not-writable", path: "a" },
  { _tag: "custom", matcher: "mine", code: "odd", message: "It is odd." }
]

describe("a refusal", () => {
  for (const reason of reasons) {
    it(`says ${reason._tag} in one line with one code, and which pair`, () => {
      const one = Message.refused({ _tag: "Refused", edit: 0, edits: 1, wouldMatch: [], reason } as never)
      const second = Message.refused({ _tag: "Refused", edit: 1, edits: 3, wouldMatch: [0, 2], reason } as never)
      expect(one).toMatch(/^\[edit:match-refused\] [^\n]+$/)
      // A third party's code is its own, after the matcher's name.
      expect(one).toContain(reason._tag === "custom" ? "mine: It is odd. (odd)" : `(${reason._tag})`)
      expect(one).not.toContain("undefined")
      // An overlap is of two pairs, and names both.
      const which = reason._tag === "overlap" ? "Pairs 1 and 3" : "Pair 2:"
      expect(second).toContain(`[edit:match-refused] ${which} `)
      expect(second).toMatch(/Pairs 1, 3 would match; nothing was written\.$/)
    })
  }
})

describe("the lines of a refused place", () => {
  const reason: RefusedReason.RefusedReason = { _tag: "conflict", detail: "the edit touches it" }
  const message = (...passages: ReadonlyArray<Passage.Passage>) =>
    Message.refused({ _tag: "Refused", edit: 0, edits: 1, wouldMatch: [], reason, passages } as never)
  const whole = { line: 3, endLine: 4, first: 3, lines: ["  a", "\tb"], isCut: [] }

  it("are quoted raw under a heading", () => {
    expect(message(whole)).toMatch(/quoted below\. \(conflict\)\nlines 3-4:\n {2}a\n\tb$/)
  })

  it("are put in place of what differs where the rest agrees", () => {
    expect(message({ ...whole, old: { line: 1, endLine: 1 } })).toMatch(
      /Put each passage below .* \(conflict\)\nlines 3-4 for line 1 of oldText:\n {2}a\n\tb$/
    )
  })

  it("are to be read first where there are more, or longer ones, than can be quoted", () => {
    expect(message({ ...whole, endLine: 20 })).toContain(
      "Read lines 3-20 first. (conflict)\nlines 3-20, of which lines 3-4:"
    )
    expect(message({ ...whole, isCut: [1] })).toContain(
      "Read lines 3-4 first. (conflict)\nlines 3-4 (long lines are cut):"
    )
  })
})

describe("a note", () => {
  const notes: ReadonlyArray<Note.Note> = [
    { _tag: "loose-match", edit: 0, matcher: "indentation", forgives: "a shift", adapted: "added 1 tab" },
    { _tag: "line-endings", edit: 0, action: "converted", sent: "\n", file: "\r\n" },
    { _tag: "line-endings", edit: 0, action: "kept", sent: "\r\n", file: "\n" },
    { _tag: "already-applied", edit: 0, place },
    { _tag: "joined-lines", edit: 0, line: 7 },
    { _tag: "repeats", edit: 0, place },
    { _tag: "indentation-jump", edit: 0, line: 7, to: "left" },
    { _tag: "indentation-jump", edit: 0, line: 7, to: "right" },
    { _tag: "guard", guard: "mine", code: "odd", message: "It is\nodd." },
    { _tag: "formatted", by: "gofmt", lines: [] },
    { _tag: "formatted", by: "gofmt", lines: [{ line: 3, endLine: 4 }], left: 2 },
    { _tag: "not-formatted", by: "gofmt", reason: "it is not there" }
  ]

  it("is one line that begins with its own code", () => {
    for (const note of notes) {
      const message = Message.note(note)
      expect(message).toMatch(
        new RegExp(`^\\[edit:${note._tag}\\] [^\\n]+${note._tag === "guard" ? "\\. \\(odd\\)" : "\\."}$`)
      )
      expect(message).not.toContain("undefined")
    }
  })
})

describe("an ambiguous place", () => {
  const message = (lines: ReadonlyArray<number>, total = lines.length) =>
    Message.ambiguous({
      edit: 0,
      edits: 1,
      wouldMatch: [],
      matcher: "exact",
      loose: false,
      places: lines.map((line) => ({ line, endLine: line, byteOffset: 0 })),
      total,
      atLeast: false
    } as never)

  it("is told by its line where no other place is in it", () => {
    expect(message([1, 2])).toContain('send its line with the edit: { "line": 1 }')
    expect(message([1, 1, 2])).toContain('send its line with the edit, if no other place is in it: { "line": 2 }')
    expect(message([1, 1])).not.toContain('"line"')
    // The place that is not listed may be in the last line.
    expect(message([1, 1, 2], 4)).not.toContain('"line"')
    expect(message([1, 2], 3)).toContain('send its line with the edit: { "line": 1 }')
  })
})

describe("a text that is not found", () => {
  const message = (more: object) =>
    Message.noMatch({ edit: 0, edits: 1, wouldMatch: [], tried: [], blank: false, nearest: [], ...more } as never)
  const sides = { _tag: "line", oldLine: 1, line: 1, sent: "a", file: "b" }
  const cut = { line: 1, endLine: 1, first: 1, lines: ["a"], isCut: [0] }

  it("is not unlike all of the file where its first line stands", () => {
    expect(message({ firstLine: place })).toContain("Its first line stands at lines 3-5 (byte 40), but nothing")
    expect(message({})).toContain("Nothing in the file is like it")
  })

  it("is mended by what differs where lines are cut, unless more differs than is quoted", () => {
    expect(message({ nearest: [cut], difference: sides })).toContain("Long lines are cut below: change only that")
    const more = message({ nearest: [cut], difference: { ...sides, isCut: true, isMore: true } })
    expect(more).toContain("and more of a long line differs")
    expect(more).toContain("If this is the place, read line 1, copy")
    expect(more).not.toContain("change only that")
  })

  it("shows what is not seen in a quoted line as escapes", () => {
    const quoted = message({ nearest: [cut], difference: { ...sides, sent: "a b", file: "a\u00a0\u200b\u{e0041}b" } })
    expect(quoted).toContain(String.raw`oldText has "a b", the file has "a\u00a0\u200b\udb40\udc41b"`)
  })
})

describe("what others say, however long", () => {
  const long = "批\u001b".repeat(5_000)
  const passages = [{ line: 1, endLine: 1, first: 1, lines: ["the line"], isCut: [] }]
  const refused = (reason: RefusedReason.RefusedReason) =>
    Message.refused({ _tag: "Refused", edits: 2, wouldMatch: [1], reason, passages } as never)

  it("leaves room for what to do, and for the lines of the file", () => {
    const detail = { matcher: long, place, detail: long }
    const all: ReadonlyArray<readonly [message: string, says: string]> = [
      [refused({ _tag: "boundary", ...detail }), "Send whole lines, as they are."],
      [refused({ _tag: "inconsistent-shift", ...detail }), "and indent newText alike."],
      [refused({ _tag: "indent-width", ...detail }), "Send both texts with"],
      [refused({ _tag: "escape", ...detail }), "Send both without escapes."],
      [refused({ _tag: "conflict", detail: long }), "Copy the lines as the file has them."],
      [refused({ _tag: "frame", detail: long }), "Send both with the file's own indentation."],
      [
        refused({ _tag: "loose-replace-all", matcher: long, place, forgives: long }),
        "Copy the text as the file has it"
      ],
      [refused({ _tag: "custom", matcher: long, code: long, message: long }), "The lines of the file are quoted below."]
    ]
    for (const [message, says] of all) {
      expect(message).toContain(says)
      expect(message).toMatch(/Pair 2 would match; nothing was written\.\nline 1:\nthe line$/)
    }
  })

  it("is not all that is said of a path, of which both ends are shown", () => {
    const path = `first/${"p/".repeat(5_000)}last.ts`
    expect(Message.stale({ _tag: "Stale", path, reason: "never-read" } as never)).toMatch(
      /\] first\/.*….*\/last\.ts has not been read; nothing was written\. Read it, then send/
    )
    expect(Message.reason({ _tag: "missing", path })).toMatch(/first\/.*last\.ts does not exist\. Check the path/)
  })

  it("is not all that is said of a text that many matchers have not found", () => {
    const failure = { edit: 0, edits: 1, wouldMatch: [], blank: false, nearest: passages }
    const names = Array.from({ length: 1_000 }, (_, i) => ({ matcher: `matcher-${i}` }))
    expect(Message.noMatch({ ...failure, tried: names } as never)).toMatch(
      /matcher-19, and 980 more\)\. .*\nline 1:\nthe line$/
    )
    const declined = names.map(() => ({ matcher: long, declined: long }))
    expect(Message.noMatch({ ...failure, tried: declined.slice(0, 5) } as never)).toMatch(/\nline 1:\nthe line$/)
  })

  it("is not all that is said of places: each is named", () => {
    const places = Array.from({ length: 10 }, (_, i) => ({
      line: i + 1,
      endLine: i + 1,
      byteOffset: i,
      distinction: { side: "before", text: "批".repeat(400) }
    }))
    const failure = { edit: 0, edits: 1, wouldMatch: [], matcher: long, loose: true, places, total: 10, atLeast: false }
    const message = Message.ambiguous(failure as never)
    expect(message.match(/^line \d+ \(byte \d+\)/gm)).toHaveLength(10)
    expect(message).toContain('Send the line of the place you mean with the edit: { "line": 1 }')
  })
})

describe("a stale file", () => {
  it("is named, quoted where its name could be taken for something else", () => {
    const say = (path: string) => Message.stale({ _tag: "Stale", path, reason: "modified" } as never)
    expect(say("src/a.ts")).toMatch(/^\[edit:stale\] src\/a\.ts has changed/)
    expect(say("a\n[edit:stale] b")).toMatch(/^\[edit:stale\] "a\\n\[edit:stale\] b" has changed[^\n]*$/)
  })
})
