extension AirSite {
  /// Details of a site that few services give. Everything is optional; in JSON, unknown details are left out.
  public struct Details: Hashable, Sendable, Codable {
    /// The parameters that the site measures, so that a list of sites has them without values.
    public var measures: [Measurement]
    /// The organisation that runs the site.
    public var operatedBy: String?
    /// The network to which the site belongs.
    public var network: String?
    /// The site's identifiers by scheme, such as `["aqs": "060371103", "eoi": "DEBE065"]`. A scheme means the same in
    /// every service, so stations are recognised across services by these identifiers. A service's own number is
    /// ``AirSite/id``.
    public var identifiers: [String: String]
    /// The period in which the site measured.
    public var operating: OperatingPeriod?
    /// Whether the site moves; nil if unknown.
    public var isMobile: Bool?
    /// The largest distance of the true position from the coordinate, in metres; not negative. Some services round or
    /// blur it.
    public var coordinateUncertainty: Double? {
      didSet { coordinateUncertainty = coordinateUncertainty.flatMap(\.ifNotNegative) }
    }
    /// The surroundings, such as ``Setting/traffic``.
    public var setting: Setting?
    /// Further data by the provider's own keys.
    public var further: [String: String]

    /// Creates details; those left out are unknown. An uncertainty that is negative or not finite becomes nil.
    public init(
      measures: [Measurement] = [], operatedBy: String? = nil, network: String? = nil,
      identifiers: [String: String] = [:], operating: OperatingPeriod? = nil, isMobile: Bool? = nil,
      coordinateUncertainty: Double? = nil, setting: Setting? = nil, further: [String: String] = [:]
    ) {
      self.measures = measures
      self.operatedBy = operatedBy
      self.network = network
      self.identifiers = identifiers
      self.operating = operating
      self.isMobile = isMobile
      self.coordinateUncertainty = coordinateUncertainty.flatMap(\.ifNotNegative)
      self.setting = setting
      self.further = further
    }
  }
}

extension AirSite.Details {
  /// A parameter that a site measures.
  public struct Measurement: Hashable, Sendable, Codable {
    /// The parameter.
    public let parameter: AirParameter
    /// The unit of its values.
    public private(set) var unit: AirUnit?
    /// The averaging period of its values.
    public private(set) var averaging: AveragingPeriod?
    /// The instrument.
    public private(set) var instrument: AirSite.Instrument?

    /// Creates the measurement of a parameter from the known facts about it.
    public init(
      _ parameter: AirParameter, unit: AirUnit? = nil, averaging: AveragingPeriod? = nil,
      instrument: AirSite.Instrument? = nil
    ) {
      self.parameter = parameter
      self.unit = unit
      self.averaging = averaging
      self.instrument = instrument
    }

    /// Returns whether the two statements nowhere contradict each other.
    fileprivate func agrees(with other: Self) -> Bool {
      func agree<Value: Equatable>(_ one: Value?, _ two: Value?) -> Bool {
        one == nil || two == nil || one == two
      }
      return parameter == other.parameter && agree(unit, other.unit) && agree(averaging, other.averaging)
        && agree(instrument, other.instrument)
    }

    fileprivate mutating func fillGaps(from other: Self) {
      unit = unit ?? other.unit
      averaging = averaging ?? other.averaging
      instrument = instrument ?? other.instrument
    }
  }

  /// The period in which a site measured; an end that is nil is unknown or, for ``until``, has not come.
  public struct OperatingPeriod: Hashable, Sendable, Codable {
    /// The first moment.
    public fileprivate(set) var from: AirTime?
    /// The last moment.
    public fileprivate(set) var until: AirTime?

    /// Creates a period from its ends.
    public init(from: AirTime? = nil, until: AirTime? = nil) {
      self.from = from
      self.until = until
    }
  }

  /// The surroundings of a site. An open set.
  public struct Setting: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The setting's spelling.
    public let rawValue: String
    /// Creates a setting from its spelling.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The spelling.
    public var description: String { rawValue }
    /// Away from individual sources of pollution, in a town or outside.
    public static var background: Self { Self(rawValue: "background") }
    /// Near a road.
    public static var traffic: Self { Self(rawValue: "traffic") }
    /// Near an industrial plant.
    public static var industrial: Self { Self(rawValue: "industrial") }
  }

  /// Reads details; every member may be missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    try self.init(
      measures: container.optional("measures") ?? [], operatedBy: container.optional("operator"),
      network: container.optional("network"), identifiers: container.optional("identifiers") ?? [:],
      operating: container.optional("operating"), isMobile: container.optional("mobile"),
      coordinateUncertainty: container.optional("coordinateUncertainty"),
      setting: container.optional("setting"), further: container.optional("further") ?? [:])
  }

  /// Writes the members that are known.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "measures": measures.isEmpty ? nil : measures, "operator": operatedBy, "network": network,
      "identifiers": identifiers.isEmpty ? nil : identifiers, "operating": operating, "mobile": isMobile,
      "coordinateUncertainty": coordinateUncertainty, "setting": setting,
      "further": further.isEmpty ? nil : further,
    ])
  }
}

extension AirSite {
  /// The maximum numbers of measurements, identifiers and further data of a site of which several statements are combined.
  /// A real site has a few; without a limit each further one would take longer to add.
  package static let mostDetails = 100

  /// Removes measurements, identifiers and further data beyond the limit, and returns their number.
  package mutating func removeSurplusDetails() -> Int {
    guard var details = one[0].details.first else { return 0 }
    let surplus = [details.measures.count, details.identifiers.count, details.further.count]
      .reduce(0) { $0 + max(0, $1 - Self.mostDetails) }
    guard surplus > 0 else { return 0 }
    func first(_ texts: [String: String]) -> [String: String] {
      guard texts.count > Self.mostDetails else { return texts }
      let kept = Set(texts.keys.sorted().prefix(Self.mostDetails))
      return texts.filter { kept.contains($0.key) }
    }
    details.measures = Array(details.measures.prefix(Self.mostDetails))
    (details.identifiers, details.further) = (first(details.identifiers), first(details.further))
    self.details = details
    return surplus
  }

  /// Adds details of another statement about the same site that this one lacks; existing ones stay. Returns the names of
  /// the members in which the two differ, for a note.
  @discardableResult
  package mutating func fillGaps(from other: AirSite) -> [String] {
    guard self != other else { return [] }
    var contradictions: [String] = []
    // Not inlined: each call would have its own copy.
    @inline(never)
    func fill<Value: Equatable>(_ own: inout Value?, _ others: Value?, _ name: String) {
      guard let others else { return }
      if let known = own {
        if known != others, !contradictions.contains(name) { contradictions.append(name) }
      } else {
        own = others
      }
    }
    func unite(_ own: inout [String: String], _ others: [String: String], _ name: String) {
      for (key, value) in others {
        fill(&own[key], value, name)
      }
    }
    var site = one[0]
    defer { one[0] = site }
    fill(&site.id, other.id, "identifier")
    fill(&site.name, other.name, "name")
    fill(&site.coordinate, other.coordinate, "coordinate")
    fill(&site.elevation, other.elevation, "elevation")
    fill(&site.timeZone, other.timeZone, "time zone")
    fill(&site.country, other.country, "country")
    if kind != other.kind { contradictions.append("kind") }
    fill(&site.isIndoor, other.isIndoor, "indoor")
    guard site.details != other.one[0].details else { return contradictions }
    var own = details
    let others = other.details
    // The measurements of one statement are different ones, even if they agree.
    let count = own.measures.count
    for measurement in others.measures {
      if let same = own.measures[..<count].firstIndex(where: { $0.agrees(with: measurement) }) {
        own.measures[same].fillGaps(from: measurement)
      } else {
        own.measures.append(measurement)
      }
    }
    fill(&own.operatedBy, others.operatedBy, "operator")
    fill(&own.network, others.network, "network")
    unite(&own.identifiers, others.identifiers, "identifiers")
    if let period = others.operating {
      var known = own.operating ?? .init()
      fill(&known.from, period.from, "operating period")
      fill(&known.until, period.until, "operating period")
      own.operating = known
    }
    fill(&own.isMobile, others.isMobile, "mobile")
    fill(&own.coordinateUncertainty, others.coordinateUncertainty, "coordinate's uncertainty")
    fill(&own.setting, others.setting, "setting")
    unite(&own.further, others.further, "further data")
    site.details = Self.boxed(own)
    return contradictions
  }

  /// The site's texts, for an estimate of its size.
  package var texts: [String?] {
    let own = [id, name, timeZone, country, kind.rawValue]
    guard let details = one[0].details.first else { return own }
    return own + [details.operatedBy, details.network, details.setting?.rawValue]
      + details.identifiers.flatMap { [$0, $1] } + details.further.flatMap { [$0, $1] }
      + details.measures.flatMap {
        [
          $0.parameter.rawValue, $0.unit?.rawValue, $0.instrument?.id, $0.instrument?.model,
          $0.instrument?.method,
        ]
      }
  }
}
