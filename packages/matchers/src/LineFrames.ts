/**
 * The adaptation of lines that are each indented differently from the file: line by line, each new line by the line of
 * oldText that it stands for or next to.
 *
 * @since 0.1.0
 */
import type * as Adaptation from "@kerf/core/Adaptation"
import * as Alignment from "@kerf/core/Alignment"
import * as Blank from "@kerf/core/Blank"
import * as Frame from "@kerf/core/Frame"
import type { RefusedReason } from "@kerf/core/RefusedReason"
import * as Shift from "@kerf/core/Shift"
import * as SourceText from "@kerf/core/SourceText"
import * as Result from "effect/Result"

/**
 * Creates the adaptation. `file` gives the file's line for each line of `old`, without terminators, or `undefined` where
 * there is none.
 *
 * **Details**
 *
 * A line that newText shares with oldText takes the file's blanks. A changed or inserted line takes the difference in
 * indentation of the line that it replaces, or of its neighbours; if these differ, or that is no shift, or the line lacks
 * what it removes, it is refused (`conflict`). Which frame newText is in is proven as for a shift, and refused (`frame`) where
 * nothing tells.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (old: SourceText.SourceText, file: ReadonlyArray<string | undefined>): Adaptation.Adaptation => {
  const sent = old.lines().map(({ content }) => content)
  const adapted = sent.map((line, i) => withLead(line, file[i]))
  return {
    describe: adapted.every((line, i) => line === sent[i]) ? "" : "indented line by line as the file is",
    apply: (text, carriageReturn) => {
      const lines = SourceText.fragment(text, carriageReturn).lines()
      const fresh = lines.map(({ content }) => content)
      return Result.map(place(sent, adapted, fresh), (contents) =>
        contents.map((content, i) => content + lines[i]!.terminator).join("")
      )
    }
  }
}

/** The line with the blanks that the file's line begins with. */
const withLead = (line: string, file: string | undefined): string =>
  file === undefined || Blank.isBlankLine(line) ? line : leadOf(file) + line.slice(leadOf(line).length)

const leadOf = (line: string): string => line.slice(0, Blank.trimmedStart(line, 0, line.length))

const place = (
  sent: ReadonlyArray<string>,
  adapted: ReadonlyArray<string>,
  fresh: ReadonlyArray<string>
): Result.Result<ReadonlyArray<string>, RefusedReason> => {
  if (adapted.every((line, i) => line === sent[i])) return Result.succeed(fresh)
  const content = fresh.filter((line) => !Blank.isBlankLine(line))
  const evidence = Frame.evidence(sent, adapted, fresh)
  const isExplainedBy = (lines: ReadonlyArray<string>): boolean => {
    const leads = new Set(lines.map(leadOf))
    return content.every((line) => leads.has(leadOf(line)))
  }
  if (evidence.file) {
    return evidence.model || !isExplainedBy(adapted)
      ? fail("frame", "newText's lines are indented partly as in oldText and partly as in the file")
      : Result.succeed(fresh)
  }
  if (!evidence.model && (!isExplainedBy(sent) || isExplainedBy(adapted))) {
    return fail("frame", "newText shares no line with oldText, so nothing tells how it is indented")
  }
  const out: Array<string> = []
  for (const run of Alignment.make(sent, fresh)) {
    for (let i = run.newStart; i < run.newEnd; i++) {
      const counterpart = run.oldStart + i - run.newStart
      if (run.equal) {
        out.push(adapted[counterpart]!)
        continue
      }
      // An inserted line stands between two neighbours: both must say the same.
      const near = counterpart < run.oldEnd ? [counterpart] : [run.oldEnd - 1, run.oldEnd].filter((n) => n in sent)
      const moved = new Set(near.map((n) => move(fresh[i]!, sent[n]!, adapted[n]!)))
      const [line] = moved
      if (moved.size !== 1 || line === undefined) {
        return fail("conflict", "a changed line cannot be indented like its neighbours in the file")
      }
      out.push(line)
    }
  }
  return Result.succeed(out)
}

const move = (line: string, sent: string, adapted: string): string | undefined => {
  if (Blank.isBlankLine(line)) return line
  const lead = leadOf(line)
  if (lead === leadOf(sent)) return leadOf(adapted) + line.slice(lead.length)
  const shift = Shift.between(leadOf(sent), leadOf(adapted))
  return shift === undefined || !Shift.fits(shift, line) ? undefined : Shift.applyLine(shift, line)
}

const fail = (tag: "frame" | "conflict", detail: string): Result.Result<never, RefusedReason> =>
  Result.fail({ _tag: tag, detail })
