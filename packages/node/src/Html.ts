/**
 * Text of a file or an edit on a page: markup means nothing in it, and what would not be seen, or would reorder what is
 * seen, is visible.
 *
 * @since 0.1.0
 */
import * as Printable from "./Printable.ts"

/**
 * Escapes a text for the content of an element or a quoted attribute. Tab and LF stay, other control characters,
 * bidirectional marks and halves of surrogate pairs become escapes (see `Printable`).
 *
 * **Example** (Nothing but text)
 *
 * ```ts
 * import { Html } from "@kerf/node"
 *
 * Html.text("</script>\u202e") // => "&lt;/script&gt;\\u202e"
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const text = (raw: string): string => Printable.text(raw).replace(/[&<>"']/g, (unit) => entities[unit]!)

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

/**
 * Makes blanks visible, for a text that is marked because of them: a middle dot for a space, an arrow before a tab, and the
 * code point for any other blank and for a joiner. Line endings become their names.
 *
 * **Example** (Visible blanks)
 *
 * ```ts
 * import { Html } from "@kerf/node"
 *
 * Html.blanks(" \t\u00a0\r\n") // => "·→\t U+00A0 CRLF"
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const blanks = (raw: string): string =>
  text(
    raw.replace(/\r\n|[\r\n\t\u200c\u200d]|\p{Zs}/gu, (unit, at: number) =>
      unit === " " ? "·" : unit === "\t" ? "→\t" : (at === 0 ? "" : " ") + nameOf(unit)
    )
  )

/**
 * Says in words what a text of blanks and line endings, or a few characters, are: `2 tabs`, `CRLF`, `U+201C`.
 *
 * @category operations
 * @since 0.1.0
 */
export const describe = (raw: string): string => {
  if (/^\t+$/.test(raw)) return count(raw.length, "tab")
  if (/^ +$/.test(raw)) return count(raw.length, "space")
  if (/^(\r\n|\r|\n)$/.test(raw)) return nameOf(raw)
  const points = [...raw]
  const names = points.slice(0, 4).map(nameOf)
  return `${names.join(" ")}${points.length > 4 ? " …" : ""}`
}

const count = (n: number, what: string): string => (n === 1 ? `1 ${what}` : `${n} ${what}s`)

const nameOf = (unit: string): string =>
  endings[unit] ?? `U+${unit.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`

const endings: Readonly<Record<string, string>> = { "\r\n": "CRLF", "\n": "LF", "\r": "CR" }
