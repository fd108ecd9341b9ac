import AQKit

/// A live source that recordings replace.
enum PreviewService: CaseIterable {
  case airQuality
  case weather
  case archive

  /// The recordings, relative to the folder of AQKit's own.
  var files: [String] {
    switch self {
    case .airQuality: ["brno.json", "new-york.json", "enschede.json"]
    case .weather, .archive: ["preview/weather.json"]
    }
  }

  var kind: AirReport.Kind {
    switch self {
    case .airQuality, .weather: .forecast
    case .archive: .analysis
    }
  }

  func reach(at now: AirTime) -> AirInterval {
    let today = now.floored(toMultipleOf: 86_400)
    let (first, last): (AirTime, AirTime) =
      switch self {
      // The air from 2013-01-01, the weather from three months ago, the archive from 1940-01-01 until yesterday.
      case .airQuality: (AirTime(secondsSince1970: 1_356_998_400), today.adding(seconds: 5 * 86_400))
      case .weather: (today.adding(seconds: -92 * 86_400), today.adding(seconds: 16 * 86_400))
      case .archive: (AirTime(secondsSince1970: -946_771_200), today.adding(seconds: -86_400))
      }
    return AirInterval(uncheckedStart: min(first, last), end: last)
  }

  /// The declaration if the live source's own isn't known: its identifier, and the recorded parameters.
  var descriptor: SourceDescriptor {
    switch self {
    case .airQuality:
      declared(
        "open-meteo", "Open-Meteo Air Quality",
        [Self.offer([.current, .forecast, .history], Self.air, .forecast)])
    case .weather:
      declared(
        "open-meteo-weather", "Open-Meteo Weather Forecast",
        Self.weatherOffers([.current, .forecast, .history], .forecast))
    case .archive:
      declared(
        "open-meteo-archive", "Open-Meteo Historical Weather", Self.weatherOffers([.history], .analysis))
    }
  }

  func offers(_ parameter: AirParameter) -> Bool {
    self != .archive || !Self.onlyForecast.contains(parameter)
  }

  private func declared(_ id: SourceID, _ name: String, _ offers: [SourceDescriptor.Offer])
    -> SourceDescriptor
  {
    changed(SourceDescriptor.recordings) {
      $0.id = id
      $0.name = name
      $0.summary = "What was recorded in October 2026 at the nearest known place, as if it were here and now."
      $0.offers = offers
      $0.precedence = 100
      $0.options = []
      $0.testPlaces = .points((49.2, 16.6), (40.7, -74), (-33.9, 151.2))
      $0.siteKinds = [.modelCell]
      // Open-Meteo's own attribution and, for the air, also that of its models.
      $0.attribution = Array($0.attribution.prefix(self == .airQuality ? 2 : 1))
    }
  }

  private static func weatherOffers(
    _ capabilities: Set<SourceDescriptor.Capability>, _ kind: AirReport.Kind
  ) -> [SourceDescriptor.Offer] {
    var hours = offer(
      capabilities, [.precipitation, .rain, .showers, .snowfall, .windGusts, .precipitationProbability], kind)
    hours.timeConvention = .end
    hours.averaging = .oneHour
    var days = offer(
      capabilities,
      [
        .daily(.maximum, of: .temperature), .daily(.minimum, of: .temperature),
        .daily(.maximum, of: .weatherCode), .daily(.maximum, of: .precipitationProbability),
      ], kind)
    days.timeConvention = .start
    days.averaging = .day
    days.cadence = .seconds(86_400)
    return [offer(capabilities, weatherInstants, kind), hours, days]
  }

  private static let weatherInstants: [AirParameter] = [
    .temperature, .apparentTemperature, .humidity, .dewPoint, .pressure, .surfacePressure, .cloudCover,
    .windSpeed, .windDirection, .isDay, .uvIndex, .uvIndexClearSky, .visibility, .weatherCode,
  ]

  /// Reanalyses don't have these.
  private static let onlyForecast: Set<AirParameter> = [
    .showers, .precipitationProbability, .daily(.maximum, of: .precipitationProbability), .visibility,
    .uvIndex, .uvIndexClearSky,
  ]

  private static let air = SourceDescriptor.recordings.parameters

  private static func offer(
    _ capabilities: Set<SourceDescriptor.Capability>, _ parameters: [AirParameter], _ kind: AirReport.Kind
  ) -> SourceDescriptor.Offer {
    let missing = kind == .analysis ? onlyForecast : []
    return SourceDescriptor.Offer(
      capabilities: capabilities, placeKinds: [.coordinate],
      parameters: parameters.filter { !missing.contains($0) }, kinds: [kind],
      timeConvention: .instant, averaging: .instant, cadence: .seconds(3600))
  }
}
