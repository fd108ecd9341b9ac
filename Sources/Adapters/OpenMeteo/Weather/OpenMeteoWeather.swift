public import AQKit

/// Open-Meteo's weather forecast: current weather, hours and days from three months back to 15 days ahead, worldwide.
///
/// All values are modelled. The current window gives the newest quarter of an hour, any other window gives hours; daily
/// parameters (``AirParameter/daily(_:of:)``, sunrise, sunset…) are for the place's local days. A day is 24 hours long
/// and starts at local midnight by the offset at the time of the request. Temperature, pressure, wind, clouds and the
/// weather code are instants; precipitation is the sum over the interval before its time stamp, and gusts are its
/// maximum.
///
/// If the sun doesn't rise or set, a note says so.
///
/// Source: open-meteo.com/en/docs.
public struct OpenMeteoWeather: ServiceAdapter {
  private let cellSelection: CellSelection
  let access: ServiceAccess

  /// Creates an adapter for the free service, the customers' service or another server.
  ///
  /// - Parameters:
  ///   - apiKey: A customer's key, sent as a header to the customers' host.
  ///   - baseURL: Another server with the same protocol, such as a self-hosted one.
  ///   - cellSelection: The choice of the cell near a place.
  ///   - limits: The limits on requests; by default the free host's or the customers' host's.
  public init(
    apiKey: AirSecret? = nil, baseURL: String? = nil, cellSelection: CellSelection = .land,
    limits: RequestLimits? = nil
  ) {
    access = ServiceAccess(
      "api.open-meteo.com", "/v1/forecast", apiKey: apiKey, baseURL: baseURL, limits: limits)
    self.cellSelection = cellSelection
  }

  /// The service's declaration.
  public static let descriptor = SourceDescriptor.openMeteo(
    "open-meteo-weather", "Open-Meteo Weather Forecast",
    "Weather now, by the hour and by the day, of the best model for each place; modelled.",
    at: "https://api.open-meteo.com/v1/forecast",
    ServiceVocabulary.forecast.offers([.current, .forecast, .history], .forecast),
    options: [ServiceTerms.cellOption])

  /// The declaration of this instance.
  public var descriptor: SourceDescriptor { access.refined(Self.descriptor) }

  /// Returns the requests for a query, each for all its places: one for days, one for hours.
  ///
  /// - Throws: ``AQError/Code/unsupported`` for a place without a coordinate, ``AQError/Code/invalidRequest`` for a
  ///   window that reaches further than 92 days back or 15 days ahead.
  public func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
    try weatherCalls(for: query, at: now, Self.bounds, hasCurrent: true, cellSelection)
  }

  private static let bounds = RequestRange.Bounds(
    subject: "a weather forecast", pastDays: 92, daysAhead: 15, hasSums: true)

  var vocabulary: ServiceVocabulary { .forecast }

  /// Returns the service's own choice for the place, unless a key names another model.
  func origin(of match: VariableTable.Match, in place: PlaceReading) -> AirOrigin? {
    AirOrigin(model: match.model ?? "best_match")
  }
}

extension ServiceAdapter {
  /// Returns the calls to a weather service for a query.
  ///
  /// Days are the place's local ones, in the zone that the service finds for it. Hours are in UTC, because the service
  /// labels all hours of a response with the offset at the time of the request.
  func weatherCalls(
    for query: AirQuery, at now: AirTime, _ bounds: RequestRange.Bounds, hasCurrent: Bool,
    _ cellSelection: CellSelection, model: String? = nil
  ) throws(AQError) -> [HTTPCall<Void>] {
    var common = try ServiceAccess.coordinates(of: query)
    common.append(("timeformat", "unixtime"))
    if cellSelection != .land { common.append(("cell_selection", cellSelection.rawValue)) }
    if let model { common.append(("models", model)) }
    let days = vocabulary.daily.names(of: query.parameters)
    let hours = vocabulary.hourly.names(of: query.parameters)
    guard !days.isEmpty || !hours.isEmpty else { throw ServiceAccess.nothingOffered(query.parameters) }
    var calls: [HTTPCall<Void>] = []
    // Days come first: their response names the zone of the place.
    if !days.isEmpty {
      calls += access.calls(
        common + [("timezone", "auto"), ("daily", days.joined(separator: ","))], places: query.places.count,
        variables: days.count, over: try .daily(query.window, at: now, bounds))
    }
    if !hours.isEmpty {
      let section = hasCurrent && query.window == .current ? "current" : "hourly"
      let items = common + [("timezone", "GMT"), (section, hours.joined(separator: ","))]
      let range = try RequestRange.hourly(query.window, at: now, bounds)
      if section == "current" {
        let weight = ServiceAccess.weight(places: query.places.count, variables: hours.count, days: 7)
        calls.append(HTTPCall(access.request(items, weight: weight)))
      } else {
        calls += access.calls(
          items, places: query.places.count, variables: hours.count, over: range)
      }
    }
    return calls
  }
}

extension ServiceVocabulary {
  func offers(
    _ capabilities: Set<SourceDescriptor.Capability>, _ kind: AirReport.Kind
  ) -> [SourceDescriptor.Offer] {
    func offer(_ variables: [ServiceVariable], step: Int64, only: Set<SourceDescriptor.Capability>? = nil)
      -> SourceDescriptor.Offer?
    {
      guard let first = variables.first else { return nil }
      return SourceDescriptor.Offer(
        capabilities: only ?? capabilities, placeKinds: [.coordinate], parameters: variables.map(\.parameter),
        kinds: [kind], timeConvention: first.timeConvention, averaging: first.averaging(step: step),
        cadence: .seconds(step))
    }
    let hours = hourly.all
    let sums = hours.filter { $0.timing == .precedingStep }
    return [
      offer(hours.filter { $0.timing == .instant }, step: 3600),
      offer(sums + hours.filter { $0.timing == .precedingHour }, step: 3600),
      capabilities.contains(.current) ? offer(sums, step: 900, only: [.current]) : nil,
      offer(daily.all, step: 86_400),
    ].compactMap { $0 }
  }
}
