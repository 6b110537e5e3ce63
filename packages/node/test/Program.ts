/** Programs of this folder, run as processes of their own: what they say, line by line, and how they end. */
import { spawn } from "node:child_process"
import { createRequire } from "node:module"

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly lines: ReadonlyArray<string>
  readonly stderr: string
}

export interface Program {
  readonly kill: (signal: NodeJS.Signals) => void
  /** Waits for a line that the program says, from its start on. Never ends if the program ends without it. */
  readonly said: (line: string, times?: number) => Promise<void>
  readonly ended: Promise<Ended>
}

export const start = (name: string, args: ReadonlyArray<string>, env: Record<string, string> = {}): Program => {
  const child = spawn(process.execPath, [createRequire(import.meta.url).resolve(`./${name}.ts`), ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let [stdout, stderr] = ["", ""]
  const listeners = new Set<() => void>()
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text
    for (const listener of listeners) listener()
  })
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text))
  const lines = () => stdout.split("\n").slice(0, -1)
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject).on("close", (code, signal) => resolve({ code, signal, lines: lines(), stderr }))
  })
  return {
    kill: (signal) => void child.kill(signal),
    ended,
    said: (line, times = 1) =>
      new Promise((resolve) => {
        const listener = () => {
          if (lines().filter((each) => each === line).length < times) return
          listeners.delete(listener)
          resolve()
        }
        listeners.add(listener)
        listener()
      })
  }
}
