/**
 * When oldText, adapted to a place, is what stands there: the measure of a sound adaptation. A matcher names the narrowest
 * one that it keeps, so that what it forgives is said and not guessed.
 *
 * ```text
 *                 terminators   blanks at the end   form of characters   blanks at the start   indentation
 *   identical     –             –                   –                    –                     –
 *   sameLines     forgiven      –                   –                    –                     –
 *   sameIndented  forgiven      forgiven            forgiven             their form            –
 *   sameForm      forgiven      forgiven            forgiven             their form            its form
 *   sameTrimmed   forgiven      forgiven            forgiven             forgiven              forgiven
 * ```
 *
 * @since 0.1.0
 */
import * as Blank from "@kerf/core/Blank"
import type { Candidate } from "@kerf/core/Candidate"
import * as Fold from "@kerf/core/Fold"
import type * as SourceText from "@kerf/core/SourceText"

/**
 * What is known of the place besides its text.
 *
 * @category models
 * @since 0.1.0
 */
export interface Place {
  /** Whether the region ends where the file ends. */
  readonly atEnd: boolean
  /** The candidate's alignment, if it has one. */
  readonly alignment: Candidate["alignment"]
}

/**
 * Compares adapted oldText, split by oldText's reading of a lone carriage return, with a region, split by the file's.
 *
 * @category models
 * @since 0.1.0
 */
export type Equivalence = (adapted: SourceText.SourceText, region: SourceText.SourceText, place: Place) => boolean

/**
 * Equal, unit by unit.
 *
 * @category equivalences
 * @since 0.1.0
 */
export const identical: Equivalence = (adapted, region) => adapted.text === region.text

/**
 * Equal up to the form of line terminators, and to a final one that the file lacks.
 *
 * @category equivalences
 * @since 0.1.0
 */
export const sameLines: Equivalence = (adapted, region, place) => sameText(adapted, region, place, (content) => content)

/**
 * Equal up to terminators, blanks at the end of lines, and the form of characters (`Fold`).
 *
 * @category equivalences
 * @since 0.1.0
 */
export const sameForm: Equivalence = (adapted, region, place) =>
  sameText(adapted, region, place, (content) => trimmedEnd(Fold.text(content)))

/**
 * Like `sameForm`, but the indentation of each line that is not blank is the file's, byte for byte.
 *
 * @category equivalences
 * @since 0.1.0
 */
export const sameIndented: Equivalence = (adapted, region, place) =>
  sameText(adapted, region, place, (content) => {
    const indentation = Blank.indentation(content)
    const rest = trimmedEnd(Fold.text(content.slice(indentation.length)))
    return rest === "" ? "" : `${indentation}|${rest}`
  })

/**
 * Equal up to blanks at both ends of each line, besides what `sameForm` forgives.
 *
 * @category equivalences
 * @since 0.1.0
 */
export const sameTrimmed: Equivalence = (adapted, region, place) => sameText(adapted, region, place, trimmed)

/**
 * Returns the equivalence of places that are known in part: the first and the last line of oldText stand at the ends of the
 * region, each line that the alignment names is the region's line in that place, blanks at its ends aside, and of the
 * lines between that are not blank at least the share `minSimilarity`, and at least one, is named.
 *
 * @category equivalences
 * @since 0.1.0
 */
export const alignedLines =
  (minSimilarity: number): Equivalence =>
  (adapted, region, { alignment }) => {
    const [old, file] = [adapted, region].map((text) => text.lines().map(({ content }) => trimmed(content))) as [
      Array<string>,
      Array<string>
    ]
    if (alignment?.length !== old.length || alignment[0] !== 0 || alignment.at(-1) !== file.length - 1) return false
    const named = alignment.filter((line) => line !== undefined)
    const isAscending = named.every((line, i) => i === 0 || named[i - 1]! < line)
    const isThere = old.every((line, i) => alignment[i] === undefined || file[alignment[i]] === line)
    const inner = old.slice(1, -1).flatMap((line, i) => (line === "" ? [] : [alignment[i + 1]]))
    const known = inner.filter((line) => line !== undefined).length
    return isAscending && isThere && known >= Math.max(1, inner.length * minSimilarity)
  }

const trimmedEnd = (line: string): string => line.slice(0, Blank.trimmedEnd(line, 0, line.length))

const trimmed = (line: string): string => {
  const folded = trimmedEnd(Fold.text(line))
  return folded.slice(Blank.trimmedStart(folded, 0, folded.length))
}

/** Equal as it is, however a lone carriage return is read; or line for line in some form. */
const sameText = (
  adapted: SourceText.SourceText,
  region: SourceText.SourceText,
  { atEnd }: Place,
  form: (content: string) => string
): boolean => {
  if (adapted.text === region.text) return true
  const forms = (lines: ReadonlyArray<SourceText.Line>) => lines.map(({ content }) => form(content))
  const [a, b] = [forms(adapted.lines()), forms(region.lines())]
  if (adapted.terminated !== region.terminated) {
    // A region that ends after a terminator may hold one more line, an empty one, that oldText does not terminate.
    if (!adapted.terminated) b.push("")
    else if (!atEnd) return false
  }
  return a.length === b.length && a.every((line, i) => line === b[i])
}
