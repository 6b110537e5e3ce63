// Real text to make edits of: modules and documents of an installed package, whose version is pinned, and JSON.
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

const root = dirname(createRequire(import.meta.url).resolve("effect/package.json"))

const read = (...paths: ReadonlyArray<string>): ReadonlyArray<string> =>
  paths.map((path) => readFileSync(join(root, path), "utf8"))

const code = [
  ...read("src/TextDiff.ts", "src/Reducer.ts", "src/PlatformError.ts", "src/Stdio.ts", "dist/Glob.js"),
  "# shifts\nclass A:\n\tdef a(self):\n\t\tif self.x:\n\t\t\treturn 'one'\n\t\treturn None\n\n\tdef b(self):\n\t\tpass\n",
  'package main\n\nfunc main() {\n\tfor i := range 10 {\n\t\tif i%2 == 0 {\n\t\t\tprintln("even", i)\n\t\t}\n\t}\n}\n'
]

/** Texts by what they are. */
export const sources = { code, all: [...code, ...read("README.md", "package.json")] }
