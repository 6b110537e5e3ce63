/** Explanations of edits of a text, without a file. */
import { Candidate, Matcher, MatcherStack, Plan, RefusedReason, SourceText } from "@kerf/core"
import { Presets } from "@kerf/matchers"
import { Explanation } from "@kerf/node"
import { Effect } from "effect"

/** What the editor would say of these edits of a file with this text. */
export const explain = (
  text: string,
  edits: ReadonlyArray<Plan.Fields>,
  options: {
    readonly lenient?: boolean
    readonly matchers?: ReadonlyArray<Matcher.Matcher>
    readonly path?: string
    readonly recover?: boolean
  } = {}
): Explanation.Explanation => {
  const { path = "/src/a.txt", recover = true } = options
  const source = SourceText.make(text)
  const program = Effect.gen(function* () {
    const { matchers } = yield* MatcherStack
    const explained = yield* Plan.explain(source, edits, { exhaustive: true, recover })
    return Explanation.make({ path, source, edits, matchers, ...explained })
  })
  return Effect.runSync(
    options.matchers === undefined
      ? Effect.provide(program, options.lenient === true ? Presets.lenient.layer : Presets.standard.layer)
      : Effect.provideService(program, MatcherStack, { matchers: options.matchers })
  )
}

const propose = (name: string, find: (source: SourceText.SourceText) => ReadonlyArray<Candidate.Candidate>) =>
  Matcher.make({ name, loose: false, forgives: "nothing", reach: () => Infinity, find })

/** Finds the first line, and says that it must not be used. */
const refusing = propose("refusing", (source) => [
  Candidate.make(source.lineSpan(1), {
    refusal: RefusedReason.custom({ matcher: "refusing", code: "no", message: "No." })
  })
])

/** Finds the last line, whatever was asked for. */
const exactly = propose("exactly", (source) => [Candidate.make(source.lineSpan(source.lineCount))])

const python = `def load(path, retries=3):
    """Read a file “as it is”."""
    for attempt in range(retries):
        try:
            return read(path)
        except OSError as error:\u0020\u0020
            log(error)


def save(path, text):
    write(path, text)
`

/** An edit for each kind of picture. */
export const scenes = {
  spliced: () =>
    explain("let total = 1;\nlet other = 2;\nprint(total);\n", [{ oldText: "total = 1", newText: "total = 10" }]),
  merged: () =>
    explain(python, [
      {
        oldText: `"""Read a file "as it is"."""\nfor attempt in range(retries):\n    try:\n        return read(path)\n    except OSError as error:\n        log(error)\n`,
        newText: `"""Read a file "as it is", or nothing."""\nfor attempt in range(retries):\n    try:\n        return read(path)\n    except OSError as error:\n        log(error)\n        wait(attempt)\n`
      }
    ]),
  notFound: () =>
    explain(python, [
      {
        oldText: "def save(path, text):\n    writes(path, text)\n",
        newText: "def save(path, text):\n    write_all(path, text)\n"
      }
    ]),
  nothingAlike: () => explain("one\ntwo\n", [{ oldText: "zebra crossing", newText: "bridge" }]),
  ambiguous: () =>
    explain("def a():\n    return x\n\ndef b():\n    return x\n", [
      { oldText: "    return x\n", newText: "    return y\n" }
    ]),
  refusedFrame: () => explain("\ta\n\tb\n", [{ oldText: "a\nb\n", newText: "c\n\ta\n\tb\n" }]),
  refusedPlace: () => explain("\ta()\n\t\t  b()\n", [{ oldText: "a()\nb()\n", newText: "a()\nc()\n" }]),
  notAsked: () => explain("one\n", [{ oldText: "one", newText: "one" }]),
  alreadyApplied: () => explain("let longer_name = 2\nb\n", [{ oldText: "let a = 1", newText: "let longer_name = 2" }]),
  made: () =>
    explain(
      "def load(path):\r\n    with open(path) as file:\r\n        return file.read()\r\n\r\ndef save():\r\n    pass\r\n",
      [
        {
          oldText: "def load(path):\n    # never closed\n    return open(path).read()\n    # end\n",
          newText: "def load(path):\n    with open(path) as file:\n        return file.read()\n"
        }
      ]
    ),
  severalMade: () =>
    explain("let longer_name = 2\nb\n", [
      { oldText: "zebra", newText: "horse" },
      { oldText: "let a = 1", newText: "let longer_name = 2" },
      { oldText: "let c = 1", newText: "let longer_name = 2" }
    ]),
  lineHint: () => explain("a b\n".repeat(30), [{ oldText: "b", newText: "c", line: 7 }]),
  rivals: () =>
    explain(
      "    go()\n    on()\nx\n\tgo()\n\ton()\n",
      [{ oldText: "  go()\n    on()", newText: "  go()\n    off()" }],
      {
        matchers: [refusing, exactly]
      }
    ),
  decoded: () =>
    explain('say("one")\n\tgo\n', [{ oldText: 'say(\\"one\\")\\n\\tgo', newText: 'say(\\"two\\")\\n\\tgo' }]),
  assumed: () =>
    explain(
      "f {\n  one()\n  two()\n  three()\n  four()\n}\n",
      [{ oldText: "f {\n  one()\n  two()\n  four()\n}", newText: "f {\n  uno()\n  two()\n  four()\n}" }],
      { lenient: true }
    ),
  lineEndings: () => explain("one\r\ntwo  \r\nthree\r\n", [{ oldText: "one\ntwo\n", newText: "one\n2\nthen\n" }]),
  replaceAll: () => explain("a b\n".repeat(30), [{ oldText: "b", newText: "c", replaceAll: true }]),
  removed: () => explain("one\ntwo\nthree\n", [{ oldText: "two\n", newText: "" }]),
  several: () =>
    explain(python, [
      { oldText: "retries=3", newText: "retries=5" },
      { oldText: "return Nothing", newText: "x" },
      { oldText: "path, ", newText: "where, " }
    ]),
  many: () => {
    const lines = Array.from({ length: 4_000 }, (_, i) => `line ${i}\n`)
    const text = lines.map((line) => `\t${line}`).join("")
    const old = lines.slice(10, 3_500)
    const fresh = old.map((line, i) => (i % 500 === 7 ? `row ${i}\n` : line))
    return explain(text, [{ oldText: old.join(""), newText: fresh.join("") }])
  },
  oneLongLine: () =>
    explain(`${"x".repeat(1_000_000)} needle ${"y".repeat(1_000_000)}`, [{ oldText: "needle", newText: "pin" }]),
  oneLongLineMissed: () => explain("ab ".repeat(700_000), [{ oldText: `${"ab ".repeat(700_000)}c`, newText: "pin" }]),
  hostile: () =>
    explain(hostile, [{ oldText: "end \u200b x y\n", newText: `</style>${hostile}` }], {
      path: `/src/<img src=x onerror=alert(1)>\u202e"&'\n.txt`
    })
} as const

/** What must not do anything on a page. */
export const hostile =
  "</script><script>alert(1)</script>\n<img src=x onerror=alert(1)> \u202eevil\u202c\u2066 &amp; &#x3c;\n" +
  "\u001b[31mred\u001b[0m \u0085 \u009b2J \u007f ]]> --> <!-- \"'`\n<svg/onload=alert(1)>\u200b\u00a0\nend  x\u2028\r\n"
