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
  /// The members. An array of one element is a single pointer, and each reading has a copy of it.
  private var one: [Members]

  private struct Members: Hashable, Sendable, Codable {
    var source: SourceID?
    var siteID: String?
    var model: String?
    var instrument: AirSite.Instrument?
    var edition: String?
    var attribution: [AirAttribution]?
    var rights: AirRights?
  }

  /// The source; kept on each series when reports of several sources are merged.
  public var source: SourceID? {
    get { one[0].source }
    set { one[0].source = newValue }
  }
  /// The identifier of the site within that source.
  public var siteID: String? {
    get { one[0].siteID }
    set { one[0].siteID = newValue }
  }
  /// The model or domain, such as `cams_europe`, or `mixed`.
  public var model: String? { one[0].model }
  /// The instrument, or the channel of an instrument.
  public var instrument: AirSite.Instrument? { one[0].instrument }
  /// The edition of a published index, if it is known.
  public var edition: String? { one[0].edition }
  /// The attribution of these values, if it differs from the report's, for example between sensors of a site.
  public var attribution: [AirAttribution]? { one[0].attribution }
  /// The rights of these values, if they differ from the report's.
  public var rights: AirRights? { one[0].rights }

  /// Creates an origin; everything is optional.
  public init(
    source: SourceID? = nil, siteID: String? = nil, model: String? = nil,
    instrument: AirSite.Instrument? = nil,
    edition: String? = nil, attribution: [AirAttribution]? = nil, rights: AirRights? = nil
  ) {
    one = [
      Members(
        source: source, siteID: siteID, model: model, instrument: instrument, edition: edition,
        attribution: attribution, rights: rights)
    ]
  }

  /// Reads an origin; every member may be missing.
  public init(from decoder: any Decoder) throws { one = [try Members(from: decoder)] }

  /// Writes the members that have a value.
  public func encode(to encoder: any Encoder) throws { try one[0].encode(to: encoder) }
}

extension AirOrigin: CustomStringConvertible {
  /// The known members without the rights on one line for a log, such as `openaq, 4085, Met One BAM 1020`.
  public var description: String {
    let parts = [source?.rawValue, siteID, model, instrument?.description, edition].compactMap { $0 }
    return (parts + (attribution ?? []).map(\.text)).joined(separator: ", ")
  }
}

extension AirOrigin {
  /// The origin's strings, for an estimate of its size.
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
    public let method: String
    /// The parameters that went into it.
    public let inputs: [AirParameter]
    /// The party that applied the correction.
    public let author: Author

    /// Creates the record of a correction.
    public init(method: String, inputs: [AirParameter] = [], author: Author) {
      self.method = method
      self.inputs = inputs
      self.author = author
    }

    /// Reads a record; `inputs` may be missing.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      try self.init(
        method: container.value(.method), inputs: container.optional(.inputs) ?? [],
        author: container.value(.author))
    }
  }
}
