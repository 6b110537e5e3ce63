import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { chmodSync, linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { type Bend, isRoot, read, systemError, write } from "./Fixture.ts"
import { bin, type Ended, inFolder, kerf, run } from "./Running.ts"

// Most of it in this process, with its input and output replaced; what only a process can show, in a real one.

const text = "a\nb\na\n"

/** One clear line on stderr, nothing on stdout, no stack trace, no byte changed. */
const expectRefusal = (ended: Ended, code: number, line: RegExp, folder: string): void => {
  expect(ended).toMatchObject({ code, stdout: "" })
  expect(ended.stderr).toMatch(line)
  // Text that is not found, or found twice, is shown below that line.
  expect(ended.stderr).toMatch(code === 3 || code === 4 ? /^[^\n]+\n/ : /^[^\n]+\n$/)
  expect(ended.stderr).not.toMatch(/\bat .*:\d+:\d+|node:internal/)
  expect(read(join(folder, "f.txt"))).toBe(text)
  expect(readdirSync(folder).filter((name) => name.startsWith(".kerf-"))).toEqual([])
}

describe("a refusal", () => {
  const pair = (oldText: string, newText = "x") => ["--old", oldText, "--new", newText]
  type Case = readonly [
    (folder: string) => ReadonlyArray<string>,
    code: number,
    line: RegExp,
    options?: { readonly stdin?: string; readonly bend?: Bend }
  ]
  const file =
    (...args: ReadonlyArray<string>) =>
    (folder: string) => [join(folder, "f.txt"), ...args]
  const other =
    (name: string, ...args: ReadonlyArray<string>) =>
    (folder: string) => [join(folder, name), ...args]
  const edits = (stdin: string) => ({ stdin })
  const cases: Readonly<Record<string, Case>> = {
    "no match": [file(...pair("nowhere")), 3, /^\[edit:no-match\] /],
    "two places": [file(...pair("a")), 4, /^\[edit:ambiguous-match\] [^]*line 1 [^]*line 3 /],
    "empty old text on a file": [file(...pair("")), 5, /\(empty-old-text\)$/m],
    "a missing file": [other("no.txt", ...pair("a")), 5, /no\.txt does not exist/],
    "a folder": [other(".", ...pair("a")), 5, /is a folder, not a regular file/],
    "a binary": [
      other("bin", ...pair("a")),
      5,
      /not text in UTF-8, or .*: binary data, with a NUL at byte 1\. Convert it/
    ],
    "a read-only file": [other("r.txt", ...pair("b")), 5, /\(not-writable\)$/m],
    ".git": [other(".git/config", ...pair("b")), 5, /lies in \.git/],
    "a file outside the root": [(folder) => ["/etc/f", ...pair("a"), "--root", folder], 5, /\(outside-root\)$/m],
    "a change by others": [
      file(...pair("b")),
      6,
      /^\[edit:stale\] /,
      {
        bend: (fs) => ({
          // What is looked at before the comparison is another mode.
          chmod: (path, mode) => fs.chmod(path, mode),
          stat: (path) => Effect.map(fs.stat(path), (info) => ({ ...info, mode: info.mode ^ 0o100 }))
        })
      }
    ],
    "a full disk": [
      file(...pair("b")),
      1,
      /^\[edit:io-error\] Cannot replace .*: it did not work \(ENOSPC\)\.$/m,
      { bend: () => ({ rename: () => Effect.fail(systemError("ENOSPC")) }) }
    ],
    "a matcher that is broken": [
      (folder) => [...file(...pair("zz"))(folder), "--stack", join(folder, "broken.mjs")],
      1,
      /^kerf: Matcher broken broke its contract.*\(a bug, in kerf or in a matcher of the stack\)$/m
    ],
    "a root that is not there": [file(...pair("a"), "--root", "/no"), 1, /Cannot open the folder \/no: no such file/],
    "bad JSON": [file("--edits", "-"), 1, /^kerf: --edits is not JSON: /, edits("[{\n")],
    "JSON of another kind": [file("--edits", "-"), 1, /neither an array/, edits("3")],
    "edits that are not text": [file("--edits", "-"), 1, /--edits - cannot|is not JSON/, edits("\uFFFD")],
    "an unknown key": [file("--edits", "-"), 1, /edits\[0\]\.oldtext is an unknown key/, edits('[{"oldtext":"a"}]')],
    "an unknown key beside edits": [
      file("--edits", "-"),
      1,
      /path is an unknown key/,
      edits('{"path":"a","edits":[]}')
    ],
    "a key of the wrong type": [
      file("--edits", "-"),
      1,
      /edits\[0\]\.newText: Expected string/,
      edits('[{"oldText":"a","newText":1}]')
    ],
    "a key that is missing": [file("--edits", "-"), 1, /edits\[0\]\.newText is missing/, edits('[{"oldText":"a"}]')],
    "no edits": [file("--edits", "-"), 1, /edits is empty/, edits('{"edits":[]}')],
    "a missing edits file": [file("--edits", "/no.json"), 1, /--edits \/no\.json cannot be read: no such file/],
    "an edits folder": [file("--edits", "/"), 1, /--edits \/ is not a file/],
    "edits and old": [file("--edits", "-", "--old", "a"), 1, /leave out --old/],
    "an unknown stack": [file(...pair("b"), "--stack", "loose"), 1, /strict, standard/],
    "a stack that is not there": [file(...pair("b"), "--stack", "/no.ts"), 1, /--stack \/no\.ts cannot be loaded/],
    "no new text": [file("--old", "a"), 1, /--new is missing/],
    "no old text": [file("--new", "a"), 1, /--old is missing/],
    "line 0": [file(...pair("a"), "--line", "0"), 1, /--line counts from 1/],
    "line x": [file(...pair("a"), "--line", "x"), 1, /--line: "x"/],
    "line with replace-all": [file(...pair("a"), "--line", "1", "--replace-all"), 1, /exclude each other/],
    "an unknown flag": [file(...pair("a"), "--force"), 1, /Unrecognized flag: --force/],
    "a flag without its value": [file("--old"), 1, /Missing value for flag --old/],
    "no file": [() => pair("a"), 1, /Missing required argument: FILE/],
    "terminal escapes and a newline in a path": [other("no\u001b[31m\nline", ...pair("a")), 5, /no\\u001b\[31m\\nline/]
  }

  it.each(Object.keys(cases))("of %s begins with one clear line", async (name) => {
    const [args, code, line, options] = cases[name]!
    await inFolder(async (folder) => {
      write(join(folder, "f.txt"), text)
      write(join(folder, "bin"), "a\0b")
      write(join(folder, "r.txt"), text, 0o444)
      linkSync(write(join(folder, "h.txt"), text), join(folder, "h2.txt"))
      write(join(folder, "broken.mjs"), brokenStack)
      expectRefusal(await run(["edit", ...args(folder)], options), code, line, folder)
    })
  })
})

/** A stack whose matcher returns a place outside the text. */
const brokenStack = `
  import { Candidate, Matcher, MatcherStack, Span } from ${JSON.stringify(import.meta.resolve("@kerf/core"))}
  import { Context, Layer } from ${JSON.stringify(import.meta.resolve("effect"))}
  class Broken extends Context.Service()("test/Broken") {
    static layer = Layer.succeed(Broken, Matcher.make({
      name: "broken", loose: false, forgives: "everything", reach: () => 1,
      find: () => [Candidate.make(Span.make(0, 1000))]
    }))
  }
  export default [Broken]
`

describe("kerf edit", () => {
  it("takes text that begins with a dash, an empty new text, and files called like flags' values", () =>
    inFolder(async (folder) => {
      const path = write(join(folder, "f"), "--help\n-x\n--\n")
      expect((await run(["edit", path, "--json", "--old", "--help", "--new", "-h"])).code).toBe(0)
      expect((await run(["edit", "--old=-x\n", "--new=", "--", path])).code).toBe(0)
      expect((await run(["edit", path, "--new", "-y", "--old", "--"])).code).toBe(0)
      expect(read(path)).toBe("-h\n-y\n")
      // "true" is a file here, not what --json is.
      expect(await run(["edit", "--json", "true", "--old", "a", "--new", "b"])).toMatchObject({
        code: 5,
        stdout: expect.stringContaining("/true does not exist")
      })
    }))

  it("takes edits from a file and from stdin, and writes nothing in a dry run", () =>
    inFolder(async (folder) => {
      const path = write(join(folder, "f.txt"), text)
      const pairs = [
        { oldText: "a", newText: "A", line: 3 },
        { oldText: "b", newText: "$&" }
      ]
      const edits = write(join(folder, "edits.json"), "\uFEFF" + JSON.stringify({ edits: pairs }))
      const dry = await run(["edit", path, "--edits", edits, "--dry-run"])
      expect(dry.code).toBe(0)
      expect(dry.stderr).toMatch(/^Would replace 2 places .* Nothing was written\.\n$/)
      expect(read(path)).toBe(text)
      const real = await run(["edit", path, "--edits", "-"], { stdin: JSON.stringify(pairs) })
      expect(real).toMatchObject({ code: 0, stdout: dry.stdout })
      expect(read(path)).toBe("a\n$&\nA\n")
    }))

  it("prints JSON for success and failure alike, and nothing else", () =>
    inFolder(async (folder) => {
      const path = write(join(folder, "f.txt"), text)
      const json = async (...args: ReadonlyArray<string>) => {
        const { code, stderr, stdout } = await run(["edit", path, "--json", ...args])
        expect(stderr).toBe("")
        return { code, ...(JSON.parse(stdout) as object) }
      }
      expect(await json("--old", "b", "--new", "B")).toMatchObject({
        code: 0,
        outcome: "applied",
        report: { replacements: 1, changes: [{ matcher: "exact", before: { line: 2, endLine: 2 } }] }
      })
      expect(await json("--old", "a", "--new", "B")).toMatchObject({
        code: 4,
        outcome: "ambiguous",
        message: expect.stringMatching(/^\[edit:ambiguous-match\]/),
        failure: { _tag: "Ambiguous", places: [{ line: 1 }, { line: 3 }] }
      })
      expect(await json("--old", "a", "--new", "b", "--root", "/no")).toMatchObject({
        code: 1,
        outcome: "io-error",
        error: { operation: "open the folder", path: "/no" }
      })
      expect(await json("--old", "a")).toMatchObject({ code: 1, outcome: "usage", message: expect.any(String) })
      expect(await json("--nonsense")).toMatchObject({ code: 1, outcome: "usage" })
    }))

  it("creates a file, counts an edit made already as done, and stays in its root", () =>
    inFolder(async (folder) => {
      const root = join(folder, "root")
      mkdirSync(root)
      const secret = write(join(folder, "secret"), "secret\n")
      symlinkSync("../secret", join(root, "link"))
      const edit = (name: string, oldText: string, newText: string) =>
        run(["edit", join(root, name), "--root", root, "--old", oldText, "--new", newText])
      expect((await edit("a/new.txt", "", "let total = 2\n")).code).toBe(0)
      const again = await edit("a/new.txt", "let total = 1", "let total = 2")
      expect(again).toMatchObject({ code: 0, stdout: "" })
      expect(again.stderr).toMatch(/is as asked already; nothing was written\.\n\[edit:already-applied\] /)
      expect((await edit("link", "secret", "x")).code).toBe(5)
      expect(read(secret)).toBe("secret\n")
    }))

  it("shows what a file holds on a terminal as escapes, and as it is anywhere else", () =>
    inFolder(async (folder) => {
      const path = write(join(folder, "f.txt"), "\u001b[2Jone\r\n")
      const args = ["edit", path, "--old", "one", "--new", "two", "--dry-run"]
      expect((await run(args)).stdout).toContain("+\u001b[2Jtwo\r\n")
      expect((await run(args, { terminal: true })).stdout).toContain("+\\u001b[2Jtwo\\r")
    }))

  it("runs a stack of one's own, and says in one line what is wrong with it", () =>
    inFolder(async (folder) => {
      const path = write(join(folder, "f.txt"), "\ta\n\tb\n")
      let count = 0
      const edit = (source: string) => {
        const stack = write(join(folder, `stack${count++}.mjs`), source)
        return run(["edit", path, "--old", "a\nb\n", "--new", "c\nd\n", "--stack", stack])
      }
      const matchers = JSON.stringify(import.meta.resolve("@kerf/matchers"))
      expect((await edit(`import { Exact } from ${matchers}; export default [Exact]`)).code).toBe(3)
      expect((await edit("throw new Error('broken\\nat home')")).stderr).toMatch(/cannot be loaded: broken\n$/)
      expect(read(path)).toBe("\ta\n\tb\n")
      expect((await edit(`import { Indentation } from ${matchers}; export const order = [Indentation]`)).code).toBe(0)
      expect(read(path)).toBe("\tc\n\td\n")
    }))
})

describe("kerf explain", () => {
  it("prints what each matcher said, ends as the edit would, and writes nothing", () =>
    inFolder(async (folder) => {
      const path = write(join(folder, "f.txt"), "\ta\n\tb\n", 0o444)
      const explain = (...args: ReadonlyArray<string>) => run(["explain", path, ...args])
      const found = await explain("--old", "a\nb\n", "--new", "c\nd\n")
      expect(found).toMatchObject({ code: 0, stderr: "" })
      expect(found.stdout).toMatch(/pair 1\n {2}exact +found nothing; forgives nothing\n/)
      expect(found.stdout).toMatch(
        /\n {2}indentation +took lines 1-2; forgives .*\n +lines 1-2 \(byte 0\): added 1 tab\n/
      )
      expect(found.stdout).toMatch(/\n {2}graft +newText is indented as oldText is: added 1 tab\n/)
      expect(found.stdout).toMatch(/\nwould replace 1 place\n$/)
      const missed = await explain("--old", "z", "--new", "c")
      expect(missed).toMatchObject({ code: 3, stderr: "" })
      expect(missed.stdout).toMatch(/\n\[edit:no-match\] /)
      expect(JSON.parse((await explain("--old", "z", "--new", "c", "--json")).stdout)).toMatchObject({
        outcome: "no-match",
        explanation: { path, failure: { _tag: "NoMatch" }, attempts: expect.any(Array) }
      })
      expect(read(path)).toBe("\ta\n\tb\n")
    }))

  it("draws a page where it is told to, over what is there, and prints the same as without", () =>
    inFolder(async (folder) => {
      const path = write(join(folder, "f.txt"), text)
      const page = write(join(folder, "why.html"), "old")
      const args = ["explain", path, "--old", "b", "--new", "</script>\u202e"]
      expect(await run([...args, "--html", page])).toEqual(await run(args))
      expect(read(page)).toMatch(/^<!doctype html>[^]*The edit would be made[^]*&lt;\/script&gt;\\u202e[^]*<\/html>\n$/)
      const missed = await run(["explain", path, "--old", "z", "--new", "c", "--json", `--html=${page}`])
      expect(missed.code).toBe(3)
      expect(JSON.parse(missed.stdout)).toMatchObject({ explanation: { pairs: [{ outcome: "none" }] } })
      expect(read(page)).toContain("The edit would not be made")
      expect(read(path)).toBe(text)
      expect(readdirSync(folder).toSorted()).toEqual(["f.txt", "why.html"])
    }))

  it("draws no page over the file that it explains, by whatever name", () =>
    inFolder(async (folder) => {
      const path = write(join(folder, "f.txt"), text)
      mkdirSync(join(folder, "sub"))
      symlinkSync(path, join(folder, "link.html"))
      symlinkSync(join(folder, "new.txt"), join(folder, "dangling.html"))
      linkSync(path, join(folder, "hard.html"))
      const explain = (file: string, out: string) =>
        run(["explain", join(folder, file), "--old", file === "f.txt" ? "b" : "", "--new", "x", "--html", out])
      for (const [file, out] of [
        ["f.txt", path],
        ["f.txt", join(folder, "sub/../f.txt")],
        ["f.txt", join(folder, "link.html")],
        ["f.txt", join(folder, "hard.html")],
        ["link.html", path],
        ["new.txt", join(folder, "new.txt")],
        ["new.txt", join(folder, "dangling.html")]
      ] as const) {
        const ended = await explain(file, out)
        expect(ended).toMatchObject({ code: 1, stdout: "" })
        expect(ended.stderr).toMatch(
          /^kerf: --html .* is the file that is explained, or may become it: name another\n$/
        )
      }
      expect((await explain("f.txt", join(folder, "missing/why.html"))).stderr).toMatch(
        /^\[edit:io-error\] Cannot write /
      )
      expect(read(path)).toBe(text)
      expect(readdirSync(folder).toSorted()).toEqual(["dangling.html", "f.txt", "hard.html", "link.html", "sub"])
    }))

  it("shows what the texts hold, and obeys none of it", () =>
    inFolder(async (folder) => {
      const hostile = "\u001b[2J\u202e\u009b31m\u200b\u{e0041}"
      const path = write(join(folder, "f.txt"), `a${hostile}\nb${hostile}\n`)
      for (const [oldText, newText] of [
        [`a${hostile}`, hostile],
        [hostile, "x"],
        [`a${hostile}!`, "x"]
      ] as const) {
        for (const json of [[], ["--json"]]) {
          const { stdout, stderr } = await run(["explain", path, "--old", oldText, "--new", newText, ...json])
          expect(stdout + stderr).not.toMatch(
            // oxlint-disable-next-line no-control-regex
            /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u{e0041}]/u
          )
        }
      }
    }))

  it("warns of a loose matcher ahead of exact", () =>
    inFolder(async (folder) => {
      const path = write(join(folder, "f.txt"), text)
      const matchers = JSON.stringify(import.meta.resolve("@kerf/matchers"))
      const source = `import { Exact, Indentation } from ${matchers}; export default [Indentation, Exact]`
      const stack = write(join(folder, "stack.mjs"), source)
      const { stdout } = await run(["explain", path, "--stack", stack, "--old", "b", "--new", "c"])
      expect(stdout).toContain("\nwarning: indentation is loose and stands ahead of exact")
    }))
})

// ----------------------------------------------------------------------------

describe.concurrent("the process", { timeout: 60_000 }, () => {
  it("keeps a CRLF file one, prints a diff for programs on stdout, and what it did on stderr", () =>
    inFolder(async (folder) => {
      write(join(folder, "f.txt"), "one\r\ntwo\r\nthree\r\n")
      const ended = await kerf(folder, ["edit", "f.txt", "--old", "one\ntwo", "--new", "one\n2"])
      expect(ended.code).toBe(0)
      expect(ended.stdout).toBe(
        "diff --git a/f.txt b/f.txt\n--- a/f.txt\n+++ b/f.txt\n@@ -1,3 +1,3 @@\n one\r\n-two\r\n+2\r\n three\r\n"
      )
      expect(ended.stderr).toMatch(/^Replaced 1 place in .*f\.txt: lines 1-2\.\n/)
      expect(read(join(folder, "f.txt"))).toBe("one\r\n2\r\nthree\r\n")
    }))

  it.each([
    ["no match", ["--old", "z", "--new", "x"], 3],
    ["two places", ["--old", "a", "--new", "x"], 4],
    ["empty old text", ["--old", "", "--new", "x"], 5],
    ["bad JSON from stdin", ["--edits", "-"], 1],
    ["no new text", ["--old", "a"], 1]
  ] as const)("ends with one clear line on stderr: %s", async (_, args, code) =>
    inFolder(async (folder) => {
      write(join(folder, "f.txt"), text)
      expectRefusal(await kerf(folder, ["edit", "f.txt", ...args], { stdin: "{" }), code, /./, folder)
    })
  )

  it("colours a diff where that is asked for, and not where it is forbidden", () =>
    inFolder(async (folder) => {
      write(join(folder, "f.txt"), "one\r\n")
      const args = ["edit", "f.txt", "--old", "one", "--new", "two", "--dry-run"]
      const colored = await kerf(folder, args, { env: { FORCE_COLOR: "1" } })
      expect(colored.stdout).toContain("\u001b[32m+two\\r\u001b[0m\n")
      const plain = await kerf(folder, args, { env: { FORCE_COLOR: "1", NO_COLOR: "1" } })
      expect(plain.stdout).toContain("\n+two\r\n")
    }))

  it("ends as the edit did when nobody reads its output", () =>
    inFolder(async (folder) => {
      write(join(folder, "f.txt"), "x\n".repeat(50_000))
      const args = ["edit", "f.txt", "--old", "x", "--new", "y", "--replace-all", "--json"]
      expect(await kerf(folder, args, { closeStdout: true })).toEqual({ code: 0, stdout: "", stderr: "" })
      expect(read(join(folder, "f.txt"))).toBe("y\n".repeat(50_000))
    }))

  it.skipIf(!isRoot)("says what the system says of a closed folder and of an unreadable file", () =>
    inFolder(async (folder) => {
      chmodSync(folder, 0o777)
      mkdirSync(join(folder, "closed"))
      const open = write(join(folder, "closed/f.txt"), text, 0o666)
      const unreadable = write(join(folder, "u.txt"), text, 0o200)
      const edit = (file: string) => kerf(folder, ["edit", file, "--old", "b", "--new", "x"], { uid: 65534 })
      const closed = await edit("closed/f.txt")
      expect(closed).toMatchObject({ code: 1, stdout: "" })
      expect(closed.stderr).toMatch(/^\[edit:io-error\] Cannot write .*: permission denied \(EACCES\)\.\n$/)
      expect(await edit("u.txt")).toMatchObject({
        code: 1,
        stderr: `[edit:io-error] Cannot read ${unreadable}: permission denied (EACCES).\n`
      })
      expect(read(open)).toBe(text)
      expect(readdirSync(join(folder, "closed"))).toEqual(["f.txt"])
    })
  )

  it("helps on stdout, and tells a missing command in one line", () =>
    inFolder(async (folder) => {
      const help = await kerf(folder, ["edit", "--help"])
      expect(help).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("--replace-all") })
      const { version } = JSON.parse(readFileSync(join(bin, "../../package.json"), "utf8")) as { version: string }
      expect(await kerf(folder, ["--version"])).toMatchObject({ code: 0, stdout: `kerf v${version}\n` })
      expect(await kerf(folder, [])).toEqual({
        code: 1,
        stdout: "",
        stderr: "kerf: a command is missing: edit, explain or replay (see kerf --help)\n"
      })
    }))
})
