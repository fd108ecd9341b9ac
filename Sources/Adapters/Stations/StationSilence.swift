import AQKit

extension AirTime {
  /// Whether a station with its last message at this time is too silent to answer for now: for more than three hours, the
  /// latest hour and the agencies' delay in publishing it. The limit is AQKit's own choice.
  func isSilent(at now: AirTime) -> Bool { adding(seconds: 3 * 3600) < now }
}
