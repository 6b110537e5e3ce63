/**
 * JSON string escapes that a model has left in its text: a line break sent as a backslash and an `n`.
 *
 * @since 0.1.0
 */

/**
 * Decodes a text that stands, as a whole, between the quotes of a JSON string. `undefined` if it is no such text: it
 * holds a raw control character, a bare `"`, a backslash that begins no escape, or half of a surrogate pair.
 *
 * **Details**
 *
 * Escapes are `\" \\ \/ \b \f \n \r \t \uXXXX`. One level is decoded. Linear.
 *
 * **Example** (A whole body)
 *
 * ```ts
 * import { JsonEscape } from "@kerf/core"
 *
 * JsonEscape.decode("a\\n\\tb") // => "a\n\tb"
 * JsonEscape.decode("a\\nb\n") // => undefined
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const decode = (text: string): string | undefined => {
  if (!isBody(text)) return undefined
  const decoded = JSON.parse(`"${text}"`) as string
  return decoded.isWellFormed() ? decoded : undefined
}

/**
 * Decodes the escape sequences in a text that is no whole body: a backslash that begins no escape stays, and so do raw
 * line breaks and quotes.
 *
 * **Example** (Mixed text)
 *
 * ```ts
 * import { JsonEscape } from "@kerf/core"
 *
 * JsonEscape.decodeSequences('say "a"\\n\\d\n') // => 'say "a"\n\\d\n'
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const decodeSequences = (text: string): string => {
  const decoded = text.replace(sequence, (escape) => JSON.parse(`"${escape}"`) as string)
  return decoded.isWellFormed() ? decoded : text
}

/** Whether a text may stand between the quotes of a JSON string. */
const isBody = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x20 || unit === 0x22) return false
    if (unit !== 0x5c) continue
    i++
    if (text[i] === "u") {
      if (!/^[0-9a-fA-F]{4}$/.test(text.slice(i + 1, i + 5))) return false
      i += 4
    } else if (!'"\\/bfnrt'.includes(text.charAt(i) || " ")) return false
  }
  return true
}

const sequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/g
