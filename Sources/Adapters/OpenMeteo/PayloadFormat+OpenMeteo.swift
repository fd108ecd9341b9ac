public import AQKit

extension PayloadFormat {
  /// Answers of any of Open-Meteo's services, recognised by what stands in them: air quality, weather, climate, places,
  /// and the times of a model's update.
  ///
  /// An answer of the archive looks like one of the forecast and is read as such; its own format is
  /// `open-meteo-archive`.
  public static let openMeteo = PayloadFormat("open-meteo", summary: "Answers of Open-Meteo's services.") {
    bytes, context in
    switch AnswerKind(of: bytes) {
    case .airQuality: try PayloadFormat(OpenMeteoAirQuality()).decode(bytes, context)
    case .weather: try PayloadFormat(OpenMeteoWeather()).decode(bytes, context)
    }
  }
}

/// Which of Open-Meteo's services an answer comes from.
enum AnswerKind {
  case airQuality
  case weather

  /// The service whose answer it is, as far as it can be told; air quality where nothing tells.
  init(of bytes: [UInt8]) {
    self = (try? Self.recognise(bytes)) ?? .airQuality
  }

  /// Reads as far as to the first block whose names tell.
  private static func recognise(_ bytes: [UInt8]) throws -> AnswerKind? {
    var reader = try JSONReader(bytes, allowsNaN: true)
    if try reader.kind() == .array {
      try reader.beginArray()
      guard try reader.nextElement() else { return nil }
    }
    try reader.beginObject()
    while try reader.nextMember() {
      let name = reader.name
      guard ["hourly", "current", "daily", "minutely_15"].contains(where: name.hasPrefix),
        try reader.kind() == .object
      else {
        try reader.skip()
        continue
      }
      try reader.beginObject()
      while try reader.nextMember() {
        let key = reader.name
        if name.hasPrefix("daily") {
          if WeatherVariable.forecast.daily?.find(key) != nil { return .weather }
        } else if let air = AirQualityVariable.table.find(key)?.variable {
          // UV and daylight are in both.
          if WeatherVariable.forecast.hourly?[air.parameter] == nil { return .airQuality }
        } else if WeatherVariable.forecast.hourly?.find(key) != nil {
          return .weather
        }
        try reader.skip()
      }
    }
    return nil
  }
}
