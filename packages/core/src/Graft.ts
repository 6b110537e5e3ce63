/**
 * How newText enters the place that was found.
 *
 * Where the region is oldText byte for byte, newText is spliced in as sent. Everywhere else three texts meet – oldText
 * brought into the file's frame, the file's region, newText – and are merged line by line:
 *
 * ```text
 *   oldText         region          newText         result
 *   "a"             "  a\r\n"       "a"             "  a\r\n"     shared by old and new: the file's bytes
 *   "b"             "  b\r\n"       "c"             "  c\r\n"     changed: adapted, with the line's own terminator
 *                                   "d"             "  d\r\n"     inserted: adapted, with the region's terminator
 * ```
 *
 * Laws: bytes outside the span never change; a line that old and new share has the same bytes in the file afterwards;
 * grafting oldText onto itself is the identity; where the region is oldText, graft is splice.
 *
 * Inside a changed run, characters that old and new share keep the file's as well (`Merge`).
 *
 * A refusal here is final: a looser matcher must not guess what a tighter one refused.
 *
 * @since 0.1.0
 */
import * as Result from "effect/Result"
import * as Alignment from "./Alignment.ts"
import * as Blank from "./Blank.ts"
import type { Candidate } from "./Candidate.ts"
import * as Fold from "./Fold.ts"
import * as Frame from "./Frame.ts"
import * as Merge from "./Merge.ts"
import type { Note } from "./Note.ts"
import type { RefusedReason } from "./RefusedReason.ts"
import * as Shift from "./Shift.ts"
import * as SourceText from "./SourceText.ts"
import type { Target } from "./Target.ts"

/**
 * What happens to the line endings of newText.
 *
 * **Details**
 *
 * `file`: they become the file's where its terminators are all alike. `verbatim`: they are written as sent.
 *
 * @category models
 * @since 0.1.0
 */
export type LineEndings = "file" | "verbatim"

/**
 * The text that replaces a candidate's span.
 *
 * @category models
 * @since 0.1.0
 */
export interface Graft {
  readonly text: string
  readonly notes: ReadonlyArray<Note>
  /** The frame that newText was taken for, where a shift made that a question. */
  readonly frame?: Frame.Frame
  /** What became of each line of newText in the merge; absent where it was spliced in as sent. */
  readonly written?: ReadonlyArray<Written>
}

/**
 * What became of one line of newText: what is written for it, without its terminator, the 0-based line of the region in
 * whose place it is written, if any, and whether it keeps that line's characters.
 *
 * @category models
 * @since 0.1.0
 */
export interface Written {
  readonly content: string
  readonly line: number | undefined
  readonly keeps: "all" | "some" | "none"
}

/**
 * Grafts newText onto a candidate.
 *
 * **Details**
 *
 * Line endings of what is inserted, unless `verbatim`: in a file whose terminators are all alike, line feeds that are
 * spliced become that terminator (a CRLF sent into an LF file is written and noted), and after a merge every terminator
 * is the file's. In a mixed file a splice is written as sent; a merge keeps each line's own terminator, and inserted
 * lines take the region's dominant one. A file without terminators takes newText as sent.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (options: {
  readonly source: SourceText.SourceText
  readonly target: Target
  readonly candidate: Candidate
  /** 0-based index of the pair, for notes. */
  readonly edit: number
  readonly lineEndings: LineEndings
}): Result.Result<Graft, RefusedReason> => {
  const { candidate, edit, source, target } = options
  const region = source.slice(candidate.span)
  const notes: Array<Note> = []
  const grafted: Result.Result<Omit<Graft, "notes">, RefusedReason> = region === target.oldText
    ? Result.succeed({ text: splice(source, target.newText, options.lineEndings, edit, notes) })
    : merge(source, target, candidate, region, options.lineEndings)
  if (region !== target.oldText && options.lineEndings === "verbatim") noteKept(source, target.newText, edit, notes)
  return Result.map(grafted, (made) => {
    notePosition(source, target, candidate, made.text, edit, notes)
    return { ...made, notes }
  })
}

const bareLineFeed = /(?<!\r)\n/

const splice = (
  source: SourceText.SourceText,
  newText: string,
  lineEndings: LineEndings,
  edit: number,
  notes: Array<Note>
): string => {
  if (!newText.includes("\n") || source.terminator === undefined || !source.uniform) return newText
  const file = source.terminator
  if (lineEndings === "file" && file !== "\n" && bareLineFeed.test(newText)) {
    notes.push({ _tag: "line-endings", edit, action: "converted", sent: "\n", file })
    return newText.replaceAll(new RegExp(bareLineFeed, "g"), file)
  }
  noteKept(source, newText, edit, notes)
  return newText
}

/** Notes the terminators that are written as sent into a file that has only others. */
const noteKept = (source: SourceText.SourceText, newText: string, edit: number, notes: Array<Note>): void => {
  const file = source.terminator
  if (file === undefined || !source.uniform) return
  const note = (sent: SourceText.Terminator): void => {
    notes.push({ _tag: "line-endings", edit, action: "kept", sent, file })
  }
  if (file !== "\n" && bareLineFeed.test(newText)) note("\n")
  if (file !== "\r\n" && newText.includes("\r\n")) note("\r\n")
}

const merge = (
  source: SourceText.SourceText,
  target: Target,
  candidate: Candidate,
  region: string,
  lineEndings: LineEndings
): Result.Result<Omit<Graft, "notes">, RefusedReason> =>
  Result.gen(function* () {
    const { adaptation } = candidate
    const adapted = SourceText.fragment(yield* adaptation.apply(target.oldText))
    const old = adapted.lines()
    const carriageReturn = newCarriageReturn(source, target, adapted)
    const { frame, text } = yield* intoFileFrame(target, candidate, carriageReturn)
    const fresh = SourceText.fragment(text, carriageReturn).lines()
    const file = regionLines(source, region, old)
    const inserted = terminatorOf(source, file, lineEndings)
    // A terminator that the end of the file lacks is not taken from oldText, and not given by newText.
    const dropLast = old.at(-1)?.terminator !== "" && file.at(-1)?.terminator === ""

    let out = ""
    const written: Array<Written> = []
    const done = (): Omit<Graft, "notes"> => ({ text: out, written, ...(frame === undefined ? undefined : { frame }) })
    const emit = (newLine: number, content: string, line: number | undefined, isShared: boolean): void => {
      const { content: sent, terminator } = fresh[newLine]!
      const own = line === undefined ? undefined : file[line]
      const keeps = isShared ? "all" : own === undefined || content === sent ? "none" : "some"
      written[newLine] = { content, line, keeps }
      out += content
      if (terminator === "" || (dropLast && newLine === fresh.length - 1)) return
      const ownTerminator = own?.terminator ?? ""
      if (ownTerminator !== "" && (isShared || lineEndings === "file")) out += ownTerminator
      else out += inserted ?? terminator
    }

    const lineOf = candidate.alignment ?? (old.length === file.length ? old.map((_, i) => i) : undefined)
    if (lineOf === undefined) {
      for (const [i, { content }] of fresh.entries()) emit(i, content, undefined, false)
      return done()
    }
    const occursAlike = candidate.alignment === undefined ? () => true : occurrences(old, file)
    // The next line of the region that has not been passed.
    let at = 0
    const passTo = (line: number): void => {
      for (; at < line; at++) out += file[at]!.content + file[at]!.terminator
    }
    for (const run of Alignment.make(contents(old), contents(fresh))) {
      if (run.equal) {
        for (let i = run.oldStart; i < run.oldEnd; i++) {
          const line = lineOf[i]
          // A line that was only assumed to be here is left out, and what the file has instead is passed.
          if (line === undefined) continue
          passTo(line)
          emit(run.newStart + i - run.oldStart, file[line]!.content, line, true)
          at = line + 1
        }
        continue
      }
      if (!occursAlike(run)) return yield* Result.fail(assumed)
      const own = file.slice(at, yield* endOfRun(lineOf, run, at, file.length))
      const changed = contents(fresh.slice(run.newStart, run.newEnd))
      const merged = Merge.hunk(contents(old.slice(run.oldStart, run.oldEnd)), contents(own), changed)
      if (merged === undefined) return yield* Result.fail(assumed)
      for (const [i, { content, replaces }] of merged.entries()) {
        emit(run.newStart + i, content, replaces === undefined ? undefined : at + replaces, false)
      }
      at += own.length
    }
    passTo(file.length)
    return done()
  })

/** In newText a lone CR ends a line only where it does in the file or in oldText. */
const newCarriageReturn = (
  source: SourceText.SourceText,
  target: Target,
  old: SourceText.SourceText
): SourceText.CarriageReturn =>
  target.new.carriageReturnEndsLine || old.carriageReturnEndsLine || source.carriageReturnEndsLine
    ? "terminator"
    : "data"

/** newText in the file's frame, once it is proven which frame it was written in. */
const intoFileFrame = (
  target: Target,
  { adaptation }: Candidate,
  carriageReturn: SourceText.CarriageReturn
): Result.Result<{ readonly text: string; readonly frame?: Frame.Frame }, RefusedReason> =>
  Result.gen(function* () {
    const { base, keepsFirstLine, shift } = adaptation
    if (shift === undefined) return { text: yield* adaptation.apply(target.newText, carriageReturn) }
    const sent = base === undefined ? target.oldText : yield* base(target.oldText)
    const fresh = base === undefined ? target.newText : yield* base(target.newText, carriageReturn)
    const sentLines = contents(SourceText.fragment(sent).lines())
    const freshLines = contents(SourceText.fragment(fresh, carriageReturn).lines())
    if (keepsFirstLine === true && !firstStaysFirst(sentLines, freshLines)) return yield* Result.fail(otherFirstLine)
    const from = keepsFirstLine === true ? 1 : 0
    const frame = yield* Frame.decide({
      shift,
      sent: sentLines.slice(from),
      adapted: contents(SourceText.fragment(yield* adaptation.apply(target.oldText)).lines()).slice(from),
      fresh: freshLines.slice(from)
    })
    // A first line that is kept must not be indented, whichever frame the others are in: applying says so.
    const adapted = yield* adaptation.apply(target.newText, carriageReturn)
    const text = frame === "file" ? fresh : adapted
    return Shift.isNone(shift) ? { text } : { text, frame }
  })

/** Whether newText begins with oldText's first line or with what replaces it: only that line has lost its indentation. */
const firstStaysFirst = (sent: ReadonlyArray<string>, fresh: ReadonlyArray<string>): boolean => {
  const [run] = Alignment.make(sent, fresh)
  return run !== undefined && run.oldEnd > 0 && run.newEnd > 0
}

const otherFirstLine: RefusedReason = {
  _tag: "frame",
  detail: "oldText's first line has lost its indentation, and newText begins with another line"
}

/**
 * The end of the lines `[at, end)` of the region that a changed run replaces. The run's lines, and the lines kept next to
 * it, must be known and stand one after the other in the file; else the edit touches what was only assumed.
 */
const endOfRun = (
  lineOf: ReadonlyArray<number | undefined>,
  run: Alignment.Run,
  at: number,
  fileLength: number
): Result.Result<number, RefusedReason> => {
  for (let i = run.oldStart - 1; i <= run.oldEnd; i++) {
    const line = i < 0 ? -1 : i === lineOf.length ? fileLength : lineOf[i]
    if (line !== at + i - run.oldStart) return Result.fail(assumed)
  }
  return Result.succeed(at + run.oldEnd - run.oldStart)
}

/** Returns the check whether the lines of a run, and those kept next to it, occur in the region as often as in oldText. */
const occurrences = (
  old: ReadonlyArray<SourceText.Line>,
  file: ReadonlyArray<SourceText.Line>
): ((run: Alignment.Run) => boolean) => {
  const key = ({ content }: SourceText.Line): string => Fold.text(content).trim()
  const surplus = new Map<string, number>()
  for (const line of old) surplus.set(key(line), (surplus.get(key(line)) ?? 0) + 1)
  for (const line of file) surplus.set(key(line), (surplus.get(key(line)) ?? 0) - 1)
  return (run) => old.slice(Math.max(0, run.oldStart - 1), run.oldEnd + 1).every((line) => surplus.get(key(line)) === 0)
}

const assumed: RefusedReason = {
  _tag: "conflict",
  detail: "the edit touches lines that the file does not have as oldText has them"
}

/** What inserted lines end in; `undefined`: in what was sent. */
const terminatorOf = (
  source: SourceText.SourceText,
  region: ReadonlyArray<SourceText.Line>,
  lineEndings: LineEndings
): SourceText.Terminator | undefined => {
  if (lineEndings === "verbatim" || source.terminator === undefined) return undefined
  if (source.uniform) return source.terminator
  const counts = new Map<SourceText.Terminator, number>()
  for (const { terminator } of region) {
    if (terminator !== "") counts.set(terminator, (counts.get(terminator) ?? 0) + 1)
  }
  // Ties go to the file's dominant terminator, then to the first seen.
  let best: SourceText.Terminator = source.terminator
  for (const [terminator, count] of counts) {
    if (count > (counts.get(best) ?? 0)) best = terminator
  }
  return best
}

/** The lines of the region. One that ends in a terminator may have one more, empty, that stands for oldText's blank last. */
const regionLines = (
  source: SourceText.SourceText,
  region: string,
  old: ReadonlyArray<SourceText.Line>
): ReadonlyArray<SourceText.Line> => {
  const lines = splitAs(source, region)
  return old.at(-1)?.terminator === "" && lines.at(-1)?.terminator !== "" && lines.length === old.length - 1
    ? [...lines, { start: region.length, content: "", terminator: "" }]
    : lines
}

/** Splits a text by the line model of another. */
const splitAs = (model: SourceText.SourceText, text: string): ReadonlyArray<SourceText.Line> =>
  SourceText.fragment(text, model.carriageReturnEndsLine ? "terminator" : "data").lines()

const contents = (lines: ReadonlyArray<SourceText.Line>): Array<string> => lines.map(({ content }) => content)

/** Notes on where the text stands: lines glued together, and lines left of the one in which the place begins. */
const notePosition = (
  source: SourceText.SourceText,
  target: Target,
  { adaptation, span }: Candidate,
  text: string,
  edit: number,
  notes: Array<Note>
): void => {
  const wasTerminated = (): boolean => {
    const old = Result.getOrElse(adaptation.apply(target.oldText), () => target.oldText)
    return SourceText.fragment(old).terminated
  }
  const last = source.text.charCodeAt(span.end - 1)
  const endsLine = last === 0x0a || (last === 0x0d && source.carriageReturnEndsLine)
  if (
    endsLine &&
    text !== "" &&
    splitAs(source, text).at(-1)?.terminator === "" &&
    span.end < source.text.length &&
    wasTerminated()
  ) {
    notes.push({ _tag: "joined-lines", edit, line: source.lineAt(span.start) + splitAs(source, text).length - 1 })
  }
  const [first] = target.new.lines()
  const startsLine = span.start === 0 || source.afterTerminator(span.start - 1) === span.start
  if (!startsLine && target.old.lineSpan(1).end === 0 && first !== undefined && first.content !== "") {
    notes.push({ _tag: "joined-lines", edit, line: source.lineAt(span.start) })
  }
  // A line may hold many places: only the blanks before each are looked at.
  const from = Blank.trimmedEnd(source.text, 0, span.start)
  const indentation = source.text.slice(from, span.start)
  const isIndentation = from === 0 || source.afterTerminator(from - 1) === from
  if (indentation === "" || !isIndentation || Blank.indentation(indentation) !== indentation) return
  const later = splitAs(source, text).slice(1)
  const jump = later.findIndex(({ content }) => !Blank.isBlankLine(content) && !content.startsWith(indentation))
  const line = source.lineAt(span.start)
  if (jump !== -1) notes.push({ _tag: "indentation-jump", edit, line: line + jump + 1, to: "left" })
  else if (later.length > 0 && Blank.indentation(text) !== "") {
    notes.push({ _tag: "indentation-jump", edit, line, to: "right" })
  }
}
