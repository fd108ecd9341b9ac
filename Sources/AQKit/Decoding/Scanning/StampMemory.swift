/// Reads times that resemble the previous one: with the same seconds and offset, only the hour, the minute and a
/// changed date are read.
@usableFromInline package struct StampMemory {
  /// The first eight bytes of the date.
  @usableFromInline var head: UInt64 = 0
  /// The last two digits of the day and the byte after them.
  @usableFromInline var day: UInt64 = 0
  /// The bytes after the minute: seconds and offset, up to nine bytes.
  @usableFromInline var tail: UInt64 = 0
  @usableFromInline var tailMask: UInt64 = 0
  @usableFromInline var last: UInt8 = 0
  /// The length of a whole time in bytes; 0 if none is remembered.
  @usableFromInline var length = 0
  @usableFromInline var days: Int64 = 0
  /// The moment at which the day begins: hour 0, minute 0.
  @usableFromInline var midnight: Int64 = 0

  package init() {}

  @inlinable static var dayMask: UInt64 { 0xFF_FFFF }

  /// Reads the time at `position` as seconds since 1970 in UTC and remembers its date; nil, without
  /// advancing, for anything else. The caller checks the next byte: a longer time is only read up to the
  /// remembered length.
  @inlinable @inline(__always)
  package mutating func read(_ bytes: RawSpan, _ position: inout Int) -> Int64? {
    let at = position
    // The time and one byte after it.
    guard length > 0, bytes.byteCount &- at >= 26 else { return nil }
    let middle = EightBytes.load(bytes, at: at &+ 8)
    guard (EightBytes.load(bytes, at: at &+ 16) & tailMask) ^ tail == 0,
      length < 25 || EightBytes.byte(bytes, at: at &+ 24) == last,
      let minutes = Self.minutes(middle)
    else { return nil }
    let date = EightBytes.load(bytes, at: at)
    if (date ^ head) | ((middle & Self.dayMask) ^ day) == 0 {
      position = at &+ length
      return midnight &+ minutes &* 60
    }
    guard (middle ^ day) & 0xFF_0000 == 0, let days = Self.days(date, middle) else { return nil }
    position = at &+ length
    midnight &+= (days &- self.days) &* 86_400
    self.days = days
    head = date
    day = middle & Self.dayMask
    return midnight &+ minutes &* 60
  }

  package mutating func remember(_ bytes: RawSpan, _ range: Range<Int>, is instant: Int64) {
    guard (16...25).contains(range.count), bytes.byteCount &- range.lowerBound >= 26,
      let minutes = Self.minutes(EightBytes.load(bytes, at: range.lowerBound &+ 8)),
      let days = Self.days(
        EightBytes.load(bytes, at: range.lowerBound), EightBytes.load(bytes, at: range.lowerBound &+ 8))
    else { return }
    self.days = days
    length = range.count
    head = EightBytes.load(bytes, at: range.lowerBound)
    day = EightBytes.load(bytes, at: range.lowerBound &+ 8) & Self.dayMask
    let behind = min(length &- 16, 8)
    tailMask = behind == 0 ? 0 : .max >> UInt64(truncatingIfNeeded: 64 &- 8 &* behind)
    tail = EightBytes.load(bytes, at: range.lowerBound &+ 16) & tailMask
    last = EightBytes.byte(bytes, at: range.lowerBound &+ 24)
    midnight = instant &- minutes &* 60
  }

  /// Returns the minutes since midnight of the `hh:mm` in the five highest bytes of a word; nil for anything else.
  @inlinable @inline(__always)
  static func minutes(_ word: UInt64) -> Int64? {
    let digits = EightBytes.digitValues(word)
    guard EightBytes.nonDigits(digits) >> 24 == 0x00_0080_0000,
      (word >> 40) & 0xFF == UInt64(UInt8(ascii: ":"))
    else { return nil }
    let hour = ((digits >> 24) & 0xFF) &* 10 &+ ((digits >> 32) & 0xFF)
    let minute = ((digits >> 48) & 0xFF) &* 10 &+ ((digits >> 56) & 0xFF)
    guard hour <= 23, minute <= 59 else { return nil }
    return Int64(truncatingIfNeeded: hour &* 60 &+ minute)
  }

  /// Returns the days since 1970 for `yyyy-mm-` and the first two digits of the next word; nil for anything else, and
  /// for the years 0, 1 and 9999.
  @inlinable @inline(__always)
  static func days(_ word: UInt64, _ next: UInt64) -> Int64? {
    let digits = EightBytes.digitValues(word)
    let more = EightBytes.digitValues(next)
    guard EightBytes.nonDigits(digits) == 0x8000_0080_0000_0000, EightBytes.nonDigits(more) & 0x8080 == 0,
      digits >> 56 == 0x1D, (digits >> 32) & 0xFF == 0x1D
    else { return nil }
    func pair(_ shift: UInt64, of word: UInt64) -> Int {
      Int(truncatingIfNeeded: ((word >> shift) & 0xFF) &* 10 &+ ((word >> (shift &+ 8)) & 0xFF))
    }
    let year = pair(0, of: digits) &* 100 &+ pair(16, of: digits)
    let month = pair(40, of: digits)
    let day = pair(0, of: more)
    // At the bounds of the years 1 to 9999 the result depends on the offset, which is not known here.
    guard year > 1, year < 9999, month >= 1, month <= 12, day >= 1,
      day <= 28 || day <= CivilDate.days(inMonth: month, of: year)
    else {
      return nil
    }
    return Int64(CivilDate.days(year, month, day))
  }
}
