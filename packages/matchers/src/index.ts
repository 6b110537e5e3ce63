/**
 * One matcher per file, and the presets.
 *
 * @since 0.1.0
 */
export { Exact } from "./Exact.ts"
export { Indentation } from "./Indentation.ts"
export { LineEnding } from "./LineEnding.ts"
export * as Presets from "./Presets.ts"
