/// What a source declares about itself: what it offers, needs and allows. A pure value, read by routing, the request
/// budget, the contract's rules, the documentation and the command line.
public struct SourceDescriptor: Hashable, Sendable, Codable {
  /// The identifier, unique within a container and a hub.
  public var id: SourceID
  /// The name for people.
  public var name: String
  /// One sentence on what the source is.
  public var summary: String
  /// What it offers; parameters with another coverage, cadence or time convention are an offer of their own.
  public var offers: [Offer]
  /// Default precedence: a higher number is asked first. Reference stations 300, low-cost sensors 200, models 100 by
  /// convention.
  public var precedence: Int
  /// The kinds of site whose values it delivers.
  public var siteKinds: [SiteKind]
  /// How often and how much may be asked.
  public var limits: Limits
  /// The options and credentials that a configuration may or must set.
  public var options: [SourceOption]
  /// What must be shown beside the values.
  public var attribution: [Attribution]
  /// What the licence allows.
  public var rights: Rights
  /// The addresses that are asked, with their life.
  public var endpoints: [Endpoint]
  /// Numbers that stand for "no value".
  public var sentinels: [Double]
  /// Places to test the source at.
  public var testPlaces: [PlaceReference]

  /// Makes a declaration.
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
