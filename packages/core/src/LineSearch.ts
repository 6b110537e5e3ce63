/**
 * Search for a run of lines, under folds: the one engine behind every matcher that compares line by line.
 *
 * Each line of the old text has a *key*: the part of it that is compared. Matchers differ only in how the key is cut
 * and whether it is folded. The longest key is the *pivot*: it is searched as a string, and around each hit the lines
 * above and below are compared, most of the text is never looked at.
 *
 * ```text
 *   old text          file
 *   "if q {"          "\tif q {"        key of line 1, indentation cut
 *   "\tcompute(q)"    "\t\tcompute(q)"  <- pivot: the longest key, found by indexOf
 *   "}"               "\t}"
 * ```
 *
 * **Details**
 *
 * Linear in text plus old text. Where lines repeat so much that walking from hit to hit would not be, the lines are
 * numbered and searched with Knuth–Morris–Pratt. Old text whose keys are all blank stands nowhere, unless nothing is
 * cut (then it is a run of terminators).
 *
 * @since 0.1.0
 */
import * as Blank from "./Blank.ts"
import * as Fold from "./Fold.ts"
import * as Probe from "./Probe.ts"
import type * as SourceText from "./SourceText.ts"
import type { Span } from "./Span.ts"
import * as TextSearch from "./TextSearch.ts"

/**
 * What of a line is compared, and where a place may begin and end.
 *
 * @category models
 * @since 0.1.0
 */
export interface Rule {
  /** Compare folded text. */
  readonly fold: boolean
  /** What is cut from the start of each line before it is compared. */
  readonly lead: "nothing" | "indentation" | "blanks"
  /** What is cut from the end of each line before it is compared. */
  readonly trail: "nothing" | "blanks"
  /** `whole`: places are whole lines. `free`: a place may begin and end inside a line. */
  readonly edges: "whole" | "free"
}

/**
 * A place found: a span of the source's text, and whether one of its edges falls inside a folded unit (`ine` against
 * the ligature in `deﬁne`), so that the span is wider than what was asked for.
 *
 * @category models
 * @since 0.1.0
 */
export interface Region extends Span {
  readonly cutsUnit: boolean
}

/**
 * Finds the places where the lines of `old` stand in `source`, in order, up to `limit`.
 *
 * **Details**
 *
 * A place of whole lines begins at the start of its first line. It ends after the terminator of its last line if
 * `old` ends in one and the file has it, else before it. A free place that ends inside a line ends at the last
 * compared unit; where `old` ends in blanks and those are cut, it must end at the end of a line, and includes the
 * line's own.
 *
 * **Example** (Indentation cut)
 *
 * ```ts
 * import { LineSearch, SourceText } from "@kerf/core"
 *
 * //   source  "if a:\n\tx()\n\ty()\n"
 * //                   ^^^^^^^^^          span [6, 15)
 * const rule = { fold: true, lead: "indentation", trail: "blanks", edges: "whole" } as const
 * LineSearch.find(SourceText.make("if a:\n\tx()\n\ty()\n"), SourceText.make("x()\ny()"), rule, 10)
 * // => [{ start: 6, end: 15, cutsUnit: false }]
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const find = (
  source: SourceText.SourceText,
  old: SourceText.SourceText,
  rule: Rule,
  limit: number
): Array<Region> => {
  if (!Probe.mayStand(source, old, rule.fold)) return []
  const needle = prepare(rule.fold ? Fold.source(old) : old, rule)
  if (needle === undefined) return []
  const view = rule.fold ? Fold.source(source) : source
  const found: Array<Region> = []
  const toRaw = view === source ? identity : mapBack(source, view, rule)
  const report = (start: number, end: number): boolean => {
    if (start < end && view.isBoundary(start) && view.isBoundary(end)) found.push(toRaw(start, end))
    return found.length < limit
  }
  if (!byPivot(view, needle, report)) {
    found.length = 0
    byNumbers(view, needle, report)
  }
  return found
}

interface Needle extends Rule {
  readonly keys: ReadonlyArray<string>
  /** Index of the key that is searched as a string. */
  readonly pivot: number
  readonly terminated: boolean
  /** The old text ends in blanks that the rule cuts: a free place must end where a line ends. */
  readonly endsInBlanks: boolean
}

/** How many lines may be compared for each hit of the pivot, on average, before lines are numbered instead. */
const comparisonsPerHit = 16

const prepare = (old: SourceText.SourceText, rule: Rule): Needle | undefined => {
  const keys: Array<string> = []
  let pivot = 0
  let cutLast = false
  for (const { content } of old.lines()) {
    const start = keyStart(content, 0, content.length, rule)
    const end = keyEnd(content, start, content.length, rule)
    keys.push(content.slice(start, end))
    cutLast = end < content.length
    if (end - start > keys[pivot]!.length) pivot = keys.length - 1
  }
  if (keys.length === 0) return undefined
  const isCutting = rule.trail !== "nothing" || rule.lead !== "nothing"
  if (isCutting && keys.every(Blank.isBlankLine)) return undefined
  return { ...rule, keys, pivot, terminated: old.terminated, endsInBlanks: cutLast && !old.terminated }
}

const keyStart = (text: string, from: number, to: number, rule: Rule): number =>
  rule.lead === "nothing"
    ? from
    : rule.lead === "indentation"
      ? Blank.indentationEnd(text, from, to)
      : Blank.trimmedStart(text, from, to)

const keyEnd = (text: string, from: number, to: number, rule: Rule): number =>
  rule.trail === "nothing" ? to : Blank.trimmedEnd(text, from, to)

const isFreeFirst = (needle: Needle, i: number): boolean => needle.edges === "free" && i === 0

const isFreeLast = (needle: Needle, i: number): boolean =>
  needle.edges === "free" && i === needle.keys.length - 1 && !needle.terminated

/** Whether the file's line `[from, to)` is line `i` of the old text, under the rule. */
const isLine = (view: SourceText.SourceText, needle: Needle, i: number, from: number, to: number): boolean => {
  const { text } = view
  const key = needle.keys[i]!
  const start = keyStart(text, from, to, needle)
  if (isFreeLast(needle, i)) {
    if (start + key.length > to || !text.startsWith(key, start)) return false
    return !needle.endsInBlanks || keyEnd(text, start + key.length, to, needle) === start + key.length
  }
  const end = keyEnd(text, start, to, needle)
  if (isFreeFirst(needle, i)) return end - key.length >= start && text.startsWith(key, end - key.length)
  return end - start === key.length && text.startsWith(key, start)
}

const placeStart = (view: SourceText.SourceText, needle: Needle, from: number, to: number): number =>
  needle.edges === "whole" ? from : keyEnd(view.text, from, to, needle) - needle.keys[0]!.length

const placeEnd = (view: SourceText.SourceText, needle: Needle, from: number, to: number): number => {
  if (needle.terminated) return view.afterTerminator(to)
  if (needle.edges === "whole" || needle.endsInBlanks) return to
  return keyStart(view.text, from, to, needle) + needle.keys[needle.keys.length - 1]!.length
}

/** The end of the line, if nothing stands between `at` and it but what the rule cuts. */
const lineEndAfter = (view: SourceText.SourceText, needle: Needle, at: number): number | undefined => {
  const { text } = view
  const to = needle.trail === "nothing" ? at : Blank.trimmedStart(text, at, text.length)
  return to === text.length || view.afterTerminator(to) > to ? to : undefined
}

const startsLine = (view: SourceText.SourceText, at: number): boolean =>
  at === 0 || (view.isBoundary(at) && view.afterTerminator(at - 1) === at)

/** Returns `false` if it gave up since lines repeat too much; what was reported is then incomplete. */
const byPivot = (
  view: SourceText.SourceText,
  needle: Needle,
  report: (start: number, end: number) => boolean
): boolean => {
  const { text } = view
  const { keys, pivot } = needle
  const key = keys[pivot]!
  const inLine = keys.length === 1 && needle.edges === "free"
  let budget = 4 * keys.length
  let complete = true

  // The line `[from, to)` is the pivot's: compare those above and below.
  const around = (from: number, to: number): boolean => {
    budget += comparisonsPerHit
    let firstFrom = from
    let firstTo = to
    for (let i = pivot - 1; i >= 0; i--) {
      if (firstFrom === 0) return true
      budget--
      firstTo = view.lineEnd(firstFrom - 1)
      firstFrom = view.lineStart(firstFrom - 1)
      if (!isLine(view, needle, i, firstFrom, firstTo)) return true
    }
    let lastFrom = from
    let lastTo = to
    for (let i = pivot + 1; i < keys.length; i++) {
      const next = view.afterTerminator(lastTo)
      if (next >= text.length) return true
      budget--
      lastFrom = next
      lastTo = view.lineEnd(next)
      if (!isLine(view, needle, i, lastFrom, lastTo)) return true
    }
    return report(placeStart(view, needle, firstFrom, firstTo), placeEnd(view, needle, lastFrom, lastTo))
  }

  if (key === "") {
    for (let from = 0; from < text.length;) {
      const to = view.lineEnd(from)
      if (isLine(view, needle, pivot, from, to) && !around(from, to)) return true
      if (budget < 0) return false
      from = view.afterTerminator(to)
    }
    return true
  }

  TextSearch.each(text, TextSearch.needle(key), 0, (hit) => {
    const end = hit + key.length
    // Inside a line there may be many hits: none may cost a walk to the ends of its line.
    if (inLine && !needle.terminated && !needle.endsInBlanks) return report(hit, end) ? hit + 1 : undefined
    if (inLine || isFreeFirst(needle, pivot)) {
      const to = lineEndAfter(view, needle, end)
      if (to === undefined) return hit + 1
      if (inLine) return report(hit, needle.terminated ? view.afterTerminator(to) : to) ? hit + 1 : undefined
    }
    if (isFreeLast(needle, pivot) && !startsLine(view, hit)) return hit + 1
    const from = view.lineStart(hit)
    const to = view.lineEnd(hit)
    const next = Math.max(end, view.afterTerminator(to))
    if (!isLine(view, needle, pivot, from, to)) return next
    if (!around(from, to)) return undefined
    if (budget >= 0) return next
    complete = false
    return undefined
  })
  return complete
}

/** Knuth–Morris–Pratt over numbered lines, for the lines that are compared whole; the edges are checked at each hit. */
const byNumbers = (
  view: SourceText.SourceText,
  needle: Needle,
  report: (start: number, end: number) => boolean
): void => {
  const { text } = view
  const last = needle.keys.length - 1
  const wholeFrom = isFreeFirst(needle, 0) ? 1 : 0
  const wholeTo = isFreeLast(needle, last) ? last : last + 1
  const numbers = new Map<string, number>()
  const wanted: Array<number> = []
  for (let i = wholeFrom; i < wholeTo; i++) {
    const key = needle.keys[i]!
    if (!numbers.has(key)) numbers.set(key, numbers.size)
    wanted.push(numbers.get(key)!)
  }
  const border = TextSearch.borders(wanted)
  let matched = 0
  for (let line = 1; line <= view.lineCount; line++) {
    const { end, start } = view.lineSpan(line)
    const from = keyStart(text, start, end, needle)
    const number = numbers.get(text.slice(from, keyEnd(text, from, end, needle)))
    while (matched > 0 && (matched === wanted.length || wanted[matched] !== number)) matched = border[matched - 1]!
    if (wanted[matched] === number) matched++
    if (matched < wanted.length) continue
    const firstLine = line - wanted.length + 1 - wholeFrom
    const lastLine = line + (last + 1 - wholeTo)
    if (firstLine < 1 || lastLine > view.lineCount) continue
    const first = view.lineSpan(firstLine)
    const end_ = view.lineSpan(lastLine)
    if (!isLine(view, needle, 0, first.start, first.end) || !isLine(view, needle, last, end_.start, end_.end)) continue
    if (!report(placeStart(view, needle, first.start, first.end), placeEnd(view, needle, end_.start, end_.end))) return
  }
}

const identity = (start: number, end: number): Region => ({ start, end, cutsUnit: false })

/** Folding keeps lines, so a folded offset is mapped by its line and its column there. */
const mapBack = (source: SourceText.SourceText, view: SourceText.SourceText, rule: Rule) => {
  let line = 0
  let folded: Fold.Folded = { text: "", starts: [], ends: [] }
  const foldLine = (wanted: number): Fold.Folded => {
    if (wanted !== line) {
      line = wanted
      folded = Fold.mapped(source.slice(source.lineSpan(wanted)))
    }
    return folded
  }
  return (start: number, end: number): Region => {
    const firstLine = view.lineAt(start)
    const lastLine = view.lineAt(end - 1)
    const first = source.lineSpan(firstLine)
    const terminated = end > view.lineSpan(lastLine).end
    const last = terminated ? source.fullLineSpan(lastLine) : source.lineSpan(lastLine)
    if (rule.edges === "whole") return { start: first.start, end: last.end, cutsUnit: false }
    const startColumn = start - view.lineSpan(firstLine).start
    const head = foldLine(firstLine)
    const rawStart = first.start + (head.starts[startColumn] ?? first.end - first.start)
    const startCuts = startColumn > 0 && head.starts[startColumn] === head.starts[startColumn - 1]
    if (terminated) return { start: rawStart, end: last.end, cutsUnit: startCuts }
    const endColumn = end - view.lineSpan(lastLine).start
    const tail = foldLine(lastLine)
    const endCuts = endColumn < tail.starts.length && tail.starts[endColumn] === tail.starts[endColumn - 1]
    return { start: rawStart, end: last.start + tail.ends[endColumn - 1]!, cutsUnit: startCuts || endCuts }
  }
}
