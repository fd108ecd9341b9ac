import Hummingbird

extension AirServer {
  /// The live page. It loads nothing but the events of its own server.
  static func page() -> Response {
    Response(
      status: .ok,
      headers: [
        .contentType: "text/html; charset=utf-8",
        .contentSecurityPolicy:
          "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'",
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
      :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
      body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }
      #index { display: inline-block; padding: .25rem 1rem; border: 1px solid; border-radius: 2rem; font-size: 1.5rem; }
      td { padding: .2rem 1.5rem .2rem 0; }
      td + td { font-variant-numeric: tabular-nums; }
    </style>
    <h1>Air</h1>
    <form>
      <label>Latitude <input name="lat" inputmode="decimal" size="8" value="52.52"></label>
      <label>Longitude <input name="lon" inputmode="decimal" size="8" value="13.41"></label>
      <button>Show</button>
    </form>
    <p><strong id="index" role="status">…</strong></p>
    <table><tbody id="values"></tbody></table>
    <p id="state"></p>
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
        const value = air.index.value, band = value?.band, index = byID("index");
        index.textContent = value ? `${value.display} ${band.name}` : `No index: ${air.index.reason ?? "no data"}`;
        const isColor = (text) => /^#[0-9A-Fa-f]{6}$/.test(text ?? "");
        index.style.background = isColor(band?.color) ? band.color : "";
        index.style.color = isColor(band?.textColor) ? band.textColor : "";
        byID("values").replaceChildren(...air.values.map((reading) => {
          const row = document.createElement("tr");
          for (const text of [reading.parameter, `${reading.value} ${reading.unit}`, reading.kind, reading.time]) {
            row.append(Object.assign(document.createElement("td"), { textContent: text }));
          }
          return row;
        }));
        byID("credit").textContent = air.credit;
        const failed = Object.entries(air.failures).map(([source, reason]) => `${source}: ${reason}`);
        byID("state").textContent = failed.join(" ");
      }
      const events = new EventSource(`events?${place}`);
      events.addEventListener("air", (event) => {
        document.documentElement.dataset.events = Number(document.documentElement.dataset.events ?? 0) + 1;
        show(JSON.parse(event.data));
      });
      events.addEventListener("error", () => { byID("state").textContent = "The connection is lost. Trying again…"; });
    </script>
    """#
}
