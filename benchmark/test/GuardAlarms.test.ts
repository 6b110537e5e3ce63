// Guards that refuse must be silent on honest edits of real files, and speak up when the same edits are spoilt.
import {
  Guards,
  JsonGuard,
  OmissionGuard,
  Plan,
  ReadPrefixGuard,
  SourceText,
  Span,
  TruncationNoticeGuard
} from "@kerf/core"
import { Corruption, DamagedEdit } from "@kerf/testing"
import { Effect, Layer, Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Sources from "../Sources.ts"

const guards = Effect.runSync(
  Effect.map(Guards.Guards, (guards) => guards).pipe(
    Effect.provide(
      Guards.layer(OmissionGuard, TruncationNoticeGuard, ReadPrefixGuard, JsonGuard).pipe(
        Layer.provide([OmissionGuard.layer, TruncationNoticeGuard.layer, ReadPrefixGuard.layer, JsonGuard.layer])
      )
    )
  )
)

const extensions: Record<string, string> = {
  TypeScript: "ts",
  JavaScript: "js",
  Markdown: "md",
  JSON: "json",
  YAML: "yaml",
  Python: "py",
  C: "h"
}

const refusal = (path: string, file: string, oldText: string, newText: string): string | undefined => {
  const source = SourceText.make(file)
  const start = source.text.indexOf(oldText)
  const changes = [{ edit: 0, matcher: "exact", span: Span.make(start, start + oldText.length), text: newText }]
  const plan: Plan.Plan = { ...Plan.create(""), source, changes, creates: false }
  const reviewed = Effect.runSync(Effect.result(Guards.review(guards, { path, plan })))
  return Result.isFailure(reviewed) ? reviewed.failure.message : undefined
}

const isJson = (text: string): boolean => Result.isSuccess(Result.try(() => JSON.parse(text) as unknown))

/** Edits of real files, as they are meant. */
const honest = [...Map.groupBy(Sources.all(), ({ language }) => language)].flatMap(([language, sources]) => {
  const texts = sources.map(({ text }) => text)
  const drawn = fc.sample(
    DamagedEdit.positive(
      texts,
      Corruption.all.find(({ matcher }) => matcher === "exact")!
    ),
    {
      numRuns: 600,
      seed: 7
    }
  )
  return drawn.flatMap((edit) => (edit === undefined ? [] : [{ ...edit, path: `/a.${extensions[language]}` }]))
})

describe("guards that refuse", () => {
  it("say nothing of honest edits of real files", () => {
    // What makes JSON invalid is no honest edit of it.
    const judged = honest.filter(({ expected, path }) => !path.endsWith(".json") || isJson(expected!))
    const alarms = judged.flatMap(({ file, newText, oldText, path }) => refusal(path, file, oldText, newText) ?? [])
    expect(alarms).toEqual([])
    expect(judged.length).toBeGreaterThan(1_000)
  })

  it("say nothing where a region is replaced by another of the same file", () => {
    const alarms = honest.flatMap(({ file, path, region }, i) => {
      const other = honest[(i + 1) % honest.length]!
      if (path.endsWith(".json") || other.file !== file) return []
      return refusal(path, file, region, other.region) ?? []
    })
    expect(alarms).toEqual([])
  })

  it("speak up once the same edits are spoilt", () => {
    const code = honest.filter(
      ({ path, region }) => /\.(ts|js|py|h)$/.test(path) && region.trim().split("\n").length > 3
    )
    const spoilt: ReadonlyArray<readonly [string, (edit: (typeof code)[number]) => string]> = [
      [
        "omission",
        ({ path, region }) => `${region.split("\n")[0]}\n${path.endsWith(".py") ? "#" : "//"} ... rest unchanged ...\n`
      ],
      ["truncation-notice", ({ newText }) => `${newText.trimEnd()}\n[... 120 lines truncated ...]\n`],
      [
        "read-prefix",
        ({ file, newText, oldText }) => {
          const source = SourceText.make(file)
          const first = source.lineAt(source.text.indexOf(oldText))
          return SourceText.fragment(newText)
            .lines()
            .map(({ content, terminator }, i) => `${first + i}\t${content}${terminator}`)
            .join("")
        }
      ]
    ]
    for (const [name, spoil] of spoilt) {
      const missed = code.filter(
        (edit) => refusal(edit.path, edit.file, edit.oldText, spoil(edit))?.includes(` ${name}: `) !== true
      )
      expect([name, missed.length]).toEqual([name, 0])
    }
    expect(code.length).toBeGreaterThan(300)
  })
})
