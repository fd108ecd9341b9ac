extension SourceDescriptor {
  /// A part of what a source offers: parameters at places for times.
  public struct Offer: Hashable, Sendable {
    /// The capabilities, such as current values or a forecast.
    public var capabilities: Set<SourceDescriptor.Capability>
    /// The supported kinds of place.
    public var placeKinds: Set<AirQuery.Place.Kind>
    /// The parameters; empty if they are not known beforehand.
    public var parameters: [AirParameter]
    /// The area of the offer.
    public var coverage: SourceDescriptor.Coverage
    /// The kinds of report.
    public var kinds: Set<AirReport.Kind>
    /// The meaning of the provider's time stamps.
    public var timeConvention: SourceDescriptor.TimeConvention
    /// The averaging period of the values.
    public var averaging: AveragingPeriod
    /// The time from one value to the next.
    public var cadence: Duration?
    /// The usual delay between the end of an interval and the publication of its value.
    public var latency: Duration?
    /// Whether its reports state rights station by station. If the source's ``SourceDescriptor/rights`` leave a use
    /// unknown, a hub then asks the source anyway, and judges each report.
    public var statesRights: Bool

    /// Creates an offer; by default it covers the world.
    public init(
      capabilities: Set<SourceDescriptor.Capability>, placeKinds: Set<AirQuery.Place.Kind>,
      parameters: [AirParameter],
      coverage: SourceDescriptor.Coverage = .world, kinds: Set<AirReport.Kind>,
      timeConvention: SourceDescriptor.TimeConvention,
      averaging: AveragingPeriod, cadence: Duration? = nil, latency: Duration? = nil,
      statesRights: Bool = false
    ) {
      self.capabilities = capabilities
      self.placeKinds = placeKinds
      self.parameters = parameters
      self.coverage = coverage
      self.kinds = kinds
      self.timeConvention = timeConvention
      self.averaging = averaging
      self.cadence = cadence
      self.latency = latency
      self.statesRights = statesRights
    }
  }
}

extension SourceDescriptor.Offer {
  /// Returns the offer of a source of warnings (``AirNotice``), which has no values. A hub asks it whatever parameters and kinds of
  /// report a query names, if the query is about now or the time ahead.
  ///
  /// - Parameters:
  ///   - placeKinds: The supported kinds of place.
  ///   - coverage: The area for which it warns.
  ///   - cadence: The time from one update of the service's warnings to the next.
  public static func notices(
    at placeKinds: Set<AirQuery.Place.Kind>, coverage: SourceDescriptor.Coverage, cadence: Duration
  ) -> SourceDescriptor.Offer {
    SourceDescriptor.Offer(
      capabilities: [.notices], placeKinds: placeKinds, parameters: [], coverage: coverage, kinds: [],
      timeConvention: .instant, averaging: .instant, cadence: cadence)
  }

  /// Returns whether the offer takes a place of this kind, and isn't known not to cover it.
  package func mayCover(_ place: AirQuery.Place) -> Bool {
    placeKinds.contains(place.kind) && coverage.covers(place) != false
  }

  var isOfNotices: Bool { kinds.isEmpty && capabilities == [.notices] }
}

extension SourceDescriptor {
  var isOfNotices: Bool { !offers.isEmpty && offers.allSatisfy(\.isOfNotices) }
}

extension SourceDescriptor.Offer: Codable {
  /// Reads an offer; durations are ISO 8601.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    try self.init(
      capabilities: container.value("capabilities"), placeKinds: container.value("placeKinds"),
      parameters: container.value("parameters"), coverage: container.value("coverage"),
      kinds: container.value("kinds"), timeConvention: container.value("timeConvention"),
      averaging: container.value("averaging"),
      cadence: container.decodeIfPresent(ISODuration.self, forKey: "cadence")?.duration,
      latency: container.decodeIfPresent(ISODuration.self, forKey: "latency")?.duration,
      statesRights: container.optional("statesRights") ?? false)
  }

  /// Writes an offer; sets are sorted, durations are ISO 8601.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "capabilities": capabilities.spellings, "placeKinds": placeKinds.spellings, "parameters": parameters,
      "coverage": coverage, "kinds": kinds.spellings, "timeConvention": timeConvention,
      "averaging": averaging, "cadence": cadence.map(ISODuration.init),
      "latency": latency.map(ISODuration.init), "statesRights": statesRights ? true : nil,
    ])
  }
}

extension SourceDescriptor {
  /// A kind of query that a source supports. An open set.
  public struct Capability: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The capability's spelling.
    public let rawValue: String
    /// Creates a capability from its spelling.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The spelling.
    public var description: String { rawValue }
    /// The newest values.
    public static var current: Capability { Capability(rawValue: "current") }
    /// Values ahead.
    public static var forecast: Capability { Capability(rawValue: "forecast") }
    /// Values of the past.
    public static var history: Capability { Capability(rawValue: "history") }
    /// Values as they arise, pushed.
    public static var live: Capability { Capability(rawValue: "live") }
    /// Lists of sites.
    public static var stations: Capability { Capability(rawValue: "stations") }
    /// Warnings of authorities (``AirNotice``).
    public static var notices: Capability { Capability(rawValue: "notices") }
  }

  /// The meaning of a provider's time stamp.
  public enum TimeConvention: String, Hashable, Sendable, Codable {
    /// The start of the averaging interval.
    case start
    /// The end of the averaging interval.
    case end
    /// The instant of the value.
    case instant
  }

  /// The area of an offer.
  public enum Coverage: Hashable, Sendable {
    /// Everywhere.
    case world
    /// Covers these countries, by ISO 3166-1 alpha-2 code in capitals. A coordinate doesn't say its country, so the source is
    /// asked about any place; boxes rule out those elsewhere.
    case countries([String])
    /// Covers these boxes.
    case boxes([GeoShape.BoundingBox])
    /// Unknown without asking.
    case unknown

    /// Returns whether a place is covered, judged by its coordinate; nil if that is unknown without asking.
    public func covers(_ place: AirQuery.Place) -> Bool? {
      switch (self, place) {
      case (.world, _): true
      case (.boxes(let boxes), .near(let coordinate)): boxes.contains { $0.contains(coordinate) }
      case (.boxes(let boxes), .area(let area)): boxes.contains { $0.overlaps(area) }
      default: nil
      }
    }
  }
}

extension SourceDescriptor.Coverage: Codable {
  /// Reads `"world"`, `"unknown"`, `{"countries": […]}` or `{"boxes": […]}`.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "world": self = .world
    case "unknown": self = .unknown
    case "countries": self = .countries(try coded.held())
    case "boxes": self = .boxes(try coded.held())
    default: throw coded.unknown
    }
  }

  /// Writes the word or an object with one member.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .world: try CodedCase.encode("world", to: encoder)
    case .unknown: try CodedCase.encode("unknown", to: encoder)
    case .countries(let countries): try CodedCase.encode("countries", countries, to: encoder)
    case .boxes(let boxes): try CodedCase.encode("boxes", boxes, to: encoder)
    }
  }
}
