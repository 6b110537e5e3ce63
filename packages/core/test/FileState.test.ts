import { assert, describe, it } from "@effect/vitest"
import { EditFailure, FileRecord, FileState, Freshness, Plan, Span } from "@kerf/core"
import { Context, Deferred, Effect, Fiber, Layer, Option, Result } from "effect"
import { Digest } from "effect/crypto"
import { KeyValueStore } from "effect/persistence"
import { content, hex } from "./contents.ts"
import { explain } from "./stubs.ts"

const path = "/w/f.txt"

const layer = FileState.FileState.layer.pipe(Layer.provideMerge(Digest.layerWebCrypto))

const seenLines = Effect.provideService(FileState.PartialReads, "seen-lines")
const rematch = Effect.provideService(FileState.ChangedContent, "rematch")

/** What a check finds: its tag, or the reason of its failure. */
const checked = Effect.fnUntraced(function* (current: FileRecord.Content | undefined, file = path) {
  const state = yield* FileState.FileState
  const result = yield* Effect.result(state.check(file, current))
  return Result.match(result, { onSuccess: ({ _tag }) => _tag, onFailure: ({ reason }) => reason })
})

const read = Effect.fnUntraced(function* (read: FileRecord.Read, file = path) {
  yield* (yield* FileState.FileState).recordRead(file, read)
})

describe("a file that was read as a whole", () => {
  it.effect("is fresh when it was only touched (R136)", () =>
    Effect.gen(function* () {
      yield* read({ content: content("a = 1\n", 5_000) })
      assert.strictEqual(yield* checked(content("a = 1\n", 5_010)), "unchanged")
    }).pipe(Effect.provide(layer))
  )

  it.effect("is fresh when its time went backwards", () =>
    Effect.gen(function* () {
      yield* read({ content: content("a = 1\n", 5_000) })
      assert.strictEqual(yield* checked(content("a = 1\n", 1_000)), "unchanged")
    }).pipe(Effect.provide(layer))
  )

  it.effect("is modified when other bytes have its size and time (R138)", () =>
    Effect.gen(function* () {
      yield* read({ content: content("val = 1\n", 5_000) })
      assert.strictEqual(yield* checked(content("val = 2\n", 5_000)), "modified")
    }).pipe(Effect.provide(layer))
  )

  it.effect("is modified when lines were added at its end, or its last line break went", () =>
    Effect.gen(function* () {
      yield* read({ content: content("a\nb\n") })
      assert.strictEqual(yield* checked(content("a\nb\nc\n")), "modified")
      assert.strictEqual(yield* checked(content("a\nb")), "modified")
    }).pipe(Effect.provide(layer))
  )

  it.effect("tells what stands there now (R139)", () =>
    Effect.gen(function* () {
      yield* read({ content: content("x = 1\n") })
      const state = yield* FileState.FileState
      assert.deepStrictEqual(
        yield* Effect.flip(state.check(path, content("x = 1\ny = 2\n"))),
        new EditFailure.Stale({
          path,
          reason: "modified",
          changed: { line: 2, endLine: 2, first: 2, lines: ["y = 2"], isCut: [] }
        })
      )
    }).pipe(Effect.provide(layer))
  )

  it.effect("is deleted when it is gone, and never read when nothing was", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* checked(content("a\n")), "never-read")
      assert.strictEqual(yield* checked(undefined), "never-read")
      yield* read({ content: content("a\n") })
      assert.strictEqual(yield* checked(undefined), "deleted")
    }).pipe(Effect.provide(layer))
  )

  it.effect("fails the second blind try as the first", () =>
    Effect.gen(function* () {
      yield* read({ content: content("a\n") })
      assert.strictEqual(yield* checked(content("b\n")), "modified")
      assert.strictEqual(yield* checked(content("b\n")), "modified")
    }).pipe(Effect.provide(layer))
  )

  it.effect("stays whole when a part of equal bytes is read afterwards", () =>
    Effect.gen(function* () {
      yield* read({ content: content("a\nb\nc\n") })
      yield* read({ content: content("a\nb\nc\n"), offset: 2, limit: 1 })
      assert.strictEqual(yield* checked(content("a\nb\nc\n")), "unchanged")
      yield* read({ line: 2, endLine: 2, text: "b\n", size: 6, time: 0 })
      assert.strictEqual(yield* checked(content("a\nb\nc\n")), "unchanged")
      assert.strictEqual(yield* checked(content("a\nb\nc\nd\n")), "modified")
    }).pipe(Effect.provide(layer))
  )

  it.effect("may be empty, and is modified when it is not any more", () =>
    Effect.gen(function* () {
      yield* read({ content: content("") })
      assert.strictEqual(yield* checked(content("")), "unchanged")
      assert.strictEqual(yield* checked(content("a\n")), "modified")
    }).pipe(Effect.provide(layer))
  )

  it.effect("is fresh when it only got a byte-order mark, which is never shown", () =>
    Effect.gen(function* () {
      yield* read({ content: content("a\n") })
      assert.strictEqual(yield* checked(content("\uFEFFa\n")), "unchanged")
    }).pipe(Effect.provide(layer))
  )

  it.effect("is recorded with its digest, its size and its time in whole milliseconds", () =>
    Effect.gen(function* () {
      const state = yield* FileState.FileState
      assert.deepStrictEqual(yield* state.latest(path), Option.none())
      yield* read({ content: content("a\nb\n", 5_000.999), at: 7 })
      assert.deepStrictEqual(
        yield* state.latest(path),
        Option.some({
          path,
          digest: hex("a\nb\n"),
          size: 4,
          time: 5_000,
          shown: [{ line: 1, endLine: 2, digest: hex("a\nb\n") }],
          complete: true,
          at: 7
        })
      )
      yield* state.invalidate(path)
      assert.deepStrictEqual(yield* state.latest(path), Option.none())
      assert.strictEqual(yield* checked(content("a\nb\n")), "never-read")
    }).pipe(Effect.provide(layer))
  )
})

describe("a file that was read in part", () => {
  const four = content("a\nb\nc\nd\n")

  it.effect("is refused where the whole file is wanted, with the lines that are missing (R145)", () =>
    Effect.gen(function* () {
      yield* read({ content: four, offset: 2, limit: 2 })
      const state = yield* FileState.FileState
      const unseen = [
        { line: 1, endLine: 1 },
        { line: 4, endLine: 4 }
      ]
      assert.deepStrictEqual(
        yield* Effect.flip(state.check(path, four)),
        new EditFailure.Stale({ path, reason: "partly-read", unseen })
      )
      assert.deepStrictEqual(yield* seenLines(state.check(path, four)), { _tag: "unchanged", path, unseen })
    }).pipe(Effect.provide(layer))
  )

  it.effect("is wholly seen once its parts add up", () =>
    Effect.gen(function* () {
      yield* read({ content: four, offset: 1, limit: 2 })
      assert.strictEqual(yield* checked(four), "partly-read")
      yield* read({ content: four, offset: 3 })
      assert.strictEqual(yield* checked(four), "unchanged")
    }).pipe(Effect.provide(layer))
  )

  it.effect("makes no claim about its end, even if the limit exceeds the file", () =>
    Effect.gen(function* () {
      const state = yield* FileState.FileState
      yield* read({ content: four, limit: 100 })
      const record = Option.getOrThrow(yield* state.latest(path))
      assert.deepStrictEqual([record.complete, record.shown.length], [false, 1])
      assert.strictEqual(yield* checked(content("a\nb\nc\nd\ne\n")), "partly-read")
      yield* read({ content: four, offset: -3, limit: 0 })
      assert.strictEqual(yield* checked(content("a\nb\nc\nd\ne\n")), "modified")
    }).pipe(Effect.provide(layer))
  )

  it.effect("is fresh when only lines have changed that were not shown", () =>
    Effect.gen(function* () {
      yield* read({ content: four, offset: 2, limit: 1 })
      assert.strictEqual(yield* seenLines(checked(content("A\nb\nC\nd\n"))), "unchanged")
      assert.strictEqual(yield* seenLines(checked(content("a\nB\nc\nd\n"))), "modified")
      assert.strictEqual(yield* seenLines(checked(content("a\n"))), "modified")
    }).pipe(Effect.provide(layer))
  )

  it.effect("forgets what was shown of other content", () =>
    Effect.gen(function* () {
      const state = yield* FileState.FileState
      yield* read({ content: four, limit: 2 })
      yield* read({ content: content("A\nb\nc\nd\n"), offset: 4 })
      assert.deepStrictEqual(Option.getOrThrow(yield* state.latest(path)).shown, [
        { line: 4, endLine: 4, digest: hex("d\n") }
      ])
    }).pipe(Effect.provide(layer))
  )

  it.effect("counts lines shown by a search as shown, those that it does not have left out", () =>
    Effect.gen(function* () {
      const state = yield* FileState.FileState
      const lines = [
        { line: 4, endLine: 9 },
        { line: 1, endLine: 1 }
      ]
      yield* state.recordShown(path, { content: four, lines })
      const fresh = yield* seenLines(state.check(path, four))
      assert.deepStrictEqual(fresh, { _tag: "unchanged", path, unseen: [{ line: 2, endLine: 3 }] })
    }).pipe(Effect.provide(layer))
  )

  it.effect("keeps no more ranges than it may, the newest", () =>
    Effect.gen(function* () {
      const state = yield* FileState.FileState
      yield* state.recordShown(path, { content: four, lines: [{ line: 1, endLine: 1 }] })
      yield* state.recordShown(path, { content: four, lines: [{ line: 4, endLine: 4 }] })
      const ranges = Effect.map(state.latest(path), (record) => Option.getOrThrow(record).shown.map(({ line }) => line))
      assert.deepStrictEqual(yield* ranges, [4, 1])
      yield* read({ line: 2, endLine: 2, text: "b\n", size: 8, time: 0 })
      assert.deepStrictEqual(yield* ranges, [2, 4])
    }).pipe(Effect.provideService(FileRecord.MaxRanges, 2), Effect.provide(layer))
  )
})

describe("a read that did not reach the end", () => {
  const window = (line: number, text: string, time = 0, size = 8) =>
    read({ line, endLine: line + text.split("\n").length - 2, text, size, time })
  const four = content("a\nb\nc\nd\n")

  it.effect("knows no digest of the file, and is held against the lines shown", () =>
    Effect.gen(function* () {
      const state = yield* FileState.FileState
      yield* window(2, "b\nc\n")
      assert.deepStrictEqual(
        yield* state.latest(path),
        Option.some({
          path,
          size: 8,
          time: 0,
          shown: [{ line: 2, endLine: 3, digest: hex("b\nc\n") }],
          complete: false
        })
      )
      assert.strictEqual(yield* seenLines(checked(four)), "unchanged")
      assert.strictEqual(yield* seenLines(checked(content("a\nb\nc\nD\n"))), "unchanged")
      assert.strictEqual(yield* seenLines(checked(content("a\nb\nC\nd\n"))), "modified")
    }).pipe(Effect.provide(layer))
  )

  it.effect("adds up with others of the same size and millisecond, and else replaces them", () =>
    Effect.gen(function* () {
      const state = yield* FileState.FileState
      const ranges = Effect.map(state.latest(path), (record) => Option.getOrThrow(record).shown.map(({ line }) => line))
      yield* window(1, "a\n", 5_000)
      yield* window(3, "c\n", 5_000.999)
      assert.deepStrictEqual(yield* ranges, [3, 1])
      yield* window(2, "b\n", 5_001)
      assert.deepStrictEqual(yield* ranges, [2])
      yield* window(4, "d\n", 5_001, 9)
      assert.deepStrictEqual(yield* ranges, [4])
    }).pipe(Effect.provide(layer))
  )

  it.effect("replaces what it shows anew with other text, and covers what it shows anew with more", () =>
    Effect.gen(function* () {
      const state = yield* FileState.FileState
      const ranges = Effect.map(state.latest(path), (record) => Option.getOrThrow(record).shown.map(({ line }) => line))
      yield* window(1, "a\n")
      yield* window(3, "c\n")
      yield* window(3, "C\n")
      assert.deepStrictEqual(yield* ranges, [3])
      yield* window(2, "b\nC\nd\n")
      assert.deepStrictEqual(yield* ranges, [2])
    }).pipe(Effect.provide(layer))
  )

  it.effect("never lets a digest stand for a text that it may not be of", () =>
    Effect.gen(function* () {
      yield* read({ content: four, limit: 1 })
      // Of equal size and time, but of another content: line 2 was shown as "B", and is not.
      yield* window(2, "B\n")
      assert.strictEqual(yield* seenLines(checked(four)), "modified")
    }).pipe(Effect.provide(layer))
  )
})

describe("an edit", () => {
  const edit = Effect.fnUntraced(function* (before: FileRecord.Content, edits: ReadonlyArray<Plan.Fields>) {
    const state = yield* FileState.FileState
    const fresh = yield* state.check(path, before)
    const planned = Result.getOrThrow(explain(before.source.toString(), edits).result)
    const plan = yield* Effect.fromResult(Freshness.admit(fresh, planned))
    const after = content(Plan.apply(plan), 1)
    yield* state.recordEdit(path, { before, after, changes: plan.changes })
    return { after, notes: plan.notes.map(({ _tag }) => _tag) }
  })
  const reason = <A, R>(effect: Effect.Effect<A, EditFailure.Stale, R>) =>
    Effect.map(Effect.flip(effect), (s) => s.reason)

  it.effect("may follow another without a read (R146)", () =>
    Effect.gen(function* () {
      yield* read({ content: content("a\nb\n") })
      const first = yield* edit(content("a\nb\n"), [{ oldText: "a", newText: "A\nmore" }])
      const second = yield* edit(first.after, [{ oldText: "b", newText: "B" }])
      const third = yield* edit(second.after, [{ oldText: "more\n", newText: "" }])
      assert.strictEqual(third.after.source.text, "A\nB\n")
      assert.strictEqual(yield* checked(third.after), "unchanged")
      assert.strictEqual(yield* checked(content("A\nB\nC\n")), "modified")
    }).pipe(Effect.provide(layer))
  )

  it.effect("goes to lines that were shown, and makes its own lines seen (R145)", () =>
    Effect.gen(function* () {
      const before = content("a\nb\nc\nd\n")
      yield* read({ content: before, limit: 2 })
      const { after } = yield* edit(before, [{ oldText: "b\n", newText: "x\ny\nz\n" }])
      yield* edit(after, [{ oldText: "z", newText: "Z" }])
      assert.deepStrictEqual(
        yield* Effect.flip(edit(content("a\nx\ny\nZ\nc\nd\n"), [{ oldText: "d", newText: "D" }])),
        new EditFailure.Stale({ path, reason: "partly-read", unseen: [{ line: 6, endLine: 6 }] })
      )
    }).pipe(seenLines, Effect.provide(layer))
  )

  it.effect("counts all as seen when it creates the file", () =>
    Effect.gen(function* () {
      const state = yield* FileState.FileState
      const after = content("a\nb\n")
      yield* state.recordEdit(path, { before: undefined, after, changes: Plan.create("a\nb\n").changes })
      assert.strictEqual(yield* checked(after), "unchanged")
      assert.strictEqual(yield* checked(content("a\nb\nc\n")), "modified")
    }).pipe(Effect.provide(layer))
  )

  it.effect("that nobody has read makes only whole lines of its own seen", () =>
    Effect.gen(function* () {
      const state = yield* FileState.FileState
      const before = content("a\nb\n")
      const changes = [{ span: Span.make(0, 1), text: "x\ny" }]
      const after = content("x\ny\nb\n")
      yield* state.recordEdit(path, { before, after, changes })
      assert.deepStrictEqual(yield* seenLines(state.check(path, after)), {
        _tag: "unchanged",
        path,
        unseen: [{ line: 2, endLine: 3 }]
      })
    }).pipe(Effect.provide(layer))
  )

  it.effect("leaves the record alone if the file is not what the changes make of it", () =>
    Effect.gen(function* () {
      const state = yield* FileState.FileState
      const before = content("a\nb\n")
      yield* read({ content: before })
      const changes = [{ span: Span.make(0, 1), text: "x" }]
      yield* state.recordEdit(path, { before, after: content("x\nformatted\n"), changes })
      assert.strictEqual(yield* checked(content("x\nformatted\n")), "modified")
    }).pipe(Effect.provide(layer))
  )

  it.effect("is matched anew in changed content where that is allowed, and again the next time (R140)", () =>
    Effect.gen(function* () {
      yield* read({ content: content("a = 1\nb = 1\n") })
      const changed = content("a = 5\nb = 1\n")
      assert.strictEqual(yield* reason(edit(changed, [{ oldText: "b = 1", newText: "b = 2" }])), "modified")
      const first = yield* rematch(edit(changed, [{ oldText: "b = 1", newText: "b = 2" }]))
      assert.deepStrictEqual(first.notes, ["rematched"])
      const second = yield* rematch(edit(first.after, [{ oldText: "b = 2", newText: "b = 3" }]))
      assert.deepStrictEqual(second.notes, ["rematched"])
      assert.strictEqual(yield* checked(second.after), "modified")
    }).pipe(Effect.provide(layer))
  )

  it.effect("is not matched anew in several places, or where nothing was ever read", () =>
    Effect.gen(function* () {
      const edits = [{ oldText: "1", newText: "2", replaceAll: true }]
      assert.strictEqual(yield* reason(edit(content("1\n"), edits)), "never-read")
      yield* read({ content: content("1\n") })
      assert.strictEqual(yield* reason(edit(content("1\n1\n"), edits)), "modified")
      const byLine = [{ oldText: "1", newText: "2", line: 2 }]
      assert.strictEqual(yield* reason(edit(content("1\n1\n"), byLine)), "modified")
    }).pipe(rematch, Effect.provide(layer))
  )
})

describe("files that drift", () => {
  it.effect("are those whose bytes have changed, or which are gone", () =>
    Effect.gen(function* () {
      const state = yield* FileState.FileState
      const files = new Map([
        ["/gone", undefined],
        ["/same", content("a\n", 9)],
        ["/unseen", content("a\nB\n")],
        ["/window", content("a\nb\n")],
        ["/grown", content("a\nb\nc\n")]
      ])
      yield* read({ content: content("a\n") }, "/gone")
      yield* read({ content: content("a\n") }, "/same")
      yield* read({ content: content("a\nb\n"), limit: 1 }, "/unseen")
      yield* read({ line: 1, endLine: 1, text: "a\n", size: 4, time: 0 }, "/window")
      yield* read({ line: 1, endLine: 1, text: "a\n", size: 4, time: 0 }, "/grown")
      assert.deepStrictEqual(yield* state.drifted((path) => Effect.sync(() => files.get(path))), [
        { path: "/gone", reason: "deleted" },
        { path: "/grown", reason: "modified" },
        { path: "/unseen", reason: "modified" }
      ])
    }).pipe(Effect.provide(layer))
  )
})

describe("two reads at once", () => {
  it.effect("both count", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const slow = Layer.succeed(Digest.Digest, {
        digest: () => Effect.die("unused"),
        digestHex: (_, data) => Effect.as(Deferred.await(gate), hex(data))
      })
      const context = yield* Layer.build(FileState.FileState.layer.pipe(Layer.provide(slow)))
      const state = Context.get(context, FileState.FileState)
      const two = content("a\nb\n")
      const fibers = yield* Effect.forEach([1, 2], (offset) =>
        Effect.forkChild(state.recordRead(path, { content: two, offset, limit: 1 }))
      )
      yield* Effect.yieldNow
      yield* Deferred.succeed(gate, undefined)
      yield* Effect.forEach(fibers, Fiber.join)
      assert.strictEqual((yield* state.check(path, two))._tag, "unchanged")
    }).pipe(Effect.scoped)
  )
})

describe("a state for several processes", () => {
  const built = Effect.fnUntraced(function* (store: KeyValueStore.KeyValueStore) {
    const durable = FileState.FileState.layerDurable.pipe(
      Layer.provide([Digest.layerWebCrypto, Layer.succeed(KeyValueStore.KeyValueStore, store)])
    )
    return Context.get(yield* Layer.build(durable), FileState.FileState)
  })
  const withStore = Effect.provide(KeyValueStore.layerMemory)

  it.effect("knows what another process has recorded", () =>
    Effect.gen(function* () {
      const store = yield* KeyValueStore.KeyValueStore
      const [one, other] = [yield* built(store), yield* built(store)]
      yield* one.recordRead(path, { content: content("a\nb\n"), limit: 1 })
      yield* other.recordRead(path, { content: content("a\nb\n"), offset: 2 })
      assert.strictEqual((yield* one.check(path, content("a\nb\n")))._tag, "unchanged")
      assert.deepStrictEqual(yield* one.drifted(() => Effect.undefined), [{ path, reason: "deleted" }])
      yield* other.invalidate(path)
      assert.strictEqual((yield* Effect.flip(one.check(path, content("a\nb\n")))).reason, "never-read")
    }).pipe(withStore, Effect.scoped)
  )

  it.effect("takes what it cannot read for never read, and replaces it", () =>
    Effect.gen(function* () {
      const store = yield* KeyValueStore.KeyValueStore
      const state = yield* built(store)
      const a = content("a\n")
      yield* state.recordRead(path, { content: a })
      const [key] = yield* store.keys
      for (const foreign of ["", "{", "7", "[7, {}]", `[{ "path": "${path}", "shown": "all" }]`]) {
        yield* store.set(key!, foreign)
        assert.strictEqual((yield* Effect.flip(state.check(path, a))).reason, "never-read")
      }
      yield* state.recordRead(path, { content: a })
      assert.strictEqual((yield* state.check(path, a))._tag, "unchanged")
      assert.deepStrictEqual(yield* store.keys, [key!])
    }).pipe(withStore, Effect.scoped)
  )

  it.effect("refuses where its store fails", () =>
    Effect.gen(function* () {
      const failing = yield* KeyValueStore.KeyValueStore
      const error = new KeyValueStore.KeyValueStoreError({ message: "no disk", method: "any" })
      const state = yield* built({ ...failing, get: () => Effect.fail(error), set: () => Effect.fail(error) })
      yield* state.recordRead(path, { content: content("a\n") })
      assert.strictEqual((yield* Effect.flip(state.check(path, content("a\n")))).reason, "never-read")
    }).pipe(withStore, Effect.scoped)
  )
})

describe("a state that trusts", () => {
  it.effect("finds everything fresh, and records nothing", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* checked(content("a\n")), "trusted")
      yield* read({ content: content("a\n") })
      assert.deepStrictEqual(yield* (yield* FileState.FileState).latest(path), Option.none())
      assert.deepStrictEqual(Freshness.admitWrite({ _tag: "trusted" }), Result.void)
    }).pipe(Effect.provide(FileState.FileState.layerTrusting))
  )
})

describe("a write over a file", () => {
  it.effect("needs all of it shown, whatever suffices for an edit", () =>
    Effect.gen(function* () {
      const state = yield* FileState.FileState
      const two = content("a\nb\n")
      yield* read({ content: two, limit: 1 })
      assert.deepStrictEqual(
        Freshness.admitWrite(yield* state.check(path, two)),
        Result.fail(new EditFailure.Stale({ path, reason: "partly-read", unseen: [{ line: 2, endLine: 2 }] }))
      )
      yield* read({ content: two })
      assert.deepStrictEqual(Freshness.admitWrite(yield* state.check(path, two)), Result.void)
      const changed = yield* rematch(state.check(path, content("a\n")))
      assert.strictEqual(Result.getOrThrow(Result.flip(Freshness.admitWrite(changed))).reason, "modified")
    }).pipe(seenLines, Effect.provide(layer))
  )
})
