/**
 * Text that may be shown on a terminal: a file's control characters and terminal escapes made visible, so that they
 * cannot move the cursor, change colours, or hide what an edit does.
 *
 * @since 0.1.0
 */

/**
 * Makes control characters visible, all but tab and LF.
 *
 * **Details**
 *
 * C0, DEL, C1, and the marks that reorder or hide text (bidirectional controls, zero-width spaces, U+FEFF) become the
 * escapes that JSON writes for them. The joiners U+200C and U+200D stay: they are part of words and of emoji.
 *
 * **Example** (An escape sequence)
 *
 * ```ts
 * import { Printable } from "@kerf/node"
 *
 * Printable.text("\u001b[31mred") // => "\\u001b[31mred"
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const text = (self: string): string => self.replace(hidden, escape)

/**
 * Makes control characters visible, tab and LF too: what is left is one line.
 *
 * @category operations
 * @since 0.1.0
 */
export const line = (self: string): string => text(self).replace(/[\t\n]/g, escape)

/**
 * Prints a value as JSON in one line, without a character that a terminal would act on.
 *
 * @category operations
 * @since 0.1.0
 */
export const json = (value: unknown): string => text(JSON.stringify(value))

const hidden =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

const named: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n", "\r": "\\r" }

const escape = (unit: string): string => named[unit] ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
