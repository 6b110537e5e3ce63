/**
 * The lines of oldText and the file's lines that stand for them, one to one.
 *
 * @since 0.1.0
 */
import * as Blank from "@kerf/core/Blank"
import * as Candidate from "@kerf/core/Candidate"
import * as Fold from "@kerf/core/Fold"
import * as LineSearch from "@kerf/core/LineSearch"
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
}

/**
 * Returns the pairs of a region that has as many lines as oldText, blank lines left out; `undefined` if the bodies after
 * the indentation do not agree: where lines were compared under folds, a no-break space or an invisible character may have
 * been taken for indentation, which it is not.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (source: SourceText, target: Target, region: Span): ReadonlyArray<LinePair> | undefined => {
  const pairs: Array<LinePair> = []
  let start = region.start
  for (const [index, { content }] of target.old.lines().entries()) {
    const end = source.lineEnd(start)
    if (!Blank.isBlankLine(content)) {
      const old = Blank.indentation(content)
      const file = source.text.slice(start, Blank.indentationEnd(source.text, start, end))
      if (!isSameBody(content.slice(old.length), source.text.slice(start + file.length, end))) return undefined
      pairs.push({ index, start, old, file })
    }
    start = source.afterTerminator(end)
  }
  return pairs
}

const rule: LineSearch.Rule = { fold: true, lead: "indentation", trail: "blanks", edges: "whole" }

/**
 * Finds the regions whose lines are oldText's but for their indentation, as candidates, each with its pairs; regions whose
 * bodies do not agree are left out.
 *
 * **Details**
 *
 * Many long regions overlap where a text is one line over and over. Then only their places count, and the pairs are worked
 * out for the one that is chosen, if any is; bodies that do not agree make `otherwise` of it.
 *
 * @category constructors
 * @since 0.1.0
 */
export const find = (
  source: SourceText,
  target: Target,
  limit: number,
  toCandidate: (region: Span, pairs: ReadonlyArray<LinePair>) => Candidate.Candidate,
  otherwise: (region: Span) => Candidate.Candidate
): ReadonlyArray<Candidate.Candidate> => {
  const regions = LineSearch.find(source, target.old, rule, limit)
  if (regions.length * target.old.lineCount > mostLines) {
    return regions.map((region) =>
      Candidate.lazy(region, () => {
        const pairs = make(source, target, region)
        return pairs === undefined ? otherwise(region) : toCandidate(region, pairs)
      })
    )
  }
  return regions.flatMap((region) => {
    const pairs = make(source, target, region)
    return pairs === undefined ? [] : [toCandidate(region, pairs)]
  })
}

/** The most lines, over all regions, that are looked at before anything is chosen. */
const mostLines = 200_000

/** Only what does not begin with ASCII can have been taken for indentation. */
const isSameBody = (old: string, file: string): boolean =>
  (old.charCodeAt(0) <= 0x7f && file.charCodeAt(0) <= 0x7f) || Fold.text(old).trimEnd() === Fold.text(file).trimEnd()
