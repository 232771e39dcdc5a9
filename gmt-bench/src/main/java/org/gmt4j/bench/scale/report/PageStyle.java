package org.gmt4j.bench.scale.report;

/** How the page looks: the reader's own fonts; light or dark as the reader has chosen; on paper always light. */
final class PageStyle {
    static final String CSS = """

        :root { color-scheme: light dark; --paper: #ffffff; --ink: #1b1f24; --faint: #59636e; --line: #d0d7de; \
        --head: #f2f4f7; --bad: #b3261e; }
        @media (prefers-color-scheme: dark) {
          :root { --paper: #14181d; --ink: #e6e9ed; --faint: #9aa4af; --line: #3a424c; --head: #20262d; --bad: \
        #ff8a80; }
        }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
        main { max-width: 1160px; margin: 0 auto; padding: 16px 20px 48px; }
        h1 { font-size: 1.6rem; line-height: 1.25; margin: .4em 0 .1em; overflow-wrap: anywhere; }
        h2 { font-size: 1.15rem; margin: 1.8em 0 .5em; }
        h3, h4 { font-size: 1rem; margin: 1em 0 .3em; }
        .origin { color: var(--faint); margin: 0 0 1em; overflow-wrap: anywhere; }
        .wrong { border: 2px solid var(--bad); color: var(--bad); font-weight: 600; padding: 8px 12px; overflow-wrap: \
        anywhere; }
        .notes { padding-left: 1.2em; overflow-wrap: anywhere; }
        .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 430px), 1fr)); gap: 12px; \
        margin-bottom: 16px; }
        figure { margin: 0; border: 1px solid var(--line); border-radius: 6px; padding: 6px; overflow-x: auto; }
        .chart { display: block; width: 100%; min-width: 300px; max-width: 700px; margin: 0 auto; height: auto; }
        .scroll { overflow-x: auto; margin: .5em 0 1em; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 13.5px; }
        caption { text-align: left; font-weight: 600; white-space: nowrap; padding: 4px 0; }
        th, td { border: 1px solid var(--line); padding: 3px 9px; text-align: left; vertical-align: top; }
        td { max-width: 62ch; overflow-wrap: break-word; }
        thead th { background: var(--head); }
        tbody th { font-weight: 500; }
        .rates td, .rates th { white-space: nowrap; text-align: right; padding: 3px 6px; }
        pre { background: var(--head); border: 1px solid var(--line); border-radius: 6px; padding: 9px 12px; \
        white-space: pre-wrap;
              overflow-wrap: anywhere; font: 13px/1.45 ui-monospace, monospace; }
        .command { -webkit-user-select: all; user-select: all; }
        details { margin: .5em 0; }
        summary { cursor: pointer; }
        dt { font-weight: 600; }
        dd { margin: 0 0 .3em 1.5em; }
        @media (max-width: 620px) { .chart text { font-size: 14.5px; } main { padding: 12px 12px 40px; } }
        @media print {
          :root { --paper: #ffffff; --ink: #000000; --faint: #444444; --line: #bbbbbb; --head: #f4f4f4; --bad: \
        #900000; }
          main { max-width: none; padding: 0; }
          figure, tr, pre { break-inside: avoid; }
          .charts { grid-template-columns: 1fr 1fr; }
          .scroll { overflow: visible; }
          table { font-size: 9px; }
          .rates td, .rates th { white-space: normal; padding: 2px 3px; }
          .chart { min-width: 0; }
        }
        """;

    private PageStyle() {
    }
}
