/// A source's declaration: what it offers, requires and allows. Routing, request budgets, contract rules, documentation
/// and the command line read this pure value.
///
/// ```swift
/// let descriptor = SourceDescriptor(
///   id: "window-sill", name: "Window-sill", summary: "One sensor outside the kitchen.",
///   offers: [
///     SourceDescriptor.Offer(
///       capabilities: [.current], placeKinds: [.site], parameters: [.pm25], kinds: [.observation],
///       timeConvention: .instant, averaging: .instant, cadence: .seconds(60))
///   ],
///   siteKinds: [.lowCostSensor], rights: .own, testPlaces: [.site("sill")])
/// ```
public struct SourceDescriptor: Hashable, Sendable, Codable {
  /// The identifier, unique within a container and a hub.
  public var id: SourceID {
    get { one[0].id }
    set { one[0].id = newValue }
  }
  /// The display name.
  public var name: String {
    get { one[0].name }
    set { one[0].name = newValue }
  }
  /// A sentence about the source.
  public var summary: String {
    get { one[0].summary }
    set { one[0].summary = newValue }
  }
  /// The offers; parameters with another coverage, cadence or time convention need a separate offer.
  public var offers: [SourceDescriptor.Offer] {
    get { one[0].offers }
    set { one[0].offers = newValue }
  }
  /// The default precedence; a higher number comes first. By convention 300 for reference stations, 200 for low-cost
  /// sensors, 100 for models.
  public var precedence: Int {
    get { one[0].precedence }
    set { one[0].precedence = newValue }
  }
  /// The kinds of site that the source reports on.
  public var siteKinds: [AirSite.Kind] {
    get { one[0].siteKinds }
    set { one[0].siteKinds = newValue }
  }
  /// The limits on requests.
  public var limits: RequestLimits {
    get { one[0].limits }
    set { one[0].limits = newValue }
  }
  /// The options and credentials of its configuration.
  public var options: [SourceDescriptor.Option] {
    get { one[0].options }
    set { one[0].options = newValue }
  }
  /// The attribution that must be shown with the values.
  public var attribution: [AirAttribution] {
    get { one[0].attribution }
    set { one[0].attribution = newValue }
  }
  /// The uses that the licence allows.
  public var rights: AirRights {
    get { one[0].rights }
    set { one[0].rights = newValue }
  }
  /// The addresses that the source contacts, with their deprecation and retirement.
  public var endpoints: [SourceDescriptor.Endpoint] {
    get { one[0].endpoints }
    set { one[0].endpoints = newValue }
  }
  /// Numbers that mean "no value".
  public var sentinels: [Double] {
    get { one[0].sentinels }
    set { one[0].sentinels = newValue }
  }
  /// The values that the source's instruments can give, for instruments whose model AQKit doesn't know
  /// (``AirSite/Instrument/bounds(of:)``). Values beyond them, or beyond the parameter's range in the world
  /// (``AirParameter/bounds``), are refused or flagged as suspect.
  public var bounds: [AirParameter: AirParameter.Bounds] {
    get { one[0].bounds }
    set { one[0].bounds = newValue }
  }
  /// The provider's names of parameters that AQKit doesn't know, such as `["relativehumidity": .humidity]`. A name in lower
  /// case matches in any case.
  public var parameterNames: [String: AirParameter] {
    get { one[0].parameterNames }
    set { one[0].parameterNames = newValue }
  }
  /// The provider's spellings of units that AQKit doesn't know, such as `["ugm3": "µg/m³"]`, as ``parameterNames``.
  public var unitNames: [String: AirUnit] {
    get { one[0].unitNames }
    set { one[0].unitNames = newValue }
  }
  /// Places for testing the source.
  public var testPlaces: [AirQuery.Place] {
    get { one[0].testPlaces }
    set { one[0].testPlaces = newValue }
  }
  /// The cells within which all points get the same values; nil if that isn't known, as for stations.
  public var grid: SourceDescriptor.Grid? {
    get { one[0].grid }
    set { one[0].grid = newValue }
  }

  private struct Members: Hashable, Sendable, Codable {
    var id: SourceID
    var name: String
    var summary: String
    var offers: [SourceDescriptor.Offer]
    var precedence: Int
    var siteKinds: [AirSite.Kind]
    var limits: RequestLimits
    var options: [SourceDescriptor.Option]
    var attribution: [AirAttribution]
    var rights: AirRights
    var endpoints: [SourceDescriptor.Endpoint]
    var sentinels: [Double]
    var bounds: [AirParameter: AirParameter.Bounds]
    var parameterNames: [String: AirParameter]
    var unitNames: [String: AirUnit]
    var testPlaces: [AirQuery.Place]
    var grid: SourceDescriptor.Grid?
  }

  /// The members. An array of one element is a single pointer, and whatever handles a source's data has a copy of it.
  private var one: [Members]

  /// Creates a declaration; everything but the identifier, the name and the offers has a default.
  public init(
    id: SourceID, name: String, summary: String = "", offers: [SourceDescriptor.Offer], precedence: Int = 100,
    siteKinds: [AirSite.Kind] = [], limits: RequestLimits = RequestLimits(),
    options: [SourceDescriptor.Option] = [],
    attribution: [AirAttribution] = [], rights: AirRights = .unknown,
    endpoints: [SourceDescriptor.Endpoint] = [],
    sentinels: [Double] = [], bounds: [AirParameter: AirParameter.Bounds] = [:],
    parameterNames: [String: AirParameter] = [:],
    unitNames: [String: AirUnit] = [:],
    testPlaces: [AirQuery.Place] = [], grid: SourceDescriptor.Grid? = nil
  ) {
    one = [
      Members(
        id: id, name: name, summary: summary, offers: offers, precedence: precedence, siteKinds: siteKinds,
        limits: limits, options: options, attribution: attribution, rights: rights, endpoints: endpoints,
        sentinels: sentinels, bounds: bounds, parameterNames: parameterNames, unitNames: unitNames,
        testPlaces: testPlaces, grid: grid)
    ]
  }

  /// Reads a declaration.
  public init(from decoder: any Decoder) throws { one = [try Members(from: decoder)] }

  /// Writes a declaration.
  public func encode(to encoder: any Encoder) throws { try one[0].encode(to: encoder) }
}

extension SourceDescriptor {
  /// Every parameter of every offer, without duplicates, in order.
  public var parameters: [AirParameter] { offers.flatMap(\.parameters).unique }

  /// Returns the parameters to request for a query: the offered ones among those that it names, or all offered ones.
  public func parameters(askedBy query: AirQuery) -> [AirParameter] {
    query.parameters.isEmpty ? parameters : parameters.filter(query.parameters.contains)
  }

  /// Every capability of any offer.
  public var capabilities: Set<SourceDescriptor.Capability> {
    offers.reduce(into: []) { $0.formUnion($1.capabilities) }
  }

  /// Returns the first offer with a parameter, or the first that offers any parameter.
  public func offer(of parameter: AirParameter) -> SourceDescriptor.Offer? {
    offer(of: parameter, averaging: nil)
  }

  /// Returns the offer of a parameter that fits values best: the first with this averaging and this kind, else with this
  /// averaging, else with this kind, else the first. Offers that name the parameter precede those of any parameter.
  ///
  /// - Parameters:
  ///   - parameter: The parameter.
  ///   - averaging: The averaging period; nil if it isn't known.
  ///   - kind: The kind of the values; nil if it isn't known.
  public func offer(
    of parameter: AirParameter, averaging: AveragingPeriod?, kind: AirReport.Kind? = nil
  ) -> SourceDescriptor.Offer? {
    var best: (offer: Offer, rank: Int)?
    for offer in offers {
      let isNamed = offer.parameters.contains(parameter)
      guard isNamed || (offer.parameters.isEmpty && !offer.isOfNotices) else { continue }
      let rank =
        (isNamed ? 4 : 0) + (averaging == offer.averaging ? 2 : 0)
        + (kind.map(offer.kinds.contains) ?? false ? 1 : 0)
      if rank > best?.rank ?? -1 { best = (offer, rank) }
    }
    return best?.offer
  }

  /// Returns the parameter with a provider's name, by ``parameterNames`` or else by AQKit's own names.
  ///
  /// - Returns: Nil for a parameter that no offer names. An offer with an empty list allows all parameters that AQKit knows.
  public func parameter(named name: String) -> AirParameter? {
    let named = parameterNames.named(name)
    let parameter = named ?? AirParameter(name)
    if offers.contains(where: { $0.parameters.contains(parameter) }) { return parameter }
    return offer(of: parameter) != nil && (named != nil || parameter.family != .other) ? parameter : nil
  }

  /// Returns the unit with a provider's spelling, by ``unitNames`` or else by AQKit's own spellings; nil for an
  /// unknown one.
  public func unit(named spelling: String) -> AirUnit? {
    let unit = unitNames.named(spelling) ?? AirUnit(spelling)
    return unit.isKnown ? unit : nil
  }

  /// The shortest cadence of the offers and its latency. An hour if none is declared.
  public var cadenceAndLatency: (cadence: Duration, latency: Duration) { cadenceAndLatency(of: []) }

  /// Returns the shortest cadence, with its latency, of the offers with one of the parameters; of all offers if there
  /// are no parameters.
  func cadenceAndLatency(of parameters: [AirParameter]) -> (cadence: Duration, latency: Duration) {
    let wanted = Set(parameters)
    let asked = offers.filter { !wanted.isDisjoint(with: $0.parameters) }
    let declared = (asked.isEmpty ? offers : asked).compactMap { offer in
      offer.cadence.map { (cadence: $0, latency: offer.latency ?? .zero) }
    }
    return declared.min { $0.cadence < $1.cadence } ?? (.seconds(3600), .zero)
  }

  /// Returns a report's freshness at a moment: its freshest series', each by the cadence and latency of its parameter's
  /// offer.
  public func freshness(of report: AirReport, at now: AirTime) -> AirReport.Freshness {
    var freshest = AirReport.Freshness.silent
    for series in report.series where freshest > .fresh {
      freshest = min(freshest, freshness(of: series, kind: report.kind, at: now))
    }
    return freshest
  }

  /// Returns a series' freshness at a moment, by the declared cadence and latency of the offer of its parameter, its
  /// averaging and, if it is known, the kind of its report.
  ///
  /// The end of the newest past interval decides. A series entirely in the future, such as a forecast for tomorrow, is
  /// fresh.
  public func freshness(
    of series: AirSeries, kind: AirReport.Kind? = nil, at now: AirTime
  ) -> AirReport.Freshness {
    let offered = offer(of: series.parameter, averaging: series.averaging, kind: kind)
    let (cadence, latency) =
      offered.flatMap { offer in offer.cadence.map { ($0, offer.latency ?? .zero) } } ?? cadenceAndLatency
    let newestEnd =
      series.newestEnd(notAfter: now) ?? series.newestEnd().map { _ in now }
    return AirReport.Freshness(newestEnd: newestEnd, cadence: cadence, latency: latency, now: now)
  }
}

extension Dictionary where Key == String {
  /// Returns the value of a name, or of the name in lower case.
  func named(_ name: String) -> Value? { isEmpty ? nil : self[name] ?? self[name.lowercased()] }
}

extension SourceDescriptor {
  /// An option or a credential in a source's configuration.
  public struct Option: Hashable, Sendable, Codable {
    /// The name in a configuration.
    public var name: String
    /// A sentence about its effect.
    public var summary: String
    /// Whether the source can't work without it.
    public var isRequired: Bool
    /// Whether the value is a credential.
    public var isSecret: Bool
    /// The value if a configuration sets none.
    public var defaultValue: String?

    /// Creates the declaration of an option.
    public init(
      _ name: String, summary: String, isRequired: Bool = false, isSecret: Bool = false,
      defaultValue: String? = nil
    ) {
      self.name = name
      self.summary = summary
      self.isRequired = isRequired
      self.isSecret = isSecret
      self.defaultValue = defaultValue
    }
  }
}
