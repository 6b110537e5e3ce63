/**
 * What is wrong with JSON that came in, in one line for a person: the first problem, and where it is.
 *
 * @since 0.1.0
 */
import type * as SchemaIssue from "effect/SchemaIssue"
import { makeFormatterStandardSchemaV1 } from "effect/SchemaIssue"
import * as Printable from "./Printable.ts"

/**
 * Says the first problem of an issue: `edits[0].newText is missing`.
 *
 * **Details**
 *
 * `root` is the name of the value as a whole, `""` for none. `known` gives the keys that the object at a path may have,
 * to be told where another one stands; `values`, what may stand at a path where something else does.
 *
 * @category constructors
 * @since 0.1.0
 */
export const describe = (
  issue: SchemaIssue.Issue,
  options: {
    readonly root: string
    readonly known: (parent: string) => ReadonlyArray<string> | undefined
    readonly values?: (path: string) => ReadonlyArray<string> | undefined
  }
): string => {
  const [first] = formatter(issue).issues
  if (first === undefined) return "it is not what was expected"
  const keys = (first.path ?? []) as ReadonlyArray<PropertyKey>
  const at = (path: ReadonlyArray<PropertyKey>) => path.reduce<string>(join, options.root)
  const where = at(keys)
  const values = options.values?.(where)
  const known = options.known(at(keys.slice(0, -1)))
  const problem =
    first.message === "Expected no excess property"
      ? ` is an unknown key${known === undefined ? "" : ` (known: ${known.join(", ")})`}`
      : first.message === "Missing key"
        ? " is missing"
        : values !== undefined
          ? ` is none of ${values.join(", ")}`
          : `${where === "" ? "" : ": "}${first.message}`
  return Printable.line(`${where}${problem}`)
}

const join = (path: string, key: PropertyKey): string =>
  typeof key === "number" ? `${path}[${key}]` : path === "" ? String(key) : `${path}.${String(key)}`

const formatter = makeFormatterStandardSchemaV1()
