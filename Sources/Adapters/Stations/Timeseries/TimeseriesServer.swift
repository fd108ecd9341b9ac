public import AQKit

/// The declaration of a server behind 52°North's time-series API, for the adapter ``TimeseriesStations``.
///
/// **Use one**: `try container.install(.irceline)`.
///
/// **Write one**: give the ``descriptor``, and override what the server does differently. Its module is
/// `HTTPModule(CityAir.self)`, and the format of its responses `PayloadFormat(CityAir.self)`.
///
/// **Test one** with recorded responses, like any `HTTPAdapter`.
///
/// Source of the interface: 52north.github.io/series-rest-api.
public protocol TimeseriesServer: Sendable {
  /// The declaration, which
  /// ``AQKit/SourceDescriptor/timeseries(_:_:_:at:in:latency:credit:rights:near:)`` makes.
  static var descriptor: SourceDescriptor { get }

  /// The members that all of its stations have in common, as a site. By default it is a reference station of a network
  /// with the source's name.
  static var template: AirSite { get }

  /// Whether coordinates have the latitude first. It only matters if both orders, or neither, give a point in the
  /// declared area; false by default, as in GeoJSON.
  static var hasLatitudeFirst: Bool { get }

  /// The maximum number of series in a page, for a server whose list comes in pages; nil, the default, for one that
  /// returns the whole list.
  static var pageSize: Int? { get }

  /// Describes a station of the list, and the feature of interest where a series has one; nil for an entry that
  /// isn't a station. By default the number is the station's identifier.
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

  /// Returns the station with its number, named by its own label or else by the feature's.
  public static func site(_ id: String, label: String?, feature: String?) -> AirSite? {
    TimeseriesStations<Self>.site(id, label ?? feature)
  }
}

extension SourceDescriptor {
  /// Returns the declaration of a server of 52°North's time-series API: hourly means, each with the end of its hour,
  /// current and past, with at most 60 requests a minute. The API states no limit; the number is AQKit's own.
  ///
  /// - Parameters:
  ///   - id: The identifier.
  ///   - name: The display name.
  ///   - summary: One sentence about the source.
  ///   - address: The address before `/timeseries`, such as `https://sos.example.org/api/v1`.
  ///   - coverage: The area of its stations.
  ///   - latency: The usual delay in seconds between the end of an hour and its publication.
  ///   - credit: The attribution that must be shown with the values.
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
    // UCUM's spellings of units, as in Europe's air-quality reporting.
    descriptor.unitNames = ["ug.m-3": "µg/m³", "mg.m-3": "mg/m³", "ng.m-3": "ng/m³"]
    return descriptor
  }
}

extension HTTPModule {
  /// Creates the module of a 52°North time-series server, with the format of its responses.
  public init<Server>(_ server: Server.Type) where Adapter == TimeseriesStations<Server> {
    self.init(PayloadFormat(server)) { TimeseriesStations<Server>(baseURL: $0) }
  }
}

extension PayloadFormat {
  /// Creates the format of a 52°North server's responses: lists of series with last values, of stations, and refusals.
  public init<Server: TimeseriesServer>(_ server: Server.Type) {
    self.init(TimeseriesStations<Server>(), step: .any)
  }
}
