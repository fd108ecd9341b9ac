/// Remembers the JSON of series around their timeline and values, because the series of a stream mostly differ in these
/// two alone.
///
/// What stands in a frame was read as JSON once, so the same bytes need no second reading.
struct SeriesFrames {
  /// A series without its timeline and its values.
  struct Frame {
    /// The bytes up to the timeline.
    let before: [UInt8]
    /// The bytes after it up to the values.
    let between: [UInt8]
    /// The bytes after them.
    let after: [UInt8]
    let parameter: AirParameter
    let unit: AirUnit
    /// Nil where the series states none, and its timeline decides.
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

  /// One of the frames.
  subscript(place: Int) -> Frame { frames[place] }

  /// Skips the bytes of a known frame up to the timeline, if they are next.
  mutating func take(_ reader: inout AQJSONReader) -> Int? {
    for step in frames.indices {
      let sum = expected &+ step
      let place = sum < frames.count ? sum : sum &- frames.count
      guard reader.take(frames[place].before) else { continue }
      expected = place &+ 1 < frames.count ? place &+ 1 : 0
      return place
    }
    return nil
  }

  /// Remembers a frame, instead of the oldest if there are too many.
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

  /// Remembers the frame of a series that was read as JSON, if its values come after its timeline and say no more than
  /// their numbers.
  mutating func learn(_ series: AirSeries, _ json: AQJSON, _ bytes: [UInt8]) throws(AQError) {
    guard series.flags == nil, series.completeness == nil, series.accuracy == nil else { return }
    var reader = try AQJSONReader(bytes)
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

extension AQJSONReader {
  /// Skips some bytes, if they are next.
  @inline(__always)
  mutating func take(_ piece: [UInt8]) -> Bool {
    guard stands(piece, in: position..<(position &+ piece.count)) else { return false }
    position &+= piece.count
    return true
  }

  /// Whether a range of the document has these bytes.
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
