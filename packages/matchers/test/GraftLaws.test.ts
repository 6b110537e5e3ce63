// What the graft promises, whatever the matcher: what the model did not change keeps the file's bytes.
import { Blank, type Candidate, Fold, Graft, Plan, SourceText, Target } from "@kerf/core"
import {
  BlockAnchor,
  Escape,
  Exact,
  Indentation,
  IndentStyle,
  LineEnding,
  LineNumber,
  Normalized
} from "@kerf/matchers"
import { Presets, Trimmed } from "@kerf/matchers"
import { Arbitraries, Corruption, DamagedEdit, FramedEdit, Law, LawTest } from "@kerf/testing"
import { Effect, ManagedRuntime, Result } from "effect"
import * as fc from "fast-check"
import { find } from "./candidates.ts"
import { sources } from "./sources.ts"

interface Edit {
  readonly text: string
  readonly oldText: string
  readonly newText: string
}

/** The graft itself, and the way from a request to the file afterwards (`undefined`: nothing was written). */
interface Subject {
  readonly graft: typeof Graft.make
  readonly edit: (preset: "standard" | "lenient", edit: Edit) => string | undefined
}

const runtimes = {
  standard: ManagedRuntime.make(Presets.standard.layer),
  lenient: ManagedRuntime.make(Presets.lenient.layer)
}

const kerf: Subject = {
  graft: Graft.make,
  edit: (preset, { newText, oldText, text }) =>
    Result.match(runtimes[preset].runSync(Effect.result(Plan.make(SourceText.make(text), [{ oldText, newText }]))), {
      onSuccess: Plan.apply,
      onFailure: () => undefined
    })
}

// ----------------------------------------------------------------------------
// Edits
// ----------------------------------------------------------------------------

const matchers = {
  Exact,
  LineEnding,
  Normalized,
  Indentation,
  IndentStyle,
  Escape,
  Trimmed,
  LineNumber,
  BlockAnchor
} as const

type Name = keyof typeof matchers

const everything = ["terminators", "finalTerminator", "trailingBlanks", "characters", "indentation"] as const

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1)

const numbered = (text: string): string =>
  SourceText.make(text, { byteOrderMark: "data" })
    .lines()
    .map(({ content, terminator }, i) => `${i + 7}|${content}${terminator}`)
    .join("")

/** Edits that this matcher has places for. */
const madeFor = (name: Name): fc.Arbitrary<Edit> => {
  switch (name) {
    case "Exact":
      return Arbitraries.planted("nothing", "apart")
    case "LineEnding":
      return Arbitraries.forms(["terminators", "finalTerminator"])
    case "Normalized":
      return Arbitraries.forms(["terminators", "finalTerminator", "trailingBlanks", "characters"])
    case "Escape":
      return Arbitraries.rewritten(Arbitraries.forms(["terminators", "finalTerminator"]), escaped)
    case "LineNumber":
      return Arbitraries.rewritten(Arbitraries.forms(["terminators", "finalTerminator"]), numbered)
    case "BlockAnchor":
      // The last line but one is one that the file has otherwise, or not at all.
      return fc
        .tuple(Arbitraries.forms(["characters", "trailingBlanks"]), fc.constantFrom("kept()\n", ""))
        .map(([{ oldText, text }, kept]) => ({
          text: `begin {\n\tone()\n${text.replace(/[\r\n]*$/, "\n")}${kept}} // end\n`,
          oldText: `begin {\none()\n${oldText.replace(/[\r\n]*$/, "\n")}gone()\n} // end`,
          newText: ""
        }))
    default:
      return Arbitraries.forms([...everything])
  }
}

const named: fc.Arbitrary<Edit & { readonly name: Name }> = fc.oneof(
  ...(Object.keys(matchers) as Array<Name>).map((name) => madeFor(name).map((edit) => ({ ...edit, name })))
)

/** Lines that tell each other apart, what each becomes, and how the file has them. */
interface Line {
  readonly old: string
  readonly file: string
  readonly change: "keep" | "delete" | "change" | "insert"
}

const someLines = (more: fc.Arbitrary<string>): fc.Arbitrary<ReadonlyArray<Line>> =>
  fc
    .array(
      fc.record({
        indentation: fc.constantFrom("", "  ", "    ", "\t"),
        words: fc.constantFrom("say “a”", "x\u00a0= y", "it’s — so", "漢字 deﬁne", "plain"),
        trail: fc.constantFrom("", "", "  ", "\t"),
        more,
        change: fc.constantFrom<Line["change"]>("keep", "keep", "delete", "change", "insert")
      }),
      { minLength: 1, maxLength: 6 }
    )
    .map((lines) =>
      lines.map(({ change, indentation, more, trail, words }, i) => ({
        change,
        old: Fold.text(`${indentation}${words} word${i}`),
        file: `${more}${indentation}${words} word${i}${trail}`
      }))
    )

const newLines = (lines: ReadonlyArray<Line>): ReadonlyArray<{ readonly text: string; readonly kept?: string }> =>
  lines.flatMap(({ change, file, old }) => {
    switch (change) {
      case "keep":
        return [{ text: old, kept: file }]
      case "delete":
        return []
      case "change":
        return [{ text: `${old} changed` }]
      case "insert":
        return [{ text: old, kept: file }, { text: `${Blank.indentation(old)}inserted(${old.at(-1)})` }]
    }
  })

const words = ["alpha", "beta", "gamma", "delta", "omega"] as const

/** A piece of a sentence, as the file has it. */
const phrase: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...words),
  fc.tuple(fc.constantFrom(...words), fc.constantFrom(...words)).map((pair) => `“${pair.join(" ")}”`),
  fc.constantFrom(...words).map((word) => `“${word}”`),
  fc.constantFrom(...words).map((word) => `‘${word}’`),
  fc.constantFrom("it’s", "—", "so\u00a0on…", "naïve")
)

const sentence = fc.array(phrase, { minLength: 2, maxLength: 7 })

// ----------------------------------------------------------------------------
// Laws
// ----------------------------------------------------------------------------

/** Every usable place of the matcher, with the text that the graft puts there. */
const grafts = (
  { graft }: Subject,
  name: Name,
  { newText, oldText, text }: Edit,
  lineEndings: Graft.LineEndings = "file"
): ReadonlyArray<readonly [Candidate.Candidate, ReturnType<typeof Graft.make>]> => {
  const source = SourceText.make(text)
  const target = Target.make(source, { oldText, newText })
  return find(matchers[name], text, oldText, { newText })
    .filter(({ refusal }) => refusal === undefined)
    .map((candidate) => [candidate, graft({ source, target, candidate, edit: 0, lineEndings })])
}

const laws: ReadonlyArray<Law.Law<Subject>> = [
  Law.make({
    name: "MUST be the identity where newText is oldText, for the places of every matcher",
    arbitrary: named,
    atLeast: 0.8,
    holds: (subject, { name, ...edit }) => {
      const source = SourceText.make(edit.text)
      const made = grafts(subject, name, { ...edit, newText: edit.oldText })
      if (made.length === 0) return Law.vacuous
      const bad = made.find(([{ span }, graft]) => Result.isFailure(graft) || graft.success.text !== source.slice(span))
      return Law.expect(bad === undefined, () => `${name}: ${JSON.stringify(bad)}`)
    }
  }),
  Law.make({
    name: "MUST write what is sent where the place is oldText byte for byte, but for line endings",
    arbitrary: fc.record({
      planted: Arbitraries.planted("nothing"),
      fresh: fc.array(fc.constantFrom("a", "$&", "\\n", " x ", "", "“q”"), { minLength: 1, maxLength: 4 }),
      terminator: fc.constantFrom("\n", "\r\n"),
      lineEndings: fc.constantFrom<Graft.LineEndings>("file", "verbatim")
    }),
    atLeast: 0.9,
    holds: (subject, { fresh, lineEndings, planted, terminator }) => {
      const newText = fresh.join(terminator)
      const source = SourceText.make(planted.text)
      const isConverted = lineEndings === "file" && source.uniform && source.terminator !== undefined
      const wanted = isConverted && terminator === "\n" ? fresh.join(source.terminator) : newText
      const made = grafts(subject, "Exact", { ...planted, newText }, lineEndings)
      const bad = made.find(([, graft]) => Result.isFailure(graft) || graft.success.text !== wanted)
      return made.length === 0 ? Law.vacuous : Law.expect(bad === undefined, () => JSON.stringify(bad))
    }
  }),
  Law.make({
    name: "MUST keep the file's bytes of each line that old and new share, and all that is outside",
    arbitrary: fc.record({
      lines: fc.oneof(
        fc.constantFrom("", "\t", "  ").chain((shift) => someLines(fc.constant(shift))),
        someLines(fc.constantFrom("", "  "))
      ),
      terminator: fc.constantFrom<SourceText.Terminator>("\n", "\r\n", "\r"),
      mark: fc.constantFrom("", "\uFEFF"),
      takesTerminator: fc.boolean()
    }),
    atLeast: 0.3,
    holds: (subject, { lines, mark, takesTerminator, terminator }) => {
      const fresh = newLines(lines)
      if (lines.every(({ change }) => change === "keep") || fresh.length === 0) return Law.vacuous
      // Without its terminator the last line is only a part of one: the place may end before the file's blanks.
      if (!takesTerminator && /[ \t]$/.test(lines.at(-1)!.file)) return Law.vacuous
      // And where the file has more in front of the first line than oldText, the place may begin behind that.
      if (lines[0]!.change === "delete" && /^\s/.test(lines[0]!.file)) return Law.vacuous
      const [before, after] = [`${mark}“head”  ${terminator}`, `…tail \u00a0${terminator}`]
      const region = lines.map(({ file }) => file).join(terminator)
      const end = takesTerminator ? "\n" : ""
      const result = subject.edit("lenient", {
        text: `${before}${region}${terminator}${after}`,
        oldText: lines.map(({ old }) => old).join("\n") + end,
        newText: fresh.map(({ text }) => text).join("\n") + end
      })
      if (result === undefined) return Law.vacuous
      const isOutside = result.startsWith(before) && result.endsWith(terminator + after)
      const got = result.slice(before.length, result.length - after.length - terminator.length).split(terminator)
      const isKept = got.length === fresh.length && fresh.every(({ kept }, i) => kept === undefined || kept === got[i])
      return Law.expect(isOutside && isKept, () => `the file became ${JSON.stringify(result)}`)
    }
  }),
  Law.make({
    name: "MUST restore the file by the inverse edit, if both are shifted alike",
    arbitrary: FramedEdit.arbitrary(sources.code, "edit", "model"),
    atLeast: 0.3,
    holds: (subject, edit) => {
      if (edit === undefined) return Law.vacuous
      const { expected, file, newText, oldText } = edit
      const there = subject.edit("standard", { text: file, oldText, newText })
      if (there === undefined) return Law.vacuous
      if (there !== expected) return Law.broken(`the file became ${JSON.stringify(there)}`)
      const back = subject.edit("standard", { text: there, oldText: newText, newText: oldText })
      if (back === undefined) return Law.vacuous
      return Law.expect(back === file, () => `the file became ${JSON.stringify(back)} at last`)
    }
  }),
  Law.make({
    name: "MUST write the file that was meant or none, however the model has damaged the edit",
    arbitrary: fc.oneof(
      ...[...Corruption.all, ...Corruption.pairs].map((corruption) => DamagedEdit.positive(sources.all, corruption))
    ),
    atLeast: 0.25,
    holds: (subject, edit) => {
      if (edit === undefined) return Law.vacuous
      const result = subject.edit("lenient", { text: edit.file, oldText: edit.oldText, newText: edit.newText })
      if (result === undefined) return Law.vacuous
      return Law.expect(result === edit.expected, () => `the file became ${JSON.stringify(result)}`)
    }
  }),
  Law.make({
    name: "MUST keep the file's characters beside a word that changes",
    arbitrary: fc.record({
      phrases: sentence,
      at: fc.nat(6),
      other: fc.nat(6),
      isTwo: fc.boolean(),
      line: fc.constantFrom(["", ""], ["one\n", "\ntwo"], ["// ", "."])
    }),
    atLeast: 0.5,
    holds: (subject, { at, isTwo, line: [head, tail], other, phrases }) => {
      const change = (text: string, i: number): string =>
        i === at % phrases.length || (isTwo && i === other % phrases.length)
          ? text.replace(/[a-z]{4,}/, `fresh${i}`)
          : text
      const [text, wanted] = [phrases, phrases.map(change)].map((them) => `${head}${them.join(" ")}${tail}\n`)
      if (text === wanted || Fold.text(text!) === text) return Law.vacuous
      const edit = { text: text!, oldText: Fold.text(text!), newText: Fold.text(wanted!) }
      const result = subject.edit("standard", edit)
      return Law.expect(result === wanted, () => `the file became ${JSON.stringify(result)}`)
    }
  }),
  Law.make({
    name: "MUST never change one half of a pair of quotes",
    arbitrary: fc.record({
      phrases: sentence,
      fresh: sentence,
      keeps: fc.array(fc.constantFrom("keep", "keep", "drop", "swap", "unquote"), { minLength: 7, maxLength: 7 })
    }),
    atLeast: 0.5,
    holds: (subject, { fresh, keeps, phrases }) => {
      const now = phrases.flatMap((text, i) => {
        if (keeps[i] === "drop") return []
        if (keeps[i] === "unquote") return [text.replace(/[“”]/g, "")]
        return keeps[i] === "swap" ? [fresh[i % fresh.length]!] : [text]
      })
      const text = `${phrases.join(" ")}\n`
      const edit = { text, oldText: Fold.text(text), newText: Fold.text(`${now.join(" ")}\n`) }
      if (!text.includes("“") || edit.oldText === edit.newText || now.length === 0) return Law.vacuous
      const result = subject.edit("standard", edit)
      if (result === undefined) return Law.vacuous
      const quotes = [...result].filter((unit) => '“”"'.includes(unit)).join("")
      return Law.expect(/^(“”|"")*$/.test(quotes), () => `the file became ${JSON.stringify(result)}`)
    }
  }),
  Law.make({
    name: "MUST keep blanks that only the file has at the end of a line, where newText does not change that end",
    arbitrary: fc.record({
      lines: fc.array(
        fc.record({
          trail: fc.constantFrom("  ", "\t", " \u00a0", ""),
          isChanged: fc.boolean()
        }),
        { minLength: 1, maxLength: 5 }
      ),
      shift: fc.constantFrom("", "\t"),
      takesTerminator: fc.boolean()
    }),
    atLeast: 0.3,
    holds: (subject, { lines, shift, takesTerminator }) => {
      // A place that ends inside a line ends before the file's blanks, and lines that are all changed tell no frame.
      const all = [...lines, { trail: "", isChanged: false }]
      if (!lines.some(({ isChanged }) => isChanged) || !lines.some(({ trail }) => trail !== "")) return Law.vacuous
      const show = (isNew: boolean, isFile: boolean): string =>
        all
          .map(({ isChanged, trail }, i) => {
            const content = `${isNew && isChanged ? "fresh" : "word"}(${i}) end${i}`
            return isFile ? `${shift}${content}${trail}` : content
          })
          .join("\n")
      const end = takesTerminator ? "\n" : ""
      const result = subject.edit("standard", {
        text: `${show(false, true)}\n`,
        oldText: show(false, false) + end,
        newText: show(true, false) + end
      })
      return Law.expect(result === `${show(true, true)}\n`, () => `the file became ${JSON.stringify(result)}`)
    }
  })
]

// ----------------------------------------------------------------------------
// Mutants
// ----------------------------------------------------------------------------

/** The graft, but what it puts in goes through a function. */
const putting = (change: (text: string, newText: string) => string): Pick<Subject, "graft"> => ({
  graft: (options) =>
    Result.map(Graft.make(options), (graft) => ({ ...graft, text: change(graft.text, options.target.newText) }))
})

/** The edit, but the file afterwards goes through a function. */
const writing = (change: (result: string, edit: Edit) => string): Pick<Subject, "edit"> => ({
  edit: (preset, edit) => {
    const result = kerf.edit(preset, edit)
    return result === undefined ? undefined : change(result, edit)
  }
})

/** What nearly every other tool does: newText takes the place of the lines that were found. */
const naive: Subject["edit"] = (_, { newText, oldText, text }) => {
  const source = SourceText.make(text)
  const candidate = [...find(Normalized, text, oldText, { newText }), ...find(Trimmed, text, oldText, { newText })][0]
  if (candidate === undefined) return undefined
  const { end, start } = candidate.span
  return source.byteOrderMark + source.text.slice(0, start) + newText + source.text.slice(end)
}

LawTest.suite<Subject>("Graft", kerf, laws, [
  {
    law: "MUST be the identity where newText is oldText, for the places of every matcher",
    wrong: "it puts newText in as it is",
    subject: { ...kerf, ...putting((_, newText) => newText) }
  },
  {
    law: "MUST write what is sent where the place is oldText byte for byte, but for line endings",
    wrong: "it cleans up the ends of lines",
    subject: { ...kerf, ...putting((text) => text.replace(/[ \t]+$/gm, "")) }
  },
  {
    law: "MUST write what is sent where the place is oldText byte for byte, but for line endings",
    wrong: "it takes dollars for patterns",
    subject: { ...kerf, ...putting((text) => "x".replace("x", text)) }
  },
  {
    law: "MUST keep the file's bytes of each line that old and new share, and all that is outside",
    wrong: "it writes the whole file in another form",
    subject: { ...kerf, ...writing((result) => result.replace(/[“”]/g, '"')) }
  },
  {
    law: "MUST keep the file's bytes of each line that old and new share, and all that is outside",
    wrong: "it puts newText in as it is",
    subject: { ...kerf, edit: naive }
  },
  {
    law: "MUST restore the file by the inverse edit, if both are shifted alike",
    wrong: "it puts newText in as it is",
    subject: { ...kerf, edit: naive }
  },
  {
    law: "MUST write the file that was meant or none, however the model has damaged the edit",
    wrong: "it puts newText in as it is",
    subject: { ...kerf, edit: naive }
  },
  {
    law: "MUST keep the file's characters beside a word that changes",
    wrong: "it puts newText in as it is",
    subject: { ...kerf, edit: naive }
  },
  {
    law: "MUST never change one half of a pair of quotes",
    wrong: "it straightens what closes",
    subject: { ...kerf, ...writing((result) => result.replace("”", '"')) }
  },
  {
    law: "MUST keep blanks that only the file has at the end of a line, where newText does not change that end",
    wrong: "it cleans up the lines that it changes",
    subject: { ...kerf, ...writing((result) => result.replace(/^(.*fresh.*?)[ \t\u00a0]+$/gm, "$1")) }
  }
])
