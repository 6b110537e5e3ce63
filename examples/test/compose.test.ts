import { Effect } from "effect"
import { expect, it } from "vitest"
import { program } from "../compose.ts"

it("edits a text with a stack of two matchers", () => {
  expect(Effect.runSync(program)).toBe("function areaOfCircle(r) {\n\treturn Math.PI * r * r\n}\n")
})
