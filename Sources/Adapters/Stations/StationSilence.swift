import AQKit

extension AirTime {
  /// Returns whether a station whose last message is from this time has been silent for too long to answer for now: for
  /// more than three hours, which allows for the latest hour and the agencies' delay in publishing it. The limit is
  /// AQKit's own choice.
  func isSilent(at now: AirTime) -> Bool { adding(seconds: 3 * 3600) < now }
}
