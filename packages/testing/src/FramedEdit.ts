/**
 * Shifted edits whose newText is made anew: whose oldText is indented otherwise than the file by a constant, and whose
 * newText edits the block, wraps it, unwraps it or rewrites it, in the model's frame or in the file's. Only the text tells
 * which frame it is; guessing it is the largest single source of wrong writes.
 *
 * @since 0.1.0
 */
import * as Blank from "@kerf/core/Blank"
import * as LineSearch from "@kerf/core/LineSearch"
import * as Shift from "@kerf/core/Shift"
import * as SourceText from "@kerf/core/SourceText"
import * as fc from "fast-check"

/**
 * What newText does with the block.
 *
 * @category models
 * @since 0.1.0
 */
export type Kind = "edit" | "wrap" | "unwrap" | "rewrite"

/**
 * All kinds.
 *
 * @category models
 * @since 0.1.0
 */
export const kinds: ReadonlyArray<Kind> = ["edit", "wrap", "unwrap", "rewrite"]

/**
 * A shifted edit. `expected` is the file that must come out, if anything is written at all.
 *
 * @category models
 * @since 0.1.0
 */
export interface FramedEdit {
  readonly file: string
  readonly oldText: string
  readonly newText: string
  readonly expected: string
}

/**
 * Shifted edits of the given files. Draws for which there is no such edit give `undefined`; count them.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const arbitrary = (
  files: ReadonlyArray<string>,
  kind: Kind,
  frame: "model" | "file"
): fc.Arbitrary<FramedEdit | undefined> =>
  fc
    .record({
      file: fc.nat(1_000_000),
      line: fc.nat(1_000_000),
      length: fc.integer({ min: 1, max: 20 }),
      at: fc.nat(1_000),
      isAdded: fc.boolean(),
      amount: fc.integer({ min: 1, max: 8 })
    })
    .map(({ amount, at, file, isAdded, length, line }) => {
      const text = files[file % files.length]!
      const source = SourceText.make(text)
      if (source.lineCount === 0) return undefined
      const first = 1 + (line % source.lineCount)
      const last = kind === "unwrap" ? blockEnd(source, first) : Math.min(source.lineCount, first + length - 1)
      if (last === undefined) return undefined
      const { end } = source.fullLineSpan(last)
      const { start } = source.fullLineSpan(first)
      const region = source.text.slice(start, end)
      if (LineSearch.find(source, textOf(region), loosest, 2).length !== 1) return undefined
      const shift = shiftOf(region, isAdded, amount)
      const fresh = shift === undefined ? undefined : remade(region, kind, at)
      if (shift === undefined || fresh === undefined || fresh === region) return undefined
      const oldText = Shift.apply(shift, region)
      // A single line that has lost indentation is exact text, inside its line.
      if (text.includes(oldText)) return undefined
      if (frame === "model" && !linesOf(fresh).every(({ content }) => Shift.fits(shift, content))) return undefined
      return {
        file: text,
        oldText,
        newText: frame === "model" ? Shift.apply(shift, fresh) : fresh,
        expected: source.byteOrderMark + source.text.slice(0, start) + fresh + source.text.slice(end)
      }
    })

const loosest: LineSearch.Rule = { fold: true, lead: "blanks", trail: "blanks", edges: "whole" }

const textOf = (text: string): SourceText.SourceText => SourceText.make(text, { byteOrderMark: "data" })

const linesOf = (text: string): ReadonlyArray<SourceText.Line> => textOf(text).lines()

/** The longest block that is unwrapped, in lines. */
const longestBlock = 40

/** The line that closes the block which `first` opens: the next one that is not further right. */
const blockEnd = (source: SourceText.SourceText, first: number): number | undefined => {
  const indentation = (line: number): string => Blank.indentation(source.slice(source.lineSpan(line)))
  for (let line = first + 1; line <= Math.min(source.lineCount, first + longestBlock); line++) {
    const isBlank = Blank.isBlankLine(source.slice(source.lineSpan(line)))
    if (!isBlank && indentation(line).length <= indentation(first).length) return line > first + 1 ? line : undefined
  }
  return undefined
}

/** What the model did to the file's indentation. */
const shiftOf = (region: string, isAdded: boolean, amount: number): Shift.Shift | undefined => {
  const indentations = linesOf(region).flatMap(({ content }) =>
    Blank.isBlankLine(content) ? [] : [Blank.indentation(content)]
  )
  const common = indentations.reduce(
    (least, indentation) => (indentation.length < least.length ? indentation : least),
    indentations[0] ?? ""
  )
  const unit = common.startsWith("\t") ? "\t" : " "
  const whitespace = isAdded ? unit.repeat(unit === "\t" ? 1 : amount) : common.slice(0, amount)
  if (whitespace === "") return undefined
  const isShift = indentations.every((indentation) =>
    isAdded
      ? Shift.between(whitespace + indentation, indentation) !== undefined
      : indentation.startsWith(whitespace) &&
        Shift.between(indentation.slice(whitespace.length), indentation) !== undefined
  )
  return isShift ? (isAdded ? Shift.add(whitespace) : Shift.remove(whitespace)) : undefined
}

const remade = (region: string, kind: Kind, at: number): string | undefined => {
  const lines = linesOf(region)
  const content = lines.filter((line) => !Blank.isBlankLine(line.content))
  if (content.length === 0 || lines.some(({ terminator }) => terminator === "")) return undefined
  const terminator = lines[0]!.terminator
  const least = content.map((line) => Blank.indentation(line.content)).reduce((a, b) => (b.length < a.length ? b : a))
  if (!content.every((line) => line.content.startsWith(least))) return undefined
  // What is wrapped or rewritten is a block: it begins where it is least indented.
  const begins = Blank.indentation(content[0]!.content) === least
  if (kind !== "edit" && !begins) return undefined
  const unit = region.includes("\n\t") || region.startsWith("\t") ? "\t" : "    "
  switch (kind) {
    case "edit": {
      const index = at % lines.length
      return lines
        .map(
          (line, i) => (i === index ? line.content.replace(/[A-Za-z_]{2,}/, "renamed") : line.content) + line.terminator
        )
        .join("")
    }
    case "wrap":
      return `${least}wrapped {${terminator}${Shift.apply(Shift.add(unit), region)}${least}}${terminator}`
    case "unwrap": {
      const inner = lines.slice(1, -1)
      const isBlock =
        [lines[0]!, lines.at(-1)!].every(
          ({ content }) => content.trim() !== "" && Blank.indentation(content) === least
        ) &&
        inner.some(({ content }) => !Blank.isBlankLine(content) && Blank.indentation(content) === least + unit) &&
        inner.every(({ content }) => Blank.isBlankLine(content) || content.startsWith(least + unit))
      if (!isBlock) return undefined
      return inner
        .map(
          (line) =>
            (Blank.isBlankLine(line.content) ? "" : least + line.content.slice(least.length + unit.length)) +
            line.terminator
        )
        .join("")
    }
    case "rewrite":
      return [`${least}first${at}()`, `${least}second {`, `${least}${unit}third()`, `${least}}`]
        .map((line) => line + terminator)
        .join("")
  }
}
