/// Reads consecutive reports of AQKit's schema fast: the bytes around their times and numbers are compared with those of the
/// previous reports, and only new ones are parsed as JSON.
///
/// `AirReport.init(_ json:)` reads everything else, so only it knows the members. This reader throws on anything unusual: then
/// that initialiser decides, and reports the fault and its path.
struct ReportReader {
  private var heads = ReportFrames()
  private var frames = SeriesFrames()
  /// The last timeline and its text; the series of a report often share one.
  private var timeline: (bytes: [UInt8], value: AirTimeline) = ([], .empty)
  /// The number of series in the last report.
  private var seriesCount = 0

  private static let unusual = AQError(.malformed, "The report is unusual.")

  /// Reads the report in a range of bytes.
  mutating func report(_ bytes: [UInt8], in range: Range<Int>) throws(AQError) -> AirReport {
    var reader = try AQJSON.Reader(bytes, in: range)
    let start = reader
    var head = heads.take(&reader)
    if head == nil, let found = try Self.outline(reader), heads.remember(found.parts, around: found.stamps) {
      head = heads.take(&reader)
    }
    guard let head else { throw Self.unusual }
    let begin = reader.position
    let series = try readSeries(&reader)
    var report: AirReport
    if let known = heads.report(behind: head.index, reader) {
      report = known
    } else {
      guard try Self.outline(start) != nil else { throw Self.unusual }
      // The report without its series: the members are few.
      let rest = bytes[start.position..<begin] + "[]".utf8 + bytes[reader.position..<reader.limit]
      report = try AirReport(AQJSON(parsing: Array(rest)))
      heads.remember(report, behind: head.index, reader)
    }
    report.series = series
    if let receivedAt = head.receivedAt { report.receivedAt = receivedAt }
    if let issuedAt = head.issuedAt { report.issuedAt = issuedAt }
    return report
  }

  /// Returns the bytes before each time that comes before the series, and those from the last time to the series; nil
  /// if one of these members occurs twice.
  private static func outline(_ reader: AQJSON.Reader) throws(AQError) -> (
    parts: [[UInt8]], stamps: [ReportFrames.Stamp]
  )? {
    var reader = reader
    var start = reader.position
    var parts: [[UInt8]] = []
    var stamps: [ReportFrames.Stamp] = []
    var seen: [ReportFrames.Stamp] = []
    var hasSeries = false
    try reader.beginObject()
    while try reader.nextMember() {
      let stamp: ReportFrames.Stamp? =
        reader.isNamed("receivedAt") ? .receivedAt : reader.isNamed("issuedAt") ? .issuedAt : nil
      let isSeries = reader.isNamed("series")
      let value = try reader.skip()
      if let stamp {
        if seen.contains(stamp) { return nil }
        seen.append(stamp)
      }
      if isSeries {
        if hasSeries { return nil }
        hasSeries = true
        parts.append(Array(reader.bytes[start..<value.lowerBound]))
      } else if let stamp, !hasSeries, reader.bytes[value.lowerBound] == UInt8(ascii: "\"") {
        // A time after the series belongs to the tail.
        parts.append(Array(reader.bytes[start..<value.lowerBound]))
        stamps.append(stamp)
        start = value.upperBound
      }
    }
    return hasSeries ? (parts, stamps) : nil
  }

  // MARK: Series

  private mutating func readSeries(_ reader: inout AQJSON.Reader) throws(AQError) -> [AirSeries] {
    var result: [AirSeries] = []
    // Each takes at least a hundred bytes of JSON.
    result.reserveCapacity(min(seriesCount, (reader.limit - reader.position) / 64))
    try reader.beginArray()
    while try reader.nextElement() { result.append(try readOneSeries(&reader)) }
    seriesCount = result.count
    return result
  }

  private mutating func readOneSeries(_ reader: inout AQJSON.Reader) throws(AQError) -> AirSeries {
    let start = reader.position
    if let frame = frames.take(&reader) {
      let timeline = try readTimeline(&reader)
      if reader.take(frames[frame].between) {
        let values = try Self.readValues(&reader, count: timeline.count)
        if reader.take(frames[frame].after) {
          return try AirSeries(
            frames[frame].parameter, unit: frames[frame].unit, averaging: frames[frame].averaging,
            timeline: timeline, values: values, origin: frames[frame].origin,
            correction: frames[frame].correction, conversion: frames[frame].conversion)
        }
      }
    }
    // The series has other members, too.
    reader.position = start
    // Includes the white space before it, which belongs to its frame.
    let end = try reader.skip().upperBound
    let bytes = Array(reader.bytes[start..<end])
    let json = try AQJSON(parsing: bytes)
    let series = try AirSeries(json)
    try frames.learn(series, json, bytes)
    return series
  }

  /// Reads values: a few short ones directly, as for a day, else with the column reader, which takes longer to start.
  private static func readValues(_ reader: inout AQJSON.Reader, count: Int) throws(AQError) -> [Double] {
    if count > 0, count <= mostDirectly, let column = readDirectly(&reader, count) { return column }
    var column: [Double] = []
    try reader.doubles(into: &column, expecting: count)
    return column
  }

  private static let mostDirectly = 48

  /// Reads an array of a given number of short numbers and nulls, without white space. For any other it returns nil and
  /// reads nothing.
  private static func readDirectly(_ reader: inout AQJSON.Reader, _ count: Int) -> [Double]? {
    var end: Int?
    let column = reader.bytes.withUnsafeBufferPointer { buffer in
      let bytes = UnsafeRawBufferPointer(start: buffer.baseAddress, count: reader.limit).bytes
      var at = reader.position
      // No element is longer than ten bytes with its comma.
      guard bytes.byteCount &- at > 10 &* count &+ 8, EightBytes.byte(bytes, at: at) == UInt8(ascii: "[")
      else { return [Double]() }
      return [Double](unsafeUninitializedCapacity: count) { room, filled in
        while filled < count {
          at &+= 1
          guard let number = Self.element(bytes, &at) else { return }
          room[filled] = number
          filled &+= 1
          guard
            EightBytes.byte(bytes, at: at) == (filled < count ? UInt8(ascii: ",") : UInt8(ascii: "]"))
          else { return }
        }
        end = at &+ 1
      }
    }
    guard let end else { return nil }
    reader.position = end
    return column
  }

  /// Returns a short number, or NaN for `null`. Nine bytes must be readable.
  @inline(__always)
  private static func element(_ bytes: RawSpan, _ position: inout Int) -> Double? {
    if let number = NumberScanner.short(bytes, &position) { return number }
    guard EightBytes.load(bytes, at: position) & 0xFFFF_FFFF == 0x6C6C_756E else { return nil }
    position &+= 4
    return .nan
  }

  // MARK: Timelines

  private mutating func readTimeline(_ reader: inout AQJSON.Reader) throws(AQError) -> AirTimeline {
    if !timeline.bytes.isEmpty, reader.take(timeline.bytes) { return timeline.value }
    let range = try reader.skip()
    let bytes = Array(reader.bytes[range])
    let value = try AirTimeline(AQJSON(parsing: bytes))
    if range.count <= 1_024 { timeline = (bytes, value) }
    return value
  }
}
