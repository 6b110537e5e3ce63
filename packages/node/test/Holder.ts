/**
 * A program that takes locks. Arguments: which lock, what to do, and with what.
 *
 *     hold <key>…              takes all, and keeps them
 *     try <key>                says whether it could take it without waiting
 *     count <file> <n> <key>   adds 1 to the number in the file, n times, each time with the lock
 *     cross <n> <key>…         takes all and gives them back, n times, in an order of its own each time
 */
import { FileLock } from "@kerf/node"
import { Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { setTimeout } from "node:timers/promises"

const [kind, task, ...rest] = process.argv.slice(2) as [string, string, ...Array<string>]
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const program = Effect.gen(function* () {
  const lock = yield* FileLock.FileLock
  switch (task) {
    case "hold": {
      yield* lock.acquireAll(rest)
      say("held")
      return yield* Effect.never
    }
    case "try": {
      return say((yield* lock.tryAcquire(FileLock.nameOf(rest[0]!))) ? "free" : "taken")
    }
    case "count": {
      const [file, times, key] = rest as [string, string, string]
      const add = Effect.promise(async () => {
        const number = Number(readFileSync(file, "utf8"))
        await setTimeout(1)
        writeFileSync(file, String(number + 1))
      })
      for (let i = 0; i < Number(times); i++) yield* Effect.scoped(Effect.andThen(lock.acquire(key), add))
      return
    }
    default: {
      const [times, ...keys] = rest
      for (let i = 0; i < Number(times); i++) {
        const order = keys.toSorted(() => Math.random() - 0.5)
        yield* Effect.scoped(Effect.andThen(lock.acquireAll(order), Effect.sleep("1 millis")))
      }
    }
  }
})

// What holds the lock of a process must keep it alive: an effect that never ends does not.
const alive = setInterval(() => undefined, 1_000)
await Effect.runPromise(
  Effect.provide(
    Effect.scoped(program),
    kind === "database" ? FileLock.FileLock.layerDatabase : FileLock.FileLock.layer
  )
)
clearInterval(alive)
