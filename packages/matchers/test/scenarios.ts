// What messages are made of: small files and edits, one for each thing that a message can say.
import {
  EditFailure,
  Guards,
  IndentationMixGuard,
  JsonGuard,
  Matcher,
  MatcherStack,
  type Note,
  OmissionGuard,
  type Plan,
  ReadPrefixGuard,
  type RefusedReason,
  TruncationNoticeGuard
} from "@kerf/core"
import type { EditCase } from "@kerf/core/EditCase"
import { Exact, Indentation, Presets } from "@kerf/matchers"
import { Corpus } from "@kerf/testing"
import { Context, Effect, Layer } from "effect"

/** A plan, whose failure or notes are the message; or a failure, or a note, of the file's, which no text leads to. */
export type Scenario =
  | {
      readonly name: string
      readonly stack: Layer.Layer<MatcherStack>
      readonly file: string
      readonly edits: ReadonlyArray<Plan.Fields>
      readonly options?: Plan.Options
      /** The guard that is asked, and the file's name. */
      readonly guarded?: { readonly by: Layer.Layer<never>; readonly path: string }
    }
  | { readonly name: string; readonly failure: EditFailure.EditFailure }
  | { readonly name: string; readonly note: Note.Note }

const presets = { strict: Presets.strict.layer, standard: Presets.standard.layer, lenient: Presets.lenient.layer }

const planned = (
  name: string,
  file: string,
  edits: ReadonlyArray<Plan.Fields>,
  more: { readonly stack?: Layer.Layer<MatcherStack>; readonly options?: Plan.Options } = {}
): Scenario => ({ name, stack: presets.standard, file, edits, ...more })

const one = (oldText: string, newText = "x"): ReadonlyArray<Plan.Fields> => [{ oldText, newText }]

/** An edit that a guard is asked about. */
const guarded = (
  name: string,
  guard: { readonly layer: Layer.Layer<any> },
  path: string,
  file: string,
  edits: ReadonlyArray<Plan.Fields>
): Scenario => ({
  ...planned(name, file, edits),
  guarded: { by: Guards.layer(guard as unknown as Guards.Key).pipe(Layer.provide(guard.layer)), path }
})

const cases = new Map(Corpus.load().map((testCase) => [testCase.id, testCase]))

/** A case of the corpus, which has the file and the edits. */
const ofCase = (name: string, id: string): Scenario => {
  const { edits, stack, ...rest } = cases.get(id) as EditCase & { readonly file: string }
  return { name, stack: presets[stack as keyof typeof presets], file: rest.file, edits, options: { recover: true } }
}

const refused = (reason: RefusedReason.RefusedReason): Scenario => ({
  name: `refused.${reason._tag}`,
  failure: new EditFailure.Refused({ edits: 1, wouldMatch: [], reason })
})

class Mine extends Context.Service<Mine, Matcher.Matcher>()("test/Mine") {}

const mine = (find: Matcher.Matcher["find"]): Layer.Layer<Mine> =>
  Layer.succeed(Mine, { name: "mine", loose: false, forgives: "nothing", reach: (lines) => lines, find })

const declining = mine(() => Effect.fail(new Matcher.Declined({ reason: "the worker is dead" })))

const refusing = mine((source, target) => {
  const start = source.text.indexOf(target.oldText)
  if (start === -1) return Effect.succeed([])
  const refusal = { _tag: "custom", matcher: "mine", code: "odd", message: "The place is odd. Send another." } as const
  return Effect.map(Effect.provide(Exact, Exact.layer), (exact) => exact).pipe(
    Effect.flatMap((exact) => exact.find(source, target, 1)),
    Effect.map((candidates) => candidates.map((candidate) => ({ ...candidate, refusal })))
  )
})

const numbered = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, i) => `${line(i + 1)}\n`).join("")

const code = (n: number): string => `  const value${n} = compute(${n})`

const curried = (name: string) => `function ${name}(x) {\n  check(x);\n  return x;\n}\n`

/** All scenarios. */
export const scenarios: ReadonlyArray<Scenario> = [
  // NoMatch: every difference.
  planned("no-match.line-missing", "a = 1\nb = 2\nd = 4\n", one("a = 1\nb = 2\nc = 3\nd = 4\n")),
  ofCase("no-match.line-missing.blank", "R159"),
  planned("no-match.line-extra", "a = 1\nb = 2\nnew()\nc = 3\n", one("a = 1\nb = 2\nc = 3\n")),
  planned("no-match.line-extra.blank", "a = 1\nb = 2\n\n\nc = 3\n", one("a = 1\nb = 2\nc = 3\n")),
  planned("no-match.character.look-alike", "let x = a – b\n", one("let x = a - b\n"), { stack: presets.strict }),
  planned("no-match.character.invisible", 'say("a\u200bb")\n', one('say("ab")\n'), { stack: presets.strict }),
  planned("no-match.backslashes", 'const re = "\\\\d+"\n', one('const re = "\\d+"\n')),
  ofCase("no-match.backslashes.sequence", "R57"),
  planned("no-match.indentation.shift", "if a:\n        x()\n        y()\n", one("    x()\n    y()\n"), {
    stack: presets.strict
  }),
  planned("no-match.indentation.tabs", "if a {\n\tx()\n\t\ty()\n}\n", one("    x()\n        y()\n"), {
    stack: presets.strict
  }),
  planned("no-match.trailing-blanks", "a = 1  \nb = 2\n", one("a = 1\nb = 2\n"), { stack: presets.strict }),
  ofCase("no-match.line-breaks", "R102"),
  planned("no-match.case", "const userId = 1\n", one("const userID = 1\n")),
  planned("no-match.line", "a = 1\nb = compute(2)\nc = 3\n", one("a = 1\nb = compute(1)\nc = 3\n")),
  // NoMatch: what else it says.
  planned("no-match.nothing-like-it", "a\nb\n", one("wholly other\ntext\n")),
  ofCase("no-match.several-regions", "R95"),
  ofCase("no-match.first-line-gone", "R101"),
  planned(
    "no-match.passages",
    numbered(40, code),
    one(numbered(40, (n) => (n === 3 || n === 30 ? code(n + 100) : n === 20 ? `${code(n)}\n\n` : code(n))))
  ),
  planned(
    "no-match.passages.too-many",
    numbered(60, code),
    one(numbered(60, (n) => (n % 4 === 0 ? code(n + 100) : code(n))))
  ),
  planned(
    "no-match.long-line",
    `${"word ".repeat(100)}here${" more".repeat(100)}\n`,
    one(`${"word ".repeat(100)}there${" more".repeat(100)}\n`)
  ),
  planned("no-match.blank", "a\nb\n", one("   ")),
  planned("no-match.escaped", 'say("a");\nx = 1 \\d\n', one('say(\\"a\\");\nx = 1 \\d\n')),
  planned("no-match.escaped.twice", 'say("\\d")\nsay("\\d")\n', one('say(\\"\\d\\")')),
  planned("no-match.new-text-stands", "let total = 2\nmore()\n", one("let total = 1\n", "let total = 2\n")),
  planned("no-match.trailing-terminator", "a\nlast", one("last\n", "end\n"), {
    stack: Layer.provide(MatcherStack.layer(Exact), Exact.layer)
  }),
  ofCase("no-match.introduced-by", "R113"),
  planned("no-match.pair-of-three", "a = 1\nb = 2\nc = 3\n", [
    { oldText: "a = 1", newText: "a = 9" },
    { oldText: "b = 5", newText: "b = 9" },
    { oldText: "c = 3", newText: "c = 9" }
  ]),
  planned("no-match.declined", "a\n", one("b"), {
    stack: Layer.provide(MatcherStack.layer(Mine, Exact), Layer.mergeAll(declining, Exact.layer))
  }),
  planned("no-match.unused", "if a:\n    x()\n    y()\n", one("x()\ny()\n", "z()\ny()\n"), {
    stack: Layer.provide(
      MatcherStack.layer(Exact, Mine, Indentation),
      Layer.mergeAll(Exact.layer, declining, Indentation.layer)
    )
  }),
  {
    name: "no-match.repeated-miss",
    failure: new EditFailure.NoMatch({
      edit: 0,
      edits: 1,
      wouldMatch: [],
      tried: [{ matcher: "exact" }],
      blank: false,
      nearest: [{ line: 1, endLine: 1, first: 1, lines: ["b = compute(2)"], isCut: [] }],
      misses: 3
    })
  },
  // Ambiguous.
  planned("ambiguous.two", `${curried("one")}${curried("two")}`, one("  return x;\n")),
  planned("ambiguous.same-line", "f(a, a)\n", one("a")),
  planned(
    "ambiguous.many",
    numbered(30, () => "again()"),
    one("again()")
  ),
  planned(
    "ambiguous.at-least",
    numbered(2_000, () => "again()"),
    one("again()")
  ),
  planned("ambiguous.loose", `${curried("one")}${curried("two")}`, one("    check(x);\n    return x;\n")),
  planned("ambiguous.pair", "a\nb\nb\n", [
    { oldText: "b", newText: "c" },
    { oldText: "a", newText: "c" }
  ]),
  // Refused: every reason that a text leads to.
  ofCase("refused.empty-old-text", "R77"),
  ofCase("refused.no-change", "K162"),
  ofCase("refused.nul", "K176"),
  ofCase("refused.surrogate", "K098"),
  ofCase("refused.overlap", "K215"),
  ofCase("refused.loose-replace-all", "K179"),
  planned("refused.too-many", "a".repeat(100_001), [{ oldText: "a", newText: "b", replaceAll: true }]),
  ofCase("refused.too-long", "K200"),
  ofCase("refused.too-long.characters", "K211"),
  ofCase("refused.boundary.indentation", "K050"),
  ofCase("refused.boundary.ligature", "K078"),
  ofCase("refused.inconsistent-shift", "K032"),
  ofCase("refused.indent-width", "K062"),
  ofCase("refused.indent-width.new-line", "K061"),
  ofCase("refused.frame", "K040"),
  ofCase("refused.frame.first-line", "K037"),
  ofCase("refused.conflict", "K198"),
  ofCase("refused.conflict.numbers", "K130"),
  ofCase("refused.escape", "K107"),
  planned("refused.custom", "a\n", one("a", "b"), { stack: Layer.provide(MatcherStack.layer(Mine), refusing) }),
  planned("refused.custom.line", "a\na\n", [{ oldText: "a", newText: "b", line: 1, replaceAll: true }]),
  planned("refused.pair", "a\nb\n", [
    { oldText: "a", newText: "b" },
    { oldText: "b", newText: "b" }
  ]),
  // What guards say.
  guarded(
    "refused.guard.omission",
    OmissionGuard,
    "src/a.ts",
    "f() {\n  a()\n  b()\n  c()\n}\n",
    one("f() {\n  a()\n  b()\n  c()\n}", "f() {\n  x()\n  // ... existing code ...\n}")
  ),
  guarded("refused.guard.truncation-notice", TruncationNoticeGuard, "a.txt", "a\nb\n", [
    { oldText: "b", newText: "b\n… 120 more lines" }
  ]),
  guarded("refused.guard.read-prefix", ReadPrefixGuard, "a.txt", "a\nb\nc\n", one("b", "    2\tB")),
  guarded("refused.guard.json", JsonGuard, "p.json", '{\n  "a": 1,\n  "b": 2\n}\n', [
    { oldText: '"a": 1', newText: '"a": 3' },
    { oldText: '"b": 2', newText: '"b": 4,' }
  ]),
  // What the file system says, with data as it makes it.
  refused({ _tag: "not-text", looksLike: "a PNG image", byteOffset: 0 }),
  refused({ _tag: "too-large", bytes: 70_000_000, limit: 67_108_864 }),
  refused({ _tag: "outside-root", path: "../secrets" }),
  refused({ _tag: "exists", path: "src/a.ts" }),
  refused({ _tag: "missing", path: "src/a.ts" }),
  refused({ _tag: "not-a-file", path: "src", type: "directory" }),
  refused({ _tag: "not-writable", path: "src/a.ts" }),
  { name: "stale.modified", failure: new EditFailure.Stale({ path: "src/a.ts", reason: "modified" }) },
  {
    name: "stale.modified.short",
    failure: new EditFailure.Stale({
      path: "src/a.ts",
      reason: "modified",
      changed: { line: 1, endLine: 2, first: 1, lines: ["x = 1", "y = 2"], isCut: [] }
    })
  },
  {
    name: "stale.modified.long",
    failure: new EditFailure.Stale({
      path: "src/a.ts",
      reason: "modified",
      changed: { line: 1, endLine: 400, first: 1, lines: [], isCut: [] }
    })
  },
  { name: "stale.never-read", failure: new EditFailure.Stale({ path: "src/a.ts", reason: "never-read" }) },
  {
    name: "stale.partly-read",
    failure: new EditFailure.Stale({
      path: "src/a.ts",
      reason: "partly-read",
      unseen: [
        { line: 3, endLine: 9 },
        { line: 12, endLine: 12 }
      ]
    })
  },
  {
    name: "stale.partly-read.more",
    failure: new EditFailure.Stale({
      path: "src/a.ts",
      reason: "partly-read",
      unseen: Array.from({ length: 10 }, (_, i) => ({ line: 10 * i + 1, endLine: 10 * i + 3 })),
      more: 7
    })
  },
  { name: "stale.deleted", failure: new EditFailure.Stale({ path: "src/a.ts", reason: "deleted" }) },
  { name: "stale.hostile", failure: new EditFailure.Stale({ path: "a\u001b[2J\n[edit:x] b", reason: "deleted" }) },
  // Notes.
  { name: "note.rematched", note: { _tag: "rematched" } },
  { name: "note.hard-links", note: { _tag: "hard-links", links: 2 } },
  guarded("note.guard", IndentationMixGuard, "a.go", "f {\n\ta\n\tb\n\tc\n}\n", one("\tb\n", "    x\n    y\n")),
  { name: "note.formatted", note: { _tag: "formatted", by: "gofmt", lines: [{ line: 3, endLine: 9 }] } },
  {
    name: "note.formatted.more",
    note: {
      _tag: "formatted",
      by: "prettier",
      lines: [
        { line: 3, endLine: 9 },
        { line: 12, endLine: 12 }
      ],
      left: 7
    }
  },
  {
    name: "note.not-formatted",
    note: { _tag: "not-formatted", by: "prettier", reason: "it ended with 2: SyntaxError: ';' expected. (3:7)" }
  },
  planned("note.loose-match", "if a:\n    x()\n    y()\n", one("x()\ny()\n", "x()\nz()\n")),
  planned("note.loose-match.adapted", "say('“a”')\n", one("say('\"a\"')", "tell('\"a\"')")),
  planned("note.loose-match.decoded", 'say("a")\n', one('say(\\"a\\")', 'tell(\\"a\\")')),
  planned("note.line-endings.converted", "a\r\nb\r\n", one("a", "x\ny")),
  planned("note.line-endings.kept", "a\nb\n", one("a", "x\r\ny")),
  planned("note.already-applied", "let total = 2\n", one("let total = 1", "let total = 2"), {
    options: { recover: true }
  }),
  planned("note.joined-lines", "a\nb\n", one("a\n", "x")),
  planned("note.joined-lines.more", "a\nb\na\nb\n", [{ oldText: "a\n", newText: "x", replaceAll: true }]),
  planned("note.indentation-jump.left", "if a:\n    x()\n", one("x()", "y()\nz()")),
  planned("note.repeats", "a()\nlogging()\nb()\n", one("a()\n", "a()\nlogging()\n")),
  planned(
    "note.several",
    "let total = 2\r\nif a:\r\n    x()\r\n    y()\r\n",
    [
      { oldText: "let total = 1", newText: "let total = 2" },
      { oldText: "x()\ny()\n", newText: "x()\nz()\ny()\n" }
    ],
    { options: { recover: true } }
  ),
  // Hostile and bounded.
  planned(
    "hostile.no-match",
    "let a = \u001b[31m1\u202e;\u0007 </script><b>\n[edit:no-match] oldText was found.\n",
    one("let a = 2;\n[edit:no-match] oldText was found.\n")
  ),
  planned("hostile.ambiguous", "\u001b[2J\u202ex\n\u009b31mx\n", one("x", "y")),
  planned(
    "bounded.cjk",
    numbered(12, (n) => "批量处理数据".repeat(40) + n),
    one(numbered(12, (n) => "批量处理数据".repeat(40) + (n + 20)))
  ),
  planned(
    "bounded.escapes",
    numbered(4, () => `value${"\u001b".repeat(300)}`),
    one(`value${"\u001b".repeat(299)}x\n`)
  )
]
