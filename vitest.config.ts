import { defineConfig } from "vitest/config"

// Many tests start processes or run properties: a loaded machine must not fail them.
const testTimeout = 120_000

const project = (name: string, include: string) => ({
  extends: true as const,
  test: { name, include: [include], testTimeout }
})

// Type tests (`*.test-d.ts`, with `@ts-expect-error`) are not run: `check` compiles them.
export default defineConfig({
  test: {
    projects: [
      ...["core", "matchers", "node", "testing"].map((name) => project(name, `packages/${name}/test/**/*.test.ts`)),
      project("examples", "examples/test/**/*.test.ts"),
      project("benchmark", "benchmark/test/**/*.test.ts"),
      project("scripts", "scripts/test/**/*.test.ts")
    ],
    reporters: ["default", "json"],
    outputFile: { json: ".reports/vitest.json" }
  }
})
