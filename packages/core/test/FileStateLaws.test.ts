// Laws of what the model has seen, against a naive model that keeps the text of every line that was shown.
import { CarryOver, FileState, Freshness, LineSet, Plan, SourceText, Span, type UnifiedDiff } from "@kerf/core"
import { Context, Effect, Layer, ManagedRuntime, Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { content, digest } from "./contents.ts"

const path = "/w/f.txt"

const linesOf = (text: string): ReadonlyArray<string> =>
  SourceText.make(text)
    .lines()
    .map(({ content, terminator }) => content + terminator)

/** What the naive model knows: the text of every line that was shown, and whether the end of the file was, too. */
interface Model {
  readonly shown: ReadonlyMap<number, string>
  readonly complete: boolean
}

const nothing: Model = { shown: new Map(), complete: false }

const isUnchanged = ({ complete, shown }: Model, lines: ReadonlyArray<string>): boolean =>
  [...shown].every(([line, text]) => lines[line - 1] === text) && (!complete || lines.length <= shown.size)

const readInto = (model: Model | undefined, text: string, range: LineSet.Lines, isWhole: boolean): Model => {
  const lines = linesOf(text)
  const base = model !== undefined && isUnchanged(model, lines) ? model : nothing
  const shown = new Map(base.shown)
  for (let line = range.line; line <= Math.min(range.endLine, lines.length); line++) shown.set(line, lines[line - 1]!)
  return { shown, complete: base.complete || isWhole }
}

/** Follows every character through the changes. */
const labelled = (before: string, changes: ReadonlyArray<UnifiedDiff.Replacement>) => {
  const origin = linesOf(before).flatMap((text, i) => [...Array(text.length).keys()].map(() => i + 1))
  const labels: Array<number> = []
  let text = ""
  let from = 0
  for (const change of [...changes, { span: Span.make(before.length, before.length), text: "" }]) {
    text += before.slice(from, change.span.start) + change.text
    labels.push(...origin.slice(from, change.span.start), ...[...Array(change.text.length).keys()].map(() => 0))
    from = change.span.end
  }
  let at = 0
  const lines = linesOf(text).map((line) => ({ line, labels: labels.slice(at, (at += line.length)) }))
  return { text, lines, labels }
}

const editInto = (model: Model, before: string, changes: ReadonlyArray<UnifiedDiff.Replacement>): Model => {
  const { lines } = labelled(before, changes)
  const shown = new Map<number, string>()
  for (const [i, { labels, line }] of lines.entries()) {
    if (labels.every((label) => label === 0 || model.shown.has(label))) shown.set(i + 1, line)
  }
  return { shown, complete: model.complete }
}

/** A line that lost a character, that shares its new line with another's or with newText, or at which text alone is put. */
const touchedBy = (before: string, changes: ReadonlyArray<UnifiedDiff.Replacement>): ReadonlySet<number> => {
  const source = SourceText.make(before)
  const touched = new Set<number>()
  if (source.lineCount === 0) return touched
  const { labels, lines } = labelled(before, changes)
  for (const [i, line] of linesOf(before).entries()) {
    if (labels.filter((label) => label === i + 1).length < line.length) touched.add(i + 1)
  }
  for (const { labels } of lines) {
    if (new Set(labels).size > 1) for (const label of labels) if (label !== 0) touched.add(label)
  }
  const meets = (offset: number) =>
    changes.some(({ span }) => Span.length(span) > 0 && (span.start === offset || span.end === offset))
  for (const { span } of changes) {
    if (Span.length(span) === 0 && !meets(span.start)) touched.add(source.lineAt(span.start))
  }
  return touched
}

// ----------------------------------------------------------------------------

const texts = fc
  .tuple(
    fc.array(fc.constantFrom("a", "b", "", "cc", "  d"), { maxLength: 7 }),
    fc.constantFrom("\n", "\n", "\r\n"),
    fc.boolean()
  )
  .map(([lines, terminator, ends]) => lines.join(terminator) + (ends && lines.length > 0 ? terminator : ""))

type Step =
  | { readonly _tag: "read"; readonly offset: number; readonly limit: number }
  | { readonly _tag: "window"; readonly line: number; readonly count: number }
  | { readonly _tag: "foreign"; readonly text: string }
  | {
      readonly _tag: "line"
      readonly line: number
      readonly text: string
      readonly how: "replace" | "insert" | "delete"
    }
  | { readonly _tag: "back"; readonly to: number }
  | { readonly _tag: "touch" }
  | { readonly _tag: "edit"; readonly cuts: ReadonlyArray<number>; readonly texts: ReadonlyArray<string> }

const edits = fc.record({
  _tag: fc.constant("edit" as const),
  cuts: fc.array(fc.nat(40), { minLength: 2, maxLength: 4 }),
  texts: fc.array(fc.constantFrom("", "x", "x\n", "\n", "x\ny", "a\n\n"), { minLength: 2, maxLength: 2 })
})

const steps = (windows: boolean): fc.Arbitrary<ReadonlyArray<Step>> =>
  fc.array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          _tag: fc.constant("read" as const),
          offset: fc.integer({ min: -1, max: 7 }),
          limit: fc.nat(5)
        })
      },
      ...(windows
        ? [
            {
              weight: 4,
              arbitrary: fc.record({
                _tag: fc.constant("window" as const),
                line: fc.integer({ min: 1, max: 7 }),
                count: fc.integer({ min: 1, max: 3 })
              })
            }
          ]
        : []),
      { weight: 2, arbitrary: fc.constant({ _tag: "read" as const, offset: 1, limit: 0 }) },
      { weight: 1, arbitrary: fc.record({ _tag: fc.constant("foreign" as const), text: texts }) },
      {
        weight: 2,
        arbitrary: fc.record({
          _tag: fc.constant("line" as const),
          line: fc.integer({ min: 1, max: 8 }),
          text: fc.constantFrom("a", "z"),
          how: fc.constantFrom("replace", "insert", "delete")
        })
      },
      { weight: 1, arbitrary: fc.record({ _tag: fc.constant("back" as const), to: fc.nat(5) }) },
      { weight: 1, arbitrary: fc.record({ _tag: fc.constant("touch" as const) }) },
      { weight: 6, arbitrary: edits }
    ) as fc.Arbitrary<Step>,
    { minLength: 3, maxLength: 16, size: "max" }
  )

/** Changes of a text: pairs of cuts, sorted, never inside a CRLF. */
const changesOf = (text: string, { cuts, texts }: Extract<Step, { readonly _tag: "edit" }>) => {
  const source = SourceText.make(text)
  const offsets = cuts.map((cut) => cut % (text.length + 1)).map((cut) => (source.isBoundary(cut) ? cut : cut - 1))
  offsets.sort((a, b) => a - b)
  const changes: Array<Plan.Change> = []
  for (let i = 0; i + 1 < offsets.length; i += 2) {
    const span = Span.make(offsets[i]!, offsets[i + 1]!)
    changes.push({ edit: i / 2, matcher: "exact", span, text: texts[i / 2]! })
  }
  return changes
}

const planOf = (text: string, changes: ReadonlyArray<Plan.Change>): Plan.Plan => ({
  ...Plan.create(""),
  source: SourceText.make(text),
  changes,
  creates: false
})

/** Runs steps, and asks after each. `seen` is told what was found, and what the model says of it. */
const play = (
  start: string,
  steps: ReadonlyArray<Step>,
  seen: (found: {
    readonly fresh: Freshness.Freshness | string
    readonly model: Model | undefined
    readonly text: string
    readonly step: Step
    /** Whether an edit was admitted: as found, and as the model says. Absent where nothing was edited. */
    readonly admitted?: readonly [found: boolean, said: boolean]
  }) => void
) =>
  Effect.gen(function* () {
    const state = Context.get(yield* Layer.build(FileState.FileState.layer), FileState.FileState)
    const history = [start]
    let text = start
    let time = 0
    let model: Model | undefined
    let recorded: { readonly size: number; readonly time: number } | undefined
    const current = () => content(text, time)
    const check = Effect.suspend(() => state.check(path, current())).pipe(
      Effect.match({ onSuccess: (fresh) => fresh, onFailure: ({ reason }) => reason })
    )
    const become = (other: string) => {
      text = other
      history.push(other)
    }
    for (const step of steps) {
      let admitted: readonly [boolean, boolean] | undefined
      switch (step._tag) {
        case "read": {
          const first = Math.max(1, step.offset)
          const last = step.limit === 0 ? Infinity : first + step.limit - 1
          yield* state.recordRead(path, { content: current(), offset: step.offset, limit: step.limit })
          model = readInto(model, text, { line: first, endLine: last }, first === 1 && step.limit === 0)
          recorded = { size: content(text).bytes.length, time }
          break
        }
        case "window": {
          const all = linesOf(text)
          const lines = all.slice(step.line - 1, step.line - 1 + step.count)
          if (lines.length === 0) continue
          const range = { line: step.line, endLine: step.line + lines.length - 1 }
          const size = content(text).bytes.length
          yield* state.recordRead(path, { ...range, text: lines.join(""), size, time })
          const isOther = recorded?.size !== size || recorded.time !== time
          // The reader sees no more than the window: so does the model.
          const known = isOther ? undefined : model
          const isSame =
            known !== undefined && lines.every((line, i) => (known.shown.get(range.line + i) ?? line) === line)
          const shown = new Map(isSame ? known.shown : [])
          for (const [i, line] of lines.entries()) shown.set(range.line + i, line)
          model = { shown, complete: isSame && known.complete }
          recorded = { size, time }
          break
        }
        case "foreign":
          become(step.text)
          break
        case "line": {
          const lines = [...linesOf(text)]
          const fresh = step.how === "delete" ? [] : [`${step.text}\n`]
          lines.splice(step.line - 1, step.how === "insert" ? 0 : 1, ...fresh)
          become(lines.join(""))
          break
        }
        case "back":
          become(history[Math.max(0, history.length - 1 - step.to)]!)
          break
        case "touch":
          time += 10
          break
        case "edit": {
          const fresh = yield* check
          if (typeof fresh === "string") continue
          const before = current()
          const changes = changesOf(text, step)
          const found = Result.isSuccess(Freshness.admit(fresh, planOf(text, changes)))
          const known = model!
          admitted = [found, [...touchedBy(text, changes)].every((line) => known.shown.has(line))]
          if (found) {
            time += 5
            become(Plan.apply(planOf(text, changes)))
            yield* state.recordEdit(path, { before, after: current(), changes })
            model = editInto(known, before.source.text, changes)
            recorded = { size: content(text).bytes.length, time }
          }
          break
        }
      }
      seen({ fresh: yield* check, model, text, step, ...(admitted === undefined ? {} : { admitted }) })
    }
  }).pipe(Effect.scoped)

const runtime = ManagedRuntime.make(Layer.merge(digest, Layer.succeed(FileState.PartialReads, "seen-lines")))

const runs = (windows: boolean, seen: Parameters<typeof play>[2]) =>
  fc.assert(
    fc.property(texts, steps(windows), (start, steps) => runtime.runSync(play(start, steps, seen))),
    { numRuns: 1_000 }
  )

describe("what was shown", () => {
  it("MUST be what a model says that keeps all text: fresh, stale, and which lines are not seen", () => {
    const counts = { fresh: 0, modified: 0, neverRead: 0, partly: 0 }
    runs(false, ({ fresh, model, text }) => {
      const lines = linesOf(text)
      if (model === undefined) {
        counts.neverRead++
        expect(fresh).toBe("never-read")
      } else if (!isUnchanged(model, lines)) {
        counts.modified++
        expect(fresh).toBe("modified")
      } else {
        counts.fresh++
        const unseen = lines.flatMap((_, i) => (model.shown.has(i + 1) ? [] : [{ line: i + 1, endLine: i + 1 }]))
        if (unseen.length > 0) counts.partly++
        expect(fresh).toEqual({ _tag: "unchanged", path, unseen: LineSet.make(unseen) })
      }
    })
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(500)
  })

  it("MUST never be taken for fresh while a line is not as it was shown or written last", () => {
    const counts = { fresh: 0, changed: 0, windows: 0 }
    runs(true, ({ fresh, model, step, text }) => {
      if (step._tag === "window") counts.windows++
      if (model !== undefined && !isUnchanged(model, linesOf(text))) counts.changed++
      if (typeof fresh === "string" || fresh._tag !== "unchanged") return
      counts.fresh++
      expect(isUnchanged(model!, linesOf(text))).toBe(true)
      const seen = LineSet.difference(LineSet.all(SourceText.make(text)), fresh.unseen)
      for (const { endLine, line } of seen) {
        for (let n = line; n <= endLine; n++) expect(model!.shown.has(n)).toBe(true)
      }
    })
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(500)
  })
})

describe("an edit", () => {
  it("MUST leave the file fresh, so that another may follow", () => {
    let chained = 0
    let last: "edited" | undefined
    runs(true, ({ admitted, fresh }) => {
      if (admitted?.[0] === true) {
        expect(typeof fresh).not.toBe("string")
        if (last === "edited") chained++
        last = "edited"
      } else last = undefined
    })
    expect(chained).toBeGreaterThan(200)
  })

  it("MUST be admitted if and only if every line that it touches was shown", () => {
    const counts = { admitted: 0, refused: 0 }
    runs(false, ({ admitted }) => {
      if (admitted === undefined) return
      counts[admitted[1] ? "admitted" : "refused"]++
      expect(admitted[0]).toBe(admitted[1])
    })
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(200)
  })

  it("MUST touch the lines that a model says which follows every character", () => {
    let several = 0
    fc.assert(
      fc.property(texts, edits, (text, edit) => {
        const changes = changesOf(text, edit)
        const touched = CarryOver.touched(SourceText.make(text), changes)
        const said = [...touchedBy(text, changes)].map((line) => ({ line, endLine: line }))
        if (said.length > 1) several++
        expect(touched).toEqual(LineSet.make(said))
      }),
      { numRuns: 5_000 }
    )
    expect(several).toBeGreaterThan(1_000)
  })
})
