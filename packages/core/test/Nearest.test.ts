import { Nearest, SourceText } from "@kerf/core"
import { describe, expect, it } from "vitest"

const find = (text: string, old: string) => Nearest.find(SourceText.make(text), SourceText.make(old))

const lines = (find: ReadonlyArray<Nearest.Nearest>) => find.map(({ endLine, line }) => [line, endLine])

const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, i) => `let value${from + i} = ${from + i}\n`).join("")

describe("find", () => {
  it("finds the region that shares most lines, indented otherwise or written otherwise", () => {
    expect(find("x\n  a = “1”\n  b = 2\n", 'a = "1"\nb = 3\n')).toEqual([
      { line: 2, endLine: 3, equal: 1, pairs: [2, undefined] }
    ])
  })

  it("aligns lines where one is missing or extra", () => {
    expect(find(numbered(1, 9), numbered(2, 3) + "new()\n" + numbered(4, 5))[0]!.pairs).toEqual([2, 3, undefined, 4, 5])
    expect(find(numbered(1, 3) + "new()\n" + numbered(4, 5), numbered(2, 4))[0]!.pairs).toEqual([2, 3, 5])
  })

  it("names several only if there is as much to mend in each", () => {
    const block = (name: string) => `f${name}(x) {\n  check(x);\n}\n`
    expect(lines(find(block("One") + block("Two"), block("Six")))).toEqual([
      [1, 3],
      [4, 6]
    ])
    expect(lines(find(block("One") + block("Two"), block("Twi")))).toEqual([[4, 6]])
  })

  it("finds the one of many equal frames in which the changed line is", () => {
    const frame = (n: number) => `try:\n    import module${n}\nexcept ImportError:\n    pass\n`
    const text = Array.from({ length: 200 }, (_, i) => frame(i)).join("")
    expect(lines(find(text, frame(150).replace("import", "from x import")))).toEqual([[601, 604]])
  })

  it("goes by rare words where no line is equal, also of texts without gaps", () => {
    expect(lines(find(numbered(1, 300), "const value77 = 1\n"))).toEqual([[77, 77]])
    expect(lines(find("第一段文字写入文件\n然后批量处理所有数据\n", "然后批量处理一些数据\n"))).toEqual([[2, 2]])
  })

  it("finds nothing where a word in common is all", () => {
    expect(find("const total = sum(items);\nreturn total;\n", "let t = 0;\nfor (const i of all) t += i;\n")).toEqual([])
    expect(find("a\nb\n", "q\nr")).toEqual([])
    expect(find("", "a")).toEqual([])
    expect(find("a\n", "\n \n")).toEqual([])
  })
})
