import Foundation

/// The parts of an address for recordings, without user information.
struct RequestAddress {
  /// Scheme, host and port, such as `https://api.example.org`.
  var origin: String
  /// The user information and its password; empty if there is none.
  private(set) var login: [String] = []
  /// The path, as encoded.
  var path: String
  /// Encoded names and values of the query, in order.
  var items: [(name: String, value: String)]

  init(_ url: String) {
    // A combining mark after `&` is one character with it, but an address consists of scalars.
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

  /// The address.
  var text: String {
    let query = items.map { $0.value.isEmpty ? $0.name : "\($0.name)=\($0.value)" }.joined(separator: "&")
    return origin + path + (query.isEmpty ? "" : "?\(query)")
  }

  /// The decoded text of a query's part, for comparison and for people.
  static func decoded(_ text: String) -> String {
    let spaced = text.replacing("+", with: " ")
    return spaced.removingPercentEncoding ?? spaced
  }
}
