/**
 * The picture of a decision: an explanation as one page, for a person who has never seen the tool.
 *
 * One file without scripts, images or fonts: its policy forbids everything but the style in it. All that comes from the file
 * or the edit is text, with markup escaped and control characters visible. Every mark is told by its shape and in words, not
 * by colour alone. The same explanation gives the same page, of bounded size.
 *
 * @since 0.1.0
 */
import type * as Attempt from "@kerf/core/Attempt"
import * as Message from "@kerf/core/Message"
import * as Place from "@kerf/core/Place"
import type { RefusedReason } from "@kerf/core/RefusedReason"
import * as Explanation from "./Explanation.ts"
import { css } from "./ExplanationStyle.ts"
import * as Html from "./Html.ts"
import type * as LineMarks from "./LineMarks.ts"
import type * as Picture from "./Picture.ts"
import * as Printable from "./Printable.ts"

/**
 * Prints an explanation as a page of HTML.
 *
 * @category operations
 * @since 0.1.0
 */
export const make = (self: Explanation.Explanation): string => {
  const several = self.pairs.length > 1
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${word(headline(self))} – ${name(fileName(self.path))}</title>
<style>${css}</style>
</head>
<body>
<a class="skip" href="#decision">Skip to the decision</a>
<header>
<p class="kicker">What Kerf makes of an edit. Nothing was written.</p>
<h1>${word(headline(self))}</h1>
<p class="lead">${rationale(self)}</p>
<p class="path"><code>${name(self.path)}</code></p>
${several ? contentsOf(self) : ""}</header>
<main id="decision" tabindex="-1">
${self.warnings.map((warning) => `<p class="warning">Warning: ${word(warning)}.</p>\n`).join("")}${self.pairs.map((pair) => section(self, pair)).join("")}${notes(self)}</main>
<footer><p>An edit asks to replace an old text by a new one. Matchers say where the old text stands, in the order above; the edit is made only if one place is certain. All pairs of an edit are made, or none.</p></footer>
</body>
</html>
`
}

// ----------------------------------------------------------------------------
// Sentences
// ----------------------------------------------------------------------------

/** What came of the edit, in one plain sentence. */
const headline = (self: Explanation.Explanation): string => {
  const { failure, pairs, replacements } = self
  const which = (edit: number | undefined): string =>
    pairs.length > 1 && edit !== undefined ? `the old text of pair ${edit + 1}` : "the old text"
  if (failure === undefined) {
    if (pairs.some(({ outcome }) => outcome === "created")) return "The file would be created."
    if (replacements === 0) return "There is nothing to do: the new text is in the file already."
    return `The edit would be made: ${counted(replacements, "place")} would be replaced.`
  }
  const not = "The edit would not be made: "
  switch (failure._tag) {
    case "NoMatch":
      return `${not}${which(failure.edit)} is not in the file.`
    case "Ambiguous":
      return `${not}${which(failure.edit)} stands in ${failure.atLeast ? "at least " : ""}${failure.total} places, and nothing says which one is meant.`
    case "Refused":
      return `${not}${refusal(failure.reason)}.`
    case "Stale":
      return `${not}the file has changed.`
  }
}

/** Why an edit is refused, for a person. */
const refusal = (reason: RefusedReason): string => {
  switch (reason._tag) {
    case "frame":
    case "indent-width":
      return "it cannot be told how the new text is meant to be indented"
    case "conflict":
      return "it would touch lines that the file does not have as the old text has them"
    case "loose-replace-all":
      return "every place is to be replaced, but the text is not there to the letter"
    case "overlap":
      return "two pairs claim the same text"
    case "no-change":
      return "it would change nothing"
    case "escape":
    case "boundary":
    case "inconsistent-shift":
    case "too-long":
      return "a place was found, but it is not certain enough to be used"
    case "too-many":
      return "the old text stands in too many places"
    default:
      return "the request cannot be carried out as it is"
  }
}

/** Why, in a few sentences. */
const rationale = (self: Explanation.Explanation): string => {
  const { failure, pairs } = self
  const sentences: Array<string> = []
  if (failure !== undefined) {
    const edit = "edit" in failure ? failure.edit : undefined
    const pair = pairs.find((it) => it.edit === edit)
    if (failure._tag === "NoMatch") {
      const count = failure.tried.length
      sentences.push(
        `${count === 1 ? "One matcher was" : `${count} matchers were`} asked, each more forgiving than the one before, and none found it.`
      )
    } else if (failure._tag === "Ambiguous" && pair?.matcher !== undefined) {
      sentences.push(
        `The matcher <code>${name(pair.matcher)}</code> found all of them. A more forgiving one is never asked to choose.`
      )
    } else if (failure._tag === "Refused") sentences.push(word(Message.reason(failure.reason)))
    if (pairs.length > 1) sentences.push("All pairs are made, or none.")
    return sentences.join(" ")
  }
  if (pairs.length > 1) return "Every pair has found its place; they are made together."
  const [pair] = pairs
  return pair === undefined ? "" : pairSentence(self, pair)
}

/** What came of a pair, in a few sentences. */
const pairSentence = (self: Explanation.Explanation, pair: Explanation.Pair): string => {
  const { graft, matcher, outcome, places, reason } = pair
  const attempts = self.attempts.filter((it) => it.edit === pair.edit)
  const attempt = attempts.find((it) => it.matcher === matcher)
  const by = matcher === undefined ? "" : `The matcher <code>${name(matcher)}</code>`
  const [first] = attempt?.places ?? []
  const place = pair.place ?? first
  const at = place === undefined ? "" : ` at ${Place.describe(place)}`
  switch (outcome) {
    case "placed": {
      const found =
        places > 1
          ? `${by} found the old text in ${places} places.`
          : (attempt?.candidates ?? 0) > 1
            ? `${by} found the old text in ${attempt?.candidates} places; the one${at} is meant.`
            : attempt?.loose === true
              ? `${by} found the old text${at}, and nowhere else. It forgives ${word(attempt.forgives)}.`
              : `${by} found the old text${at}, and nowhere else.`
      const told = graft === undefined ? "" : ` ${sentence(grafted(graft))}`
      return found + told
    }
    case "already-applied":
      return `The old text is not in the file, but the new text is,${at}, and nowhere else: so it counts as made.`
    case "created":
      return "There is no such file yet. It would hold the new text."
    case "ambiguous": {
      const found =
        attempt?.candidates === 1
          ? `${by} found another place than the one that must not be used, so there are ${places}`
          : `${by} found ${places} places`
      const shown = pair.pictures.length === 0 ? "" : " Those that are shown tell what sets them apart."
      return `${found}, and nothing chooses between them.${shown}`
    }
    case "refused":
      if (attempts.some((it) => it.outcome === "taken")) {
        return `${by} found the old text${at}, but the new text cannot be put there. ${reason === undefined ? "" : word(Message.reason(reason))}`
      }
      return `${by} found the old text${at}, but it must not be used. ${reason === undefined ? "" : word(Message.reason(reason))}`
    case "unused":
      return `${by} found the old text${at}, but only after another matcher could not answer, so that is not used.`
    case "none":
      return pair.pictures.some(({ place }) => place !== undefined)
        ? "No matcher found the old text. Below is the region of the file that is most like it."
        : "No matcher found the old text, and nothing in the file is like it."
    case "not-asked":
      return "No matcher was asked, since the request itself is refused."
  }
}

const grafted = (graft: NonNullable<Explanation.Pair["graft"]>): string => {
  const { adapted, frame, spliced } = graft
  if (spliced) return "the file has it to the letter, so the new text would be written as it was sent"
  const how =
    frame === "file"
      ? "the new text is indented as the file is, and is not adapted"
      : frame === "model"
        ? `the new text is indented as the old text was, so it is brought to the file's indentation: ${word(adapted)}`
        : adapted === ""
          ? "the new text needs no adaptation"
          : `the new text is adapted: ${word(adapted)}`
  return [how, ...Explanation.keptPhrase(graft)].join("; ")
}

const sentence = (phrase: string): string => `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`

const counted = (n: number, what: string): string => (n === 1 ? `1 ${what}` : `${n} ${what}s`)

/** The most UTF-16 units of a path or a name, and of a sentence from elsewhere. */
const most = { name: 400, sentence: 2_000 }

const word = (text: string): string => Html.text(Printable.line(Printable.cut(text, most.sentence)))

const name = (text: string): string => Html.text(Printable.line(Printable.cut(text, most.name)))

const fileName = (path: string): string => path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1)

// ----------------------------------------------------------------------------
// Sections
// ----------------------------------------------------------------------------

const outcomes: Readonly<Record<Explanation.Pair["outcome"], string>> = {
  placed: "has its place",
  "already-applied": "is made already",
  created: "creates the file",
  ambiguous: "has more than one place",
  refused: "is refused",
  unused: "is not used",
  none: "is not found",
  "not-asked": "is not asked about"
}

const contentsOf = ({ pairs }: Explanation.Explanation): string =>
  `<nav aria-label="Pairs of the edit"><ul>${pairs
    .map(({ edit, outcome }) => `<li><a href="#pair-${edit + 1}">Pair ${edit + 1}</a> ${outcomes[outcome]}</li>`)
    .join("")}</ul></nav>\n`

const section = (self: Explanation.Explanation, pair: Explanation.Pair): string => {
  const several = self.pairs.length > 1
  const attempts = self.attempts.filter(({ edit }) => edit === pair.edit)
  const id = `pair-${pair.edit + 1}`
  const heading = several ? `Pair ${pair.edit + 1} ${outcomes[pair.outcome]}` : "How it was decided"
  const isToldAbove = !several && self.failure === undefined
  const pictures = pair.pictures.filter(({ rows }) => rows.length > 0)
  return `<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${heading}</h2>
${isToldAbove ? "" : `<p>${pairSentence(self, pair)}</p>\n`}${attempts.length === 0 ? "" : ladder(pair, attempts)}${
    pictures.length === 0
      ? ""
      : `<h3>Side by side</h3>\n${legend(pair)}${pictures.map((picture, i) => table(pair, picture, i)).join("")}${leftOut(pair)}`
  }${self.pairs.length > 1 && pair.pictures.length === 0 ? "<p>This pair is not drawn, since there are so many.</p>\n" : ""}${message(self, pair)}</section>
`
}

/** How many places are not drawn. */
const leftOut = ({ pictures, places }: Explanation.Pair): string =>
  places <= pictures.length
    ? ""
    : `<p>${counted(places - pictures.length, "more place")} ${places - pictures.length === 1 ? "is" : "are"} not shown.</p>\n`

const ladder = (pair: Explanation.Pair, attempts: ReadonlyArray<Attempt.Attempt>): string =>
  `<h3>Who was asked, in order</h3>
<ol class="ladder">
${attempts.map((attempt) => step(pair, attempt)).join("\n")}
</ol>
`

const step = (pair: Explanation.Pair, attempt: Attempt.Attempt): string => {
  const told = Explanation.placeSentences(attempt)
  const list = `<ul>${told.map((line) => `<li>${word(line)}</li>`).join("")}</ul>`
  const more =
    told.length === 0
      ? ""
      : attempt.outcome === "late"
        ? `<details><summary>What ${name(attempt.matcher)} would have made of it</summary>${list}</details>`
        : list
  return `<li class="${attempt.outcome}"><p><span class="name"><code>${name(attempt.matcher)}</code></span> <span class="what">${word(Explanation.outcome(attempt, pair))}.</span></p><p class="forgives">Forgives ${word(attempt.forgives)}.</p>${more}</li>`
}

/** The message of the failure, under the pair that it is about. */
const message = ({ failure }: Explanation.Explanation, pair: Explanation.Pair): string => {
  if (failure === undefined || !("edit" in failure) || failure.edit !== pair.edit) return ""
  return `<h3>What the agent is told</h3>
<details open><summary>The message of the failure</summary><pre class="message">${Html.text(Printable.cut(failure.message, 6_000))}</pre></details>
`
}

const notes = ({ notes }: Explanation.Explanation): string =>
  notes.length === 0
    ? ""
    : `<section aria-labelledby="notes"><h2 id="notes">Notes for the agent</h2><ul>${notes
        .slice(0, 100)
        .map(({ message }) => `<li>${word(message.replace(/^\[edit:[a-z-]+\] /, ""))}</li>`)
        .join("")}</ul></section>
`

// ----------------------------------------------------------------------------
// Pictures
// ----------------------------------------------------------------------------

type Lines = Extract<Picture.Row, { readonly _tag: "lines" }>

const sides = ["file", "old", "new"] as const

type Name = (typeof sides)[number]

const columns: Readonly<Record<Name, string>> = { file: "File", old: "Old text", new: "New text" }

const changes: Readonly<Record<Lines["change"], readonly [sign: string, word: string]>> = {
  context: ["", "around the place"],
  untouched: ["·", "not in the old text, stays"],
  kept: ["=", "kept"],
  changed: ["~", "changed"],
  removed: ["−", "removed"],
  added: ["+", "added"],
  "left-out": ["∅", "not in the file, left out"]
}

/** What a row's change means, by what came of the pair. */
const meaningOf = ({ outcome }: Explanation.Pair, change: Lines["change"]): string => {
  if (outcome === "ambiguous" && change === "kept") return "the old text stands here"
  const [, told] = changes[change]
  const isMade = outcome === "already-applied" && (change === "changed" || change === "removed" || change === "added")
  return isMade ? `${told} already` : told
}

const isForgiven = ({ outcome }: Explanation.Pair): boolean => outcome === "placed" || outcome === "already-applied"

const marks: Readonly<Record<NonNullable<LineMarks.Segment["differs"]>, readonly [sample: string, word: string]>> = {
  indentation: ["→ ··", "indentation"],
  character: ["“", "another form of a character"],
  "trailing-blanks": ["··", "blanks at the end of a line"],
  "line-ending": ["CRLF", "line ending"],
  text: ["abc", "other text"]
}

const segmentsOf = (pair: Explanation.Pair): ReadonlyArray<LineMarks.Segment> =>
  pair.pictures.flatMap(({ rows }) =>
    rows.flatMap((row) => (row._tag === "gap" ? [] : sides.flatMap((side) => row[side]?.segments ?? [])))
  )

/** The marks and signs that occur, in words. */
const legend = (pair: Explanation.Pair): string => {
  const segments = segmentsOf(pair)
  const signs = new Set(
    pair.pictures.flatMap(({ rows }) => rows.flatMap((row) => (row._tag === "gap" ? [] : row.change)))
  )
  const entries = [
    ...Array.from(signs, (change) => [changes[change][0], legendOf(pair, change)]).filter(([sign]) => sign !== ""),
    ...(segments.some(({ changed }) => changed === true)
      ? [
          ["<del>abc</del>", "taken out"],
          ["<ins>abc</ins>", "brought in"]
        ]
      : []),
    ...Object.entries(marks).flatMap(([kind, [sample, meaning]]) =>
      segments.some(({ differs }) => differs === kind)
        ? [[`<mark>${sample}</mark>`, `${isForgiven(pair) ? "forgiven" : "differs"}: ${meaning}`]]
        : []
    ),
    ...(segments.some(({ outside }) => outside === true)
      ? [[`<span class="out">abc</span>`, "same line, outside the place"]]
      : [])
  ]
  return entries.length === 0
    ? ""
    : `<dl class="legend">${entries.map(([dt, dd]) => `<div><dt>${dt}</dt><dd>${dd}</dd></div>`).join("")}</dl>\n`
}

const legendOf = (pair: Explanation.Pair, change: Lines["change"]): string => {
  const meaning = meaningOf(pair, change)
  return pair.outcome === "ambiguous" ? meaning : `line ${meaning}`
}

const table = (pair: Explanation.Pair, picture: Picture.Picture, index: number): string => {
  const used = sides.filter((side) => picture.rows.some((row) => row._tag === "lines" && row[side] !== undefined))
  const span = used.length + 1
  const head = used.map(
    (side) => `<th role="columnheader" scope="col">${columns[side]}${detailOf(side, pair, picture)}</th>`
  )
  return `<table role="table">
<caption>${caption(pair, picture, index)}</caption>
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col"><span class="vh">Change</span></th>${head.join("")}</tr></thead>
<tbody role="rowgroup">
${picture.rows.map((row) => (row._tag === "gap" ? gap(row.rows, span) : line(pair, row, used))).join("\n")}
</tbody>
</table>
`
}

const detailOf = (side: Name, pair: Explanation.Pair, { decoded, place }: Picture.Picture): string => {
  if (side === "file" && place !== undefined) {
    return ` <small>${pair.outcome === "none" ? "most like it: " : ""}${Place.describe(place)}</small>`
  }
  if (side === "file") return ""
  return ` <small>${decoded ? "as the matcher read it" : "as it was sent"}</small>`
}

const caption = (pair: Explanation.Pair, { distinction, place }: Picture.Picture, index: number): string => {
  if (pair.outcome === "ambiguous" && place !== undefined) {
    const only =
      distinction === undefined
        ? ""
        : ` Alone with this ${distinction.side} it: <code>${word(Printable.cut(distinction.text, 200))}</code>`
    return `Place ${index + 1} of ${pair.places}, ${Place.describe(place)} (byte ${place.byteOffset}).${only}`
  }
  if (place === undefined) return "The texts that were sent."
  const where = `${Place.describe(place)}, from byte ${place.byteOffset} on.`
  if (pair.outcome === "none") return `The region most like the old text: ${where}`
  if (pair.outcome === "already-applied") return `Where the new text stands: ${where}`
  return pair.places > 1 ? `Place ${index + 1} of ${pair.places}: ${where}` : `The place: ${where}`
}

const gap = (rows: number, span: number): string =>
  `<tr role="row" class="gap"><td role="cell" colspan="${span}">${counted(rows, "more line")} not shown</td></tr>`

const line = (pair: Explanation.Pair, row: Lines, used: ReadonlyArray<Name>): string => {
  const [sign] = changes[row.change]
  const meaning = meaningOf(pair, row.change)
  const plain = used.every((side) => row[side]?.segments.every(isPlain) !== false)
  const isSame = row.change === "kept" && plain && pair.outcome !== "ambiguous"
  const isQuiet = row.change === "context" || isSame
  const classes = [row.change, ...(isSame ? ["same"] : []), ...(isQuiet ? ["quiet"] : [])]
  const cells = used.map((side) => {
    const cell = row[side]
    if (cell === undefined) return `<td role="cell" class="${side} empty"><span class="vh">no line</span></td>`
    const written =
      side === "new" && row.written !== undefined
        ? `<span class="written">written as <code>${Html.text(row.written)}</code></span>`
        : ""
    return `<td role="cell" class="${side}"><span class="cell"><span class="n"><span class="where">${columns[side].split(" ", 1)[0]} </span>${cell.line}</span><code>${content(pair, side, cell)}</code>${written}</span></td>`
  })
  return `<tr role="row" class="${classes.join(" ")}"><th role="rowheader" scope="row"><span class="sign" aria-hidden="true">${sign}</span><span class="vh word">${meaning}</span></th>${cells.join("")}</tr>`
}

const isPlain = ({ changed, differs }: LineMarks.Segment): boolean => changed !== true && differs === undefined

const content = (pair: Explanation.Pair, side: Name, { cut, segments }: LineMarks.Cell): string => {
  const start = cut === "start" || cut === "both" ? `<span class="vh">the line begins earlier </span>…` : ""
  const end = cut === "end" || cut === "both" ? `…<span class="vh"> the line goes on</span>` : ""
  return start + segments.map((segment) => mark(pair, side, segment)).join("") + end
}

/** A segment with its marks, each also told in words that are not seen. */
const mark = (pair: Explanation.Pair, side: Name, { changed, differs, outside, text }: LineMarks.Segment): string => {
  const hasInk = /[\p{L}\p{N}\p{P}\p{S}]/u.test(text)
  let html = !hasInk && (changed === true || differs !== undefined) ? Html.blanks(text) : Html.text(text)
  if (outside === true) html = `<span class="out">${aside("outside the place: ")}${html}</span>`
  if (differs !== undefined) {
    const of = differs === "text" ? "" : `, ${Html.describe(text)}`
    html = `<mark>${aside(`[${isForgiven(pair) ? "forgiven" : "differs"}: ${marks[differs][1]}${of}] `)}${html}</mark>`
  }
  if (changed === true) {
    const [tag, said] = side === "new" ? ["ins", "[brought in] "] : ["del", "[taken out] "]
    html = `<${tag}>${aside(said)}${html}</${tag}>`
  }
  return html
}

/** For those who hear the page. */
const aside = (text: string): string => `<span class="vh">${text}</span>`
