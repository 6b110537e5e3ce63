/**
 * Where a place that may begin inside a line must not begin.
 *
 * @since 0.1.0
 */
import * as Blank from "@kerf/core/Blank"
import * as Place from "@kerf/core/Place"
import type { RefusedReason } from "@kerf/core/RefusedReason"
import type { SourceText } from "@kerf/core/SourceText"
import type { Span } from "@kerf/core/Span"
import type { Target } from "@kerf/core/Target"

/**
 * Creates the check that refuses a place which begins strictly inside the blanks at the start of a line, while oldText or
 * newText has several lines: the model is in another frame. A place that begins at the first non-blank is refused too, where
 * oldText has several lines and newText begins with just the indentation that oldText's first line has lost: it would be
 * indented twice.
 *
 * **Details**
 *
 * The check must be asked about spans in the order of their starts. All questions together cost one pass over the text
 * at most.
 *
 * ```text
 *   "        a()\n"
 *    ^ ^     ^          at the line's start and at its first non-blank: fine; between them: refused
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const insideIndentation = (
  matcher: string,
  source: SourceText,
  target: Target
): ((span: Span) => RefusedReason | undefined) => {
  if (target.old.lineCount < 2 && target.new.lineCount < 2) return () => undefined
  const { text } = source
  let asked = 0
  let lineStart = 0
  return ({ start }) => {
    let at = start
    while (at > asked && Blank.isBlank(text.charCodeAt(at - 1))) at--
    // The blanks before it reach back to the last question, or to a line's start, or to neither.
    const reaches = at === asked && lineStart !== -1
    if (!reaches) lineStart = at === 0 || (source.isBoundary(at) && source.afterTerminator(at - 1) === at) ? at : -1
    asked = start
    if (lineStart === -1 || lineStart === start) return undefined
    if (target.old.lineCount > 1 && target.newText.startsWith(text.slice(lineStart, start))) {
      const detail = "it begins after the indentation of that line, which newText brings along"
      return { _tag: "boundary", matcher, place: Place.fromSpan(source, { start, end: start + 1 }), detail }
    }
    if (!Blank.isBlank(text.charCodeAt(start))) return undefined
    const detail = "it begins inside the indentation of that line, so oldText is indented otherwise than the file"
    return { _tag: "boundary", matcher, place: Place.fromSpan(source, { start, end: start + 1 }), detail }
  }
}
