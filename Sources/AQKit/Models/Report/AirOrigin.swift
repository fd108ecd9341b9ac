/// The origin of a series, if it differs from the report's or adds to it.
///
/// Values of different origin are different series.
///
/// ```swift
/// for series in report.series(of: .pm25) {
///   print(
///     series.origin?.model ?? "measured", series.origin?.instrument?.model ?? "",
///     series.correction?.method ?? "raw")
/// }
/// ```
public struct AirOrigin: Hashable, Sendable, Codable {
  private var storage: Storage

  /// Stored behind one pointer, because each reading has a copy.
  private indirect enum Storage: Hashable, Sendable {
    case members(Members)
  }

  private struct Members: Hashable, Sendable, Codable {
    var source: SourceID?
    var siteID: String?
    var model: String?
    var instrument: AirSite.Instrument?
    var edition: String?
    var attribution: [AirAttribution]?
    var rights: AirRights?
  }

  private var members: Members {
    get {
      switch storage {
      case .members(let members): members
      }
    }
    set { storage = .members(newValue) }
  }

  /// The source; kept on each series when reports of several sources are merged.
  public var source: SourceID? {
    get { members.source }
    set { members.source = newValue }
  }
  /// The identifier of the site within that source.
  public var siteID: String? {
    get { members.siteID }
    set { members.siteID = newValue }
  }
  /// The model or domain, such as `cams_europe`, or `mixed`.
  public var model: String? {
    get { members.model }
    set { members.model = newValue }
  }
  /// The instrument, or the channel of an instrument.
  public var instrument: AirSite.Instrument? {
    get { members.instrument }
    set { members.instrument = newValue }
  }
  /// The edition of a published index, if it is known.
  public var edition: String? {
    get { members.edition }
    set { members.edition = newValue }
  }
  /// The attribution of these values, if it differs from the report's, for example between sensors of a site.
  public var attribution: [AirAttribution]? {
    get { members.attribution }
    set { members.attribution = newValue }
  }
  /// The rights of these values, if they differ from the report's.
  public var rights: AirRights? {
    get { members.rights }
    set { members.rights = newValue }
  }

  /// Creates an origin; everything is optional.
  public init(
    source: SourceID? = nil, siteID: String? = nil, model: String? = nil,
    instrument: AirSite.Instrument? = nil,
    edition: String? = nil, attribution: [AirAttribution]? = nil, rights: AirRights? = nil
  ) {
    storage = .members(
      Members(
        source: source, siteID: siteID, model: model, instrument: instrument, edition: edition,
        attribution: attribution, rights: rights))
  }

  /// Reads an origin; every member may be missing.
  public init(from decoder: any Decoder) throws { storage = .members(try Members(from: decoder)) }

  /// Writes the members that have a value.
  public func encode(to encoder: any Encoder) throws { try members.encode(to: encoder) }
}

extension AirOrigin {
  /// The strings in it, for an estimate of its size.
  package var texts: [String?] {
    let instrument = [instrument?.id, instrument?.model, instrument?.method]
    return [source?.rawValue, siteID, model, edition, rights?.terms] + instrument
      + (attribution ?? []).flatMap(\.texts)
  }

  /// The correction of the values of a series.
  public struct Correction: Hashable, Sendable, Codable {
    /// The party that applied a correction.
    public enum Author: String, Hashable, Sendable, Codable {
      /// The provider, before AQKit saw the values.
      case provider
      /// AQKit or the application corrected the values; the report has the raw series, too.
      case application
    }

    /// The name of the method, such as `US EPA Barkjohn 2021`; `unnamed` if the provider does not name it.
    public var method: String
    /// The parameters that went into it.
    public var inputs: [AirParameter]
    /// The party that applied the correction.
    public var author: Author

    /// Creates the record of a correction.
    public init(method: String, inputs: [AirParameter] = [], author: Author) {
      self.method = method
      self.inputs = inputs
      self.author = author
    }

    /// Reads a record; `inputs` may be missing.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.init(
        method: try container.decode(String.self, forKey: "method"),
        inputs: try container.decodeIfPresent([AirParameter].self, forKey: "inputs") ?? [],
        author: try container.decode(Author.self, forKey: "author"))
    }

    /// Writes a record.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.encode(method, forKey: "method")
      try container.encode(inputs, forKey: "inputs")
      try container.encode(author, forKey: "author")
    }
  }
}
