/**
 * Texts to measure with: large, made here, the same in every run.
 */

/** So many lines of code, all different. */
export const code = (lines: number): string => {
  let text = ""
  for (let i = 0; i < lines; i++) {
    text += `${"  ".repeat(1 + (i % 4))}const value${i} = compute${i % 97}(${i}, "part ${(i * 7919) % 1000}")\n`
  }
  return text
}

/** So many short lines, all different, each with a mark before its number. */
export const lines = (count: number, mark = ""): string =>
  Array.from({ length: count }, (_, i) => `line ${mark}${i}\n`).join("")

/** A text of about so many bytes, made of a piece with a number in it. */
export const repeat = (bytes: number, piece: (i: number) => string): string => {
  const pieces: Array<string> = []
  const encoder = new TextEncoder()
  let size = 0
  for (let i = 0; size < bytes; i++) {
    pieces.push(piece(i))
    size += encoder.encode(pieces[i]).length
  }
  return pieces.join("")
}

/** Prose with curly quotes, a few in every line. */
export const curly = (bytes: number): string =>
  repeat(
    bytes,
    (i) => `The “value” number ${i} isn’t what it seems – it’s the sum of “all the others”, and then some.\n`
  )

/** Chinese prose with full-width punctuation. */
export const cjk = (bytes: number): string =>
  repeat(bytes, (i) => `第${i}段：这里有一些中文文本（例子），批量处理数据，然后写入文件。\n`)
