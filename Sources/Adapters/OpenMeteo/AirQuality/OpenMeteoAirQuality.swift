public import AQKit

/// Open-Meteo's air-quality service: hourly model values of the Copernicus Atmosphere Monitoring Service anywhere on
/// Earth, from 2013 to five days ahead.
///
/// All values are modelled, not measured. Hourly values are instants one hour apart, in the provider's units; the
/// `european_aqi` and `us_aqi` families remain published indices. Requests ask for unix seconds in UTC, unless the
/// local days of each place are needed.
///
/// Source: open-meteo.com/en/docs/air-quality-api.
public struct OpenMeteoAirQuality: ServiceAdapter {
  /// The model that the service reads.
  public enum Domain: String, Hashable, Sendable, Codable, CaseIterable {
    /// CAMS Europe where it has values, CAMS global elsewhere; blended at the boundaries.
    case auto
    /// CAMS Europe: 0.1°, hourly, four days ahead.
    case europe = "cams_europe"
    /// CAMS global: 0.4°, every three hours, five days ahead.
    case global = "cams_global"
  }

  /// The days for which means and maxima are added to the hours. The service itself has no daily air quality.
  public enum DayZone: Hashable, Sendable {
    /// The local days of each place, in the zone that the service finds for it. If the system lacks the rules of a
    /// zone, a note names it, and its places have hours only.
    case ofEachPlace
    /// The days of one zone, whatever the zones of the places, which their sites don't state.
    case fixed(AirTime.Zone)
  }

  let domain: Domain
  /// Nil leaves the choice to the service.
  private let cellSelection: CellSelection?
  let dayZone: DayZone?
  let access: ServiceAccess

  /// Creates an adapter for the free service, the customers' service or another server.
  ///
  /// - Parameters:
  ///   - apiKey: A customer's key, sent as a header to the customers' host.
  ///   - baseURL: Another server with the same protocol, such as a self-hosted one.
  ///   - domain: The model to read.
  ///   - cellSelection: The choice of the cell near a place. The CAMS models have no elevations, so at present all
  ///     choices mean the nearest one.
  ///   - dayZone: The days to add. Reports then have, in addition to the hours, the mean and the maximum of each local day for
  ///     pollutants and pollen, and the maximum for indices: real days, 23 or 25 hours long when clocks change, with the
  ///     number of hours that had values.
  ///   - limits: The limits on requests; by default the free host's or the customers' host's.
  public init(
    apiKey: AirSecret? = nil, baseURL: String? = nil, domain: Domain = .auto,
    cellSelection: CellSelection? = nil, dayZone: DayZone? = nil, limits: RequestLimits? = nil
  ) {
    access = ServiceAccess(
      "air-quality-api.open-meteo.com", "/v1/air-quality", apiKey: apiKey, baseURL: baseURL, limits: limits)
    self.domain = domain
    self.cellSelection = cellSelection
    self.dayZone = dayZone
  }

  /// The declaration of this instance, with its address, its domain, and a key's limits and rights.
  public var descriptor: SourceDescriptor {
    var descriptor = access.refined(Self.descriptor)
    if domain != .auto { descriptor.offers = Self.offers(in: domain) }
    // Zones of places, and cells other than the nearest, may differ within a cell.
    let isNearest = cellSelection == nil || cellSelection == .nearest
    descriptor.grid = isNearest && dayZone != .ofEachPlace ? CAMSGrid.shared(in: domain) : nil
    if dayZone != nil { descriptor.offers += Self.dailyOffers(of: descriptor.offers) }
    return descriptor
  }

  /// Returns the requests for a query, each for all its places, with the weight by which the service counts it.
  ///
  /// A short window is requested in hours, a long one in days; one that would exceed the free service's limit per minute is
  /// split by time.
  ///
  /// - Throws: ``AQError/Code/unsupported`` for a place without a coordinate or parameters that the service lacks,
  ///   ``AQError/Code/invalidRequest`` for a window outside 2013-01-01 to six days ahead.
  public func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
    var items = try ServiceAccess.coordinates(of: query)
    let names = vocabulary.hourly.names(
      of: query.parameters.isEmpty ? descriptor.parameters : query.parameters)
    guard !names.isEmpty else { throw ServiceAccess.nothingOffered(query.parameters) }
    // The service names a place's zone only for requests in local time; reading the response corrects the hours.
    items += [
      ("hourly", names.joined(separator: ",")), ("timezone", dayZone == .ofEachPlace ? "auto" : "GMT"),
      ("timeformat", "unixtime"),
    ]
    if domain != .auto { items.append(("domains", domain.rawValue)) }
    if let cellSelection { items.append(("cell_selection", cellSelection.rawValue)) }
    let range = try RequestRange.hourly(wholeDays(query.window, at: now), at: now, Self.bounds)
    return access.calls(
      items, places: query.places.count, variables: names.count, over: range, overlap: marginOfDays)
  }

  /// The days by which requests exceed the window, so that local days are complete: two if dates count as local.
  private var marginOfDays: Int64 {
    switch dayZone {
    case nil: 0
    case .fixed?: 1
    case .ofEachPlace?: 2
    }
  }

  private func wholeDays(_ window: AirQuery.Window, at now: AirTime) -> AirQuery.Window {
    guard marginOfDays > 0 else { return window }
    let (interval, margin) = (window.interval(at: now), marginOfDays * 86_400)
    let (start, end) = (interval.start.adding(seconds: -margin), interval.end.adding(seconds: margin))
    return (try? AirInterval(start: start, end: end)).map(AirQuery.Window.interval) ?? window
  }

  /// The allowed days, from 2013-01-01 to six days ahead: `ForecastapiController.swift` of the service's source code (August 2026).
  private static let bounds = RequestRange.Bounds(
    subject: "air quality", firstDay: Int64(CivilDate.days(2013, 1, 1)), daysAhead: 6)
}

extension OpenMeteoAirQuality {
  /// The service's declaration.
  ///
  /// The limits and rights are those of the free service (open-meteo.com/en/terms); the data are CC BY 4.0
  /// (open-meteo.com/en/license).
  public static let descriptor = SourceDescriptor.openMeteo(
    "open-meteo", "Open-Meteo Air Quality",
    "Hourly air quality, pollen and UV of the Copernicus models CAMS Europe and CAMS global; modelled.",
    at: "https://air-quality-api.open-meteo.com/v1/air-quality", offers(in: .auto),
    options: [
      .init("searchURL", summary: "Scheme and host of the place search, if it differs from baseURL."),
      .init("domain", summary: "auto, cams_europe or cams_global.", defaultValue: "auto"),
      .init("cellSelection", summary: "Which cell near a place is read: land, sea or nearest."),
      .init(
        "dayZone",
        summary:
          "Local days to return in addition to the hours: auto for each place's own, or a time zone such as Europe/Prague."
      ),
    ],
    credits: [ServiceTerms.cams], grid: CAMSGrid.shared(in: .auto))

  /// Returns the offers of a domain: no greenhouse gases from the European one; pollen and some others only from it.
  static func offers(in domain: Domain) -> [SourceDescriptor.Offer] {
    let europe = SourceDescriptor.Coverage.boxes([CAMSGrid.europe].compactMap { $0 })
    switch domain {
    case .auto:
      return [
        offer(.everywhere, .world), offer(.global, .world), offer(.greenhouseGases, .world),
        offer(.index, .world), offer(.europe, europe), offer(.pollen, europe),
      ]
    case .global: return [offer(.everywhere, .world), offer(.global, .world), offer(.index, .world)]
    case .europe:
      return [
        offer(.everywhere, europe), offer(.europe, europe), offer(.pollen, europe), offer(.index, europe),
      ]
    }
  }

  /// Returns the offers of local days made from hours: the same parameters, as means and maxima.
  static func dailyOffers(of hourly: [SourceDescriptor.Offer]) -> [SourceDescriptor.Offer] {
    hourly.flatMap { offer -> [SourceDescriptor.Offer] in
      var means = offer
      means.parameters = offer.parameters.filter { [.gas, .particle, .pollen].contains($0.family) }
      means.averaging = .day
      means.timeConvention = .start
      means.cadence = .seconds(86_400)
      var maxima = means
      maxima.parameters = offer.parameters.filter { [.gas, .particle, .pollen, .index].contains($0.family) }
      maxima.averaging = AveragingPeriod.instant.dailyMaximum
      return [means, maxima].filter { !$0.parameters.isEmpty }
    }
  }

  private static func offer(_ models: ServiceVariable.Models, _ coverage: SourceDescriptor.Coverage)
    -> SourceDescriptor.Offer
  {
    SourceDescriptor.Offer(
      capabilities: [.current, .forecast, .history], placeKinds: [.coordinate],
      parameters: ServiceVocabulary.airQuality.hourly.all.filter { $0.models == models }.map(\.parameter),
      coverage: coverage,
      kinds: [.forecast], timeConvention: .instant, averaging: .instant, cadence: .seconds(3600))
  }
}
