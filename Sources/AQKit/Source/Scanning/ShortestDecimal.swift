/// The shortest decimal text of a double that reads back as the same double.
package enum ShortestDecimal {
  /// Appends the text of a number, as JSON spells it: `12`, `12.5`, `1e-07`; `null` for NaN and the infinities.
  package static func append(_ number: Double, to bytes: inout [UInt8]) {
    guard number.isFinite else {
      bytes.append(contentsOf: "null".utf8)
      return
    }
    // For decimals with few places: the text of k / 10^n for the smallest n that reproduces the number. At most one
    // decimal of up to 15 digits lies between a double's neighbours, so this is the shortest.
    if number.magnitude < 1e9 {
      var scale = 1.0
      for places in 0...4 {
        let scaled = (number.magnitude * scale).rounded()
        if scaled / scale == number.magnitude {
          if number.sign == .minus { bytes.append(UInt8(ascii: "-")) }
          append(UInt64(scaled), places: places, to: &bytes)
          return
        }
        scale *= 10
      }
    }
    let text = number.description
    bytes.append(contentsOf: (text.hasSuffix(".0") ? text.dropLast(2) : text[...]).utf8)
  }

  /// Appends a whole number with a point before its last digits.
  private static func append(_ number: UInt64, places: Int, to bytes: inout [UInt8]) {
    var digits = number
    var places = places
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digits % 10))
      digits /= 10
      places -= 1
      if places == 0 { bytes.append(UInt8(ascii: ".")) }
    } while digits > 0 || places >= 0
    bytes[start...].reverse()
  }
}
