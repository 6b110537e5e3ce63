/** Runs of the command: in this process, and in a real one for what only that can show. */
import { Cli } from "@kerf/node"
import { Effect, Layer, Sink, Stdio, Stream, Terminal } from "effect"
import { ChildProcessSpawner } from "effect/process"
import { spawn } from "node:child_process"
import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Bend, services } from "./Fixture.ts"

/** How a run ended. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The command in this process, with its input and output replaced. */
export const run = async (
  args: ReadonlyArray<string>,
  options: {
    readonly stdin?: string | Stream.Stream<Uint8Array>
    readonly bend?: Bend
    readonly terminal?: boolean
  } = {}
): Promise<Ended> => {
  const { stdin = "" } = options
  const out = { stdout: "", stderr: "" }
  const sink = (name: "stdout" | "stderr") =>
    Sink.forEach((text: string | Uint8Array) => Effect.sync(() => void (out[name] += String(text))))
  const stdio = Stdio.layerTest({
    stdin: typeof stdin === "string" ? Stream.make(Buffer.from(stdin)) : stdin,
    stdoutIsTerminal: Effect.succeed(options.terminal ?? false),
    stderrIsTerminal: Effect.succeed(options.terminal ?? false),
    stdout: () => sink("stdout"),
    stderr: () => sink("stderr")
  })
  const unused = Layer.mergeAll(
    Layer.succeed(Terminal.Terminal, {} as never),
    Layer.succeed(ChildProcessSpawner.ChildProcessSpawner, {} as never)
  )
  const layer = Layer.mergeAll(stdio, services(options.bend), unused)
  const code = await Effect.runPromise(Effect.provide(Cli.run(args, { version: "1.2.3" }), layer))
  return { code, ...out }
}

/** What npm links as `kerf`. */
export const bin = createRequire(import.meta.url).resolve("../src/bin.ts")

/** The real process. */
export const kerf = (
  cwd: string,
  args: ReadonlyArray<string>,
  options: {
    readonly stdin?: string
    readonly env?: Record<string, string>
    readonly uid?: number
    readonly closeStdout?: boolean
  } = {}
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const { env, uid } = options
    const child = spawn(process.execPath, [bin, ...args], {
      cwd,
      env: { ...process.env, NO_COLOR: "", FORCE_COLOR: "", ...env },
      ...(uid === undefined ? {} : { uid, gid: uid })
    })
    let stdout = ""
    let stderr = ""
    if (options.closeStdout === true) child.stdout.destroy()
    else child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text))
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text))
    child.stdin.on("error", () => undefined).end(options.stdin ?? "")
    child.on("error", reject).on("close", (code) => resolve({ code, stdout, stderr }))
  })

/** Uses a folder of its own. */
export const inFolder = async (use: (folder: string) => Promise<void>): Promise<void> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "kerf-cli-")))
  try {
    await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
