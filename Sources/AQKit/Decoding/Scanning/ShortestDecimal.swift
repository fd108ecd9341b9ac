/// The shortest decimal text of a double that reads back as the same double.
package enum ShortestDecimal {
  /// Appends the text of a number, as JSON spells it: `12`, `12.5`, `1e-07`; `null` for NaN and the infinities.
  package static func append(_ number: Double, to bytes: inout [UInt8]) {
    guard number.isFinite else {
      bytes.append(contentsOf: "null".utf8)
      return
    }
    // For numbers with few decimals: the text of k / 10^n for the smallest n that reproduces the number. At most one
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

  /// Appends a column of numbers as an array, such as `[12,12.5,null]`.
  package static func append(column: [Double], to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    // A sign, nine digits with a point, and a comma: longer numbers are written separately.
    let most = 16
    var index = 0
    while index < column.count {
      let start = bytes.count
      let end = min(column.count, index + 256)
      bytes.append(contentsOf: repeatElement(0, count: (end - index) * most))
      var length = 0
      bytes.withUnsafeMutableBufferPointer { buffer in
        while index < end, let next = write(column[index], to: buffer, at: start &+ length) {
          length = next &- start
          index += 1
        }
      }
      bytes.removeLast(bytes.count - start - length)
      if index < end {
        append(column[index], to: &bytes)
        bytes.append(UInt8(ascii: ","))
        index += 1
      }
    }
    if column.isEmpty { bytes.append(UInt8(ascii: "]")) } else { bytes[bytes.count - 1] = UInt8(ascii: "]") }
  }

  /// Writes a gap, or a number with up to two decimals, and a comma; at most 16 bytes. Returns the offset after it; nil for
  /// a larger number, or one with more decimals.
  @inline(__always)
  private static func write(_ number: Double, to buffer: UnsafeMutableBufferPointer<UInt8>, at start: Int)
    -> Int?
  {
    var at = start
    func put(_ byte: UInt8) {
      buffer[at] = byte
      at &+= 1
    }
    guard number.magnitude < 1e7 else {
      guard number.isNaN else { return nil }
      for byte in "null,".utf8 { put(byte) }
      return at
    }
    // As in `append(_:to:)`; half up is enough here, since the division decides.
    var digits = UInt32(number.magnitude * 10 + 0.5)
    var places = 1
    if Double(digits) / 10 != number.magnitude {
      digits = UInt32(number.magnitude * 100 + 0.5)
      places = 2
      guard Double(digits) / 100 == number.magnitude else { return nil }
    } else if digits % 10 == 0 {
      digits /= 10
      places = 0
    }
    if number.sign == .minus { put(UInt8(ascii: "-")) }
    var count = places &+ 1
    var limit: UInt32 = places == 0 ? 10 : places == 1 ? 100 : 1_000
    while digits >= limit {
      count &+= 1
      limit &*= 10
    }
    let end = at &+ count &+ (places > 0 ? 1 : 0)
    var back = end
    for place in 0..<count {
      if place == places, place > 0 {
        back &-= 1
        buffer[back] = UInt8(ascii: ".")
      }
      back &-= 1
      buffer[back] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digits % 10)
      digits /= 10
    }
    at = end
    put(UInt8(ascii: ","))
    return at
  }

  /// Appends a whole number with a decimal point before its last digits.
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
