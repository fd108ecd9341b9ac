/// Where the values of one series come from, where that differs from or adds to what the report says.
public struct Origin: Hashable, Sendable, Codable {
  /// The source, kept on each series when reports of several sources are merged.
  public var source: SourceID?
  /// The identifier of the site within that source.
  public var siteID: String?
  /// The model or domain, such as `cams_europe`, or `mixed`.
  public var model: String?
  /// The instrument, or the channel of an instrument.
  public var instrument: String?
  /// The edition of a published index, where it is known which one the provider used.
  public var edition: String?

  /// Makes an origin.
  public init(
    source: SourceID? = nil, siteID: String? = nil, model: String? = nil, instrument: String? = nil,
    edition: String? = nil
  ) {
    self.source = source
    self.siteID = siteID
    self.model = model
    self.instrument = instrument
    self.edition = edition
  }
}
