/// The report's style sheet: system fonts, light or dark colors according to the reader's setting,
/// and black on white in print. Charts use the Okabe–Ito palette.
enum HTMLStyle {
    static let palette = [
        "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#F0E442",
    ]

    static let sheet = """
        :root { --paper: #fff; --ink: #1b1f23; --soft: #57606a;
          --line: #d0d7de; --band: #f6f8fa; --link: #0550ae; --warn: #fff4d6; --edge: #0003; }
        @media (prefers-color-scheme: dark) {
          :root { --paper: #14171a; --ink: #e6e8ea; --soft: #a3abb3; --line: #3a4149;
            --band: #1d2226; --link: #79b8ff; --warn: #3a3013; --edge: #fff4; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink); line-height: 1.5;
          font-family: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
        main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
        h1 { font-size: 1.9rem; line-height: 1.2; margin: 0.5rem 0 1rem; }
        h2 { font-size: 1.35rem; margin: 2.5rem 0 0.75rem; }
        header + section h2 { margin-top: 1.25rem; }
        h3 { font-size: 1.05rem; margin: 1.75rem 0 0.5rem; }
        h1, h2, h3 { overflow-wrap: break-word; }
        p, li { max-width: 70ch; overflow-wrap: break-word; }
        a { color: var(--link); }
        code { font-size: 0.92em; }
        .notice { background: var(--warn); border-left: 4px solid #E69F00; font-size: 0.9rem;
          padding: 0.6rem 0.9rem; max-width: none; }
        .cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr));
          gap: 0.75rem; margin: 1rem 0; }
        .four { grid-template-columns: repeat(auto-fit, minmax(max(15rem, 40%), 1fr)); }
        .verdicts { grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); }
        .card { margin: 0; border: 1px solid var(--line); border-radius: 6px; padding: 0.8rem 1rem; }
        .card dt, .card dd { margin: 0; }
        .card dt { color: var(--soft); font-size: 0.9rem; }
        .card dd { font-size: 0.85rem; color: var(--soft); }
        .card b { font-weight: 600; color: var(--ink); }
        .verdicts .card .value { font-size: 1.3rem; }
        .card.main { grid-column: 1 / -1; border-left: 4px solid var(--link); }
        .card.main dd { font-size: 0.95rem; }
        .verdicts .card.main .value { font-size: 1.9rem; }
        .card .value { font-size: 1.6rem; font-weight: 600; color: var(--ink);
          font-variant-numeric: tabular-nums; }
        .scroll { overflow-x: auto; margin: 1rem 0 0.25rem;
          background: linear-gradient(to left, var(--paper) 1rem, transparent) right / 2rem 100% local,
            linear-gradient(to left, var(--edge) 0, transparent 100%) right / 0.8rem 100%;
          background-repeat: no-repeat; }
        table { border-collapse: collapse; font-size: 0.9rem; min-width: 20rem; }
        table.wide { font-size: 0.82rem; }
        .wide th, .wide td { padding-right: 0.55rem; }
        caption { text-align: left; padding: 0 0 0.5rem; max-width: 70ch; }
        th, td { padding: 0.35rem 0.8rem 0.35rem 0; text-align: left; vertical-align: top;
          border-bottom: 1px solid var(--line); }
        td { overflow-wrap: break-word; }
        thead th { border-bottom: 2px solid var(--soft); vertical-align: bottom; }
        tbody th { font-weight: 500; }
        tbody th.group { font-weight: 600; padding-top: 0.8rem; }
        tbody th.group ~ th { padding-left: 1rem; }
        .figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
        thead .figure { white-space: normal; }
        .note { color: var(--soft); font-size: 0.85rem; margin: 0.25rem 0; }
        figure { margin: 1.5rem 0; }
        figcaption { color: var(--soft); font-size: 0.9rem; max-width: 70ch; }
        svg { display: block; width: 100%; min-width: 30rem; max-width: 46rem; height: auto; }
        svg text { font-family: inherit; fill: var(--ink); }
        nav { font-size: 0.9rem; }
        nav ol { margin: 0; padding-left: 1.2rem; }
        .side { display: none; }
        .fold { margin: 0 0 1rem; }
        .fold summary { color: var(--link); cursor: pointer; }
        .fold ol { columns: 18rem; padding: 0.4rem 0 0 1.8rem; }
        @media (min-width: 76rem) {
          body { display: grid; grid-template-columns: 14rem minmax(0, 62rem);
            justify-content: center; }
          .side { display: block; position: sticky; top: 0; align-self: start;
            max-height: 100vh; overflow-y: auto; padding: 2.2rem 1.25rem 1rem; }
          .fold { display: none; }
          main { margin: 0; } }
        @media (max-width: 30rem) {
          h1 { font-size: 1.5rem; }
          .card .value { font-size: 1.25rem; }
          .verdicts .card .value { font-size: 1.1rem; }
          .verdicts .card.main .value { font-size: 1.3rem; }
          caption { max-width: calc(100vw - 2.5rem); }
          .row-name { transform: translateY(-6px); }
          .row-value { transform: translate(-442px, 7px); }
          table, table.wide { font-size: 0.8rem; }
          .scroll th, .scroll td { padding-right: 0.45rem; }
          .scroll th:first-child { position: sticky; left: 0; background: var(--paper);
            max-width: 6rem; } }
        @media print {
          :root { --paper: #fff; --ink: #000; --soft: #333; --line: #999; --warn: #fff; }
          body { display: block; }
          .side, .fold { display: none; }
          main { max-width: none; padding: 0; }
          .scroll { overflow: visible; background: none; }
          table { font-size: 8.5pt; width: 100%; }
          .note, figcaption { font-size: 8pt; }
          h2, h3, caption { break-after: avoid; }
          .note, figcaption { break-before: avoid; }
          tr, figure, .card, .short { break-inside: avoid; }
          thead, tbody tr:nth-child(-n+2), .head { break-after: avoid; }
          tbody tr:nth-last-child(-n+2) { break-before: avoid; }
          .cards { padding-right: 2px;
            grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); }
          table.wide { font-size: 7.5pt; }
          .card .value, .verdicts .card.main .value { font-size: 1.25rem; }
          .verdicts .card .value { font-size: 1.1rem; }
          svg { min-width: 0; max-height: 21cm; } }

        """
}
