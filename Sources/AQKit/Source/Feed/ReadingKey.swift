/// The identity of a quantity at a site: the feed, the device, its channel and the parameter.
///
/// Of two readings with the same key one is newer; readings with different keys are unrelated.
public struct ReadingKey: Hashable, Sendable {
  /// The parts of a reading that form its key, besides the feed.
  public struct Parts: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int
    /// Parts by their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// The device: the site's identifier, or without one its name and coordinate.
    public static let device = Parts(rawValue: 1)
    /// The channel or model, as in ``Origin``, and the correction of the value.
    public static let channel = Parts(rawValue: 2)
    /// The parameter and its averaging period.
    public static let parameter = Parts(rawValue: 4)
    /// All of them.
    public static let all: Parts = [.device, .channel, .parameter]
  }

  private struct Device: Hashable, Sendable {
    let id: String?
    let name: String?
    let coordinate: Coordinate?
  }

  private let source: SourceID
  private let kind: ReportKind
  private let device: Device?
  private let origin: Origin?
  private let correction: Correction?
  private let parameter: AirParameter?
  private let averaging: AveragingPeriod?

  /// The key of a series' readings.
  public init(_ series: AirSeries, of report: AirReport, parts: Parts = .all) {
    source = report.source
    kind = report.kind
    let site = report.site
    device =
      parts.contains(.device)
      ? Device(
        id: site.id, name: site.id == nil ? site.name : nil,
        coordinate: site.id == nil ? site.coordinate : nil)
      : nil
    origin = parts.contains(.channel) ? series.origin : nil
    correction = parts.contains(.channel) ? series.correction : nil
    parameter = parts.contains(.parameter) ? series.parameter : nil
    averaging = parts.contains(.parameter) ? series.averaging : nil
  }
}
