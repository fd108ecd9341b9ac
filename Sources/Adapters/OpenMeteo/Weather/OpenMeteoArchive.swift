public import AQKit

/// Open-Meteo's historical weather: hourly and daily reanalyses from 1940 to a few days ago, anywhere on Earth.
///
/// A reanalysis is a model's reconstruction of the past with measurements assimilated, so reports are of the kind
/// ``AirReport/Kind/analysis``. Hours are in UTC, days are the place's local ones as in ``OpenMeteoWeather``. Long
/// windows are split into several requests.
///
/// Source: open-meteo.com/en/docs/historical-weather-api; `openapi/historical-weather.yml` of open-meteo/open-meteo.
public struct OpenMeteoArchive: ServiceAdapter {
  /// The reanalysis.
  public enum Model: String, Hashable, Sendable, Codable, CaseIterable {
    /// The best reanalysis for each place and time.
    case bestMatch = "best_match"
    /// ERA5, with ERA5-Land on land; the same model for decades.
    case era5Seamless = "era5_seamless"
    /// ERA5: 0.25°, from 1940.
    case era5
    /// ERA5-Land: 0.1°, land only, from 1950.
    case era5Land = "era5_land"
    /// ECMWF IFS: 9 km, from 2017.
    case ecmwfIFS = "ecmwf_ifs"
    /// CERRA: Europe, 5 km, 1985 to 2021.
    case cerra
  }

  private let model: Model
  private let cellSelection: CellSelection
  let access: ServiceAccess

  /// Creates an adapter for the free service, the customers' service or another server.
  ///
  /// - Parameters:
  ///   - apiKey: A customer's key, sent as a header to the customers' host.
  ///   - baseURL: Another server with the same protocol, such as a self-hosted one.
  ///   - model: The reanalysis to read.
  ///   - cellSelection: The choice of the cell near a place.
  ///   - limits: The limits on requests; by default the free host's or the customers' host's.
  public init(
    apiKey: AirSecret? = nil, baseURL: String? = nil, model: Model = .bestMatch,
    cellSelection: CellSelection = .land, limits: RequestLimits? = nil
  ) {
    access = ServiceAccess(
      "archive-api.open-meteo.com", "/v1/archive", apiKey: apiKey, baseURL: baseURL, limits: limits)
    self.model = model
    self.cellSelection = cellSelection
  }

  /// The service's declaration.
  public static let descriptor = SourceDescriptor.openMeteo(
    "open-meteo-archive", "Open-Meteo Historical Weather",
    "Weather of the past by the hour and by the day since 1940, from reanalyses.",
    at: "https://archive-api.open-meteo.com/v1/archive",
    ServiceVocabulary.archive.offers([.history], .analysis),
    options: [
      .init("model", summary: "\(Model.names).", defaultValue: Model.bestMatch.rawValue),
      ServiceTerms.cellOption,
    ],
    credits: [ServiceTerms.c3s])

  /// The declaration of this instance.
  public var descriptor: SourceDescriptor { access.refined(Self.descriptor) }

  /// Returns the requests for a query, each for all its places: days and hours separately, with long windows in parts.
  ///
  /// - Throws: ``AQError/Code/unsupported`` for a place without a coordinate, ``AQError/Code/invalidRequest`` for a
  ///   window before 1940 or in the future.
  public func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
    var calls = try weatherCalls(
      for: query, at: now, Self.bounds, hasCurrent: false, cellSelection,
      model: model == .bestMatch ? nil : model.rawValue)
    for index in calls.indices { calls[index].request.maximumBodySize = 64 << 20 }
    return calls
  }

  private static let bounds = RequestRange.Bounds(
    subject: "historical weather", firstDay: Int64(CivilDate.days(1940, 1, 1)), takesRelative: false,
    hasSums: true)

  var vocabulary: ServiceVocabulary { .archive }

  func origin(of match: VariableTable.Match, in place: PlaceReading) -> AirOrigin? {
    AirOrigin(model: match.model ?? model.rawValue)
  }
}
