/**
 * How models damage the text that they quote: each corruption turns a true region of a file into what a model sends, and
 * names the matcher that must undo it.
 *
 * A corruption is chosen for an oldText and then applied to oldText and newText alike, as a model that misquotes does.
 * Some need a file that can be damaged this way – a CRLF file, curly quotes – and prepare it first.
 *
 * @since 0.1.0
 */
import * as Blank from "@kerf/core/Blank"
import * as Shift from "@kerf/core/Shift"
import * as SourceText from "@kerf/core/SourceText"

/**
 * A way of damaging text.
 *
 * @category models
 * @since 0.1.0
 */
export interface Corruption {
  /** Kebab-case; pairs are joined with `+`. */
  readonly name: string
  /** The name of the matcher that must undo it, and the tightest preset that has it. */
  readonly matcher: string
  readonly preset: "strict" | "standard" | "lenient"
  /** Makes a file one that can be damaged so. The identity where any file can. */
  readonly prepare: (file: string) => string
  /**
   * The damage for an oldText, or `undefined` where it has nothing to damage. `variant` is any natural number and
   * chooses among the forms of the damage.
   */
  readonly damage: (oldText: string, variant: number) => ((text: string) => string) | undefined
}

const unprepared = (file: string): string => file

const lines = (text: string): ReadonlyArray<SourceText.Line> => SourceText.make(text, { byteOrderMark: "data" }).lines()

const mapLines = (text: string, f: (content: string) => string): string =>
  lines(text)
    .map(({ content, terminator }) => f(content) + terminator)
    .join("")

/** Whether every line's indentation is changed by a shift. */
const isConstant = (text: string, shiftOf: (indentation: string) => Shift.Shift | undefined): boolean =>
  lines(text).every(({ content }) => Blank.isBlankLine(content) || shiftOf(Blank.indentation(content)) !== undefined)

const commonIndentation = (text: string): string => {
  const indentations = lines(text).flatMap(({ content }) =>
    Blank.isBlankLine(content) ? [] : [Blank.indentation(content)]
  )
  let common = indentations[0] ?? ""
  for (const indentation of indentations) {
    while (!indentation.startsWith(common)) common = common.slice(0, -1)
  }
  return common
}

/**
 * More indentation than the file has, by a constant.
 *
 * @category corruptions
 * @since 0.1.0
 */
export const indentMore: Corruption = {
  name: "indent-more",
  matcher: "indentation",
  preset: "standard",
  prepare: unprepared,
  damage: (oldText, variant) => {
    const common = commonIndentation(oldText)
    const whitespace = common.startsWith("\t") ? "\t" : ["  ", "    ", "        "][variant % 3]!
    // Blanks in front of tabs are no constant shift.
    if (!isConstant(oldText, (indentation) => Shift.between(whitespace + indentation, indentation))) return undefined
    return (text) => Shift.apply(Shift.add(whitespace), text)
  }
}

/**
 * Less indentation than the file has, by a constant: some or all of what the block has in common.
 *
 * @category corruptions
 * @since 0.1.0
 */
export const indentLess: Corruption = {
  name: "indent-less",
  matcher: "indentation",
  preset: "standard",
  prepare: unprepared,
  damage: (oldText, variant) => {
    const common = commonIndentation(oldText)
    // One line without its indentation is exact text, inside the line.
    if (common === "" || lines(oldText).length < 2) return undefined
    const whitespace = common.slice(0, 1 + (variant % common.length))
    const lost = (indentation: string): string => indentation.slice(whitespace.length)
    return isConstant(oldText, (indentation) => Shift.between(lost(indentation), indentation))
      ? (text) => Shift.apply(Shift.remove(whitespace), text)
      : undefined
  }
}

/**
 * Tabs where the file has spaces, or spaces where it has tabs.
 *
 * @category corruptions
 * @since 0.1.0
 */
export const otherIndentStyle: Corruption = {
  name: "other-indent-style",
  matcher: "indent-style",
  preset: "standard",
  prepare: unprepared,
  damage: (oldText, variant) => {
    const indentations = lines(oldText).map(({ content }) => Blank.indentation(content))
    if (indentations.every((indentation) => indentation === "")) return undefined
    if (indentations.every((indentation) => /^\t*$/.test(indentation))) {
      const spaces = " ".repeat([4, 2, 8, 3][variant % 4]!)
      return (text) => mapLines(text, (line) => line.replace(/^\t+/, (tabs) => spaces.repeat(tabs.length)))
    }
    const width = [8, 4, 2, 3].find((w) => indentations.every((i) => /^ *$/.test(i) && i.length % w === 0))
    if (width === undefined) return undefined
    const unit = " ".repeat(width)
    return (text) =>
      mapLines(text, (line) => {
        const depth = Math.floor(Blank.indentation(line).length / width)
        return line.startsWith(unit.repeat(depth)) ? "\t".repeat(depth) + line.slice(depth * width) : line
      })
  }
}

/**
 * Blanks at the ends of lines lost.
 *
 * @category corruptions
 * @since 0.1.0
 */
export const loseTrailingBlanks: Corruption = {
  name: "lose-trailing-blanks",
  matcher: "normalized",
  preset: "standard",
  prepare: (file) =>
    mapLinesNumbered(file, (line, n) => (n % 3 === 0 ? `${line}  ` : n % 7 === 0 ? `${line}\t` : line)),
  damage: (oldText) => {
    const lose = (text: string): string => mapLines(text, (line) => line.replace(/[ \t]+$/, ""))
    return lose(oldText) === oldText ? undefined : lose
  }
}

/**
 * Curly quotes, dashes, ellipses and no-break spaces written as ASCII.
 *
 * @category corruptions
 * @since 0.1.0
 */
export const straighten: Corruption = {
  name: "straighten",
  matcher: "normalized",
  preset: "standard",
  prepare: (file) =>
    mapLinesNumbered(file, (line, n) =>
      n % 2 === 0
        ? line
        : line
            .replace(/"([^"\n]*)"/g, "“$1”")
            .replace(/(\w)'(\w)/g, "$1’$2")
            .replace(/ - /g, " — ")
            .replace(/\.\.\./g, "…")
            .replace(/(\w) (\w)/, "$1\u00a0$2")
    ),
  damage: (oldText) => {
    const straight = (text: string): string =>
      text
        .replace(/[“”]/g, '"')
        .replace(/[‘’]/g, "'")
        .replace(/[–—]/g, "-")
        .replace(/…/g, "...")
        .replace(/\u00a0/g, " ")
    return straight(oldText) === oldText ? undefined : straight
  }
}

/**
 * JSON string escapes left in.
 *
 * @category corruptions
 * @since 0.1.0
 */
export const doubleEscape: Corruption = {
  name: "double-escape",
  matcher: "escape",
  preset: "standard",
  prepare: unprepared,
  damage: (oldText) => {
    const escape = (text: string): string => JSON.stringify(text).slice(1, -1)
    return escape(oldText) === oldText ? undefined : escape
  }
}

/**
 * Line feeds where the file has CRLF.
 *
 * @category corruptions
 * @since 0.1.0
 */
export const loseCarriageReturns: Corruption = {
  name: "lose-carriage-returns",
  matcher: "line-ending",
  preset: "strict",
  prepare: (file) => file.replace(/\r?\n/g, "\r\n"),
  damage: (oldText) => (oldText.includes("\r\n") ? (text) => text.replace(/\r\n/g, "\n") : undefined)
}

/**
 * The final newline dropped.
 *
 * @category corruptions
 * @since 0.1.0
 */
export const dropFinalNewline: Corruption = {
  name: "drop-final-newline",
  matcher: "exact",
  preset: "strict",
  prepare: unprepared,
  damage: (oldText) => (oldText.endsWith("\n") ? (text) => text.replace(/\r?\n$/, "") : undefined)
}

/**
 * Line numbers pasted in front of every line.
 *
 * @category corruptions
 * @since 0.1.0
 */
export const pasteLineNumbers: Corruption = {
  name: "paste-line-numbers",
  matcher: "line-number",
  preset: "lenient",
  prepare: unprepared,
  damage: (_, variant) => {
    const separator = [" | ", "|", "\t", "→", "| "][variant % 5]!
    const first = 1 + (variant % 120)
    return (text) => {
      let n = first
      return mapLines(text, (line) => `${String(n++).padStart(separator === "\t" ? 6 : 0)}${separator}${line}`)
    }
  }
}

/**
 * All single corruptions.
 *
 * @category corruptions
 * @since 0.1.0
 */
export const all: ReadonlyArray<Corruption> = [
  loseCarriageReturns,
  dropFinalNewline,
  loseTrailingBlanks,
  straighten,
  indentMore,
  indentLess,
  otherIndentStyle,
  doubleEscape,
  pasteLineNumbers
]

/**
 * One corruption after another. `matcher` and `preset` are those of the looser one, whose matcher forgives both; see
 * `pairs` for which do.
 *
 * @category constructors
 * @since 0.1.0
 */
export const compose = (first: Corruption, second: Corruption): Corruption => ({
  name: `${first.name}+${second.name}`,
  matcher: second.matcher,
  preset: second.preset,
  prepare: (file) => second.prepare(first.prepare(file)),
  damage: (oldText, variant) => {
    const before = first.damage(oldText, variant)
    const after = before === undefined ? undefined : second.damage(before(oldText), variant)
    return before === undefined || after === undefined ? undefined : (text) => after(before(text))
  }
})

/**
 * The pairs that one matcher forgives at once.
 *
 * **Details**
 *
 * Every matcher forgives line endings and a lost final newline; those that compare under folds forgive trailing blanks and
 * the form of characters as well. Two damages that no single matcher forgives, such as other indentation under escapes,
 * are not here: they must be refused.
 *
 * @category corruptions
 * @since 0.1.0
 */
export const pairs: ReadonlyArray<Corruption> = [
  ...[loseTrailingBlanks, straighten, indentMore, indentLess, otherIndentStyle, doubleEscape, pasteLineNumbers].map(
    (second) => compose(loseCarriageReturns, second)
  ),
  // Not with lost trailing blanks: a place that ends inside a line ends before the file's.
  ...[straighten, indentMore, indentLess, otherIndentStyle, doubleEscape, pasteLineNumbers].map((second) =>
    compose(dropFinalNewline, second)
  ),
  ...[indentMore, indentLess, otherIndentStyle].flatMap((second) => [
    compose(loseTrailingBlanks, second),
    compose(straighten, second)
  ]),
  compose(loseTrailingBlanks, straighten)
]

/** Maps the lines that end in a terminator. */
const mapLinesNumbered = (text: string, f: (content: string, line: number) => string): string =>
  lines(text)
    .map(({ content, terminator }, n) => (terminator === "" ? content : f(content, n) + terminator))
    .join("")
