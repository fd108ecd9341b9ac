import AQKit

extension Redaction {
  /// Returns the requested coordinates of a feed, from its address or from messages sent to it.
  func exactCoordinates(of endpoint: FeedEndpoint, _ sent: [FeedMessage]) -> [Double] {
    exactNumbers(
      in: exactTexts(in: RequestAddress(endpoint.url)) + sent.flatMap { exactTexts(in: $0.bytes) })
  }

  /// Returns the coordinates of a request that have three or more decimals.
  func exactCoordinates(of request: TransportRequest) -> [Double] {
    exactNumbers(
      in: exactTexts(in: RequestAddress(request.url))
        + (form(of: request).map(exactTexts) ?? exactTexts(in: request.body)))
  }

  private func exactTexts(in json: [UInt8]) -> [[UInt8]] {
    JSONMembers.values(in: json, of: isCoordinate).map { Array($0) }
  }

  private func exactTexts(in address: RequestAddress) -> [[UInt8]] {
    (address.items.filter { isCoordinate($0.name) }.map(\.value) + [address.path]).map { Array($0.utf8) }
  }

  /// Returns the numbers with three or more decimals in some texts, each once; none if coordinates aren't rounded.
  func exactNumbers(in texts: [[UInt8]]) -> [Double] {
    var numbers: [Double] = []
    for text in texts where roundsCoordinates {
      _ = Self.rounding(in: text) { number, decimals in
        if decimals >= 3 { numbers.append(number) }
        return false
      }
    }
    return numbers.unique
  }

  /// Returns a part of a request as a recording has it: a recorder rounds the query's coordinates wherever they are, and no
  /// other number.
  func rounded(_ asked: [UInt8], asIn recorded: [UInt8]) -> [UInt8] {
    guard roundsCoordinates else { return asked }
    let kept = exactNumbers(in: [recorded])
    return Self.rounding(in: asked) { number, decimals in decimals >= 3 && !kept.contains(number) }
  }

  /// Returns bytes in which numbers of three or more decimals are rounded if they equal one of these in single precision, or
  /// repeat it to four decimals, about 10 m.
  static func rounding(_ exact: [Double], in bytes: [UInt8]) -> [UInt8] {
    if exact.isEmpty { return bytes }
    return rounding(in: bytes) { number, decimals in
      // Some services count western longitudes from 180 to 360, where single precision is coarser. A short number below 1
      // may as well be a concentration.
      decimals >= 3 && exact.contains { abs($0 - number) < 1e-5 || abs(360 - $0 - number) < 2e-5 }
        || decimals == 4 && number >= 1 && exact.contains { isShort(number, of: $0) }
    }
  }

  /// Returns whether a number is another one, rounded or truncated to four decimals.
  private static func isShort(_ number: Double, of exact: Double) -> Bool {
    // A number of four decimals may be a little less than a whole multiple.
    let (short, long) = ((number * 1e4).rounded(), exact * 1e4)
    return short == long.rounded() || short == (long + 1e-5).rounded(.down)
  }

  static func rounding(_ exact: [Double], in text: String) -> String {
    String(decoding: rounding(exact, in: Array(text.utf8)), as: UTF8.self)
  }

  /// Returns a text with all its decimal numbers rounded to one decimal.
  static func roundedNumbers(_ text: String) -> String {
    String(decoding: rounding(in: Array(text.utf8)) { $1 > 1 }, as: UTF8.self)
  }

  /// Returns bytes with the chosen decimal numbers rounded to one decimal. Their sign isn't part of them, nor are the digits
  /// of an escape such as `%20`; text with two points isn't a number.
  private static func rounding(
    in bytes: [UInt8], where isChosen: (_ number: Double, _ decimals: Int) -> Bool
  ) -> [UInt8] {
    let (point, minus) = (UInt8(ascii: "."), UInt8(ascii: "-"))
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      let run = bytes[at...].prefix { $0.isDigit || $0 == point }
      // A point at the end closes a sentence.
      let token = bytes[at..<(run.lastIndex { $0 != point }.map { $0 + 1 } ?? at)]
      var next = max(run.endIndex, at + 1)
      if let mark = token.firstIndex(of: point), let number = Double(String(decoding: token, as: UTF8.self)),
        number < 1e6, isChosen(number, token.endIndex - mark - 1)
      {
        let tenths = (number * 10).rounded() / 10
        let isNegative = result.last == minus && result.dropLast().last?.isDigit != true
        if tenths == 0, isNegative { result.removeLast() }
        result += Array(tenths.plainText.utf8) + bytes[token.endIndex..<next]
      } else {
        if bytes[at] == UInt8(ascii: "%"), bytes[next...].prefix(2).allSatisfy(\.isHexDigit) {
          next = min(at + 3, bytes.count)
        }
        result += bytes[at..<next]
      }
      at = next
    }
    return result
  }
}
