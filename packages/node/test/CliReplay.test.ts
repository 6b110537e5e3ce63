import { describe, expect, it } from "@effect/vitest"
import { Corpus } from "@kerf/testing"
import { Effect, Stream } from "effect"
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { join } from "node:path"
import { type Bend, read, systemError, write } from "./Fixture.ts"
import { bin, inFolder, kerf, run } from "./Running.ts"

// `kerf replay`, in this process and in a real one.

const corpus = fileURLToPath(Corpus.url)
const own = fileURLToPath(Corpus.ownUrl)
const cases = Corpus.load().length

const good = {
  id: "good",
  stack: "standard",
  file: "a\n\tb\n",
  edits: [{ oldText: "b", newText: "c" }],
  expect: { outcome: "applied", result: "a\n\tc\n", matcher: "exact" }
}
const wrong = { ...good, id: "wrong", title: "Other text", expect: { ...good.expect, result: "a\n\tC\n" } }
const unexpected = { ...good, id: "unexpected", expect: { ...good.expect, matcher: "trimmed" } }
const { expect: _, ...call } = good
const recorded = { ...call, id: "recorded", recorded: { outcome: "applied" } }
const differs = { ...call, id: "differs", recorded: { outcome: "no-match" } }
const textless = { id: "textless", stack: "standard", expect: good.expect }

const lines = (...values: ReadonlyArray<unknown>) => values.map((value) => `${JSON.stringify(value)}\n`).join("")

const replay = (input: string, ...args: ReadonlyArray<string>) => run(["replay", "-", ...args], { stdin: input })

describe("kerf replay", () => {
  it("tells the worst first, and ends with 1 where a case is not as expected", async () => {
    expect(await replay(lines(good, unexpected, differs, wrong, recorded, textless))).toEqual({
      code: 1,
      stderr: "",
      stdout:
        "wrong           -:4  wrong  Other text\n" +
        '  result, line 2: expected "\\tC", got "\\tc"\n' +
        "unexpected      -:2  unexpected\n" +
        "  matcher: expected trimmed, got exact\n" +
        "differs         -:3  differs\n" +
        "  outcome: expected no-match, got applied\n" +
        "  result: the file was changed\n" +
        "6 cases: 1 wrong, 1 not as expected, 1 unlike recorded, 1 not replayable, 1 as recorded, 1 as expected.\n" +
        "applied 5\n" +
        "matchers: exact 5 (1 wrong)\n"
    })
  })

  it.each([
    ["as expected", [good, good], 0, "as-expected"],
    ["as expected, some not replayable", [good, textless], 0, "as-expected"],
    ["as recorded", [recorded], 0, "as-recorded"],
    ["wrong", [good, wrong], 1, "wrong"],
    ["not as expected", [good, unexpected], 1, "unexpected"],
    ["unlike recorded", [good, differs], 1, "differs"],
    ["no case", [good, {}], 1, "malformed"],
    ["not replayable", [textless], 1, "nothing-replayed"],
    ["nothing", [], 1, "nothing-replayed"]
  ] as const)("ends by the worst: %s", async (_, values, code, outcome) => {
    const text = await replay(lines(...values))
    const json = await replay(lines(...values), "--json")
    expect([text.code, json.code]).toEqual([code, code])
    expect(json.stderr).toBe("")
    const objects = json.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as object)
    expect(objects).toHaveLength(values.length + 1)
    expect(objects.at(-1)).toMatchObject({ outcome, message: expect.stringMatching(/\.$/), summary: expect.anything() })
  })

  it("says that there is no case", async () => {
    expect(await replay("\n\r\n")).toEqual({ code: 1, stderr: "", stdout: "No cases: there is nothing to replay.\n" })
  })

  it("prints a line of JSON for each line, with its file and number, and the summary last", () =>
    inFolder(async (folder) => {
      const [a, b] = [write(join(folder, "a"), lines(good)), write(join(folder, "b"), `\n{"id":\n${lines(wrong)}`)]
      const { stdout } = await run(["replay", a, b, "--json"])
      const [first, second, third, summary, ...rest] = stdout.split("\n").map((line) => line && JSON.parse(line))
      expect(first).toEqual({
        file: a,
        line: 1,
        verdict: "as-expected",
        id: "good",
        stack: "standard",
        actual: { outcome: "applied", matcher: "exact" },
        matchers: ["exact"],
        differences: []
      })
      expect(second).toEqual({
        file: b,
        line: 2,
        verdict: "malformed",
        message: expect.stringMatching(/^is not JSON: /)
      })
      expect(third).toMatchObject({
        file: b,
        line: 3,
        verdict: "wrong",
        differences: [{ field: "result", expected: "a\n\tC\n", actual: "a\n\tc\n" }]
      })
      expect(summary).toMatchObject({
        outcome: "wrong",
        message: "2 cases: 1 wrong, 1 line that is no case, 1 as expected.",
        summary: { cases: 2, malformed: 1, matchers: { exact: { applied: 2, wrong: 1 } } }
      })
      expect(rest).toEqual([""])
    }))

  it("writes malformed lines to stderr, one line each, and what they hold never acts on a terminal", async () => {
    const ended = await replay(`${lines(good, { ...good, "k\u001b[31m": 1 })}\u001b]0;x\u0007\n`)
    expect(ended.code).toBe(1)
    expect(ended.stdout).toMatch(/^1 case: 2 lines that are no case, 1 as expected\.\n/)
    expect(ended.stderr).toMatch(
      /^kerf: -:2: k\\u001b\[31m is an unknown key \(known: .*\)\nkerf: -:3: is not JSON: .*\n$/
    )
    // oxlint-disable-next-line no-control-regex
    expect(ended.stderr).not.toMatch(/[\u0007\u001b]/)
  })

  it("shows the name of a file as text", () =>
    inFolder(async (folder) => {
      const path = write(join(folder, "a\u001b[31m"), "{")
      const { stderr } = await run(["replay", path])
      expect(stderr).toMatch(/^kerf: [^\n]*a\\u001b\[31m:1: is not JSON: [^\n]*\n$/)
    }))

  it("touches no file, and runs no module that a case names", () =>
    inFolder(async (folder) => {
      const module = write(join(folder, "stack.mjs"), "throw new Error('run')")
      const input = write(join(folder, "edits.jsonl"), lines({ ...good, stack: module }))
      expect(await run(["replay", input])).toMatchObject({ code: 1, stderr: expect.stringContaining("is no preset") })
      expect(read(input)).toBe(lines({ ...good, stack: module }))
    }))

  it.each([
    [["replay"], /^kerf: Missing required argument: FILE/],
    [["replay", "/no.jsonl"], /^kerf: \/no\.jsonl cannot be read: no such file or directory \(ENOENT\)\n$/],
    [["replay", "/"], /^kerf: \/ is not a file\n$/],
    [["replay", "-", "-"], /^kerf: stdin can be read only once/],
    [
      ["replay", corpus, "--stack", "loose"],
      /^kerf: --stack loose is no preset \(strict, standard, lenient\) and no module/
    ],
    [["replay", corpus, "--stack"], /Missing value for flag --stack/],
    [["replay", corpus, "--root", "x"], /Unrecognized flag: --root/]
  ] as const)("refuses %j in one line, before anything is run", async (args, line) => {
    const ended = await run(args)
    expect(ended).toMatchObject({ code: 1, stdout: "" })
    expect(ended.stderr).toMatch(line)
    expect(ended.stderr).toMatch(/^[^\n]+\n$/)
    expect(JSON.parse((await run([...args.slice(0, 1), "--json", ...args.slice(1)])).stdout)).toMatchObject({
      outcome: "usage"
    })
  })

  it("tells what it has found before an input that cannot be read", () =>
    inFolder(async (folder) => {
      const [a, b] = ["a", "b"].map((name) => write(join(folder, name), lines(wrong))) as [string, string]
      const bend: Bend = (fs) => ({
        stream: (path, options) => (path === b ? Stream.fail(systemError("EIO")) : fs.stream(path, options))
      })
      const ended = await run(["replay", a, b], { bend })
      expect(ended).toMatchObject({ code: 1, stderr: `kerf: ${b} cannot be read: it did not work (EIO)\n` })
      expect(ended.stdout).toMatch(/^wrong .*\n.*\n1 case: 1 wrong\.\n/)
    }))

  it("shows how far it is on a terminal, takes that away before it prints, and is silent elsewhere", async () => {
    const input = () =>
      Stream.fromIterable([lines(good), `{\n${lines(good)}`]).pipe(
        Stream.mapEffect((text) => Effect.as(Effect.sleep(350), Buffer.from(text)))
      )
    const watched = await run(["replay", "-"], { stdin: input(), terminal: true })
    expect(watched.stderr).toMatch(
      // oxlint-disable-next-line no-control-regex
      /^\r1 case\u001b\[K\r\u001b\[Kkerf: -:2: is not JSON: .*\n\r2 cases\u001b\[K\r\u001b\[K$/
    )
    const piped = await run(["replay", "-"], { stdin: input() })
    expect(piped.stderr).toMatch(/^kerf: -:2: .*\n$/)
    expect(piped.stdout).toBe(watched.stdout)
  })
})

describe.concurrent("the process", { timeout: 60_000 }, () => {
  it("replays the corpus: all as expected", () =>
    inFolder(async (folder) => {
      const ended = await kerf(folder, ["replay", corpus, own])
      expect(ended).toMatchObject({ code: 0, stderr: "" })
      expect(ended.stdout).toMatch(new RegExp(`^${cases} cases: ${cases} as expected\\.\\napplied `))
    }))

  it("ends with 1 for a case that is not as expected, and for a line that is none", () =>
    inFolder(async (folder) => {
      expect(await kerf(folder, ["replay", "-"], { stdin: lines(good, wrong) })).toMatchObject({ code: 1, stderr: "" })
      expect(await kerf(folder, ["replay", "-"], { stdin: `${lines(good)}{` })).toMatchObject({
        code: 1,
        stdout: expect.stringMatching(/^1 case: /),
        stderr: expect.stringMatching(/^kerf: -:2: is not JSON: [^\n]+\n$/)
      })
      expect(await kerf(folder, ["replay", "-"])).toMatchObject({ code: 1, stderr: "" })
      expect(await kerf(folder, ["replay", "no.jsonl"])).toMatchObject({ code: 1, stdout: "" })
    }))

  it("takes a stack of one's own, and judges by what is expected all the same", () =>
    inFolder(async (folder) => {
      const matchers = JSON.stringify(import.meta.resolve("@kerf/matchers"))
      write(join(folder, "stack.mjs"), `import { Exact } from ${matchers}; export default [Exact]`)
      const loose = {
        ...good,
        id: "loose",
        file: "\ta\n\tb\n",
        edits: [{ oldText: "a\nb", newText: "a\nc" }],
        expect: { outcome: "applied", result: "\ta\n\tc\n", matcher: "indentation" }
      }
      write(join(folder, "edits.jsonl"), lines(good, loose))
      expect(await kerf(folder, ["replay", "edits.jsonl"])).toMatchObject({ code: 0 })
      const ended = await kerf(folder, ["replay", "edits.jsonl", "--stack", "./stack.mjs", "--json"])
      const [first, second] = ended.stdout.split("\n").map((line) => line && JSON.parse(line))
      expect(ended).toMatchObject({ code: 1, stderr: "" })
      expect(first).toMatchObject({ id: "good", verdict: "as-expected", stack: "./stack.mjs" })
      expect(second).toMatchObject({ id: "loose", verdict: "unexpected", actual: { outcome: "no-match" } })
    }))

  it.skipIf(process.platform === "win32")("reads a pipe that the shell made", () =>
    inFolder(async (folder) => {
      const script = `"$0" "$1" replay <(cat "$2") <(cat "$3")`
      const ended = spawnSync("bash", ["-c", script, process.execPath, bin, corpus, own], {
        cwd: folder,
        encoding: "utf8"
      })
      expect(ended).toMatchObject({ status: 0, stderr: "" })
      expect(ended.stdout).toMatch(new RegExp(`^${cases} cases: ${cases} as expected`))
    })
  )

  it("ends as the replay did when nobody reads its output", () =>
    inFolder(async (folder) => {
      const input = readFileSync(corpus, "utf8").repeat(10)
      const ended = await kerf(folder, ["replay", "-", "--json"], { stdin: input, closeStdout: true })
      expect(ended).toEqual({ code: 0, stdout: "", stderr: "" })
    }))
})
