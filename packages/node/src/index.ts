/**
 * Edits of real files: the transaction, and the `kerf` command.
 *
 * @since 0.1.0
 */
export * as Cli from "./Cli.ts"
export * as CliOutcome from "./CliOutcome.ts"
export * as Commit from "./Commit.ts"
export * as DiffView from "./DiffView.ts"
export * as EditIoError from "./EditIoError.ts"
export * as Editor from "./Editor.ts"
export * as EditsInput from "./EditsInput.ts"
export * as Explanation from "./Explanation.ts"
export * as FileText from "./FileText.ts"
export * as InputStream from "./InputStream.ts"
export * as JsonLines from "./JsonLines.ts"
export * as NamedStack from "./NamedStack.ts"
export * as Printable from "./Printable.ts"
export * as ProgressBar from "./ProgressBar.ts"
export * as Replay from "./Replay.ts"
export * as ReplaySummary from "./ReplaySummary.ts"
export * as Report from "./Report.ts"
export * as SchemaProblem from "./SchemaProblem.ts"
export * as UsageError from "./UsageError.ts"
export * as Verdict from "./Verdict.ts"
export * as Workspace from "./Workspace.ts"
