/**
 * Refuses text that a tool has cut.
 *
 * Tools that show files and output cut what is long, and say so in the text: `[truncated]`, `… 120 more lines`. A model
 * that copies what it saw copies the notice, and writes it into the file. A notice is refused where it is new: a line of
 * its own, or a count of what is missing at the end of one.
 *
 * Out of scope: notices inside quotes or code, which programs print and tests expect.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Guard from "./Guard.ts"
import * as Revision from "./Revision.ts"

/**
 * The guard `truncation-notice`.
 *
 * **Example** (What it takes for one)
 *
 * ```ts
 * import { TruncationNoticeGuard } from "@kerf/core"
 *
 * TruncationNoticeGuard.isNotice("… 120 more lines") // => true
 * TruncationNoticeGuard.isNotice('print("[truncated]")') // => false
 * ```
 *
 * @category guards
 * @since 0.1.0
 */
export class TruncationNoticeGuard extends Context.Service<TruncationNoticeGuard, Guard.Guard>()(
  "@kerf/core/TruncationNoticeGuard"
) {
  static readonly layer: Layer.Layer<TruncationNoticeGuard> = Layer.sync(TruncationNoticeGuard, () =>
    Guard.make({ name: "truncation-notice", review: ({ plan }) => review(Revision.make(plan)) })
  )

  /** Returns whether a line is, or ends in, what a tool puts in place of what it cut. */
  static readonly isNotice = (line: string): boolean => {
    const text = line.trim()
    return text.length <= 200 && whole.some((form) => form.test(text)) ? true : atEnd.test(text.slice(-80))
  }
}

const review = (revisions: ReadonlyArray<Revision.Revision>): ReadonlyArray<Guard.Finding> => {
  for (const { after, before, edit } of revisions) {
    const known = new Set(before.map((line) => line.trim()))
    const notice = after.find((line) => !known.has(line.trim()) && TruncationNoticeGuard.isNotice(line))
    if (notice === undefined) continue
    const text = notice.trim()
    const shown = text.length > 80 ? `…${text.slice(-80)}` : text
    const message =
      `newText holds ${JSON.stringify(shown)}, which a tool puts where it has cut its output. Read what was cut, ` +
      "and send the text without the notice."
    return [{ verdict: "refuse", code: "cut-output", message, edit }]
  }
  return []
}

const dots = String.raw`(?:\.{3,}|…)`
const count = String.raw`(?:≥ ?|at least |about )?\d[\d,._ ]*`
const unit = String.raw`(?:lines?|characters?|chars?|bytes?|tokens?|rows?|entries|KiB|KB|MiB|MB)`
const cut = String.raw`(?:truncated|omitted|elided|clipped|not shown|left out|cut(?: off| here)?|hidden|skipped)`
const subject = String.raw`(?:the )?(?:output|file|content|contents|result|results|response|text|message|remaining lines|rest)`

/** A line of its own. What is in brackets needs no ellipsis. */
const whole: ReadonlyArray<RegExp> = [
  String.raw`[[(<{]+ ?(?:${dots} ?)?(?:${subject} (?:was |is |has been )?)?(?:truncated|clipped)(?: ?(?:${dots}|(?:[:;,]| [-–—]) .{0,100}|due to .{0,100}|for .{0,60}|after .{0,60}|to .{0,60}|at .{0,60}))? ?[\])>}]+`,
  String.raw`(?:[[(<{]+ ?)?${dots} ?(?:\[|\()?(?:${subject} )?(?:truncated|clipped)(?:\]|\))?(?: ?${dots})?(?: ?[\])>}]+)?`,
  String.raw`(?:[[(<{]+ ?)?${dots} ?[[(]?(?:and )?${count} ?(?:more )?${unit}(?: more| left| remaining)?(?: (?:were |are )?${cut})?[\])]?(?: ?${dots})?(?: ?[\])>}]+)?`,
  String.raw`[[(<{]+ ?(?:${dots} ?)?${count} ?(?:more )?${unit} (?:were |are )?${cut}(?: ?${dots})? ?[\])>}]+`,
  String.raw`[[(<{]+ ?(?:${dots} ?)?truncated (?:${count} ?${unit}|lines ${count}(?:-\d+)?)(?: ?${dots})? ?[\])>}]+`
].map((form) => new RegExp(String.raw`^(?:${form})\.?$`, "iu"))

/** A count of what is missing, after an ellipsis, at the end of a line. */
const atEnd = new RegExp(
  String.raw`${dots} ?[[(]?\+?${count} ?(?:more )?(?:characters?|chars?|bytes?|tokens?)(?: more)?(?: (?:were |are )?${cut})?[\])]?$`,
  "iu"
)
