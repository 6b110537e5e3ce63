/**
 * What counts as blank. *Blank* is space, tab and Unicode's space separators (category Zs), but not form feed and
 * not vertical tab; *indentation* is space and tab alone. Every rule of matching that says "blank" or "indentation"
 * means these.
 *
 * @since 0.1.0
 */

/**
 * Returns whether a UTF-16 unit is blank.
 *
 * **Gotchas**
 *
 * A carriage return is not blank: it is either part of a terminator or data.
 *
 * @category predicates
 * @since 0.1.0
 */
export const isBlank = (unit: number): boolean =>
  unit === 0x20 ||
  unit === 0x09 ||
  (unit >= 0xa0 &&
    (unit === 0xa0 ||
      unit === 0x1680 ||
      (unit >= 0x2000 && unit <= 0x200a) ||
      unit === 0x202f ||
      unit === 0x205f ||
      unit === 0x3000))

/**
 * Returns whether a line, given without its terminator, holds only blanks (a carriage return that is data counts as
 * one here, so that a stray `\r` on an empty line does not make it content).
 *
 * @category predicates
 * @since 0.1.0
 */
export const isBlankLine = (line: string): boolean => {
  for (let i = 0; i < line.length; i++) {
    const unit = line.charCodeAt(i)
    if (!isBlank(unit) && unit !== 0x0d) return false
  }
  return true
}

/**
 * Returns the offset of the first unit in `[from, to)` that is not indentation, or `to`.
 *
 * @category operations
 * @since 0.1.0
 */
export const indentationEnd = (text: string, from: number, to: number): number => {
  let i = from
  while (i < to) {
    const unit = text.charCodeAt(i)
    if (unit !== 0x20 && unit !== 0x09) break
    i++
  }
  return i
}

/**
 * Returns the indentation of a line: its leading spaces and tabs.
 *
 * **Example** (Indentation)
 *
 * ```ts
 * import { Blank } from "@kerf/core"
 *
 * Blank.indentation("\t  x") // => "\t  "
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const indentation = (line: string): string => line.slice(0, indentationEnd(line, 0, line.length))

/**
 * Returns the offset after the last unit in `[from, to)` that is not blank, or `from`.
 *
 * @category operations
 * @since 0.1.0
 */
export const trimmedEnd = (text: string, from: number, to: number): number => {
  let i = to
  while (i > from && isBlank(text.charCodeAt(i - 1))) i--
  return i
}

/**
 * Returns the offset of the first unit in `[from, to)` that is not blank, or `to`.
 *
 * @category operations
 * @since 0.1.0
 */
export const trimmedStart = (text: string, from: number, to: number): number => {
  let i = from
  while (i < to && isBlank(text.charCodeAt(i))) i++
  return i
}

/**
 * Returns whether a text holds a letter or a digit, of any script.
 *
 * @category predicates
 * @since 0.1.0
 */
export const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)
