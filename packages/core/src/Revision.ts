/**
 * The whole lines that a plan takes away, and those that it puts there: what a guard reads.
 *
 * A change may begin and end inside a line, and several may share one. What a person would see of it are lines, so the
 * changes of one line are one revision, with the rest of that line on both sides.
 *
 * @since 0.1.0
 */
import type { Plan } from "./Plan.ts"
import * as SourceText from "./SourceText.ts"

/**
 * Lines before and after, without terminators.
 *
 * **Details**
 *
 * `edit` is the pair that asked for the first of its changes; `line` is where `before` begins in the file, 1-based, and
 * `newLine` where `after` does in the new text.
 *
 * @category models
 * @since 0.1.0
 */
export interface Revision {
  readonly edit: number
  readonly line: number
  readonly newLine: number
  readonly before: ReadonlyArray<string>
  readonly after: ReadonlyArray<string>
}

/**
 * Returns the revisions of a plan, in order. Linear in the lines that are touched and the texts that replace them.
 *
 * **Example** (Two changes of one line)
 *
 * ```ts
 * import { Plan, Revision, SourceText, Span } from "@kerf/core"
 *
 * const change = { edit: 0, matcher: "exact" }
 * const plan: Plan.Plan = {
 *   ...Plan.create(""),
 *   source: SourceText.make("one\na = b\n"),
 *   changes: [
 *     { ...change, span: Span.make(4, 5), text: "x" },
 *     { ...change, span: Span.make(8, 9), text: "y\nz" }
 *   ]
 * }
 * Revision.make(plan)
 * // => [{ edit: 0, line: 2, newLine: 2, before: ["a = b"], after: ["x = y", "z"] }]
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = ({ changes, source }: Pick<Plan, "source" | "changes">): ReadonlyArray<Revision> => {
  const revisions: Array<Revision> = []
  let added = 0
  for (let i = 0; i < changes.length;) {
    const { edit, span } = changes[i]!
    const start = source.lineStart(span.start)
    // After the last line break a line begins that is not there yet.
    const isNew = start === source.text.length && (source.lineCount === 0 || source.terminated)
    const line = isNew ? source.lineCount + 1 : source.lineAt(start)
    let text = ""
    let at = start
    let end = start
    let isWhole = false
    do {
      const change = changes[i]!
      text += source.text.slice(at, change.span.start) + change.text
      at = change.span.end
      // A change that takes whole lines, breaks included, leaves the line after it alone.
      isWhole = at > start && source.lineStart(at) === at && (text === "" || /[\n\r]$/.test(text))
      end = isWhole ? at : source.lineEnd(at)
      i++
    } while (i < changes.length && !isWhole && changes[i]!.span.start <= end)
    text += source.text.slice(at, end)
    const rest = isWhole || source.afterTerminator(end) === end ? "" : "\n"
    const before = contents(source.text.slice(start, end) + rest)
    const after = contents(text + rest)
    revisions.push({ edit, line, newLine: line + added, before, after })
    added += after.length - before.length
  }
  return revisions
}

const contents = (text: string): ReadonlyArray<string> =>
  SourceText.fragment(text)
    .lines()
    .map(({ content }) => content)
