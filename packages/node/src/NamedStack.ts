/**
 * A stack by its name, as `--stack` takes it: a preset, or a module of one's own.
 *
 * A module exports, as its default or as `stack`, `order` or `layer`, one of:
 *
 * - an order: an array of matcher keys, each with a static `layer` (the built-in matchers have one);
 * - a preset, made with `Presets.make`;
 * - a `Layer` that provides `MatcherStack`.
 *
 * **Example** (`stack.ts`: the default without `Indentation`)
 *
 * ```ts
 * import { Order } from "@kerf/core"
 * import { Indentation, Presets } from "@kerf/matchers"
 *
 * export default Order.without(Presets.standard.order, Indentation)
 * ```
 *
 * @since 0.1.0
 */
import { MatcherStack } from "@kerf/core/MatcherStack"
import type * as Order from "@kerf/core/Order"
import * as Presets from "@kerf/matchers/Presets"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import * as Predicate from "effect/Predicate"
import * as Printable from "./Printable.ts"
import { UsageError } from "./UsageError.ts"

/**
 * The names of the presets, the strictest first.
 *
 * @category constants
 * @since 0.1.0
 */
export const presets: ReadonlyArray<string> = Object.keys(Presets)
  .map((name) => ({ name, size: findPreset(name)?.order.length ?? 0 }))
  .filter(({ size }) => size > 0)
  .toSorted((a, b) => a.size - b.size)
  .map(({ name }) => name)

/**
 * Creates the layer of a preset's name, or of the path of a module.
 *
 * **Details**
 *
 * A name with a slash, or that ends like a module (`.ts`, `.js`, `.mts`, `.mjs`), is a path, relative to the working
 * directory; it is run. Fails with `UsageError`, in one line, where there is no such preset or module, where it exports
 * no stack, and where the stack cannot be built.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (name: string): Layer.Layer<MatcherStack, UsageError, Path.Path> => {
  const preset = findPreset(name)
  if (preset !== undefined) return preset.layer
  return Layer.effect(
    MatcherStack,
    Effect.gen(function* () {
      if (!/[/\\]|\.[cm]?[jt]s$/.test(name)) {
        return yield* fail(name, `is no preset (${presets.join(", ")}) and no module (./stack.ts)`)
      }
      const path = yield* Path.Path
      const url = yield* Effect.orDie(path.toFileUrl(path.resolve(name)))
      const module = yield* Effect.tryPromise({
        try: () => import(url.href) as Promise<Readonly<Record<string, unknown>>>,
        catch: (cause) => usage(name, `cannot be loaded: ${firstLine(cause)}`)
      })
      const exported = ["default", "stack", "order", "layer"].map((key) => module[key]).find(Predicate.isNotNullish)
      const layer = yield* fromExport(name, exported)
      const context = yield* Effect.catchCause(Layer.build(layer), (cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.interrupt
          : fail(name, `cannot be built: ${firstLine(Cause.squash(cause))}`)
      )
      const stack = Context.getOption(context as Context.Context<never>, MatcherStack)
      return Option.isSome(stack) ? stack.value : yield* fail(name, "exports a layer that provides no MatcherStack")
    })
  )
}

/**
 * What is wrong with a name that comes from data, where only presets are allowed: data does not run code.
 *
 * @category errors
 * @since 0.1.0
 */
export const unknown = (from: string, name: string): UsageError =>
  new UsageError({ message: `${from} ${Printable.line(name)} is no preset (${presets.join(", ")})` })

type AnyStack = Layer.Layer<MatcherStack, unknown>

const fromExport = (name: string, exported: unknown): Effect.Effect<AnyStack, UsageError> => {
  if (isPreset(exported)) return Effect.succeed(exported.layer)
  if (Layer.isLayer(exported)) return Effect.succeed(exported as AnyStack)
  if (!Array.isArray(exported)) {
    return fail(name, "exports no stack: export an order (an array of matchers) or a layer as default")
  }
  const [first, ...rest] = exported as ReadonlyArray<Order.Key & { readonly layer?: unknown }>
  if (first === undefined) return fail(name, "exports an empty order")
  const layers: Array<Layer.Layer<never>> = []
  for (const [index, key] of [first, ...rest].entries()) {
    if (!Context.isKey(key)) return fail(name, `exports an order whose element ${index + 1} is no matcher's key`)
    if (!Layer.isLayer(key.layer)) {
      return fail(name, `exports an order with ${key.key}, which has no static layer: export a layer instead`)
    }
    layers.push(key.layer as unknown as Layer.Layer<never>)
  }
  const order = [first, ...rest] as unknown as Order.Distinct<Order.NonEmpty>
  return Effect.succeed(
    MatcherStack.layer<Order.NonEmpty>(...order).pipe(
      Layer.provide(layers as unknown as [Layer.Layer<unknown>])
    ) as AnyStack
  )
}

/** Every preset that there is, so that a new one needs no list here. */
function findPreset(name: string): Wired | undefined {
  const found: unknown = Object.entries(Presets).find(([key]) => key === name)?.[1]
  return isPreset(found) ? found : undefined
}

interface Wired {
  readonly order: ReadonlyArray<unknown>
  readonly layer: Layer.Layer<MatcherStack>
}

function isPreset(value: unknown): value is Wired {
  return Predicate.isObject(value) && "order" in value && "layer" in value && Layer.isLayer(value.layer)
}

const usage = (name: string, problem: string): UsageError =>
  new UsageError({ message: `--stack ${Printable.line(name)} ${problem}` })

const fail = (name: string, problem: string): Effect.Effect<never, UsageError> => Effect.fail(usage(name, problem))

const firstLine = (cause: unknown): string =>
  Printable.line((cause instanceof Error ? cause.message : String(cause)).split("\n", 1)[0]!)
