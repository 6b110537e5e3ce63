/**
 * A file system that records what it is asked, and in which one thing goes wrong.
 *
 * `make` wraps any file system. `everyFault` runs something once without a fault, and then again for each of its calls and
 * each fault that can happen there, on a fresh `MemoryDisk`; so a test says once what must hold after every one of them:
 * files all old or all new, nothing left behind, a typed failure and no defect.
 *
 * **A crash** stops the run: the call dies with `Crash`, and so does every later one, of finalizers too, without reaching
 * the disk. What the run does in memory after that (a lock that it gives back) still happens, as a process that has died
 * has no memory. A run that makes something else of the defect ends with `Crash` nevertheless.
 *
 * **What passes it by** is neither counted nor failed; but on a memory disk it finds no such path, and the run that ought
 * to succeed does not. `watch` and `copy` are defects that say so. `seek` asks the system for nothing.
 *
 * @since 0.1.0
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Errno from "./Errno.ts"
import * as Fault from "./Fault.ts"
import * as GatedFileSystem from "./internal/gatedFileSystem.ts"
import * as MemoryDisk from "./MemoryDisk.ts"

/**
 * A file system, and what it was asked so far.
 *
 * @category models
 * @since 0.1.0
 */
export interface FaultyFileSystem {
  readonly fileSystem: FileSystem.FileSystem
  readonly layer: Layer.Layer<FileSystem.FileSystem>
  /** In the order in which they began. Grows. */
  readonly calls: ReadonlyArray<Fault.Call>
  /** The calls at which the fault happened. Grows. */
  readonly hits: ReadonlyArray<Fault.Call>
}

/**
 * A fault and where it happens: at the call with an ordinal, or at each call that is chosen, as the first two renames.
 *
 * @category models
 * @since 0.1.0
 */
export interface Plan {
  readonly fault: Fault.Fault
  readonly at: number | ((call: Fault.Call) => boolean)
}

/**
 * The defect that a run ends with where the machine stopped.
 *
 * @category errors
 * @since 0.1.0
 */
export class Crash extends Error {
  readonly _tag = "Crash"
  readonly call: Fault.Call
  constructor(call: Fault.Call) {
    super(`the machine stopped at call ${describe(call)}`)
    this.call = call
  }
}

/**
 * Wraps a file system.
 *
 * **Example** (The second rename fails)
 *
 * ```ts
 * import { Fault, FaultyFileSystem, MemoryDisk } from "@kerf/testing"
 * import { Effect } from "effect"
 *
 * const disk = MemoryDisk.make()
 * disk.write("/disk/a", "text")
 * const { calls, fileSystem } = FaultyFileSystem.make(disk.fileSystem, {
 *   fault: Fault.fail("EBUSY"),
 *   at: (call) => call.kind === "rename" && call.nth === 2
 * })
 * Effect.runSync(fileSystem.rename("/disk/a", "/disk/b"))
 * Effect.runSync(Effect.flip(fileSystem.rename("/disk/b", "/disk/c"))).reason._tag // => "Busy"
 * calls.map(({ path }) => path) // => ["/disk/a", "/disk/b"]
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (fs: FileSystem.FileSystem, plan?: Plan): FaultyFileSystem => {
  const calls: Array<Fault.Call> = []
  const hits: Array<Fault.Call> = []
  let stopped: Crash | undefined

  const chosen = (call: Fault.Call): boolean => {
    if (plan === undefined || !Fault.applies(plan.fault, call)) return false
    if (typeof plan.at === "function") return plan.at(call)
    return call.ordinal === plan.at || (plan.fault._tag === "fail" && plan.fault.lasting && call.ordinal > plan.at)
  }

  const gate: GatedFileSystem.Gate = (kind, path, effect, { other, short, size, writes = false } = {}) =>
    Effect.suspend(() => {
      if (stopped !== undefined) return Effect.die(stopped)
      const nth = calls.filter((call) => call.kind === kind).length + 1
      const call: Fault.Call = { ordinal: calls.length + 1, nth, kind, path, other, size, writes }
      calls.push(call)
      if (!chosen(call)) return effect
      hits.push(call)
      const { fault } = plan!
      switch (fault._tag) {
        case "fail":
          return Effect.fail(Errno.make(fault.code, { method: kind, path, other }))
        case "short":
          return short ?? effect
        case "interfere":
          return Effect.andThen(Effect.orDie(Effect.provideService(fault.change, FileSystem.FileSystem, fs)), effect)
        case "crash": {
          const stop = Effect.suspend(() => Effect.die((stopped = new Crash(call))))
          return fault.when === "before" ? stop : Effect.andThen(Effect.exit(effect), stop)
        }
      }
    })

  const fileSystem = GatedFileSystem.make(fs, gate, () => stopped !== undefined)
  return { fileSystem, layer: Layer.succeed(FileSystem.FileSystem, fileSystem), calls, hits }
}

// ----------------------------------------------------------------------------
// Every fault at every call
// ----------------------------------------------------------------------------

/**
 * What came of one run. `fault` and `call` are `undefined` for the one without a fault.
 *
 * **Details**
 *
 * `disk` is as the run left it, and after a crash as the crash left it: recover before you look at it. `old` and `new` are
 * the trees before and after the run without a fault. `defects` are those in `exit` but for `Crash`.
 *
 * @category models
 * @since 0.1.0
 */
export interface Outcome<A, E, S> {
  readonly fault: Fault.Fault | undefined
  readonly call: Fault.Call | undefined
  readonly exit: Exit.Exit<A, E>
  readonly crashed: boolean
  readonly defects: ReadonlyArray<unknown>
  readonly disk: MemoryDisk.MemoryDisk
  readonly prepared: S
  readonly calls: ReadonlyArray<Fault.Call>
  readonly old: ReadonlyArray<MemoryDisk.Entry>
  readonly new: ReadonlyArray<MemoryDisk.Entry>
}

/**
 * How many faults were tried, by the kind of call and by the name of the fault.
 *
 * @category models
 * @since 0.1.0
 */
export interface Report {
  readonly points: number
  readonly byKind: Readonly<Record<string, number>>
  readonly byFault: Readonly<Record<string, number>>
}

/**
 * Runs something without a fault, and then with every fault at every call where it can happen.
 *
 * **Details**
 *
 * `setup` is run anew on each disk, without faults, and all that it wrote is durable. `check` is run after each run, with
 * the disk's own file system; what it fails with or throws says at which fault. The calls before the fault must be the
 * same in each run, but for names that are drawn: a run that is not repeated is a defect, and so is a fault that did not
 * happen. Costs one run for each point: calls times faults.
 *
 * **Example** (Writing in place is not all or nothing)
 *
 * ```ts
 * import { Fault, FaultyFileSystem } from "@kerf/testing"
 * import { Effect, FileSystem } from "effect"
 *
 * const broken: Array<string> = []
 * const report = Effect.runSync(
 *   FaultyFileSystem.everyFault({
 *     setup: (disk) => Effect.sync(() => disk.write("/disk/a", "old")),
 *     run: () => FileSystem.FileSystem.use((fs) => fs.writeFileString("/disk/a", "new")),
 *     check: ({ disk, fault }) =>
 *       Effect.sync(() => {
 *         const text = disk.read("/disk/a")
 *         if (text !== "old" && text !== "new") broken.push(`${fault?.name}: ${text}`)
 *       }),
 *     faults: [Fault.fail("ENOSPC"), Fault.short]
 *   })
 * )
 * broken // => ["short: n"]
 * report.byKind // => { writeFile: 2 }
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const everyFault = Effect.fnUntraced(function* <S, ES, RS, A, E, R, EC, RC>(options: {
  readonly disk?: MemoryDisk.Options | undefined
  readonly setup: (disk: MemoryDisk.MemoryDisk) => Effect.Effect<S, ES, RS>
  readonly run: (prepared: S, disk: MemoryDisk.MemoryDisk) => Effect.Effect<A, E, R>
  readonly check: (outcome: Outcome<A, E, S>) => Effect.Effect<unknown, EC, RC>
  readonly faults?: ReadonlyArray<Fault.Fault> | undefined
}) {
  const on = <B, EB, RB>(disk: { readonly fileSystem: FileSystem.FileSystem }, effect: Effect.Effect<B, EB, RB>) =>
    Effect.provideService(effect, FileSystem.FileSystem, disk.fileSystem)

  const attempt = Effect.fnUntraced(function* (plan?: Plan) {
    const disk = MemoryDisk.make(options.disk)
    const prepared = yield* on(disk, options.setup(disk))
    disk.sync()
    const old = disk.tree()
    const faulty = make(disk.fileSystem, plan)
    const ended = yield* Effect.exit(on(faulty, options.run(prepared, disk)))
    const crashed = plan?.fault._tag === "crash" && faulty.hits.length > 0
    const exit = crashed && !isCrash(ended) ? Exit.die(new Crash(faulty.hits[0]!)) : ended
    if (plan?.fault._tag === "crash") disk.crash(plan.fault)
    return { crashed, disk, exit, faulty, old, prepared }
  })

  const first = yield* attempt()
  const trees = { old: first.old, new: first.disk.tree() }
  const judge = (
    { crashed, disk, exit, faulty, prepared }: Effect.Success<ReturnType<typeof attempt>>,
    fault?: Fault.Fault,
    call?: Fault.Call
  ) => {
    const outcome = {
      fault,
      call,
      exit,
      crashed,
      defects: defects(exit),
      disk,
      prepared,
      calls: faulty.calls,
      ...trees
    }
    const where = call === undefined ? "without a fault" : `${fault?.name} at call ${describe(call)}`
    return Effect.catchCause(on(disk, options.check(outcome)), (cause) => {
      for (const reason of cause.reasons) if (Cause.isDieReason(reason)) locate(reason.defect, where)
      return Effect.failCause(cause)
    })
  }

  yield* judge(first)
  const byKind: Record<string, number> = {}
  const byFault: Record<string, number> = {}
  let points = 0
  for (const call of first.faulty.calls) {
    for (const fault of options.faults ?? Fault.all) {
      if (!Fault.applies(fault, call)) continue
      const attempted = yield* attempt({ fault, at: call.ordinal })
      const hit = attempted.faulty.hits[0]
      if (hit?.kind !== call.kind) {
        const instead = attempted.faulty.calls[call.ordinal - 1]
        return yield* Effect.die(
          new Error(`a run cannot be repeated: call ${describe(call)} became ${instead ? describe(instead) : "none"}`)
        )
      }
      yield* judge(attempted, fault, hit)
      points++
      byKind[call.kind] = (byKind[call.kind] ?? 0) + 1
      byFault[fault.name] = (byFault[fault.name] ?? 0) + 1
    }
  }
  return { points, byKind, byFault } satisfies Report
})

/**
 * Returns whether a run ended because the machine stopped.
 *
 * @category predicates
 * @since 0.1.0
 */
export const isCrash = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isFailure(exit) &&
  exit.cause.reasons.some((reason) => Cause.isDieReason(reason) && reason.defect instanceof Crash)

const defects = (exit: Exit.Exit<unknown, unknown>): ReadonlyArray<unknown> =>
  Exit.isFailure(exit)
    ? exit.cause.reasons.flatMap((reason) =>
        Cause.isDieReason(reason) && !(reason.defect instanceof Crash) ? [reason.defect] : []
      )
    : []

const describe = ({ kind, ordinal, other, path }: Fault.Call): string =>
  `${ordinal}, ${kind} ${path}${other === undefined ? "" : ` ${other}`}`

/** Puts the place before what an assertion says. */
const locate = (error: unknown, where: string): void => {
  if (error instanceof Error && !error.message.startsWith(where)) error.message = `${where}: ${error.message}`
}
