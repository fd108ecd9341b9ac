/// Remembers the JSON of series around their timeline and values, because the series of a stream mostly differ in these
/// two alone.
///
/// What stands in a frame was read as JSON once, so the same bytes need no second reading.
struct SeriesFrames {
  /// A series without its timeline and its values, which come last.
  struct Frame {
    /// The bytes up to the timeline.
    let before: [UInt8]
    /// The bytes after it up to the values.
    let between: [UInt8]
    let parameter: AirParameter
    let unit: AirUnit
    let averaging: AveragingPeriod?
    let origin: AirOrigin?
    let correction: AirOrigin.Correction?
    let conversion: AirUnit.Conversion?
  }

  /// What follows the values.
  static let end = [UInt8(ascii: "}")]

  private static let mostFrames = 16
  private static let longestFrame = 2_048

  private var frames: [Frame] = []
  /// The frame that is expected next; they come in the same order in each report.
  private var expected = 0
  private var oldest = 0

  /// Skips the bytes of a known frame up to the timeline, if they are next.
  mutating func take(_ reader: inout AQJSONReader) -> Frame? {
    for step in frames.indices {
      let sum = expected &+ step
      let place = sum < frames.count ? sum : sum &- frames.count
      guard reader.take(frames[place].before) else { continue }
      expected = place &+ 1 < frames.count ? place &+ 1 : 0
      return frames[place]
    }
    return nil
  }

  /// Remembers a frame, instead of the oldest if there are too many.
  mutating func remember(_ frame: Frame) {
    guard frame.before.count + frame.between.count <= Self.longestFrame else { return }
    if frames.count < Self.mostFrames {
      frames.append(frame)
      expected = 0
    } else {
      frames[oldest] = frame
      expected = (oldest + 1) % Self.mostFrames
      oldest = expected
    }
  }
}
