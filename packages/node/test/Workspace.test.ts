import { describe, expect, it } from "@effect/vitest"
import { Workspace } from "@kerf/node"
import { Effect } from "effect"
import { mkdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { folder, services, write } from "./Fixture.ts"

const workspace = (root: string, directory?: string) =>
  Effect.provide(Workspace.Workspace, Workspace.Workspace.layer({ roots: [root], directory })).pipe(
    Effect.provide(services())
  )

/** `proj` is the root; `proj2` lies beside it. */
const projects = Effect.map(folder, (path) => {
  mkdirSync(join(path, "proj/src"), { recursive: true })
  mkdirSync(join(path, "proj2"))
  write(join(path, "proj/src/a.ts"), "a")
  write(join(path, "proj2/b.ts"), "b")
  return path
})

/** Where the file system tells case apart, a file's key is its path. */
const found = (path: string, name: string, exists: boolean): Workspace.Location => ({ path, key: path, name, exists })

describe("where a path leads", () => {
  it.effect("gives every spelling of a file one path, and a name for diffs", () =>
    Effect.gen(function* () {
      const root = join(yield* projects, "proj")
      symlinkSync("src", join(root, "link"))
      const { locate } = yield* workspace(root)
      const expected = found(join(root, "src/a.ts"), "src/a.ts", true)
      for (const path of [
        "src/a.ts",
        "./src/../src/a.ts",
        join(root, "src/a.ts"),
        "link/a.ts",
        "nowhere/../src/a.ts"
      ]) {
        expect(yield* locate(path, "write")).toEqual(expected)
      }
    })
  )

  it.effect("starts at the working directory, not at the roots", () =>
    Effect.gen(function* () {
      const root = join(yield* projects, "proj")
      const { locate } = yield* workspace(root, join(root, "src"))
      expect(yield* locate("a.ts", "write")).toEqual(found(join(root, "src/a.ts"), "a.ts", true))
      expect(yield* locate("src/a.ts", "write")).toMatchObject({ path: join(root, "src/src/a.ts"), exists: false })
    })
  )

  it.effect("resolves the folders of a file that does not exist yet", () =>
    Effect.gen(function* () {
      const root = join(yield* projects, "proj")
      symlinkSync("src", join(root, "link"))
      const { locate } = yield* workspace(root)
      expect(yield* locate("link/new/deep/c.ts", "write")).toEqual(
        found(join(root, "src/new/deep/c.ts"), "src/new/deep/c.ts", false)
      )
    })
  )

  it.effect("names a file outside the working directory by its whole path", () =>
    Effect.gen(function* () {
      const path = yield* projects
      const { locate } = yield* Effect.provide(
        Workspace.Workspace,
        Workspace.Workspace.layerAnywhere({ directory: join(path, "proj") })
      ).pipe(Effect.provide(services()))
      const file = join(path, "proj2/b.ts")
      expect(yield* locate("../proj2/b.ts", "write")).toEqual(found(file, file.slice(1), true))
    })
  )
})

describe("outside", () => {
  it.effect.each([
    "../proj2/b.ts",
    "../proj2/new.ts",
    "/etc/hostname",
    "src/../../proj2/b.ts",
    "out/b.ts",
    "out/new/c.ts",
    "b.ts",
    ".."
  ])("refuses %s", (path) =>
    Effect.gen(function* () {
      const base = yield* projects
      const root = join(base, "proj")
      symlinkSync("../proj2", join(root, "out"))
      symlinkSync(join(base, "proj2/b.ts"), join(root, "b.ts"))
      const { locate } = yield* workspace(root)
      for (const purpose of ["read", "write"] as const) {
        expect(yield* Effect.flip(locate(path, purpose))).toMatchObject({ reason: { _tag: "outside-root" } })
      }
    })
  )

  it.effect("refuses a link to nothing, also as a folder: what is made there would be elsewhere", () =>
    Effect.gen(function* () {
      const base = yield* projects
      const root = join(base, "proj")
      symlinkSync(join(base, "proj2/absent"), join(root, "dangling"))
      const { locate } = yield* workspace(root)
      for (const path of ["dangling", "dangling/new.ts", "dangling/a/b"]) {
        expect(yield* Effect.flip(locate(path, "write"))).toMatchObject({
          reason: { _tag: "not-a-file", type: "symbolic link to nothing" }
        })
      }
    })
  )

  it.effect("fails at a loop of links, at a file in place of a folder, at a NUL, at a file named as a folder", () =>
    Effect.gen(function* () {
      const root = join(yield* projects, "proj")
      symlinkSync("loop", join(root, "loop"))
      const { locate } = yield* workspace(root)
      expect(yield* Effect.flip(locate("loop", "write"))).toMatchObject({ message: expect.stringContaining("ELOOP") })
      expect(yield* Effect.flip(locate("src/a.ts/x", "write"))).toMatchObject({
        message: expect.stringContaining("ENOTDIR")
      })
      for (const path of ["a\0b", "src/a.ts/", "src/new/"]) {
        const { message } = yield* Effect.flip(locate(path, "write"))
        expect(message).toContain("(bad-path)")
        expect(message).not.toContain("\0")
      }
    })
  )

  it.effect("fails to build where a root does not exist, or is a file", () =>
    Effect.gen(function* () {
      const base = yield* projects
      expect(yield* Effect.flip(workspace(join(base, "no")))).toMatchObject({
        message: `[edit:io-error] Cannot open the folder ${join(base, "no")}: no such file or directory (ENOENT).`
      })
      expect(yield* Effect.flip(workspace(join(base, "proj2/b.ts")))).toMatchObject({
        message: expect.stringContaining("it is not a folder")
      })
    })
  )
})

describe(".git", () => {
  it.effect.each([".git/config", "sub/.git", ".GIT/config", ".git./config", ".gi\u200ct/hooks/x", "GIT~1/config"])(
    "never writes %j, and may read it",
    (path) =>
      Effect.gen(function* () {
        const { locate } = yield* workspace(join(yield* projects, "proj"))
        expect(yield* Effect.flip(locate(path, "write"))).toMatchObject({
          reason: { _tag: "custom", code: "git-folder" }
        })
        expect(yield* locate(path, "read")).toMatchObject({ exists: false })
      })
  )

  it.effect.each([".gitignore", ".github/x.yml", "a.git/x", "git/x"])("writes %s", (path) =>
    Effect.gen(function* () {
      const { locate } = yield* workspace(join(yield* projects, "proj"))
      expect(yield* locate(path, "write")).toMatchObject({ exists: false })
    })
  )
})
