import { describe, expect, it } from "@effect/vitest"
import { ReplaySummary, type Verdict } from "@kerf/node"

type Name = Verdict.Verdict["verdict"]

const verdict = (name: Name, actual?: Verdict.Verdict["actual"], matchers: ReadonlyArray<string> = []) =>
  ({
    verdict: name,
    id: "x",
    stack: "s",
    ...(actual === undefined ? {} : { actual }),
    matchers,
    differences: []
  }) as const

const of = (...verdicts: ReadonlyArray<Verdict.Verdict>) => verdicts.reduce(ReplaySummary.add, ReplaySummary.empty)

const all = of(
  verdict("as-expected", { outcome: "applied" }, ["exact", "escape"]),
  verdict("as-expected", { outcome: "applied" }, ["exact"]),
  verdict("wrong", { outcome: "applied" }, ["escape"]),
  verdict("unexpected", { outcome: "refused", reason: "frame" }),
  verdict("differs", { outcome: "no-match" }),
  verdict("as-recorded", { outcome: "refused", reason: "frame" }),
  verdict("as-expected", { outcome: "refused", reason: "nul" }),
  verdict("as-expected", { outcome: "already-applied" }),
  verdict("unexpected", { outcome: "defect" }),
  verdict("not-replayable")
)

describe("ReplaySummary", () => {
  it("counts verdicts, outcomes, refusals by reason, and matchers", () => {
    expect(ReplaySummary.addMalformed(all)).toEqual({
      cases: 10,
      malformed: 1,
      verdicts: { wrong: 1, unexpected: 2, differs: 1, "not-replayable": 1, "as-recorded": 1, "as-expected": 4 },
      outcomes: { applied: 3, "already-applied": 1, "no-match": 1, ambiguous: 0, refused: 3, defect: 1 },
      refusals: { frame: 2, nul: 1 },
      matchers: { exact: { applied: 2, wrong: 0 }, escape: { applied: 2, wrong: 1 } }
    })
  })

  it("says the worst first", () => {
    expect(ReplaySummary.toText(ReplaySummary.addMalformed(all))).toBe(
      "10 cases: 1 wrong, 2 not as expected, 1 line that is no case, 1 unlike recorded, 1 not replayable, " +
        "1 as recorded, 4 as expected.\n" +
        "applied 3, already applied 1, no match 1, refused 3 (frame 2, nul 1), defect 1\n" +
        "matchers: exact 2, escape 2 (1 wrong)\n"
    )
    expect(ReplaySummary.toText(ReplaySummary.empty)).toBe("No cases: there is nothing to replay.\n")
  })

  it("says in a few words how it stands", () => {
    expect(ReplaySummary.standing(all)).toBe("10 cases, 1 wrong, 2 not as expected")
    expect(ReplaySummary.standing(of(verdict("as-expected")))).toBe("1 case")
  })

  it("ends with the worst that it has seen, and is good only where a case has proven something", () => {
    const good = verdict("as-expected", { outcome: "applied" })
    const same = verdict("as-recorded", { outcome: "applied" })
    const ends = (...names: ReadonlyArray<Name>) => {
      const summary = of(...names.map((name) => verdict(name)))
      return [ReplaySummary.outcome(summary), ReplaySummary.isGood(summary)]
    }
    expect(ends("as-expected", "unexpected", "wrong", "differs")).toEqual(["wrong", false])
    expect(ends("as-expected", "differs", "unexpected")).toEqual(["unexpected", false])
    expect(ends("as-expected", "as-recorded", "differs")).toEqual(["differs", false])
    expect(ends("as-recorded", "as-expected", "not-replayable")).toEqual(["as-expected", true])
    expect(ends("as-recorded", "not-replayable")).toEqual(["as-recorded", true])
    expect(ends("not-replayable")).toEqual(["nothing-replayed", false])
    expect(ends()).toEqual(["nothing-replayed", false])
    const torn = ReplaySummary.addMalformed(of(good, same, verdict("differs")))
    expect([ReplaySummary.outcome(torn), ReplaySummary.isGood(torn)]).toEqual(["malformed", false])
  })
})
