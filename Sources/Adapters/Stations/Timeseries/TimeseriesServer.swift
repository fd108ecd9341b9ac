public import AQKit

/// A server of 52°North's time-series API that measures air, as a declaration; ``TimeseriesStations`` is the adapter of
/// all of them.
///
/// **Use one**: `try container.install(.irceline)`.
///
/// **Write one**: give the ``descriptor``, and say what the server does otherwise than the rest. Its module is
/// `HTTPModule(CityAir.self)`, and the format of its answers `PayloadFormat(CityAir.self)`.
///
/// **Test one**: with recorded answers as any `HTTPAdapter`.
///
/// Source of the interface: 52north.github.io/series-rest-api.
public protocol TimeseriesServer: Sendable {
  /// The declaration, which
  /// ``AQKit/SourceDescriptor/timeseries(_:_:_:at:in:latency:credit:rights:near:)`` makes.
  static var descriptor: SourceDescriptor { get }

  /// The members that all of its stations have in common. By default they are reference stations of a network with
  /// the name of the source.
  static var template: AirSite { get }

  /// Whether coordinates have the latitude first. It decides only where both orders, or neither, give a point of the
  /// area that the declaration covers; false by default, as in GeoJSON.
  static var hasLatitudeFirst: Bool { get }

  /// The most series of a page, for a server that gives its list in pages; nil, the default, for one that gives the whole.
  static var pageSize: Int? { get }

  /// Describes a station of the list, and the feature of interest where a series has one; nil for an entry that is no
  /// station. By default it has its number as identifier.
  static func site(_ id: String, label: String?, feature: String?) -> AirSite?
}

extension TimeseriesServer {
  /// A reference station of the network with the source's name.
  public static var template: AirSite {
    AirSite(kind: .referenceStation, details: .init(network: descriptor.name))
  }

  /// False.
  public static var hasLatitudeFirst: Bool { false }

  /// Nil.
  public static var pageSize: Int? { nil }

  /// The station with its number, and its own label or else that of the feature.
  public static func site(_ id: String, label: String?, feature: String?) -> AirSite? {
    TimeseriesStations<Self>.site(id, label ?? feature)
  }
}

extension SourceDescriptor {
  /// The declaration of a server of 52°North's time-series API: hourly means, each with the end of its hour, now and in
  /// the past, at most 60 requests in a minute. The API states no limit; the number is AQKit's own.
  ///
  /// - Parameters:
  ///   - id: The identifier.
  ///   - name: The name for people.
  ///   - summary: One sentence about the source.
  ///   - address: The address before `/timeseries`, such as `https://sos.example.org/api/v1`.
  ///   - coverage: The area of its stations.
  ///   - latency: The usual seconds between the end of an hour and its publication.
  ///   - credit: The attribution that is shown with the values.
  ///   - rights: The rights of the licence.
  ///   - point: The latitude and longitude of a station, for tests of the source.
  public static func timeseries(
    _ id: SourceID, _ name: String, _ summary: String, at address: String, in coverage: Coverage,
    latency: Int64 = 3600, credit: AirAttribution, rights: AirRights, near point: (Double, Double)
  ) -> SourceDescriptor {
    var descriptor = network(
      id, name, summary, at: address,
      .hourly(
        in: coverage, latency: latency, for: [.current, .history, .stations],
        [(TimeseriesRow.pollutants.map(\.parameter), .end, .oneHour)]),
      limits: RequestLimits(
        windows: [.init(60, perSeconds: 60)], placesPerRequest: 100, concurrentRequests: 2),
      // Defra's servers write −99 for a missing value.
      credit: credit, rights: rights, sentinels: [-99, -999, -9999], near: point)
    // UCUM's way to write units, as the European reports of air quality have them.
    descriptor.unitNames = ["ug.m-3": "µg/m³", "mg.m-3": "mg/m³", "ng.m-3": "ng/m³"]
    return descriptor
  }
}

extension HTTPModule {
  /// The module of a server of 52°North's time-series API, with the format of its answers.
  public init<Server>(_ server: Server.Type) where Adapter == TimeseriesStations<Server> {
    self.init(PayloadFormat(server)) { TimeseriesStations<Server>(baseURL: $0) }
  }
}

extension PayloadFormat {
  /// Answers of a server of 52°North's time-series API: lists of series with their last values, of stations, and refusals.
  public init<Server: TimeseriesServer>(_ server: Server.Type) {
    self.init(TimeseriesStations<Server>(), step: .any)
  }
}
