import { Plan, TruncationNoticeGuard } from "@kerf/core"
import { describe, expect, it } from "vitest"
import { findings, planOf } from "./proposals.ts"

const notices = [
  "[truncated]",
  "(output truncated)",
  "… 120 more lines",
  "... 120 more lines",
  "[output truncated]",
  "... [truncated]",
  "…[truncated]",
  "[... 120 lines truncated ...]",
  "< truncated lines 335-999 >",
  "... (120 lines omitted)",
  "[Content truncated due to length]",
  "<response clipped>",
  "... 12 lines not shown",
  "… at least 12 more lines",
  "[120 lines omitted]",
  "... (truncated)",
  "… ≥ 12 more lines",
  "[truncated: 4,096 bytes]",
  "... and 12 more lines"
]

describe("a tool's notice", () => {
  it("is known in a line of its own", () => {
    expect(notices.filter((notice) => !TruncationNoticeGuard.isNotice(`  ${notice}`))).toEqual([])
  })

  it("is refused where it is new", () => {
    expect(findings(TruncationNoticeGuard, "/f.txt", planOf("a\nb\nc\n", ["b\n", "b\n… 120 more lines\n"]))).toEqual([
      {
        verdict: "refuse",
        code: "cut-output",
        message:
          'newText holds "… 120 more lines", which a tool puts where it has cut its output. Read what was cut, and send ' +
          "the text without the notice.",
        edit: 0
      }
    ])
    expect(findings(TruncationNoticeGuard, "/f.txt", Plan.create("a\n[truncated]\n"))).toHaveLength(1)
  })

  it("is refused at the end of a line that was cut", () => {
    const line = `const data = "${"x".repeat(300)}… 5120 more characters`
    expect(findings(TruncationNoticeGuard, "/f.txt", planOf("a\n", ["a", line]))).toHaveLength(1)
  })

  it("passes where it was there before", () => {
    expect(
      findings(TruncationNoticeGuard, "/f.txt", planOf("a\n[truncated]\n", ["a\n[truncated]", "b\n[truncated]"]))
    ).toEqual([])
  })
})

describe("what is no notice", () => {
  const lines = [
    'print("[truncated]")',
    "// truncated to 80 characters",
    "truncated",
    "Output is truncated after 120 lines.",
    "const [truncated] = useState(false)",
    "if (truncated) {",
    "[truncated](#truncated)",
    "120 more lines",
    "...",
    "…",
    "/** 120 lines omitted */",
    "- 12 more bytes",
    "`... 120 more characters`",
    "<truncated-text>",
    "(lines)",
    "arr[...truncated]"
  ]
  for (const line of lines) {
    it(`is ${line}`, () => {
      expect(TruncationNoticeGuard.isNotice(line)).toBe(false)
    })
  }
})
