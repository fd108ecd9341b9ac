/// What came of a correction of a sensor's series: the corrected series, and what could not be corrected.
public struct CorrectedSeries: Hashable, Sendable, CustomStringConvertible {
  /// The corrected series, which names the method and its inputs; a gap where a value could not be corrected.
  public var series: AirSeries
  /// How many values were corrected.
  public var corrected: Int
  /// How many values became gaps because there is no humidity for their time.
  public var withoutHumidity: Int
  /// How many values became gaps because they or their humidity are out of the formula's range: a negative
  /// concentration, a humidity beyond 0 to 100 %.
  public var outOfRange: Int

  /// How many values could not be corrected.
  public var uncorrected: Int { withoutHumidity + outOfRange }

  /// Whether every value was corrected.
  public var isComplete: Bool { uncorrected == 0 }

  /// One line, such as `Barkjohn 2021: 22 of 24 values corrected, 2 without humidity`.
  public var description: String {
    var text =
      "\(series.correction?.method ?? "correction"): \(corrected) of \(corrected + uncorrected) values corrected"
    if withoutHumidity > 0 { text += ", \(withoutHumidity) without humidity" }
    if outOfRange > 0 { text += ", \(outOfRange) out of range" }
    return text
  }
}
