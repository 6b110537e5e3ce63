// core and matchers run in a browser, a worker or an editor: bundled with everything that they import,
// effect included, they need no module of Node's. An import that tree shaking would drop counts too.
//
// Out of scope: globals such as `process`; the packages' tsconfig.json knows no types for them.
import { globSync } from "node:fs"
import { isBuiltin } from "node:module"
import { join, relative, resolve } from "node:path"
import { rolldown } from "rolldown"
import { pure } from "./arrows.ts"

export interface Bundle {
  /** One line each: `file imports "node:fs"`. */
  readonly violations: ReadonlyArray<string>
  /** Of the whole bundle before minification, in UTF-16 units; 0 if there was nothing to bundle. */
  readonly size: number
}

/** Bundles every public module of one package for the browser and reports who imports a module of Node's. */
export const bundle = async (root: string, name: string): Promise<Bundle> => {
  const input = globSync(`packages/${name}/src/*.ts`, { cwd: root }).map((file) => join(root, file))
  const violations = new Set<string>()
  if (input.length === 0) return { violations: [`packages/${name}/src holds no module`], size: 0 }
  const build = await rolldown({
    input,
    platform: "browser",
    // As verbatimModuleSyntax has it, also in a folder without a tsconfig: an import whose names are not used stays.
    tsconfig: false,
    transform: { typescript: { onlyRemoveTypeImports: true } },
    plugins: [
      {
        name: "no-node",
        resolveId: (specifier, importer) => {
          if (!isBuiltin(specifier)) return null
          violations.add(`${importer === undefined ? name : relative(root, importer)} imports "${specifier}"`)
          return { id: specifier, external: true }
        }
      }
    ],
    onLog: (level, log) => {
      if (level === "warn") violations.add(log.message)
    }
  })
  const { output } = await build.generate({ format: "esm" })
  await build.close()
  const size = output.reduce((sum, chunk) => sum + (chunk.type === "chunk" ? chunk.code.length : 0), 0)
  return { violations: [...violations], size }
}

// ----------------------------------------------------------------------------

if (import.meta.main) {
  const root = resolve(import.meta.dirname, "..")
  for (const name of pure) {
    const { violations, size } = await bundle(root, name)
    for (const violation of violations) console.error(`${name} is not pure: ${violation}`)
    console.log(`purity: ${name}, ${Math.round(size / 1000)} kB with all it imports, ${violations.length} problems`)
    if (violations.length > 0) process.exitCode = 1
  }
}
