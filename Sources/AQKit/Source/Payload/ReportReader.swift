/// Reads consecutive reports of AQKit's schema fast, and remembers what they have in common.
///
/// It reads the same input as `AirReport.init(_ json:)`, and throws on anything unusual: then that initialiser decides,
/// and reports the fault and its path.
struct ReportReader {
  private var sources = PieceMemory<SourceID>()
  private var sites = PieceMemory<AirSite>()
  private var kinds = PieceMemory<AirReport.Kind>()
  private var attributions = PieceMemory<[AirAttribution]>()
  private var rights = PieceMemory<AirRights>()
  private var places = PieceMemory<[Int]>()
  private var parameters = PieceMemory<AirParameter>()
  private var units = PieceMemory<AirUnit>()
  private var averagings = PieceMemory<AveragingPeriod>()
  private var durations = PieceMemory<Int64>()
  private var flags = PieceMemory<[Set<AirReading.QualityFlag>]>()
  private var completeness = PieceMemory<[AirReading.Completeness?]>()
  private var accuracies = PieceMemory<[AirReading.Accuracy?]>()
  private var origins = PieceMemory<AirOrigin>()
  private var corrections = PieceMemory<AirOrigin.Correction>()
  private var conversions = PieceMemory<AirUnit.Conversion>()
  private var stamps = StampMemory()
  private var frames = SeriesFrames()
  /// The last timeline and its text: the series of a report often share one.
  private var timeline: (bytes: [UInt8], value: AirTimeline) = ([], .empty)

  private static let members: [StaticString] = [
    "attribution", "issuedAt", "kind", "places", "receivedAt", "rights", "schema", "series", "site", "source",
  ]

  /// Reads the report in a range of bytes.
  mutating func report(_ bytes: [UInt8], in range: Range<Int>) throws(AQError) -> AirReport {
    var reader = try AQJSONReader(bytes, in: range)
    var source: SourceID?
    var site: AirSite?
    var kind: AirReport.Kind?
    var series: [AirSeries]?
    var receivedAt: AirTime?
    var issuedAt: AirTime?
    var attribution: [AirAttribution] = []
    var rights = AirRights.unknown
    var places: [Int] = []
    var hasSchema = false
    var expected = 0
    try reader.beginObject()
    while try reader.nextMember() {
      switch reader.member(of: Self.members, from: &expected) {
      case 0:
        attribution = try self.attributions.read(&reader) { json throws(AQError) in
          try json.list { element throws(AQError) in try AirAttribution(element) }
        }
      case 1: issuedAt = try reader.null() ? nil : try time(&reader)
      case 2:
        kind = try kinds.read(&reader) { json throws(AQError) in
          try json.value("a kind of report", AirReport.Kind.init(rawValue:))
        }
      case 3:
        places = try self.places.read(&reader) { json throws(AQError) in
          try json.list { element throws(AQError) in Int(clamping: try element.int()) }
        }
      case 4: receivedAt = try time(&reader)
      case 5:
        rights = try self.rights.read(&reader) { json throws(AQError) in
          try json.ifPresent.map { json throws(AQError) in try AirRights(json) } ?? .unknown
        }
      case 6: hasSchema = try reader.int64() == Int64(AirReport.schemaVersion)
      case 7: series = try readSeries(&reader)
      case 8: site = try sites.read(&reader) { json throws(AQError) in try AirSite(json) }
      case 9:
        source = try sources.read(&reader) { json throws(AQError) in SourceID(try json.string()) }
      default: try reader.skip()
      }
    }
    try reader.end()
    guard hasSchema, let source, let site, let kind, let series, let receivedAt else { throw Self.unusual }
    return AirReport(
      source: source, site: site, kind: kind, series: series, issuedAt: issuedAt, receivedAt: receivedAt,
      attribution: attribution, rights: rights, places: places)
  }

  private static let unusual = AQError(.malformed, "The report is unusual.")

  private static let seriesMembers: [StaticString] = [
    "accuracy", "averaging", "completeness", "conversion", "correction", "flags", "origin", "parameter",
    "timeline", "unit", "values",
  ]

  private mutating func readSeries(_ reader: inout AQJSONReader) throws(AQError) -> [AirSeries] {
    var result: [AirSeries] = []
    try reader.beginArray()
    while try reader.nextElement() { result.append(try readOneSeries(&reader, sibling: result.last)) }
    return result
  }

  private mutating func readOneSeries(_ reader: inout AQJSONReader, sibling: AirSeries?) throws(AQError)
    -> AirSeries
  {
    let start = reader.position
    if let frame = frames.take(&reader) {
      let timeline = try readTimeline(&reader)
      if reader.take(frame.between) {
        var column: [Double] = []
        try reader.doubles(into: &column, expecting: sibling?.values.count ?? 0)
        if reader.take(SeriesFrames.end) {
          return try AirSeries(
            frame.parameter, unit: frame.unit, averaging: frame.averaging, timeline: timeline, values: column,
            origin: frame.origin, correction: frame.correction, conversion: frame.conversion)
        }
      }
      // The series has other members, too.
      reader.position = start
    }
    /// Where the timeline and the values stand.
    var (times, numbers) = (0..<0, 0..<0)
    var parameter: AirParameter?
    var unit: AirUnit?
    var averaging: AveragingPeriod?
    var timeline: AirTimeline?
    var values: [Double]?
    var flags: [Set<AirReading.QualityFlag>]?
    var completeness: [AirReading.Completeness?]?
    var accuracy: [AirReading.Accuracy?]?
    var origin: AirOrigin?
    var correction: AirOrigin.Correction?
    var conversion: AirUnit.Conversion?
    var expected = 0
    try reader.beginObject()
    while try reader.nextMember() {
      switch reader.member(of: Self.seriesMembers, from: &expected) {
      case 0:
        accuracy =
          try reader.null()
          ? nil
          : try accuracies.read(&reader) { json throws(AQError) in try json.accuracies() }
      case 1:
        averaging =
          try reader.null()
          ? nil
          : try averagings.read(&reader) { json throws(AQError) in
            try json.value("an averaging period such as 1h", AveragingPeriod.init(_:))
          }
      case 2:
        completeness =
          try reader.null()
          ? nil
          : try self.completeness.read(&reader) { json throws(AQError) in
            try json.completeness()
          }
      case 3:
        conversion =
          try reader.null()
          ? nil
          : try conversions.read(&reader) { json throws(AQError) in
            try AirUnit.Conversion(json)
          }
      case 4:
        correction =
          try reader.null()
          ? nil
          : try corrections.read(&reader) { json throws(AQError) in
            try AirOrigin.Correction(json)
          }
      case 5:
        flags =
          try reader.null() ? nil : try self.flags.read(&reader) { json throws(AQError) in try json.flags() }
      case 6:
        origin =
          try reader.null() ? nil : try origins.read(&reader) { json throws(AQError) in try AirOrigin(json) }
      case 7:
        parameter = try parameters.read(&reader) { json throws(AQError) in
          AirParameter(rawValue: try json.string())
        }
      case 8:
        let begin = reader.position
        timeline = try readTimeline(&reader)
        times = begin..<reader.position
      case 9: unit = try units.read(&reader) { json throws(AQError) in AirUnit(rawValue: try json.string()) }
      case 10:
        var column: [Double] = []
        // The previous series has probably the same number of values.
        let begin = reader.position
        try reader.doubles(into: &column, expecting: sibling?.values.count ?? 0)
        numbers = begin..<reader.position
        values = column
      default: try reader.skip()
      }
    }
    guard let parameter, let unit, let timeline, let values else { throw Self.unusual }
    if flags == nil, completeness == nil, accuracy == nil, times.upperBound <= numbers.lowerBound,
      numbers.upperBound + 1 == reader.position
    {
      frames.remember(
        SeriesFrames.Frame(
          before: Array(reader.bytes[start..<times.lowerBound]),
          between: Array(reader.bytes[times.upperBound..<numbers.lowerBound]), parameter: parameter,
          unit: unit, averaging: averaging, origin: origin, correction: correction, conversion: conversion))
    }
    return try AirSeries(
      parameter, unit: unit, averaging: averaging, timeline: timeline, values: values, flags: flags,
      completeness: completeness, accuracy: accuracy, origin: origin, correction: correction,
      conversion: conversion)
  }

  private static let timelineMembers: [StaticString] = ["count", "intervals", "length", "start", "step"]

  private mutating func readTimeline(_ reader: inout AQJSONReader) throws(AQError) -> AirTimeline {
    if !timeline.bytes.isEmpty, reader.take(timeline.bytes) { return timeline.value }
    let begin = reader.position
    var start: AirTime?
    var step: Int64?
    var length: Int64?
    var count: Int64?
    var intervals: (starts: ContiguousArray<Int64>, ends: ContiguousArray<Int64>)?
    var expected = 0
    try reader.beginObject()
    while try reader.nextMember() {
      switch reader.member(of: Self.timelineMembers, from: &expected) {
      case 0: count = try reader.int64()
      case 1: intervals = try readIntervals(&reader)
      case 2: length = try durations.read(&reader) { json throws(AQError) in try json.duration() }
      case 3: start = try time(&reader)
      case 4: step = try durations.read(&reader) { json throws(AQError) in try json.duration() }
      default: try reader.skip()
      }
    }
    let value: AirTimeline
    if let intervals {
      value = try AirTimeline(starts: intervals.starts, ends: intervals.ends)
    } else {
      guard let start, let step, let length, let count else { throw Self.unusual }
      value = try AirTimeline(
        start: start.secondsSince1970, step: step, length: length, count: Int(clamping: count))
    }
    // The bytes before it may be white space, in an amount that no other series has.
    if reader.position - begin <= 4_096, reader.bytes[begin] == UInt8(ascii: "{") {
      timeline = (Array(reader.bytes[begin..<reader.position]), value)
    }
    return value
  }

  private mutating func readIntervals(_ reader: inout AQJSONReader) throws(AQError)
    -> (starts: ContiguousArray<Int64>, ends: ContiguousArray<Int64>)
  {
    var starts = ContiguousArray<Int64>()
    var ends = ContiguousArray<Int64>()
    try reader.beginArray()
    while try reader.nextElement() {
      try reader.beginArray()
      guard try reader.nextElement() else { throw Self.unusual }
      starts.append(try time(&reader).secondsSince1970)
      guard try reader.nextElement() else { throw Self.unusual }
      ends.append(try time(&reader).secondsSince1970)
      guard try !reader.nextElement() else { throw Self.unusual }
    }
    return (starts, ends)
  }

  /// Reads a time with its offset.
  private mutating func time(_ reader: inout AQJSONReader) throws(AQError) -> AirTime {
    if let seconds = usualTime(&reader) { return AirTime(secondsSince1970: seconds) }
    guard let time = AirTime(try reader.string()) else { throw Self.unusual }
    return time
  }

  /// Reads a time as AQKit writes it, such as `2026-10-01T22:00:00Z`, if one is next.
  private mutating func usualTime(_ reader: inout AQJSONReader) -> Int64? {
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

extension AQJSONReader {
  /// The index of the current member's name among some names; nil for none.
  ///
  /// - Parameters:
  ///   - names: The names in their usual order.
  ///   - expected: The index to compare first; set to the index after the found one.
  @inline(__always)
  func member(of names: [StaticString], from expected: inout Int) -> Int? {
    for step in names.indices {
      let sum = expected &+ step
      let index = sum < names.count ? sum : sum &- names.count
      if isNamed(names[index]) {
        expected = index &+ 1 < names.count ? index &+ 1 : 0
        return index
      }
    }
    return nil
  }
}
