public import AQKit

/// Open-Meteo's climate projections: daily values of seven high-resolution CMIP6 models, 1950 to 2050, anywhere on Earth.
///
/// Each series has its model as its origin, even for a single model. Days are days in UTC. All parameters are daily
/// statistics (``AirParameter/daily(_:of:)``); ``ClimateYears`` derives yearly means, anomalies and calendar days from
/// them. A note names models that lack a parameter. Long windows are split into several requests.
///
/// Source: open-meteo.com/en/docs/climate-api; `openapi/climate.yml` of open-meteo/open-meteo.
public struct OpenMeteoClimate: ServiceAdapter {
  /// A climate model.
  public enum Model: String, Hashable, Sendable, Codable, CaseIterable {
    /// China, 28 km.
    case fgoals = "FGOALS_f3_H"
    /// Taiwan, 25 km.
    case hiram = "HiRAM_SIT_HR"
    /// Japan, 20 km.
    case mri = "MRI_AGCM3_2_S"
    /// Europe, 29 km.
    case ecEarth = "EC_Earth3P_HR"
    /// Italy, 30 km; without snow, sunshine and clouds.
    case cmcc = "CMCC_CM2_VHR4"
    /// Germany, 51 km; only the mean of humidity.
    case mpi = "MPI_ESM1_2_XR"
    /// Japan, 31 km.
    case nicam = "NICAM16_8S"
  }

  private let models: [Model]
  private let isBiasCorrected: Bool
  private let cellSelection: CellSelection
  let access: ServiceAccess

  /// Creates an adapter for the free service, the customers' service or another server.
  ///
  /// - Parameters:
  ///   - apiKey: A customer's key, sent as a header to the customers' host. The plan must include the climate service.
  ///   - baseURL: Another server with the same protocol, such as a self-hosted one.
  ///   - models: The models to read; an empty list means the service's default.
  ///   - isBiasCorrected: Whether the models are bias-corrected towards the reanalysis ERA5-Land.
  ///   - cellSelection: The choice of the cell near a place.
  ///   - limits: The limits on requests; by default the free host's or the customers' host's.
  public init(
    apiKey: AirSecret? = nil, baseURL: String? = nil, models: [Model] = [.mri], isBiasCorrected: Bool = true,
    cellSelection: CellSelection = .land, limits: RequestLimits? = nil
  ) {
    access = ServiceAccess(
      "climate-api.open-meteo.com", "/v1/climate", apiKey: apiKey, baseURL: baseURL, limits: limits)
    self.models = models.isEmpty ? [.mri] : models.unique
    self.isBiasCorrected = isBiasCorrected
    self.cellSelection = cellSelection
  }

  /// The service's declaration.
  public static let descriptor = SourceDescriptor.openMeteo(
    "open-meteo-climate", "Open-Meteo Climate", "Daily values of CMIP6 climate models, 1950 to 2050.",
    at: "https://climate-api.open-meteo.com/v1/climate",
    [
      SourceDescriptor.Offer(
        capabilities: [.forecast, .history], placeKinds: [.coordinate],
        parameters: ServiceVocabulary.climate.daily.all.map(\.parameter), kinds: [.forecast],
        timeConvention: .start, averaging: .day, cadence: .seconds(86_400))
    ],
    precedence: 50,
    options: [
      .init(
        "models", summary: "One or more, comma-separated: \(Model.names).", defaultValue: Model.mri.rawValue),
      .init(
        "biasCorrected", summary: "Whether the models are corrected towards ERA5-Land.", defaultValue: "true"),
      ServiceTerms.cellOption,
    ],
    credits: [ServiceTerms.cmip6])

  /// The declaration of this instance: more models mean fewer places per request.
  public var descriptor: SourceDescriptor {
    let weight = ServiceAccess.weight(
      places: 1, variables: vocabulary.daily.all.count * models.count, days: 1)
    return changed(access.refined(Self.descriptor)) {
      $0.limits.placesPerRequest = min(
        $0.limits.placesPerRequest, Int(ServiceAccess.heaviestRequest / weight))
    }
  }

  /// Returns the requests for a query, each for all its places and models, with long windows in parts.
  ///
  /// - Throws: ``AQError/Code/unsupported`` for a place without a coordinate, ``AQError/Code/invalidRequest`` for a
  ///   window outside the years 1950 to 2050.
  public func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
    var items = try ServiceAccess.coordinates(of: query)
    let names = vocabulary.daily.names(of: query.parameters)
    guard !names.isEmpty else { throw ServiceAccess.nothingOffered(query.parameters) }
    items += [
      ("daily", names.joined(separator: ",")), ("models", models.map(\.rawValue).joined(separator: ",")),
      ("timeformat", "unixtime"),
    ]
    if !isBiasCorrected { items.append(("disable_bias_correction", "true")) }
    if cellSelection != .land { items.append(("cell_selection", cellSelection.rawValue)) }
    let range = try RequestRange.daily(query.window, at: now, Self.bounds, isLocal: false)
    return access.calls(
      items, places: query.places.count, variables: names.count * models.count, over: range)
  }

  private static let bounds = RequestRange.Bounds(
    subject: "climate projections", firstDay: Int64(CivilDate.days(1950, 1, 1)),
    lastDay: Int64(CivilDate.days(2050, 12, 31)), takesRelative: false)

  var vocabulary: ServiceVocabulary { .climate }

  func origin(of match: VariableTable.Match, in place: PlaceReading) -> AirOrigin? {
    AirOrigin(model: match.model ?? models.first?.rawValue)
  }
}
