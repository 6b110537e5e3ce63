/**
 * Which frame newText is written in: the model's, as its oldText was, or the file's.
 *
 * A model that sent wrongly indented old text usually sends equally wrong new text; sometimes newText is already
 * right; sometimes it wraps or rewrites the block. Guessing here is the largest single source of wrong writes, so it is
 * proven by the lines that newText shares with oldText:
 *
 * ```text
 *   file          oldText      newText        shared with oldText   shared with the file   frame
 *   "    a = 1"   "a = 1"      "a = 1"        a = 1                 –                      the model's
 *   "    b = 2"   "b = 2"      "b = 3"
 *
 *   "    a = 1"   "a = 1"      "    a = 1"    –                     a = 1                  the file's
 *   "    b = 2"   "b = 2"      "    b = 3"
 *
 *   "    a = 1"   "a = 1"      "if c:"        –                     both                   refused: the file's
 *   "    b = 2"   "b = 2"      "    a = 1"                                                 lines, but "if c:"
 *                              "    b = 2"                                                 would leave the block
 * ```
 *
 * @since 0.1.0
 */
import * as Result from "effect/Result"
import * as Alignment from "./Alignment.ts"
import * as Blank from "./Blank.ts"
import type { RefusedReason } from "./RefusedReason.ts"
import * as Shift from "./Shift.ts"

/**
 * The frame of a new text.
 *
 * @category models
 * @since 0.1.0
 */
export type Frame = "model" | "file"

/**
 * Decides the frame of newText under a shift, or refuses (`frame`).
 *
 * **Details**
 *
 * All lines are given without terminators. `sent` is oldText as sent, `adapted` the same in the file's frame. A line of
 * newText that is shared with one of the two is evidence for it if it holds a letter or digit, is not blank, and is no
 * line of the other. Where neither side has such a line but both share some, the side that shares more wins.
 *
 * - Evidence for the model's frame alone: the model's, if no new line lacks whitespace that the shift removes, and the new
 *   lines do not have the file's outline: all carry its common indentation (an added shift), or have just that in common (a
 *   removed one); else refused.
 * - No evidence: the model's, if the new lines have exactly oldText's indentation in common and, for an added shift, not
 *   every new line carries the file's, nor every one after the first by more than a step (a tab, or eight spaces); else
 *   refused.
 * - Evidence for the file's alone: the file's, if every new line carries the file's common indentation (an added shift),
 *   or some line lacks oldText's (a removed one); else refused.
 * - Evidence for both, or a tie: refused.
 *
 * In either frame newText must begin with a line of the block, or at the indentation at which the block begins there.
 *
 * @category constructors
 * @since 0.1.0
 */
export const decide = (options: {
  readonly shift: Shift.Shift
  readonly sent: ReadonlyArray<string>
  readonly adapted: ReadonlyArray<string>
  readonly fresh: ReadonlyArray<string>
}): Result.Result<Frame, RefusedReason> => {
  const { adapted, fresh, sent, shift } = options
  const content = fresh.filter((line) => !Blank.isBlankLine(line))
  if (Shift.isNone(shift) || content.length === 0) return Result.succeed("model")
  const sentIndentation = commonIndentation(sent)
  const fileIndentation = commonIndentation(adapted)
  const everyCarries = (indentation: string) => content.every((line) => line.startsWith(indentation))

  // One line far left, such as the middle of a text, makes the common indentation say nothing: so the first line counts too.
  const beginsLike = (lines: ReadonlyArray<string>): boolean =>
    lines.includes(content[0]!) || firstIndentation(lines) === Blank.indentation(content[0]!)

  const balance = evidence(sent, adapted, fresh)
  if (balance.model && balance.file) {
    return refuse("newText shares lines with oldText as sent and with the file as it is indented")
  }
  if (balance.model) {
    // A block that is wrapped or unwrapped by just the shift looks like this in the file's frame: its outline is the file's.
    const isFileOutline = shift.add ? everyCarries(fileIndentation) : commonIndentation(fresh) === fileIndentation
    return !isFileOutline && beginsLike(sent) && content.every((line) => Shift.fits(shift, line))
      ? Result.succeed("model")
      : refuse("newText's unchanged lines are indented as in oldText, but its other lines are not")
  }
  if (balance.file) {
    return beginsLike(adapted) && (shift.add ? everyCarries(fileIndentation) : !everyCarries(sentIndentation))
      ? Result.succeed("file")
      : refuse("newText's unchanged lines are indented as in the file, but its other lines are not")
  }
  // With nothing shared, only a block whose outline is oldText's is taken for one in the model's frame. Where only the first
  // line is, and all others stand deep enough for the file's, it is the one line whose indentation was left out.
  const others = content.slice(1)
  const isFileBelow =
    others.length > 0 &&
    others.every((line) => line.startsWith(fileIndentation)) &&
    isMoreThanAStep(commonIndentation(others).slice(sentIndentation.length))
  return beginsLike(sent) &&
    commonIndentation(fresh) === sentIndentation &&
    !(shift.add && (everyCarries(fileIndentation) || isFileBelow))
    ? Result.succeed("model")
    : refuse("newText shares no line with oldText, so nothing tells how it is indented")
}

/**
 * Which of the two readings of newText its shared lines speak for: that it is in the model's frame, in the file's, both
 * (which is a contradiction, or a tie), or none.
 *
 * @category operations
 * @since 0.1.0
 */
export const evidence = (
  sent: ReadonlyArray<string>,
  adapted: ReadonlyArray<string>,
  fresh: ReadonlyArray<string>
): { readonly model: boolean; readonly file: boolean } => {
  // A line that is the same in both frames tells nothing.
  const isTelling = sent.map((line, i) => line !== adapted[i])
  const model = shared(sent, fresh, isTelling)
  const file = shared(adapted, fresh, isTelling)
  const onlyModel = without(model, adapted)
  const onlyFile = without(file, sent)
  if (onlyModel > 0 || onlyFile > 0) return { model: onlyModel > 0, file: onlyFile > 0 }
  return {
    model: model.length >= file.length && model.length > 0,
    file: file.length >= model.length && file.length > 0
  }
}

const refuse = (detail: string): Result.Result<never, RefusedReason> => Result.fail({ _tag: "frame", detail })

/** The telling lines, with a letter or digit in them, that an alignment of `old` with `fresh` keeps. */
const shared = (
  old: ReadonlyArray<string>,
  fresh: ReadonlyArray<string>,
  isTelling: ReadonlyArray<boolean>
): Array<string> =>
  Alignment.make(old, fresh)
    .filter(({ equal }) => equal)
    .flatMap(({ oldEnd, oldStart }) => old.slice(oldStart, oldEnd).filter((_, i) => isTelling[oldStart + i]))
    .filter(Blank.hasWord)

/** How many of these lines the other reading does not explain. */
const without = (lines: ReadonlyArray<string>, other: ReadonlyArray<string>): number => {
  const known = new Set(other)
  return lines.reduce((count, line) => (known.has(line) ? count : count + 1), 0)
}

/** Whether a line that stands so much deeper than the one before it is more than nested in it. */
const isMoreThanAStep = (deeper: string): boolean => deeper.length > (deeper.includes("\t") ? 1 : 8)

const firstIndentation = (lines: ReadonlyArray<string>): string | undefined => {
  const first = lines.find((line) => !Blank.isBlankLine(line))
  return first === undefined ? undefined : Blank.indentation(first)
}

const commonIndentation = (lines: ReadonlyArray<string>): string => {
  let common: string | undefined
  for (const line of lines) {
    if (Blank.isBlankLine(line)) continue
    const indentation = Blank.indentation(line)
    if (common === undefined) common = indentation
    else {
      let length = 0
      while (length < common.length && common[length] === indentation[length]) length++
      common = common.slice(0, length)
    }
  }
  return common ?? ""
}
