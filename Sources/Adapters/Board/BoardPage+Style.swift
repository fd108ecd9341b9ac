#if Board
  extension BoardPage {
    /// The style. Every text has a contrast of 7 or more to its ground, in both schemes; a band's colour is under
    /// the text colour that it comes with, within a border of the text's.
    static let style = """
      :root {
        color-scheme: light dark;
        --ground: #ffffff; --raised: #f3f4f6; --text: #16181d; --faint: #464b55; --line: #c9cdd4;
        --link: #0b4a8f; --focus: #0b57d0; --good: #14532d; --bad: #8b1111;
      }
      @media (prefers-color-scheme: dark) {
        :root {
          --ground: #111318; --raised: #1b1e25; --text: #eef0f4; --faint: #b9bfca; --line: #3c414d;
          --link: #a8c7fa; --focus: #a8c7fa; --good: #9be3b4; --bad: #ffb4ab;
        }
      }
      * { box-sizing: border-box; }
      body {
        margin: 0 auto; padding: 1rem; max-width: 72rem; background: var(--ground); color: var(--text);
        font: 1rem/1.45 system-ui, sans-serif;
      }
      h1 { font-size: 1.5rem; margin: 0; }
      h2 { font-size: 1.15rem; margin: 1.5rem 0 .5rem; }
      header p { margin: .25rem 0; color: var(--faint); }
      #connection { font-weight: 600; color: var(--bad); }
      [data-state="live"] #connection { color: var(--good); }
      ul { margin: .25rem 0; padding-left: 1.25rem; color: var(--faint); }
      a { color: var(--link); }
      .skip { position: absolute; left: -100vw; padding: .5rem 1rem; background: var(--ground); }
      .skip:focus { left: 1rem; }
      .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); margin: 0; }
      .scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; }
      :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
      main:focus { outline: none; }
      table { border-collapse: collapse; width: 100%; }
      th, td { padding: .4rem .75rem; text-align: left; vertical-align: middle; border-top: 1px solid var(--line); }
      thead th { border-top: 0; background: var(--raised); color: var(--faint); font-size: .85rem; }
      tbody th { font-weight: 600; min-width: 11rem; }
      small { display: block; font-weight: 400; color: var(--faint); overflow-wrap: anywhere; }
      th button {
        all: unset; cursor: pointer; text-decoration: underline dotted; text-underline-offset: .2em;
        overflow-wrap: anywhere;
      }
      th button:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: .2rem; }
      .value { font-size: 1.25rem; font-weight: 650; font-variant-numeric: tabular-nums; white-space: nowrap; }
      .band {
        display: inline-block; padding: .1rem .5rem; border: 1px solid var(--text); border-radius: 1rem;
        background: var(--band, transparent); color: var(--on-band, var(--text)); font-size: .9rem;
      }
      .band:empty { display: none; }
      .age { white-space: nowrap; font-variant-numeric: tabular-nums; }
      .remark { color: var(--faint); font-size: .9rem; overflow-wrap: anywhere; min-width: 9rem; }
      tr.old .value, tr.old .age { color: var(--bad); }
      tbody tr > * { transition: background-color 1.5s; }
      tbody tr.new > * { background: var(--raised); transition: none; }
      svg { display: block; color: var(--text); overflow: visible; }
      svg.small { width: 10rem; height: 2.25rem; }
      svg.large { max-width: 100%; height: 13rem; }
      .value + small { min-width: 6rem; }
      svg text { fill: var(--faint); font-size: 12px; }
      svg .line { fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linejoin: round; stroke-linecap: round; }
      svg .now, svg .axis { stroke: var(--faint); stroke-width: 1; }
      svg .now { stroke-dasharray: 3 3; }
      svg .plain { fill: var(--line); }
      figure { margin: .5rem 0; position: sticky; left: .75rem; max-width: calc(100vw - 4rem); }
      figcaption { color: var(--faint); font-size: .9rem; }
      @media (prefers-reduced-motion: reduce) { tbody tr > * { transition: none; } tbody tr.new > * { background: none; } }
      @media (forced-colors: active) { .band { forced-color-adjust: none; } }
      @media (max-width: 40rem) {
        body { padding: .5rem; }
        th, td { padding: .35rem .5rem; }
        svg.small { width: 6rem; }
        tbody th { min-width: 8rem; }
      }
      """
  }
#endif
