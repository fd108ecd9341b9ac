import AQKit
import ArgumentParser
import Foundation

enum QueryArguments {
  /// Returns a point, such as `52.52,13.41`.
  static func point(_ text: String) throws -> AirQuery.Place {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { Double($0.trimmingCharacters(in: .whitespaces)) }
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else {
      throw ValidationError("A place is written LATITUDE,LONGITUDE in degrees, such as 52.52,13.41.")
    }
    do {
      return .near(try Coordinate(latitude, longitude))
    } catch {
      let swapped = latitude.magnitude <= 180 && longitude.magnitude <= 90
      throw ValidationError(
        "Latitude is from -90 to 90, longitude from -180 to 180.\(swapped ? " Latitude comes first." : "")")
    }
  }

  /// Returns a time window: `current`, `past=PT24H`, `next=P3D`, or two times with a slash between them.
  static func window(_ text: String) throws -> AirQuery.Window {
    if text == "current" { return .current }
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    if parts.count == 2, let duration = ISODuration(text: parts[1]), duration.seconds > 0 {
      if parts[0] == "past" { return .past(duration.duration) }
      if parts[0] == "next" { return .next(duration.duration) }
    }
    let times = text.split(separator: "/").map { AirTime(String($0)) }
    if times.count == 2, let start = times[0], let end = times[1], start < end {
      return .interval(try AirInterval(start: start, end: end))
    }
    throw ValidationError(
      "A window is written current, past=PT24H, next=P3D, or 2026-10-01T00:00Z/2026-10-02T00:00Z.")
  }

  /// Returns parameters separated by commas, such as `pm25,o3`.
  static func parameters(_ text: String?) throws -> [AirParameter] {
    guard let text else { return [] }
    let names = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    try refuse(
      if: names.isEmpty || names.contains(""), "Parameters are separated by commas, such as pm25,o3.")
    return try names.map { name in
      do throws(AQError) {
        return try parameter(name)
      } catch {
        throw ValidationError(error.message)
      }
    }
  }

  /// Returns a parameter by its name. The set is open, but a name that is nearly a known one is a typo.
  static func parameter(_ name: String) throws(AQError) -> AirParameter {
    let parameter = AirParameter(name)
    if parameter.family == .other, parameter.dayStatistic == nil, let near = AirParameter.nearest(to: name) {
      throw AQError(.invalidRequest, "There is no parameter “\(name)” (did you mean “\(near)”?).")
    }
    return parameter
  }
}

/// The time that a user at a terminal waits for an answer.
struct Patience: ParsableArguments {
  @Option(
    name: .customLong("timeout"),
    help: ArgumentHelp("Give up on a source after this number of seconds.", valueName: "S"))
  var seconds = 10.0

  /// The longest time for one source, or one search.
  var limit: Duration { .seconds(seconds) }

  mutating func validate() throws {
    let isTime = seconds > 0 && seconds <= 86_400
    try refuse(if: !isTime, "--timeout takes a number of seconds up to a day, such as 30.")
  }
}
