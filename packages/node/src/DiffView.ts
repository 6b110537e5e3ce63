/**
 * A unified diff for eyes: coloured, and with what a terminal would act on made visible. What is piped on must stay as
 * it is, so that `git apply` can take it.
 *
 * @since 0.1.0
 */
import * as Printable from "./Printable.ts"

/**
 * Prints a diff for a terminal.
 *
 * **Details**
 *
 * Control characters are shown as escapes, the carriage return of a CRLF too. With `color`, headers are bold, hunks
 * cyan, deletions red and insertions green.
 *
 * @category operations
 * @since 0.1.0
 */
export const toTerminal = (diff: string, options: { readonly color: boolean }): string => {
  const safe = Printable.text(diff)
  if (!options.color) return safe
  let inHunk = false
  return safe
    .split("\n")
    .map((line) => {
      if (line.startsWith("@@")) inHunk = true
      else if (line.startsWith("diff --git ")) inHunk = false
      const style = styleOf(line, inHunk)
      return style === undefined || line === "" ? line : `\u001b[${style}m${line}\u001b[0m`
    })
    .join("\n")
}

const styleOf = (line: string, inHunk: boolean): number | undefined => {
  if (!inHunk) return 1
  if (line.startsWith("@@")) return 36
  if (line.startsWith("-")) return 31
  return line.startsWith("+") ? 32 : undefined
}
