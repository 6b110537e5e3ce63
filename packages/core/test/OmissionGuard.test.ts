import { OmissionGuard, Plan } from "@kerf/core"
import { describe, expect, it } from "vitest"
import { findings, planOf } from "./proposals.ts"

const file = "function f() {\n  one()\n  two()\n  three()\n  four()\n}\n"

const found = (newText: string, path = "/f.ts", text = file) =>
  findings(OmissionGuard, path, planOf(text, [text, newText]))

describe("a comment that stands for code left out", () => {
  it("is refused, with what it would delete", () => {
    expect(found("function f() {\n  zero()\n  // ... existing code ...\n}\n")).toEqual([
      {
        verdict: "refuse",
        code: "code-left-out",
        message:
          'newText holds "// ... existing code ..." in place of code, and would delete 4 lines of the file. Send the code ' +
          "in full, or a smaller edit that leaves those lines out of oldText.",
        edit: 0
      }
    ])
  })

  it("is refused in whatever comment and words", () => {
    const signs = [
      "// ...",
      "// …",
      "/* … */",
      "/* ... */",
      "# ...",
      "<!-- ... -->",
      "-- ...",
      "{/* ... */}",
      "; ...",
      "# rest unchanged",
      "// ... existing code ...",
      "// rest of the code unchanged",
      "// ... rest of the function",
      "// Rest of the file remains the same",
      "<!-- ... existing content ... -->",
      "{/* ... existing code ... */}",
      "# ... (rest of the code)",
      "// [... rest of the class ...]",
      "// existing code here",
      "// keep the rest",
      "// ... other methods remain unchanged ...",
      "/* remaining methods unchanged */",
      "# ... unchanged ...",
      "... existing code ...",
      "[... rest of the file ...]",
      "// ... same as before ...",
      "// the rest of the implementation"
    ]
    expect(signs.filter((sign) => found(`function f() {\n  ${sign}\n}\n`).length === 0)).toEqual([])
  })

  it("is refused where more is added than vanishes, if it says so in words", () => {
    const long = Array.from({ length: 9 }, (_, i) => `  more${i}()\n`).join("")
    expect(found(`function f() {\n  // ... existing code ...\n${long}}\n`)).toHaveLength(1)
    expect(found(`function f() {\n  // ...\n${long}}\n`)).toHaveLength(0)
  })
})

describe("what passes", () => {
  const passes: ReadonlyArray<readonly [string, string, (string | undefined)?, string?]> = [
    [
      "a comment that was there before",
      "// ... existing code ...\n",
      undefined,
      "// ... existing code ...\nb()\nc()\n"
    ],
    ["a comment beside which nothing vanishes", file.replace("  two()", "  // ... existing code ...\n  two()")],
    ["a comment of other words", "function f() {\n  // See the rest of the options in the manual.\n}\n"],
    ["a comment that begins like one", "function f() {\n  // Leave all other names as they are written\n}\n"],
    ["the end of a sentence", "function f() {\n  // Only this is checked, not the\n  // rest of the code.\n}\n"],
    ["an ellipsis that is code", "def f():\n    ...\n", "/f.pyi"],
    ["a spread", "function f() {\n  ...rest,\n}\n"],
    ["a heading of a document", "# Existing code\n", "/f.md"],
    ["an ellipsis in a document", "```js\n// ...\n```\n", "/f.md"],
    ["a comment at the end of code", "function f() { // ... existing code ...\n}\n"]
  ]
  for (const [what, newText, path, text] of passes) {
    it(`is ${what}`, () => {
      expect(found(newText, path, text)).toEqual([])
    })
  }

  it("a file that is created", () => {
    expect(findings(OmissionGuard, "/f.ts", Plan.create("// ... existing code ...\n"))).toEqual([])
  })
})
