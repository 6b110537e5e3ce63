/**
 * The merge of a changed hunk, character by character: what old and new share keeps the file's characters.
 *
 * ```text
 *   old     Keep "draft" as is.        the model straightened the quotes
 *   file    Keep “draft” as is.
 *   new     Keep "draft" for now.      and changed two words
 *   result  Keep “draft” for now.
 * ```
 *
 * Old text and file are cut into *atoms*: the smallest pieces that are equal under `Fold` and end at a character boundary
 * on both sides. Old and new are aligned by tokens, line breaks included, and then by the common ends of what was
 * replaced. An atom whose old characters all survive, next to each other, gives the file's characters; everything else is
 * newText as it is.
 *
 * Three cautions:
 *
 * - a mark that survives alone, with no shared neighbour and no line edge beside it, is no evidence, nor is a dash that has
 *   become part of an operator;
 * - of a pair of quotes that stand for each other, both are the file's or none is;
 * - trailing blanks that only the file has stay, unless newText changes those of the line that it replaces.
 *
 * @since 0.1.0
 */
import * as Blank from "./Blank.ts"
import * as Fold from "./Fold.ts"
import * as Span from "./Span.ts"
import * as Survival from "./Survival.ts"

/**
 * A line of the merged hunk, without its terminator, and the 0-based index of the old line that it replaces, if any.
 *
 * @category models
 * @since 0.1.0
 */
export interface Line {
  readonly content: string
  readonly replaces: number | undefined
}

/**
 * Merges a hunk, given as lines without terminators. `old` and `file` correspond line by line. Returns one line for each
 * line of `fresh`, or `undefined` where the edit would change what `old` and `file` differ in by more than folds and
 * blanks at the ends of lines (the matcher has only assumed it), or where the hunk has more than four million units.
 *
 * **Details**
 *
 * Linear in the hunk but for the alignment of its tokens (Myers, capped) and the pairing of its lines (quadratic in the
 * lines of small hunks).
 *
 * **Example** (A quote that stays, a word that changes)
 *
 * ```ts
 * import { Merge } from "@kerf/core"
 *
 * Merge.hunk(['say "a"'], ["say “a”"], ['say "b"']) // => [{ content: "say “b”", replaces: 0 }]
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const hunk = (
  old: ReadonlyArray<string>,
  file: ReadonlyArray<string>,
  fresh: ReadonlyArray<string>
): ReadonlyArray<Line> | undefined => {
  const replaces = pair(old, fresh)
  if (old.every((line, i) => line === file[i])) {
    return fresh.map((content, i) => ({ content, replaces: replaces[i] }))
  }
  if (lengthOf(old) + lengthOf(file) + lengthOf(fresh) > lengthLimit) return undefined
  const atoms = cut(old, file)
  if (fresh.length === 0) return atoms.some(({ assumed }) => assumed) ? undefined : []
  // A line break on both ends makes every line edge a character like any other.
  const before = `\n${old.map(withoutTrail).join("\n")}\n`
  const after = `\n${fresh.map(withoutTrail).join("\n")}\n`
  const kept = Survival.make(before, after)
  const used = atoms.filter((atom) => survives(atom, before, after, kept))
  const isUsed = new Set(used)
  if (atoms.some((atom) => atom.assumed && !isUsed.has(atom))) return undefined
  const merged = emit(after, kept, withoutHalfPairs(atoms, used, before, after, kept))
    .slice(1, -1)
    .split("\n")
  return merged.map((content, i) => {
    const from = replaces[i]
    const trail = trailOf(fresh[i]!)
    const isKept = from !== undefined && trailOf(old[from]!) === trail
    return { content: content + (isKept ? trailOf(file[from]!) : trail), replaces: from }
  })
}

/** Hunks with more units than this are not merged. */
const lengthLimit = 4_000_000

const lengthOf = (lines: ReadonlyArray<string>): number => lines.reduce((sum, line) => sum + line.length, 0)

const withoutTrail = (line: string): string => line.slice(0, Blank.trimmedEnd(line, 0, line.length))

const trailOf = (line: string): string => line.slice(Blank.trimmedEnd(line, 0, line.length))

/** Hunks with more pairs of lines than this are paired by position. */
const pairLimit = 10_000

/** For each new line the old line that it replaces: in order, the most similar ones; by position where counts agree. */
const pair = (old: ReadonlyArray<string>, fresh: ReadonlyArray<string>): ReadonlyArray<number | undefined> => {
  if (old.length === fresh.length || old.length * fresh.length > pairLimit) {
    return fresh.map((_, i) => (i < old.length ? i : undefined))
  }
  const words = (line: string): ReadonlyArray<string> => line.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []
  const oldWords = old.map((line) => new Set(words(line)))
  const width = fresh.length + 1
  const best = new Float64Array((old.length + 1) * width)
  const similarity = (i: number, k: number): number => {
    const shared = words(fresh[k]!).filter((word) => oldWords[i]!.has(word)).length
    // Even lines with nothing in common are better paired than not.
    return 0.01 + shared / (oldWords[i]!.size + words(fresh[k]!).length + 1)
  }
  for (let i = old.length - 1; i >= 0; i--) {
    for (let k = fresh.length - 1; k >= 0; k--) {
      const paired = best[(i + 1) * width + k + 1]! + similarity(i, k)
      best[i * width + k] = Math.max(paired, best[(i + 1) * width + k]!, best[i * width + k + 1]!)
    }
  }
  const replaces: Array<number | undefined> = fresh.map(() => undefined)
  for (let i = 0, k = 0; i < old.length && k < fresh.length;) {
    const here = best[i * width + k]!
    if (here === best[(i + 1) * width + k + 1]! + similarity(i, k)) replaces[k++] = i++
    else if (here === best[(i + 1) * width + k]!) i++
    else k++
  }
  return replaces
}

/** A piece of the old hunk `[start, end)`, and what the file has there. Only pieces that differ are atoms. */
interface Atom {
  readonly start: number
  readonly end: number
  readonly old: string
  readonly file: string
  /** The file's line is not the old one up to folds: the edit must not touch it. */
  readonly assumed: boolean
}

const cut = (old: ReadonlyArray<string>, file: ReadonlyArray<string>): Array<Atom> => {
  const atoms: Array<Atom> = []
  let offset = 1
  for (const [i, line] of old.entries()) {
    const content = withoutTrail(line)
    cutLine(content, withoutTrail(file[i]!), offset, atoms)
    offset += content.length + 1
  }
  return atoms
}

const cutLine = (old: string, file: string, offset: number, atoms: Array<Atom>): void => {
  if (old === file) return
  const push = (start: number, end: number, text: string, assumed = false): void => {
    const part = old.slice(start, end)
    if (part !== text) atoms.push({ start: offset + start, end: offset + end, old: part, file: text, assumed })
  }
  const whole = cutFolded(old, file)
  if (whole !== undefined) {
    for (const [start, end, text] of whole) push(start, end, text)
    return
  }
  const oldStart = Blank.trimmedStart(old, 0, old.length)
  const fileStart = Blank.trimmedStart(file, 0, file.length)
  const core = cutFolded(old.slice(oldStart), file.slice(fileStart))
  if (core === undefined) {
    for (const [start, end, text] of cutTokens(old, file)) push(start, end, text, true)
    return
  }
  push(0, oldStart, file.slice(0, fileStart))
  for (const [start, end, text] of core) push(oldStart + start, oldStart + end, text)
}

/** Cuts two texts that fold to the same where both have a character boundary; `undefined` where they do not. */
const cutFolded = (old: string, file: string): Array<readonly [number, number, string]> | undefined => {
  const a = Fold.mapped(old)
  const b = Fold.mapped(file)
  if (a.text !== b.text) return undefined
  const pieces: Array<readonly [number, number, string]> = []
  let oldStart = 0
  let fileStart = 0
  for (let k = 0; k < a.text.length; k++) {
    const isLast = k + 1 === a.text.length
    const isBoundary = isLast || (a.starts[k + 1] !== a.starts[k] && b.starts[k + 1] !== b.starts[k])
    if (!isBoundary) continue
    // What folds to nothing goes with the character after it, at the end with the one before.
    const oldEnd = isLast ? old.length : a.ends[k]!
    const fileEnd = isLast ? file.length : b.ends[k]!
    // Most pieces are one equal unit, which is no piece worth making.
    const isEqual =
      oldEnd - oldStart === 1 && fileEnd - fileStart === 1 && old.charCodeAt(oldStart) === file.charCodeAt(fileStart)
    if (!isEqual) pieces.push([oldStart, oldEnd, file.slice(fileStart, fileEnd)])
    oldStart = oldEnd
    fileStart = fileEnd
  }
  if (a.text.length === 0) pieces.push([0, old.length, file])
  return pieces
}

/** Cuts two texts that differ by more than folds where their tokens do: what differs was forgiven by the matcher alone. */
const cutTokens = (old: string, file: string): Array<readonly [number, number, string]> => {
  const pieces: Array<readonly [number, number, string]> = []
  let at = 0
  for (const { _tag, items } of Survival.diffTokens(old, file)) {
    const text = items.join("")
    const last = pieces.at(-1)
    if (_tag === "Equal") at += text.length
    else if (_tag === "Delete") {
      pieces.push([at, at + text.length, ""])
      at += text.length
    } else if (last !== undefined && last[1] === at) pieces[pieces.length - 1] = [last[0], last[1], last[2] + text]
    else pieces.push([at, at, text])
  }
  return pieces
}

/** Whether an atom's old characters all survive, next to each other, and not as a lone mark or as part of another. */
const survives = (atom: Atom, before: string, after: string, kept: ReadonlyArray<Survival.Run>): boolean => {
  const run = Survival.runAt(kept, atom.start, atom.end)
  if (run === undefined) return false
  const hasLeft = run.oldStart < atom.start
  const hasRight = run.oldEnd > atom.end
  if (atom.old === "-") {
    // `-` in `-=` or `->` is another mark than the dash it was.
    const at = run.newStart + atom.start - run.oldStart
    if (!hasLeft && isOperator(after[at - 1]) && before[atom.start - 1] !== after[at - 1]) return false
    if (!hasRight && isOperator(after[at + 1]) && before[atom.end] !== after[at + 1]) return false
  }
  // What was only assumed is touched by a word that grows around it.
  if (atom.assumed) {
    const at = run.newStart + atom.start - run.oldStart
    const isOpen = (unit: string | undefined): boolean => unit !== undefined && Blank.hasWord(unit)
    if (!hasLeft && isOpen(after[at - 1])) return false
    if (!hasRight && isOpen(after[at + atom.end - atom.start])) return false
  }
  // Blanks that only the file has stay where both their neighbours do.
  return atom.start === atom.end ? hasLeft && hasRight : hasLeft || hasRight
}

const isOperator = (unit: string | undefined): boolean => unit !== undefined && "-+=<>*/|&!%^~".includes(unit)

/** Takes back the file's form of a quote whose partner does not survive, or that has another one between them now. */
const withoutHalfPairs = (
  atoms: ReadonlyArray<Atom>,
  used: ReadonlyArray<Atom>,
  before: string,
  after: string,
  kept: ReadonlyArray<Survival.Run>
): ReadonlyArray<Atom> => {
  const isUsed = new Set(used)
  const dropped = new Set<Atom>()
  for (const [open, close, plain] of ['“”"', "‘’'"]) {
    let opened: Atom | undefined
    for (const atom of atoms) {
      const marks = atom.old + atom.file
      if (marks.includes(open!)) opened = atom
      else if (opened !== undefined && marks.includes(close!)) {
        const [from, to] = [newSpan(opened, kept), newSpan(atom, kept)]
        const isWhole =
          isUsed.has(opened) &&
          isUsed.has(atom) &&
          countOf(plain!, before.slice(opened.end, atom.start)) === countOf(plain!, after.slice(from.end, to.start))
        if (!isWhole) dropped.add(opened).add(atom)
        opened = undefined
      }
    }
  }
  return dropped.size === 0 ? used : used.filter((atom) => !dropped.has(atom))
}

const countOf = (mark: string, text: string): number => Fold.text(text).split(mark).length - 1

/** Where an atom that survives is in the new hunk. */
const newSpan = ({ end, start }: Atom, kept: ReadonlyArray<Survival.Run>): Span.Span => {
  const run = Survival.runAt(kept, start, end)
  return run === undefined
    ? Span.make(0, 0)
    : Span.make(run.newStart + start - run.oldStart, run.newStart + end - run.oldStart)
}

const emit = (after: string, kept: ReadonlyArray<Survival.Run>, atoms: ReadonlyArray<Atom>): string => {
  let out = ""
  let at = 0
  let next = 0
  for (const { newStart, oldEnd, oldStart } of kept) {
    while (next < atoms.length && atoms[next]!.start < oldStart) next++
    for (; next < atoms.length && atoms[next]!.end <= oldEnd; next++) {
      const { end, file, start } = atoms[next]!
      out += after.slice(at, newStart + start - oldStart) + file
      at = newStart + end - oldStart
    }
  }
  return out + after.slice(at)
}
