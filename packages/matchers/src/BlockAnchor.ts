/**
 * `block-anchor`: forgives lines between an equal first and last line.
 *
 * @since 0.1.0
 */
import type { Adaptation } from "@kerf/core/Adaptation"
import * as Blank from "@kerf/core/Blank"
import * as Candidate from "@kerf/core/Candidate"
import * as Fold from "@kerf/core/Fold"
import * as LineSearch from "@kerf/core/LineSearch"
import * as Matcher from "@kerf/core/Matcher"
import * as Place from "@kerf/core/Place"
import * as RefusedReason from "@kerf/core/RefusedReason"
import * as SourceText from "@kerf/core/SourceText"
import * as Span from "@kerf/core/Span"
import type { Target } from "@kerf/core/Target"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as LineFrames from "./LineFrames.ts"

/**
 * How far a block may differ.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** The least share of oldText's non-blank inner lines that must stand in the block, in order. Default: 0.5. */
  readonly minSimilarity?: number
  /** The most lines that a block may have, as a multiple of oldText's. Default: 2. */
  readonly maxSpanRatio?: number
}

/**
 * Finds blocks whose first and last line are oldText's, blanks at their ends aside, and of whose inner lines enough are.
 *
 * **Details**
 *
 * Loose. oldText needs at least three lines, the first and last not blank; of its non-blank inner lines at least half, and
 * at least one, must stand in the block in order. A block with more than twice as many lines is found and refused
 * (`too-long`). A block that contains another with as many of these lines is no place. Where too many blocks would have to
 * be compared the place is refused (`too-much-work`); none is dropped silently.
 *
 * It is safe because of the graft: lines that oldText does not have stay, and an edit may only touch lines that are known,
 * stand one after the other in the file, and occur in the block as often as in oldText.
 *
 * **Example** (A line that the model has forgotten)
 *
 * ```ts
 * import { MatcherStack, Plan, SourceText } from "@kerf/core"
 * import { BlockAnchor } from "@kerf/matchers"
 * import { Effect, Layer } from "effect"
 *
 * const stack = MatcherStack.layer(BlockAnchor).pipe(Layer.provide(BlockAnchor.layer))
 * const edit = { oldText: "begin\na\nb\nend", newText: "begin\na\nc\nend" }
 * const plan = Plan.make(SourceText.make("begin\nlog()\na\nb\nend\n"), [edit])
 * Plan.apply(Effect.runSync(Effect.provide(plan, stack))) // => "begin\nlog()\na\nc\nend\n"
 * ```
 *
 * @category matchers
 * @since 0.1.0
 */
export class BlockAnchor extends Context.Service<BlockAnchor, Matcher.Matcher>()("@kerf/matchers/BlockAnchor") {
  static readonly layerWith = (options: Options): Layer.Layer<BlockAnchor> =>
    Layer.sync(BlockAnchor, () => matcher({ minSimilarity: 0.5, maxSpanRatio: 2, ...options }))

  static readonly layer: Layer.Layer<BlockAnchor> = BlockAnchor.layerWith({})
}

/** How many pairs of lines are compared before the matcher refuses. */
const workLimit = 20_000_000

/** How much further than allowed a block is looked for, so that one that is too long is refused and not overlooked. */
const lookahead = 4

const matcher = (options: Required<Options>): Matcher.Matcher =>
  Matcher.make({
    name: "block-anchor",
    loose: true,
    forgives: "lines between an equal first and last line",
    reach: (lines) => Math.floor(lines * options.maxSpanRatio * lookahead),
    find: (source, target, limit) => {
      const keys = target.old.lines().map(({ content }) => keyOf(Fold.text(content)))
      if (keys.length < 3 || Blank.isBlankLine(keys[0]!) || Blank.isBlankLine(keys.at(-1)!)) return []
      const blocks = search(source, target, keys, options)
      if (blocks === undefined) return tooMuch(source, target)
      return undominated(blocks)
        .slice(0, limit)
        .map((block) => toCandidate(source, target, keys, block, options))
    }
  })

const keyOf = (line: string): string => {
  const start = Blank.trimmedStart(line, 0, line.length)
  return line.slice(start, Blank.trimmedEnd(line, start, line.length))
}

/** Lines `[first, last]` of the file, 1-based, and how many of oldText's inner lines stand there in order. */
interface Block {
  readonly first: number
  readonly last: number
  readonly matched: number
}

const search = (
  source: SourceText.SourceText,
  target: Target,
  keys: ReadonlyArray<string>,
  options: Required<Options>
): ReadonlyArray<Block> | undefined => {
  const view = Fold.source(source)
  const inner = keys.slice(1, -1).filter((key) => key !== "")
  const least = Math.max(1, Math.ceil(inner.length * options.minSimilarity))
  if (inner.length < least) return []
  const most = Math.floor(keys.length * options.maxSpanRatio)
  const line = (n: number): string => keyOf(view.slice(view.lineSpan(n)))

  const lineOf = (n: number): SourceText.SourceText => SourceText.fragment(target.old.slice(target.old.lineSpan(n)))
  if (LineSearch.find(source, lineOf(keys.length), anchor, 1).length === 0) return []
  const hits = LineSearch.find(source, lineOf(1), anchor, workLimit)
  let work = hits.length
  const blocks: Array<Block> = []
  for (const hit of hits) {
    const first = source.lineAt(hit.start)
    // One row of the longest common subsequence: how many of the first k inner lines stand in the lines so far.
    const row = new Uint32Array(inner.length + 1)
    let usable = 0
    const end = Math.min(view.lineCount, first + most * lookahead - 1)
    for (let n = first + 1; n <= end; n++) {
      const key = line(n)
      const matched = row[inner.length]!
      if (key === keys.at(-1) && matched >= least && matched > usable) {
        const isLong = n - first + 1 > most
        // A block that is too long is only worth saying where there is none that is not.
        if (isLong && usable > 0) break
        usable = matched
        blocks.push({ first, last: n, matched })
      }
      work += keys.length
      if (work > workLimit) return undefined
      for (let k = 1, diagonal = 0; k <= inner.length; k++) {
        const above = row[k]!
        row[k] = inner[k - 1] === key ? diagonal + 1 : Math.max(above, row[k - 1]!)
        diagonal = above
      }
    }
  }
  return blocks
}

const anchor: LineSearch.Rule = { fold: true, lead: "blanks", trail: "blanks", edges: "whole" }

/** Leaves out the blocks that contain another with as many matched lines. */
const undominated = (blocks: ReadonlyArray<Block>): ReadonlyArray<Block> =>
  blocks.filter((outer, i) => {
    const contains = (inner: Block) => inner !== outer && inner.last <= outer.last && inner.matched >= outer.matched
    for (let k = i - 1; k >= 0 && blocks[k]!.first === outer.first; k--) if (contains(blocks[k]!)) return false
    for (let k = i + 1; k < blocks.length && blocks[k]!.first <= outer.last; k++) if (contains(blocks[k]!)) return false
    return true
  })

const toCandidate = (
  source: SourceText.SourceText,
  target: Target,
  keys: ReadonlyArray<string>,
  block: Block,
  options: Required<Options>
): Candidate.Candidate => {
  const last = target.old.terminated ? source.fullLineSpan(block.last) : source.lineSpan(block.last)
  const span = Span.make(source.fullLineSpan(block.first).start, last.end)
  const place = Place.fromSpan(source, span)
  const count = block.last - block.first + 1
  if (count > keys.length * options.maxSpanRatio) {
    const limit = Math.floor(keys.length * options.maxSpanRatio)
    return Candidate.make(span, {
      refusal: { _tag: "too-long", matcher: "block-anchor", place, length: count, limit, unit: "lines" }
    })
  }
  if (keys.length * count > workLimit) return Candidate.make(span, { refusal: tooMuchWork })
  // Only the place that is chosen is aligned.
  return Candidate.lazy(span, () => ({
    ...alignBlock(source, target, keys, block),
    evidence: { matchedLines: block.matched, lines: count }
  }))
}

interface Aligned {
  readonly alignment: ReadonlyArray<number | undefined>
  readonly adaptation: Adaptation
}

const alignBlock = (
  source: SourceText.SourceText,
  target: Target,
  keys: ReadonlyArray<string>,
  block: Block
): Aligned => {
  const lines: Array<string> = []
  for (let n = block.first; n <= block.last; n++) lines.push(source.slice(source.lineSpan(n)))
  const alignment = align(
    keys,
    lines.map((line) => keyOf(Fold.text(line)))
  )
  const counterparts = alignment.map((at) => (at === undefined ? undefined : lines[at]))
  return { alignment, adaptation: LineFrames.make(target.old, counterparts) }
}

/** The longest common subsequence with the ends tied to each other; blank lines count, but less than any other. */
const align = (old: ReadonlyArray<string>, file: ReadonlyArray<string>): ReadonlyArray<number | undefined> => {
  const width = file.length - 1
  const weights = new Uint32Array((old.length - 1) * width)
  for (let i = old.length - 2; i >= 1; i--) {
    for (let k = width - 1; k >= 1; k--) {
      const skip = Math.max(weights[i * width + width + k] ?? 0, k + 1 < width ? weights[i * width + k + 1]! : 0)
      weights[i * width + k] = old[i] === file[k] ? Math.max(skip, after(weights, i, k, width) + weigh(old[i]!)) : skip
    }
  }
  const alignment: Array<number | undefined> = old.map(() => undefined)
  alignment[0] = 0
  alignment[old.length - 1] = file.length - 1
  for (let i = 1, k = 1; i < old.length - 1 && k < width;) {
    const weight = weights[i * width + k]!
    if (old[i] === file[k] && weight === after(weights, i, k, width) + weigh(old[i]!)) alignment[i++] = k++
    else if (weight === (weights[i * width + width + k] ?? 0)) i++
    else k++
  }
  return alignment
}

const after = (weights: Uint32Array, i: number, k: number, width: number): number =>
  k + 1 < width ? (weights[(i + 1) * width + k + 1] ?? 0) : 0

const weigh = (key: string): number => (key === "" ? 1 : 0x1000)

const tooMuch = (source: SourceText.SourceText, target: Target): ReadonlyArray<Candidate.Candidate> => {
  const firstLine = SourceText.fragment(target.old.slice(target.old.lineSpan(1)))
  return LineSearch.find(source, firstLine, anchor, 1).map((region) => Candidate.make(region, { refusal: tooMuchWork }))
}

const tooMuchWork = RefusedReason.custom({
  matcher: "block-anchor",
  code: "too-much-work",
  message: "It is too much work to compare all that begins as oldText does. Copy the lines as the file has them."
})
