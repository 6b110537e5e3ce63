/**
 * The `kerf` process: Node's services, and the exit code.
 *
 * @since 0.1.0
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { createRequire } from "node:module"
import * as Cli from "./Cli.ts"

const { version } = createRequire(import.meta.url)("../package.json") as { readonly version: string }

NodeRuntime.runMain(Cli.run(process.argv.slice(2), { version }).pipe(Effect.provide(NodeServices.layer)), {
  disableErrorReporting: true,
  // Set, not called with: what is still on its way to a pipe gets there.
  teardown: (exit, done) => {
    if (Exit.isFailure(exit)) return done(130)
    process.exitCode = exit.value as number
    done(0)
  }
})
