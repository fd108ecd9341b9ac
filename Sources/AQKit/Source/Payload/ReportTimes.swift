/// Reads the times of reports as AQKit writes them faster than others, by those before.
struct ReportTimes {
  private var stamps = StampMemory()

  /// Reads a time with its offset.
  mutating func read(_ reader: inout AQJSONReader) throws(AQError) -> AirTime {
    if let seconds = readUsual(&reader) { return AirTime(secondsSince1970: seconds) }
    guard let time = AirTime(try reader.string()) else { throw AQError(.malformed, "The time is unusual.") }
    return time
  }

  /// Reads a time as AQKit writes it, such as `2026-10-01T22:00:00Z`, if one is next.
  private mutating func readUsual(_ reader: inout AQJSONReader) -> Int64? {
    let start = reader.position
    guard start + 22 <= reader.limit else { return nil }
    let found = reader.bytes.withUnsafeBufferPointer { buffer -> Int64? in
      let bytes = UnsafeRawBufferPointer(buffer).bytes
      guard EightBytes.byte(bytes, at: start) == UInt8(ascii: "\""),
        EightBytes.byte(bytes, at: start &+ 20) == UInt8(ascii: "Z"),
        EightBytes.byte(bytes, at: start &+ 21) == UInt8(ascii: "\"")
      else { return nil }
      var at = start &+ 1
      if let known = stamps.read(bytes, &at), at == start &+ 21 {
        return known >= AirTime.firstSecond ? known : nil
      }
      at = start &+ 1
      guard let instant = try? ISO8601.scan(bytes, &at).instant(), at == start &+ 21,
        instant >= AirTime.firstSecond
      else { return nil }
      stamps.remember(bytes, (start &+ 1)..<at, is: instant)
      return instant
    }
    if found != nil { reader.position = start &+ 22 }
    return found
  }
}
