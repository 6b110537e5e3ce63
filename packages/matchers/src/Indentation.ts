/**
 * `indentation`: forgives one constant change of indentation.
 *
 * @since 0.1.0
 */
import * as Adaptation from "@kerf/core/Adaptation"
import * as Candidate from "@kerf/core/Candidate"
import * as Matcher from "@kerf/core/Matcher"
import * as Place from "@kerf/core/Place"
import * as Shift from "@kerf/core/Shift"
import type { SourceText } from "@kerf/core/SourceText"
import * as Span from "@kerf/core/Span"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as LinePairs from "./LinePairs.ts"

/**
 * Finds whole lines whose indentation is oldText's by one constant shift.
 *
 * **Details**
 *
 * Loose; besides, it forgives trailing blanks, the form of characters (`Fold`) and line endings. Every non-blank line
 * must give the same shift, and applying it to oldText's line must give the file's indentation byte for byte. Blank
 * lines match blank lines. A region whose bodies agree and whose shifts do not is found and refused
 * (`inconsistent-shift`), and counts. Linear in the text.
 *
 * One exemption, for an oldText whose first line has lost its indentation: if the other lines agree on an added shift,
 * and the file's first line starts with it and is indented further, the place begins after that line's indentation.
 *
 * ```text
 *   file     "\tif q {\n\t\tp()\n\t}\n"
 *   oldText  "if q {\n\tp()\n}"             one tab is added to every line
 *   span      ^^^^^^^^^^^^^^^^^^^^          whole lines, without the last terminator, as oldText has none
 * ```
 *
 * **Example** (One tab)
 *
 * ```ts
 * import { MatcherStack, Plan, SourceText } from "@kerf/core"
 * import { Indentation } from "@kerf/matchers"
 * import { Effect, Layer } from "effect"
 *
 * const stack = MatcherStack.layer(Indentation).pipe(Layer.provide(Indentation.layer))
 * const plan = Plan.make(SourceText.make("{\n\ta()\n\tb()\n}\n"), [{ oldText: "a()\nb()", newText: "a()\nc()" }])
 * Plan.apply(Effect.runSync(Effect.provide(plan, stack))) // => "{\n\ta()\n\tc()\n}\n"
 * ```
 *
 * @category matchers
 * @since 0.1.0
 */
export class Indentation extends Context.Service<Indentation, Matcher.Matcher>()("@kerf/matchers/Indentation") {
  static readonly layer: Layer.Layer<Indentation> = Layer.sync(Indentation, () =>
    Matcher.make({
      name: "indentation",
      loose: true,
      forgives: "a constant change of indentation",
      reach: (lines) => lines,
      find: (source, target, limit) =>
        LinePairs.find(
          source,
          target,
          limit,
          (region, pairs) => toCandidate(source, region, pairs),
          (region) => refused(region, Place.fromSpan(source, region), "the lines differ in more than their indentation")
        )
    })
  )
}

const toCandidate = (
  source: SourceText,
  region: Span.Span,
  pairs: ReadonlyArray<LinePairs.LinePair>
): Candidate.Candidate => {
  const [first, ...others] = pairs.map(shiftOf)
  if (first !== undefined && others.every((shift) => shift !== undefined && Shift.equals(shift, first))) {
    return Candidate.make(region, { adaptation: Adaptation.shift(first) })
  }
  return lostFirstLine(region, pairs, others) ?? inconsistent(source, region, pairs)
}

const shiftOf = ({ file, old }: LinePairs.LinePair): Shift.Shift | undefined => Shift.between(old, file)

const lostFirstLine = (
  region: Span.Span,
  [first]: ReadonlyArray<LinePairs.LinePair>,
  others: ReadonlyArray<Shift.Shift | undefined>
): Candidate.Candidate | undefined => {
  const shift = others[0]
  if (first === undefined || first.index !== 0 || first.old !== "") return undefined
  if (shift === undefined || !shift.add || Shift.isNone(shift)) return undefined
  if (!others.every((other) => other !== undefined && Shift.equals(other, shift))) return undefined
  if (!first.file.startsWith(shift.whitespace) || first.file.length === shift.whitespace.length) return undefined
  return Candidate.make(Span.make(region.start + first.file.length, region.end), {
    adaptation: Adaptation.shift(shift, { keepFirstLine: true })
  })
}

const inconsistent = (
  source: SourceText,
  region: Span.Span,
  pairs: ReadonlyArray<LinePairs.LinePair>
): Candidate.Candidate => {
  const describe = (pair: LinePairs.LinePair): string => {
    const shift = shiftOf(pair)
    if (shift === undefined) return `has ${JSON.stringify(pair.file)} where oldText has ${JSON.stringify(pair.old)}`
    return Shift.isNone(shift) ? "has oldText's" : `fits with ${Shift.describe(shift)}`
  }
  const first = pairs[0]!
  const firstShift = shiftOf(first)
  const other =
    pairs.find((pair) => {
      const shift = shiftOf(pair)
      return shift === undefined || firstShift === undefined || !Shift.equals(shift, firstShift)
    }) ?? first
  const place = Place.fromSpan(source, region)
  const detail =
    other === first
      ? `line ${source.lineAt(first.start)} ${describe(first)}`
      : `line ${source.lineAt(first.start)} ${describe(first)}, line ${source.lineAt(other.start)} ${describe(other)}`
  return refused(region, place, detail)
}

const refused = (region: Span.Span, place: Place.Place, detail: string): Candidate.Candidate =>
  Candidate.make(region, { refusal: { _tag: "inconsistent-shift", matcher: "indentation", place, detail } })
