extension AirReading {
  /// The value as an instant, such as a sunrise, rounded down to the second; nil unless the unit is
  /// ``AirUnit/unixTime``.
  public var instant: AirTime? {
    guard unit == .unixTime, value.magnitude < 1e15 else { return nil }
    return AirTime(secondsSince1970: Int64(value.rounded(.down)))
  }
}
