/// A source's declaration: what it offers, requires and allows. Routing, request budgets, contract rules, documentation
/// and the command line read this pure value.
public struct SourceDescriptor: Hashable, Sendable, Codable {
  /// The identifier, unique within a container and a hub.
  public var id: SourceID
  /// The name for people.
  public var name: String
  /// One sentence about the source.
  public var summary: String
  /// The offers; parameters with another coverage, cadence or time convention need an offer of their own.
  public var offers: [Offer]
  /// The default precedence; a higher number comes first. By convention 300 for reference stations, 200 for low-cost
  /// sensors, 100 for models.
  public var precedence: Int
  /// The kinds of site that it reports on.
  public var siteKinds: [SiteKind]
  /// The limits on requests.
  public var limits: Limits
  /// The options and credentials of its configuration.
  public var options: [SourceOption]
  /// The attribution that must be shown beside the values.
  public var attribution: [Attribution]
  /// What the licence allows.
  public var rights: Rights
  /// The addresses that it contacts, with their deprecation and retirement.
  public var endpoints: [Endpoint]
  /// Numbers that mean "no value".
  public var sentinels: [Double]
  /// Places for testing the source.
  public var testPlaces: [PlaceReference]

  /// A declaration; everything but the identifier, the name and the offers has a default.
  public init(
    id: SourceID, name: String, summary: String = "", offers: [Offer], precedence: Int = 100,
    siteKinds: [SiteKind] = [], limits: Limits = Limits(), options: [SourceOption] = [],
    attribution: [Attribution] = [], rights: Rights = .unknown, endpoints: [Endpoint] = [],
    sentinels: [Double] = [], testPlaces: [PlaceReference] = []
  ) {
    self.id = id
    self.name = name
    self.summary = summary
    self.offers = offers
    self.precedence = precedence
    self.siteKinds = siteKinds
    self.limits = limits
    self.options = options
    self.attribution = attribution
    self.rights = rights
    self.endpoints = endpoints
    self.sentinels = sentinels
    self.testPlaces = testPlaces
  }
}
