/// The credentials of a request, hidden in a text that may repeat what a service said.
///
/// Known are the header fields that are marked as secret, and the header fields and query items with the name of a declared credential or
/// with a usual one. Values of fewer than four bytes are left alone: they would be found everywhere.
package struct RequestCredentials: Sendable {
  private static let usualNames: Set<String> = [
    "apikey", "xapikey", "key", "appid", "appkey", "token", "accesstoken", "authtoken", "secret", "password",
    "auth", "signature",
  ]

  private let values: [[UInt8]]

  /// The credentials of a request, and those that are so named.
  package init(of request: TransportRequest, named names: [String] = []) {
    let secret = Self.usualNames.union(names.map(Self.plain))
    var found: [String] = []
    for header in request.headers where header.isSecret || secret.contains(Self.plain(header.name)) {
      found.append(header.value)
      // In `Bearer abc`, `abc` is the secret.
      if let space = header.value.firstIndex(of: " ") {
        found.append(String(header.value[header.value.index(after: space)...]))
      }
    }
    let query = request.url.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst()
      .prefix { $0 != UInt8(ascii: "#") }
    for item in query.split(separator: UInt8(ascii: "&")) {
      let name = item.prefix { $0 != UInt8(ascii: "=") }
      guard secret.contains(Self.plain(PercentEncoding.decode(Substring(name)))) else { continue }
      let value = Substring(item.dropFirst(name.count + 1))
      found += [String(value), PercentEncoding.decode(value)]
    }
    let bytes = Set(found).map { Array($0.utf8) }.filter { $0.count >= 4 }
    values = bytes.sorted { $0.count > $1.count }
  }

  private static func plain(_ name: String) -> String { name.lowercased().filter { $0 != "-" && $0 != "_" } }

  /// A text with dots in place of each credential.
  package func hidden(in text: String) -> String {
    guard !values.isEmpty else { return text }
    var rest = Array(text.utf8)[...]
    var result: [UInt8] = []
    while let byte = rest.first {
      if let value = values.first(where: { rest.starts(with: $0) }) {
        result += "•••".utf8
        rest = rest.dropFirst(value.count)
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// An error without a credential in its message.
  package func hidden(in error: AQError) -> AQError {
    var copy = error
    copy.message = hidden(in: error.message)
    return copy
  }
}
