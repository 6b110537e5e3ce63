/**
 * One matcher per file, and the presets.
 *
 * @since 0.1.0
 */
export { BlockAnchor } from "./BlockAnchor.ts"
export { Escape } from "./Escape.ts"
export { Exact } from "./Exact.ts"
export { Indentation } from "./Indentation.ts"
export { IndentStyle } from "./IndentStyle.ts"
export { LineEnding } from "./LineEnding.ts"
export { LineNumber } from "./LineNumber.ts"
export { Normalized } from "./Normalized.ts"
export * as Presets from "./Presets.ts"
export { Trimmed } from "./Trimmed.ts"
