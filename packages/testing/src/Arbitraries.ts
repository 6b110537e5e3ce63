/**
 * Generators of texts, and of edits whose place is known because it was planted.
 *
 * Everything is put together from few and short lines on purpose: lines repeat, so that places overlap and are
 * ambiguous, and a counterexample comes down to a handful of them. Simple choices come first in each generator, so
 * that shrinking ends there.
 *
 * @since 0.1.0
 */
import * as Blank from "@kerf/core/Blank"
import * as Fold from "@kerf/core/Fold"
import * as Shift from "@kerf/core/Shift"
import * as SourceText from "@kerf/core/SourceText"
import * as Span from "@kerf/core/Span"
import * as fc from "fast-check"

/**
 * Contents of lines without blanks at their ends: short ASCII, combining marks, CJK, emoji, curly quotes, ligatures,
 * no-break and zero-width spaces, and a carriage return that is data.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const body: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom("a", "b", "if q {", "}", "go()", "aa") },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "“a”",
      "it’s",
      "x\u00a0y",
      "é",
      "e\u0301",
      "漢字",
      "\u{1f642}",
      "deﬁne",
      "…",
      "a\u200bb",
      "각"
    )
  },
  { weight: 1, arbitrary: fc.constantFrom("a\fb", "\u2028", "p\rq", "$&", "\\n", "\u{1f469}\u200d\u{1f4bb}") }
)

/**
 * Indentation: nothing, tabs, spaces, or both in either order.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const indentation: fc.Arbitrary<string> = fc.constantFrom("", "\t", "  ", "\t\t", "    ", "\t  ", "  \t")

/**
 * A line without its terminator: content with or without blanks around it, or a blank line, with or without blanks.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const line: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(indentation, body).map((parts) => parts.join("")) },
  {
    weight: 1,
    arbitrary: fc.tuple(indentation, body, fc.constantFrom(" ", "\t", "  ")).map((parts) => parts.join(""))
  },
  { weight: 1, arbitrary: fc.constantFrom("", "  ", "\t") }
)

/**
 * Terminators in the order in which a text uses them, over and over: all alike, or mixed.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const terminators: fc.Arbitrary<ReadonlyArray<SourceText.Terminator>> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<ReadonlyArray<SourceText.Terminator>>(["\n"], ["\r\n"], ["\r"]) },
  {
    weight: 1,
    arbitrary: fc.array(fc.constantFrom<SourceText.Terminator>("\n", "\r\n", "\r"), { minLength: 2, maxLength: 4 })
  }
)

/**
 * A text with everything in it that texts have: any terminators, with and without a final newline, empty ones, and now
 * and then a byte-order mark.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const text: fc.Arbitrary<string> = fc
  .record({
    lines: fc.array(line, { maxLength: 10 }),
    terminators,
    terminated: fc.boolean(),
    mark: fc.oneof({ weight: 5, arbitrary: fc.constant("") }, { weight: 1, arbitrary: fc.constant("\uFEFF") })
  })
  .map(({ lines, mark, terminated, terminators }) => mark + join(lines, terminators, terminated))

/**
 * A shift of indentation that changes something, in tabs or spaces or both.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const shift: fc.Arbitrary<Shift.Shift> = fc
  .tuple(fc.boolean(), fc.constantFrom("\t", "  ", "    ", "\t\t", "\t "))
  .map(([isRemoved, whitespace]) => (isRemoved ? Shift.remove(whitespace) : Shift.add(whitespace)))

/**
 * A source and a span of whole lines in it, with or without the last terminator. The text has at least one line.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const region: fc.Arbitrary<{ readonly text: string; readonly span: Span.Span }> = fc
  .record({ text, first: fc.nat(9), more: fc.nat(3), takesTerminator: fc.boolean() })
  .filter(({ text }) => SourceText.make(text).lineCount > 0)
  .map(({ first, more, takesTerminator, text }) => {
    const source = SourceText.make(text)
    const from = (first % source.lineCount) + 1
    const to = Math.min(source.lineCount, from + more)
    const { end } = takesTerminator ? source.fullLineSpan(to) : source.lineSpan(to)
    return { text, span: Span.make(source.fullLineSpan(from).start, end) }
  })

/**
 * How oldText differs from the lines that it means.
 *
 * **Details**
 *
 * - `nothing`: it is those lines, byte for byte.
 * - `terminators`: other line terminators.
 * - `finalTerminator`: it ends in one, and the file does not.
 * - `trailingBlanks`: blanks at the end of some lines, there or here.
 * - `indentation`: one constant shift, on every non-blank line.
 * - `characters`: straight quotes for curly ones, and whatever else `Fold` makes equal.
 *
 * @category models
 * @since 0.1.0
 */
export type Difference = "nothing" | "terminators" | "finalTerminator" | "trailingBlanks" | "indentation" | "characters"

/**
 * All differences, the plainest first.
 *
 * @category models
 * @since 0.1.0
 */
export const differences: ReadonlyArray<Difference> = [
  "nothing",
  "terminators",
  "finalTerminator",
  "trailingBlanks",
  "indentation",
  "characters"
]

/**
 * An edit planted in a text.
 *
 * **Details**
 *
 * `spans` are the places of whole lines at which oldText was planted, in order, in offsets of the text without its
 * byte-order mark; it may stand elsewhere too. `newText` is oldText with something appended to one line, `changedLine`
 * (0-based in oldText), which is not blank.
 *
 * @category models
 * @since 0.1.0
 */
export interface Planted {
  readonly text: string
  readonly oldText: string
  readonly newText: string
  readonly changedLine: number
  readonly spans: ReadonlyArray<Span.Span>
}

/**
 * How often an edit is planted in a text: `once`; twice `apart`, with or without other lines between; `overlapping`, in a
 * run of equal lines of which oldText is a part.
 *
 * @category models
 * @since 0.1.0
 */
export type Copies = "once" | "apart" | "overlapping"

/**
 * Edits planted in a text.
 *
 * **Details**
 *
 * oldText holds a letter or digit at least, spans whole lines, and its lines are read alike in it and in the file (a lone
 * carriage return ends a line in both or in neither).
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const planted = (difference: Difference, copies: Copies = "once"): fc.Arbitrary<Planted> =>
  fc
    .record({
      before: fc.array(line, { maxLength: 3 }),
      head: fc.array(line, { maxLength: 2 }),
      core: fc.tuple(indentation, word).map(([whitespace, content]) => whitespace + content),
      tail: fc.array(line, { maxLength: 2 }),
      between: fc.array(line, { maxLength: 2 }),
      after: fc.array(line, { maxLength: 3 }),
      // A lone CR would become half of a CRLF where an empty line follows, so it is never mixed with others here.
      terminators: fc.constantFrom<ReadonlyArray<SourceText.Terminator>>(["\n"], ["\r\n"], ["\r"], ["\n", "\r\n"]),
      otherTerminator: fc.constantFrom<SourceText.Terminator>("\n", "\r\n", "\r"),
      terminated: fc.boolean(),
      takesTerminator: fc.boolean(),
      mark: fc.constantFrom("", "", "", "\uFEFF"),
      shift,
      blanks: fc.constantFrom(" ", "\t", "  "),
      inFile: fc.boolean(),
      changed: fc.nat(4)
    })
    .map((parts) => plant(difference, copies, parts))
    .filter((it) => it !== undefined)

/**
 * Planted edits whose oldText and newText have been rewritten; those for which that cannot be (`undefined`) are left out.
 *
 * **Example** (Edits quoted as in a mail)
 *
 * ```ts
 * import { Arbitraries } from "@kerf/testing"
 * import * as fc from "fast-check"
 *
 * const quoted = Arbitraries.rewritten(Arbitraries.planted("nothing"), (text) => `> ${text}`)
 * fc.sample(quoted, { numRuns: 1, seed: 1 }).every(({ oldText }) => oldText.startsWith("> ")) // => true
 * ```
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const rewritten = (
  edits: fc.Arbitrary<Planted>,
  rewrite: (text: string, edit: Planted) => string | undefined
): fc.Arbitrary<Planted> =>
  edits
    .map((edit) => {
      const [oldText, newText] = [rewrite(edit.oldText, edit), rewrite(edit.newText, edit)]
      return oldText === undefined || newText === undefined ? undefined : { ...edit, oldText, newText }
    })
    .filter((edit) => edit !== undefined)

/**
 * One old text that stands in several forms: each copy in the file differs from it in some of the given ways, and mostly
 * otherwise than the others do. Apart, or overlapping in a run of lines that are oldText's only line but one.
 *
 * **Details**
 *
 * Everything that `Planted` promises holds here too, but for oldText, which may be the bytes of one of the copies.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const forms = (differences: ReadonlyArray<Exclude<Difference, "nothing">>): fc.Arbitrary<Planted> =>
  fc
    .record({
      before: fc.array(line, { maxLength: 2 }),
      head: fc.array(line, { maxLength: 2 }),
      core: fc.tuple(indentation, word).map(([whitespace, content]) => whitespace + content),
      between: fc.array(line, { maxLength: 1 }),
      after: fc.array(line, { maxLength: 2 }),
      isOverlapping: fc.boolean(),
      takesTerminator: fc.boolean(),
      shift: fc.constantFrom("\t", "  ", "\t "),
      blanks: fc.constantFrom(" ", "\t", "\u00a0"),
      copies: fc.array(fc.subarray([...differences]), { minLength: 2, maxLength: 3 })
    })
    .map((parts) => plantForms(differences, parts))
    .filter((it) => it !== undefined)

const plantForms = (
  differences: ReadonlyArray<Difference>,
  parts: {
    readonly before: ReadonlyArray<string>
    readonly head: ReadonlyArray<string>
    readonly core: string
    readonly between: ReadonlyArray<string>
    readonly after: ReadonlyArray<string>
    readonly isOverlapping: boolean
    readonly takesTerminator: boolean
    readonly shift: string
    readonly blanks: string
    readonly copies: ReadonlyArray<ReadonlyArray<Difference>>
  }
): Planted | undefined => {
  const { copies, core, isOverlapping } = parts
  const mayDiffer = (difference: Difference): boolean => differences.includes(difference)
  const region = isOverlapping ? [core, core] : [...parts.head, core]
  const old = region.map((content) => {
    const kept = mayDiffer("trailingBlanks") ? withoutBlanks(content) : content
    return mayDiffer("characters") ? Fold.text(kept) : kept
  })
  const shift = Shift.add(parts.shift)
  const lines: Array<Pick<SourceText.Line, "content" | "terminator">> = []
  const add = (contents: ReadonlyArray<string>, form: ReadonlyArray<Difference>): void => {
    const terminator = form.includes("terminators") ? "\r\n" : "\n"
    lines.push(...contents.map((content) => ({ content, terminator }) as const))
  }
  const inForm = (form: ReadonlyArray<Difference>, i: number): string => {
    const blanks = form.includes("trailingBlanks") ? parts.blanks : ""
    const content = (form.includes("characters") ? region[i]! : old[i]!) + (mayDiffer("trailingBlanks") ? blanks : "")
    // Lines that overlap share their shift.
    return form.includes("indentation") || (isOverlapping && mayDiffer("indentation"))
      ? Shift.applyLine(shift, content)
      : content
  }
  const isShift = old.every((content) => {
    const found = Shift.between(Blank.indentation(content), shift.whitespace + Blank.indentation(content))
    return Blank.isBlankLine(content) || (found !== undefined && Shift.equals(found, shift))
  })
  if (mayDiffer("indentation") && !isShift) return undefined

  add(parts.before, [])
  const firsts: Array<number> = []
  for (const [i, form] of copies.entries()) {
    firsts.push(lines.length)
    if (isOverlapping) add([inForm(form, 0)], form)
    else {
      add(
        region.map((_, k) => inForm(form, k)),
        form
      )
      if (i + 1 < copies.length) add(parts.between, [])
    }
  }
  if (isOverlapping) firsts.pop()
  const isCut = parts.takesTerminator && copies.at(-1)!.includes("finalTerminator")
  if (!isCut) add(parts.after, [])
  const text = lines.map(({ content, terminator }, i) => content + (isCut && i + 1 === lines.length ? "" : terminator))
  const source = SourceText.make(text.join(""))
  const wanted = lines.map(({ content }) => content)
  const oldText = join(old, ["\n"], parts.takesTerminator)
  if (!hasLines(source, wanted) || !hasLines(SourceText.make(oldText, { byteOrderMark: "data" }), old)) return undefined
  const spans = firsts.map((first) => {
    const last = first + region.length
    const { end } = parts.takesTerminator ? source.fullLineSpan(last) : source.lineSpan(last)
    return Span.make(source.fullLineSpan(first + 1).start, end)
  })
  const changedLine = old.length - 1
  const newText = old
    .map(
      (content, i) => (i === changedLine ? `${withoutBlanks(content)}Z` : content) + terminatorAt(i, old.length, parts)
    )
    .join("")
  return { text: source.toString(), oldText, newText, changedLine, spans }
}

const terminatorAt = (i: number, count: number, parts: { readonly takesTerminator: boolean }): string =>
  i + 1 < count || parts.takesTerminator ? "\n" : ""

/** Contents that tell a line from others. */
const word = fc.constantFrom("go()", "a", "if q {", "“a”", "漢字", "x\u00a0y")

const plant = (
  difference: Difference,
  copies: Copies,
  parts: {
    readonly before: ReadonlyArray<string>
    readonly head: ReadonlyArray<string>
    readonly core: string
    readonly tail: ReadonlyArray<string>
    readonly between: ReadonlyArray<string>
    readonly after: ReadonlyArray<string>
    readonly terminators: ReadonlyArray<SourceText.Terminator>
    readonly otherTerminator: SourceText.Terminator
    readonly terminated: boolean
    readonly takesTerminator: boolean
    readonly mark: string
    readonly shift: Shift.Shift
    readonly blanks: string
    readonly inFile: boolean
    readonly changed: number
  }
): Planted | undefined => {
  const region = copies === "overlapping" ? [parts.core, parts.core] : [...parts.head, parts.core, ...parts.tail]
  const isFinal = difference === "finalTerminator"
  const after = isFinal ? [] : parts.after
  const inFile = differ(difference, region, parts, parts.inFile)
  const inOld = differ(difference, region, parts, !parts.inFile)
  if (inFile === undefined || inOld === undefined) return undefined

  const lines =
    copies === "once"
      ? [...parts.before, ...inFile, ...after]
      : copies === "apart"
        ? [...parts.before, ...inFile, ...parts.between, ...inFile, ...after]
        : [...parts.before, ...inFile, inFile[0]!, ...after]
  const second = copies === "apart" ? inFile.length + parts.between.length : 1
  const firsts = copies === "once" ? [parts.before.length] : [parts.before.length, parts.before.length + second]
  const text = parts.mark + join(lines, parts.terminators, !isFinal && parts.terminated)
  const source = SourceText.make(text)
  if (!hasLines(source, lines)) return undefined

  const takesTerminator = isFinal || parts.takesTerminator
  const spans = firsts.map((first) => {
    const last = first + region.length
    const { end } = takesTerminator ? source.fullLineSpan(last) : source.lineSpan(last)
    return Span.make(source.fullLineSpan(first + 1).start, end)
  })
  const own = difference === "terminators" ? [parts.otherTerminator] : undefined
  const oldText =
    difference === "nothing" ? source.slice(spans[0]!) : join(inOld, own ?? parts.terminators, takesTerminator)
  const isUnchanged = spans.some((span) => source.slice(span) === oldText)
  // A copy that is cut by the end of the file is not what oldText says.
  if (difference === "nothing" ? !spans.every((span) => source.slice(span) === oldText) : isUnchanged) return undefined
  if (!isFinal && takesTerminator && !spans.every(({ end }) => endsLine(source, end))) return undefined
  const old = SourceText.make(oldText, { byteOrderMark: "data" })
  if (!hasLines(old, inOld)) return undefined

  const changedLine = indexOfContent(inOld, parts.changed)
  const newText = old
    .lines()
    .map(({ content, terminator }, i) => (i === changedLine ? `${withoutBlanks(content)}Z` : content) + terminator)
    .join("")
  return { text, oldText, newText, changedLine, spans }
}

/** Whether a text has these lines, and no carriage return in them has become a terminator. */
const hasLines = (source: SourceText.SourceText, lines: ReadonlyArray<string>): boolean =>
  source.lineCount === lines.length && source.lines().every(({ content }, i) => content === lines[i])

/** The region as it stands on one of the two sides; `undefined` where the difference cannot be made. */
const differ = (
  difference: Difference,
  region: ReadonlyArray<string>,
  parts: { readonly shift: Shift.Shift; readonly blanks: string; readonly changed: number },
  isHere: boolean
): ReadonlyArray<string> | undefined => {
  switch (difference) {
    case "nothing":
    case "terminators":
    case "finalTerminator":
      return region
    case "trailingBlanks": {
      const blanks = isHere ? parts.blanks : ""
      return region.map((content, i) => (i % 2 === parts.changed % 2 ? withoutBlanks(content) + blanks : content))
    }
    case "indentation": {
      const add = Shift.add(parts.shift.whitespace)
      const shifted = region.map((content) => Shift.applyLine(add, content))
      const isShift = region.every((content, i) => {
        if (Blank.isBlankLine(content)) return true
        const found = Shift.between(Blank.indentation(content), Blank.indentation(shifted[i]!))
        return found !== undefined && Shift.equals(found, add)
      })
      return isShift ? (isHere ? shifted : region) : undefined
    }
    case "characters":
      return isHere ? region : region.map(Fold.text)
  }
}

/** Not `trimEnd`, for which a line separator or a form feed is blank. */
const withoutBlanks = (content: string): string => content.slice(0, Blank.trimmedEnd(content, 0, content.length))

const endsLine = (source: SourceText.SourceText, end: number): boolean =>
  end > 0 && source.afterTerminator(end - 1) === end && source.isBoundary(end)

/** The index of a line that holds something, counted from `wanted`. */
const indexOfContent = (lines: ReadonlyArray<string>, wanted: number): number => {
  for (let i = 0; i < lines.length; i++) {
    const at = (wanted + i) % lines.length
    if (!Blank.isBlankLine(lines[at]!)) return at
  }
  return 0
}

/** Joins lines with terminators that are used in turn. */
const join = (
  lines: ReadonlyArray<string>,
  terminators: ReadonlyArray<SourceText.Terminator>,
  terminated: boolean
): string =>
  lines
    .map((content, i) => content + (i + 1 < lines.length || terminated ? terminators[i % terminators.length]! : ""))
    .join("")

/**
 * Any text and any old text: parts of the text cut anywhere (also inside a CRLF or a surrogate pair), other texts, blank
 * ones, and planted ones. Nothing is known about where oldText stands.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const anything: fc.Arbitrary<{ readonly text: string; readonly oldText: string; readonly newText: string }> =
  fc.oneof(
    fc
      .record({ text, from: fc.nat(40), length: fc.integer({ min: 1, max: 12 }), newText: body })
      .map(({ from, length, newText, text }) => {
        const at = text.length === 0 ? 0 : from % text.length
        return { text, oldText: text.slice(at, at + length) || "a", newText }
      }),
    region.map(({ span, text }) => ({ text, oldText: SourceText.make(text).slice(span) || "\n", newText: "a" })),
    fc
      .tuple(text, text, body)
      .map(([text, oldText, newText]) => ({ text, oldText: oldText === "" ? "b" : oldText, newText })),
    fc.oneof(...differences.map((difference) => planted(difference, "apart")))
  )
