/**
 * What a matcher is proven with: laws, arbitraries, recorded edits; and what files are written to in tests: a disk in
 * memory, and a file system that fails.
 *
 * @since 0.1.0
 */
export * as Arbitraries from "./Arbitraries.ts"
export * as Corpus from "./Corpus.ts"
export * as Corruption from "./Corruption.ts"
export * as DamagedEdit from "./DamagedEdit.ts"
export * as Equivalence from "./Equivalence.ts"
export * as Errno from "./Errno.ts"
export * as Fault from "./Fault.ts"
export * as FaultyFileSystem from "./FaultyFileSystem.ts"
export * as FramedEdit from "./FramedEdit.ts"
export * as Law from "./Law.ts"
export * as LawTest from "./LawTest.ts"
export * as MatcherLaws from "./MatcherLaws.ts"
export * as MatcherTest from "./MatcherTest.ts"
export * as MemoryDisk from "./MemoryDisk.ts"
