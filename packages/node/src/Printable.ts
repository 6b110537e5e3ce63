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
 * C0, DEL, C1, what reorders text (bidirectional controls) or hides in it (soft hyphens, zero-width spaces, fillers, U+FEFF,
 * tags), and halves of surrogate pairs become the escapes that JSON writes for them. The joiners U+200C and U+200D stay, and
 * so do variation selectors: they are part of words and of emoji.
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

/**
 * Cuts a text to at most so many UTF-16 units, an ellipsis at its end included; never inside a surrogate pair.
 *
 * @category operations
 * @since 0.1.0
 */
export const cut = (self: string, units: number): string => (self.length <= units ? self : `${start(self, units - 1)}…`)

/**
 * The first units of a text, without half of a surrogate pair at the end.
 *
 * @category operations
 * @since 0.1.0
 */
export const start = (self: string, units: number): string => self.slice(0, units).replace(/[\ud800-\udbff]$/, "")

/**
 * The last units of a text, without half of a surrogate pair at the start.
 *
 * @category operations
 * @since 0.1.0
 */
export const end = (self: string, units: number): string => self.slice(-units).replace(/^[\udc00-\udfff]/, "")

const hidden =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e007f}\p{Cs}]|\u034f|\u17b4|\u17b5/gu

const named: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n", "\r": "\\r" }

const escape = (character: string): string =>
  named[character] ??
  Array.from(
    { length: character.length },
    (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`
  ).join("")
