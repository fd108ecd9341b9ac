/// The origin of one series, where it differs from the report's or adds to it.
public struct AirOrigin: Hashable, Sendable, Codable {
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

extension AirOrigin {
  /// How the values of a series were corrected.
  public struct Correction: Hashable, Sendable, Codable {
    /// Who applied a correction.
    public enum Author: String, Hashable, Sendable, Codable {
      /// The provider, before AQKit saw the values.
      case provider
      /// AQKit or the application; the report has the raw series, too.
      case application
    }

    /// The name of the method, such as `US EPA Barkjohn 2021`; `unnamed` where a provider does not say.
    public var method: String
    /// The parameters that went into it.
    public var inputs: [AirParameter]
    /// Who applied it.
    public var author: Author

    /// The record of a correction.
    public init(method: String, inputs: [AirParameter] = [], author: Author) {
      self.method = method
      self.inputs = inputs
      self.author = author
    }

    private enum CodingKeys: String, CodingKey { case method, inputs, author }

    /// Reads a record; `inputs` may be missing.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        method: try container.decode(String.self, forKey: .method),
        inputs: try container.decodeIfPresent([AirParameter].self, forKey: .inputs) ?? [],
        author: try container.decode(Author.self, forKey: .author))
    }
  }
}
