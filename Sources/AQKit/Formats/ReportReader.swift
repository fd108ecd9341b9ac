/// Reads consecutive reports of AQKit's schema fast: the bytes around their series, times and numbers are
/// parsed as JSON when they are new, and found again by a hash. It throws on anything unusual, which
/// `AirReport.init(_ json:)` then reads.
struct ReportReader {
  /// Reports without their series, by the bytes around the series and the times.
  private var reports = Known<AirReport>(segmentCount: 4)
  /// Series without values, by the bytes around the timeline and the values.
  private var series = Known<AirSeries>(segmentCount: 3)
  private var timelines = Known<AirTimeline>(segmentCount: 1)
  private var seriesCount = 0

  private static let unusual = AQError(.malformed, "The report isn't in the usual layout.")

  /// The maximum number of remembered texts of a kind, and the maximum bytes of each.
  private static let (most, longest) = (1_024, 4_096)

  /// The meanings of texts. When there are too many, all are forgotten.
  private struct Known<Meaning> {
    private var table: ByteKeyTable
    private var meanings: [Meaning] = []

    init(segmentCount: Int) { table = ByteKeyTable(segmentCount: segmentCount) }

    /// Returns the meaning of some segments of a text; nil if they are new.
    func meaning(of segments: [Range<Int>], in text: [UInt8]) -> Meaning? {
      text.withUnsafeBytes { table.find($0.bytes, segments) }.map { meanings[$0] }
    }

    /// Remembers the meaning of segments that are new, unless they are too long.
    mutating func remember(_ meaning: Meaning, of segments: [Range<Int>], in text: [UInt8]) {
      guard segments.reduce(0, { $0 + $1.count }) <= ReportReader.longest else { return }
      if meanings.count >= ReportReader.most {
        (table, meanings) = (ByteKeyTable(segmentCount: table.segmentCount), [])
      }
      text.withUnsafeBytes { _ = table.add($0.bytes, segments) }
      meanings.append(meaning)
    }
  }

  mutating func report(_ bytes: [UInt8], in range: Range<Int>) throws(AQError) -> AirReport {
    var reader = try AQJSON.Reader(bytes, in: range)
    let start = reader.position
    var segments: [Range<Int>] = []
    segments.reserveCapacity(4)
    var segmentStart = start
    var series: (content: [AirSeries], range: Range<Int>)?
    var (receivedAt, issuedAt): (AirTime?, AirTime?) = (nil, nil)
    try reader.beginObject()
    while try reader.nextMember() {
      let segmentEnd = reader.position
      if reader.isNamed("series") {
        let content = try readSeries(&reader)
        series = (content, segmentEnd..<reader.position)
      } else if reader.isNamed("receivedAt") {
        receivedAt = try Self.readTime(&reader)
      } else if reader.isNamed("issuedAt") {
        issuedAt = try Self.readTime(&reader)
      } else {
        try reader.skip()
        continue
      }
      segments.append(segmentStart..<segmentEnd)
      segmentStart = reader.position
    }
    // A member that occurs twice adds a segment.
    guard let series, let receivedAt, segments.count == (issuedAt == nil ? 2 : 3) else { throw Self.unusual }
    segments.append(segmentStart..<reader.limit)
    if issuedAt == nil { segments.append(reader.limit..<reader.limit) }
    var report: AirReport
    if let known = reports.meaning(of: segments, in: bytes) {
      report = known
    } else {
      // The report without its series: the members are few.
      let rest =
        bytes[start..<series.range.lowerBound] + "[]".utf8 + bytes[series.range.upperBound..<reader.limit]
      report = try AirReport(AQJSON(parsing: Array(rest)))
      reports.remember(report, of: segments, in: bytes)
    }
    report.series = series.content
    report.receivedAt = receivedAt
    report.issuedAt = issuedAt
    return report
  }

  private static func readTime(_ reader: inout AQJSON.Reader) throws(AQError) -> AirTime {
    let text = try reader.string()
    guard let time = AirTime(text) else { throw unusual }
    return time
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
    var segments: [Range<Int>] = []
    segments.reserveCapacity(3)
    var segmentStart = start
    var timeline: AirTimeline?
    var values: [Double] = []
    try reader.beginObject()
    while try reader.nextMember() {
      let segmentEnd = reader.position
      if reader.isNamed("timeline") {
        timeline = try readTimeline(&reader)
      } else if reader.isNamed("values") {
        try reader.doubles(into: &values, expecting: timeline?.count ?? 0)
      } else {
        try reader.skip()
        continue
      }
      segments.append(segmentStart..<segmentEnd)
      segmentStart = reader.position
    }
    guard let timeline, segments.count == 2 else { throw Self.unusual }
    segments.append(segmentStart..<reader.position)
    if let known = series.meaning(of: segments, in: reader.bytes) {
      return try AirSeries(
        known.parameter, unit: known.unit, averaging: known.averaging, timeline: timeline, values: values,
        origin: known.origin, correction: known.correction, conversion: known.conversion)
    }
    let json = try AQJSON(parsing: Array(reader.bytes[start..<reader.position]))
    let read = try AirSeries(json)
    let hasOtherColumns = ["flags", "completeness", "accuracy"].contains { json[$0].ifPresent != nil }
    // Without an averaging period the timeline decides.
    if !hasOtherColumns, json["averaging"].ifPresent != nil {
      series.remember(AirSeries(slicing: read, 0..<0), of: segments, in: reader.bytes)
    }
    return read
  }

  private mutating func readTimeline(_ reader: inout AQJSON.Reader) throws(AQError) -> AirTimeline {
    let range = try reader.skip()
    if let known = timelines.meaning(of: [range], in: reader.bytes) { return known }
    let timeline = try AirTimeline(AQJSON(parsing: Array(reader.bytes[range])))
    timelines.remember(timeline, of: [range], in: reader.bytes)
    return timeline
  }
}
