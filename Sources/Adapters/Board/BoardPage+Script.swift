#if Board
  extension BoardPage {
    /// The script. It puts every text into the page as text, takes a colour only if it is one, and follows a link only
    /// to the web.
    static let script = #"""
      "use strict";
      const byID = (id) => document.getElementById(id);
      const root = document.documentElement;
      const lines = new Map();
      const names = new Intl.Collator("en", { numeric: true });
      const clockTime = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
      const dayAndTime = new Intl.DateTimeFormat("en-GB", {
        weekday: "short", hour: "2-digit", minute: "2-digit" });
      const figures = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
      const ages = new Intl.RelativeTimeFormat("en", { numeric: "always" });
      let ahead = 0;          // the server's clock before ours, in seconds
      let heardAt = 0;        // when it was last heard, by our clock
      let stream = null;
      let pause = 1000;       // before the next attempt, where the browser has given up
      let counter = 0;

      const now = () => Date.now() / 1000 + ahead;
      const setText = (node, text) => { if (node.textContent !== text) node.textContent = text; };
      const colour = (text) => /^#[0-9A-Fa-f]{6}$/.test(text ?? "") ? text : null;
      const clock = (seconds) => clockTime.format(new Date(seconds * 1000));
      const moment = (seconds) => dayAndTime.format(new Date(seconds * 1000));

      function make(name, properties, ...children) {
        const node = Object.assign(document.createElement(name), properties);
        node.append(...children);
        return node;
      }

      function draw(name, attributes, ...children) {
        const node = document.createElementNS("http://www.w3.org/2000/svg", name);
        for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
        node.append(...children);
        return node;
      }

      function age(seconds) {
        const past = now() - seconds, size = Math.abs(past);
        if (size < 5) return "just now";
        const [length, unit] = size < 60 ? [1, "second"] : size < 3600 ? [60, "minute"]
          : size < 172800 ? [3600, "hour"] : [86400, "day"];
        return ages.format(-Math.sign(past) * Math.floor(size / length), unit);
      }

      // Lines

      function newLine(row) {
        const button = make("button", { type: "button" });
        button.setAttribute("aria-expanded", "false");
        const title = make("bdi"), detail = make("small"), quantity = make("small");
        button.append(title);
        const head = make("th", { scope: "row" }, button, detail);
        const value = make("span", { className: "value" }), band = make("span", { className: "band" });
        const chart = make("td"), time = make("time", { className: "age" }), remark = make("td", { className: "remark" });
        const main = make("tr", {}, head, make("td", {}, value, quantity), make("td", {}, band), chart,
          make("td", {}, time), remark);
        const figure = make("figure"), more = make("tr", { hidden: true }, make("td", { colSpan: 6 }, figure));
        more.id = `more${++counter}`;
        button.setAttribute("aria-controls", more.id);
        const line = { row, chart: null, nodes: { main, more, button, title, detail, quantity, value, band, chart, time, remark, figure } };
        button.addEventListener("click", () => {
          more.hidden = !more.hidden;
          button.setAttribute("aria-expanded", String(!more.hidden));
          showChart(line);
        });
        lines.set(row.key, line);
        return line;
      }

      function showRow(line, row) {
        const { main, title, detail, quantity, value, band, remark } = line.nodes;
        const before = line.row;
        line.row = row;
        setText(title, row.title);
        setText(detail, row.detail);
        setText(quantity, row.quantity);
        setText(value, row.value ?? (row.band ? "" : "–"));
        setText(band, row.band?.name ?? "");
        const fill = colour(row.band?.color), ink = colour(row.band?.textColor);
        for (const [name, value] of [["--band", fill], ["--on-band", fill && ink]]) {
          if (value) band.style.setProperty(name, value); else band.style.removeProperty(name);
        }
        setText(remark, [row.remark, ["stale", "silent"].includes(row.freshness) ? row.freshness : null]
          .filter(Boolean).join("; "));
        main.classList.toggle("old", row.freshness === "silent");
        if (before !== row && (before.value !== row.value || before.band?.name !== row.band?.name)) {
          main.classList.add("new");
          requestAnimationFrame(() => requestAnimationFrame(() => main.classList.remove("new")));
          if (row.group === "place" && row.band && before.band && before.band.name !== row.band.name) {
            announce(`${row.title}: ${row.value ?? ""} ${row.band.name}`);
          }
        }
        showAge(line);
      }

      function showAge(line) {
        const { time } = line.nodes;
        if (line.row.time == null) return setText(time, "");
        time.dateTime = new Date(line.row.time * 1000).toISOString();
        setText(time, age(line.row.time));
      }

      function showChart(line) {
        const { chart, figure, more } = line.nodes, small = chartOf(line, false);
        chart.replaceChildren(...(small ? [small] : []));
        if (more.hidden) return figure.replaceChildren();
        const large = chartOf(line, true), caption = make("figcaption");
        caption.textContent = large ? large.querySelector("desc").textContent : "There is no chart yet.";
        figure.replaceChildren(...(large ? [large] : []), caption);
      }

      /// Puts the lines in order, moving only those that are out of it, so that the focus stays.
      function arrange() {
        for (const group of ["place", "site"]) {
          const own = [...lines.values()].filter((line) => line.row.group === group);
          own.sort((a, b) => a.row.order - b.row.order || names.compare(a.row.title, b.row.title)
            || names.compare(a.row.quantity, b.row.quantity));
          byID(group).hidden = own.length === 0;
          const body = byID(group).querySelector("tbody");
          let next = body.firstChild;
          for (const { nodes } of own) {
            for (const node of [nodes.main, nodes.more]) {
              if (node === next) next = next.nextSibling; else body.insertBefore(node, next);
            }
          }
        }
      }

      function move(event) {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (!step || !event.target.matches("th button")) return;
        const all = [...document.querySelectorAll("th button")];
        const target = all[all.indexOf(event.target) + step];
        if (target) { event.preventDefault(); target.focus(); }
      }

      // What is around the lists

      function showHead(head) {
        setText(byID("standard"), head.standard);
        byID("remark").hidden = !head.remark;
        setText(byID("remark"), head.remark ?? "");
        byID("feeds").hidden = head.feeds.length === 0;
        byID("feeds").replaceChildren(...head.feeds.map((feed) => {
          const item = make("li"), since = feed.time == null ? "" : ` ${feed.state === "waiting" ? "until" : "since"} ${clock(feed.time)}`;
          item.textContent = `${feed.name}: ${feed.state}${since}${feed.remark ? `. ${feed.remark}` : ""}`;
          return item;
        }));
        byID("credits").hidden = head.credits.length === 0;
        byID("credits").querySelector("ul").replaceChildren(...head.credits.map((part) => {
          const item = make("li", {}, linked(part.text, part.link));
          if (part.licence) item.append(" (", linked(part.licence, part.licenceLink), ")");
          return item;
        }));
      }

      function linked(text, address) {
        const url = URL.parse?.(address ?? "") ?? null;
        if (!url || !["https:", "http:"].includes(url.protocol)) return make("bdi", { textContent: text });
        return make("a", { href: url.href, rel: "noopener noreferrer", textContent: text });
      }

      function announce(text) { byID("news").textContent = text; }

      function setState(state, text) {
        if (root.dataset.state === state) return;
        root.dataset.state = state;
        byID("connection").textContent = text;
      }

      // Events

      function heard(seconds) {
        ahead = seconds - Date.now() / 1000;
        heardAt = Date.now();
        pause = 1000;
        setState("live", "Live");
        setText(byID("heard"), `as of ${new Date(heardAt).toLocaleTimeString("en-GB")}`);
      }

      function take(event) {
        const news = JSON.parse(event.data);
        heard(news.now);
        if (news.head) showHead(news.head);
        if (news.all) {
          const kept = new Set((news.rows ?? []).map((row) => row.key));
          for (const [key, line] of lines) {
            if (kept.has(key)) continue;
            line.nodes.main.remove();
            line.nodes.more.remove();
            lines.delete(key);
          }
        }
        let isNew = Boolean(news.all);
        for (const row of news.rows ?? []) {
          const known = lines.get(row.key);
          isNew ||= !known || known.row.title !== row.title || known.row.order !== row.order;
          showRow(known ?? newLine(row), row);
        }
        for (const { key, chart } of news.charts ?? []) {
          const line = lines.get(key);
          if (!line) continue;
          line.chart = chart;
          showChart(line);
        }
        if (isNew) arrange();
        root.dataset.events = Number(root.dataset.events ?? 0) + 1;
      }

      function open() {
        stream = new EventSource("events");
        stream.addEventListener("board", take);
        stream.addEventListener("beat", (event) => heard(Number(event.data)));
        stream.addEventListener("open", () => { root.dataset.openings = Number(root.dataset.openings ?? 0) + 1; });
        stream.addEventListener("error", () => {
          setState("lost", "Connection lost. Trying again…");
          // Most failures the browser tries again by itself; an answer that isn't a stream it doesn't.
          if (stream.readyState === EventSource.CLOSED) again();
        });
      }

      function again() {
        const lost = stream;
        setTimeout(() => { if (stream === lost) open(); }, pause);
        pause = Math.min(pause * 2, 30000);
      }

      setInterval(() => {
        for (const line of lines.values()) showAge(line);
        if (heardAt && Date.now() - heardAt > 45000) {
          heardAt = Date.now();
          stream.close();
          setState("lost", "Connection lost. Trying again…");
          open();
        }
      }, 5000);
      document.addEventListener("keydown", move);
      addEventListener("resize", () => {
        for (const line of lines.values()) if (!line.nodes.more.hidden) showChart(line);
      });
      addEventListener("pagehide", () => stream.close());
      addEventListener("pageshow", (event) => { if (event.persisted) open(); });
      open();
      """#
  }
#endif
