/// Times in ISO 8601 and RFC 3339, to whole seconds.
///
/// Accepts `2026-08-01`, `2026-08-01T06:00`, `2026-08-01T06:00:30` and `2026-08-01T06:00:30.25`, with a space or `t`
/// instead of `T`, a comma instead of the point, and after the time of day nothing, `Z`, `z`, `+05:30`, `+0530` or
/// `+05`. Years are 0000 to 9999, offsets at most 18 hours. A date that doesn't exist is refused. It is the package's
/// only reader of such times.
///
/// - A fraction of a second is dropped.
/// - Second 60, a leap second, is read as the first second of the next minute, because POSIX time has no leap seconds.
/// - `24:00` and `24:00:00` are read as the next day's 00:00.
package enum ISO8601 {
  package struct Stamp: Sendable {
    /// The parts of the time that were written.
    package enum Precision: Sendable {
      case day, minute, second
    }

    /// Seconds from 1970-01-01T00:00 to the written clock time, regardless of its offset.
    package fileprivate(set) var clock: Int64
    /// The written offset in seconds east of UTC; nil if there is none.
    package fileprivate(set) var offset: Int?
    /// The parts of the time that were written.
    package fileprivate(set) var precision: Precision

    /// Returns the seconds since 1970 in UTC; nil without a written or given offset. `offset` is the offset for times
    /// without one, in seconds east of UTC.
    @inline(__always)
    package func instant(assuming offset: Int? = nil) -> Int64? {
      guard let offset = self.offset ?? offset else { return nil }
      return clock &- Int64(offset)
    }
  }

  package enum Fault: Error {
    case endOfInput, invalidTime
  }

  /// Reads a string that is exactly one time; nil for anything else.
  package static func stamp(_ text: String) -> Stamp? {
    var text = text
    return text.withUTF8 { buffer in
      let bytes = UnsafeRawBufferPointer(buffer).bytes
      var position = 0
      guard let stamp = try? scan(bytes, &position), position == bytes.byteCount else { return nil }
      return stamp
    }
  }

  package static func scan(_ bytes: RawSpan, _ position: inout Int) throws(Fault) -> Stamp {
    var at = position
    let year = try twoDigits(bytes, &at) &* 100 &+ twoDigits(bytes, &at)
    try mark(UInt8(ascii: "-"), bytes, &at)
    let month = try twoDigits(bytes, &at)
    try mark(UInt8(ascii: "-"), bytes, &at)
    let day = try twoDigits(bytes, &at)
    guard month &- 1 >= 0, month <= 12, day >= 1,
      day <= 28 || day <= CivilDate.days(inMonth: month, of: year)
    else { throw .invalidTime }
    var stamp = Stamp(
      clock: Int64(CivilDate.days(year, month, day)) &* 86_400, offset: nil, precision: .day)
    if startsTimeOfDay(bytes, at) {
      at &+= 1
      try timeOfDay(bytes, &at, into: &stamp)
      stamp.offset = try offset(bytes, &at)
    }
    position = at
    return stamp
  }

  // MARK: Parts

  /// Returns whether a time of day follows the date: a `T`, or a space and a digit.
  @inline(__always)
  private static func startsTimeOfDay(_ bytes: RawSpan, _ at: Int) -> Bool {
    guard at < bytes.byteCount else { return false }
    let next = byte(bytes, at: at)
    if next | 0x20 == UInt8(ascii: "t") { return true }
    guard next == UInt8(ascii: " "), at &+ 1 < bytes.byteCount else { return false }
    return byte(bytes, at: at &+ 1) &- UInt8(ascii: "0") <= 9
  }

  /// Reads `06:00`, `06:00:30` or `06:00:30.25`.
  @inline(__always)
  private static func timeOfDay(_ bytes: RawSpan, _ at: inout Int, into stamp: inout Stamp) throws(Fault) {
    let hour = try twoDigits(bytes, &at)
    try mark(UInt8(ascii: ":"), bytes, &at)
    let minute = try twoDigits(bytes, &at)
    var second = 0
    stamp.precision = .minute
    if at < bytes.byteCount, byte(bytes, at: at) == UInt8(ascii: ":") {
      at &+= 1
      second = try twoDigits(bytes, &at)
      stamp.precision = .second
      // A point or a comma, which differ in one bit.
      if at < bytes.byteCount, byte(bytes, at: at) | 2 == UInt8(ascii: ".") {
        at &+= 1
        let first = at
        while at < bytes.byteCount, byte(bytes, at: at) &- UInt8(ascii: "0") <= 9 { at &+= 1 }
        if at == first { throw at < bytes.byteCount ? .invalidTime : .endOfInput }
      }
    }
    guard minute <= 59, second <= 60, hour <= 23 || hour == 24 && minute == 0 && second == 0 else {
      throw .invalidTime
    }
    stamp.clock &+= Int64((hour &* 60 &+ minute) &* 60 &+ second)
  }

  /// Reads `Z`, `+05:30`, `+0530`, `+05`, or nothing.
  @inline(__always)
  private static func offset(_ bytes: RawSpan, _ at: inout Int) throws(Fault) -> Int? {
    guard at < bytes.byteCount else { return nil }
    let sign = byte(bytes, at: at)
    if sign | 0x20 == UInt8(ascii: "z") {
      at &+= 1
      return 0
    }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    at &+= 1
    let hours = try twoDigits(bytes, &at)
    var minutes = 0
    if at < bytes.byteCount {
      let next = byte(bytes, at: at)
      if next == UInt8(ascii: ":") { at &+= 1 }
      if next == UInt8(ascii: ":") || next &- UInt8(ascii: "0") <= 9 { minutes = try twoDigits(bytes, &at) }
    }
    guard minutes <= 59, hours &* 60 &+ minutes <= 18 &* 60 else { throw .invalidTime }
    let seconds = (hours &* 60 &+ minutes) &* 60
    return sign == UInt8(ascii: "-") ? 0 &- seconds : seconds
  }

  @inline(__always)
  private static func twoDigits(_ bytes: RawSpan, _ at: inout Int) throws(Fault) -> Int {
    guard bytes.byteCount &- at >= 2 else {
      let isDigit = at < bytes.byteCount && byte(bytes, at: at) &- UInt8(ascii: "0") <= 9
      throw at >= bytes.byteCount || isDigit ? .endOfInput : .invalidTime
    }
    let tens = byte(bytes, at: at) &- UInt8(ascii: "0")
    let ones = byte(bytes, at: at &+ 1) &- UInt8(ascii: "0")
    guard tens <= 9, ones <= 9 else { throw .invalidTime }
    at &+= 2
    return Int(tens) &* 10 &+ Int(ones)
  }

  @inline(__always)
  private static func mark(_ expected: UInt8, _ bytes: RawSpan, _ at: inout Int) throws(Fault) {
    guard at < bytes.byteCount else { throw .endOfInput }
    guard byte(bytes, at: at) == expected else { throw .invalidTime }
    at &+= 1
  }

  /// Returns the byte at `offset`, which must exist.
  @inline(__always)
  private static func byte(_ bytes: RawSpan, at offset: Int) -> UInt8 {
    unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}
