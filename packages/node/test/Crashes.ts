/**
 * Real crashes: a program that edits is killed at a random moment, again and again, and what it leaves is looked at.
 *
 * After each kill the file with one name is whole. Then somebody recovers: this process, or the next program, which may
 * be killed while it does. After that everything is whole, of one version, and the last that was told to be done or the
 * one after it; a round of edits here takes every lock, and leaves nothing but the files.
 */
import { FileLock } from "@kerf/node"
import { Duration, Effect } from "effect"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { leftovers } from "./Fixture.ts"
import * as Program from "./Program.ts"
import * as Versions from "./Versions.ts"

/** How many kills there were; the others say how many of them met something that was not done yet. */
export interface Met {
  kills: number
  /** A temporary file or a journal was there. */
  underWay: number
  temporary: number
  journal: number
  /** Files of a set had different versions. */
  setTorn: number
  /** A file that is written in place was neither version. */
  pairTorn: number
  /** The program was undoing what the one before it had left. */
  recovering: number
  /** The first thing that is wrong; the run ends with it. */
  wrong: string | undefined
}

/** Kills `kills` programs, `side` at a time, each at a moment that `seed` tells. */
export const run = async (options: {
  readonly kills: number
  readonly seed: number
  readonly side?: number
  readonly tell?: (met: Met) => void
}): Promise<Met> => {
  const { kills, seed, side = 2, tell } = options
  const cache = mkdtempSync(join(tmpdir(), "kerf-crash-cache-"))
  const met: Met = {
    kills: 0,
    underWay: 0,
    temporary: 0,
    journal: 0,
    setTorn: 0,
    pairTorn: 0,
    recovering: 0,
    wrong: undefined
  }
  try {
    await Promise.all(
      Array.from({ length: side }, async (_, i) => {
        const random = randomOf(seed + i)
        const root = realpathSync(mkdtempSync(join(tmpdir(), "kerf-crash-")))
        try {
          await crashIn(root, cache, random, met, () => {
            tell?.(met)
            return met.wrong === undefined && met.kills < kills
          })
        } catch (error) {
          met.wrong ??= `seed ${seed}, after ${met.kills} kills: ${error instanceof Error ? error.message : String(error)}`
        } finally {
          rmSync(root, { recursive: true, force: true })
        }
      })
    )
  } finally {
    rmSync(cache, { recursive: true, force: true })
  }
  return met
}

/** Kills one program after the other, all in one folder, which goes on from version to version. */
const crashIn = async (root: string, cache: string, random: () => number, met: Met, more: () => boolean) => {
  const files = join(root, "files")
  const journal = join(root, "state")
  mkdirSync(files)
  Versions.make(files)
  const told = { one: 0, set: 0, pair: 0 }
  const pendingIn = () => readdirIfThere(join(journal, "journal"))

  while (more()) {
    const abandoned = pendingIn().length > 0
    const lines = await killed([files, journal], cache, random)
    met.kills++
    for (const line of lines) {
      const [kind, version] = line.split(" ") as [keyof typeof told | "bad", string | undefined]
      if (kind === "bad") throw new Error(line)
      if (!(kind in told)) continue
      // What it found at its start, or has done since.
      check(`what was told of ${kind}`, [Number.isNaN(Number(version)) ? line : Number(version)], told[kind])
      told[kind] = Number(version)
    }

    const left = Versions.read(files)
    check("the file", [left.one], told.one)
    const [temporary, pending] = [leftovers(files).length > 0, pendingIn().length > 0]
    if (temporary) met.temporary++
    if (pending) met.journal++
    if (temporary || pending) met.underWay++
    if (new Set(left.set).size > 1) met.setTorn++
    if (typeof left.pair[0] !== "number") met.pairTorn++
    if (abandoned && !lines.includes("ready")) met.recovering++
    if (random() < 0.5) await recover(files, journal, told, random() < 0.2)
  }
  await recover(files, journal, told, true)
}

/** Builds an editor, which recovers, and looks at everything. */
const recover = async (
  files: string,
  journal: string,
  told: { one: number; set: number; pair: number },
  afresh: boolean
) => {
  const editor = await Effect.runPromise(Versions.editor(files, journal))
  for (const { changed, failed } of editor.recovered) {
    if (changed.length + failed.length > 0) throw new Error(`not undone: ${JSON.stringify({ changed, failed })}`)
  }
  const now = Versions.read(files)
  check("the file", [now.one], told.one)
  check("the set", now.set, told.set)
  check("the pair", now.pair, told.pair)
  const last = Number(now.set[0])
  if (now.made.some((version) => typeof version === "string" || version > last)) {
    throw new Error(`the set is at ${last}, but these were made: ${now.made.join(", ")}`)
  }
  if (last > 0 && now.made.length > 0 && !now.made.includes(last)) throw new Error(`what was made with ${last} is gone`)
  const pending = readdirIfThere(join(journal, "journal"))
  if (pending.length > 0) throw new Error(`a journal is left: ${pending.join(", ")}`)

  // Whoever was killed holds nothing: every lock is free.
  const again = Versions.round(editor, now, (kind, version) => void (told[kind] = version))
  await Effect.runPromise(Effect.provideService(again, FileLock.LockTimeout, Duration.seconds(5)))
  const left = [...leftovers(files), ...readdirIfThere(join(journal, "journal"))]
  if (left.length > 0) throw new Error(`after the next edits there is left: ${left.join(", ")}`)
  // Only so that the folder does not grow for ever.
  if (afresh) rmSync(join(files, "set", "new"), { recursive: true })
}

/** All are whole and of one version: the last that was done, or the one that was under way. */
const check = (what: string, versions: ReadonlyArray<number | string>, told: number) => {
  const distinct = new Set(versions)
  const [version] = distinct
  const right = distinct.size === 1 && (version === told || version === told + 1)
  if (!right) throw new Error(`${what} should be at ${told} or ${told + 1}, but is: ${[...distinct].join("; ")}`)
}

/**
 * Starts a program, kills it, and returns what it said. A third of the kills come at any time of the first rounds. Most
 * of that time goes into finding places; so the others come at one of the calls that change the disk, or soon after it,
 * and a third of them all at one that writes.
 */
const killed = async (
  args: ReadonlyArray<string>,
  cache: string,
  random: () => number
): Promise<ReadonlyArray<string>> => {
  const [line, times, delay] = [
    ["begin", 1, random() * 250] as const,
    ["step", 1 + random() * 60, random() * 4] as const,
    ["write", 1 + random() * 30, random() * 2] as const
  ][Math.floor(random() * 3)]!
  const victim = Program.start("Victim", args, { NODE_COMPILE_CACHE: cache })
  await Promise.race([victim.said(line, times), victim.ended])
  await setTimeout(delay)
  victim.kill("SIGKILL")
  const { code, lines, signal, stderr } = await victim.ended
  if (signal !== "SIGKILL" && code !== 0) throw new Error(`the program ended by itself: ${stderr}`)
  return lines
}

const readdirIfThere = (path: string): ReadonlyArray<string> => (existsSync(path) ? readdirSync(path) : [])

/** Numbers of [0, 1) that a seed tells (mulberry32). */
const randomOf = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

/** Says it in lines. */
export const summary = (met: Met): string =>
  [
    `${met.kills} kills, ${met.underWay} of them with something under way:`,
    `a temporary file ${met.temporary}, a journal ${met.journal}, a torn set ${met.setTorn}, a torn pair ${met.pairTorn},`,
    `in a recovery ${met.recovering}; wrong: ${met.wrong ?? "nothing"}`
  ].join("\n")
