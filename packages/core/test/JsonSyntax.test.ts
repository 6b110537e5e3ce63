import { JsonSyntax } from "@kerf/core"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const isValid = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe("the first flaw", () => {
  const flaws: ReadonlyArray<readonly [string, number, string]> = [
    ["", 0, "a value"],
    ['{"a": 1,}', 8, "a name in double quotes"],
    ["{a: 1}", 1, 'a name in double quotes or "}"'],
    ['{"a" 1}', 5, '":"'],
    ['{"a": 1 "b": 2}', 8, '"," or "}"'],
    ["[1, 2", 5, '"," or "]"'],
    ["[1,]", 3, "a value"],
    ["[1] 2", 4, "the end of the file"],
    ["[01]", 2, '"," or "]"'],
    ["[undefined]", 1, "a value"],
    ['["a]', 1, "a string that ends"],
    ['["a\nb"]', 3, 'an escape, or the closing " before it'],
    ['["\\x"]', 2, "a valid escape"],
    ["// no\n{}", 0, "a value"]
  ]
  for (const [text, offset, expected] of flaws) {
    it(`of ${JSON.stringify(text)} is told by its offset`, () => {
      expect(JsonSyntax.flaw(text)).toEqual({ offset, expected })
      expect(isValid(text)).toBe(false)
    })
  }

  it("MUST be there exactly where JSON.parse fails", () => {
    const seen = { valid: 0, invalid: 0 }
    const scrap = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"',
      '"a"',
      "1",
      "-",
      "0",
      ".5",
      "e3",
      "true",
      "nul",
      "l",
      " ",
      "\n",
      "\\",
      "\\u12",
      "\u0001",
      "\u00a0",
      "é"
    )
    const damaged = fc.tuple(fc.json(), fc.nat(), fc.nat(3), scrap).map(([text, at, length, put]) => {
      const start = at % (text.length + 1)
      return text.slice(0, start) + put + text.slice(start + length)
    })
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          damaged,
          fc.array(scrap, { maxLength: 12 }).map((parts) => parts.join(""))
        ),
        (text) => {
          const flaw = JsonSyntax.flaw(text)
          expect(flaw === undefined).toBe(isValid(text))
          if (flaw === undefined) seen.valid++
          else {
            seen.invalid++
            expect(flaw.offset).toBeLessThanOrEqual(text.length)
          }
        }
      ),
      { numRuns: 5_000 }
    )
    expect(seen.valid).toBeGreaterThan(1_000)
    expect(seen.invalid).toBeGreaterThan(1_000)
  })

  it("is found however deep", () => {
    expect(JsonSyntax.flaw("[".repeat(200_000) + "]".repeat(200_000))).toBeUndefined()
  })
})
