/**
 * `bench`: prints every figure as a ratio to something measured in the same run, with its goal. Nothing here fails: a
 * timing is no test. Arguments: the parts to run (`linear`, `stack`, `miss`, `growth`, `edit`); without any, all.
 */
import { type Matcher, MatcherStack, Plan, SourceText, Target } from "@kerf/core"
import * as Matchers from "@kerf/matchers"
import { Context, Effect, Layer } from "effect"
import * as Clock from "./Clock.ts"
import * as Editing from "./Editing.ts"
import * as Texts from "./Texts.ts"

const { Presets } = Matchers
const print = (line: string): void => void process.stdout.write(`${line}\n`)

const chosen = process.argv.slice(2)
/** Runs a part of the benchmark, if it was chosen. */
const part = (name: string, title: string, measure: () => void): void => {
  if (chosen.length > 0 && !chosen.includes(name)) return
  print(title)
  measure()
}

const matchers = Effect.runSync(
  Effect.provide(
    Effect.map(MatcherStack, (stack) => stack.matchers),
    Presets.lenient.layer
  )
)

const find = (matcher: Matcher.Matcher, text: string, oldText: string) => (): unknown => {
  // A fresh source each time: nothing is remembered from one run to the next.
  const source = SourceText.make(text)
  const target = Target.make(source, { oldText, newText: "x" })
  return Effect.runSync(matcher.find(source, target, 1_001))
}

const linear: ReadonlyArray<{
  readonly name: string
  readonly text: (n: number) => string
  readonly old: (n: number) => string
}> = [
  {
    name: "10 000 lines x 40, a miss in the last line",
    text: (n) => Texts.code(n * 5_000),
    old: () => Texts.code(1_040).split("\n").slice(1_000, 1_039).join("\n") + "\n  no such line()\n"
  },
  {
    name: "one line of 2 MB, a miss",
    text: (n) => "abc de; ".repeat(n * 125_000),
    old: () => "abc de; abc df; abc de"
  },
  {
    name: "a million letters, 2 500 + 1 + 2 500",
    text: (n) => "a".repeat(n * 500_000),
    old: () => `${"a".repeat(2_500)}b${"a".repeat(2_500)}`
  },
  {
    name: "5 000 equal lines, 40 of them and another",
    text: (n) => "  same();\n".repeat(n * 2_500),
    old: () => `${"  same();\n".repeat(20)}  other();\n${"  same();\n".repeat(20)}`
  },
  {
    name: "5 000 equal lines, found everywhere",
    text: (n) => "  same();\n".repeat(n * 2_500),
    old: () => "  same();\n".repeat(40)
  },
  {
    name: "5 000 equal lines, half of them and another",
    text: (n) => "  same();\n".repeat(n * 2_500),
    old: (n) => `${"  same();\n".repeat(n * 1_250)}  same()\n`
  }
]
part("linear", "Linear time: time at 2n / time at n, goal <= 2.3", () => {
  for (const { name, old, text } of linear) {
    print(`  ${name}`)
    for (const matcher of matchers) {
      const [once, twice] = Clock.bestOfEach(
        15,
        [1, 2].map((n) => find(matcher, text(n), old(n)))
      ) as [number, number]
      print(`    ${matcher.name.padEnd(14)} ${(twice / once).toFixed(2).padStart(6)}   ${twice.toFixed(3)} ms at 2n`)
    }
  }
})

const miss = (source: () => SourceText.SourceText, oldText: string) => {
  const context = Effect.runSync(Effect.scoped(Layer.build(Presets.standard.layer)))
  const { matchers } = Context.get(context, MatcherStack)
  return (): unknown => {
    const text = source()
    const target = Target.make(text, { oldText, newText: "x" })
    return Effect.runSync(Effect.forEach(matchers, (matcher) => matcher.find(text, target, 1_001)))
  }
}

const bytes = 10_000_000
const absent = "  const value = absent(1)\n    return the.thing(that, is, not, there)\n  }\n"

const bareLoop = (text: string) => (): number => {
  let sum = 0
  for (let i = 0; i < text.length; i++) sum = (sum + text.charCodeAt(i)) | 0
  return sum
}

part("stack", "A miss through `standard` on 10 MB, hints apart", () => {
  const text = Texts.repeat(bytes, (i) => `  const value${i} = compute(${i}, "part");\n`)
  const encoded = new TextEncoder().encode(text)
  const decode = Clock.best(9, () => new TextDecoder("utf-8", { fatal: true }).decode(encoded))
  const flat = new TextDecoder().decode(encoded)
  const ours = Clock.best(
    9,
    miss(() => SourceText.make(flat, { ascii: true }), absent)
  )
  print(
    `  ASCII        / decoding it      ${(ours / decode).toFixed(2).padStart(6)}   goal <= 1   ${ours.toFixed(2)} ms, ${decode.toFixed(2)} ms`
  )
  const crlf = new TextDecoder().decode(new TextEncoder().encode(text.replaceAll("\n", "\r\n")))
  const onCrlf = Clock.best(
    9,
    miss(() => SourceText.make(crlf, { ascii: true }), absent)
  )
  print(
    `  ASCII, CRLF  / decoding it      ${(onCrlf / decode).toFixed(2).padStart(6)}   goal <= 1   ${onCrlf.toFixed(2)} ms`
  )
  for (const [name, text] of [
    ["curly quotes", Texts.curly(bytes)],
    ["CJK", Texts.cjk(bytes)]
  ] as const) {
    const flat = new TextDecoder().decode(new TextEncoder().encode(text))
    const loop = Clock.best(9, bareLoop(flat))
    const ours = Clock.best(
      9,
      miss(() => SourceText.make(flat, { ascii: false }), absent)
    )
    print(
      `  ${name.padEnd(12)} / one bare loop    ${(ours / loop).toFixed(2).padStart(6)}   goal <= 4   ${ours.toFixed(2)} ms, ${loop.toFixed(2)} ms`
    )
  }
})

const failing = (text: string, oldText: string, ascii: boolean) => {
  const context = Effect.runSync(Effect.scoped(Layer.build(Presets.standard.layer)))
  return (): unknown => {
    const plan = Plan.make(SourceText.make(text, { ascii }), [{ oldText, newText: "x" }])
    return Effect.runSync(Effect.provide(Effect.flip(plan), context)).message
  }
}
const flatten = (text: string): { readonly text: string; readonly encoded: Uint8Array } => {
  const encoded = new TextEncoder().encode(text)
  return { encoded, text: new TextDecoder().decode(encoded) }
}
const linesFrom = (text: string, from: number, count: number): string =>
  `${text
    .split("\n")
    .slice(from, from + count)
    .join("\n")}\n`

part("miss", "A failure with all that it tells, through `standard`", () => {
  const { encoded, text } = flatten(Texts.code(10_000).replace(/^.*$/gm, (line) => line.slice(0, 40).padEnd(40, ";")))
  const decoder = new TextDecoder("utf-8", { fatal: true })
  for (const [name, oldText] of [
    ["one line of 20 has changed", linesFrom(text, 5_000, 20).replace("compute", "computed")],
    ["no line is equal", linesFrom(text, 5_000, 20).replace(/compute/g, "computed")],
    ["nothing is like it", absent]
  ] as const) {
    const [decode, ours] = Clock.bestOfEach(60, [() => decoder.decode(encoded), failing(text, oldText, true)]) as [
      number,
      number
    ]
    print(
      `  10 000 lines x 40, ${name.padEnd(28)} / decoding ${(ours / decode).toFixed(2).padStart(6)}   goal <= 6   ${ours.toFixed(2)} ms, ${decode.toFixed(3)} ms`
    )
  }
  for (const [name, oldText] of [
    ["500 000 lines of oldText", Texts.lines(500_000)],
    ["500 000 lines of oldText, curly", Texts.lines(500_000, "“")]
  ] as const) {
    const sent = flatten(oldText).text
    const [loop, ours] = Clock.bestOfEach(9, [bareLoop(sent), failing("line 5\nline 6\n", sent, true)]) as [
      number,
      number
    ]
    print(
      `  2 lines, ${name.padEnd(38)} / a bare loop ${(ours / loop).toFixed(2).padStart(6)}   goal <= 30   ${ours.toFixed(2)} ms, ${loop.toFixed(3)} ms`
    )
  }
})

const growing: ReadonlyArray<{
  readonly name: string
  readonly text: (bytes: number) => string
  readonly old: string
}> = [
  {
    name: "one line of 20 has changed",
    text: (bytes) => Texts.repeat(bytes, (i) => `  const value${i} = compute(${i}, "part");\n`),
    old: Array.from(
      { length: 20 },
      (_, i) => `  const value${i + 9} = compute(${i === 9 ? "x" : i + 9}, "part");\n`
    ).join("")
  },
  {
    name: "no line is equal",
    text: (bytes) => Texts.repeat(bytes, (i) => `  const value${i} = compute(${i}, "part");\n`),
    old: Array.from({ length: 20 }, (_, i) => `  let value${i + 9} = compute(${i + 9}, "piece");\n`).join("")
  },
  {
    name: "one line",
    text: (bytes) => Texts.repeat(bytes, (i) => `const value${i} = compute(${i}, "part"); `),
    old: 'const value9 = compute(10, "part"); const value10'
  },
  {
    name: "all lines are equal",
    text: (bytes) => Texts.repeat(bytes, () => "  same();\n"),
    old: `${"  same();\n".repeat(20)}  other();\n${"  same();\n".repeat(20)}`
  },
  {
    name: "curly quotes, one line of 20 has changed",
    text: (bytes) => Texts.curly(bytes),
    old: Texts.curly(2_200).replace("sum", "total")
  },
  { name: "CJK, no line is equal", text: (bytes) => Texts.cjk(bytes), old: Texts.cjk(1_000).replaceAll("文本", "文件") }
]
part("growth", "The same, growing: time at 2n / time at n at 2.5, 5 and 10 MB, goal <= 2.3", () => {
  for (const { name, old, text } of growing) {
    const calls = [2_500_000, 5_000_000, 10_000_000].map((size) => {
      const flat = flatten(text(size))
      return failing(flat.text, old, flat.encoded.length === flat.text.length)
    })
    const times = Clock.bestOfEach(9, calls)
    const ratios = times.slice(1).map((ms, i) => (ms / times[i]!).toFixed(2).padStart(6))
    print(`  ${name.padEnd(44)} ${ratios.join(" ")}   ${times.map((ms) => ms.toFixed(1)).join(", ")} ms`)
  }
})

if (chosen.length === 0 || chosen.includes("edit")) {
  print("\nAn edit of a file, beside the same calls to the system by hand")
  for (const [name, bytes] of [
    ["10 KB", 10_000],
    ["1 MB", 1_000_000]
  ] as const) {
    const { byHand, kerf } = await Editing.measure(bytes)
    print(`  ${name}: ${(kerf / byHand).toFixed(2)} x (${kerf.toFixed(2)} ms, by hand ${byHand.toFixed(2)} ms)`)
  }
}
