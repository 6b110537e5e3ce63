// The packages of this workspace depend on each other one way only, and whoever imports one matcher
// loads no other. A compiler does not say when that is broken; this does.
//
//   matchers ─▶ core      node ─▶ core, matchers      testing ─▶ core
//
// Sources are parsed, not searched, so an import in a comment or a string is none. `import type` counts
// as an import (a package needs what its types name), but not as a load (it is gone at run time).
// Out of scope: what the imported packages do themselves; `purity.ts` bundles them to see.
import { existsSync, globSync, readFileSync } from "node:fs"
import { isBuiltin } from "node:module"
import { dirname, join, relative, resolve } from "node:path"
import { type ESTree, parseSync, Visitor } from "rolldown/utils"

/** Which packages of the workspace the source of each may import. */
export const arrows: Readonly<Record<string, ReadonlyArray<string>>> = {
  core: [],
  matchers: ["core"],
  node: ["core", "matchers"],
  testing: ["core"]
}

/** Packages that run anywhere: no Node module, no platform package, nothing computed at run time. */
export const pure: ReadonlyArray<string> = ["core", "matchers"]

/** Modules that exist to name several matchers. */
const mayLoadMany = new Set(["Presets.ts", "index.ts"])

export interface Report {
  /** One line each: `file:line what is wrong`, in the order of files and lines. */
  readonly violations: ReadonlyArray<string>
  readonly files: number
  readonly matchers: number
}

interface Import {
  /** `undefined` where it is computed: `import(name)`. */
  readonly specifier: string | undefined
  readonly line: number
  /** False for what is erased before the program runs. */
  readonly loads: boolean
}

interface Module {
  readonly path: string
  readonly imports: ReadonlyArray<Import>
  /** It holds a `class … extends Context.Service<…>()("@kerf/matchers/…")`. */
  readonly isMatcher: boolean
}

/** Reads every TypeScript file of the workspace below `root` and reports what goes against the arrows. */
export const check = (root: string): Report => {
  const violations: Array<string> = []
  const modules = new Map<string, Module>()
  const patterns = ["packages/*/src/**/*.ts", "packages/*/test/**/*.ts", "{examples,benchmark}/**/*.ts"]
  for (const file of globSync(patterns, { cwd: root, exclude: isForeign }).toSorted()) {
    const module = readModule(join(root, file))
    modules.set(module.path, module)
    for (const entry of module.imports) {
      const wrong = judge(root, file, entry)
      if (wrong !== undefined) violations.push(`${file}:${entry.line} ${wrong}`)
    }
  }
  const matchers = [...modules.values()].filter((module) => module.isMatcher)
  for (const matcher of matchers) {
    const chain = mayLoadMany.has(basename(matcher.path)) ? undefined : chainToAnother(matcher, modules)
    if (chain !== undefined) {
      const names = chain.map((path) => relative(join(root, "packages/matchers/src"), path))
      violations.push(`packages/matchers/src/${names[0]}: loads another matcher: ${names.join(" -> ")}`)
    }
  }
  return { violations, files: modules.size, matchers: matchers.length }
}

// ----------------------------------------------------------------------------
// One import
// ----------------------------------------------------------------------------

/** What is wrong with an import, or `undefined`. Tests and examples are held only to what a user could write. */
const judge = (root: string, file: string, { specifier, loads }: Import): string | undefined => {
  const home = packageRoot(root, file)
  const name = file.startsWith("packages/") ? file.split("/")[1]! : undefined
  const inSource = name !== undefined && file.startsWith(`packages/${name}/src/`)
  const isPure = inSource && pure.includes(name)
  const manifest = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as Manifest

  if (specifier === undefined) {
    return isPure ? `imports a computed name: ${name} must say what it loads` : undefined
  }
  const quoted = JSON.stringify(specifier)

  if (specifier.startsWith(".")) {
    const target = resolve(root, dirname(file), specifier)
    if (!target.startsWith(home + "/")) return `imports ${quoted}: a relative path out of its package`
    if (inSource && target === join(home, "src/index.ts")) return `imports ${quoted}: its own barrel, not the module`
    return undefined
  }

  if (isBuiltin(specifier)) return isPure ? `imports ${quoted}: ${name} runs without Node` : undefined
  const dependency = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/")
  if (isPure && /^(@types\/node|@effect\/platform.*)$/.test(dependency)) {
    return `imports ${quoted}: ${name} runs without a platform`
  }

  if (dependency.startsWith("@kerf/")) {
    const other = dependency.slice("@kerf/".length)
    const subpath = specifier.slice(dependency.length + 1)
    if (other !== name && /^internal(\/|$)/.test(subpath)) return `imports ${quoted}: another package's internals`
    if (inSource) {
      if (other === name) return `imports ${quoted}: its own package by name, not the module`
      if (!(arrows[name] ?? []).includes(other)) return `imports ${quoted}: no arrow goes from ${name} to ${other}`
      if (subpath === "") return `imports ${quoted}: a barrel, not the module`
    }
  }

  const declared = {
    ...manifest.dependencies,
    ...manifest.peerDependencies,
    ...(inSource ? {} : manifest.devDependencies)
  }
  const isDeclared =
    dependency in declared || dependency === manifest.name || (!loads && `@types/${dependency}` in declared)
  return isDeclared ? undefined : `imports ${quoted}: ${dependency} is not in its package.json`
}

interface Manifest {
  readonly name: string
  readonly dependencies?: Record<string, string>
  readonly peerDependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
}

/** The nearest folder at or above the file that has a package.json. */
const packageRoot = (root: string, file: string): string => {
  let folder = dirname(join(root, file))
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder)
  return folder
}

// ----------------------------------------------------------------------------
// The graph of one package
// ----------------------------------------------------------------------------

/** The shortest chain of loads from one matcher to another, both ends included. */
const chainToAnother = (from: Module, modules: ReadonlyMap<string, Module>): ReadonlyArray<string> | undefined => {
  const seen = new Set([from.path])
  const chains: Array<ReadonlyArray<string>> = [[from.path]]
  for (const chain of chains) {
    const last = chain.at(-1)!
    for (const { specifier, loads } of modules.get(last)?.imports ?? []) {
      if (!loads || !specifier?.startsWith(".")) continue
      const path = resolve(dirname(last), specifier)
      if (seen.has(path)) continue
      seen.add(path)
      const longer = [...chain, path]
      if (modules.get(path)?.isMatcher) return longer
      chains.push(longer)
    }
  }
  return undefined
}

// ----------------------------------------------------------------------------
// One file
// ----------------------------------------------------------------------------

const readModule = (path: string): Module => {
  const source = readFileSync(path, "utf8")
  const { program, comments, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]!.message}`)
  const imports: Array<Import> = []
  let isMatcher = false
  const add = (node: { readonly start: number }, specifier: string | undefined, loads: boolean) => {
    imports.push({ specifier, line: source.slice(0, node.start).split("\n").length, loads })
  }
  new Visitor({
    ImportDeclaration: (node) => add(node, node.source.value, node.importKind !== "type"),
    ExportAllDeclaration: (node) => add(node, node.source.value, node.exportKind !== "type"),
    ExportNamedDeclaration: (node) => {
      if (node.source !== null) add(node, node.source.value, node.exportKind !== "type")
    },
    ImportExpression: (node) => {
      const { source: name } = node
      add(node, name.type === "Literal" && typeof name.value === "string" ? name.value : undefined, true)
    },
    TSImportType: (node) => add(node, node.source.value, false),
    ClassDeclaration: (node) => {
      if (isMatcherService(source, node.superClass)) isMatcher = true
    }
  }).visit(program)
  for (const comment of comments) {
    const reference = /^\/\s*<reference\s+types="([^"]+)"/.exec(comment.value)?.[1]
    if (reference !== undefined) add(comment, reference === "node" ? "@types/node" : reference, false)
  }
  return { path, imports: imports.toSorted((a, b) => a.line - b.line), isMatcher }
}

/** Whether it reads `Context.Service<…>()("@kerf/matchers/…")`. */
const isMatcherService = (source: string, node: ESTree.Expression | null): boolean => {
  if (node?.type !== "CallExpression" || node.callee.type !== "CallExpression") return false
  const [key] = node.arguments
  const service = node.callee.callee
  return (
    source.slice(service.start, service.end) === "Context.Service" &&
    key?.type === "Literal" &&
    String(key.value).startsWith("@kerf/matchers/")
  )
}

const basename = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

const isForeign = (path: string): boolean => /(^|\/)(node_modules|dist|fixtures|goldens|corpus)$/.test(path)

// ----------------------------------------------------------------------------

if (import.meta.main) {
  const { violations, files, matchers } = check(resolve(import.meta.dirname, ".."))
  const problems = matchers === 0 ? [...violations, "found no matcher: does this script still know one?"] : violations
  for (const problem of problems) console.error(problem)
  console.log(`arrows: ${files} files, ${matchers} matchers, ${problems.length} problems`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
