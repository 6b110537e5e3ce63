/**
 * Exact search of one string in another, in linear time whatever the two strings are.
 *
 * The engine's own `indexOf` runs at gigabytes a second on ordinary text but is quadratic at worst: a needle of
 * 10 001 letters in ten million equal ones takes seconds. So a short probe of the needle is searched with `indexOf`,
 * each hit is verified unit by unit, and when verifying has cost more than a few looks at every unit passed so far,
 * the rest of the text is searched with Knuth–Morris–Pratt (Knuth, Morris, Pratt: Fast Pattern Matching in Strings,
 * SIAM J. Comput. 6, 1977).
 *
 * @since 0.1.0
 */

/** Needles up to this length go to `indexOf` as they are: its worst case is this factor. */
const probeLength = 16

/** How many units may be verified for each unit of text passed, before the linear algorithm takes over. */
const workFactor = 4

/**
 * A needle prepared for search. Prepare once, search often.
 *
 * @category models
 * @since 0.1.0
 */
export interface Needle {
  readonly text: string
  /** The part that is searched first, and its offset in `text`. */
  readonly probe: string
  readonly probeOffset: number
}

/**
 * Prepares a needle.
 *
 * **Details**
 *
 * The probe is the window with the most distinct units among those tried at regular distances, since a varied window
 * is rarely met by chance.
 *
 * @category constructors
 * @since 0.1.0
 */
export const needle = (text: string): Needle => {
  if (text.length <= probeLength) return { text, probe: text, probeOffset: 0 }
  const step = Math.max(1, Math.floor((text.length - probeLength) / 32))
  let probeOffset = 0
  let best = 0
  for (let at = 0; at + probeLength <= text.length; at += step) {
    const distinct = new Set(text.slice(at, at + probeLength)).size
    if (distinct > best) {
      best = distinct
      probeOffset = at
    }
  }
  return { text, probe: text.slice(probeOffset, probeOffset + probeLength), probeOffset }
}

/**
 * Counts the units of a text by their low bits, at its beginning: enough to tell which are rare in it. Constant time.
 *
 * @category constructors
 * @since 0.1.0
 */
export const countUnits = (text: string): Uint32Array => {
  const counts = new Uint32Array(256)
  const end = Math.min(text.length, sampled)
  for (let i = 0; i < end; i++) counts[text.charCodeAt(i) & 0xff]!++
  return counts
}

/** How many units tell what is rare. */
const sampled = 8_192

/**
 * Prepares a needle for a text whose units have been counted.
 *
 * **When to use**
 *
 * For a word in a large text. `indexOf` is fast until it meets the first unit of what it looks for: a word of common
 * letters costs several times as much as one that begins with a rare one.
 *
 * **Details**
 *
 * The probe begins with the rarest unit of the needle, but for its last.
 *
 * **Example** (The rare letter first)
 *
 * ```ts
 * import { TextSearch } from "@kerf/core"
 *
 * TextSearch.needleAmong(TextSearch.countUnits("tattle tale"), "table") // => { text: "table", probe: "ble", probeOffset: 2 }
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const needleAmong = (counts: Uint32Array, text: string): Needle => {
  let probeOffset = 0
  let least = Infinity
  for (let i = 0; i + 1 < text.length && least > 0; i++) {
    const count = counts[text.charCodeAt(i) & 0xff]!
    if (count < least) {
      least = count
      probeOffset = i
    }
  }
  return { text, probe: text.slice(probeOffset, probeOffset + probeLength), probeOffset }
}

/**
 * Finds the offsets at which a needle stands in a text, at or after `from`, in order, overlapping ones too, up to
 * `limit`. An empty needle stands nowhere.
 *
 * **Example** (Overlapping places count)
 *
 * ```ts
 * import { TextSearch } from "@kerf/core"
 *
 * TextSearch.indicesOf("aaa", TextSearch.needle("aa"), 10) // => [0, 1]
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const indicesOf = (text: string, needle: Needle, limit: number, from = 0): Array<number> => {
  const found: Array<number> = []
  each(text, needle, from, (at) => {
    found.push(at)
    return found.length < limit ? at + 1 : undefined
  })
  return found
}

/**
 * Calls `visit` with each offset at which the needle stands, in order. `visit` returns the offset to go on from, or
 * `undefined` to stop.
 *
 * **Details**
 *
 * Linear in text plus needle, as long as `visit` returns offsets beyond the hit and does constant work.
 *
 * @category operations
 * @since 0.1.0
 */
export const each = (
  text: string,
  needle: Needle,
  from: number,
  visit: (offset: number) => number | undefined
): void => {
  const { probe, probeOffset, text: wanted } = needle
  if (wanted.length === 0) return
  let work = 0
  let at = from
  while (true) {
    const hit = text.indexOf(probe, at + probeOffset)
    if (hit === -1) return
    const start = hit - probeOffset
    if (start + wanted.length > text.length) return
    const common = commonLength(text, start, wanted)
    if (common === wanted.length) {
      const next = visit(start)
      if (next === undefined) return
      at = next
    } else at = start + 1
    work += common
    if (work > workFactor * (at - from + wanted.length)) return eachLinear(text, wanted, at, visit)
  }
}

const commonLength = (text: string, start: number, wanted: string): number => {
  let i = 0
  while (i < wanted.length && text.charCodeAt(start + i) === wanted.charCodeAt(i)) i++
  return i
}

const eachLinear = (
  text: string,
  wanted: string,
  from: number,
  visit: (offset: number) => number | undefined
): void => {
  const border = borders(Uint16Array.from({ length: wanted.length }, (_, i) => wanted.charCodeAt(i)))
  let minimum = from
  let matched = 0
  for (let i = from; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    while (matched > 0 && wanted.charCodeAt(matched) !== unit) matched = border[matched - 1]!
    if (wanted.charCodeAt(matched) === unit) matched++
    if (matched === wanted.length) {
      const start = i - wanted.length + 1
      if (start >= minimum) {
        const next = visit(start)
        if (next === undefined) return
        minimum = next
      }
      matched = border[matched - 1]!
    }
  }
}

/**
 * Returns how a pattern overlaps itself: at `i`, the length of the longest proper prefix of `wanted[0..i]` that is also its
 * suffix. What Knuth–Morris–Pratt falls back by, over units or over anything that has been numbered. Linear.
 *
 * **Example** (A pattern that repeats)
 *
 * ```ts
 * import { TextSearch } from "@kerf/core"
 *
 * TextSearch.borders([7, 8, 7, 8]) // => new Int32Array([0, 0, 1, 2])
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const borders = (wanted: ArrayLike<number>): Int32Array => {
  const border = new Int32Array(wanted.length)
  let length = 0
  for (let i = 1; i < wanted.length; i++) {
    while (length > 0 && wanted[i] !== wanted[length]) length = border[length - 1]!
    if (wanted[i] === wanted[length]) length++
    border[i] = length
  }
  return border
}
