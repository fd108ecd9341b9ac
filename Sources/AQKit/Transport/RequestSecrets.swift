/// The secrets of a request, which no text may show even if a service repeats them: its credentials, and the coordinates
/// that it asks about.
///
/// Known credentials are the ``AirSecret`` values of its adapter, the header fields that are marked as secret, the user
/// information of the address, and the header fields, query items and members or items of the body with the name of a
/// declared credential or with a usual one. Values of fewer than four bytes are ignored, because they would be found
/// everywhere. Known coordinates are those of the query and the numbers of the request: ``RequestNumbers``.
package struct RequestSecrets: Sendable {
  /// The usual names of credentials, as ``plain(_:)`` returns them.
  package static let usualNames: Set<String> = [
    "apikey", "xapikey", "key", "appid", "appkey", "token", "apitoken", "accesstoken", "refreshtoken",
    "idtoken", "authtoken", "xauthtoken", "servicekey", "subscriptionkey", "ocpapimsubscriptionkey",
    "secret", "clientsecret", "password", "passwd", "auth", "authorization", "signature", "sig", "session",
    "sessionid",
  ]

  private static let dots = Array("•••".utf8)

  /// All spellings of the credentials.
  private let credentials: [[UInt8]]
  private let numbers: RequestNumbers

  /// Creates the secrets of a request, with the names of the source's declared credentials and those that its adapter holds.
  /// Before there is a request, those of a query.
  package init(
    of request: TransportRequest = TransportRequest(url: ""), named names: [String] = [],
    held: [AirSecret] = [], about query: AirQuery? = nil
  ) {
    let (url, body) = (request.url, request.body)
    let secret = Self.usualNames.union(names.map(Self.plain))
    func isSecret(_ name: String) -> Bool { secret.contains(Self.plain(name)) }
    var found = held.map(\.exposed)
    for header in request.headers where header.isSecret || isSecret(header.name) {
      found.append(header.value)
      // In `Bearer abc`, `abc` is the secret, and in `Basic abc` the string that it encodes.
      if let space = header.value.firstIndex(of: " ") {
        let value = String(header.value[header.value.index(after: space)...])
        let login = header.value.lowercased().hasPrefix("basic ") ? Base64.bytes(of: value) : nil
        found.append(value)
        found += login.map { Self.login(String(decoding: $0, as: UTF8.self)[...]) } ?? []
      }
    }
    found += Self.login(in: url)
    let question = Substring(url.utf8.drop { $0 != UInt8(ascii: "?") }.prefix { $0 != UInt8(ascii: "#") })
    found += Self.items(of: question.dropFirst(), isSecret)
    if body.count <= 1 << 20 {
      if let json = try? AQJSON(parsing: body) {
        Self.find(in: json, isSecret, &found)
      } else if let form = String(wellFormed: body, as: UTF8.self) {
        found += Self.items(of: form[...], isSecret)
      }
    }
    // Compared as bytes: two spellings of one text in Unicode are equal as strings.
    credentials = Array(Set(found.filter { $0.utf8.count >= 4 }.flatMap(Self.spellings)))
    // Numbers before the path are part of the host.
    let path = url.authority.map { url.utf8[$0.endIndex...] } ?? url.utf8[...]
    numbers = RequestNumbers(of: query, in: [Array(path), body.count <= 1 << 20 ? body : []])
  }

  // MARK: Hiding

  /// Returns a text with each credential and coordinate replaced by dots.
  package func hidden(in text: String) -> String {
    let bytes = Array(text.utf8)
    let hidden = numbers.replaced(in: hiding(credentials, in: bytes), by: Self.dots)
    return hidden == bytes ? text : String(decoding: hidden, as: UTF8.self)
  }

  /// Returns an error without secrets in its message, and in those of its causes. A foreign cause that contains one
  /// is replaced by its text without it.
  package func hidden(in error: AQError) -> AQError {
    var copy = error
    copy.message = hidden(in: error.message)
    guard let cause = error.cause else { return copy }
    if let known = cause as? AQError {
      copy.cause = hidden(in: known)
    } else {
      let text = "\(cause) \(String(reflecting: cause))"
      if hidden(in: text) != text {
        copy.cause = AQError(error.code, "\(type(of: cause)): \(hidden(in: "\(cause)"))", retry: error.retry)
      }
    }
    return copy
  }

  /// Replaces the credentials in a site's name with dots, because a service may have derived the name from the request.
  /// A credential of fewer than eight bytes is left alone: a name may contain it by chance.
  func hideCredentials(in site: inout AirSite) {
    guard let name = site.name, name.utf8.count >= 8 else { return }
    let long = credentials.filter { $0.count >= 8 }
    if !long.isEmpty { site.name = String(decoding: hiding(long, in: Array(name.utf8)), as: UTF8.self) }
  }

  /// Returns a text with the coordinates of three or more decimals rounded to 0.1°, for recordings.
  package func roundingCoordinates(in text: String) -> String {
    let bytes = Array(text.utf8)
    let rounded = numbers.replaced(in: bytes)
    return rounded == bytes ? text : String(decoding: rounded, as: UTF8.self)
  }

  private func hiding(_ credentials: [[UInt8]], in bytes: [UInt8]) -> [UInt8] {
    guard !credentials.isEmpty else { return bytes }
    // A truncated message may end within a credential.
    let closing = Set(".…”\")".utf8)
    let end = bytes.lastIndex { !closing.contains($0) }.map { $0 + 1 } ?? 0
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      let rest = bytes[at...]
      let longest = credentials.reduce(0) { $1.count > $0 && rest.starts(with: $1) ? $1.count : $0 }
      if longest > 0 {
        result += Self.dots
        at += longest
      } else if end - at >= 6, credentials.contains(where: { $0.starts(with: bytes[at..<end]) }) {
        result += Self.dots
        at = end
      } else {
        result.append(bytes[at])
        at += 1
      }
    }
    return result
  }

  // MARK: Finding

  package static func plain(_ name: String) -> String { name.lowercased().filter { $0 != "-" && $0 != "_" } }

  /// Returns the ways in which a credential may be written: literally, in percent encoding, in JSON and HTML, and in Base64.
  private static func spellings(of credential: String) -> [[UInt8]] {
    let bytes = Array(credential.utf8)
    let encoded = Array(PercentEncoding.encode(credential).utf8)
    var lowered = encoded
    // `%2F` as `%2f`: the bit changes letters alone.
    for index in lowered.indices.dropLast(2) where encoded[index] == UInt8(ascii: "%") {
      lowered[index + 1] |= 0x20
      lowered[index + 2] |= 0x20
    }
    var quoted = JSONText()
    quoted.value(credential)
    let json = Array(quoted.bytes.dropFirst().dropLast())
    let html = replacing([("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")], in: bytes)
    let slashes = replacing([("/", "\\/")], in: json)
    return [bytes, encoded, lowered, html, json, slashes, Array(Base64.text(of: bytes).utf8)]
  }

  private static func replacing(_ pairs: [(Unicode.Scalar, String)], in bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { byte -> [UInt8] in
      pairs.first { UInt8(ascii: $0.0) == byte }.map { Array($0.1.utf8) } ?? [byte]
    }
  }

  /// Returns the parts of the user information in an address.
  private static func login(in url: String) -> [String] {
    guard let authority = url.authority else { return [] }
    return authority.lastIndex(of: UInt8(ascii: "@")).map { login(Substring(authority[..<$0])) } ?? []
  }

  private static func login(_ text: Substring) -> [String] {
    [String(text)] + text.split(separator: ":", maxSplits: 1).map { PercentEncoding.decode($0) }
  }

  /// Returns the secret values of a query or a form, literal and decoded.
  private static func items(of text: Substring, _ isSecret: (String) -> Bool) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "&")).flatMap { item -> [String] in
      let name = item.prefix { $0 != UInt8(ascii: "=") }
      guard isSecret(PercentEncoding.decode(Substring(name))) else { return [] }
      let value = Substring(item.dropFirst(name.count + 1))
      return [String(value), PercentEncoding.decode(value)]
    }
  }

  private static func find(in json: AQJSON, _ isSecret: (String) -> Bool, _ found: inout [String]) {
    for element in (try? json.elements) ?? [] { find(in: element, isSecret, &found) }
    for (name, value) in (try? json.members) ?? [] {
      if isSecret(name), let text = try? value.string(acceptingNumber: true) { found.append(text) }
      find(in: value, isSecret, &found)
    }
  }
}

extension AirSecret {
  /// Returns the credentials among the stored properties of a value, such as an adapter.
  static func held(by value: Any, depth: Int = 5) -> [AirSecret] {
    if let secret = value as? AirSecret { return [secret] }
    guard depth > 0 else { return [] }
    return Mirror(reflecting: value).children.flatMap { held(by: $0.value, depth: depth - 1) }
  }
}
