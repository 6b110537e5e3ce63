/**
 * What the model reads: `[edit:<code>] …`, one code for each failure and note. Everything is computed from data here,
 * and nowhere else. Pairs are numbered from 1, and named only where a call has several.
 *
 * @since 0.1.0
 */
import type { Ambiguous, NoMatch, Refused, Stale } from "./EditFailure.ts"
import type { Note } from "./Note.ts"
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
  const parts = [`[edit:no-match] ${subject(failure)} was not found (tried ${tried(failure.tried)}).`]
  if (failure.blank) parts.push("It holds only blanks, which match nothing but themselves: send the text around them.")
  else if (failure.introducedBy !== undefined) {
    parts.push(
      `Pair ${failure.introducedBy + 1} introduces it, but all pairs are matched against the file as it is: ` +
        "merge the two pairs into one."
    )
  } else if (failure.unused !== undefined) {
    parts.push(
      `${failure.unused.matcher} found it at ${Place.describe(failure.unused.place)}, which is not used while a ` +
        "matcher before it could not answer: send the exact text."
    )
  } else if (failure.firstLine !== undefined) {
    parts.push(
      `Its first line stands at ${at(failure.firstLine)}, but what follows differs: read the file there and copy ` +
        "the lines as they are."
    )
  } else parts.push("Its first line stands nowhere in the file, which may have changed: read it again.")
  return parts.join(" ") + others(failure)
}

/**
 * The message of an `Ambiguous`.
 *
 * @category messages
 * @since 0.1.0
 */
export const ambiguous = (failure: Data<Ambiguous>): string => {
  const { atLeast, loose, matcher, places, total } = failure
  const rest = total - places.length
  return (
    `[edit:ambiguous-match] ${subject(failure)} stands ${atLeast ? "at least " : ""}${total} times` +
    (loose ? ` (${matcher})` : "") +
    `: ${places.map(at).join("; ")}${rest > 0 ? `; and ${rest} more` : ""}. ` +
    "Send more of the lines around the one you mean, or add its line: " +
    `{ "line": ${places[0]?.line ?? 1} }` +
    (loose ? "." : ', or "replaceAll": true to change them all.') +
    others(failure)
  )
}

/**
 * The message of a `Refused`.
 *
 * @category messages
 * @since 0.1.0
 */
export const refused = (failure: Data<Refused>): string => {
  const pair = failure.edit !== undefined && failure.edits > 1 ? `Pair ${failure.edit + 1}: ` : ""
  return `[edit:match-refused] ${pair}${reason(failure.reason)} (${failure.reason._tag})${others(failure)}`
}

/**
 * The message of a `Stale`.
 *
 * @category messages
 * @since 0.1.0
 */
export const stale = (failure: Data<Stale>): string =>
  `[edit:stale] ${name(failure.path)} ` +
  (failure.reason === "deleted"
    ? "is gone. Look for where it went before you edit it."
    : "has changed since it was read; nothing was written. Read it again, then send the edit again.")

/**
 * What a note says.
 *
 * @category messages
 * @since 0.1.0
 */
export const note = (self: Note): string => {
  switch (self._tag) {
    case "loose-match":
      return (
        `[edit:loose-match] ${self.matcher} found the place; it forgives ${self.forgives}` +
        (self.adapted === "" ? "." : `, and newText was adapted: ${self.adapted}.`)
      )
    case "line-endings":
      return self.action === "converted"
        ? `[edit:line-endings] The line feeds of newText were written as ${ending(self.file)}, as everywhere in the file.`
        : `[edit:line-endings] newText was written with ${ending(self.sent)}, as sent; the file has ${ending(self.file)}.`
    case "already-applied":
      return `[edit:already-applied] oldText is not in the file, but newText is, at ${at(self.place)}: nothing to do.`
    case "joined-lines":
      return (
        `[edit:joined-lines] Line ${self.line}${andMore(self.more)} was joined to the line after it: oldText ended in a line break and ` +
        "newText did not. End newText in one if that was not meant."
      )
    case "indentation-jump":
      return (
        `[edit:indentation-jump] Line ${self.line}${andMore(self.more)} stands left of the line in which the edit begins: the place began ` +
        "after that line's indentation. Check its indentation."
      )
  }
}

/**
 * What a reason says, without a code in front.
 *
 * @category messages
 * @since 0.1.0
 */
export const reason = (self: RefusedReason): string => {
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
        `replaceAll needs exact text, but only ${self.matcher} found it (${at(self.place)}), which forgives ` +
        `${self.forgives}. Copy the text as the file has it.`
      )
    case "too-many":
      return `oldText stands more than ${self.limit} times. Send a longer oldText.`
    case "too-long":
      return (
        `${self.matcher} found ${at(self.place)}, which is ${self.length} ${self.unit} long; oldText allows for ` +
        `${self.limit}. Send the lines as the file has them.`
      )
    case "boundary":
      return `${self.matcher} found the text at ${at(self.place)}, but ${self.detail}. Send whole lines, as they are.`
    case "inconsistent-shift":
      return (
        `${self.matcher} found the text at ${at(self.place)}, but its indentation is not oldText's by one constant ` +
        `change: ${self.detail}. Copy the lines with their indentation.`
      )
    case "frame":
      return (
        `oldText is indented otherwise than the file, and it cannot be told how newText is meant: ${self.detail}. ` +
        "Send both with the file's own indentation."
      )
    case "indent-width":
      return (
        `${self.matcher} found the text at ${at(self.place)}, but ${self.detail}. ` +
        "Send both texts with the file's own indentation."
      )
    case "escape":
      return (
        `oldText stands at ${at(self.place)} once its JSON escapes are decoded, but ${self.detail}. ` +
        "Send both without escapes."
      )
    case "conflict":
      return `The place was found, but ${self.detail}. Copy the lines as the file has them.`
    case "not-text":
      return (
        `The file is not UTF-8 text: ${self.looksLike}` +
        (self.byteOffset === undefined ? "" : ` at byte ${self.byteOffset}`) +
        ". It can be neither read nor edited as text."
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
      return `${name(self.path)} is a ${self.type}, not a regular file. Send the path of a file.`
    case "not-writable":
      return `${name(self.path)} is read-only. Make it writable first, if it is meant to be edited.`
    case "custom":
      return `${self.matcher}: ${self.message}`
  }
}

/** A path as it can be shown: quoted where it holds what would not be seen, or would be obeyed. */
const name = (path: string): string => (/[\p{C}"]/u.test(path) ? JSON.stringify(path) : path)

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

const tried = (matchers: Data<NoMatch>["tried"]): string =>
  matchers
    .map(({ declined, matcher }) => (declined === undefined ? matcher : `${matcher} declined: ${declined}`))
    .join(", ")

const ending = (terminator: string): string => (terminator === "\r\n" ? "CRLF" : terminator === "\r" ? "CR" : "LF")
