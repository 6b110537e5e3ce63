import { ExplanationPage } from "@kerf/node"
import { describe, expect, it } from "vitest"
import { explain, hostile, scenes } from "./Explaining.ts"

const pages = Object.entries(scenes).map(([name, scene]) => [name, ExplanationPage.make(scene())] as const)

const withoutStyle = (page: string): string => page.replace(/<style>[^]*?<\/style>/, "")

describe("the top sentence", () => {
  it("says what came of the edit", () => {
    const headline = (page: string): string => /<h1>(.*)<\/h1>/.exec(page)![1]!
    expect(Object.fromEntries(pages.map(([name, page]) => [name, headline(page)]))).toEqual({
      spliced: "The edit would be made: 1 place would be replaced.",
      merged: "The edit would be made: 1 place would be replaced.",
      notFound: "The edit would not be made: the old text is not in the file.",
      nothingAlike: "The edit would not be made: the old text is not in the file.",
      ambiguous: "The edit would not be made: the old text stands in 2 places, and nothing says which one is meant.",
      refusedFrame: "The edit would not be made: it cannot be told how the new text is meant to be indented.",
      refusedPlace: "The edit would not be made: a place was found, but it is not certain enough to be used.",
      notAsked: "The edit would not be made: it would change nothing.",
      alreadyApplied: "There is nothing to do: the new text is in the file already.",
      made: "There is nothing to do: the new text is in the file already.",
      severalMade: "The edit would not be made: the old text of pair 1 is not in the file.",
      lineHint: "The edit would be made: 1 place would be replaced.",
      rivals: "The edit would not be made: the old text stands in 2 places, and nothing says which one is meant.",
      decoded: "The edit would be made: 1 place would be replaced.",
      assumed: "The edit would be made: 1 place would be replaced.",
      lineEndings: "The edit would be made: 1 place would be replaced.",
      replaceAll: "The edit would be made: 30 places would be replaced.",
      removed: "The edit would be made: 1 place would be replaced.",
      several: "The edit would not be made: the old text of pair 2 is not in the file.",
      many: "The edit would be made: 1 place would be replaced.",
      oneLongLine: "The edit would be made: 1 place would be replaced.",
      oneLongLineMissed: "The edit would not be made: the old text is not in the file.",
      hostile: "The edit would not be made: the old text is not in the file."
    })
  })
})

describe.each(pages)("the page of %s", (name, page) => {
  it("is the same each time", () => {
    expect(ExplanationPage.make(scenes[name as keyof typeof scenes]())).toBe(page)
  })

  it("is of bounded size", () => {
    expect(page.length).toBeLessThan(100_000)
  })

  it("is whole in itself, and forbids all but its style", () => {
    expect(page).toContain(
      `content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"`
    )
    for (const [, url] of page.matchAll(/\s(?:href|src|action|srcset|data)\s*=\s*"([^"]*)"/g)) {
      expect(url).toMatch(/^#/)
    }
    expect(/<style>([^]*?)<\/style>/.exec(page)![1]).not.toMatch(/url\(|@import|expression/)
  })

  it("has no elements but its own, all closed, and no handlers", () => {
    const own =
      "html head meta title style body a header main footer section nav h1 h2 h3 p ol ul li dl div dt dd details summary " +
      "pre code span small table caption thead tbody tr th td ins del mark"
    const known = new Set(own.split(" "))
    const open: Array<string> = []
    for (const [, slash, tag, attributes] of withoutStyle(page).matchAll(/<(\/?)([a-z0-9]+)((?:\s[^<>]*)?)>/g)) {
      expect(known).toContain(tag)
      expect(attributes).not.toMatch(/\son\w+\s*=|\sstyle\s*=/)
      if (slash === "/") expect(open.pop()).toBe(tag)
      else if (tag !== "meta") open.push(tag!)
    }
    expect(open).toEqual([])
    // What is left of angle brackets is the doctype.
    expect(withoutStyle(page).replace(/<\/?[a-z0-9]+(?:\s[^<>]*)?>/g, "")).not.toMatch(/<(?!!doctype html>|style>)/)
  })

  it("shows no character that cannot be seen, or that reorders others", () => {
    expect(page).not.toMatch(
      // oxlint-disable-next-line no-control-regex
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/
    )
    expect(page.isWellFormed()).toBe(true)
  })

  it("tells every mark in words too", () => {
    for (const [, body] of page.matchAll(/<tbody[^>]*>([^]*?)<\/tbody>/g)) {
      for (const [, tag, next] of body!.matchAll(/<(ins|del|mark|th)\b[^>]*>(.{0,40})/g)) {
        if (tag !== "th") expect(next).toMatch(/^<span class="vh">\[?\S/)
      }
      expect([...body!.matchAll(/<th [^>]*>/g)]).toHaveLength(
        [...body!.matchAll(/<span class="vh word">[^<]+</g)].length
      )
      expect(body).not.toMatch(/<td[^>]*><\/td>/)
    }
    for (const [, dt, dd] of page.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)) expect([dt, dd]).not.toContain("")
  })

  it("says of every part of a table what it is, since one that is laid out as blocks is none to some", () => {
    const roles: Readonly<Record<string, ReadonlyArray<string>>> = {
      table: ["table"],
      thead: ["rowgroup"],
      tbody: ["rowgroup"],
      tr: ["row"],
      th: ["columnheader", "rowheader"],
      td: ["cell"]
    }
    for (const [tag, name, role] of page.matchAll(/<(table|thead|tbody|tr|th|td)\b(?: role="(\w+)")?[^>]*>/g)) {
      expect([tag, roles[name!]]).toEqual([tag, expect.arrayContaining([role])])
      if (name === "th") expect(tag).toContain(role === "rowheader" ? `scope="row"` : `scope="col"`)
    }
    for (const [, head] of page.matchAll(/<thead[^>]*>([^]*?)<\/thead>/g))
      expect(head).not.toMatch(/<th (?!role="columnheader")/)
    for (const [, body] of page.matchAll(/<tbody[^>]*>([^]*?)<\/tbody>/g))
      expect(body).not.toMatch(/<th (?!role="rowheader")/)
  })

  it("has landmarks, one first heading, and headings in order", () => {
    for (const landmark of ["header", "main", "footer"]) expect(page.split(`</${landmark}>`)).toHaveLength(2)
    const levels = [...page.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    for (const [i, level] of levels.entries()) expect(level - (levels[i - 1] ?? 0)).toBeLessThanOrEqual(1)
    expect(page).toMatch(/<html lang="en">/)
    expect(page).toMatch(/<title>[^<]+<\/title>/)
  })
})

describe("pictures", () => {
  const captions = (page: string) => Array.from(page.matchAll(/<caption>(.*?)<\/caption>/g), ([, caption]) => caption)

  it("are of the first places, and those left out are counted", () => {
    const page = ExplanationPage.make(scenes.replaceAll())
    expect(captions(page)).toEqual(
      [1, 2, 3, 4, 5].map((n) => `Place ${n} of 30: line ${n}, from byte ${4 * n - 2} on.`)
    )
    expect(page).toContain("<p>25 more places are not shown.</p>")
    const many = explain("go()\n".repeat(8), [{ oldText: "go()", newText: "x" }])
    expect(ExplanationPage.make(many)).toContain("<p>3 more places are not shown.</p>")
    expect(ExplanationPage.make(scenes.lineHint())).toContain(
      "found the old text in 30 places; the one at line 7 is meant"
    )
  })

  it("show where newText stands already", () => {
    const page = ExplanationPage.make(scenes.made())
    expect(captions(page)).toEqual(["Where the new text stands: lines 1-3, from byte 0 on."])
    expect(page).toContain("the new text is, at lines 1-3, and nowhere else: so it counts as made.")
    for (const meaning of ["changed already", "removed already", "added already", "kept"])
      expect(page).toContain(`<dd>line ${meaning}</dd>`)
  })
})

describe("hostile texts", () => {
  it("are shown as what they are", () => {
    const page = ExplanationPage.make(explain(hostile, [{ oldText: "end", newText: hostile }]))
    expect(page).toContain("&lt;/script&gt;")
    expect(page).toContain("\\u202e")
    expect(page).toContain("\\u001b[31mred")
    expect(page).toContain("&amp;amp; &amp;#x3c;")
  })

  it("do not make a page of any size", () => {
    const line = "\u202e<a".repeat(100_000)
    const text = Array.from({ length: 300 }, (_, i) => `${i}${line.slice(0, 3_000)}\n`).join("") + line
    const edits = Array.from({ length: 20 }, (_, i) => ({ oldText: `${i}\u202e<`, newText: line, replaceAll: true }))
    expect(ExplanationPage.make(explain(text, edits)).length).toBeLessThan(2_000_000)
    const one = explain(text, [{ oldText: text, newText: text.replaceAll("a", "b") }])
    expect(ExplanationPage.make(one).length).toBeLessThan(1_000_000)
  })
})
