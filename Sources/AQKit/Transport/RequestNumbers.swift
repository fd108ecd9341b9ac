/// The coordinates of a request, which are found in any text: those of the query's points, of its boxes' corners and
/// centres, and all decimal numbers of the request itself, which may be those of a box around a point.
///
/// A number in a text matches a coordinate if it has two or more decimals and agrees to that precision: `52.52`, `52.5200`,
/// `52,52`, `52%2E52` and `52.52000122` are. A number with fewer decimals counts only if the same text has another
/// coordinate, because `52.5` alone may be anything.
struct RequestNumbers: Sendable {
  struct Found {
    /// The bytes of the number, without a sign.
    let range: Range<Int>
    let value: Double
    let decimals: Int

    /// The number rounded to tenths; nil if it has fewer than three decimals.
    var tenths: [UInt8]? {
      guard decimals >= 3 else { return nil }
      let tenths = (value * 10).rounded() / 10
      return Array((tenths == 0 ? 0 : tenths).plainText.utf8)
    }
  }

  /// The magnitudes in ascending order.
  private let sorted: [Double]

  /// Collects the coordinates of a query and the numbers with decimals in the parts of a request.
  init(of query: AirQuery?, in parts: [[UInt8]]) {
    var degrees: [Double] = []
    for place in query?.places ?? [] {
      switch place {
      case .near(let point): degrees += [point.latitude, point.longitude]
      case .area(let box):
        let middle = (box.west + box.east + (box.west <= box.east ? 0 : 360)) / 2
        degrees += [box.south, box.west, box.north, box.east, (box.south + box.north) / 2]
        degrees.append(middle > 180 ? middle - 360 : middle)
      case .site, .city: break
      }
    }
    // Some services count longitudes from 0 to 360.
    degrees += degrees.filter { $0 < 0 }.map { $0 + 360 }
    for part in parts {
      degrees += Self.found(in: part).filter { $0.decimals > 0 && $0.value > 0 }.map(\.value)
    }
    sorted = degrees.map(\.magnitude).sorted()
  }

  /// Returns the bytes with each number that matches one of these replaced by a text, or rounded to tenths without one.
  func replaced(in bytes: [UInt8], by text: [UInt8]? = nil) -> [UInt8] {
    guard !sorted.isEmpty else { return bytes }
    let found = Self.found(in: bytes, lookingFor: self).compactMap { number in
      match(number).map { (number: number, match: $0) }
    }
    let isBesideAnother = found.contains { $0.match.value != found[0].match.value }
    var result: [UInt8] = []
    var end = 0
    for (number, match) in found where match.isSure || isBesideAnother {
      guard let text = text ?? number.tenths else { continue }
      result += bytes[end..<number.range.lowerBound] + text
      end = number.range.upperBound
    }
    return end == 0 ? bytes : result + bytes[end...]
  }

  /// Returns the number among these that equals another to its written precision, rounded or truncated, at least in single
  /// precision; and whether it can hardly be a different one.
  private func match(_ number: Found) -> (value: Double, isSure: Bool)? {
    if number.decimals == 0 {
      // Degrees times 10^5, 10^6 or 10^7, which some devices send.
      for scale in [1e5, 1e6, 1e7] where number.value >= 1e6 {
        if let match = nearest(to: number.value / scale, within: 1.5e-5) { return (match, true) }
      }
      return nearest(to: number.value, within: 0).map { ($0, false) }
    }
    let step = (0..<min(number.decimals, 9)).reduce(1.0) { step, _ in step / 10 }
    let tolerance = max(step, 1e-5) * 1.000_001
    return nearest(to: number.value, within: tolerance).map { ($0, number.decimals > 1) }
  }

  private func nearest(to value: Double, within tolerance: Double) -> Double? {
    let first = sorted.indices.firstPassing { !(sorted[$0] < value - tolerance) }
    return first < sorted.count && sorted[first] <= value + tolerance ? sorted[first] : nil
  }

  // MARK: Scanning

  /// Returns the numbers in a text. A comma counts as a decimal separator if that gives a number being searched for.
  private static func found(in bytes: [UInt8], lookingFor numbers: RequestNumbers? = nil) -> [Found] {
    var found: [Found] = []
    var at = 0
    while at < bytes.count {
      guard bytes[at].isDigit else {
        // The digits of an escape such as `%20` aren't part of the number after it.
        let isEscape =
          bytes[at] == UInt8(ascii: "%") && bytes[(at + 1)...].prefix(2).count(where: \.isHexDigit) == 2
        at += isEscape ? 3 : 1
        continue
      }
      let start = at
      let whole = digits(bytes, &at)
      let (mark, isPoint) = decimalMark(bytes, at)
      var next = at + mark
      if mark > 0, next < bytes.count, bytes[next].isDigit {
        let fraction = digits(bytes, &next)
        if isPoint, next + 1 < bytes.count, bytes[next] == UInt8(ascii: "."), bytes[next + 1].isDigit {
          // An IP address, a version or a date isn't a number.
          while next < bytes.count, bytes[next].isDigit || bytes[next] == UInt8(ascii: ".") { next += 1 }
          at = next
          continue
        }
        let number = Found(
          range: start..<next, value: Double("\(whole).\(fraction)") ?? .nan, decimals: fraction.utf8.count)
        if isPoint || number.decimals > 1 && numbers?.match(number) != nil {
          found.append(number)
          at = next
          continue
        }
      }
      found.append(Found(range: start..<at, value: Double(whole) ?? .nan, decimals: 0))
    }
    return found
  }

  private static func digits(_ bytes: [UInt8], _ at: inout Int) -> String {
    let start = at
    while at < bytes.count, bytes[at].isDigit { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  /// Returns the length of a decimal point or comma, also in percent encoding, and whether it is a point; 0 for
  /// anything else.
  private static func decimalMark(_ bytes: [UInt8], _ at: Int) -> (length: Int, isPoint: Bool) {
    for (mark, isPoint) in decimalMarks where bytes[at...].starts(with: mark) { return (mark.count, isPoint) }
    return (0, false)
  }

  private static let decimalMarks: [(text: [UInt8], isPoint: Bool)] = [
    (".", true), (",", false), ("%2E", true), ("%2e", true), ("%2C", false), ("%2c", false),
  ].map { (text: String, isPoint: Bool) in (text: Array(text.utf8), isPoint: isPoint) }
}
