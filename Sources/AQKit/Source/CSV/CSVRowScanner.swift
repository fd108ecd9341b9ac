/// Reads rows of a known group: compares what surrounds the time and the values, and scans only these.
struct CSVRowScanner {
  /// The byte between two fields.
  let delimiter: UInt8
  private let timeFormat: CSVLayout.TimeFormat
  private let secondsFromUTC: Int?

  init(_ layout: CSVLayout) {
    delimiter = layout.delimiter.utf8.first ?? UInt8(ascii: ",")
    timeFormat = layout.timeFormat
    secondsFromUTC = layout.secondsFromUTC
  }

  /// Reads a row of a group.
  ///
  /// - Returns: Where the next row begins, or −1 where the row is of another group, not complete, or not plain.
  @inline(__always)
  func scan(
    _ bytes: RawSpan, at start: Int, _ group: Int, of groups: borrowing CSVGroups, _ slots: [CSVPlan.Slot],
    isLast: Bool, time: inout Int64, values: inout ContiguousArray<Double>
  ) -> Int {
    var at = start
    let keys = groups.keys.span.bytes
    var keyStart = groups.keyStart(group)
    var segment = group &* groups.segmentCount
    for slot in slots {
      let keyEnd = groups.segmentEnds[segment]
      guard CSVFields.equal(bytes, at, keys, keyStart, keyEnd &- keyStart) else { return -1 }
      at &+= keyEnd &- keyStart
      keyStart = keyEnd
      segment &+= 1
      guard at < bytes.byteCount else { return -1 }
      if let value = slot.value {
        let byte = EightBytes.byte(bytes, at: at)
        if byte == delimiter || byte == UInt8(ascii: "\n") {
          values[value] = .nan
        } else if let number = try? NumberScanner.double(bytes, &at) {
          values[value] = number
        } else {
          return -1
        }
      } else {
        guard let instant = self.time(bytes, &at) else { return -1 }
        time = instant
      }
    }
    let keyEnd = groups.segmentEnds[segment]
    guard CSVFields.equal(bytes, at, keys, keyStart, keyEnd &- keyStart) else { return -1 }
    at &+= keyEnd &- keyStart
    guard at < bytes.byteCount else { return isLast ? at : -1 }
    if EightBytes.byte(bytes, at: at) == UInt8(ascii: "\r") { at &+= 1 }
    guard at < bytes.byteCount, EightBytes.byte(bytes, at: at) == UInt8(ascii: "\n") else { return -1 }
    return at &+ 1
  }

  /// Reads a time in seconds since 1970, at which `position` stands, and leaves `position` behind it; nil where there
  /// is none, or it states no offset and none is known.
  @inline(__always)
  func time(_ bytes: RawSpan, _ position: inout Int) -> Int64? {
    switch timeFormat {
    case .iso8601:
      guard let stamp = try? ISO8601.scan(bytes, &position) else { return nil }
      return stamp.instant(assuming: secondsFromUTC)
    case .unixSeconds: return try? NumberScanner.int64(bytes, &position)
    case .unixMilliseconds:
      guard let milliseconds = try? NumberScanner.int64(bytes, &position) else { return nil }
      return milliseconds >= 0 ? milliseconds / 1000 : (milliseconds &- 999) / 1000
    }
  }
}
