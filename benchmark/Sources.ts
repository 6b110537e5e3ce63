/**
 * Real source files to make edits of: those of installed packages, in five languages, and of the machine's Python and C
 * where it has them.
 */
import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** A file and the language that it is written in. */
export interface Source {
  readonly language: string
  readonly text: string
}

/** Larger files make nothing clearer and everything slower. */
const largest = 100_000

const take = (language: string, directory: string, extension: string, count: number): ReadonlyArray<Source> => {
  if (!existsSync(directory)) return []
  const names = readdirSync(directory)
    .filter((name) => name.endsWith(extension))
    .toSorted()
  const step = Math.max(1, Math.floor(names.length / count))
  return names
    .filter((_, i) => i % step === 0)
    .slice(0, count)
    .map((name) => ({ language, text: readFileSync(join(directory, name), "utf8") }))
    .filter(({ text }) => text.length <= largest)
}

const packageOf = (name: string): string => dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)))

const python = (): ReadonlyArray<Source> => {
  try {
    const directory = execFileSync("python3", [
      "-c",
      "import json, os; print(os.path.dirname(os.path.dirname(json.__file__)))"
    ])
    const library = directory.toString().trim()
    return [...take("Python", library, ".py", 16), ...take("Python", join(library, "json"), ".py", 6)]
  } catch {
    return []
  }
}

/** All sources, the same in every run on one machine. */
export const all = (): ReadonlyArray<Source> => {
  const effect = packageOf("effect")
  const changesets = packageOf("@changesets/cli")
  return [
    ...take("TypeScript", join(effect, "src"), ".ts", 16),
    ...take("JavaScript", join(effect, "dist"), ".js", 16),
    ...take("Markdown", effect, ".md", 3),
    ...take("Markdown", changesets, ".md", 3),
    ...take("JSON", effect, ".json", 2),
    ...take("JSON", changesets, ".json", 2),
    ...take("YAML", fileURLToPath(new URL("..", import.meta.url)), ".yaml", 2),
    ...python(),
    ...take("C", "/usr/include", ".h", 12)
  ]
}
