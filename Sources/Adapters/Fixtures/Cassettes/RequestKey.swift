import AQKit

struct RequestKey: Hashable {
  private let method: String
  private let origin: String
  private let path: String
  /// Whether the path may name a point, because it has a number with decimals.
  private let isPlace: Bool
  /// The decoded values by their decoded name, sorted.
  private let items: [String: [String]]
  private let body: [UInt8]

  init(_ request: Cassette.Request) {
    let address = RequestAddress(request.url)
    method = request.method
    origin = address.origin
    path = address.path.isEmpty ? "/" : address.path
    isPlace = path.contains(#/\d\.\d/#)
    items = Dictionary(grouping: address.items) { Self.decoded($0.name) }
      .mapValues { $0.map { Self.decoded($0.value) }.sorted() }
    body = request.body
  }

  /// Returns the decoded text of a part of a query; the part itself if it isn't UTF-8, whose decoded text others may have.
  private static func decoded(_ part: String) -> String {
    let text = PercentEncoding.decode(part[...])
    return text.unicodeScalars.contains("\u{FFFD}") ? part : text
  }

  /// Method and path; never the query.
  var summary: String { "\(method) \(origin)\(isPlace ? "/…" : path)" }

  /// Returns the differences of this recorded request from a new one, in words; empty if they match. With `exactly`, even
  /// a coordinate that a recorder has rounded is a difference.
  func differences(
    from asked: RequestKey, _ matching: ReplayTransport.Matching, _ redaction: Redaction,
    exactly isExact: Bool = false
  ) -> [String] {
    var result: [String] = []
    func compare(_ what: String, _ recorded: String, _ asked: String, hidden: Bool = false) {
      guard recorded != asked else { return }
      result.append(hidden ? "the \(what) differs" : "the \(what) is “\(asked)”, recorded “\(recorded)”")
    }
    compare("method", method, asked.method)
    if matching == .strict { compare("host", origin, asked.origin) }
    compare("path", path, asked.path, hidden: isPlace || asked.isPlace)
    for name in Set(items.keys).union(asked.items.keys).sorted() {
      let mine = values(of: name, matching)
      var theirs = asked.values(of: name, matching)
      if mine != theirs, !isExact {
        let recorded = Array(mine.joined(separator: "&").utf8)
        theirs = theirs.map {
          String(decoding: redaction.rounded(Array($0.utf8), asIn: recorded), as: UTF8.self)
        }.sorted()
      }
      if mine == theirs { continue }
      if mine.isEmpty {
        result.append("the query item “\(name)” is new")
      } else if theirs.isEmpty {
        result.append("the query item “\(name)” is missing")
      } else {
        compare(
          "query item “\(name)”", mine.joined(separator: "&"), theirs.joined(separator: "&"),
          hidden: redaction.isCoordinate(name) || redaction.isSecret(name))
      }
    }
    if matching == .strict, body != asked.body,
      isExact || body != redaction.rounded(asked.body, asIn: body)
    {
      result.append("the body differs")
    }
    return result
  }

  private func values(of name: String, _ matching: ReplayTransport.Matching) -> [String] {
    (items[name] ?? []).map { matching == .lenient && Self.isTime($0) ? "time" : $0 }.sorted()
  }

  /// Returns whether a text is a date, a time, or seconds or milliseconds since 1970.
  private static func isTime(_ text: String) -> Bool {
    if (9...13).contains(text.utf8.count), text.allSatisfy(\.isNumber) { return true }
    return ISO8601.stamp(text) != nil || ISO8601.stamp(text + "T00:00") != nil
  }
}

/// The parts of an address for recordings, without user information.
struct RequestAddress {
  /// Scheme, host and port, such as `https://api.example.org`.
  var origin: String
  /// The user information and its password; empty if there is none.
  private(set) var login: [String] = []
  var path: String
  /// Encoded names and values of the query, in order.
  var items: [(name: String, value: String)]

  init(_ url: String) {
    // A combining mark after `&` forms one character with it, but an address consists of scalars.
    let whole = url.unicodeScalars.prefix { $0 != "#" }
    let address = whole.prefix { $0 != "?" }
    let query = whole[address.endIndex...].dropFirst()
    if let scheme = address.firstRange(of: "://".unicodeScalars) {
      var authority = address[scheme.upperBound...].prefix { $0 != "/" }
      path = String(address[authority.endIndex...])
      if let at = authority.lastIndex(of: "@") {
        let before = authority[..<at]
        login = [String(before)]
        if let colon = before.firstIndex(of: ":") {
          login.append(String(before[before.index(after: colon)...]))
        }
        authority = authority[authority.index(after: at)...]
      }
      origin = (String(address[..<scheme.upperBound]) + String(authority)).lowercased()
    } else {
      origin = ""
      path = String(address)
    }
    items = query.split(separator: "&").map { item in
      let name = item.prefix { $0 != "=" }
      return (String(name), String(item[name.endIndex...].dropFirst()))
    }
  }

  var text: String {
    let query = items.map { $0.value.isEmpty ? $0.name : "\($0.name)=\($0.value)" }.joined(separator: "&")
    return origin + path + (query.isEmpty ? "" : "?\(query)")
  }
}
