/// The origin of values: a station, a sensor, a cell of a model's grid, an area, a city.
///
/// The coordinate is the site's own, not the one in the query. A city feed may give names without coordinates.
///
/// ```swift
/// let station = AirSite(
///   id: "DEBE010", name: "Berlin Wedding", coordinate: try Coordinate(52.5431, 13.3492), elevation: 35,
///   timeZone: "Europe/Berlin", country: "DE", kind: .referenceStation)
/// ```
public struct AirSite: Hashable, Sendable {
  /// The source's identifier of the site.
  public var id: String? {
    get { one[0].id }
    set { one[0].id = newValue }
  }
  /// The display name.
  public var name: String? {
    get { one[0].name }
    set { one[0].name = newValue }
  }
  /// The site's own coordinate.
  public var coordinate: Coordinate? {
    get { one[0].coordinate }
    set { one[0].coordinate = newValue }
  }
  /// Metres above sea level; a value that is not finite becomes nil.
  public var elevation: Double? {
    get { one[0].elevation }
    set { one[0].elevation = newValue.flatMap { $0.isFinite ? $0 : nil } }
  }
  /// The IANA identifier of the time zone, such as `Europe/Prague`.
  public var timeZone: String? {
    get { one[0].timeZone }
    set { one[0].timeZone = newValue }
  }
  /// The ISO 3166-1 alpha-2 code of the country, in capitals.
  public var country: String? {
    get { one[0].country }
    set { one[0].country = newValue }
  }
  /// The kind of site.
  public var kind: AirSite.Kind {
    get { one[0].kind }
    set { one[0].kind = newValue }
  }
  /// Whether the site measures indoors; nil if unknown.
  public var isIndoor: Bool? {
    get { one[0].isIndoor }
    set { one[0].isIndoor = newValue }
  }
  /// Details that few services give, such as the site's parameters, operator and identifiers in other services.
  public var details: Details {
    get { one[0].details.first ?? Details() }
    set { one[0].details = Self.boxed(newValue) }
  }

  /// The surroundings, without a copy of all details.
  package var setting: Details.Setting? { one[0].details.first?.setting }

  struct Members: Hashable, Sendable {
    var id: String?
    var name: String?
    var coordinate: Coordinate?
    var elevation: Double?
    var timeZone: String?
    var country: String?
    var kind: AirSite.Kind
    var isIndoor: Bool?
    /// Empty for most sites, else a single element.
    var details: [Details]
  }

  /// The members. An array of one element is a single pointer; reports, and whatever is made of them, have copies of it.
  var one: [Members]

  static func boxed(_ details: Details) -> [Details] { details == Details() ? [] : [details] }

  /// Creates a site; only the kind is required.
  public init(
    id: String? = nil, name: String? = nil, coordinate: Coordinate? = nil, elevation: Double? = nil,
    timeZone: String? = nil, country: String? = nil, kind: AirSite.Kind, isIndoor: Bool? = nil,
    details: Details = Details()
  ) {
    one = [
      Members(
        id: id, name: name, coordinate: coordinate,
        elevation: elevation.flatMap { $0.isFinite ? $0 : nil }, timeZone: timeZone, country: country,
        kind: kind, isIndoor: isIndoor, details: Self.boxed(details))
    ]
  }
}

extension AirSite: Codable {
  /// Reads a site; only `kind` is required.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    try self.init(
      id: container.optional("id"), name: container.optional("name"),
      coordinate: container.optional("coordinate"), elevation: container.optional("elevation"),
      timeZone: container.optional("timeZone"), country: container.optional("country"),
      kind: container.value("kind"), isIndoor: container.optional("indoor"),
      details: container.optional("details") ?? Details())
  }

  /// Writes the members that are known.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "id": id, "name": name, "coordinate": coordinate, "elevation": elevation, "timeZone": timeZone,
      "country": country, "kind": kind, "indoor": isIndoor, "details": one[0].details.first,
    ])
  }
}

extension AirSite: CustomStringConvertible {
  /// The site on one line for a log, without its coordinate, such as `Berlin Wedding, DEBE010, DE, reference station`.
  public var description: String {
    [name, id, country, kind.rawValue, isIndoor == true ? "indoor" : nil].compactMap { $0 }
      .joined(separator: ", ")
  }
}

extension AirSite {
  /// The kind of site of a value. An open set.
  public struct Kind: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The kind's spelling.
    public let rawValue: String
    /// Creates a kind from its spelling.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The spelling.
    public var description: String { rawValue }
    /// A station that measures by a reference method or an equivalent one.
    public static var referenceStation: Kind { Kind(rawValue: "reference station") }
    /// A low-cost sensor.
    public static var lowCostSensor: Kind { Kind(rawValue: "low-cost sensor") }
    /// A cell of a model's grid.
    public static var modelCell: Kind { Kind(rawValue: "model cell") }
    /// An administrative or other area.
    public static var area: Kind { Kind(rawValue: "area") }
    /// A city as a whole.
    public static var city: Kind { Kind(rawValue: "city") }

    /// Whether values of this kind are measured at a point.
    package var isPoint: Bool { self == .referenceStation || self == .lowCostSensor }
  }

  /// An instrument, or one channel of it.
  public struct Instrument: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The provider's identifier of the instrument or channel, such as `3917` or `A`.
    public let id: String?
    /// Maker and model, such as `Met One BAM 1020`.
    public let model: String?
    /// The method of measurement, such as `beta attenuation`.
    public let method: String?

    /// Creates an instrument from the known facts about it.
    public init(_ id: String? = nil, model: String? = nil, method: String? = nil) {
      self.id = id
      self.model = model
      self.method = method
    }

    /// Reads an object; a string alone is the identifier.
    public init(from decoder: any Decoder) throws {
      if let id = try? decoder.singleValueContainer().decode(String.self) {
        self.init(id)
        return
      }
      let container = try decoder.container(keyedBy: CodingKeys.self)
      try self.init(
        container.optional(.id), model: container.optional(.model), method: container.optional(.method))
    }

    /// The known model, method and identifier.
    public var description: String { [model, method, id].compactMap { $0 }.joined(separator: ", ") }
  }
}
