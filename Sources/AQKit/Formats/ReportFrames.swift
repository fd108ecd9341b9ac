/// Remembers the JSON of reports around their times and their series, because the reports of a stream mostly differ in
/// only these, and in their site.
///
/// The content of a frame was read as JSON once, so the same bytes need no second reading.
struct ReportFrames {
  /// A time that differs between reports.
  enum Stamp { case receivedAt, issuedAt }

  /// The bytes up to the series.
  private struct Head {
    /// The bytes before each time, and those from the last time to the series.
    let parts: [[UInt8]]
    /// The times in their order.
    let stamps: [Stamp]
    /// Counts the heads, so that a tail isn't attributed to a head that replaced its own.
    let number: Int
  }

  /// The content of the bytes before the series.
  struct Start {
    /// The index of the head.
    let index: Int
    /// The time at which the report was received; nil if that comes after the series.
    var receivedAt: AirTime?
    /// The time at which it was issued; nil if it isn't stated, or comes after the series.
    var issuedAt: AirTime?
  }

  /// The content of the bytes after the series that follow the same head.
  private struct Tail {
    let head: Int
    let bytes: [UInt8]
    /// The report without its series; its times are those of another report.
    let report: AirReport
    /// The tail that last followed this one.
    var next: Int
  }

  private static let mostHeads = 16
  private static let mostTails = 1_024
  private static let longestPart = 4_096

  private var heads: [Head] = []
  /// The head that is expected next.
  private var expected = 0
  private var oldest = 0
  private var headCount = 0
  private var tails: [Tail] = []
  /// The tails by the hash of their bytes; if hashes collide, the last tail.
  private var table: [Int] = []
  private var last = 0

  /// Skips the bytes of a known head up to the series, if they are next, and reads the times in them.
  mutating func take(_ reader: inout AQJSON.Reader) -> Start? {
    let start = reader.position
    for step in heads.indices {
      let sum = expected &+ step
      let index = sum < heads.count ? sum : sum &- heads.count
      if let found = take(index, &reader) {
        expected = index
        return found
      }
      reader.position = start
    }
    return nil
  }

  private func take(_ index: Int, _ reader: inout AQJSON.Reader) -> Start? {
    var found = Start(index: index)
    guard reader.take(heads[index].parts[0]) else { return nil }
    for i in heads[index].stamps.indices {
      guard let text = try? reader.string(), let time = AirTime(text), reader.take(heads[index].parts[i + 1])
      else { return nil }
      switch heads[index].stamps[i] {
      case .receivedAt: found.receivedAt = time
      case .issuedAt: found.issuedAt = time
      }
    }
    return found
  }

  /// Remembers a head, replacing the oldest if there are too many; returns false for one that is too long.
  ///
  /// - Parameters:
  ///   - parts: The bytes before each time, and those from the last time to the series.
  ///   - stamps: The times, in order.
  mutating func remember(_ parts: [[UInt8]], around stamps: [Stamp]) -> Bool {
    guard parts.count == stamps.count + 1, parts.reduce(0, { $0 + $1.count }) <= Self.longestPart else {
      return false
    }
    headCount += 1
    let head = Head(parts: parts, stamps: stamps, number: headCount)
    if heads.count < Self.mostHeads {
      heads.append(head)
      expected = heads.count - 1
    } else {
      heads[oldest] = head
      expected = oldest
      oldest = (oldest + 1) % Self.mostHeads
    }
    return true
  }

  /// Returns the report, without its series, of the bytes from the reader's position to the end, which follow the
  /// series behind a head. Its times are those of another report. Nil if they are unknown.
  mutating func report(behind head: Int, _ reader: AQJSON.Reader) -> AirReport? {
    guard last < tails.count else { return nil }
    let number = heads[head].number
    let rest = reader.position..<reader.limit
    let next = tails[last].next
    if tails[next].head == number, reader.stands(tails[next].bytes, in: rest) {
      last = next
      return tails[next].report
    }
    let known = table[slot(of: reader.bytes, rest, number)]
    guard known >= 0, tails[known].head == number, reader.stands(tails[known].bytes, in: rest) else {
      return nil
    }
    tails[last].next = known
    last = known
    return tails[known].report
  }

  /// Remembers a report without its series, by the bytes from the reader's position to the end.
  mutating func remember(_ report: AirReport, behind head: Int, _ reader: AQJSON.Reader) {
    let rest = reader.position..<reader.limit
    guard rest.count <= Self.longestPart else { return }
    if tails.count == Self.mostTails { tails = [] }
    if tails.isEmpty {
      table = Array(repeating: -1, count: Self.mostTails)
      last = 0
    }
    let number = heads[head].number
    let added = tails.count
    table[slot(of: reader.bytes, rest, number)] = added
    tails.append(Tail(head: number, bytes: Array(reader.bytes[rest]), report: report, next: added))
    tails[last].next = added
    last = added
  }

  private func slot(of bytes: [UInt8], _ range: Range<Int>, _ head: Int) -> Int {
    let hash = bytes.withUnsafeBufferPointer { buffer in
      ByteKey.hash(UnsafeRawBufferPointer(buffer).bytes, [range])
    }
    return (Int(truncatingIfNeeded: hash & 0xFFFF_FFFF) ^ head) & (Self.mostTails - 1)
  }
}

/// Remembers the JSON of series around their timeline and values, because the series of a stream mostly differ in these
/// two alone.
///
/// The content of a frame was read as JSON once, so the same bytes need no second reading.
struct SeriesFrames {
  /// A series without its timeline or values.
  struct Frame {
    /// The bytes up to the timeline.
    let before: [UInt8]
    /// The bytes after it up to the values.
    let between: [UInt8]
    /// The bytes after them.
    let after: [UInt8]
    let parameter: AirParameter
    let unit: AirUnit
    /// Nil if the series states none, so that its timeline decides.
    let averaging: AveragingPeriod?
    let origin: AirOrigin?
    let correction: AirOrigin.Correction?
    let conversion: AirUnit.Conversion?
  }

  private static let mostFrames = 16
  private static let longestFrame = 2_048

  private var frames: [Frame] = []
  /// The frame that is expected next; they come in the same order in each report.
  private var expected = 0
  private var oldest = 0

  /// A frame by its index.
  subscript(index: Int) -> Frame { frames[index] }

  /// Skips the bytes of a known frame up to the timeline, if they are next.
  mutating func take(_ reader: inout AQJSON.Reader) -> Int? {
    for step in frames.indices {
      let sum = expected &+ step
      let index = sum < frames.count ? sum : sum &- frames.count
      guard reader.take(frames[index].before) else { continue }
      expected = index &+ 1 < frames.count ? index &+ 1 : 0
      return index
    }
    return nil
  }

  /// Remembers a frame, replacing the oldest if there are too many.
  private mutating func remember(_ frame: Frame) {
    guard frame.before.count + frame.between.count + frame.after.count <= Self.longestFrame else { return }
    if frames.count < Self.mostFrames {
      frames.append(frame)
      expected = 0
    } else {
      frames[oldest] = frame
      expected = (oldest + 1) % Self.mostFrames
      oldest = expected
    }
  }

  /// Remembers the frame of a series that was read as JSON, if its values come after its timeline and have nothing but
  /// their numbers.
  mutating func learn(_ series: AirSeries, _ json: AQJSON, _ bytes: [UInt8]) throws(AQError) {
    guard series.flags == nil, series.completeness == nil, series.accuracy == nil else { return }
    var reader = try AQJSON.Reader(bytes)
    var (timeline, values) = (0..<0, 0..<0)
    try reader.beginObject()
    while try reader.nextMember() {
      if reader.isNamed("timeline") {
        guard timeline.isEmpty else { return }
        timeline = try reader.skip()
      } else if reader.isNamed("values") {
        guard values.isEmpty, !timeline.isEmpty else { return }
        values = try reader.skip()
      } else {
        try reader.skip()
      }
    }
    guard !values.isEmpty else { return }
    remember(
      Frame(
        before: Array(bytes[..<timeline.lowerBound]),
        between: Array(bytes[timeline.upperBound..<values.lowerBound]),
        after: Array(bytes[values.upperBound...]), parameter: series.parameter, unit: series.unit,
        averaging: json["averaging"].ifPresent == nil ? nil : series.averaging, origin: series.origin,
        correction: series.correction, conversion: series.conversion))
  }
}

extension AQJSON.Reader {
  /// Skips some bytes, if they are next.
  @inline(__always)
  mutating func take(_ piece: [UInt8]) -> Bool {
    guard stands(piece, in: position..<(position &+ piece.count)) else { return false }
    position &+= piece.count
    return true
  }

  /// Returns whether a range of the document has these bytes.
  @inline(__always)
  func stands(_ piece: [UInt8], in range: Range<Int>) -> Bool {
    guard range.count == piece.count, range.upperBound <= limit else { return false }
    return bytes.withUnsafeBufferPointer { buffer in
      piece.withUnsafeBufferPointer { piece in
        ByteKey.equal(
          UnsafeRawBufferPointer(buffer).bytes, range.lowerBound, UnsafeRawBufferPointer(piece).bytes, 0,
          piece.count)
      }
    }
  }
}
