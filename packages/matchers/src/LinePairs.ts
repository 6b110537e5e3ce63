/**
 * The lines of oldText and the file's lines that stand for them, one to one.
 *
 * @since 0.1.0
 */
import * as Blank from "@kerf/core/Blank"
import * as Fold from "@kerf/core/Fold"
import type { SourceText } from "@kerf/core/SourceText"
import type { Span } from "@kerf/core/Span"
import type { Target } from "@kerf/core/Target"

/**
 * A non-blank line of oldText and its line in the file, each with its indentation (spaces and tabs).
 *
 * @category models
 * @since 0.1.0
 */
export interface LinePair {
  /** 0-based index in oldText. */
  readonly index: number
  /** Offset of the file's line. */
  readonly start: number
  readonly old: string
  readonly file: string
  /** Whether an invisible character in front of it hides indentation, there or here: then no shift can reach it. */
  readonly isHidden: boolean
}

/**
 * Returns the pairs of a region that has as many lines as oldText, blank lines left out.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (source: SourceText, target: Target, region: Span): ReadonlyArray<LinePair> => {
  const pairs: Array<LinePair> = []
  let start = region.start
  for (const [index, { content }] of target.old.lines().entries()) {
    const end = source.lineEnd(start)
    if (!Blank.isBlankLine(content)) {
      const file = source.text.slice(start, Blank.indentationEnd(source.text, start, end))
      const old = Blank.indentation(content)
      const isHidden = hides(content, old) || hides(source.text.slice(start, end), file)
      pairs.push({ index, start, old, file, isHidden })
    }
    start = source.afterTerminator(end)
  }
  return pairs
}

const hides = (line: string, indentation: string): boolean =>
  line.charCodeAt(indentation.length) > 0x7f && Blank.indentation(Fold.text(line)) !== indentation
