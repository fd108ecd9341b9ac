public import AQKit

extension PayloadFormat {
  /// Answers of any of Open-Meteo's services, recognised by their content: air quality, weather, historical weather,
  /// climate, places, and the times of a model's update.
  ///
  /// Places become reports without values; the times of an update become a note. The archive's answers look like the
  /// forecast's. Models that only the archive has identify them, or times further before ``PayloadContext/receivedAt``
  /// than a forecast's, which a note says. The newest three months of the archive are indistinguishable and read as a
  /// forecast. Each service also has its own format, such as `open-meteo-archive`.
  public static let openMeteo = PayloadFormat("open-meteo", summary: "Answers of Open-Meteo's services.") {
    bytes, context in
    switch AnswerKind(of: bytes, receivedAt: context.receivedAt) {
    case .airQuality: return try PayloadFormat(OpenMeteoAirQuality()).decode(bytes, context)
    case .weather: return try PayloadFormat(OpenMeteoWeather()).decode(bytes, context)
    case .archive(let remark):
      var response = try PayloadFormat(OpenMeteoArchive()).decode(bytes, context)
      response.notes += [remark].compactMap { $0 }
      return response
    case .climate: return try PayloadFormat(OpenMeteoClimate()).decode(bytes, context)
    case .places: return try GeocodingAnswer.response(to: bytes, receivedAt: context.receivedAt)
    case .update: return try ModelUpdate(ModelDomain(rawValue: ""), bytes).response
    }
  }
}

extension ModelUpdate {
  /// The update as an answer without values.
  fileprivate var response: AirResponse {
    AirResponse(
      notes: [
        AirNote(
          .remark,
          "The run of \(initialisedAt) is there since \(availableAt)"
            + (nextExpectedAt.map { "; the next one is to be expected at \($0)." } ?? "."))
      ])
  }
}
