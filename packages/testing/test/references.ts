// Matchers that obey every law, in the plainest way: no index, no folding trick, every line compared with every other.
// The mutants are these with one thing wrong, so that what breaks is what was changed.
import { Adaptation, Blank, Candidate, Fold, Matcher, Shift, type SourceText, Span } from "@kerf/core"
import type { MatcherLaws } from "@kerf/testing"

/** Not loose: oldText, unit by unit. */
export const exact = Matcher.make({
  name: "reference-exact",
  loose: false,
  forgives: "nothing",
  reach: (lines) => lines,
  find: (source, { oldText }, limit) => {
    const found: Array<Candidate.Candidate> = []
    for (let at = 0; at + oldText.length <= source.text.length && found.length < limit; at++) {
      const end = at + oldText.length
      if (!source.text.startsWith(oldText, at) || !source.isBoundary(at) || !source.isBoundary(end)) continue
      found.push(Candidate.make(Span.make(at, end)))
    }
    return found
  }
})

/** Loose: whole lines, one shift, trailing blanks, terminators, the form of characters. */
export const shifted = Matcher.make({
  name: "reference-shifted",
  loose: true,
  forgives: "one shift of indentation",
  reach: (lines) => lines,
  find: (source, { blank, old }, limit) => {
    if (blank) return []
    const wanted = old.lines()
    const found: Array<Candidate.Candidate> = []
    for (let first = 1; first + wanted.length - 1 <= source.lineCount && found.length < limit; first++) {
      const shift = shiftBetween(
        wanted.map(({ content }) => content),
        wanted.map((_, i) => source.slice(source.lineSpan(first + i)))
      )
      if (shift === undefined) continue
      const span = linesSpan(source, first, first + wanted.length - 1, old.terminated)
      found.push(Candidate.make(span, { adaptation: Adaptation.shift(shift) }))
    }
    return found
  }
})

const linesSpan = (source: SourceText.SourceText, first: number, last: number, terminated: boolean): Span.Span =>
  Span.make(source.fullLineSpan(first).start, terminated ? source.fullLineSpan(last).end : source.lineSpan(last).end)

/** The one shift that makes these lines of oldText those of the file; `undefined` where none does. */
const shiftBetween = (old: ReadonlyArray<string>, file: ReadonlyArray<string>): Shift.Shift | undefined => {
  let shift: Shift.Shift | undefined
  for (const [i, content] of old.entries()) {
    const there = file[i]!
    if (form(content) !== form(there)) return undefined
    if (Blank.isBlankLine(content)) continue
    const found = Shift.between(Blank.indentation(content), Blank.indentation(there))
    if (found === undefined || (shift !== undefined && !Shift.equals(shift, found))) return undefined
    shift = found
  }
  return shift
}

const form = (line: string): string => {
  const folded = Fold.text(line.slice(Blank.indentation(line).length))
  return folded.slice(0, Blank.trimmedEnd(folded, 0, folded.length))
}

/** Not loose: oldText up to the form of terminators, as whole lines. */
export const lines = Matcher.make({
  name: "reference-lines",
  loose: false,
  forgives: "the form of terminators",
  reach: (count) => count,
  find: (source, { old }, limit) => {
    const wanted = old.lines()
    const found: Array<Candidate.Candidate> = []
    for (let first = 1; first + wanted.length - 1 <= source.lineCount && found.length < limit; first++) {
      if (!wanted.every(({ content }, i) => source.slice(source.lineSpan(first + i)) === content)) continue
      const span = linesSpan(source, first, first + wanted.length - 1, old.terminated)
      if (span.start < span.end) found.push(Candidate.make(span))
    }
    return found
  }
})

/** What `shifted` claims. */
export const forgives: NonNullable<MatcherLaws.Manifest["forgives"]> = {
  terminators: true,
  finalTerminator: true,
  trailingBlanks: true,
  indentation: true,
  characters: true
}
