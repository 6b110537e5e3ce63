/**
 * Refuses a comment that stands for code left out.
 *
 * A model that shortens what it was to write in full puts `// ... existing code ...` where the code was; written as it
 * is, it deletes that code. Such a comment is refused where it is new, stands in a line of its own, and lines of the file
 * vanish with it.
 *
 * A false alarm costs more than a miss here: what says plainly that something was left out (`rest unchanged`) is refused
 * once two lines vanish, or the text becomes shorter; a bare `// ...` only if the text becomes shorter, and in code: in
 * documents it is a figure of speech. Deliberate comments in code that grows pass.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as Guard from "./Guard.ts"
import * as Revision from "./Revision.ts"

/**
 * The guard `omission`.
 *
 * **Example** (What it takes for one)
 *
 * ```ts
 * import { OmissionGuard } from "@kerf/core"
 *
 * OmissionGuard.kind("  // ... existing code ...") // => "plain"
 * OmissionGuard.kind("  /* … *\/") // => "bare"
 * OmissionGuard.kind("  // see the rest of the file") // => undefined
 * ```
 *
 * @category guards
 * @since 0.1.0
 */
export class OmissionGuard extends Context.Service<OmissionGuard, Guard.Guard>()("@kerf/core/OmissionGuard") {
  static readonly layer: Layer.Layer<OmissionGuard> = Layer.sync(OmissionGuard, () =>
    Guard.make({ name: "omission", review: ({ path, plan }) => review(path, Revision.make(plan)) })
  )

  /**
   * Returns whether a line is a comment that stands for code left out, and how surely: `plain` says so in words, `bare` is
   * an ellipsis. `hash`: whether `#` begins a comment.
   */
  static readonly kind = (line: string, options?: { readonly hash?: boolean }): "plain" | "bare" | undefined => {
    const text = line.trim()
    // Long lines are prose or code.
    if (text.length > 120) return undefined
    const comment = comments.map((form) => form.exec(text)).find((match) => match !== null)
    const isHash = text.startsWith("#")
    const body = (comment?.[1] ?? text).trim()
    if (comment === undefined || (isHash && options?.hash === false)) {
      return framed.test(body) && plain.test(unframed(body)) ? "plain" : undefined
    }
    if (/^(\.{3,}|…|\[(\.{3}|…)\]|\((\.{3}|…)\))$/.test(body)) return "bare"
    if (plain.test(unframed(body))) return "plain"
    return hasEllipsis.test(body) && loose.test(unframed(body)) ? "plain" : undefined
  }
}

/** Files that are about code, rather than code: there `#` is a heading, and a bare ellipsis a figure of speech. */
const prose = /\.(md|mdx|markdown|rst|adoc|txt|html?)$/i

const review = (path: string, revisions: ReadonlyArray<Revision.Revision>): ReadonlyArray<Guard.Finding> => {
  const isProse = prose.test(path)
  for (const { after, before, edit, newLine } of revisions) {
    const content = (lines: ReadonlyArray<string>) => lines.map((line) => line.trim()).filter((line) => line !== "")
    const [old, fresh] = [content(before), content(after)]
    if (old.length < 2) continue
    const known = new Set(old)
    const signs = after.flatMap((line, i) => {
      const isPart = !hasEllipsis.test(line) && [after[i - 1], after[i + 1]].some((next) => isSameComment(line, next))
      const kind = known.has(line.trim()) || isPart ? undefined : OmissionGuard.kind(line, { hash: !isProse })
      return kind === undefined || (isProse && kind === "bare") ? [] : [{ kind, line: newLine + i, text: line.trim() }]
    })
    if (signs.length === 0) continue
    const shrinks = fresh.length - signs.length < old.length
    const gone = vanished(old, fresh)
    const sign = signs.find(({ kind }) => gone > 0 && (shrinks || (kind === "plain" && gone > 1)))
    if (sign === undefined) continue
    const message =
      `newText holds ${JSON.stringify(sign.text)} in place of code, and would delete ${gone} ` +
      `${gone === 1 ? "line" : "lines"} of the file. Send the code in full, or a smaller edit that leaves those lines out ` +
      "of oldText."
    return [{ verdict: "refuse", code: "code-left-out", message, edit }]
  }
  return []
}

/** Whether a line and one beside it are comments to the end of the line: a sentence may go on from one to the other. */
const isSameComment = (line: string, next: string | undefined): boolean => {
  const opener = /^(\/\/|#|--|;|%)/.exec(line.trim())?.[0]
  return opener !== undefined && next?.trim().startsWith(opener) === true
}

/** How many of the old lines have no equal among the new ones. */
const vanished = (old: ReadonlyArray<string>, fresh: ReadonlyArray<string>): number => {
  const counts = new Map<string, number>()
  for (const line of fresh) counts.set(line, (counts.get(line) ?? 0) + 1)
  let gone = 0
  for (const line of old) {
    const count = counts.get(line) ?? 0
    if (count === 0) gone++
    else counts.set(line, count - 1)
  }
  return gone
}

/** A line that is one comment, and its body. */
const comments: ReadonlyArray<RegExp> = [
  /^\{?\/\*+(.*?)\*+\/\}?$/,
  /^<!--(.*?)-->$/,
  /^\(\*(.*?)\*\)$/,
  /^\{-(.*?)-\}$/,
  /^(?:\/\/[/!]?|#|--|;{1,3}|%)(?![#\-;%!])(.*)$/
]

const ellipsis = String.raw`(?:\.{3,}|…)`

/** Between two ellipses, or in brackets with one. */
const framed = new RegExp(String.raw`^[[(<]?\s*${ellipsis}.*${ellipsis}\s*[\])>]?$`, "u")

const hasEllipsis = new RegExp(ellipsis, "u")

const unframed = (body: string): string =>
  body
    .replace(new RegExp(String.raw`^[[(<{\s]*(?:${ellipsis})?[\s:,(-]*`, "u"), "")
    .replace(new RegExp(String.raw`[\s:,.-]*(?:${ellipsis})?[\])>}\s]*$`, "u"), "")

const thing = String.raw`(?:code|file|function|class|method|methods|component|implementation|module|body|content|contents|logic|script|section|block|test|tests|imports|functions|props|fields|styles|config|configuration)`
const which = String.raw`(?:the |your |all |this |that |any )?`
const stays = String.raw`(?:(?:is |are |stays? |remains? |left |kept )*(?:unchanged|the same|as before|as is|as-is|untouched|omitted|not shown|here)|remains|stays|goes here)`

/** Says in so many words that something was left out, or is to be kept. */
const plain = new RegExp(
  `^(?:` +
    [
      String.raw`${which}(?:rest|remainder)(?: of ${which}(?:existing |original |previous )?(?:\w+ )?${thing})? ${stays}`,
      String.raw`${which}(?:rest|remainder) of ${which}(?:existing |original |previous )?(?:\w+ )?${thing}`,
      String.raw`${which}(?:existing|original|previous|remaining|other|unchanged|omitted) ${thing}(?: ${stays})?`,
      String.raw`${which}(?:existing|original|previous|remaining|other|same) (?:\w+ )?${thing} ${stays}`,
      String.raw`(?:keep|leave) ${which}(?:rest|remainder|existing|remaining|other)(?: of ${which}${thing}| ${thing})?(?: ${stays})?`
    ].join("|") +
    String.raw`)$`,
  "iu"
)

/** Says so beside an ellipsis. */
const loose = new RegExp(
  String.raw`^(?:${which}(?:rest|remainder|remaining|existing|previous|original|unchanged|omitted|same|same as before|as before|no changes?|other)\b.{0,40}|.{0,40}\b(?:unchanged|omitted|as before|stays? the same|remains? the same|not shown|for brevity))$`,
  "iu"
)
