#if Board
  import Foundation

  /// The page: markup, style and script in one text, which asks for nothing but the events of its own server.
  ///
  /// The policy lets the browser run this script and use this style only, by a number that is drawn for each answer,
  /// connect to where the page is from, and load nothing. `require-trusted-types-for` forbids every way from text to
  /// markup, so that a text from outside stays a text even if the script were wrong.
  struct BoardPage {
    /// The page.
    let html: Data
    /// What the browser may do with it (Content-Security-Policy).
    let policy: String

    /// The page with a number of its own.
    init() {
      var random = SystemRandomNumberGenerator()
      let nonce = (0..<2).map { _ in String(random.next() as UInt64, radix: 36) }.joined()
      policy = [
        "default-src 'none'", "script-src 'nonce-\(nonce)'", "style-src 'nonce-\(nonce)'",
        "connect-src 'self'", "img-src data:", "base-uri 'none'", "form-action 'none'",
        "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
      ].joined(separator: "; ")
      html = Data(Self.text(nonce).utf8)
    }

    private static func text(_ nonce: String) -> String {
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>Air quality</title>
      <link rel="icon" href="data:,">
      <style nonce="\(nonce)">
      \(style)
      </style>
      </head>
      <body>
      <a class="skip" href="#lists">Skip to the lists</a>
      <header>
      <h1>Air quality</h1>
      <p id="standard"></p>
      <p><span id="connection" role="status">Connecting…</span> <span id="heard"></span></p>
      <ul id="feeds" aria-label="Live feeds" hidden></ul>
      <p id="remark" hidden></p>
      </header>
      <main id="lists" tabindex="-1">
      \(list("place", "Places"))
      \(list("site", "Live sites"))
      </main>
      <footer id="credits" hidden>
      <h2>Credits</h2>
      <ul></ul>
      </footer>
      <p id="news" class="unseen" aria-live="polite"></p>
      <noscript><p>The board needs JavaScript: it is drawn from events.</p></noscript>
      <script nonce="\(nonce)">
      \(script)
      \(charts)
      </script>
      </body>
      </html>

      """
    }

    private static func list(_ group: String, _ title: String) -> String {
      """
      <section id="\(group)" aria-labelledby="\(group)-title" hidden>
      <h2 id="\(group)-title">\(title)</h2>
      <div class="scroll" role="region" aria-labelledby="\(group)-title" tabindex="0">
      <table aria-labelledby="\(group)-title">
      <thead><tr><th scope="col">Name</th><th scope="col">Value</th><th scope="col">Band</th>
      <th scope="col">Chart</th><th scope="col">Age</th><th scope="col">Remarks</th></tr></thead>
      <tbody></tbody>
      </table>
      </div>
      </section>
      """
    }
  }
#endif
