public import AQKit

extension PayloadFormat {
  /// Answers of any of Open-Meteo's services, recognised by what stands in them: air quality, weather, climate, places,
  /// and the times of a model's update.
  ///
  /// Places become reports without values; the times of an update become a note. An answer of the archive looks like one
  /// of the forecast and is read as such; its own format is `open-meteo-archive`.
  public static let openMeteo = PayloadFormat("open-meteo", summary: "Answers of Open-Meteo's services.") {
    bytes, context in
    switch AnswerKind(of: bytes, receivedAt: context.receivedAt) {
    case .airQuality: try PayloadFormat(OpenMeteoAirQuality()).decode(bytes, context)
    case .weather: try PayloadFormat(OpenMeteoWeather()).decode(bytes, context)
    case .climate: try PayloadFormat(OpenMeteoClimate()).decode(bytes, context)
    case .places: try GeocodingAnswer.response(to: bytes, receivedAt: context.receivedAt)
    case .update: try ModelUpdate(ModelDomain(rawValue: ""), bytes).response
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
