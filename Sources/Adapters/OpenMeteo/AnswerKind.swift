import AQKit

/// Which of Open-Meteo's services an answer comes from.
enum AnswerKind {
  case airQuality
  case weather
  case climate
  case places
  case update

  /// The service whose answer it is, as far as it can be told; air quality where nothing tells.
  ///
  /// - Parameters:
  ///   - bytes: The answer.
  ///   - receivedAt: When it arrived. Days that lie further ahead than any forecast are a climate model's.
  init(of bytes: [UInt8], receivedAt: AirTime) {
    self = (try? Self.recognise(bytes, receivedAt)) ?? .airQuality
  }

  /// What a name tells.
  private enum Hint {
    case certain(AnswerKind)
    /// A daily variable that forecasts and climate models have.
    case day
  }

  /// Reads as far as to the first block whose names tell.
  private static func recognise(_ bytes: [UInt8], _ receivedAt: AirTime) throws -> AnswerKind? {
    var reader = try JSONReader(bytes, allowsNaN: true)
    if try reader.kind() == .array {
      try reader.beginArray()
      guard try reader.nextElement() else { return nil }
    }
    var members: Set<String> = []
    var hasDays = false
    try reader.beginObject()
    while try reader.nextMember() {
      let name = reader.name
      members.insert(name)
      if name == "results" || name == "feature_code" { return .places }
      if name == "last_run_initialisation_time" || name == "last_run_availability_time" { return .update }
      guard ["hourly", "current", "daily", "minutely_15"].contains(where: name.hasPrefix),
        try reader.kind() == .object
      else {
        try reader.skip()
        continue
      }
      try reader.beginObject()
      while try reader.nextMember() {
        if name == "daily", reader.isNamed("time"), isFarAhead(reader, receivedAt) { return .climate }
        switch hint(ofKey: reader.name, in: name) {
        case .certain(let kind)?: return kind
        case .day?: hasDays = true
        case nil: break
        }
        try reader.skip()
      }
    }
    if hasDays { return .weather }
    // A search that finds nothing says only how long it took; a place is the only other object with a name.
    return members == ["generationtime_ms"] || members.contains("name") ? .places : nil
  }

  /// What a variable of a block tells; nil for one that several services have, or none.
  private static func hint(ofKey key: String, in block: String) -> Hint? {
    if block.hasPrefix("daily") {
      let isForecast = WeatherVariable.forecast.daily?.find(key) != nil
      if let match = OpenMeteoClimate.table.find(key) {
        return match.model != nil || !isForecast ? .certain(.climate) : .day
      }
      return isForecast ? .certain(.weather) : nil
    }
    if let air = AirQualityVariable.table.find(key)?.variable {
      // UV and daylight are in both.
      return WeatherVariable.forecast.hourly?[air.parameter] == nil ? .certain(.airQuality) : nil
    }
    return WeatherVariable.forecast.hourly?.find(key).map { _ in .certain(.weather) }
  }

  /// Whether the first of the times lies further ahead than any forecast, or before there was one.
  private static func isFarAhead(_ times: JSONReader, _ receivedAt: AirTime) -> Bool {
    var reader = times
    guard (try? reader.beginArray()) != nil, (try? reader.nextElement()) == true,
      let first = try? reader.instant(assuming: 0)
    else { return false }
    return first > receivedAt.adding(seconds: 20 * 86_400).secondsSince1970
  }
}
