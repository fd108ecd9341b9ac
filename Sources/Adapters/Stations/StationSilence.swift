import AQKit

extension AirTime {
  /// Whether a station that was heard of last at this time is too silent to answer for now: for more than three hours,
  /// the latest hour and what the agencies take to publish it. The limit is AQKit's own choice.
  func isSilent(at now: AirTime) -> Bool { adding(seconds: 3 * 3600) < now }
}
