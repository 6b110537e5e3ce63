import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { check } from "../arrows.ts"

const service = (name: string) =>
  `import * as Context from "effect/Context"\n` +
  `export class ${name} extends Context.Service<${name}, Array<string>>()("@kerf/matchers/${name}") {}\n`

/** A workspace that is in order; each test adds the one file that is not. */
const inOrder: Readonly<Record<string, string>> = {
  "packages/core/package.json": manifest("core", {}),
  "packages/core/src/index.ts": `export * as Span from "./Span.ts"`,
  "packages/core/src/Span.ts": `import * as Schema from "effect/Schema"\nexport const a = Schema`,
  "packages/core/src/internal/walk.ts": `// import "node:fs"\nexport const walk = 'import "node:fs"'`,
  "packages/matchers/package.json": manifest("matchers", { "@kerf/core": "workspace:*" }),
  "packages/matchers/src/Exact.ts": `import * as Span from "@kerf/core/Span"\n${service("Exact")}`,
  "packages/matchers/src/Escape.ts": `import type { Exact } from "./Exact.ts"\n${service("Escape")}export type E = Exact`,
  "packages/matchers/src/Presets.ts": `import { Exact } from "./Exact.ts"\nimport { Escape } from "./Escape.ts"`,
  "packages/node/package.json": manifest("node", { "@kerf/core": "workspace:*", "@kerf/matchers": "workspace:*" }),
  "packages/node/src/Editor.ts": `import { readFileSync } from "node:fs"\nimport { Exact } from "@kerf/matchers/Exact"`,
  "packages/testing/package.json": manifest("testing", { "@kerf/core": "workspace:*", "@kerf/node": "workspace:*" }),
  "examples/package.json": manifest("examples", { "@kerf/core": "workspace:*" }),
  "examples/demo.ts": `import { Span } from "@kerf/core"`
}

function manifest(name: string, dependencies: Record<string, string>): string {
  return JSON.stringify({ name: `@kerf/${name}`, dependencies, peerDependencies: { effect: "4" } })
}

describe("arrows", () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "kerf-arrows-"))
  })
  afterEach(() => rmSync(root, { recursive: true }))

  const report = (files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries({ ...inOrder, ...files })) {
      mkdirSync(join(root, dirname(path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    return check(root)
  }

  it("has nothing to say of a workspace that is in order", () => {
    expect(report({})).toEqual({ violations: [], files: 8, matchers: 2 })
  })

  it.each([
    [
      "an import against the arrows",
      "packages/testing/src/Laws.ts",
      `import * as Editor from "@kerf/node/Editor"`,
      `packages/testing/src/Laws.ts:1 imports "@kerf/node/Editor": no arrow goes from testing to node`
    ],
    [
      "a type imported against the arrows",
      "packages/core/src/Plan.ts",
      `\nexport type A = import("@kerf/matchers/Exact").Exact`,
      `packages/core/src/Plan.ts:2 imports "@kerf/matchers/Exact": no arrow goes from core to matchers`
    ],
    [
      "another package's internals",
      "packages/matchers/src/Lines.ts",
      `export { walk } from "@kerf/core/internal/walk"`,
      `packages/matchers/src/Lines.ts:1 imports "@kerf/core/internal/walk": another package's internals`
    ],
    [
      "internals in an example",
      "examples/peek.ts",
      `await import("@kerf/core/internal/walk")`,
      `examples/peek.ts:1 imports "@kerf/core/internal/walk": another package's internals`
    ],
    [
      "a relative path out of a package",
      "packages/matchers/test/Exact.test.ts",
      `import * as Span from "../../core/src/Span.ts"`,
      `packages/matchers/test/Exact.test.ts:1 imports "../../core/src/Span.ts": a relative path out of its package`
    ],
    [
      "a package's own barrel",
      "packages/core/src/internal/x.ts",
      `import { Span } from "../index.ts"`,
      `packages/core/src/internal/x.ts:1 imports "../index.ts": its own barrel, not the module`
    ],
    [
      "a package's own name",
      "packages/core/src/Plan.ts",
      `import * as Span from "@kerf/core/Span"`,
      `packages/core/src/Plan.ts:1 imports "@kerf/core/Span": its own package by name, not the module`
    ],
    [
      "the barrel of another package",
      "packages/matchers/src/Lines.ts",
      `import { Span } from "@kerf/core"`,
      `packages/matchers/src/Lines.ts:1 imports "@kerf/core": a barrel, not the module`
    ],
    [
      "a module of Node's in core",
      "packages/core/src/Plan.ts",
      `import type { Stats } from "node:fs"`,
      `packages/core/src/Plan.ts:1 imports "node:fs": core runs without Node`
    ],
    [
      "a module of Node's without its prefix",
      "packages/matchers/src/Lines.ts",
      `export * from "path"`,
      `packages/matchers/src/Lines.ts:1 imports "path": matchers runs without Node`
    ],
    [
      "Node's types by reference",
      "packages/core/src/Plan.ts",
      `/// <reference types="node" />`,
      `packages/core/src/Plan.ts:1 imports "@types/node": core runs without a platform`
    ],
    [
      "a platform in matchers",
      "packages/matchers/src/Lines.ts",
      `import { NodeServices } from "@effect/platform-node"`,
      `packages/matchers/src/Lines.ts:1 imports "@effect/platform-node": matchers runs without a platform`
    ],
    [
      "a computed import in core",
      "packages/core/src/Plan.ts",
      `export const load = (name: string) => import(name)`,
      `packages/core/src/Plan.ts:1 imports a computed name: core must say what it loads`
    ],
    [
      "a package that is not declared",
      "packages/node/src/Cli.ts",
      `import fc from "fast-check"`,
      `packages/node/src/Cli.ts:1 imports "fast-check": fast-check is not in its package.json`
    ]
  ])("reports %s", (_, path, text, violation) => {
    expect(report({ [path]: text }).violations).toEqual([violation])
  })

  it("reports a matcher that loads another, through whatever lies between", () => {
    const files = {
      "packages/matchers/src/Trimmed.ts": `import "./internal/fold.ts"\n${service("Trimmed")}`,
      "packages/matchers/src/internal/fold.ts": `import {} from "../Exact.ts"`
    }
    expect(report(files).violations).toEqual([
      "packages/matchers/src/Trimmed.ts: loads another matcher: Trimmed.ts -> internal/fold.ts -> Exact.ts"
    ])
  })

  it("reports a matcher that loads a preset", () => {
    const files = { "packages/matchers/src/Trimmed.ts": `import "./Presets.ts"\n${service("Trimmed")}` }
    expect(report(files).violations).toEqual([
      "packages/matchers/src/Trimmed.ts: loads another matcher: Trimmed.ts -> Presets.ts -> Exact.ts"
    ])
  })
})
