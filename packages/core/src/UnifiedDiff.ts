/**
 * The unified diff of a plan, in Git's form, made from the changes alone: its cost is that of the lines it shows, not of
 * the file.
 *
 * `git apply` of the diff on the old bytes gives the new bytes: lines here are Git's, which end at LF alone (a carriage
 * return is content, so CRLF survives), a missing final newline is marked, and the byte-order mark is part of line 1.
 *
 * The diff of a UTF-16 file is one of its text, without the mark. Git takes such a file for binary and refuses the diff,
 * unless an attribute (`working-tree-encoding=UTF-16LE-BOM`) has it see the file as that text.
 *
 * @since 0.1.0
 */
import * as TextDiff from "effect/TextDiff"
import * as SourceText from "./SourceText.ts"
import type { Span } from "./Span.ts"

/**
 * One replaced span.
 *
 * @category models
 * @since 0.1.0
 */
export interface Replacement {
  readonly span: Span
  readonly text: string
}

/** Unchanged lines shown around each change. */
const context = 3

/**
 * Formats replacements of a source as a unified diff.
 *
 * **Details**
 *
 * `changes` are in order and do not overlap. `path` is relative and goes into the headers, quoted as Git quotes where it
 * must be. `creates` and `removes`: there is no file before, or none after. Nothing but changes that change nothing:
 * `""`, and for an empty file that is created or removed the headers alone. After `maxLines` lines (2 000) the rest is left out, and a last
 * line says where it is; a diff that was cut does not apply.
 *
 * **Example** (One line)
 *
 * ```ts
 * import { SourceText, Span, UnifiedDiff } from "@kerf/core"
 *
 * UnifiedDiff.make({
 *   source: SourceText.make("a\r\nb\r\n"),
 *   changes: [{ span: Span.make(0, 1), text: "c" }],
 *   path: "f.txt"
 * })
 * // => "diff --git a/f.txt b/f.txt\n--- a/f.txt\n+++ b/f.txt\n@@ -1,2 +1,2 @@\n-a\r\n+c\r\n b\r\n"
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (options: {
  readonly source: SourceText.SourceText
  readonly changes: ReadonlyArray<Replacement>
  readonly path: string
  readonly creates?: boolean
  readonly removes?: boolean
  readonly maxLines?: number
}): string => {
  const { byteOrderMark, encoding } = options.source
  const mark = encoding === "utf-16" ? "" : byteOrderMark
  const text = mark + options.source.text
  const shift = mark.length
  const old = SourceText.make(text, { carriageReturn: "data", byteOrderMark: "data" })
  const blocks = toBlocks(old, options.changes, shift)
  const maxLines = options.maxLines ?? 2_000

  let out = ""
  let lines = 0
  let delta = 0
  for (let first = 0; first < blocks.length;) {
    let last = first
    while (last + 1 < blocks.length && blocks[last + 1]!.from - blocks[last]!.to <= 2 * context) last++
    const group = blocks.slice(first, last + 1)
    const hunks = formatGroup(old, group, delta)
    const length = countLines(hunks)
    if (lines + length > maxLines) {
      out += leftOut(blocks, first, out === "" ? hunks : "", maxLines)
      break
    }
    out += hunks
    lines += length
    for (const block of group) delta += block.delta
    first = last + 1
  }
  const only = options.creates === true ? "after" : options.removes === true ? "before" : undefined
  if (out !== "") return header(options.path, only) + fileLines(options.path, only) + out
  // An empty file has no lines to show.
  return only === undefined ? "" : header(options.path, only)
}

/**
 * Returns whether a diff was cut, so that it neither shows all changes nor applies.
 *
 * @category predicates
 * @since 0.1.0
 */
export const isCut = (diff: string): boolean => diff.startsWith("… ", diff.lastIndexOf("\n", diff.length - 2) + 1)

/** Changed lines: the old lines `[from, to)`, 0-based, and the script that turns them into the new ones. */
interface Block {
  readonly from: number
  readonly to: number
  readonly script: ReadonlyArray<TextDiff.Edit<string>>
  readonly delta: number
}

const toBlocks = (
  old: SourceText.SourceText,
  changes: ReadonlyArray<Replacement>,
  shift: number
): ReadonlyArray<Block> => {
  const blocks: Array<Block> = []
  for (let i = 0; i < changes.length;) {
    const start = changes[i]!.span.start + shift
    const from = old.lineCount === 0 ? 0 : old.lineAt(start) - 1
    const lineStart = old.fullLineSpan(from + 1).start
    let fresh = old.text.slice(lineStart, start)
    let position = start
    let to = from
    // Changes of one line, or that meet at a line break, belong together: the break may be gone.
    do {
      const { span, text } = changes[i]!
      fresh += old.text.slice(position, span.start + shift) + text
      position = span.end + shift
      to = old.lineCount === 0 ? 0 : old.lineAt(position)
      i++
    } while (i < changes.length && old.lineAt(changes[i]!.span.start + shift) <= to)
    const lineEnd = to === 0 ? 0 : old.fullLineSpan(to).end
    fresh += old.text.slice(position, lineEnd)
    const script = TextDiff.lines(old.text.slice(lineStart, lineEnd), fresh, { maxEdits: 1_000 })
    if (script.every(({ _tag }) => _tag === "Equal")) continue
    let delta = 0
    for (const { _tag, items } of script)
      delta += _tag === "Insert" ? items.length : _tag === "Delete" ? -items.length : 0
    blocks.push({ from, to, script, delta })
  }
  return blocks
}

const formatGroup = (old: SourceText.SourceText, group: ReadonlyArray<Block>, delta: number): string => {
  const from = Math.max(0, group[0]!.from - context)
  const to = Math.min(old.lineCount, group[group.length - 1]!.to + context)
  const script: Array<TextDiff.Edit<string>> = []
  let at = from
  for (const block of group) {
    script.push({ _tag: "Equal", items: gitLines(old, at, block.from) }, ...block.script)
    at = block.to
  }
  script.push({ _tag: "Equal", items: gitLines(old, at, to) })
  // TextDiff counts from the first line that it is given; after a line feed only hunk headers start with "@". (`^` would
  // also stand after a carriage return, which is content here.)
  return TextDiff.unified(script, { context }).replace(
    /(?<![^\n])@@ -(\d+)(,\d+)? \+(\d+)(,\d+)? @@(?=\n)/g,
    (_, a: string, aCount = "", b: string, bCount = "") =>
      `@@ -${Number(a) + from}${aCount} +${Number(b) + from + delta}${bCount} @@`
  )
}

const gitLines = (old: SourceText.SourceText, from: number, to: number): Array<string> => {
  const lines: Array<string> = []
  for (let line = from + 1; line <= to; line++) lines.push(old.slice(old.fullLineSpan(line)))
  return lines
}

const countLines = (text: string): number => {
  let count = 0
  for (let i = text.indexOf("\n"); i !== -1; i = text.indexOf("\n", i + 1)) count++
  return count
}

/** What stands in place of the hunks from block `first` on: the part of them that fits, and where the rest is. */
const leftOut = (blocks: ReadonlyArray<Block>, first: number, hunks: string, maxLines: number): string => {
  let end = 0
  for (let i = 0; i < maxLines && end < hunks.length; i++) end = hunks.indexOf("\n", end) + 1
  const last = blocks[blocks.length - 1]!
  return `${hunks.slice(0, end)}… changes in lines ${blocks[first]!.from + 1}-${last.to} ${end > 0 ? "are cut here" : "are left out"}\n`
}

/** When there is a file, if not both before and after. */
type Only = "before" | "after" | undefined

const header = (path: string, only: Only): string =>
  `diff --git ${quote(`a/${path}`)} ${quote(`b/${path}`)}\n` +
  (only === undefined ? "" : `${only === "after" ? "new" : "deleted"} file mode 100644\n`)

const fileLines = (path: string, only: Only): string => {
  const name = (side: "a" | "b"): string => {
    const quoted = quote(`${side}/${path}`)
    // Git ends a name at a tab, so one that holds blanks is followed by one.
    return path.includes(" ") && !quoted.startsWith('"') ? `${quoted}\t` : quoted
  }
  return `--- ${only === "after" ? "/dev/null" : name("a")}\n+++ ${only === "before" ? "/dev/null" : name("b")}\n`
}

/** Quotes a name as Git does: in C style, where it holds a control character, a quote or a backslash. */
const quote = (name: string): string => {
  // oxlint-disable-next-line no-control-regex
  if (!/[\u0000-\u001f\u007f"\\]/.test(name)) return name
  const named: Record<string, string> = { "\t": "\\t", "\n": "\\n", "\r": "\\r", '"': '\\"', "\\": "\\\\" }
  // oxlint-disable-next-line no-control-regex
  const escaped = name.replace(/[\u0000-\u001f\u007f"\\]/g, (unit) => {
    return named[unit] ?? `\\${unit.charCodeAt(0).toString(8).padStart(3, "0")}`
  })
  return `"${escaped}"`
}
