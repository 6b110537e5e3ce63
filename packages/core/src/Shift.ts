/**
 * A constant change of indentation: what a whole block has more, or less, than another.
 *
 * Laws (they stand as properties in the tests):
 *
 * - add, then remove, is the identity for every text;
 * - remove, then add, is the identity exactly where every non-blank line carries the whitespace;
 * - `invert` is an involution.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import * as Blank from "./Blank.ts"
import * as SourceText from "./SourceText.ts"

/**
 * A constant change of indentation. With `add`, `whitespace` is prepended to each non-blank line; without, it is
 * taken off each line that begins with it. The empty `whitespace` is no change.
 *
 * @category models
 * @since 0.1.0
 */
export interface Shift {
  readonly add: boolean
  /** Spaces and tabs. */
  readonly whitespace: string
}

/**
 * The schema of a `Shift`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Shift: Schema.Codec<Shift> = Schema.Struct({ add: Schema.Boolean, whitespace: Schema.String })

/**
 * The shift that changes nothing.
 *
 * @category constructors
 * @since 0.1.0
 */
export const none: Shift = { add: true, whitespace: "" }

/**
 * Creates a shift that adds `whitespace`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const add = (whitespace: string): Shift => (whitespace === "" ? none : { add: true, whitespace })

/**
 * Creates a shift that removes `whitespace`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const remove = (whitespace: string): Shift => (whitespace === "" ? none : { add: false, whitespace })

/**
 * Returns the shift that turns the indentation `from` into `to`, or `undefined` where none does.
 *
 * **Details**
 *
 * Where `to` starts with `from` the rest is added, where `from` starts with `to` the rest is removed. A shift works
 * at the start of a line, the rest stands at the end of the indentation, so the two must be exchangeable: a tab
 * against a tab and two spaces is no shift, since prepending gives two spaces and a tab.
 *
 * **Example** (What is and what is not a shift)
 *
 * ```ts
 * import { Shift } from "@kerf/core"
 *
 * Shift.between("  ", "    ") // => { add: true, whitespace: "  " }
 * Shift.between("\t\t", "\t") // => { add: false, whitespace: "\t" }
 * Shift.between("\t", "\t  ") // => undefined
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const between = (from: string, to: string): Shift | undefined => {
  if (from === to) return none
  if (to.startsWith(from)) {
    const rest = to.slice(from.length)
    return rest + from === to ? add(rest) : undefined
  }
  if (from.startsWith(to)) {
    const rest = from.slice(to.length)
    return rest + to === from ? remove(rest) : undefined
  }
  return undefined
}

/**
 * Returns whether two shifts are the same change.
 *
 * @category operations
 * @since 0.1.0
 */
export const equals = (self: Shift, that: Shift): boolean =>
  self.whitespace === that.whitespace && (self.add === that.add || self.whitespace === "")

/**
 * Returns whether a shift changes nothing.
 *
 * @category operations
 * @since 0.1.0
 */
export const isNone = (self: Shift): boolean => self.whitespace === ""

/**
 * Applies a shift to every line of a text.
 *
 * **Details**
 *
 * Blank lines stay as they are, and so do terminators. Adding prepends; removing takes `whitespace` off the lines
 * that begin with it and leaves the others. `carriageReturn` says what a lone CR is, where the text is to be split by
 * another's rule. Linear in the text.
 *
 * **Example** (Blank lines stay)
 *
 * ```ts
 * import { Shift } from "@kerf/core"
 *
 * Shift.apply(Shift.add("\t"), "m\n  \nn") // => "\tm\n  \n\tn"
 * Shift.apply(Shift.remove("\t"), "\tm\nn\n\t\to\n") // => "m\nn\n\to\n"
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const apply = (self: Shift, text: string, carriageReturn?: SourceText.CarriageReturn): string => {
  if (self.whitespace === "") return text
  let out = ""
  for (const line of SourceText.fragment(text, carriageReturn).lines()) {
    out += applyLine(self, line.content) + line.terminator
  }
  return out
}

/**
 * Applies a shift to one line without its terminator.
 *
 * @category operations
 * @since 0.1.0
 */
export const applyLine = (self: Shift, line: string): string => {
  if (self.whitespace === "" || Blank.isBlankLine(line)) return line
  if (self.add) return self.whitespace + line
  return line.startsWith(self.whitespace) ? line.slice(self.whitespace.length) : line
}

/**
 * Returns whether a shift can be undone on this line: it adds, or the line is blank, or it carries the whitespace.
 *
 * @category operations
 * @since 0.1.0
 */
export const fits = (self: Shift, line: string): boolean =>
  self.add || Blank.isBlankLine(line) || line.startsWith(self.whitespace)

/**
 * Returns the opposite shift.
 *
 * @category operations
 * @since 0.1.0
 */
export const invert = (self: Shift): Shift =>
  self.whitespace === "" ? none : { add: !self.add, whitespace: self.whitespace }

/**
 * Says a shift in words; `""` for none.
 *
 * **Example** (In words)
 *
 * ```ts
 * import { Shift } from "@kerf/core"
 *
 * Shift.describe(Shift.add("\t")) // => "added 1 tab"
 * Shift.describe(Shift.remove("    ")) // => "removed 4 spaces"
 * Shift.describe(Shift.add("\t ")) // => 'added "\\t "'
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const describe = (self: Shift): string =>
  self.whitespace === "" ? "" : `${self.add ? "added" : "removed"} ${describeWhitespace(self.whitespace)}`

const describeWhitespace = (whitespace: string): string => {
  const count = whitespace.length
  if (whitespace === "\t".repeat(count)) return count === 1 ? "1 tab" : `${count} tabs`
  if (whitespace === " ".repeat(count)) return count === 1 ? "1 space" : `${count} spaces`
  return JSON.stringify(whitespace)
}
