// Paths that are meant to do harm, or are only odd: whatever is sent, nothing outside the root is read or written, nothing
// waits, and each call ends in a report or in one failure that says what to do.
import { describe, expect, it } from "@effect/vitest"
import { Presets } from "@kerf/matchers"
import { Editor, Kerf, type Report, Workspace } from "@kerf/node"
import { Effect, type FileSystem, Layer } from "effect"
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync
} from "node:fs"
import { createServer } from "node:net"
import { basename, dirname, join } from "node:path"
import { bendFile, type Bend, editor, folder, journal, read, services, write } from "./Fixture.ts"

const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex")

/** Every path under a folder with all that it is, but for times of access. */
const tree = (root: string): ReadonlyArray<string> =>
  (readdirSync(root, { recursive: true, encoding: "utf8" }) as Array<string>).toSorted().map((name) => {
    const at = join(root, name)
    const { ino, mode, mtimeMs, nlink } = lstatSync(at)
    const content = lstatSync(at).isSymbolicLink()
      ? readlinkSync(at)
      : lstatSync(at).isFile()
        ? sha256(readFileSync(at))
        : ""
    return [name, ino, mode, nlink, mtimeMs, content].join(" ")
  })

/** A root, and beside it what must not be touched. */
const ground = Effect.gen(function* () {
  const base = yield* folder
  const [root, outside] = [join(base, "root"), join(base, "outside")]
  for (const name of [
    root,
    outside,
    join(root, "sub"),
    join(outside, "sub"),
    join(base, "root2"),
    join(outside, ".git")
  ])
    mkdirSync(name)
  for (const name of ["f", "sub/f"]) {
    write(join(root, name), "inside\n")
    write(join(outside, name), "secret\n")
  }
  write(join(outside, ".git/config"), "secret\n")
  write(join(base, "root2/f"), "secret\n")
  return { base, root, outside }
})

/** What is wrong with how a call ended: it must fail with one line that can be shown, quickly. */
const ends = <A>(effect: Effect.Effect<A, { readonly _tag: string; readonly message: string }>) =>
  Effect.timeout(Effect.flip(effect), "5 seconds").pipe(
    Effect.tap(({ message }) =>
      Effect.sync(() => {
        expect(message).toMatch(/^\[edit:[a-z-]+\] /)
        expect(message.split("\n")).toHaveLength(1)
        expect(message.length).toBeLessThan(4_097)
        // oxlint-disable-next-line no-control-regex
        expect(message).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e]/)
        expect(message).not.toContain("secret")
      })
    )
  )

const report = (path: string, fields: Partial<Report.Report> = {}): Report.Report => ({
  status: "applied",
  path,
  created: false,
  removed: false,
  replacements: 1,
  changes: [],
  notes: [],
  diff: "",
  digest: { before: sha256("mine\n"), after: sha256("secret\n") },
  inverse: [{ byteOffset: 0, byteLength: 7, text: "mine\n" }],
  ...fields
})

/** Every way in, with a path: an edit that would find its text, one that creates, several, undo of each kind, a look. */
const calls = (path: string, text = "secret") => {
  const change = { path, edits: [{ oldText: text, newText: "mine" }] }
  const create = { path, edits: [{ oldText: "", newText: "mine" }] }
  return {
    edit: ({ edit }) => edit(change),
    "edit, dry": ({ edit }) => edit({ ...change, dryRun: true }),
    create: ({ edit }) => edit(create),
    "edit several": ({ editFiles }) => oneOf(editFiles({ files: [change] })),
    "create several": ({ editFiles }) => oneOf(editFiles({ files: [create] })),
    undo: ({ undo }) => undo(report(path)),
    "undo of a creation": ({ undo }) => undo(report(path, { created: true, digest: { after: sha256("secret\n") } })),
    "undo of a removal": ({ undo }) => undo(report(path, { removed: true, digest: { before: sha256("mine\n") } })),
    explain: ({ explain }) => explain(change)
  } satisfies Readonly<Record<string, (editor: Editor.Editor["Service"]) => Effect.Effect<unknown, Editor.Failure>>>
}

/** The failure of the only file. */
const oneOf = (effect: ReturnType<Editor.Editor["Service"]["editFiles"]>): Effect.Effect<unknown, Editor.Failure> =>
  Effect.catchTag(effect, "EditFilesError", ({ failures }) => Effect.fail(failures[0]!.failure))

const long = "long/".repeat(1_000)

describe("a path out of the root", () => {
  const paths: ReadonlyArray<readonly [string, (root: string) => string]> = [
    ["..", () => ".."],
    ["../outside/f", () => "../outside/f"],
    ["sub/../../outside/f", () => "sub/../../outside/f"],
    ["a file beside the root", () => "../beside"],
    ["a new file in a new folder", () => "../outside/new/deep/f"],
    ["an absolute path", (root) => join(root, "../outside/f")],
    ["a folder that has the root's name in front", () => "../root2/f"],
    ["/", () => "/"],
    ["/etc/hostname", () => "/etc/hostname"],
    ["a link to a file", () => "link-file"],
    ["a link to a folder", () => "link-folder/f"],
    ["a link to a folder, and a new file in it", () => "link-folder/new/f"],
    ["a link to a link", () => "link-link"],
    ["a link that climbs", () => "sub/climbs/f"],
    ["a link to nothing", () => "dangling"],
    ["a file behind a link to nothing", () => "dangling/f"],
    ["a loop", () => "loop"],
    ["a file behind a loop", () => "loop/f"]
  ]

  it.live.each(paths)("leads nowhere: %s", ([, path]) =>
    Effect.gen(function* () {
      const { base, outside, root } = yield* ground
      symlinkSync("../outside/f", join(root, "link-file"))
      symlinkSync(outside, join(root, "link-folder"))
      symlinkSync("link-file", join(root, "link-link"))
      symlinkSync("../../outside", join(root, "sub/climbs"))
      symlinkSync(join(outside, "absent"), join(root, "dangling"))
      symlinkSync("loop", join(root, "loop"))
      const before = tree(base)
      const service = yield* editor(root)
      for (const [name, call] of Object.entries(calls(path(root)))) {
        const failure = yield* ends(call(service))
        expect([name, "EditIoError", "Refused"]).toContain(failure._tag)
      }
      expect(tree(base)).toEqual(before)
    })
  )
})

describe("what is no file", () => {
  const paths = [
    "",
    ".",
    "./",
    "sub",
    "sub/",
    "sub/.",
    "sub/../",
    "f/x",
    "f/",
    "f/../f/",
    "new/",
    "f/new/deep",
    "pipe",
    "socket",
    "zero"
  ]
  const longs = [long, "a/".repeat(200_000), `${"n".repeat(300)}`, `sub/${"n".repeat(300)}/f`, `/${long}`]
  const controls = ["a\0b", "\0", "sub\0/f", "f\0"]

  it.live.each([...paths, ...longs, ...controls].map((path) => [path.slice(0, 30), path] as const))(
    "is refused by its kind, and not waited for: %j",
    ([, path]) =>
      Effect.gen(function* () {
        const { base, root } = yield* ground
        execFileSync("mkfifo", [join(root, "pipe")])
        yield* socket(join(root, "socket"))
        symlinkSync("/dev/zero", join(root, "zero"))
        const before = tree(base)
        const service = yield* editor(root)
        for (const call of Object.values(calls(path))) yield* ends(call(service))
        expect(tree(base)).toEqual(before)
      })
  )

  const devices = ["/dev/null", "/dev/zero", "/dev/full", "/dev/tty", "/dev/stdin", "/dev/fd/0", "/dev", "/"]
  const views = [
    "/proc/self/status",
    "/proc/kmsg",
    "/proc/kcore",
    "/proc/self/mem",
    "/proc/new",
    "/proc",
    "/sys/kernel/x"
  ]

  it.live.each([...devices, ...views, "zero", "status"])("%s is refused, where any path may be edited", (path) =>
    Effect.gen(function* () {
      const root = yield* folder
      symlinkSync("/dev/zero", join(root, "zero"))
      symlinkSync("/proc/self/status", join(root, "status"))
      const service = yield* Effect.provide(
        Editor.Editor,
        Kerf.layer({ roots: [], directory: root, stack: Presets.standard.layer, unseen: "trust", journal }).pipe(
          Layer.provide(services()),
          Layer.orDie
        )
      )
      for (const call of Object.values(calls(path))) yield* ends(call(service))
    })
  )

  it.live("a root is no file: what lies beside it is not swept", () =>
    Effect.gen(function* () {
      const { base, root } = yield* ground
      const beside = write(join(base, `.kerf-${"0".repeat(32)}-00000000-0000-0000-0000-000000000000.tmp`), "theirs")
      const service = yield* editor(root)
      for (const path of ["", ".", root]) for (const call of Object.values(calls(path))) yield* ends(call(service))
      expect(read(beside)).toBe("theirs")
    })
  )
})

/** A socket that somebody listens at. */
const socket = (path: string) =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const server = createServer()
      server.listen(path, () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
  )

describe("odd names", () => {
  const names = [
    "with\nnewline",
    "with\rreturn",
    "tab\there",
    "bell\u0007",
    "escape\u001b[31m",
    "\u202eright",
    "zero\u200bwidth",
    " blank ",
    '"quoted"',
    "back\\slash",
    "-option",
    "~",
    "$HOME",
    "*",
    "f\u0301",
    "n".repeat(250),
    "日".repeat(80)
  ]

  it.live.each(names)("are names: %j is created, changed, and taken back", (name) =>
    Effect.gen(function* () {
      const { base, outside, root } = yield* ground
      const before = tree(base)
      const service = yield* editor(root)
      const created = yield* service.edit({ path: name, edits: [{ oldText: "", newText: "one\n" }] })
      const changed = yield* service.edit({ path: `./sub/../${name}`, edits: [{ oldText: "one", newText: "two" }] })
      expect([created.path, changed.path, read(join(root, name))]).toEqual([
        join(root, name),
        join(root, name),
        "two\n"
      ])
      const { message } = yield* Effect.flip(service.edit({ path: name, edits: [{ oldText: "zzz", newText: "y" }] }))
      expect(message).toMatch(/^\[edit:no-match\] /)
      yield* ends(service.edit({ path: `${name}/x`, edits: [{ oldText: "zzz", newText: "y" }] }))
      yield* service.undo(changed)
      yield* service.undo(created)
      expect(tree(base).map((line) => line.split(" ")[0])).toEqual(before.map((line) => line.split(" ")[0]))
      expect(tree(outside)).toEqual(tree(outside))
    })
  )

  it.live("that differ by case or by Unicode's form are two files, where the system says so", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const names = ["File", "file", "\u00e9", "e\u0301"]
      for (const name of names) write(join(root, name), `${name}\n`)
      const service = yield* editor(root)
      const files = names.map((path) => ({ path, edits: [{ oldText: path, newText: `new ${path}` }] }))
      const reports = yield* service.editFiles({ files })
      expect(reports.map(({ path }) => basename(path))).toEqual(names)
      expect(names.map((name) => read(join(root, name)))).toEqual(names.map((name) => `new ${name}\n`))
    })
  )

  // As on a disk that folds: a name is found under every spelling.
  const folding: Bend = (fs) => {
    const fold = (name: string) => name.normalize("NFC").toLowerCase()
    const onDisk = (path: string): string => {
      const parent = dirname(path)
      if (parent === path) return path
      const at = onDisk(parent)
      const found =
        existsSync(at) && lstatSync(at).isDirectory()
          ? readdirSync(at).find((name) => fold(name) === fold(basename(path)))
          : undefined
      return join(at, found ?? basename(path))
    }
    return {
      lstat: (path) => fs.lstat(onDisk(path)),
      stat: (path) => fs.stat(onDisk(path)),
      open: (path, options) => fs.open(onDisk(path), options),
      realPath: (path) => Effect.map(fs.realPath(onDisk(path)), (real) => join(dirname(real), basename(path)))
    }
  }

  const spellings: ReadonlyArray<readonly [string, string, string]> = [
    ["case", "Name.txt", "nAME.TXT"],
    ["Unicode's form", "\u00e9.1", "e\u0301.1"],
    ["the case of a name with digits and signs only, in a folder with letters", "2024/1", "2024/1"]
  ]

  it.live.each(spellings)(
    "that differ by %s are one file, where the system folds: one key, also before it exists",
    ([, one, two]) =>
      Effect.gen(function* () {
        const root = yield* folder
        mkdirSync(join(root, "2024"))
        const key = (path: string) =>
          Effect.map(
            Effect.provide(
              Workspace.Workspace,
              Workspace.Workspace.layer({ roots: [root] }).pipe(Layer.provide(services(folding)))
            ).pipe(Effect.flatMap(({ locate }) => locate(path, "write"))),
            ({ exists, key }) => [exists, key] as const
          )
        const [, before] = yield* key(one)
        write(join(root, one), "x")
        expect([yield* key(one), yield* key(two)]).toEqual([
          [true, before],
          [true, before]
        ])
        expect(before).toBe(join(root, one).normalize("NFC").toLowerCase())
      })
  )
})

describe(".git", () => {
  const names = [
    ".git",
    ".GIT",
    ".Git",
    ".git.",
    ".git ",
    ".g\u200cit",
    ".gi\u200dt",
    "\ufeff.git",
    ".\uff47it",
    "git~1"
  ]

  it.live.each(names.flatMap((name) => [name, `${name}/config`, `sub/${name}/hooks/new`]))(
    "%j is never written",
    (path) =>
      Effect.gen(function* () {
        const { base, root } = yield* ground
        mkdirSync(join(root, ".git"))
        write(join(root, ".git/config"), "secret\n")
        const before = tree(base)
        const service = yield* editor(root)
        const { explain: _, ...writing } = calls(path)
        for (const call of Object.values(writing)) {
          expect(yield* ends(call(service))).toMatchObject({ _tag: "Refused", reason: { code: "git-folder" } })
        }
        expect(tree(base)).toEqual(before)
      })
  )

  it.live("is never written where it is a link, or is reached through one", () =>
    Effect.gen(function* () {
      const { base, root } = yield* ground
      mkdirSync(join(root, "repository"))
      write(join(root, "repository/config"), "secret\n")
      symlinkSync("repository", join(root, ".git"))
      mkdirSync(join(root, "sub/.git"))
      write(join(root, "sub/.git/config"), "secret\n")
      symlinkSync("sub/.git/config", join(root, "harmless"))
      const before = tree(base)
      const service = yield* editor(root)
      for (const path of [".git/config", ".git/new", "harmless"]) {
        const { explain: _, ...writing } = calls(path)
        for (const call of Object.values(writing)) {
          expect(yield* ends(call(service))).toMatchObject({ reason: { code: "git-folder" } })
        }
      }
      expect(tree(base)).toEqual(before)
    })
  )
})

describe("a swap in the middle of a call", () => {
  /** Does something once, before the nth call that is chosen. */
  const before = (
    nth: number,
    swap: () => unknown,
    members: ReadonlyArray<
      "realPath" | "lstat" | "stat" | "open" | "rename" | "link" | "readDirectory" | "makeDirectory"
    >
  ): { readonly bend: Bend; readonly count: () => number } => {
    let count = 0
    const gate = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
      Effect.suspend(() => {
        if (++count === nth) swap()
        return effect
      })
    return {
      count: () => count,
      bend: (fs) =>
        Object.fromEntries(
          members.map((name) => [name, (...args: Array<never>) => gate((fs[name] as any)(...args))])
        ) as Partial<FileSystem.FileSystem>
    }
  }

  const members = ["realPath", "lstat", "stat", "open", "rename", "link", "readDirectory", "makeDirectory"] as const

  const swaps: Readonly<Record<string, (root: string, outside: string) => void>> = {
    "the file for a link to outside": (root, outside) => {
      renameSync(join(root, "sub/f"), join(root, "sub/moved"))
      symlinkSync(join(outside, "sub/f"), join(root, "sub/f"))
    },
    "its folder for a link to outside": (root, outside) => {
      renameSync(join(root, "sub"), join(root, "moved"))
      symlinkSync(join(outside, "sub"), join(root, "sub"))
    },
    "the file for a folder": (root) => {
      renameSync(join(root, "sub/f"), join(root, "sub/moved"))
      mkdirSync(join(root, "sub/f"))
    },
    "its folder for a file": (root) => {
      renameSync(join(root, "sub"), join(root, "moved"))
      write(join(root, "sub"), "")
    },
    "the file for nothing": (root) => rmSync(join(root, "sub/f"))
  }

  const changes: ReadonlyArray<
    readonly [string, (root: string) => (editor: Editor.Editor["Service"]) => Effect.Effect<unknown, Editor.Failure>]
  > = [
    [
      "edit",
      () =>
        ({ edit }) =>
          edit({ path: "sub/f", edits: [{ oldText: "inside", newText: "mine" }] })
    ],
    [
      "edit several",
      () =>
        ({ editFiles }) =>
          oneOf(
            editFiles({
              files: ["sub/f", "f"].map((path) => ({ path, edits: [{ oldText: "inside", newText: "mine" }] }))
            })
          )
    ],
    [
      "create",
      () =>
        ({ edit }) =>
          edit({ path: "sub/new/f", edits: [{ oldText: "", newText: "mine" }] })
    ],
    [
      "undo",
      (root) =>
        ({ undo }) =>
          undo(report(join(root, "sub/f"), { digest: { before: sha256("mine\n"), after: sha256("inside\n") } }))
    ],
    [
      "undo of a creation",
      (root) =>
        ({ undo }) =>
          undo(
            report(join(root, "sub/f"), {
              created: true,
              digest: { after: sha256("inside\n") },
              inverse: [{ byteOffset: 0, byteLength: 7, text: "" }]
            })
          )
    ]
  ]

  // What is to be created is not in the way of a swap of the file beside it; several take long, and differ in little.
  const combinations = changes.flatMap(([call, make]) =>
    Object.keys(swaps)
      .filter(
        (swap) =>
          (call !== "create" || swap.startsWith("its folder")) && (call !== "edit several" || swap.endsWith("outside"))
      )
      .map((swap) => [call, swap, make] as const)
  )

  it.live.each(combinations)("%s: of %s, before whatever call to the system", ([, swap, make]) =>
    Effect.gen(function* () {
      let failures = 0
      for (let nth = 1; ; nth++) {
        const { outside, root } = yield* ground
        linkSync(join(outside, "f"), join(outside, "again"))
        const intact = tree(outside)
        const { bend, count } = before(
          nth,
          () => existsSync(join(root, "sub/f")) && swaps[swap]!(root, outside),
          members
        )
        const layer = Kerf.layer({ roots: [root], stack: Presets.standard.layer, unseen: "trust", journal })
        const service = yield* Effect.provide(Editor.Editor, layer.pipe(Layer.provide(services(bend)), Layer.orDie))
        const exit = yield* Effect.exit(Effect.timeout(make(root)(service), "5 seconds"))
        // A folder for a temporary file may have been looked into, and its time says so.
        const shape = (lines: ReadonlyArray<string>) => lines.map((line) => line.replace(/ \d+(\.\d+)? (?=\S*$)/, " "))
        expect(shape(tree(outside)), `before call ${nth}`).toEqual(shape(intact))
        if (exit._tag === "Failure") {
          failures++
          const failed = exit.cause.reasons.map((reason) =>
            reason._tag === "Fail" ? (reason.error as { readonly message: string }).message : String(reason)
          )
          expect(failed, `before call ${nth}`).toHaveLength(1)
          expect(failed[0], `before call ${nth}`).toMatch(/^\[edit:/)
          expect(failed[0], `before call ${nth}`).not.toContain("secret")
        }
        if (count() < nth) break
      }
      expect(failures).toBeGreaterThan(1)
    })
  )

  it.live("of the target of a link, once the turn was taken: the other file is left alone", () =>
    Effect.gen(function* () {
      const root = yield* folder
      const edits = [{ oldText: "one", newText: "two" }]
      const swapping = Effect.fnUntraced(function* () {
        for (const name of ["a", "b"]) write(join(root, name), "one\n")
        rmSync(join(root, "link"), { force: true })
        symlinkSync("a", join(root, "link"))
        // The folder is swept when the turn is taken.
        return yield* editor(root, {
          bend: (fs) => ({
            readDirectory: (path) =>
              Effect.suspend(() => {
                if (path === root) {
                  rmSync(join(root, "link"))
                  symlinkSync("b", join(root, "link"))
                }
                return fs.readDirectory(path)
              })
          })
        })
      })
      const digest = { before: sha256("old\n"), after: sha256("one\n") }
      const inverse = [{ byteOffset: 0, byteLength: 4, text: "old\n" }]
      const changes: ReadonlyArray<(editor: Editor.Editor["Service"]) => Effect.Effect<unknown, Editor.Failure>> = [
        ({ edit }) => edit({ path: "link", edits }),
        ({ editFiles }) => oneOf(editFiles({ files: [{ path: "link", edits }] })),
        ({ undo }) => undo(report(join(root, "link"), { digest, inverse }))
      ]
      for (const change of changes) {
        const failure = yield* ends(change(yield* swapping()))
        expect(failure).toMatchObject({ _tag: "Stale", reason: "modified", path: join(root, "b") })
        expect([read(join(root, "a")), read(join(root, "b"))]).toEqual(["one\n", "one\n"])
      }
    })
  )

  it.live("of a folder for a link to equal bytes, before the comparison: it is not compared with them", () =>
    Effect.gen(function* () {
      const { outside, root } = yield* ground
      write(join(outside, "sub/f"), "inside\n")
      const before = tree(outside)
      const service = yield* editor(root, {
        bend: (fs) => ({
          chmod: (path, mode) =>
            Effect.tap(fs.chmod(path, mode), () =>
              Effect.sync(() => swaps["its folder for a link to outside"]!(root, outside))
            )
        })
      })
      const failure = yield* ends(service.edit({ path: "sub/f", edits: [{ oldText: "inside", newText: "mine" }] }))
      expect(failure).toMatchObject({ _tag: "Stale", reason: "modified" })
      expect(tree(outside)).toEqual(before)
    })
  )

  it.live("the content of what a link leads to is not told", () =>
    Effect.gen(function* () {
      const { outside, root } = yield* ground
      let swapped = false
      const service = yield* editor(root, {
        bend: (fs) => ({
          open: (path, options) =>
            Effect.suspend(() => {
              if (path.endsWith("sub/f") && !swapped) {
                swapped = true
                swaps["its folder for a link to outside"]!(root, outside)
              }
              return Effect.map(fs.open(path, options), (file) => bendFile(file, {}))
            })
        })
      })
      const failure = yield* Effect.flip(service.edit({ path: "sub/f", edits: [{ oldText: "secreT", newText: "x" }] }))
      expect(failure).toMatchObject({ _tag: "Refused", reason: { _tag: "outside-root" } })
    })
  )
})

describe("a forged report", () => {
  const size = 7
  const cases: Readonly<Record<string, Partial<Report.Report>>> = {
    "a negative offset": { inverse: [{ byteOffset: -5, byteLength: 2, text: "x" }] },
    "a negative length": { inverse: [{ byteOffset: 5, byteLength: -2, text: "x" }] },
    "a huge offset": { inverse: [{ byteOffset: 2 ** 52, byteLength: 1, text: "x" }] },
    "a huge length": { inverse: [{ byteOffset: 0, byteLength: 2 ** 52, text: "x" }] },
    "no number": { inverse: [{ byteOffset: Number.NaN, byteLength: Number.NaN, text: "x" }] },
    "a fraction": { inverse: [{ byteOffset: 0.5, byteLength: 1.5, text: "x" }] },
    "ranges that overlap": {
      inverse: [
        { byteOffset: 0, byteLength: 5, text: "x" },
        { byteOffset: 2, byteLength: 5, text: "y" }
      ]
    },
    "ranges out of order": {
      inverse: [
        { byteOffset: 5, byteLength: 1, text: "x" },
        { byteOffset: 0, byteLength: 1, text: "y" }
      ]
    },
    "nothing to take back": { inverse: [] },
    "a digest before that is another": { digest: { before: sha256("other"), after: sha256("inside\n") } },
    "no digest before": { digest: { after: sha256("inside\n") } },
    "a digest after that is another": { digest: { before: sha256("mine\n"), after: sha256("other") } },
    "no digest": { digest: {} },
    "a status of nothing done": { status: "dry-run" },
    "one that was made already": { status: "already-applied" },
    "a creation of part of the file": {
      created: true,
      digest: { after: sha256("inside\n") },
      inverse: [{ byteOffset: 0, byteLength: 3, text: "" }]
    },
    "a creation with text before it": {
      created: true,
      digest: { after: sha256("inside\n") },
      inverse: [{ byteOffset: 0, byteLength: size, text: "x" }]
    },
    "a creation with bytes before it": {
      created: true,
      inverse: [{ byteOffset: 0, byteLength: size, text: "" }]
    },
    "a removal of a file that is there": { removed: true, digest: { before: sha256("mine\n") } },
    "a text with a NUL": {
      digest: { before: sha256("\0"), after: sha256("inside\n") },
      inverse: [{ byteOffset: 0, byteLength: size, text: "\0" }]
    },
    "a text with half a pair": {
      digest: { before: sha256("\ufffd"), after: sha256("inside\n") },
      inverse: [{ byteOffset: 0, byteLength: size, text: "\ud800" }]
    }
  }

  it.live.each(Object.keys(cases))("is refused, and changes nothing: %s", (name) =>
    Effect.gen(function* () {
      const { base, root } = yield* ground
      const before = tree(base)
      const service = yield* editor(root)
      yield* ends(
        service.undo(
          report(join(root, "f"), {
            digest: { before: sha256("mine\n"), after: sha256("inside\n") },
            inverse: [{ byteOffset: 0, byteLength: size, text: "mine\n" }],
            ...cases[name]
          })
        )
      )
      expect(tree(base)).toEqual(before)
    })
  )

  const removals: ReadonlyArray<readonly [string, string]> = [
    ["a NUL", "\0"],
    ["half a pair", "\ud800"],
    ["another text", "other"]
  ]

  it.live.each(removals)("of a removal makes no file with %s", ([, text]) =>
    Effect.gen(function* () {
      const { base, root } = yield* ground
      const before = tree(base)
      const service = yield* editor(root)
      const written = text === "other" ? "mine" : Buffer.from(text).toString()
      const inverse = [{ byteOffset: 0, byteLength: 0, text }]
      yield* ends(
        service.undo(report(join(root, "new"), { removed: true, digest: { before: sha256(written) }, inverse }))
      )
      expect(tree(base)).toEqual(before)
    })
  )
})
