/// A query to a source or a hub: the places, parameters, time and conditions.
///
/// ```swift
/// var query = AirQuery(
///   near: try Coordinate(52.52, 13.41), parameters: [.pm25, .o3], window: .past(.seconds(86_400)))
/// query.kinds = [.observation]  // no models
/// query.radius = 10_000  // metres
/// ```
public struct AirQuery: Hashable, Sendable {
  /// The level of detail that a query asks for.
  public enum Detail: String, Hashable, Sendable, Codable {
    /// Values.
    case values
    /// The sites only; their reports have no series.
    case sites
  }

  /// The places; reports refer to them by index. An empty list asks a source for everything that it has.
  public var places: [AirQuery.Place]
  /// The parameters; empty for all that a source offers.
  public var parameters: [AirParameter]
  /// The requested time. By default the newest values.
  public var window: AirQuery.Window
  /// The kinds of report that are wanted; empty for any.
  public var kinds: Set<AirReport.Kind>
  /// The uses that the data's licence must allow. Sources whose rights forbid them, or don't say, are not asked.
  public var purposes: Set<Purpose>
  /// Values, or sites only.
  public var detail: Detail
  /// The sources that a hub asks; by default all. A source by itself ignores it.
  public var sources: SourceSelection
  /// Whether a cached response is acceptable. A source without a cache ignores this.
  public var freshness: Freshness
  /// Whether an indoor site may represent the air of a place. By default it is listed but never chosen; a site
  /// requested by its identifier (``Place/site(_:)``) is used even indoors.
  public var includesIndoor: Bool
  /// The largest distance between a point and a site in metres; nil or an impossible distance leaves it to the source.
  public var radius: Double? {
    didSet { radius = radius.flatMap(\.ifNotNegative) }
  }

  /// The surroundings that are asked about with each point, for an estimate of the air there; nil for the point alone.
  public var surroundings: Surroundings?

  /// A use of the data that the licence must allow.
  public enum Purpose: String, Hashable, Sendable, Codable, CaseIterable {
    /// A paid or advertising application.
    case commercialUse
    /// Passing the data on.
    case redistribution
    /// Keeping the data.
    case caching
    /// Changing the data.
    case modification
  }

  /// Creates a query; by default for all parameters, the newest values, any licence and the air outdoors.
  public init(
    places: [AirQuery.Place], parameters: [AirParameter] = [], window: AirQuery.Window = .current,
    kinds: Set<AirReport.Kind> = [], purposes: Set<Purpose> = [], detail: Detail = .values,
    radius: Double? = nil, sources: SourceSelection = .all, freshness: Freshness = .usual,
    surroundings: Surroundings? = nil, includesIndoor: Bool = false
  ) {
    self.places = places
    self.parameters = parameters
    self.window = window
    self.kinds = kinds
    self.purposes = purposes
    self.detail = detail
    self.sources = sources
    self.freshness = freshness
    self.surroundings = surroundings
    self.includesIndoor = includesIndoor
    self.radius = radius.flatMap(\.ifNotNegative)
  }

  /// Creates a query about a named place, such as `Brno`, or `Springfield, Missouri`. A hub finds it with its
  /// container's place search for sources that don't know names.
  public init(named name: String, parameters: [AirParameter] = [], window: AirQuery.Window = .current) {
    self.init(places: [.city(name)], parameters: parameters, window: window)
  }

  /// Creates a query about one point.
  public init(
    near coordinate: Coordinate, parameters: [AirParameter] = [], window: AirQuery.Window = .current
  ) {
    self.init(places: [.near(coordinate)], parameters: parameters, window: window)
  }

  /// Hashes the members that distinguish most queries: places, parameters and time. A cache hashes each query.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(places)
    hasher.combine(parameters)
    hasher.combine(window)
  }
}

extension AirQuery: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The number of places and the parameters; never the places themselves, which are private.
  public var description: String {
    let asked = parameters.isEmpty ? "everything" : parameters.map(\.rawValue).joined(separator: ", ")
    return "\(asked) at \(places.count) \(places.count == 1 ? "place" : "places")"
  }
  /// The same text as ``description``.
  public var debugDescription: String { description }
  /// A mirror that leaves out the places, which are private.
  public var customMirror: Mirror { Mirror(self, children: ["query": description]) }
}

extension AirQuery: Codable {
  /// Reads a query; only `places` is required.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    try self.init(
      places: container.value("places"), parameters: container.optional("parameters") ?? [],
      window: container.optional("window") ?? .current, kinds: container.optional("kinds") ?? [],
      purposes: container.optional("purposes") ?? [], detail: container.optional("detail") ?? .values,
      radius: container.optional("radius"), sources: container.optional("sources") ?? .all,
      freshness: container.optional("freshness") ?? .usual,
      surroundings: container.optional("surroundings"),
      includesIndoor: container.optional("includesIndoor") ?? false)
  }

  /// Writes a query; sets are sorted.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "places": places, "parameters": parameters, "window": window, "kinds": kinds.spellings,
      "purposes": purposes.spellings, "detail": detail, "radius": radius,
      "sources": sources == .all ? nil : sources, "freshness": freshness == .usual ? nil : freshness,
      "surroundings": surroundings, "includesIndoor": includesIndoor ? true : nil,
    ])
  }
}

extension AirQuery {
  /// The sources that a hub asks.
  public enum SourceSelection: Hashable, Sendable {
    /// All sources that suit the query.
    case all
    /// Only these sources.
    case only(Set<SourceID>)
    /// All sources but these.
    case allBut(Set<SourceID>)

    /// Returns whether a source is among them.
    public func contains(_ source: SourceID) -> Bool {
      switch self {
      case .all: true
      case .only(let sources): sources.contains(source)
      case .allBut(let sources): !sources.contains(source)
      }
    }
  }

  /// Whether a cached response is acceptable.
  public enum Freshness: String, Hashable, Sendable, Codable, CaseIterable {
    /// Uses a cached response until new values are likely, and for a while longer, while it is renewed for the next caller.
    case usual
    /// Uses, at once, any cached response that is recent enough to replace an error, and renews it for the next caller.
    case cached
    /// Uses a cached response only while no newer values are likely; otherwise waits for new ones.
    case revalidated
    /// Asks for a new response even if a cached one is fresh, as for pull-to-refresh, within the limits on requests. The
    /// cached response still replaces an error.
    case reload
  }

  /// Returns whether a site may represent the air of one of the places: an indoor one only if the query asks for it. A list
  /// of sites, and a query without places, include all.
  package func takes(_ site: AirSite, forPlace place: Int) -> Bool {
    guard site.isIndoor == true, !includesIndoor, detail != .sites, places.indices.contains(place) else {
      return true
    }
    return places[place].kind == .site
  }

  /// The query without members that only concern hubs. A query about surroundings asks about a point of the
  /// neighbourhood, so that neighbours share a response, unless a radius is measured from the point.
  package var forOneSource: AirQuery {
    changed(self) {
      $0.sources = .all
      if surroundings != nil, radius == nil { $0.places = places.map(\.neighbourhood) }
    }
  }

  /// The query without members that only concern hubs and caches: the key of a cached response.
  package var question: AirQuery { changed(self) { ($0.sources, $0.freshness) = (.all, .usual) } }
}

extension AirQuery.SourceSelection: Codable {
  /// Reads `{"only": […]}`, `{"allBut": […]}` or `"all"`.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "all": self = .all
    case "only": self = .only(try coded.held())
    case "allBut": self = .allBut(try coded.held())
    default: throw coded.unknown
    }
  }

  /// Writes the word or an object with one member, whose identifiers are sorted.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .all: try CodedCase.encode("all", to: encoder)
    case .only(let sources): try CodedCase.encode("only", sources.spellings, to: encoder)
    case .allBut(let sources): try CodedCase.encode("allBut", sources.spellings, to: encoder)
    }
  }
}
