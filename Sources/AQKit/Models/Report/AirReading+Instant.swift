extension AirReading {
  /// The instant that the value is, such as a sunrise, rounded down to the second; nil for a value in another unit than
  /// ``AirUnit/unixTime``.
  public var instant: AirTime? {
    guard unit == .unixTime, value.magnitude < 1e15 else { return nil }
    return AirTime(secondsSince1970: Int64(value.rounded(.down)))
  }
}
