/**
 * What the page of an explanation looks like. Light and dark; every mark has a shape of its own, so that none is told by
 * colour alone; nothing is loaded.
 *
 * @since 0.1.0
 */

/**
 * The style sheet.
 *
 * @category constants
 * @since 0.1.0
 */
export const css = `
:root {
  color-scheme: light dark;
  --paper: #fcfbf9; --card: #ffffff; --ink: #22252a; --soft: #555c66; --line: #e2dfd8; --wash: #f4f2ed;
  --accent: #27509b; --good: #11622f; --bad: #9a2a1d; --warn: #6b4a00;
  --add: #dcf2e2; --add-ink: #0a4a20; --del: #fbe2de; --del-ink: #7c1c12; --odd: #fdeebf; --odd-ink: #553d00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16181b; --card: #1c1f23; --ink: #e8e5df; --soft: #aab1bb; --line: #343940; --wash: #22262b;
    --accent: #9dbcf7; --good: #8fd7a6; --bad: #f5a398; --warn: #f0cf7a;
    --add: #173d25; --add-ink: #c2f2cf; --del: #4a231f; --del-ink: #ffcfc8; --odd: #43370f; --odd-ink: #ffe7a8;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0 auto; max-width: 88rem; padding: clamp(1.25rem, 4vw, 3.5rem) clamp(1rem, 4vw, 3.5rem) 4rem;
  background: var(--paper); color: var(--ink);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  overflow-wrap: anywhere;
}
h1, h2 { font-family: "Iowan Old Style", "Charter", "Bitstream Charter", Georgia, "Noto Serif", serif; font-weight: 600; text-wrap: balance; }
h1 { font-size: clamp(1.6rem, 1.2rem + 2vw, 2.5rem); line-height: 1.2; margin: .35rem 0 1rem; max-width: 26em; }
h2 { font-size: clamp(1.3rem, 1.1rem + .8vw, 1.65rem); line-height: 1.3; margin: 0 0 .75rem; }
h3 { font-size: 1rem; line-height: 1.4; margin: 2rem 0 .6rem; }
p { margin: 0 0 .8rem; max-width: 46rem; }
a { color: var(--accent); text-underline-offset: .15em; }
code, pre { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .875em; }
p code, li code, dd code { background: var(--wash); border-radius: .25rem; padding: .1em .3em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .2rem; }
.skip { position: absolute; left: -999rem; background: var(--card); padding: .5rem .9rem; border-radius: .4rem; }
.skip:focus { left: 1rem; top: 1rem; }
.vh { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.kicker { color: var(--soft); font-size: .875rem; margin: 0; }
.lead { font-size: 1.125rem; }
.path { color: var(--soft); margin-bottom: 0; }
header { border-bottom: 1px solid var(--line); padding-bottom: 1.5rem; margin-bottom: 2.25rem; }
section { margin: 0 0 3.5rem; }
nav ul { padding-left: 1.2rem; margin: 1rem 0 0; }
.warning { border-left: 3px solid var(--warn); padding-left: .8rem; }

.ladder { list-style: none; counter-reset: step; margin: 0; padding: 0; max-width: 60rem; }
.ladder > li { counter-increment: step; position: relative; padding: .55rem 0 .55rem 2.9rem; border-left: 2px solid var(--line); margin-left: .85rem; }
.ladder > li::before {
  content: counter(step) / ""; position: absolute; left: -.95rem; top: .5rem; width: 1.8rem; height: 1.8rem; border-radius: 50%;
  border: 2px solid var(--line); background: var(--paper); color: var(--soft); font-size: .8rem; line-height: 1.55rem; text-align: center;
}
.ladder > li:first-child { border-image: linear-gradient(transparent 1rem, var(--line) 1rem) 1; }
.ladder > li:last-child { border-image: linear-gradient(var(--line) 1rem, transparent 1rem) 1; }
.ladder p { margin: 0; max-width: none; }
.ladder .name { font-weight: 600; margin-right: .35rem; }
.ladder .forgives { color: var(--soft); font-size: .9rem; }
.ladder .taken::before { border-color: var(--good); background: var(--good); color: var(--paper); }
.ladder .ambiguous::before, .ladder .refused::before { border-color: var(--bad); background: var(--bad); color: var(--paper); }
.ladder .declined::before, .ladder .unused::before { border-color: var(--warn); color: var(--warn); }
.ladder .taken .what { color: var(--good); font-weight: 600; }
.ladder .ambiguous .what, .ladder .refused .what { color: var(--bad); font-weight: 600; }
.ladder .late .what, .ladder .none .what { color: var(--soft); }
details { margin: .2rem 0 0; }
summary { cursor: pointer; color: var(--accent); width: fit-content; max-width: 100%; }
.ladder ul { margin: .2rem 0 0; padding-left: 1.1rem; font-size: .9rem; }

.legend { display: flex; flex-wrap: wrap; gap: .35rem 1.4rem; margin: 0 0 .9rem; font-size: .875rem; color: var(--soft); }
.legend div { display: flex; gap: .45rem; align-items: baseline; }
.legend dt, .legend dd { margin: 0; }
.legend dt { color: var(--ink); font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }

table { width: 100%; table-layout: fixed; border-collapse: separate; border-spacing: 0; background: var(--card); border: 1px solid var(--line); border-radius: .6rem; margin: 0 0 1.5rem; }
caption code { white-space: pre-wrap; color: var(--ink); }
caption { text-align: left; color: var(--soft); font-size: .9rem; padding: 0 0 .5rem; }
th, td { text-align: left; vertical-align: top; padding: .12rem .6rem; }
thead th { font-size: .85rem; font-weight: 600; padding: .5rem .6rem; border-bottom: 1px solid var(--line); background: var(--wash); }
thead th:first-child { border-top-left-radius: .6rem; width: 2.2rem; }
thead th:last-child { border-top-right-radius: .6rem; }
thead small { font-weight: 400; color: var(--soft); font-size: inherit; }
td + td, th + td { border-left: 1px solid var(--line); }
tbody th { font-weight: 600; font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .875rem; text-align: center; padding: .12rem .2rem; color: var(--soft); }
tbody tr:last-child > * { padding-bottom: .4rem; }
tbody tr:first-child > * { padding-top: .4rem; }
.cell { display: grid; grid-template-columns: 2.6rem minmax(0, 1fr); column-gap: .6rem; }
.n { color: var(--soft); font-size: .8125rem; text-align: right; line-height: 1.55; user-select: none; font-variant-numeric: tabular-nums; }
.n .where { display: none; }
td code { white-space: pre-wrap; tab-size: 4; line-height: 1.55; }
.written { grid-column: 2; font-size: .8125rem; color: var(--soft); border-left: 2px solid var(--line); padding-left: .5rem; margin: .15rem 0 .3rem; }
.written code { display: block; font-size: 1em; color: var(--ink); }
tr.context code, tr.untouched code { color: var(--soft); }
tr.changed, tr.added, tr.removed, tr.left-out { background: var(--wash); }
tr.added th { color: var(--good); }
tr.removed th, tr.left-out th { color: var(--bad); }
tr.changed th { color: var(--accent); }
tr.gap td { color: var(--soft); font-size: .875rem; text-align: center; padding: .45rem; border-block: 1px dashed var(--line); }
.out { color: var(--soft); font-style: italic; }
ins, del, mark { border-radius: .2rem; padding: .08em .1em; -webkit-box-decoration-break: clone; box-decoration-break: clone; }
ins { background: var(--add); color: var(--add-ink); text-decoration: underline; text-decoration-thickness: 1.5px; text-underline-offset: .2em; }
del { background: var(--del); color: var(--del-ink); text-decoration: line-through; text-decoration-thickness: 1.5px; }
mark { background: var(--odd); color: var(--odd-ink); outline: 1px dashed currentColor; outline-offset: -1px; }
pre.message { white-space: pre-wrap; background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .9rem 1rem; margin: .6rem 0 0; max-width: 60rem; tab-size: 4; }
footer { border-top: 1px solid var(--line); padding-top: 1rem; color: var(--soft); font-size: .9rem; }

@media (max-width: 60rem) {
  table, tbody, tr, tbody th, td { display: block; }
  caption { display: block; padding: .6rem .7rem; border-bottom: 1px solid var(--line); }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { padding: .35rem .7rem; border-top: 1px solid var(--line); position: relative; }
  tbody tr:first-child { border-top: 0; }
  tbody tr > * { padding: 0 !important; }
  tbody th { text-align: left; font-size: .8125rem; }
  tbody th .sign { display: inline-block; min-width: 1.2rem; }
  tbody th .word { position: static; width: auto; height: auto; margin: 0; clip-path: none; font-family: system-ui, sans-serif; font-weight: 400; }
  tr.quiet th { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  td + td, th + td { border-left: 0; }
  td.empty, tr.same td.old, tr.kept td.new { display: none; }
  .cell { grid-template-columns: 4.4rem minmax(0, 1fr); }
  .n { text-align: left; }
  .n .where { display: inline; }
  tr.gap td { padding: .3rem !important; border: 0; }
}
@media print {
  body { max-width: none; padding: 0; }
  .skip, nav { display: none; }
}
`
