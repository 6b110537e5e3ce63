/** Runs something that changes files with every fault at every call, and says what was not as it should be, and where. */
import { Fault, FaultyFileSystem, type MemoryDisk } from "@kerf/testing"
import { expect } from "@effect/vitest"
import { Cause, Effect, Exit, FileSystem, Layer } from "effect"

/** How what is promised of files can be broken. */
export type Wrong =
  | "a defect"
  | "not typed"
  | "a mixture"
  | "a temporary file is left"
  | "the journal is left"
  | "an empty folder is left"
  | "done, but not new"
  | "done, but not to stay"
  | "failed, but new"
  | "their change is lost"

/** Where it was broken: faults and calls, each once. */
export type Findings = ReadonlyMap<Wrong, ReadonlySet<string>>

const typed = ["NoMatch", "Ambiguous", "Refused", "Stale", "EditIoError", "EditFilesError", "PartialCommit"]

/** Files, without the journal's empty folders. */
const files = (tree: ReadonlyArray<MemoryDisk.Entry>) =>
  tree.flatMap(({ content, kind, links, mode, path }) =>
    path === "/state" || path === "/state/journal" ? [] : [{ path, content, mode, links: kind === "file" ? links : 0 }]
  )

const text = (tree: ReadonlyArray<MemoryDisk.Entry>): string => JSON.stringify(files(tree))

/** What others write, and where, if they interfere. */
export const theirs = { path: "/disk/a", content: "theirs, and nothing of what was there\n" }

/** Somebody else replaces the first file just before a call. */
export const interference: Fault.Fault = Fault.interfere(
  "their change",
  FileSystem.FileSystem.use((fs) => fs.writeFileString(theirs.path, theirs.content))
)

export const everyFault = <S>(options: {
  readonly setup: (disk: MemoryDisk.MemoryDisk) => Effect.Effect<S, unknown, FileSystem.FileSystem>
  readonly run: (prepared: S) => Effect.Effect<unknown, unknown, FileSystem.FileSystem>
  /** What the next process does before it edits. */
  readonly recover: (prepared: S) => Effect.Effect<unknown, unknown, FileSystem.FileSystem>
  readonly faults?: ReadonlyArray<Fault.Fault>
  /** The file system that the run sees, given the one with the fault. */
  readonly bend?: (fs: FileSystem.FileSystem) => FileSystem.FileSystem
}) =>
  Effect.gen(function* () {
    const findings = new Map<Wrong, Set<string>>()
    const report = yield* FaultyFileSystem.everyFault({
      setup: (disk) => options.setup(disk),
      run: (prepared) =>
        FileSystem.FileSystem.use((fs) =>
          Effect.provide(
            options.run(prepared),
            Layer.succeed(FileSystem.FileSystem, options.bend === undefined ? fs : options.bend(fs))
          )
        ),
      check: ({ call, crashed, defects, disk, exit, fault, new: after, old, prepared }) =>
        Effect.gen(function* () {
          const say = (what: Wrong) => {
            const name = fault?.name.replace(/^crash (\w+).*/, "crash $1") ?? "no fault"
            findings.set(what, (findings.get(what) ?? new Set()).add(`${name} at ${call?.kind}`))
          }
          if (crashed) yield* options.recover(prepared)
          if (defects.length > 0) say("a defect")
          const error = Exit.isFailure(exit) ? exit.cause.reasons.find(Cause.isFailReason)?.error : undefined
          const tag = (error as { readonly _tag?: string } | undefined)?._tag ?? ""
          if (Exit.isFailure(exit) && !crashed && !typed.includes(tag)) say("not typed")
          if (fault?._tag === "interfere") {
            if (disk.read(theirs.path) !== theirs.content) say("their change is lost")
            return
          }
          const tree = text(disk.tree())
          const isNew = tree === text(after)
          if (!isNew && tree !== text(old)) say(whatIsLeft(disk.tree(), old, after))
          if (Exit.isSuccess(exit)) {
            if (!isNew) say("done, but not new")
            disk.crash()
            yield* options.recover(prepared)
            if (text(disk.tree()) !== text(after)) say("done, but not to stay")
          } else if (!crashed && isNew) say("failed, but new")
        }),
      ...(options.faults === undefined ? {} : { faults: options.faults })
    })
    expect(report.points).toBeGreaterThan(10)
    expect(Object.keys(report.byFault).length).toBe((options.faults ?? Fault.all).length)
    return { findings: findings as Findings, points: report.points }
  })

const whatIsLeft = (
  tree: ReadonlyArray<MemoryDisk.Entry>,
  old: ReadonlyArray<MemoryDisk.Entry>,
  after: ReadonlyArray<MemoryDisk.Entry>
): Wrong => {
  const known = new Set([...old, ...after].map(({ path }) => path))
  const left = files(tree).filter(({ path }) => !known.has(path))
  const edited = (tree: ReadonlyArray<MemoryDisk.Entry>) =>
    JSON.stringify(
      tree
        .filter(({ kind, path }) => kind === "file" && known.has(path))
        .map(({ content, mode, path }) => [path, content, mode])
    )
  if (edited(tree) !== edited(old) && edited(tree) !== edited(after)) return "a mixture"
  if (left.some(({ path }) => path.includes("/.kerf-"))) return "a temporary file is left"
  return left.some(({ path }) => path.startsWith("/state")) ? "the journal is left" : "an empty folder is left"
}
