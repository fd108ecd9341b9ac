import AQKit

extension Redaction {
  /// Returns the requested coordinates of a feed, from its address or from messages sent to it.
  func exactCoordinates(of endpoint: FeedEndpoint, _ sent: [FeedMessage]) -> [String] {
    guard roundsCoordinates else { return [] }
    return Self.exactNumbers(
      in: exactTexts(in: RequestAddress(endpoint.url)) + sent.flatMap { exactTexts(in: $0.bytes) })
  }

  /// Returns the coordinates of a request as it spells them, if they have three or more decimals.
  func exactCoordinates(of request: TransportRequest) -> [String] {
    guard roundsCoordinates else { return [] }
    return Self.exactNumbers(
      in: exactTexts(in: RequestAddress(request.url))
        + (form(of: request).map(exactTexts) ?? exactTexts(in: request.body)))
  }

  /// Rounds repeated coordinates in a text: those of a query in any spelling, and exact ones as requests spell them.
  func roundingEchoes(in text: String, of query: AirQuery, _ exact: [String]) -> String {
    guard roundsCoordinates, text.utf8.contains(where: { $0.isDigit }) else {
      return text
    }
    let rounded = String(decoding: Self.rounding(exact, in: Array(text.utf8)), as: UTF8.self)
    return RequestSecrets(about: query).roundingCoordinates(in: rounded)
  }

  private func exactTexts(in json: [UInt8]) -> [String] {
    guard JSONMembers.isJSON(json) else { return [] }
    var texts: [String] = []
    _ = JSONMembers.rewritten(json) { name in
      guard isCoordinate(name) else { return nil }
      return .rewrite { value in
        texts.append(String(decoding: value, as: UTF8.self))
        return Array(value)
      }
    }
    return texts
  }

  private func exactTexts(in address: RequestAddress) -> [String] {
    address.items.filter { isCoordinate($0.name) }.map(\.value)
      + address.path.split(separator: "/").map(String.init)
  }

  /// Returns the numbers with three or more decimals in some texts; longer ones first.
  private static func exactNumbers(in texts: [String]) -> [String] {
    let numbers = texts.flatMap { split($0).filter { decimals($0) >= 3 && Double($0) != nil } }
    return Set(numbers).sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
  }

  static func rounding(_ exact: [String], in bytes: [UInt8]) -> [UInt8] {
    exact.reduce(bytes) { $0.replacing(Array($1.utf8), with: Array(roundedNumbers($1).utf8)) }
  }

  func rounded(path: String) -> String {
    guard roundsCoordinates else { return path }
    return path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      Self.split(String(segment)).contains { Self.decimals($0) >= 2 }
        ? Self.roundedNumbers(String(segment)) : String(segment)
    }.joined(separator: "/")
  }

  /// Returns a text with all its decimal numbers rounded to one decimal.
  static func roundedNumbers(_ text: String) -> String {
    split(text).map { part in
      guard decimals(part) > 1, let number = Double(part), number.magnitude < 1e6 else { return part }
      let tenths = (number * 10).rounded() / 10
      return (tenths == 0 ? 0 : tenths).plainText
    }.joined()
  }

  /// Returns the number of decimals in a number; 0 for other text.
  private static func decimals(_ text: String) -> Int {
    guard let point = text.firstIndex(of: "."), Double(text) != nil else { return 0 }
    return text.distance(from: point, to: text.endIndex) - 1
  }

  /// Splits a text alternately into numbers and the text between them.
  private static func split(_ text: String) -> [String] {
    var parts: [String] = []
    var current = ""
    var wasNumber = false
    for scalar in text.unicodeScalars {
      let isNumber = ("0"..."9").contains(scalar) || scalar == "." || scalar == "-"
      if isNumber != wasNumber, !current.isEmpty {
        parts.append(current)
        current = ""
      }
      current.unicodeScalars.append(scalar)
      wasNumber = isNumber
    }
    if !current.isEmpty { parts.append(current) }
    return parts
  }
}
