// An edit that is only indented wrongly must leave a program a program: Python that compiled before compiles after it, and
// JSON that parsed before holds what was meant.
import { execFileSync } from "node:child_process"
import { Blank, Plan, Shift, SourceText } from "@kerf/core"
import { Presets } from "@kerf/matchers"
import { Effect, ManagedRuntime, Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

interface Repair {
  readonly file: string
  readonly oldText: string
  readonly newText: string
  readonly expected: string
}

const runtimes = {
  standard: ManagedRuntime.make(Presets.standard.layer),
  lenient: ManagedRuntime.make(Presets.lenient.layer)
}

type Edit = (repair: Repair) => string | undefined

const edit =
  (preset: keyof typeof runtimes): Edit =>
  ({ file, newText, oldText }) =>
    Result.match(runtimes[preset].runSync(Effect.result(Plan.make(SourceText.make(file), [{ oldText, newText }]))), {
      onSuccess: Plan.apply,
      onFailure: () => undefined
    })

const lines = (text: string): ReadonlyArray<SourceText.Line> => SourceText.make(text, { byteOrderMark: "data" }).lines()

const mapIndentation = (text: string, f: (indentation: string) => string): string =>
  lines(text)
    .map(({ content, terminator }) => {
      const indentation = Blank.isBlankLine(content) ? content : Blank.indentation(content)
      return f(indentation) + content.slice(indentation.length) + terminator
    })
    .join("")

const withoutFirst = (text: string): string => text.replace(/^[ \t]+/, "")

/** What models do to indentation. */
const damages: fc.Arbitrary<(text: string) => string> = fc.oneof(
  fc.tuple(fc.boolean(), fc.constantFrom("    ", "  ", "\t", " ", "        ")).map(
    ([isAdded, whitespace]) =>
      (text: string) =>
        Shift.apply(isAdded ? Shift.add(whitespace) : Shift.remove(whitespace), text)
  ),
  fc
    .constantFrom(2, 4, 8)
    .map(
      (width) => (text: string) =>
        mapIndentation(text, (indentation) => indentation.replaceAll(" ".repeat(width), "\t"))
    ),
  fc
    .constantFrom(2, 4, 8)
    .map(
      (width) => (text: string) =>
        mapIndentation(text, (indentation) => indentation.replaceAll("\t", " ".repeat(width)))
    ),
  fc.constant(withoutFirst),
  fc.constant((text: string) => mapIndentation(text, () => ""))
)

/** Whether its lines stand to each other as before: a new text that has lost its shape is no program in any frame. */
const hasShape = (text: string, damaged: string): boolean => {
  const depths = (of: string) =>
    lines(of).flatMap(({ content }) => (Blank.isBlankLine(content) ? [] : [Blank.indentation(content).length]))
  const [a, b] = [depths(text), depths(damaged)]
  return a.every((depth, i) => i === 0 || Math.sign(depth - a[i - 1]!) === Math.sign(b[i]! - b[i - 1]!))
}

const draw = <A>(arbitrary: fc.Arbitrary<A | undefined>, count: number): ReadonlyArray<A> =>
  fc.sample(arbitrary, { numRuns: count, seed: 20_260_101 }).filter((drawn) => drawn !== undefined)

/** Lines `[first, last]` of a file replaced, and both texts damaged, or newText right already. */
const repair = (
  file: string,
  first: number,
  last: number,
  fresh: (region: string) => string | undefined,
  damage: (text: string) => string,
  isRight: boolean
): Repair | undefined => {
  const source = SourceText.make(file)
  const [start, end] = [source.fullLineSpan(first).start, source.fullLineSpan(last).end]
  const region = source.text.slice(start, end)
  const now = fresh(region)
  // What stands byte for byte, if only inside a line, is no repair: newText is put in as it is sent.
  if (now === undefined || file.includes(damage(region)) || (damage !== withoutFirst && !hasShape(now, damage(now))))
    return undefined
  return {
    file,
    oldText: damage(region),
    newText: isRight ? now : damage(now),
    expected: source.text.slice(0, start) + now + source.text.slice(end)
  }
}

// ----------------------------------------------------------------------------
// Python
// ----------------------------------------------------------------------------

const hasPython = ((): boolean => {
  try {
    execFileSync("python3", ["-c", ""], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
})()

/** Which of these programs compile. */
const compile = (programs: ReadonlyArray<string>): ReadonlyArray<boolean> =>
  JSON.parse(
    execFileSync("python3", ["-W", "ignore", "-c", compiler], {
      input: JSON.stringify(programs),
      encoding: "utf8",
      maxBuffer: 1 << 28
    })
  ) as ReadonlyArray<boolean>

const compiler = `
import json, sys
def compiles(text):
    try:
        compile(text, "f.py", "exec")
        return True
    except (SyntaxError, ValueError):
        return False
json.dump([compiles(text) for text in json.load(sys.stdin)], sys.stdout)
`

/** Programs of functions in classes, with branches and loops, blank lines and comments: in spaces or in tabs. */
const programs: fc.Arbitrary<string> = fc
  .record({
    unit: fc.constantFrom("    ", "  ", "\t"),
    parts: fc.array(fc.constantFrom("if", "for", "with", "plain", "def", "try", "text"), { minLength: 3, maxLength: 9 })
  })
  .map(({ parts, unit }) => {
    const out = ["class A:"]
    let depth = 1
    for (const [i, part] of parts.entries()) {
      const put = (text: string, more = 0) => out.push(unit.repeat(depth + more) + text)
      if (part === "def" || depth > 4) {
        out.push("")
        depth = 1
        put(`def f${i}(self, a${i}):`)
        depth++
      } else if (part === "if") {
        put(`if self.a${i} > ${i}:`)
        put(`self.b${i} = ${i}`, 1)
        put("else:")
        depth++
      } else if (part === "for" || part === "with") {
        put(part === "for" ? `for x${i} in range(${i}):` : `with open("f${i}") as h${i}:`)
        depth++
      } else if (part === "try") {
        put("try:")
        put(`call${i}()`, 1)
        put(`except E${i}:`)
        put(`handle${i}()`, 1)
      } else if (part === "text") {
        put(`s${i} = """text ${i}`)
        out.push(` kept as it is ${i}`)
        put(`"""`)
      }
      put(`call_${i}(a${i})  # note`)
    }
    return `${out.join("\n")}\n`
  })

const pythonRepairs: fc.Arbitrary<Repair | undefined> = fc
  .record({
    program: programs,
    first: fc.nat(60),
    more: fc.nat(8),
    kind: fc.constantFrom("rename", "insert", "wrap", "delete", "rewrite"),
    at: fc.nat(8),
    damage: damages,
    isRight: fc.constantFrom(false, false, true)
  })
  .map(({ at, damage, first, isRight, kind, more, program }) => {
    const { lineCount } = SourceText.make(program)
    const from = 1 + (first % lineCount)
    const unit = program.includes("\n\t") ? "\t" : program.includes("\n    ") ? "    " : "  "
    const fresh = (region: string): string | undefined => {
      const all = lines(region).map(({ content, terminator }) => content + terminator)
      const index = at % all.length
      const indentation = Blank.indentation(all[index]!)
      switch (kind) {
        case "rename":
          return region.replace(/\b(call|handle)/, "renamed_")
        case "insert":
          return all.toSpliced(index, 0, `${indentation}inserted(${at})\n`).join("")
        case "delete":
          return all.length < 2 ? undefined : all.toSpliced(index, 1).join("")
        case "wrap":
          return `${Blank.indentation(region)}if wrapped:\n${Shift.apply(Shift.add(unit), region)}`
        default:
          return `${Blank.indentation(region)}first(${at})\n${Blank.indentation(region)}if second:\n${Blank.indentation(region)}${unit}third()\n`
      }
    }
    return repair(program, from, Math.min(lineCount, from + more), fresh, damage, isRight)
  })

/** newText in the place of what was found, as it is. */
const naive: Edit = ({ file, newText, oldText }) => {
  const trimmed = (text: string) => lines(text).map(({ content }) => content.trim())
  const wanted = trimmed(oldText)
  const found = trimmed(file).findIndex((_, i, all) => wanted.every((line, k) => all[i + k] === line))
  if (found === -1) return undefined
  const source = SourceText.make(file)
  const { start } = source.fullLineSpan(found + 1)
  return file.slice(0, start) + newText + file.slice(source.fullLineSpan(found + wanted.length).end)
}

describe.skipIf(!hasPython)("Python that compiled before (skipped where there is no python3)", () => {
  const meant = hasPython ? draw(pythonRepairs, 1_500) : []
  const compiles = hasPython ? compile(meant.map(({ expected }) => expected)) : []
  // Only what was meant to be a program can come out as one.
  const repairs = meant.filter((_, i) => compiles[i])

  const broken = (apply: Edit): { readonly written: number; readonly broken: ReadonlyArray<Repair> } => {
    const written = repairs.flatMap((one) => {
      const result = apply(one)
      return result === undefined ? [] : [{ one, result }]
    })
    const fine = compile(written.map(({ result }) => result))
    return { written: written.length, broken: written.filter((_, i) => !fine[i]).map(({ one }) => one) }
  }

  for (const preset of ["standard", "lenient"] as const) {
    it(`compiles after an edit by ${preset} that was indented wrongly`, () => {
      const outcome = broken(edit(preset))
      expect(outcome.broken.slice(0, 1)).toEqual([])
      expect(outcome.written).toBeGreaterThan(150)
    })
  }

  it("does not, where newText is put in as it is", () => {
    expect(broken(naive).broken.length).toBeGreaterThan(10)
  })
})

// ----------------------------------------------------------------------------
// JSON
// ----------------------------------------------------------------------------

const jsonRepairs: fc.Arbitrary<Repair | undefined> = fc
  .record({
    value: fc.dictionary(
      fc.constantFrom("name", "size", "list", "inner", "x y"),
      fc.oneof(
        fc.integer({ min: 0, max: 99 }),
        fc.constantFrom("a  b", "say “a”", "\\n", "\t"),
        fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom("p", "q", "r"), fc.integer({ min: 10, max: 99 }))
      ),
      { minKeys: 3 }
    ),
    unit: fc.constantFrom("  ", "    ", "\t"),
    first: fc.nat(20),
    more: fc.nat(6),
    damage: damages,
    isRight: fc.boolean()
  })
  .map(({ damage, first, isRight, more, unit, value }) => {
    const file = `${JSON.stringify(value, null, unit)}\n`
    const { lineCount } = SourceText.make(file)
    const from = 1 + (first % lineCount)
    const fresh = (region: string): string | undefined =>
      /\d/.test(region) ? region.replace(/\d+/, (digits) => String(Number(digits) + 100)) : undefined
    return repair(file, from, Math.min(lineCount, from + more), fresh, damage, isRight)
  })

describe("JSON that parsed before", () => {
  const repairs = draw(jsonRepairs, 1_000)

  const wrong = (apply: Edit): { readonly written: number; readonly wrong: ReadonlyArray<Repair> } => {
    const written = repairs.flatMap((one) => {
      const result = apply(one)
      return result === undefined ? [] : [{ one, result }]
    })
    const isMeant = ({ one, result }: (typeof written)[number]): boolean => {
      try {
        return JSON.stringify(JSON.parse(result)) === JSON.stringify(JSON.parse(one.expected))
      } catch {
        return false
      }
    }
    return { written: written.length, wrong: written.filter((it) => !isMeant(it)).map(({ one }) => one) }
  }

  for (const preset of ["standard", "lenient"] as const) {
    it(`holds what was meant after an edit by ${preset} that was indented wrongly`, () => {
      const outcome = wrong(edit(preset))
      expect(outcome.wrong.slice(0, 1)).toEqual([])
      expect(outcome.written).toBeGreaterThan(100)
    })
  }

  it("does not, where blanks are cleaned up everywhere", () => {
    const cleaning: Edit = (one) => edit("lenient")(one)?.replace(/ {2,}/g, " ")
    expect(wrong(cleaning).wrong.length).toBeGreaterThan(10)
  })
})
