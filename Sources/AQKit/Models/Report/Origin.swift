/// The origin of one series, where it differs from the report's or adds to it.
public struct Origin: Hashable, Sendable, Codable {
  /// The source; kept on each series when reports of several sources are merged.
  public var source: SourceID?
  /// The identifier of the site within that source.
  public var siteID: String?
  /// The model or domain, such as `cams_europe`, or `mixed`.
  public var model: String?
  /// The instrument, or the channel of an instrument.
  public var instrument: String?
  /// The edition of a published index, if it is known.
  public var edition: String?

  /// An origin; everything is optional.
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
