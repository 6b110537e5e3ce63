/**
 * What the model reads: `[edit:<code>] …`, one code for each failure and note. Everything is computed from data here,
 * and nowhere else. Pairs are numbered from 1, and named only where a call has several.
 *
 * @since 0.1.0
 */
import * as Blank from "./Blank.ts"
import type * as Difference from "./Difference.ts"
import type { Ambiguous, NoMatch, Refused, Stale } from "./EditFailure.ts"
import type { Note } from "./Note.ts"
import * as Excerpt from "./Excerpt.ts"
import * as LineSet from "./LineSet.ts"
import type * as Passage from "./Passage.ts"
import * as Place from "./Place.ts"
import type { RefusedReason } from "./RefusedReason.ts"

type Data<E> = Omit<E, "message">

/**
 * The message of a `NoMatch`.
 *
 * @category messages
 * @since 0.1.0
 */
export const noMatch = (failure: Data<NoMatch>): string => {
  const head = `[edit:no-match] ${subject(failure)} was not found (tried ${tried(failure.tried)}).`
  const advice = adviceOf(failure)
  return sent(`${head} ${advice.join(" ")}${others(failure)}${repeated(failure)}${nearestOf(failure.nearest)}`)
}

/** After several misses in a row, what the model remembers of the file is worth less than a look at it. */
const repeated = ({ misses }: Data<NoMatch>): string =>
  misses === undefined
    ? ""
    : `\n[edit:repeated-miss] The last ${misses} edits of this file found nothing: read it again before you send another.`

/** What to do next: the first of these that applies. */
const adviceOf = (failure: Data<NoMatch>): ReadonlyArray<string> => {
  const { blank, difference, escaped, firstLine, introducedBy, nearest, newTextStands, trailingTerminator, unused } =
    failure
  if (blank) return ["It holds only blanks, which match nothing but themselves: send the text around them."]
  if (introducedBy !== undefined) {
    return [
      `Pair ${introducedBy + 1} introduces it, but all pairs are matched against the file as it is: ` +
        "merge the two pairs into one."
    ]
  }
  if (unused !== undefined) {
    return [
      `${nameOf(unused.matcher)} found it at ${Place.describe(unused.place)}, which is not used while a ` +
        "matcher before it could not answer: send the exact text."
    ]
  }
  if (trailingTerminator !== undefined) {
    return [
      `It stands at ${at(trailingTerminator)} but for its last line break, which the end of the file lacks: send it without.`
    ]
  }
  if (escaped !== undefined) {
    return [
      `With its JSON escape sequences decoded it stands at ${escaped.map(at).join(" and ")}` +
        (escaped.length > 1
          ? ": send both texts unescaped, with more of the lines around."
          : ": send both texts unescaped.")
    ]
  }
  const advice: Array<string> = []
  if (newTextStands !== undefined) {
    advice.push(`newText stands at ${at(newTextStands)}: if that is this edit, it is made; leave it out.`)
  }
  const regions = nearest.filter(({ old }) => old === undefined)
  if (regions.length > 1) {
    advice.push(
      `It is like ${regions.map(rangeOf).join(" and ")} equally; names and values tell which is meant. Compared with the first:`
    )
  }
  if (difference !== undefined) advice.push(differs(difference))
  if (nearest.length === 0) {
    advice.push(
      firstLine === undefined
        ? "Nothing in the file is like it: the file may have changed, or is another. Read it again."
        : `Its first line stands at ${at(firstLine)}, but nothing in the file is like the whole: read the lines there again.`
    )
  } else if (firstLine !== undefined) {
    if (difference === undefined) advice.push(`Its first line stands at ${at(firstLine)}.`)
  } else if (difference === undefined || hasChanged(difference)) {
    advice.push("Its first line stands nowhere in the file, which may have changed.")
  }
  if (nearest.length > 0) advice.push(howToCopy(failure))
  return advice
}

/** What to do with what is quoted. */
const howToCopy = ({ difference, nearest }: Data<NoMatch>): string => {
  const isCut = nearest.some((passage) => passage.isCut.length > 0)
  const isQuoted = difference !== undefined && "sent" in difference && !("isMore" in difference)
  if (isCut && isQuoted) {
    return "Long lines are cut below: change only that in oldText, and in newText where it has the same, and send the edit again."
  }
  const [first] = nearest
  if (nearest.some(({ old }) => old !== undefined)) {
    return (
      "If this is the place, put each passage below in place of the lines of oldText that it stands for, keep the others, which " +
      "agree, change newText alike, and send the edit again."
    )
  }
  return isCut || first!.lines.length <= first!.endLine - first!.line
    ? `If this is the place, read ${rangeOf(first!)}, copy what you need of it as it is, and send the edit again.`
    : "If the lines below are meant, copy them as they are, and send the edit again."
}

/** Whether a difference is one of content, which a misquotation does not explain. */
const hasChanged = ({ _tag }: Difference.Difference): boolean =>
  _tag === "line" || _tag === "line-missing" || _tag === "line-extra"

/** What keeps oldText from matching, and what to do about it. */
const differs = (self: Difference.Difference): string => {
  switch (self._tag) {
    case "line-missing":
      return Blank.isBlankLine(self.sent)
        ? `oldText has a blank line (its line ${self.oldLine}) where the file has none, after line ${self.after}: leave it out.`
        : `Line ${self.oldLine} of oldText, ${quoted(self.sent)}, does not stand ` +
            `${self.after === 0 ? "before line 1" : `after line ${self.after}`} of the file: leave it out.`
    case "line-extra": {
      const { endLine, line, lines } = self.excerpt
      const count = endLine - line + 1
      const what = lines.every((content) => Blank.isBlankLine(content)) ? "blank line" : "line"
      const { after, before } = self
      return (
        (before === undefined
          ? `Between lines ${after} and ${after + 1} of oldText the file has ${count} more `
          : `Between lines ${after} and ${before} of oldText, where that is blank, the file has ${count} `) +
        `${what}${count > 1 ? "s" : ""} (${rangeOf(self.excerpt)}).`
      )
    }
    case "character":
      return (
        `Line ${self.oldLine} of oldText has ${self.sentCodePoint} where line ${self.line}, column ${self.column}, of the ` +
        `file has ${self.fileCodePoint}.`
      )
    case "backslashes":
      return (
        `Line ${self.oldLine} of oldText differs from line ${self.line} only in backslashes: ` +
        (self.sequence === undefined ? "" : `it has ${self.sequence.sent} where the file has ${self.sequence.file}: `) +
        `${sidesOf(self)}.`
      )
    case "indentation":
      return (
        `Line ${self.oldLine} of oldText is indented otherwise than line ${self.line}: ${sidesOf(self)}.` +
        (self.shift === undefined
          ? self.width === undefined
            ? ""
            : ` So are all lines (tabs for spaces, ${self.width} wide): indent both texts as the file does.`
          : ` Every line of the file has ${indentation(self.shift.whitespace)} ${self.shift.add ? "more" : "less"} in front: ` +
            "indent both texts so.")
      )
    case "line-breaks":
      return `The same words stand at ${rangeOf(self)} with other line breaks: break the lines as the file does.`
    case "case":
      return `Line ${self.oldLine} of oldText differs from line ${self.line} only in the case of letters: ${sidesOf(self)}.`
    case "line":
      return `Line ${self.oldLine} of oldText differs from line ${self.line}: ${sidesOf(self)}.`
  }
}

const sidesOf = ({ file, isCut, isMore, sent }: Difference.Sides): string =>
  `oldText has ${quoted(sent)}, the file has ${quoted(file)}` +
  (isMore === true ? ", and more of a long line differs" : isCut === true ? ", in the middle of a long line" : "")

/** A line in quotes, in which what is not seen, such as a no-break space, is an escape. */
const quoted = (line: string): string =>
  JSON.stringify(line).replace(/\p{Cf}|\p{Zl}|\p{Zp}|(?! )\p{Zs}/gu, (character) =>
    Array.from({ length: character.length }, (_, i) => unicodeEscape(character.charCodeAt(i))).join("")
  )

const unicodeEscape = (unit: number): string => `\\u${unit.toString(16).padStart(4, "0")}`

/** Spaces or tabs, counted. */
const indentation = (whitespace: string): string => {
  const unit = whitespace.startsWith("\t") ? "tab" : "space"
  const isUniform = new Set(whitespace).size === 1
  return isUniform ? `${whitespace.length} ${unit}${whitespace.length > 1 ? "s" : ""}` : quoted(whitespace)
}

const rangeOf = ({ endLine, line }: Pick<Place.Place, "line" | "endLine">): string =>
  Place.describe({ line, endLine, byteOffset: 0 })

/** The quoted passages: a heading, and then the raw lines, so that they can be copied. */
const nearestOf = (nearest: ReadonlyArray<Passage.Passage>): string =>
  nearest
    .map(({ endLine, first, isCut, line, lines, old }) => {
      const stands = old === undefined ? "" : ` for ${rangeOf(old)} of oldText`
      const heading = `\n${rangeOf({ line, endLine })}${stands}`
      if (lines.length === 0) return `${heading} differ, too; they are too many to quote: read them.`
      const shown =
        lines.length === endLine - line + 1
          ? ""
          : `, of which ${rangeOf({ line: first, endLine: first + lines.length - 1 })}`
      const harm = lines.some((text) => harmless(text) !== text) ? " (control characters are written as \\uXXXX)" : ""
      const cut = isCut.length > 0 ? " (long lines are cut)" : ""
      return `${heading}${shown}${cut}${harm}:\n${lines.map(harmless).join("\n")}`
    })
    .join("")

/** The most bytes of a message, as UTF-8. */
const mostBytes = 4_096

/** What may leave: no control or bidirectional mark in it, and cut where it is too long, which an ellipsis says. */
const sent = (message: string): string => {
  const text = harmless(message)
  if (text.length * 3 <= mostBytes) return text
  let bytes = 0
  let end = 0
  for (const character of text) {
    bytes += Excerpt.bytes(character)
    if (bytes > mostBytes) return `${text.slice(0, end)}…`
    if (bytes <= mostBytes - 3) end += character.length
  }
  return text
}

/** The most bytes of what tells places apart. */
const mostOfPlaces = 2_800

/**
 * The message of an `Ambiguous`.
 *
 * @category messages
 * @since 0.1.0
 */
export const ambiguous = (failure: Data<Ambiguous>): string => {
  const { atLeast, loose, matcher, places, total } = failure
  const rest = total - places.length
  const lines = places.map(({ line }) => line)
  // The last line of a list that goes on may hold another place.
  const alone = lines.filter(
    (line, i) => lines.indexOf(line) === lines.lastIndexOf(line) && (rest === 0 || i < lines.length - 1)
  )
  const isEach = alone.length >= lines.length - (rest === 0 ? 0 : 1)
  const byLine = `{ "line": ${alone[0] ?? 1} }`
  // Every place is named, and told from the others while there is room.
  let room = mostOfPlaces
  const list = places.map(({ distinction, ...place }) => {
    if (distinction === undefined) return at(place)
    const told = `, alone with this ${distinction.side} it: ${harmless(quoted(distinction.text))}`
    if (Excerpt.bytes(told) > room) return at(place)
    room -= Excerpt.bytes(told)
    return `${at(place)}${told}`
  })
  // What stands around a loose match is not written as oldText is: joined, the two would match nothing.
  const isLineEnough = loose && isEach
  const advice = isLineEnough
    ? [`Send the line of the place you mean with the edit: ${byLine}`]
    : [
        "Add to both texts what tells the place you mean from the others",
        ...(alone.length === 0
          ? []
          : [`send its line with the edit${isEach ? "" : ", if no other place is in it"}: ${byLine}`]),
        ...(loose ? [] : ['change them all: { "replaceAll": true }'])
      ]
  const more = `… and ${atLeast ? "at least " : ""}${rest} more`
  return sent(
    `[edit:ambiguous-match] ${subject(failure)} stands ${atLeast ? "at least " : ""}${total} times` +
      `${loose ? ` (${nameOf(matcher)})` : ""}. ${advice.join(", or ")}.${others(failure)}` +
      `\n${list.join("\n")}${rest > 0 ? `\n${more}` : ""}`
  )
}

/**
 * The message of a `Refused`.
 *
 * @category messages
 * @since 0.1.0
 */
export const refused = (failure: Data<Refused>): string => {
  const isOfOne = failure.edit !== undefined && failure.edits > 1 && failure.reason._tag !== "overlap"
  const pair = isOfOne ? `Pair ${failure.edit! + 1}: ` : ""
  const code = failure.reason._tag === "custom" ? nameOf(failure.reason.code) : failure.reason._tag
  const all = failure.passages ?? []
  const isWhole = all.every(Excerpt.isWhole)
  // Whether newText is indented as oldText is can be told only where nothing but the form of the place is refused.
  const difference = failure.reason._tag === "loose-replace-all" ? failure.difference : undefined
  const advice = difference === undefined ? howToUse(all, isWhole) : ` ${differs(difference)}`
  const passages = difference === undefined || isWhole ? all : []
  return sent(
    `[edit:match-refused] ${pair}${reason(failure.reason)}${advice} (${code})${others(failure)}${nearestOf(passages)}`
  )
}

/** What to do with the lines of a place that was refused, which are quoted after it. */
const howToUse = (passages: ReadonlyArray<Passage.Passage>, isWhole: boolean): string => {
  const [first] = passages
  if (first === undefined) return ""
  if (!isWhole) return ` Read ${rangeOf({ line: first.line, endLine: passages.at(-1)!.endLine })} first.`
  return first.old === undefined
    ? " The lines of the file are quoted below."
    : " Put each passage below in place of the lines of oldText that it stands for; the others agree."
}

/**
 * The message of a `Stale`.
 *
 * @category messages
 * @since 0.1.0
 */
export const stale = (failure: Data<Stale>): string => sent(`[edit:stale] ${name(failure.path)} ${staleness(failure)}`)

const staleness = ({ changed, more, reason, unseen }: Data<Stale>): string => {
  switch (reason) {
    case "never-read":
      return "has not been read; nothing was written. Read it, then send the edit with text copied from it."
    case "partly-read": {
      if (unseen === undefined || unseen.length === 0) {
        return "has been read in part; nothing was written. Read the rest, then send the edit again."
      }
      const ranges = `${LineSet.describe(unseen)}${more === undefined ? "" : ` (and ${more} more ranges)`}`
      return `has been read in part, without ${ranges}; nothing was written. Read these, then send the edit again.`
    }
    case "modified": {
      const head = "has changed since it was read"
      if (changed === undefined) return `${head}; nothing was written. Read it again, then send the edit again.`
      const range = rangeOf(changed)
      return changed.lines.length === 0
        ? `${head}, somewhere in ${range}; nothing was written. Read ${range} again, then send the edit again.`
        : `${head}; nothing was written. Read it again, then send the edit again. It now has:${nearestOf([changed])}`
    }
    case "deleted":
      return "is gone. Look for where it went before you edit it."
  }
}

/**
 * What a note says.
 *
 * @category messages
 * @since 0.1.0
 */
export const note = (self: Note): string => sent(noteOf(self))

const noteOf = (self: Note): string => {
  switch (self._tag) {
    case "loose-match":
      return (
        `[edit:loose-match] ${nameOf(self.matcher)} found the place; it forgives ${ofOthers(self.forgives)}` +
        (self.adapted === "" ? "." : `, and newText was adapted: ${ofOthers(self.adapted)}.`)
      )
    case "line-endings":
      return self.action === "converted"
        ? `[edit:line-endings] The line feeds of newText were written as ${ending(self.file)}, as everywhere in the file.`
        : `[edit:line-endings] newText was written with ${ending(self.sent)}, as sent; the file has ${ending(self.file)}.`
    case "already-applied":
      return `[edit:already-applied] oldText is not in the file, but newText was before this call, at ${at(self.place)}: nothing to do.`
    case "joined-lines":
      return (
        `[edit:joined-lines] Line ${self.line}${andMore(self.more)} was joined to the line after it: oldText ended in a line break and ` +
        "newText did not. End newText in one if that was not meant."
      )
    case "repeats":
      return (
        `[edit:repeats] newText stood at ${at(self.place)}${andMore(self.more)} already; what it adds to oldText now stands ` +
        "there twice. If this edit was sent before, take one of them out."
      )
    case "rematched":
      return "[edit:rematched] The file has changed since it was read, but the text to replace stood there exactly once."
    case "hard-links":
      return `[edit:hard-links] The file has ${self.links} names (hard links). It was written in place: all of them show the new text.`
    case "guard":
      return oneLine(`[edit:guard] ${self.guard}: ${self.message} (${self.code})`)
    case "formatted": {
      const rest = self.left === undefined ? "" : ` (and ${self.left} more)`
      const where = self.lines.length === 0 ? "" : ` in ${LineSet.describe(self.lines)}${rest}`
      return oneLine(`[edit:formatted] ${self.by} changed the new text${where}; the diff shows the result.`)
    }
    case "not-formatted":
      return oneLine(
        `[edit:not-formatted] ${self.by} did not format the file: ${self.reason}. The text stays as the edit made it.`
      )
    case "indentation-jump":
      return (
        `[edit:indentation-jump] Line ${self.line}${andMore(self.more)} stands ${self.to} of the line in which the edit ` +
        "begins: the place began after that line's indentation. Check its indentation."
      )
  }
}

/**
 * What a reason says, without a code in front.
 *
 * @category messages
 * @since 0.1.0
 */
export const reason = (self: RefusedReason): string => sent(oneLine(reasonOf(self)))

const reasonOf = (self: RefusedReason): string => {
  switch (self._tag) {
    case "empty-old-text":
      return "oldText is empty, which only creates a file that does not exist. Send the text that should be replaced."
    case "no-change":
      return "The edit changes nothing. Send a newText that differs, or leave the edit out."
    case "nul":
      return `${self.side} holds a NUL character (at ${self.offset}), which does not belong in text. Send it without.`
    case "surrogate":
      return (
        `${self.side} holds half of a surrogate pair (at ${self.offset}), which cannot be written. ` +
        "Send the whole character."
      )
    case "overlap":
      return (
        `Pairs ${self.edits[0] + 1} and ${self.edits[1] + 1} claim the same text at ${at(self.place)}. ` +
        "Merge them into one pair."
      )
    case "loose-replace-all":
      return (
        `replaceAll needs exact text, but only ${nameOf(self.matcher)} found it, at ${at(self.place)}, and it forgives ` +
        `${ofOthers(self.forgives)}. Copy the text as the file has it, and change newText alike.`
      )
    case "too-many":
      return `oldText stands more than ${self.limit} times. Send a longer oldText.`
    case "too-long":
      return (
        `${nameOf(self.matcher)} found ${at(self.place)}, which is ${self.length} ${self.unit} long; oldText allows for ` +
        `${self.limit}. Send the lines as the file has them.`
      )
    case "boundary":
      return `${nameOf(self.matcher)} found the text at ${at(self.place)}, but ${ofOthers(self.detail)}. Send whole lines, as they are.`
    case "inconsistent-shift":
      return (
        `${nameOf(self.matcher)} found the text at ${at(self.place)}, but its indentation is not oldText's by one constant ` +
        `change: ${ofOthers(self.detail)}. Copy the lines with their indentation, and indent newText alike.`
      )
    case "frame":
      return (
        `oldText is indented otherwise than the file, and it cannot be told how newText is meant: ${ofOthers(self.detail)}. ` +
        "Send both with the file's own indentation."
      )
    case "indent-width":
      return (
        `${nameOf(self.matcher)} found the text at ${at(self.place)}, but ${ofOthers(self.detail)}. ` +
        "Send both texts with the file's own indentation."
      )
    case "escape":
      return (
        `oldText stands at ${at(self.place)} once its JSON escapes are decoded, but ${ofOthers(self.detail)}. ` +
        "Send both without escapes."
      )
    case "conflict":
      return `The place was found, but ${ofOthers(self.detail)}. Copy the lines as the file has them.`
    case "not-text":
      return (
        `The file is not text in UTF-8, or in UTF-16 with a byte-order mark: ${self.looksLike}` +
        (self.byteOffset === undefined ? "" : ` at byte ${self.byteOffset}`) +
        ". Convert it to UTF-8 if it is text, or use another tool."
      )
    case "too-large":
      return `The file has more than ${self.limit} bytes. Edit it with another tool.`
    case "outside-root":
      return `${name(self.path)} lies outside the roots. Use a path inside them.`
    case "exists":
      return `${name(self.path)} exists already. To change it, send the text to replace as oldText.`
    case "missing":
      return `${name(self.path)} does not exist. Check the path, or send an empty oldText as the only pair to create it.`
    case "not-a-file":
      return `${name(self.path)} is a ${nameOf(self.type)}, not a regular file. Send the path of a file.`
    case "not-writable":
      return `${name(self.path)} is read-only. Make it writable first, if it is meant to be edited.`
    case "custom":
      return `${nameOf(self.matcher)}: ${ofOthers(self.message)}`
  }
}

/** A path as it can be shown: quoted where it holds what would not be seen, or would be obeyed. */
const name = (path: string): string => {
  const end = mostUnits.pathEnd
  const short =
    path.length <= 2 * end + 1 ? path : `${whole(path.slice(0, end))}…${whole(path.slice(path.length - end))}`
  return /[\p{C}"]/u.test(short) ? JSON.stringify(short) : short
}

/** Text as it can be shown: controls, bidirectional marks and terminal escapes made visible, line feeds and tabs kept. */
const harmless = (text: string): string =>
  text.replace(
    // oxlint-disable-next-line no-control-regex
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (unit) => unicodeEscape(unit.charCodeAt(0))
  )

/** In one line, so that it is not taken for another message. */
const oneLine = (text: string): string => text.replace(/\s*[\r\n]\s*/g, " ")

/** The most UTF-16 units of what others have written, of a name that they gave, and of either end of a path. */
const mostUnits = { text: 600, name: 100, pathEnd: 400 }

/** What others have written – a matcher, a guard – in one line, and no longer than leaves room for what to do. */
const ofOthers = (text: string, most = mostUnits.text): string => {
  // Bounded before and after it is made harmless, which makes it longer.
  const line = harmless(oneLine(text.slice(0, 4 * most)))
  return line.length <= most ? line : `${whole(line.slice(0, most - 1))}…`
}

const nameOf = (name: string): string => ofOthers(name, mostUnits.name)

/** A piece of text without half a surrogate pair at its ends. */
const whole = (text: string): string => text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "")

const andMore = (more: number | undefined): string => (more === undefined ? "" : ` (and ${more} more like it)`)

const subject = (failure: { readonly edit: number; readonly edits: number }): string =>
  failure.edits > 1 ? `oldText of pair ${failure.edit + 1}` : "oldText"

const others = (failure: { readonly wouldMatch: ReadonlyArray<number> }): string => {
  const { wouldMatch } = failure
  if (wouldMatch.length === 0) return ""
  const numbers = wouldMatch.map((index) => index + 1)
  return numbers.length === 1
    ? ` Pair ${numbers[0]} would match; nothing was written.`
    : ` Pairs ${numbers.slice(0, 10).join(", ")}${numbers.length > 10 ? ", …" : ""} would match; nothing was written.`
}

const at = (place: Place.Place): string => `${Place.describe(place)} (byte ${place.byteOffset})`

/** The most matchers that are named, and the most reasons of those that declined. */
const mostTried = { names: 20, reasons: 3 }

const tried = (matchers: Data<NoMatch>["tried"]): string => {
  let reasons = 0
  const names = matchers.slice(0, mostTried.names).map(({ declined, matcher }) => {
    if (declined === undefined) return nameOf(matcher)
    const isTold = reasons++ < mostTried.reasons
    return `${nameOf(matcher)} (declined${isTold ? `: ${ofOthers(declined, 200)}` : ""})`
  })
  const rest = matchers.length - names.length
  return `${names.join(", ")}${rest > 0 ? `, and ${rest} more` : ""}`
}

const ending = (terminator: string): string => (terminator === "\r\n" ? "CRLF" : terminator === "\r" ? "CR" : "LF")
