/**
 * `indent-style`: forgives tabs for spaces, and the reverse.
 *
 * @since 0.1.0
 */
import * as Adaptation from "@kerf/core/Adaptation"
import * as Blank from "@kerf/core/Blank"
import * as Candidate from "@kerf/core/Candidate"
import * as Matcher from "@kerf/core/Matcher"
import * as Place from "@kerf/core/Place"
import type { RefusedReason } from "@kerf/core/RefusedReason"
import * as Shift from "@kerf/core/Shift"
import * as SourceText from "@kerf/core/SourceText"
import type { Span } from "@kerf/core/Span"
import type { Target } from "@kerf/core/Target"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as LinePairs from "./LinePairs.ts"

/**
 * Finds whole lines whose indentation is oldText's in other characters, as one tab width explains.
 *
 * **Details**
 *
 * Loose; besides, it forgives trailing blanks, the form of characters and line endings. One tab width of 2, 3, 4 or 8
 * must explain every line: expanded at that width, oldText's indentation is the file's. A constant shift on top is
 * accepted only where the block shows two or more depths and exactly one width explains them. If several widths are left
 * and would indent newText differently, the place is refused (`indent-width`). A region that no width explains is found
 * and refused (`inconsistent-shift`). Linear in the text.
 *
 * A line of newText whose indentation is that of a line of oldText takes its counterpart's; any other is written in the
 * region's own characters, and refused (`indent-width`) where that cannot be done.
 *
 * ```text
 *   file     "\tif q {\n\t\tp()\n\t}\n"
 *   oldText  "    if q {\n        p()\n    }"       at tab width 4, the same columns
 * ```
 *
 * **Example** (Spaces into a file of tabs)
 *
 * ```ts
 * import { MatcherStack, Plan, SourceText } from "@kerf/core"
 * import { IndentStyle } from "@kerf/matchers"
 * import { Effect, Layer } from "effect"
 *
 * const stack = MatcherStack.layer(IndentStyle).pipe(Layer.provide(IndentStyle.layer))
 * const edit = { oldText: "if a:\n    go()", newText: "if a:\n    stop()" }
 * const plan = Plan.make(SourceText.make("if a:\n\tgo()\n"), [edit])
 * Plan.apply(Effect.runSync(Effect.provide(plan, stack))) // => "if a:\n\tstop()\n"
 * ```
 *
 * @category matchers
 * @since 0.1.0
 */
export class IndentStyle extends Context.Service<IndentStyle, Matcher.Matcher>()("@kerf/matchers/IndentStyle") {
  static readonly layer: Layer.Layer<IndentStyle> = Layer.sync(IndentStyle, () =>
    Matcher.make({
      name: "indent-style",
      loose: true,
      forgives: "tabs for spaces in the indentation, or the reverse",
      reach: (lines) => lines,
      find: (source, target, limit) =>
        LinePairs.find(
          source,
          target,
          limit,
          (region, pairs) => toCandidate(source, target, region, pairs),
          (region) => unexplained(region, Place.fromSpan(source, region))
        )
    })
  )
}

const widths = [2, 3, 4, 8]

const toCandidate = (
  source: SourceText.SourceText,
  target: Target,
  region: Span,
  pairs: ReadonlyArray<LinePairs.LinePair>
): Candidate.Candidate => {
  if (pairs.every(({ file, old }) => file === old)) return Candidate.make(region)
  const place = Place.fromSpan(source, region)
  const explained = explanations(pairs)
  const adaptations = explained.map((it) => ({ width: it.width, ...adapt(pairs, it, place, explained) }))
  const [first] = adaptations
  if (first === undefined) return unexplained(region, place)
  // Re-indenting the lines that the model has not changed must give the file's bytes.
  const proven = adaptations.filter(({ apply }) => {
    const adapted = Result.getOrUndefined(apply(target.oldText))
    const lines = adapted === undefined ? [] : SourceText.fragment(adapted).lines()
    return pairs.every(({ file, index }) => Blank.indentation(lines[index]?.content ?? "\n") === file)
  })
  const carriageReturn = target.new.carriageReturnEndsLine ? "terminator" : "data"
  const outcomes = new Set(proven.map(({ apply }) => Result.getOrUndefined(apply(target.newText, carriageReturn))))
  if (outcomes.size === 1) return Candidate.make(region, { adaptation: proven[0]! })
  const widths = proven.map(({ width }) => width).join(" and ")
  const detail =
    proven.length === 0 ? several(pairs) : `tab widths ${widths} explain it alike, but indent newText differently`
  return Candidate.make(region, { adaptation: proven[0] ?? first, refusal: refusal(place, detail) })
}

const unexplained = (region: Span, place: Place.Place): Candidate.Candidate => {
  const detail = "no tab width of 2, 3, 4 or 8 explains every line"
  return Candidate.make(region, { refusal: { _tag: "inconsistent-shift", matcher: "indent-style", place, detail } })
}

const refusal = (place: Place.Place, detail: string): RefusedReason => ({
  _tag: "indent-width",
  matcher: "indent-style",
  place,
  detail
})

/** Which indentation of oldText stands for which two of the file. */
const several = (pairs: ReadonlyArray<LinePairs.LinePair>): string => {
  const first = new Map<string, string>()
  for (const { file, old } of pairs) {
    const known = first.get(old)
    if (known === undefined) first.set(old, file)
    else if (known !== file) {
      return `oldText's indentation ${JSON.stringify(old)} stands for both ${JSON.stringify(known)} and ${JSON.stringify(file)}`
    }
  }
  return "one indentation of oldText stands for several of the file"
}

/** Why an indentation cannot be written: two tab widths make different columns of it, or the characters are not there. */
const unwritable = (
  indentation: string,
  width: number,
  explained: ReadonlyArray<Explanation>,
  pairs: ReadonlyArray<LinePairs.LinePair>
): string => {
  const shown = JSON.stringify(indentation)
  const here = columns(indentation, width)
  const other = explained.find((it) => columns(indentation, it.width) !== here)
  if (other !== undefined) {
    return (
      `tab widths ${width} and ${other.width} explain it alike, and make ${here} and ${columns(indentation, other.width)} ` +
      `columns of newText's indentation ${shown}`
    )
  }
  return pairs.some(({ file }) => file.includes(" "))
    ? `newText's indentation ${shown} cannot be written in the file's mixture of tabs and spaces`
    : `newText's indentation ${shown} is no whole number of the file's tabs, which are ${width} wide`
}

/** A tab width, and the columns that the file has in addition to oldText. */
interface Explanation {
  readonly width: number
  readonly shift: number
}

const explanations = (pairs: ReadonlyArray<LinePairs.LinePair>): ReadonlyArray<Explanation> => {
  const constant = widths.flatMap((width): Array<Explanation> => {
    const shifts = new Set(pairs.map(({ file, old }) => columns(file, width) - columns(old, width)))
    return shifts.size === 1 ? [{ width, shift: [...shifts][0]! }] : []
  })
  const unshifted = constant.filter(({ shift }) => shift === 0)
  if (unshifted.length > 0) return unshifted
  const depths = new Set(pairs.map(({ old }) => old)).size
  return depths >= 2 && constant.length === 1 ? constant : []
}

const columns = (indentation: string, width: number): number => {
  let column = 0
  for (const unit of indentation) column = unit === "\t" ? column - (column % width) + width : column + 1
  return column
}

const adapt = (
  pairs: ReadonlyArray<LinePairs.LinePair>,
  { shift, width }: Explanation,
  place: Place.Place,
  explained: ReadonlyArray<Explanation>
): Adaptation.Adaptation => {
  const write = writer(
    pairs.map(({ file }) => file),
    width
  )
  const known = new Map<string, string | undefined>()
  if (shift === 0) {
    // One indentation of oldText that stands for two of the file has no counterpart.
    for (const { file, old } of pairs) known.set(old, known.has(old) && known.get(old) !== file ? undefined : file)
  }
  const restyle: Adaptation.Apply = (text, carriageReturn) => {
    let out = ""
    for (const { content, terminator } of SourceText.fragment(text, carriageReturn).lines()) {
      const indentation = Blank.indentation(content)
      const written = Blank.isBlankLine(content)
        ? indentation
        : known.has(indentation)
          ? known.get(indentation)
          : write(columns(indentation, width))
      if (written === undefined) {
        return Result.fail(
          refusal(place, known.has(indentation) ? several(pairs) : unwritable(indentation, width, explained, pairs))
        )
      }
      out += written + content.slice(indentation.length) + terminator
    }
    return Result.succeed(out)
  }
  const describe = `indentation rewritten at tab width ${width}`
  const whitespace = write(Math.abs(shift))
  if (shift === 0 || whitespace === undefined) {
    return { describe, apply: shift === 0 ? restyle : () => Result.fail(refusal(place, "its shift is no whole tab")) }
  }
  const shifted = Adaptation.shift(shift > 0 ? Shift.add(whitespace) : Shift.remove(whitespace))
  return {
    ...shifted,
    describe: `${describe}, ${shifted.describe}`,
    base: restyle,
    apply: (text, carriageReturn) =>
      Result.flatMap(restyle(text, carriageReturn), (restyled) => shifted.apply(restyled, carriageReturn))
  }
}

/** Writes columns in the characters that the file's lines use; `undefined` where these cannot. */
const writer = (indentations: ReadonlyArray<string>, width: number): ((columns: number) => string | undefined) => {
  const used = indentations.join("")
  const hasTabs = used.includes("\t")
  const hasSpaces = used.includes(" ")
  const tabsFirst = new RegExp(`^\\t* {0,${width - 1}}$`)
  const isRegular = indentations.every((indentation) => tabsFirst.test(indentation))
  return (count) => {
    if (count === 0) return ""
    if (hasSpaces && !hasTabs) return " ".repeat(count)
    if (!hasTabs || !isRegular) return undefined
    const spaces = count % width
    return spaces > 0 && !hasSpaces ? undefined : "\t".repeat(Math.floor(count / width)) + " ".repeat(spaces)
  }
}
