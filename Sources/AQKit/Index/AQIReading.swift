/// What another reading of a standard gives where its text leaves a tie or an edge open, or where those who publish
/// it differ from its table.
public struct AQIReading: Hashable, Sendable {
  /// Whose reading it is, or how it reads the text, in a few English words.
  public var source: String
  /// The number; `nil` where the reading has none.
  public var number: Int?
  /// The band; `nil` where the reading defines no index at all.
  public var band: AQIBand?

  /// Makes a reading.
  public init(source: String, number: Int?, band: AQIBand?) {
    self.source = source
    self.number = number
    self.band = band
  }
}

extension AQIReading: CustomStringConvertible {
  /// Number, band and whose reading it is, such as `3 Low (digits dropped)`.
  public var description: String {
    let value = [number.map(String.init), band?.name].compactMap { $0 }.joined(separator: " ")
    return "\(value.isEmpty ? "no index" : value) (\(source))"
  }
}
