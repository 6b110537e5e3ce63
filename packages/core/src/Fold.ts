/**
 * Folding: text as it is compared when the form of a character does not matter.
 *
 * The folds, one after the other:
 *
 * - a base character with its combining marks, and with the Hangul vowels and finals that follow it, becomes its NFKC
 *   form;
 * - curly single quotes (U+2018–201B) become `'`, curly double quotes (U+201C–201F) `"`, hyphens and dashes
 *   (U+2010–2015) and the minus sign (U+2212) `-`, every space separator (Zs) a space;
 * - soft hyphen (U+00AD), zero-width space (U+200B), word joiner (U+2060) and U+FEFF become nothing.
 *
 * ZWJ and ZWNJ carry meaning and stay. A line break is never added, removed or crossed: line `k` of the folded text is
 * line `k` of the text. ASCII folds to itself, so an ASCII text is its own folded text and costs nothing.
 *
 * The folds only serve comparison. Nothing folded is ever written: a place is mapped back, and the file keeps its own
 * characters.
 *
 * @since 0.1.0
 */
import * as SourceText from "./SourceText.ts"

/**
 * The folded form of one stretch of text, with the way back.
 *
 * ```text
 *   raw      d e ﬁ n e          U+FB01 is one unit
 *   text     d e f i n e
 *   starts   0 1 2 2 3 4        where each folded unit comes from
 *   ends     1 2 3 3 4 5        and where that ends
 * ```
 *
 * @category models
 * @since 0.1.0
 */
export interface Folded {
  readonly text: string
  /** For each folded unit, the raw offset at which the cluster that it comes from starts. */
  readonly starts: ReadonlyArray<number>
  /** For each folded unit, the raw offset at which that cluster ends. */
  readonly ends: ReadonlyArray<number>
}

/**
 * Folds a text.
 *
 * **Example** (Folding)
 *
 * ```ts
 * import { Fold } from "@kerf/core"
 *
 * Fold.text("“deﬁne”\u00a0– \u200b…") // => '"define" - ...'
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const text = (raw: string): string => (isAscii(raw) ? raw : decoder.decode(fold(raw)))

/**
 * Folds a text and keeps the way back. For short stretches: a line, an old text.
 *
 * @category operations
 * @since 0.1.0
 */
export const mapped = (raw: string): Folded => {
  const starts: Array<number> = []
  const ends: Array<number> = []
  let out = ""
  for (let start = 0; start < raw.length;) {
    const end = clusterEnd(raw, start)
    const cluster = foldCluster(raw.slice(start, end))
    for (let k = 0; k < cluster.length; k++) {
      starts.push(start)
      ends.push(end)
    }
    out += cluster
    start = end
  }
  return { text: out, starts, ends }
}

/**
 * Returns the folded text of a source, line for line. Computed once for each source and kept as long as it lives; an
 * ASCII source is returned itself.
 *
 * @category operations
 * @since 0.1.0
 */
export const source = (self: SourceText.SourceText): SourceText.SourceText => {
  if (self.ascii) return self
  let folded = sources.get(self)
  if (folded === undefined) {
    const options = {
      byteOrderMark: "data",
      carriageReturn: self.carriageReturnEndsLine ? "terminator" : "data"
    } as const
    folded = SourceText.make(decoder.decode(units(self)), options)
    // A last line that would vanish altogether stays as it is, or line `k` would not be line `k`.
    if (!self.terminated && (folded.terminated || folded.text === "")) {
      folded = SourceText.make(folded.text + self.text.slice(self.lineStart(self.text.length)), options)
    }
    sources.set(self, folded)
    folds.delete(self)
  }
  return folded
}

/**
 * Returns the folded text of a source as UTF-16 units: what there is to search before a string is worth making. Computed
 * once, in one pass.
 *
 * @category operations
 * @since 0.1.0
 */
export const units = (self: SourceText.SourceText): Uint16Array => {
  let folded = folds.get(self)
  if (folded === undefined) folds.set(self, (folded = fold(self.text)))
  return folded
}

const sources = new WeakMap<SourceText.SourceText, SourceText.SourceText>()

const folds = new WeakMap<SourceText.SourceText, Uint16Array>()

const fold = (raw: string): Uint16Array => {
  const table = tableOf()
  const end = raw.length
  let out = new Uint16Array(end + 64)
  let written = 0
  let settled = 0
  let i = 0
  while (i < end) {
    // The usual case: one unit for one, with no look at its neighbours. This loop is all the cost.
    let folded = 0
    while (i < end && (folded = table[raw.charCodeAt(i)]!) !== complex) {
      out[written++] = folded
      i++
    }
    if (i === end) break
    // A unit that combines with the one before it, which has been written: take that back.
    const start = clusterStart(raw, i, settled)
    written -= i - start
    i = clusterEnd(raw, start)
    settled = i
    const cluster = foldCluster(raw.slice(start, i))
    if (written + cluster.length + end - i > out.length) out = grow(out, (out.length + cluster.length) * 2)
    for (let k = 0; k < cluster.length; k++) out[written++] = cluster.charCodeAt(k)
  }
  return out.subarray(0, written)
}

/** What UTF-16 on this machine reads; both ends of the fold are on it, so its byte order does not matter. */
const decoder = new TextDecoder(new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? "utf-16le" : "utf-16be", {
  ignoreBOM: true
})

const grow = (from: Uint16Array<ArrayBuffer>, length: number): Uint16Array<ArrayBuffer> => {
  const grown = new Uint16Array(length)
  grown.set(from)
  return grown
}

const isAscii = (raw: string): boolean => {
  for (let i = 0; i < raw.length; i++) {
    if (raw.charCodeAt(i) > 0x7f) return false
  }
  return true
}

/** Marks a unit that vanishes, expands, or needs its neighbours. No folded unit has this value. */
const complex = 0xffff

let table: Uint16Array | undefined

const tableOf = (): Uint16Array => (table ??= buildTable())

/** The fold of every single unit. Built once, on the first text that is not ASCII. */
const buildTable = (): Uint16Array => {
  const out = new Uint16Array(0x10000)
  // One call for all: no character combines across the line feeds between them.
  let all = ""
  for (let unit = 0; unit < 0x10000; unit++) all += isLone(unit) ? "\n" : `${String.fromCharCode(unit)}\n`
  const forms = all.normalize("NFKC").split("\n")
  let form = 0
  for (let unit = 0; unit < 0x10000; unit++) {
    const folded = isLone(unit) ? (form++, "") : foldSingles(forms[form++]!)
    out[unit] = folded.length === 1 && !combines.test(String.fromCharCode(unit)) ? folded.charCodeAt(0) : complex
  }
  out[0x0a] = 0x0a
  return out
}

/** Surrogates mean nothing alone, and a line feed would split the list. */
const isLone = (unit: number): boolean => unit === 0x0a || (unit & 0xf800) === 0xd800

/** What belongs to the character before it. */
const combines = /^[\p{M}\u1160-\u11ff\ud7b0-\ud7fb]/u

const foldCluster = (cluster: string): string => {
  if (cluster.length === 1 && cluster.charCodeAt(0) < 0x80) return cluster
  return foldSingles(cluster.normalize("NFKC"))
}

const foldSingles = (normal: string): string => {
  let out = ""
  for (let i = 0; i < normal.length; i++) out += foldUnit(normal.charCodeAt(i))
  return out
}

const foldUnit = (unit: number): string => {
  if (unit >= 0x2018 && unit <= 0x201b) return "'"
  if (unit >= 0x201c && unit <= 0x201f) return '"'
  if ((unit >= 0x2010 && unit <= 0x2015) || unit === 0x2212) return "-"
  if (unit === 0xad || unit === 0x200b || unit === 0x2060 || unit === 0xfeff) return ""
  if (unit === 0x1680 || unit === 0xa0 || unit === 0x202f || unit === 0x205f || unit === 0x3000) return " "
  if (unit >= 0x2000 && unit <= 0x200a) return " "
  return String.fromCharCode(unit)
}

/** The start of the cluster that the unit at `at` belongs to, not before `floor`. */
const clusterStart = (raw: string, at: number, floor: number): number => {
  if (!combines.test(raw.slice(at, at + 2)) || at <= floor) return at
  const before = raw.charCodeAt(at - 1)
  return before === 0x0a || before === 0x0d ? at : at - 1
}

/** The most units of a cluster: normalizing is quadratic in the marks that follow one character. */
const longestCluster = 32

/** The end of the cluster that starts at `start`. */
const clusterEnd = (raw: string, start: number): number => {
  const first = raw.charCodeAt(start)
  let end = start + ((first & 0xfc00) === 0xd800 && (raw.charCodeAt(start + 1) & 0xfc00) === 0xdc00 ? 2 : 1)
  if (first === 0x0a || first === 0x0d) return end
  const most = Math.min(raw.length, start + longestCluster)
  while (end < most && raw.charCodeAt(end) > 0x2ff && combines.test(raw.slice(end, end + 2))) {
    end += raw.codePointAt(end)! > 0xffff ? 2 : 1
  }
  return end
}
