import AQKit

enum ResponseKind {
  case airQuality
  case weather
  /// Historical weather, with a note if only the times show it.
  case archive(AirNote?)
  case climate
  case places
  case update
}

/// The hints that the names and times of the first place with values give about the service.
struct ResponseEvidence {
  /// Whether there is a variable of weather or of days.
  private var hasWeather = false
  /// Whether there is a section that only forecasts have.
  private var hasPresent = false
  private var namesReanalysis = false
  /// Whether all variables are daily ones that climate models have, too.
  private var mayBeClimate = true
  /// The times of the first and the last hour or day, in seconds since 1970.
  private var span: ClosedRange<Int64>?

  /// Forecasts reach from 93 days back to 15 days ahead (`ForecastapiController.swift` of the service's source code,
  /// August 2026); one more day allows for time zones.
  private static let (furthestBack, furthestAhead): (Int64, Int64) = (95 * 86_400, 17 * 86_400)

  /// Recognises the service by the content; nil if nothing shows it. Times beyond any forecast mean a climate model, times
  /// before any forecast the archive.
  mutating func kind(of bytes: [UInt8], _ receivedAt: AirTime) throws -> ResponseKind? {
    var reader = try AQJSON.Reader(bytes, allowsNaN: true)
    guard try reader.kind() == .array else { return try kind(ofPlace: &reader, receivedAt) }
    try reader.beginArray()
    while try reader.nextElement() {
      if let kind = try kind(ofPlace: &reader, receivedAt) { return kind }
    }
    return nil
  }

  private mutating func kind(ofPlace reader: inout AQJSON.Reader, _ receivedAt: AirTime) throws
    -> ResponseKind?
  {
    var members: Set<String> = []
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
        if reader.isNamed("time") {
          look(atTimes: reader)
        } else if let kind = kind(byKey: reader.name, in: name) {
          return kind
        }
        try reader.skip()
      }
    }
    if hasWeather { return kindOfWeather(receivedAt) }
    // A search without results has only its duration; the only other object with a name is a place.
    return members == ["generationtime_ms"] || members.contains("name") ? .places : nil
  }

  private mutating func kind(byKey key: String, in section: String) -> ResponseKind? {
    if section.hasPrefix("daily") {
      let match = ServiceVocabulary.forecast.daily.find(key)
      if let climate = ServiceVocabulary.climate.daily.find(key) {
        if match == nil || climate.model != nil { return .climate }
      } else if match != nil {
        mayBeClimate = false
      }
      note(match)
      return nil
    }
    if let air = ServiceVocabulary.airQuality.hourly.find(key)?.variable {
      // Both services have UV and daylight.
      return ServiceVocabulary.forecast.hourly.names(of: [air.parameter]).isEmpty ? .airQuality : nil
    }
    guard let match = ServiceVocabulary.forecast.hourly.find(key) else { return nil }
    mayBeClimate = false
    if !section.hasPrefix("hourly") { hasPresent = true }
    note(match)
    return nil
  }

  private mutating func note(_ match: VariableTable.Match?) {
    guard let match else { return }
    hasWeather = true
    if let model = match.model, model.hasPrefix("era5") || model.hasPrefix("cerra") { namesReanalysis = true }
  }

  private mutating func look(atTimes times: AQJSON.Reader) {
    var reader = times
    var seconds: [Int64] = []
    guard (try? reader.instants(into: &seconds, secondsFromUTC: 0)) != nil, let first = seconds.min(),
      let last = seconds.max()
    else { return }
    span = min(first, span?.lowerBound ?? first)...max(last, span?.upperBound ?? last)
  }

  private func kindOfWeather(_ receivedAt: AirTime) -> ResponseKind {
    let now = receivedAt.secondsSince1970
    if mayBeClimate, let span, span.upperBound > now + Self.furthestAhead { return .climate }
    if hasPresent { return .weather }
    if namesReanalysis { return .archive(nil) }
    guard let span, span.lowerBound < now - Self.furthestBack else { return .weather }
    let others = mayBeClimate ? "open-meteo-weather and open-meteo-climate" : "open-meteo-weather"
    return .archive(
      AirNote(
        .remark,
        "Read as historical weather: no forecast reaches so far back from when this was received. Other formats: \(others)."
      ))
  }
}
