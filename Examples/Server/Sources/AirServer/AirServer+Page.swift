import Hummingbird

extension AirServer {
  /// The live page. It only loads the events of its own server.
  static func page() -> Response {
    Response(
      status: .ok,
      headers: [
        .contentType: "text/html; charset=utf-8",
        .contentSecurityPolicy: """
        default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; \
        form-action 'self'; base-uri 'none'; frame-ancestors 'none'
        """,
      ],
      body: ResponseBody(byteBuffer: ByteBuffer(string: markup)))
  }

  private static let markup = #"""
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Air</title>
    <style>
      :root { color-scheme: light dark; background: Canvas; color: CanvasText; font: 1rem/1.5 system-ui, sans-serif; }
      body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }
      #index { display: inline-block; padding: .25rem 1rem; border: 1px solid; border-radius: 2rem; font-size: 1.5rem; }
      table { width: 100%; border-spacing: 0; text-align: start; font-variant-numeric: tabular-nums; }
      th, td { padding: .2rem .5rem .2rem 0; text-align: start; }
      tbody th { font-weight: normal; }
    </style>
    <h1>Air</h1>
    <form>
      <label>Latitude <input name="lat" inputmode="decimal" size="8" value="52.52"></label>
      <label>Longitude <input name="lon" inputmode="decimal" size="8" value="13.41"></label>
      <button>Show</button>
    </form>
    <p><strong id="index" role="status">…</strong></p>
    <table aria-label="Newest values">
      <thead><tr><th scope="col">Pollutant<th scope="col">Value<th scope="col">Kind<th scope="col">Time</thead>
      <tbody id="values"></tbody>
    </table>
    <p id="state" role="status"></p>
    <p><small id="credit"></small></p>
    <script>
      "use strict";
      const byID = (id) => document.getElementById(id);
      const place = new URLSearchParams(location.search);
      for (const name of ["lat", "lon"]) {
        const input = document.forms[0].elements[name];
        if (place.has(name)) input.value = place.get(name); else place.set(name, input.value);
      }
      function show(air) {
        const index = byID("index");
        index.textContent = air.title;
        const isColor = (text) => /^#[0-9A-Fa-f]{6}$/.test(text ?? "");
        index.style.background = isColor(air.color) ? air.color : "";
        index.style.color = isColor(air.textColor) ? air.textColor : "";
        byID("values").replaceChildren(...air.values.map((reading) => {
          const row = document.createElement("tr");
          const head = Object.assign(document.createElement("th"), { scope: "row", textContent: reading.parameter });
          const time = new Date(reading.interval.at(-1)).toLocaleString();
          const texts = [`${reading.value} ${reading.unit}`, air.kind, time];
          const cells = texts.map((text) => Object.assign(document.createElement("td"), { textContent: text }));
          row.append(head, ...cells);
          return row;
        }));
        byID("credit").textContent = air.credit;
        const failed = Object.entries(air.failures).map(([source, reason]) => `${source}: ${reason}`);
        byID("state").textContent = failed.join(" ");
      }
      const page = document.documentElement, events = new EventSource(`events?${place}`);
      events.addEventListener("air", (event) => {
        page.dataset.state = "live";
        show(JSON.parse(event.data));
      });
      events.addEventListener("error", () => {
        page.dataset.state = "lost";
        byID("state").textContent = events.readyState === EventSource.CLOSED
          ? "The server has no answer for this place." : "The connection is lost. Trying again…";
      });
    </script>
    """#
}
