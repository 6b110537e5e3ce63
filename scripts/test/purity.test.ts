import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { bundle } from "../purity.ts"

describe("purity", () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "kerf-purity-"))
  })
  afterEach(() => rmSync(root, { recursive: true }))

  const violations = async (files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(root, "packages/core/src", dirname(path)), { recursive: true })
      writeFileSync(join(root, "packages/core/src", path), text)
    }
    return (await bundle(root, "core")).violations
  }

  it("bundles a package that needs no Node", async () => {
    expect(await violations({ "Span.ts": "export const length: number = 1" })).toEqual([])
  })

  it("reports a module of Node's, with the file that imports it, also where its use would be shaken off", async () => {
    const files = { "Span.ts": `import "./internal/walk.ts"`, "internal/walk.ts": `import { join } from "path"` }
    expect(await violations(files)).toEqual([`packages/core/src/internal/walk.ts imports "path"`])
  })

  it("reports what a dependency needs", async () => {
    const files = {
      "Span.ts": `import "dependency"`,
      "../node_modules/dependency/package.json": `{ "name": "dependency", "main": "main.js" }`,
      "../node_modules/dependency/main.js": `export { readFileSync } from "node:fs"`
    }
    expect(await violations(files)).toEqual([`packages/core/node_modules/dependency/main.js imports "node:fs"`])
  })

  it("reports an import that leads nowhere", async () => {
    expect(await violations({ "Span.ts": `import "nowhere"` })).toHaveLength(1)
  })

  it("reports a package without a module", async () => {
    expect(await violations({})).toEqual(["packages/core/src holds no module"])
  })
})
