extension AirHistory {
  /// A calendar day's value in one year.
  public struct Year: Hashable, Sendable, Identifiable {
    /// The year.
    public let year: Int
    /// The day's value, with its unit, interval and origin.
    public let reading: AirReading

    /// The year.
    public var id: Int { year }
    /// The day's value in the reading's unit.
    public var value: Double { reading.value }
  }
}
