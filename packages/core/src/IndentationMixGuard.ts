/**
 * Notes lines that are indented with spaces where the file has only tabs, or with tabs where it has only spaces.
 *
 * A file counts as one or the other if at least three of its lines are indented, all alike. Lines that continue a block
 * comment (` * …`) do not count, nor do blank ones; what follows the first character of an indentation may be either.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Guard from "./Guard.ts"
import * as Revision from "./Revision.ts"
import type { SourceText } from "./SourceText.ts"

/**
 * The guard `indentation-mix`.
 *
 * @category guards
 * @since 0.1.0
 */
export class IndentationMixGuard extends Context.Service<IndentationMixGuard, Guard.Guard>()(
  "@kerf/core/IndentationMixGuard"
) {
  static readonly layer: Layer.Layer<IndentationMixGuard> = Layer.sync(IndentationMixGuard, () =>
    Guard.make({ name: "indentation-mix", review: ({ plan }) => review(plan.source, Revision.make(plan)) })
  )
}

const review = (source: SourceText, revisions: ReadonlyArray<Revision.Revision>): ReadonlyArray<Guard.Finding> => {
  let used: "\t" | " " | undefined
  const strange: Array<number> = []
  let edit: number | undefined
  for (const revision of revisions) {
    for (const [i, line] of revision.after.entries()) {
      const style = styleOf(line, 0, line.length)
      if (style === undefined) continue
      // The file is looked at only where something is indented.
      used ??= styleOfFile(source)
      if (used === undefined) return []
      if (style === used) continue
      edit ??= revision.edit
      strange.push(revision.newLine + i)
    }
  }
  if (edit === undefined || strange.length === 0) return []
  const [first, ...others] = strange
  const lines = others.length === 0 ? `Line ${first} is` : `Line ${first} and ${others.length} more are`
  const [has, lacks] = used === "\t" ? ["spaces", "tabs"] : ["tabs", "spaces"]
  const message = `${lines} now indented with ${has}, where the file is indented with ${lacks} alone.`
  return [{ verdict: "note", code: "mixed-indentation", message, edit }]
}

/** What a file is indented with, if it is with one alone, in three lines at least. */
const styleOfFile = (source: SourceText): "\t" | " " | undefined => {
  let style: "\t" | " " | undefined
  let count = 0
  for (let line = 1; line <= source.lineCount; line++) {
    const { end, start } = source.lineSpan(line)
    const found = styleOf(source.text, start, end)
    if (found === undefined) continue
    if (style !== undefined && found !== style) return undefined
    style = found
    count++
  }
  return count >= 3 ? style : undefined
}

const styleOf = (text: string, from: number, to: number): "\t" | " " | undefined => {
  const first = text[from]
  if ((first !== "\t" && first !== " ") || from >= to) return undefined
  let at = from
  while (at < to && (text[at] === " " || text[at] === "\t")) at++
  return at === to || text[at] === "*" ? undefined : first
}
