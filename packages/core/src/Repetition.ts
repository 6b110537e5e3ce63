/**
 * Repetition: an insertion that is made once more, because the text that it is added to is still found.
 *
 * ```text
 *   oldText "a()\n"    newText "a()\nlogging()\n"
 *   file    "a()\nlogging()\n"          newText stands there already
 *   after   "a()\nlogging()\nlogging()\n"
 * ```
 *
 * That can be meant, so it is told and never refused. It is told only where it is certain: what newText adds to the region
 * stood at the very place before, in whole lines, and no other change touches it.
 *
 * Out of scope: what is added within a line, where a repetition and a word that goes on look alike.
 *
 * @since 0.1.0
 */
import type { Note } from "./Note.ts"
import * as Place from "./Place.ts"
import type { SourceText } from "./SourceText.ts"
import type { Span } from "./Span.ts"
import * as TextSearch from "./TextSearch.ts"

/** Fewer visible characters than this, such as a bracket, are added again on purpose. */
const leastVisible = 8

/** One span that is replaced, and the 0-based index of the pair that asked for it. */
interface Change {
  readonly edit: number
  readonly span: Span
  readonly text: string
}

/**
 * Finds the changes that repeat what stands at their place, one note for each pair; `changes` are in the order of the text
 * and do not overlap.
 *
 * **Details**
 *
 * The place of the note is where newText stood before the edit. Linear in the new texts.
 *
 * **Example** (Made twice)
 *
 * ```ts
 * import { Repetition, SourceText, Span } from "@kerf/core"
 *
 * const source = SourceText.make("a()\nlogging()\nb()\n")
 * Repetition.find(source, [{ edit: 0, span: Span.make(0, 4), text: "a()\nlogging()\n" }])
 * // => [{ _tag: "repeats", edit: 0, place: { line: 1, endLine: 2, byteOffset: 0 } }]
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const find = (source: SourceText, changes: ReadonlyArray<Change>): ReadonlyArray<Note> => {
  const notes = new Map<number, Extract<Note, { readonly _tag: "repeats" }>>()
  for (const [i, change] of changes.entries()) {
    const stood = standing(source, change)
    if (stood === undefined) continue
    const [before, after] = [changes[i - 1]?.span.end ?? 0, changes[i + 1]?.span.start ?? Infinity]
    if (stood.start < before || stood.end > after) continue
    const { edit } = change
    const known = notes.get(edit)
    notes.set(
      edit,
      known === undefined
        ? { _tag: "repeats", edit, place: Place.fromSpan(source, stood) }
        : { ...known, more: (known.more ?? 0) + 1 }
    )
  }
  return [...notes.values()]
}

/** Where the text of a change stands before it is made, if that is the change's region and what the change adds to it. */
const standing = (source: SourceText, { span, text }: Change): Span | undefined => {
  const length = span.end - span.start
  if (text.length <= length) return undefined
  const region = source.slice(span)
  const at = text.startsWith(region) ? 0 : (TextSearch.indicesOf(text, TextSearch.needle(region), 1)[0] ?? -1)
  if (at === -1) return undefined
  const [lead, rest] = [text.slice(0, at), text.slice(at + length)]
  const stood = { start: span.start - lead.length, end: span.end + rest.length }
  const isThere =
    stood.start >= 0 && source.text.startsWith(lead, stood.start) && source.text.startsWith(rest, span.end)
  if (!isThere || (lead + rest).replace(/[\s\p{Zs}\p{Cf}]/gu, "").length < leastVisible) return undefined
  const isWhole = (lead === "" || isLineEdge(source, stood.start)) && (rest === "" || isLineEdge(source, stood.end))
  return isWhole ? stood : undefined
}

/** Whether an offset is where a line begins, or where its content ends. */
const isLineEdge = (source: SourceText, offset: number): boolean => {
  if (offset === 0 || offset === source.text.length) return true
  const { end, start } = source.lineSpan(source.lineAt(offset))
  return offset === start || offset === end
}
