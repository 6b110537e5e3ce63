/**
 * Refuses text that brings along the line numbers of a tool that shows files.
 *
 * Tools print `12→`, `    12<tab>` or `12: ` in front of lines. A model that copies such a line into newText writes the
 * number into the file. Lines are refused that all begin with a number and one separator, each number one more than the
 * last, where the first is that of the line they come to stand in, and neither the lines that they replace nor those
 * around have a number in front.
 *
 * Tables, lists and maps that are numbered in earnest have such lines around them, or begin at another number.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Guard from "./Guard.ts"
import * as Revision from "./Revision.ts"
import type { SourceText } from "./SourceText.ts"

/**
 * The guard `read-prefix`.
 *
 * @category guards
 * @since 0.1.0
 */
export class ReadPrefixGuard extends Context.Service<ReadPrefixGuard, Guard.Guard>()("@kerf/core/ReadPrefixGuard") {
  static readonly layer: Layer.Layer<ReadPrefixGuard> = Layer.sync(ReadPrefixGuard, () =>
    Guard.make({
      name: "read-prefix",
      review: ({ plan }) => (plan.creates ? [] : review(plan.source, Revision.make(plan)))
    })
  )
}

const review = (source: SourceText, revisions: ReadonlyArray<Revision.Revision>): ReadonlyArray<Guard.Finding> => {
  for (const { after, before, edit, line, newLine } of revisions) {
    const numbered = numbers(after.slice(0, after.findLastIndex((text) => text.trim() !== "") + 1))
    if (numbered === undefined) continue
    const { first, prefix, separator } = numbered
    // A read before earlier edits of the file has other numbers than the file has now; an arrow needs no such proof. One
    // line alone may be a case or a key of that number.
    const tolerance = separator === "→" ? Infinity : after.length > 1 ? 2 : separator === "\t" ? 0 : -1
    if (Math.abs(first - line) > tolerance && Math.abs(first - newLine) > tolerance) continue
    const around = [line - 1, line + before.length].flatMap((at) =>
      at >= 1 && at <= source.lineCount ? [source.slice(source.lineSpan(at))] : []
    )
    if ([...before, ...around].some((text) => prefixOf(text)?.separator === separator)) continue
    const message =
      `The lines of newText begin with line numbers (${JSON.stringify(prefix)}), which the file does not hold: a tool ` +
      "that shows files puts them there. Send the lines without."
    return [{ verdict: "refuse", code: "line-numbers", message, edit }]
  }
  return []
}

/** The number and separator in front of a line. */
const prefixOf = (
  line: string
): { readonly prefix: string; readonly number: number; readonly separator: string } | undefined => {
  const match = /^ *(\d{1,7})(→|\t|: | ?\| ?|:$|$)/u.exec(line)
  // An empty line's separator may have lost the blank at its end.
  return match === null
    ? undefined
    : {
        prefix: match[0],
        number: Number(match[1]),
        separator: match[2]!.trim() || (match[2]!.startsWith("\t") ? "\t" : "")
      }
}

const numbers = (
  lines: ReadonlyArray<string>
): { readonly first: number; readonly prefix: string; readonly separator: string } | undefined => {
  const first = lines[0] === undefined ? undefined : prefixOf(lines[0])
  if (first === undefined || first.separator === "") return undefined
  const isCounted = lines.every((line, i) => {
    const prefix = prefixOf(line)
    if (prefix?.number !== first.number + i) return false
    return prefix.separator === first.separator || (prefix.separator === "" && first.separator !== "→")
  })
  return isCounted ? { first: first.number, prefix: first.prefix, separator: first.separator } : undefined
}
