/**
 * A plan whose text was formatted before it is written: what the formatter changed, and what is written in the end.
 *
 * @since 0.1.0
 */
import * as Composition from "@kerf/core/Composition"
import * as LineSet from "@kerf/core/LineSet"
import type { Note } from "@kerf/core/Note"
import * as Plan from "@kerf/core/Plan"
import type * as SourceText from "@kerf/core/SourceText"
import * as UnifiedDiff from "@kerf/core/UnifiedDiff"

/**
 * What a formatter made of a plan.
 *
 * **Details**
 *
 * `changes` are those of the formatter, in `planned`, the text that the edit made. `written` turns the file's text into
 * the formatted one; its changes are those of both, as one.
 *
 * @category models
 * @since 0.1.0
 */
export interface Formatting {
  readonly by: string
  readonly planned: SourceText.SourceText
  readonly changes: ReadonlyArray<UnifiedDiff.Replacement>
  readonly written: Plan.Plan
}

/**
 * Creates the formatting of a plan, by the name of who did it and the text that came back. Linear in both texts.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (
  plan: Plan.Plan,
  planned: SourceText.SourceText,
  answer: { readonly by: string; readonly text: string }
): Formatting => {
  const changes = Composition.between(planned, answer.text)
  const composed = Composition.make(plan, changes)
  const written = { ...plan, changes: composed.map((change) => ({ ...change, edit: 0, matcher: "formatter" })) }
  return { by: answer.by, planned, changes, written }
}

/**
 * Returns the diff from the text that the edit made to the formatted one.
 *
 * @category operations
 * @since 0.1.0
 */
export const diff = ({ changes, planned }: Formatting, path: string): string =>
  UnifiedDiff.make({ source: planned, changes, path })

/**
 * Returns the note that names who formatted, and the lines of the new text in which it did.
 *
 * @category operations
 * @since 0.1.0
 */
export const note = ({ by, changes, written }: Formatting): Note => {
  const { source } = Plan.inverse(written)
  const spans = Composition.moved(
    changes.map(({ span }) => span),
    changes
  )
  const lines = LineSet.make(
    source.lineCount === 0
      ? []
      : spans.map(({ end, start }) => ({
          line: source.lineAt(start),
          endLine: source.lineAt(Math.max(start, end - 1))
        }))
  )
  const left = lines.length - mostRanges
  return { _tag: "formatted", by, lines: lines.slice(0, mostRanges), ...(left > 0 ? { left } : {}) }
}

/** The most ranges that a note names. */
const mostRanges = 10
