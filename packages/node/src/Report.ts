/**
 * What an edit did, or would do: data that a model, a log or an undo can use.
 *
 * @since 0.1.0
 */
import * as Composition from "@kerf/core/Composition"
import * as Message from "@kerf/core/Message"
import * as Note from "@kerf/core/Note"
import * as Plan from "@kerf/core/Plan"
import type { SourceText } from "@kerf/core/SourceText"
import type { Span } from "@kerf/core/Span"
import * as UnifiedDiff from "@kerf/core/UnifiedDiff"
import * as Schema from "effect/Schema"
import type { ByteRange } from "./FileText.ts"
import * as Formatting from "./Formatting.ts"
import * as Printable from "./Printable.ts"

/** Lines, 1-based and inclusive. Where nothing stands, the line at which it would. */
const Lines = Schema.Struct({ line: Schema.Int, endLine: Schema.Int })

/**
 * The schema of a `Report`.
 *
 * **Details**
 *
 * - `status`: `dry-run` wrote nothing because it was asked to; `already-applied` because nothing was left to do.
 * - `path` is the file's real path; `created`: it did not exist; `removed`: it does not exist any more, since its creation
 *   was undone.
 * - `changes` are in the order of the text; `edit` is the 0-based index of the pair. `before` is missing where the file
 *   is created.
 * - `diff` is of the text, and applies with `git apply` in the working directory; `""` where nothing changes. Of a UTF-16
 *   file it is for reading: `git apply` refuses it and changes nothing, unless a `.gitattributes` says that the file (a
 *   little-endian one) is `working-tree-encoding=UTF-16LE-BOM`.
 * - `digest`: SHA-256 of the file's bytes, in lower-case hexadecimal; missing where there is no file.
 * - `formatted`: what a formatter made of the text that the edit made, before it was written; `diff` is from the one to the
 *   other. All else in the report is about the file as it is written.
 * - `inverse` takes the edit back: in the bytes that have the digest `after`, each range is replaced by `text`, in the
 *   file's encoding (see `Editor.undo`). `byteOffset` and `byteLength` count the file's own bytes, its mark included.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Report = Schema.Struct({
  status: Schema.Literals(["applied", "already-applied", "dry-run"]),
  path: Schema.String,
  created: Schema.Boolean,
  removed: Schema.Boolean,
  replacements: Schema.Int,
  changes: Schema.Array(
    Schema.Struct({
      edit: Schema.Int,
      matcher: Schema.String,
      before: Schema.optionalKey(Lines),
      after: Lines
    })
  ),
  notes: Schema.Array(Schema.Struct({ message: Schema.String, note: Note.Note })),
  diff: Schema.String,
  formatted: Schema.optionalKey(Schema.Struct({ by: Schema.String, diff: Schema.String })),
  digest: Schema.Struct({ before: Schema.optionalKey(Schema.String), after: Schema.optionalKey(Schema.String) }),
  inverse: Schema.Array(Schema.Struct({ byteOffset: Schema.Int, byteLength: Schema.Int, text: Schema.String }))
})

/**
 * What an edit did.
 *
 * @category models
 * @since 0.1.0
 */
export type Report = typeof Report.Type

/**
 * Creates the report of a plan. Linear in the text: the lines of the new one are counted.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (options: {
  readonly status: "applied" | "dry-run"
  readonly path: string
  /** The name that the diff gives the file. */
  readonly name: string
  readonly plan: Plan.Plan
  /** What a formatter made of the plan, if it made another text of it. */
  readonly formatting?: Formatting.Formatting | undefined
  /** Where the changes of what is written are. */
  readonly ranges: ReadonlyArray<ByteRange>
  readonly digest: Report["digest"]
  readonly removed?: boolean | undefined
}): Report => {
  const { formatting, plan, ranges, removed = false } = options
  const { changes, creates, source } = plan
  const written = formatting?.written ?? plan
  const inverse = Plan.inverse(written)
  const spans =
    formatting === undefined
      ? inverse.changes.map(({ span }) => span)
      : Composition.moved(
          Plan.inverse(plan).changes.map(({ span }) => span),
          formatting.changes
        )
  return {
    status: isDone(plan) && !removed ? "already-applied" : options.status,
    path: options.path,
    created: creates,
    removed,
    replacements: creates || removed ? 0 : changes.length,
    changes: changes.map(({ edit, matcher, span }, i) => ({
      edit,
      matcher,
      ...(creates ? {} : { before: linesOf(source, span) }),
      after: linesOf(inverse.source, spans[i]!)
    })),
    notes: plan.notes.map((note) => ({ message: Message.note(note), note })),
    diff: UnifiedDiff.make({ source, changes: written.changes, creates, removes: removed, path: options.name }),
    ...(formatting === undefined
      ? {}
      : { formatted: { by: formatting.by, diff: Formatting.diff(formatting, options.name) } }),
    digest: options.digest,
    inverse: inverse.changes.map(({ text }, i) => ({
      byteOffset: ranges[i]!.after.offset,
      byteLength: ranges[i]!.after.length,
      text
    }))
  }
}

/**
 * Whether a plan has nothing left to do, because all of it stands in the file already.
 *
 * @category operations
 * @since 0.1.0
 */
export const isDone = (plan: Plan.Plan): boolean => !plan.creates && plan.changes.length === 0

/**
 * Says a report in one line: `Replaced 2 places in a.ts: line 3, lines 7-9.`
 *
 * @category operations
 * @since 0.1.0
 */
export const summary = (self: Report): string => {
  const lines = self.changes.map(({ after }) => describe(after))
  const shown = lines.slice(0, 10).join(", ") + (lines.length > 10 ? `, and ${lines.length - 10} more` : "")
  if (self.removed) return `Removed ${Printable.line(self.path)}.`
  const places = `${self.replacements} ${self.replacements === 1 ? "place" : "places"}`
  const path = Printable.line(self.path)
  switch (self.status) {
    case "already-applied":
      return `${path} is as asked already; nothing was written.`
    case "dry-run":
      return self.created
        ? `Would create ${path}: ${shown}. Nothing was written.`
        : `Would replace ${places} in ${path}: ${shown}. Nothing was written.`
    case "applied":
      return self.created ? `Created ${path}: ${shown}.` : `Replaced ${places} in ${path}: ${shown}.`
  }
}

const linesOf = (source: SourceText, span: Span): typeof Lines.Type => ({
  line: source.lineAt(span.start),
  endLine: source.lineAt(Math.max(span.start, span.end - 1))
})

const describe = ({ endLine, line }: typeof Lines.Type): string =>
  line === endLine ? `line ${line}` : `lines ${line}-${endLine}`
