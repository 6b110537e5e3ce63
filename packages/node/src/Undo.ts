/**
 * The edit that takes a report's edit back.
 *
 * A report holds what its edit replaced, and the digest of what it left. So an undo needs nothing else: if the file still
 * has that digest, its bytes before the edit are known, and the report's other digest proves them. It is planned like any
 * other edit, goes through the same transaction, and has a report of its own, which can be undone in turn.
 *
 * @since 0.1.0
 */
import * as EditFailure from "@kerf/core/EditFailure"
import * as Plan from "@kerf/core/Plan"
import * as RefusedReason from "@kerf/core/RefusedReason"
import * as SourceText from "@kerf/core/SourceText"
import * as Span from "@kerf/core/Span"
import * as Result from "effect/Result"
import * as FileBytes from "./FileBytes.ts"
import * as FileText from "./FileText.ts"
import type { Report } from "./Report.ts"

/**
 * Plans the undo of a report.
 *
 * **Details**
 *
 * `file` is the report's file as it is now, `undefined` if there is none. Fails with `Stale` where it is not what the
 * report's edit left, and with `Refused` where the report took nothing back, or does not lead to the bytes that it says
 * it had before. Hashes the file twice.
 *
 * @category constructors
 * @since 0.1.0
 */
export const plan = (
  report: Report,
  file: FileText.FileText | undefined
): Result.Result<Plan.Plan, EditFailure.Stale | EditFailure.Refused> => {
  const { digest, inverse, path, removed, status } = report
  const refuse = (reason: RefusedReason.RefusedReason) => Result.fail(EditFailure.refuseCall(reason))
  const wrong = (code: string, message: string) => refuse(RefusedReason.custom({ matcher: "undo", code, message }))
  if (status !== "applied") return wrong("nothing-to-undo", "The report is of an edit that wrote nothing.")
  const length = file?.bytes.length ?? 0

  if (removed) {
    if (file !== undefined) return refuse({ _tag: "exists", path })
    const created = Plan.create(inverse.map(({ text }) => text).join(""))
    return isSound(inverse, length) &&
      FileBytes.digest(FileText.splice(FileText.empty, created.changes).bytes) === digest.before
      ? Result.succeed(created)
      : wrong("wrong-report", wrongReport)
  }

  if (file === undefined) return Result.fail(new EditFailure.Stale({ path, reason: "deleted" }))
  if (FileBytes.digest(file.bytes) !== digest.after)
    return Result.fail(new EditFailure.Stale({ path, reason: "modified" }))
  if (!isSound(inverse, length)) return wrong("wrong-report", wrongReport)
  const changes = inverse.map(({ byteLength, byteOffset, text }, edit): Plan.Change => ({
    edit,
    matcher: "undo",
    span: Span.make(FileText.offsetAtByte(file, byteOffset), FileText.offsetAtByte(file, byteOffset + byteLength)),
    text
  }))
  const undone: Plan.Plan = { source: file.source, changes, creates: false, alreadyApplied: [], notes: [], trace: [] }
  if (report.created) {
    const isWhole = inverse.reduce((sum, { byteLength }) => sum + byteLength, 0) === length
    if (!isWhole || inverse.some(({ text }) => text !== "") || digest.before !== undefined) {
      return wrong("wrong-report", wrongReport)
    }
    // All of it goes: the byte-order mark too, which is in no span of a text that has one.
    const all = SourceText.make(file.source.toString(), { byteOrderMark: "data" })
    const change: Plan.Change = { edit: 0, matcher: "undo", span: Span.make(0, all.text.length), text: "" }
    return Result.succeed({ ...undone, source: all, changes: [change] })
  }
  return FileBytes.digest(FileText.splice(file, changes).bytes) === digest.before
    ? Result.succeed(undone)
    : wrong("wrong-report", wrongReport)
}

/** Whether ranges lie in the file, in order, and their texts are what a file can hold. A report may come from anywhere. */
const isSound = (inverse: Report["inverse"], length: number): boolean => {
  let end = 0
  return inverse.every(({ byteLength, byteOffset, text }) => {
    const isInside = byteOffset >= end && byteLength >= 0 && byteOffset + byteLength <= length
    end = byteOffset + byteLength
    return isInside && text.isWellFormed() && !text.includes("\0")
  })
}

const wrongReport =
  "Taking back what the report lists does not give the bytes that it had before. Send the report as it was returned."
