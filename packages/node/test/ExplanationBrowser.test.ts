/** The page as a browser shows it. Needs Debian's `chromium`; nothing is downloaded. */
import { ExplanationPage } from "@kerf/node"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { pathToFileURL } from "node:url"
import { type Browser, chromium, type Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { scenes } from "./Explaining.ts"

const executablePath = (process.env.PATH ?? "")
  .split(delimiter)
  .flatMap((folder) => ["chromium", "chromium-browser", "google-chrome"].map((name) => join(folder, name)))
  .find((path) => existsSync(path))

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync"
]

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

const names = Object.keys(scenes) as ReadonlyArray<keyof typeof scenes>

const reason = executablePath === undefined ? " (skipped: there is no chromium on the PATH)" : ""

describe.skipIf(executablePath === undefined)(`the page in a browser${reason}`, { timeout: 60_000 }, () => {
  let folder: string
  let browser: Browser

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "kerf-page-"))
    for (const name of names) writeFileSync(join(folder, `${name}.html`), ExplanationPage.make(scenes[name]()))
    browser = await chromium.launch({ executablePath: executablePath!, args: flags })
  }, 60_000)

  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Opens a page, and fails if it says anything on the console or asks for anything but itself. */
  const open = async (name: string, use: (page: Page) => Promise<void>): Promise<void> => {
    const page = await browser.newPage()
    const heard: Array<string> = []
    page.on("console", (message) => heard.push(message.text()))
    page.on("pageerror", (error) => heard.push(String(error)))
    page.on("dialog", (dialog) => {
      heard.push(dialog.message())
      void dialog.dismiss()
    })
    const url = pathToFileURL(join(folder, `${name}.html`)).href
    page.on("request", (request) => {
      if (request.url() !== url) heard.push(request.url())
    })
    try {
      await page.goto(url)
      await use(page)
      expect(heard).toEqual([])
    } finally {
      await page.close()
    }
  }

  const look = async (page: Page, width: number, colorScheme: "light" | "dark"): Promise<void> => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
  }

  it.each(names)("keeps to the width of the window, runs nothing, and has no fault that axe finds: %s", (name) =>
    open(name, async (page) => {
      await page.evaluate(axe)
      for (const [width, colorScheme] of [
        [1280, "light"],
        [1280, "dark"],
        [360, "dark"],
        [360, "light"]
      ] as const) {
        await look(page, width, colorScheme)
        expect(await page.evaluate(overflow)).toEqual({ overflow: 0, wide: 0 })
        // What changes with the width and the colours at once has been seen in both by the third.
        if (width === 360 && colorScheme === "light") continue
        expect(await page.evaluate(violations)).toEqual([])
      }
    })
  )

  it.each(["merged", "several", "ambiguous"])("is reached by keyboard, in the order of the page: %s", (name) =>
    open(name, async (page) => {
      const expected = await page.evaluate<ReadonlyArray<string>>(
        "[...document.querySelectorAll('a, summary')].map((element) => element.textContent)"
      )
      expect(expected[0]).toBe("Skip to the decision")
      const reached: Array<string> = []
      for (const _ of expected) {
        await page.keyboard.press("Tab")
        const focused = await page.evaluate<{ readonly text: string; readonly isSeen: boolean }>(focus)
        reached.push(focused.text)
        expect(focused.isSeen).toBe(true)
      }
      expect(reached).toEqual(expected)
      const isOpen = "[...document.querySelectorAll('summary')].at(-1)?.parentElement.open"
      const before = await page.evaluate(isOpen)
      expect(before).toBeTypeOf("boolean")
      await page.keyboard.press("Enter")
      expect(await page.evaluate(isOpen)).toBe(before !== true)
    })
  )

  it("skips to the decision", () =>
    open("several", async (page) => {
      await page.keyboard.press("Tab")
      await page.keyboard.press("Enter")
      expect(await page.evaluate("document.activeElement.id")).toBe("decision")
    }))

  it("is a table for those who hear it, wide and narrow", () =>
    open("merged", async (page) => {
      for (const width of [360, 1280]) {
        await look(page, width, "light")
        const tree = await page.locator("table").ariaSnapshot()
        expect(tree).toMatch(
          /columnheader "Change"[^]*columnheader "File lines 2-7"[^]*columnheader "Old text as it was sent"/
        )
        expect(tree).toMatch(/rowheader "kept"/)
        expect(tree).toContain("[forgiven: indentation, 4 spaces]")
        expect(tree).toContain("[brought in]")
      }
    }))

  it("has other colours in the dark", () =>
    open("merged", async (page) => {
      const paper = "getComputedStyle(document.body).backgroundColor"
      await look(page, 1280, "light")
      const light = await page.evaluate(paper)
      await look(page, 1280, "dark")
      expect(await page.evaluate(paper)).not.toBe(light)
    }))
})

// What runs in the page is text: this program knows no DOM.

const overflow = `({
  overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  wide: [...document.querySelectorAll("main *")].filter(
    (element) =>
      !element.closest(".vh, thead, .quiet > th") && element.getBoundingClientRect().right > innerWidth + 1
  ).length
})`

const violations = `axe
  .run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })
  .then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ": " + nodes[0]?.html + " " + nodes[0]?.failureSummary))`

const focus = `(() => {
  const { activeElement } = document
  const { left, top } = activeElement.getBoundingClientRect()
  const isSeen = getComputedStyle(activeElement).outlineStyle !== "none" && left >= 0 && top >= 0
  return { text: activeElement.textContent, isSeen }
})()`
