import { Fold, SourceText } from "@kerf/core"
import { Arbitraries, Law, LawTest } from "@kerf/testing"
import * as fc from "fast-check"

type Subject = Pick<typeof Fold, "text" | "mapped" | "source">

const units = fc.constantFrom(
  ..."ae\n\r .“’–—\u00a0\u3000\u00ad\u200b\u2060\u200d…ﬁé\u0301\u0327½漢가ᄀ\u1161\u11a8\u{1f642}\u{1d400}\u{11d42}"
)
const raws = fc.oneof(fc.string({ unit: units, maxLength: 12 }), Arbitraries.text, fc.string({ unit: "grapheme" }))

const laws: ReadonlyArray<Law.Law<Subject>> = [
  Law.make({
    name: "MUST fold alike with and without the way back",
    arbitrary: raws,
    atLeast: 0.9,
    holds: ({ mapped, text }, raw) => {
      const [a, b] = [text(raw), mapped(raw).text]
      return Law.expect(a === b, () => `${JSON.stringify(a)} without, ${JSON.stringify(b)} with`)
    }
  }),
  Law.make({
    name: "MUST keep every line: line k of the folded text is line k folded",
    arbitrary: raws,
    atLeast: 0.9,
    holds: ({ source, text }, raw) => {
      const original = SourceText.make(raw)
      const folded = source(original)
      const [a, b] = [folded.lines(), original.lines()]
      const isKept =
        a.length === b.length &&
        b.every(({ content, terminator }, i) => {
          const line = a[i]!
          // A line needs a character or a terminator, so a last one that folds to nothing stays as it is.
          const isVanishing = terminator === "" && text(content) === ""
          return line.content === (isVanishing ? content : text(content)) && line.terminator === terminator
        })
      return Law.expect(isKept, () => `${b.length} lines became ${JSON.stringify(folded.text)}`)
    }
  }),
  Law.make({
    name: "MUST map each folded unit to the stretch that it comes from, in order and without overlap",
    arbitrary: raws,
    holds: ({ mapped, text }, raw) => {
      const folded = mapped(raw)
      if (folded.text === "") return Law.vacuous
      const { ends, starts } = folded
      if (starts.length !== folded.text.length || ends.length !== folded.text.length)
        return Law.broken("lengths differ")
      for (let i = 0, end = 0; i < starts.length;) {
        let next = i
        while (next < starts.length && starts[next] === starts[i]) next++
        const stretch = raw.slice(starts[i], ends[i])
        if (starts[i]! < end || ends[i]! <= starts[i]!) return Law.broken(`unit ${i} overlaps what is before it`)
        // What lies between two stretches folds to nothing.
        if (text(raw.slice(end, starts[i])) !== "") return Law.broken(`something before unit ${i} is lost`)
        if (text(stretch) !== folded.text.slice(i, next)) {
          return Law.broken(`units ${i} to ${next} do not come from ${JSON.stringify(stretch)}`)
        }
        end = ends[i]!
        i = next
      }
      return Law.held
    }
  }),
  Law.make({
    name: "MUST leave ASCII as it is",
    arbitrary: fc.string({ unit: "binary-ascii" }),
    atLeast: 0.9,
    holds: ({ mapped, text }, raw) =>
      Law.expect(text(raw) === raw && mapped(raw).text === raw, () => JSON.stringify(text(raw)))
  })
]

LawTest.suite<Subject>("Fold", Fold, laws, [
  {
    law: "MUST fold alike with and without the way back",
    wrong: "without, it folds unit by unit",
    subject: { ...Fold, text: (raw) => Array.from(raw, (unit) => Fold.text(unit)).join("") }
  },
  {
    law: "MUST keep every line: line k of the folded text is line k folded",
    wrong: "a mark after a line break joins the lines",
    subject: { ...Fold, source: (self) => SourceText.make(Fold.text(self.text.replace(/[\r\n]+(?=\u0301)/g, ""))) }
  },
  {
    law: "MUST map each folded unit to the stretch that it comes from, in order and without overlap",
    wrong: "it maps as if nothing grew or vanished",
    subject: {
      ...Fold,
      mapped: (raw) => {
        const { text } = Fold.mapped(raw)
        return { text, starts: Array.from(text, (_, i) => i), ends: Array.from(text, (_, i) => i + 1) }
      }
    }
  },
  {
    law: "MUST leave ASCII as it is",
    wrong: "it trims",
    subject: { ...Fold, text: (raw) => Fold.text(raw).trimEnd() }
  }
])
