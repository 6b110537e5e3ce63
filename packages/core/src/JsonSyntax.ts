/**
 * Where a text stops being JSON: the strict grammar of RFC 8259, which is that of `JSON.parse`, told by offset.
 *
 * `JSON.parse` says where it failed in words that differ between engines, or not at all. One pass, without recursion, so
 * that no depth is too deep.
 *
 * @since 0.1.0
 */

/**
 * The first flaw: where it is, in UTF-16 offsets, and what should stand there.
 *
 * @category models
 * @since 0.1.0
 */
export interface Flaw {
  readonly offset: number
  readonly expected: string
}

/**
 * Returns the first flaw of a text, or `undefined` if it is valid JSON.
 *
 * **Example** (A comma too many)
 *
 * ```ts
 * import { JsonSyntax } from "@kerf/core"
 *
 * //   text  '{"a": 1,}'
 * //                  ^           offset 8
 * JsonSyntax.flaw('{"a": 1,}') // => { offset: 8, expected: "a name in double quotes" }
 * JsonSyntax.flaw("[1, 2]") // => undefined
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const flaw = (text: string): Flaw | undefined => {
  const open: Array<"{" | "["> = []
  let at = blanks(text, 0)
  // What may come next; a value ends in `after`, which decides by what is open.
  let state: "value" | "first-value" | "name" | "first-name" | "after" = "value"
  for (;;) {
    if (state === "after") {
      const inside = open.at(-1)
      if (inside === undefined) return at === text.length ? undefined : { offset: at, expected: "the end of the file" }
      const close = inside === "{" ? "}" : "]"
      if (text[at] === close) {
        open.pop()
        at = blanks(text, at + 1)
      } else if (text[at] === ",") {
        at = blanks(text, at + 1)
        state = inside === "{" ? "name" : "value"
      } else return { offset: at, expected: `"," or "${close}"` }
      continue
    }
    const char = text[at]
    if (state === "first-name" && char === "}") {
      open.pop()
      at = blanks(text, at + 1)
      state = "after"
    } else if (state === "first-name" || state === "name") {
      if (char !== '"')
        return { offset: at, expected: "a name in double quotes" + (state === "first-name" ? ' or "}"' : "") }
      const end = string(text, at)
      if (typeof end !== "number") return end
      at = blanks(text, end)
      if (text[at] !== ":") return { offset: at, expected: '":"' }
      at = blanks(text, at + 1)
      state = "value"
    } else if (state === "first-value" && char === "]") {
      open.pop()
      at = blanks(text, at + 1)
      state = "after"
    } else if (char === "{" || char === "[") {
      open.push(char)
      at = blanks(text, at + 1)
      state = char === "{" ? "first-name" : "first-value"
    } else {
      const end = char === '"' ? string(text, at) : scalar(text, at)
      if (typeof end !== "number") return end
      at = blanks(text, end)
      state = "after"
    }
  }
}

const blanks = (text: string, from: number): number => {
  let at = from
  while (text[at] === " " || text[at] === "\n" || text[at] === "\t" || text[at] === "\r") at++
  return at
}

const string = (text: string, from: number): number | Flaw => {
  for (let at = from + 1; ; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 0x22) return at + 1
    if (Number.isNaN(unit)) return { offset: from, expected: "a string that ends" }
    if (unit < 0x20) return { offset: at, expected: 'an escape, or the closing " before it' }
    if (unit !== 0x5c) continue
    at++
    if (text[at] === "u" && /^[0-9a-fA-F]{4}$/.test(text.slice(at + 1, at + 5))) at += 4
    else if (text[at] === undefined || !'"\\/bfnrt'.includes(text[at]!))
      return { offset: at - 1, expected: "a valid escape" }
  }
}

const token = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y

const scalar = (text: string, at: number): number | Flaw => {
  token.lastIndex = at
  return token.test(text) ? token.lastIndex : { offset: at, expected: "a value" }
}
