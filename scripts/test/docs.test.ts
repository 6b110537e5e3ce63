import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Block, blocks, extract, toModule } from "../docs.ts"

const root = resolve(import.meta.dirname, "../..")

const block = (code: string): Block => ({ file: "f.ts", line: 1, code })

describe("extract", () => {
  it("takes the blocks of doc comments and of Markdown", () => {
    expect(extract("f.ts", "/**\n * Text.\n *\n * ```ts\n * a\n *\n *   b\n * ```\n */\n")).toEqual([
      { file: "f.ts", line: 5, code: "a\n\n  b" }
    ])
    expect(extract("f.md", "Text.\n\n```ts\na\n```\n\n```sh\nb\n```\n\n```ts\nc\n```\n")).toEqual([
      { file: "f.md", line: 4, code: "a" },
      { file: "f.md", line: 12, code: "c" }
    ])
  })

  it("says which file has a block that is not closed", () => {
    expect(() => extract("f.md", "```ts\na\n")).toThrow("f.md: a block is not closed")
  })
})

describe("toModule", () => {
  const body = (code: string) => toModule(block(code)).code.split("}; ")[1]

  it("asserts what stands behind an expression, or below it", () => {
    expect(body("1 + 1 // => 2")).toBe(";expectEqual(1 + 1, (2)) // => 2\n")
    expect(body("f(\n  1\n)\n// => [2]\ng() // => 3")).toBe(
      ";expectEqual(f(\n  1\n), ([2]))\n// => [2]\n;expectEqual(g(), (3)) // => 3\n"
    )
  })

  it("takes no string for an assertion", () => {
    expect(toModule(block('const a = "1 // => 2"'))).toMatchObject({ assertions: 0, declaresOnly: true })
  })

  it("refuses an assertion that belongs to no expression", () => {
    expect(() => toModule(block("const a = 1 // => 1"))).toThrow('f.ts:1 "// => 1" does not follow an expression')
  })

  it("says where a block does not parse", () => {
    expect(() => toModule(block("const = 1"))).toThrow("f.ts:1 does not parse")
  })
})

describe("examples", () => {
  // In the folder of examples, which depends on what users depend on.
  const folder = join(root, "examples/.docs")
  const all = blocks(root)

  /** Files whose example is wrong. One that is mended fails here, so that the list only shrinks. */
  const notYet = new Set<string>([])

  beforeAll(() => {
    mkdirSync(folder, { recursive: true })
  })

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  it("are there, and so are the files with one that does not hold", () => {
    expect([...notYet].filter((file) => !all.some((found) => found.file === file))).toEqual([])
    expect(all.length).toBeGreaterThanOrEqual(30)
  })

  const run = async (found: Block): Promise<void> => {
    const { assertions, code, declaresOnly } = toModule(found)
    if (assertions === 0 && !declaresOnly) throw new Error("it runs something and asserts nothing")
    const path = join(folder, `${all.indexOf(found)}.ts`)
    writeFileSync(path, code)
    await import(pathToFileURL(path).href)
  }

  for (const found of all.filter(({ file }) => !notYet.has(file))) {
    it(`${found.file}:${found.line} holds`, () => run(found))
  }

  for (const found of all.filter(({ file }) => notYet.has(file))) {
    it(`${found.file}:${found.line} does not hold yet`, async () => {
      await expect(run(found), "it holds: take its file off the list").rejects.toThrow(/./)
    })
  }
})
