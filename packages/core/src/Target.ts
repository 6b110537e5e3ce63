/**
 * One edit as matchers see it: the two texts, and what every matcher needs of them, computed once.
 *
 * @since 0.1.0
 */
import * as Blank from "./Blank.ts"
import type * as Edit from "./Edit.ts"
import * as SourceText from "./SourceText.ts"

/**
 * What a matcher is asked to find.
 *
 * @category models
 * @since 0.1.0
 */
export interface Target {
  readonly oldText: string
  readonly newText: string
  /** oldText, split by its own line model. */
  readonly old: SourceText.SourceText
  /** newText; a lone CR ends a line in it only where it does in the file or in oldText. */
  readonly new: SourceText.SourceText
  /** oldText holds only blanks and terminators. Loose matchers find nothing for it. */
  readonly blank: boolean
}

/**
 * Creates the target of an edit in a source.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (source: SourceText.SourceText, edit: Pick<Edit.Edit, "oldText" | "newText">): Target => {
  const { newText, oldText } = edit
  const old = SourceText.fragment(oldText)
  // The file's terminators are only looked at where it matters.
  const endsLine = newText.includes("\r") && (old.carriageReturnEndsLine || source.carriageReturnEndsLine)
  return {
    oldText,
    newText,
    old,
    new: SourceText.fragment(newText, endsLine ? "terminator" : "data"),
    blank: isBlank(old)
  }
}

const isBlank = (old: SourceText.SourceText): boolean => {
  for (let line = 1; line <= old.lineCount; line++) {
    if (!Blank.isBlankLine(old.slice(old.lineSpan(line)))) return false
  }
  return true
}
