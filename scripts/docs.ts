// The examples in comments and guides are promises: each ```ts block is a module that must run, and each
// `expression // => value` in it must be true.
//
//   Span.length(span) // => 3          becomes   expectEqual(Span.length(span), 3)
//   find(source, old, rule, 10)
//   // => []                           the same, on a line of its own
//
// Blocks are parsed, not searched: `// =>` in a string is none. Out of scope: blocks in other languages, and
// what an example prints.
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync } from "rolldown/utils"

export interface Block {
  /** Where it stands, relative to the root. */
  readonly file: string
  /** 1-based line of its first line of code. */
  readonly line: number
  readonly code: string
}

export interface Module {
  /** What is run. Line k of it is line k of the block. */
  readonly code: string
  readonly assertions: number
  /** It holds nothing but imports and declarations, so there is nothing to assert. */
  readonly declaresOnly: boolean
}

/** All blocks of the workspace, in the order of files and lines. */
export const blocks = (root: string): ReadonlyArray<Block> =>
  globSync(["packages/*/src/**/*.ts", "packages/*/README.md", "docs/**/*.md", "README.md"], {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path)
  })
    .toSorted()
    .flatMap((file) => extract(file, readFileSync(join(root, file), "utf8")))

/** The blocks of one file: in its doc comments, or, in Markdown, in its text. */
export const extract = (file: string, text: string): ReadonlyArray<Block> => {
  const isMarkdown = file.endsWith(".md")
  const out: Array<Block> = []
  let code: Array<string> | undefined
  for (const [index, raw] of text.split("\n").entries()) {
    const prose = isMarkdown ? raw : /^\s*\*( (.*))?$/.exec(raw)?.[2]
    if (code === undefined) {
      if (prose?.trimEnd() === "```ts") code = []
    } else if (prose?.startsWith("```") === true) {
      out.push({ file, line: index + 1 - code.length, code: code.join("\n") })
      code = undefined
    } else code.push(prose ?? "")
  }
  if (code !== undefined) throw new Error(`${file}: a block is not closed`)
  return out
}

/** Turns a block into a module that asserts what it says. Throws on an assertion that belongs to no expression. */
export const toModule = ({ code, file, line }: Block): Module => {
  const { comments, errors, program } = parseSync("block.ts", code)
  if (errors.length > 0) throw new Error(`${file}:${line} does not parse: ${errors[0]!.message}`)
  const edits: Array<{ readonly start: number; readonly end: number; readonly text: string }> = []
  const claims = comments.filter(({ value }) => value.startsWith(" => "))
  for (const claim of claims) {
    const statement = program.body.findLast(({ end }) => end <= claim.start)
    if (statement?.type !== "ExpressionStatement" || code.slice(statement.end, claim.start).trim() !== "") {
      throw new Error(`${file}:${line} "//${claim.value}" does not follow an expression`)
    }
    const { end, start } = statement.expression
    // The value is put in before the statement ends, so no line moves.
    edits.push({ start, end, text: `expectEqual(${code.slice(start, end)}, (${claim.value.slice(4).trim()}))` })
  }
  let out = ""
  let at = 0
  for (const { end, start, text } of edits) {
    out += `${code.slice(at, start)}${out === "" && at === 0 ? "" : ""};${text}`
    at = end
  }
  out += code.slice(at)
  return {
    code: `${prelude}${out}\n`,
    assertions: claims.length,
    declaresOnly: program.body.every(({ type }) => type !== "ExpressionStatement")
  }
}

/** On the first line, so that no line of the block moves. */
const prelude =
  'import { expect as expect_ } from "vitest"; const expectEqual = (actual: unknown, wanted: unknown) => { expect_(actual).toEqual(wanted) }; '
