import AQKit

/// A straightforward implementation of a breakpoint table in decimal, as on paper: the number's text is rounded by the
/// standard, looked up row by row and interpolated as a fraction.
struct DecimalReference {
  /// A fraction with a positive denominator.
  struct Ratio {
    var top: Int128
    var bottom: Int128

    private static let powers: [Int128] = (0..<30).reduce(into: [1]) { powers, place in
      powers.append(powers[place] * 10)
    }

    /// The fraction for the shortest text of a double, which has at most 17 digits.
    static func of(_ text: String) -> Ratio {
      var digits = 0
      var decimals = 0
      var exponent = 0
      var sign = 1
      var isAfterPoint = false
      var isExponent = false
      for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "."): isAfterPoint = true
        case UInt8(ascii: "e"): isExponent = true
        case UInt8(ascii: "-"): sign = -1
        case UInt8(ascii: "+"): sign = 1
        default:
          let digit = Int(byte) - 48
          if isExponent {
            exponent = exponent * 10 + digit
          } else {
            digits = digits * 10 + digit
            if isAfterPoint { decimals += 1 }
          }
        }
      }
      // The smallest doubles have exponents that no table distinguishes from 10^-25.
      if isExponent, sign < 0, exponent > 25 { return Ratio(top: 1, bottom: powers[25]) }
      return sign < 0
        ? Ratio(top: Int128(digits), bottom: powers[decimals] * powers[exponent])
        : Ratio(top: Int128(digits) * powers[exponent], bottom: powers[decimals])
    }

    static func < (left: Ratio, right: Ratio) -> Bool { left.top * right.bottom < right.top * left.bottom }
    static func == (left: Ratio, right: Ratio) -> Bool { left.top * right.bottom == right.top * left.bottom }
  }

  private let rules: BreakpointIndex.Scale.Rules
  private let rows: [(lower: Ratio, upper: Ratio?, lowerIndex: Int128, upperIndex: Int128?)]

  init(_ scale: BreakpointIndex.Scale) {
    rules = scale.rules
    rows = scale.rows.map {
      (
        Ratio.of("\($0.lower)"), $0.upper.map { Ratio.of("\($0)") }, Int128($0.lowerIndex),
        $0.upperIndex.map { Int128($0) }
      )
    }
  }

  /// The index of a number that is not negative, or a code.
  func number(_ concentration: Double) -> Int32 {
    let exact = rounded(Ratio.of("\(concentration)"))
    for place in rows.indices {
      let row = rows[place]
      let isFirst = place == 0
      let sharesEdge = !isFirst && rows[place - 1].upper.map { $0 == row.lower } ?? false
      let begins =
        rules.edges == .lowerInclusive || isFirst || !sharesEdge
        ? !(exact < row.lower) : row.lower < exact
      guard begins else {
        guard rules.fillsGaps, !isFirst, let end = rows[place - 1].upper,
          let endIndex = rows[place - 1].upperIndex
        else { return AQIValue.Code.undefined }
        let twice = Ratio(top: 2 * exact.top, bottom: exact.bottom)
        let sum = Ratio(
          top: end.top * row.lower.bottom + row.lower.top * end.bottom, bottom: end.bottom * row.lower.bottom)
        return Int32(twice < sum ? endIndex : row.lowerIndex)
      }
      guard let upper = row.upper else {
        guard let upperIndex = row.upperIndex else { return beyond(exact, row.lower, row.lowerIndex) }
        return Int32(upperIndex)
      }
      let isInside =
        rules.edges == .lowerInclusive && rules.rounding == .none ? exact < upper : !(upper < exact)
      if isInside {
        return Int32(integer(interpolated(exact, row.lower, upper, row.lowerIndex, row.upperIndex ?? 0)))
      }
    }
    guard let last = rows.last else { return AQIValue.Code.undefined }
    return beyond(exact, last.upper ?? last.lower, last.upperIndex ?? last.lowerIndex)
  }

  private func beyond(_ exact: Ratio, _ end: Ratio, _ index: Int128) -> Int32 {
    switch rules.beyond {
    case .undefined: return AQIValue.Code.undefined
    case .open: return AQIValue.Code.open
    case .cap: return Int32(index)
    case .extrapolate:
      if let slope = rules.beyondSlope {
        let per = Ratio.of("\(slope)")
        let over = Ratio(
          top: exact.top * end.bottom - end.top * exact.bottom, bottom: exact.bottom * end.bottom)
        return Int32(
          integer(
            Ratio(
              top: over.top * per.top + index * over.bottom * per.bottom, bottom: over.bottom * per.bottom)))
      }
      let closed = rows.last { $0.upper != nil && $0.upperIndex != nil }
      guard let row = closed, let upper = row.upper, let upperIndex = row.upperIndex else { return -9 }
      return Int32(integer(interpolated(exact, row.lower, upper, row.lowerIndex, upperIndex)))
    }
  }

  private func interpolated(_ c: Ratio, _ low: Ratio, _ high: Ratio, _ from: Int128, _ to: Int128) -> Ratio {
    // from + (c − low)·(to − from)/(high − low), with the decimals of the table brought to one denominator.
    let unit = max(low.bottom, high.bottom)
    let a = low.top * (unit / low.bottom)
    let width = high.top * (unit / high.bottom) - a
    return Ratio(
      top: from * width * c.bottom + (c.top * unit - a * c.bottom) * (to - from), bottom: width * c.bottom)
  }

  private func rounded(_ exact: Ratio) -> Ratio {
    guard rules.rounding != .none, let decimals = rules.decimals else { return exact }
    let power = (0..<decimals).reduce(Int128(1)) { power, _ in power * 10 }
    let whole = exact.top * power / exact.bottom
    let rest = exact.top * power % exact.bottom
    let step: Int128 =
      switch rules.rounding {
      case .none, .truncate: whole
      case .halfUp: 2 * rest >= exact.bottom ? whole + 1 : whole
      case .halfEven:
        2 * rest > exact.bottom || 2 * rest == exact.bottom && whole % 2 == 1 ? whole + 1 : whole
      }
    return Ratio(top: step, bottom: power)
  }

  private func integer(_ ratio: Ratio) -> Int128 {
    let whole = ratio.top / ratio.bottom
    let rest = ratio.top % ratio.bottom
    return switch rules.indexRounding {
    case .down: whole
    case .up: rest > 0 ? whole + 1 : whole
    case .halfUp: 2 * rest >= ratio.bottom ? whole + 1 : whole
    case .halfEven:
      2 * rest > ratio.bottom || 2 * rest == ratio.bottom && whole % 2 == 1 ? whole + 1 : whole
    }
  }
}
