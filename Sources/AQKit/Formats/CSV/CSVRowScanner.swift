/// Reads rows of plain fields: times and values into the columns of ``CSVRows``; the rest is compared with a known
/// group or located.
struct CSVRowScanner {
  let delimiter: UInt8
  /// The forms of times that are read directly.
  private enum PlainTime {
    case iso8601(secondsFromUTC: Int?)
    case unixSeconds
    case unixMilliseconds
  }

  /// The form of the times; nil if they are read as strings.
  private let plainTime: PlainTime?
  private let noValue: [[UInt8]]
  /// Whether a number means no value.
  private let hasNumbersForNoValue: Bool
  private let valueCount: Int
  private var stamps = StampMemory()

  init(_ layout: PayloadFormat.CSVLayout, valueCount: Int) {
    self.valueCount = valueCount
    delimiter = layout.delimiter.utf8.first ?? UInt8(ascii: ",")
    plainTime = Self.plainTime(layout)
    noValue = layout.noValue.map { Array($0.utf8) }
    hasNumbersForNoValue = layout.noValue.contains { Double(decimal: $0) != nil }
  }

  var readsTimes: Bool { plainTime != nil }

  private static func plainTime(_ layout: PayloadFormat.CSVLayout) -> PlainTime? {
    guard layout.furtherTimes.isEmpty else { return nil }
    switch (layout.timeFormat.form, layout.timeFormat.zone) {
    case (.iso8601, nil): return .iso8601(secondsFromUTC: nil)
    case (.iso8601, .fixed(let offset)?) where (-64_800...64_800).contains(offset):
      return .iso8601(secondsFromUTC: offset)
    case (.unixSeconds, _): return .unixSeconds
    case (.unixMilliseconds, _): return .unixMilliseconds
    default: return nil
    }
  }

  /// Reads the time and the values of a row of a known group. Returns the offset of the next row, or −1 if the row is of
  /// another group, incomplete, or not plain.
  @inline(__always)
  mutating func scan(
    _ bytes: RawSpan, at start: Int, _ group: Int, of groups: borrowing CSVGroups, _ slots: [CSVPlan.Slot],
    isLast: Bool, _ row: Int, _ times: inout MutableSpan<Int64>, _ values: inout MutableSpan<Double>
  ) -> Int {
    var at = start
    let keys = groups.keys.keys.span.bytes
    var keyStart = groups.keys.start(of: group)
    var segment = group &* groups.keys.segmentCount
    let firstValue = row &* valueCount
    for slot in slots {
      let keyEnd = groups.keys.segmentEnds[segment]
      guard ByteKey.equal(bytes, at, keys, keyStart, keyEnd &- keyStart) else { return -1 }
      at &+= keyEnd &- keyStart
      keyStart = keyEnd
      segment &+= 1
      // The comparison of the next segment checks that the field ends here.
      switch slot.role {
      case .value(let column):
        if !hasNumbersForNoValue, let number = NumberScanner.short(bytes, &at) {
          values[firstValue &+ column] = number
        } else {
          guard let number = value(bytes, &at) else { return -1 }
          values[firstValue &+ column] = number
        }
      case .time:
        guard let instant = stamps.read(bytes, &at) ?? newTime(bytes, &at) else { return -1 }
        times[row] = instant
      case .furtherTime: return -1
      case .ignored:
        guard skip(slot.count &- 1, bytes, &at), skipField(bytes, &at) else { return -1 }
      }
    }
    let keyEnd = groups.keys.segmentEnds[segment]
    guard ByteKey.equal(bytes, at, keys, keyStart, keyEnd &- keyStart) else { return -1 }
    at &+= keyEnd &- keyStart
    guard at < bytes.byteCount else { return isLast ? at : -1 }
    if EightBytes.byte(bytes, at: at) == UInt8(ascii: "\r") { at &+= 1 }
    guard at < bytes.byteCount, EightBytes.byte(bytes, at: at) == UInt8(ascii: "\n") else { return -1 }
    return at &+ 1
  }

  /// Reads the time and the values of a row of any group, and locates the bytes before, between and after the slots. Returns
  /// the offset of the next row, or −1 if the row is incomplete or not plain.
  mutating func scan(
    _ bytes: RawSpan, at start: Int, _ plan: borrowing CSVPlan, _ row: Int,
    _ times: inout MutableSpan<Int64>, _ values: inout MutableSpan<Double>, _ segments: inout [Range<Int>]
  ) -> Int {
    segments.removeAll(keepingCapacity: true)
    var at = start
    var field = 0
    for slot in plan.slots {
      let segment = at
      guard skip(slot.field &- field, bytes, &at) else { return -1 }
      segments.append(segment..<at)
      switch slot.role {
      case .value(let column):
        guard let number = value(bytes, &at) else { return -1 }
        values[row &* valueCount &+ column] = number
      case .time:
        guard let instant = stamps.read(bytes, &at) ?? newTime(bytes, &at) else { return -1 }
        times[row] = instant
      case .furtherTime: return -1
      case .ignored: guard skip(slot.count &- 1, bytes, &at), skipField(bytes, &at) else { return -1 }
      }
      guard at >= bytes.byteCount || endsField(EightBytes.byte(bytes, at: at)) else { return -1 }
      field = slot.field &+ slot.count &- 1
    }
    let segment = at
    guard skip(plan.fieldCount &- 1 &- field, bytes, &at),
      plan.slots.last.map({ $0.field &+ $0.count == plan.fieldCount }) ?? false || skipField(bytes, &at),
      at < bytes.byteCount
    else { return -1 }
    var end = at
    if EightBytes.byte(bytes, at: at) == UInt8(ascii: "\r") { at &+= 1 }
    guard at < bytes.byteCount, EightBytes.byte(bytes, at: at) == UInt8(ascii: "\n") else { return -1 }
    // An ignored field may end with the carriage return.
    if end == at, end > segment, EightBytes.byte(bytes, at: end &- 1) == UInt8(ascii: "\r") { end &-= 1 }
    segments.append(segment..<end)
    return at &+ 1
  }

  /// Reads a value in any plain form and advances past it; NaN for no value, nil for anything else.
  private func value(_ bytes: RawSpan, _ at: inout Int) -> Double? {
    guard at < bytes.byteCount else { return nil }
    if endsField(EightBytes.byte(bytes, at: at)) { return .nan }
    if hasNumbersForNoValue, skipNoValue(bytes, &at) { return .nan }
    let start = at
    if let number = try? NumberScanner.double(bytes, &at) { return number }
    at = start
    return skipNoValue(bytes, &at) ? .nan : nil
  }

  /// Reads a time that differs from all previous ones; nil if there is none, its offset is unknown, or it is outside the
  /// years 1 to 9999.
  private mutating func newTime(_ bytes: RawSpan, _ at: inout Int) -> Int64? {
    let start = at
    let read: Int64? =
      switch plainTime {
      case nil: nil
      case .iso8601(let offset): (try? ISO8601.scan(bytes, &at))?.instant(assuming: offset)
      case .unixSeconds: try? TimeStamp.Format.seconds(bytes, &at, per: 1)
      case .unixMilliseconds: try? TimeStamp.Format.seconds(bytes, &at, per: 1000)
      }
    guard let read, AirTime(secondsSince1970: read).secondsSince1970 == read else { return nil }
    if case .iso8601? = plainTime { stamps.remember(bytes, start..<at, is: read) }
    return read
  }

  @inline(__always)
  private func endsField(_ byte: UInt8) -> Bool {
    byte == delimiter || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  /// Skips a string that means a missing value.
  private func skipNoValue(_ bytes: RawSpan, _ at: inout Int) -> Bool {
    for text in noValue where bytes.byteCount &- at >= text.count {
      let end = at &+ text.count
      guard end == bytes.byteCount || endsField(EightBytes.byte(bytes, at: end)),
        text.indices.allSatisfy({ EightBytes.byte(bytes, at: at &+ $0) == text[$0] })
      else { continue }
      at = end
      return true
    }
    return false
  }

  /// Skips a number of fields with the delimiters after them.
  @inline(__always)
  private func skip(_ count: Int, _ bytes: RawSpan, _ at: inout Int) -> Bool {
    var left = count
    while left > 0 {
      guard skipField(bytes, &at), at < bytes.byteCount, EightBytes.byte(bytes, at: at) == delimiter else {
        return false
      }
      at &+= 1
      left &-= 1
    }
    return true
  }

  /// Skips a plain or quoted field; returns false if it is incomplete.
  @inline(__always)
  private func skipField(_ bytes: RawSpan, _ at: inout Int) -> Bool {
    guard at < bytes.byteCount else { return false }
    if EightBytes.byte(bytes, at: at) == UInt8(ascii: "\"") {
      guard let close = CSVFields.closingQuote(bytes, onLineFrom: at) else { return false }
      at = close &+ 1
    } else {
      at = CSVFields.plainEnd(bytes, at, delimiter)
    }
    return at < bytes.byteCount
  }
}
