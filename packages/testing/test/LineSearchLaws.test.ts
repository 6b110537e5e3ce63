import { Blank, Fold, LineSearch, SourceText } from "@kerf/core"
import { Arbitraries, Law, LawTest } from "@kerf/testing"
import * as fc from "fast-check"

type Subject = typeof LineSearch.find

/** A line of the file as it is compared, with the way back to the file's offsets. */
interface View {
  readonly start: number
  readonly end: number
  readonly fullEnd: number
  readonly folded: Fold.Folded
}

const cut = (text: string, rule: LineSearch.Rule): readonly [number, number] => {
  const start =
    rule.lead === "nothing"
      ? 0
      : rule.lead === "indentation"
        ? Blank.indentationEnd(text, 0, text.length)
        : Blank.trimmedStart(text, 0, text.length)
  return [start, rule.trail === "nothing" ? text.length : Blank.trimmedEnd(text, start, text.length)]
}

const mapped = (text: string, rule: LineSearch.Rule): Fold.Folded =>
  rule.fold
    ? Fold.mapped(text)
    : {
        text,
        starts: Array.from({ length: text.length }, (_, i) => i),
        ends: Array.from({ length: text.length }, (_, i) => i + 1)
      }

/** The plainest search: every line with every line, and every edge of the first and the last. */
const naive: Subject = (source, old, rule, limit) => {
  const oldLines = old.lines().map(({ content }) => mapped(content, rule).text)
  const keys = oldLines.map((line) => line.slice(...cut(line, rule)))
  const last = keys.length - 1
  const cutsNothing = rule.lead === "nothing" && rule.trail === "nothing"
  if (keys.length === 0 || (keys.every((key) => key === "") && !cutsNothing)) return []
  const endsInBlanks = !old.terminated && cut(oldLines[last]!, rule)[1] < oldLines[last]!.length
  const lines = Array.from({ length: source.lineCount }, (_, i): View => {
    const { end, start } = source.lineSpan(i + 1)
    const raw = source.text.slice(start, end)
    return { start, end, fullEnd: source.fullLineSpan(i + 1).end, folded: mapped(raw, rule) }
  })
  const found: Array<LineSearch.Region> = []
  for (let first = 0; first + last < lines.length; first++) {
    const window = lines.slice(first, first + keys.length)
    // Every column of the first line at which a place may begin, and of the last at which it may end.
    const [head, tail] = [window[0]!, window[last]!]
    for (const from of columns(head)) {
      for (const to of columns(tail)) {
        const isThere = window.every(({ folded: { text } }, i) => {
          const [start, end] = cut(text, rule)
          const isFirst = rule.edges === "free" && i === 0
          const isLast = rule.edges === "free" && i === last && !old.terminated
          if ((isFirst && (from < start || from > end)) || (isLast && to > end)) return false
          return (
            text.slice(isFirst ? from : start, isLast ? to : end) === keys[i] && (!isFirst || !isLast || from <= to)
          )
        })
        const isTo = old.terminated || rule.edges === "whole" ? to === tail.folded.text.length : true
        if (!isThere || !isTo || (endsInBlanks && rule.edges === "free" && to !== cut(tail.folded.text, rule)[1]))
          continue
        if (rule.edges === "whole" && from !== 0) continue
        const region = regionOf(source, head, from, tail, to, rule, old.terminated, endsInBlanks)
        if (region !== undefined && !found.some(({ start, end }) => start === region.start && end === region.end)) {
          found.push(region)
        }
      }
    }
  }
  return found.toSorted((a, b) => a.start - b.start || a.end - b.end).slice(0, limit)
}

const columns = ({ folded }: View): ReadonlyArray<number> => Array.from({ length: folded.text.length + 1 }, (_, i) => i)

const regionOf = (
  source: SourceText.SourceText,
  head: View,
  from: number,
  tail: View,
  to: number,
  rule: LineSearch.Rule,
  terminated: boolean,
  endsInBlanks: boolean
): LineSearch.Region | undefined => {
  const cuts = ({ folded }: View, column: number) =>
    column > 0 && column < folded.text.length && folded.starts[column] === folded.starts[column - 1]
  const start = rule.edges === "whole" ? head.start : head.start + (head.folded.starts[from] ?? head.end - head.start)
  const end = terminated
    ? tail.fullEnd
    : rule.edges === "whole" || endsInBlanks
      ? tail.end
      : tail.start + (to === 0 ? 0 : tail.folded.ends[to - 1]!)
  if (start >= end || !source.isBoundary(start) || !source.isBoundary(end)) return undefined
  const cutsUnit = rule.edges === "free" && (cuts(head, from) || (!terminated && !endsInBlanks && cuts(tail, to)))
  return { start, end, cutsUnit }
}

interface Question {
  readonly text: string
  readonly oldText: string
  readonly limit: number
}

const rules: ReadonlyArray<LineSearch.Rule> = (["whole", "free"] as const).flatMap((edges) =>
  [false, true].flatMap((fold) =>
    (["nothing", "indentation", "blanks"] as const).flatMap((lead) =>
      (["nothing", "blanks"] as const)
        // A free place begins where its first key does, so nothing may be cut before it.
        .filter(() => edges === "whole" || lead === "nothing")
        .map((trail) => ({ edges, fold, lead, trail }))
    )
  )
)

const limits = fc.constantFrom(1_000, 1_000, 1, 2)

const anything: fc.Arbitrary<Question> = fc
  .tuple(Arbitraries.anything, limits)
  .map(([{ oldText, text }, limit]) => ({ text, oldText, limit }))

/** Few different lines, many times: hits that are none until the last line, so that lines are numbered. */
const repeated: fc.Arbitrary<Question> = fc
  .record({
    block: fc.array(fc.constantFrom("aa", " aa", "aa ", "b", ""), { minLength: 1, maxLength: 3 }),
    times: fc.integer({ min: 30, max: 60 }),
    odd: fc.constantFrom("b", "aa", "c"),
    rest: fc.integer({ min: 0, max: 30 }),
    left: fc.integer({ min: 5, max: 25 }),
    oldOdd: fc.constantFrom("b", "aa", "c"),
    right: fc.integer({ min: 0, max: 3 }),
    terminator: fc.constantFrom("\n", "\r\n"),
    terminated: fc.boolean(),
    limit: limits
  })
  .map(({ block, left, limit, odd, oldOdd, rest, right, terminated, terminator, times }) => {
    const repeat = (count: number) => Array.from({ length: count }, () => block).flat()
    return {
      text: [...repeat(times), odd, ...repeat(rest)].join(terminator) + terminator,
      oldText: [...repeat(left), oldOdd, ...repeat(right)].join("\n") + (terminated ? "\n" : ""),
      limit
    }
  })

const agrees =
  (rule: LineSearch.Rule) =>
  (subject: Subject, { limit, oldText, text }: Question): Law.Verdict => {
    const source = SourceText.make(text)
    const old = SourceText.make(oldText, { byteOrderMark: "data" })
    // Out of scope: half a surrogate pair, a lone CR that the two read otherwise.
    if (!oldText.isWellFormed()) return Law.vacuous
    if (oldText.includes("\r") && old.carriageReturnEndsLine !== source.carriageReturnEndsLine) return Law.vacuous
    const show = (regions: ReadonlyArray<LineSearch.Region>) =>
      regions.map(({ cutsUnit, end, start }) => `[${start}, ${end})${cutsUnit ? "!" : ""}`).join(" ")
    const [got, wanted] = [show(subject(source, old, rule, limit)), show(naive(source, old, rule, limit))]
    return Law.expect(got === wanted, () => `it found ${got || "nothing"} instead of ${wanted || "nothing"}`)
  }

const nameOf = ({ edges, fold, lead, trail }: LineSearch.Rule): string =>
  `${edges} lines, ${fold ? "folded" : "raw"}, cutting ${lead} before and ${trail} after`

const laws: ReadonlyArray<Law.Law<Subject>> = rules.flatMap((rule) => [
  Law.make({
    name: `MUST find what comparing every line finds (${nameOf(rule)})` as const,
    arbitrary: fc.oneof({ weight: 3, arbitrary: anything }, { weight: 1, arbitrary: repeated }),
    atLeast: 0.7,
    holds: agrees(rule)
  })
])

const nothing: LineSearch.Rule = { fold: false, lead: "nothing", trail: "nothing", edges: "whole" }

const isOf = (predicate: (rule: LineSearch.Rule) => boolean, wrong: string, broken: Subject) =>
  rules.filter(predicate).map((rule) => ({
    law: `MUST find what comparing every line finds (${nameOf(rule)})`,
    wrong,
    subject: broken
  }))

LawTest.suite<Subject>("LineSearch", LineSearch.find, laws, [
  ...isOf(
    () => true,
    "it overlooks a place that shares a line with the one before",
    (...question) => {
      let end = 0
      return LineSearch.find(...question).filter((region) => {
        if (region.start < end) return false
        end = region.end
        return true
      })
    }
  ),
  ...isOf(
    ({ fold }) => fold,
    "it does not fold",
    (source, old, rule, limit) => LineSearch.find(source, old, { ...rule, fold: false }, limit)
  ),
  ...isOf(
    ({ lead }) => lead !== "nothing",
    "it cuts nothing before a line",
    (source, old, rule, limit) => LineSearch.find(source, old, { ...rule, lead: "nothing" }, limit)
  ),
  ...isOf(
    ({ trail }) => trail !== "nothing",
    "it cuts nothing after a line",
    (source, old, rule, limit) => LineSearch.find(source, old, { ...rule, trail: "nothing" }, limit)
  ),
  ...isOf(
    ({ edges }) => edges === "free",
    "it finds whole lines only",
    (source, old, rule, limit) => LineSearch.find(source, old, { ...rule, edges: "whole" }, limit)
  ),
  ...isOf(
    ({ edges, fold, lead, trail }) =>
      edges === nothing.edges && fold === nothing.fold && lead === nothing.lead && trail === nothing.trail,
    "it gives up where lines repeat",
    (source, old, rule, limit) => (source.lineCount > 100 ? [] : LineSearch.find(source, old, rule, limit))
  )
])
