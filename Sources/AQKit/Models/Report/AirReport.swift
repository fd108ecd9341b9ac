/// The values of one source at one site: its series, their provenance, and the rights of the licence.
///
/// ```swift
/// guard let reading = report[.pm25]?.newestReading() else { return nil }
/// return
///   "\(reading.value) \(reading.unit) over \(reading.interval) at \(report.site.name ?? report.site.kind.rawValue)"
/// ```
public struct AirReport: Hashable, Sendable {
  /// The version of the JSON schema that this version of AQKit writes.
  public static var schemaVersion: Int { 1 }

  /// The source.
  public var source: SourceID
  /// The site of the values.
  public var site: AirSite
  /// The kind of values: measured, analysed or forecast.
  public var kind: AirReport.Kind
  /// The series; a parameter may have several, with different averaging periods, instruments, licences or corrections.
  public var series: [AirSeries]
  /// The time at which the provider issued it; nil if unknown.
  public var issuedAt: AirTime?
  /// The time at which AQKit received it.
  public var receivedAt: AirTime
  /// The attribution that must be shown with the values, including those of single series.
  public var attribution: [AirAttribution]
  /// The rights for all values together: where series differ, the stricter of each right.
  public var rights: AirRights
  /// The indices of the query's places that the report is for; empty for a report about none of them.
  public var places: [Int]

  /// Creates a report of one source about one site.
  public init(
    source: SourceID, site: AirSite, kind: AirReport.Kind, series: [AirSeries], issuedAt: AirTime? = nil,
    receivedAt: AirTime, attribution: [AirAttribution] = [], rights: AirRights = .unknown, places: [Int] = []
  ) {
    self.source = source
    self.site = site
    self.kind = kind
    self.series = series
    self.issuedAt = issuedAt
    self.receivedAt = receivedAt
    self.attribution = attribution
    self.rights = rights
    self.places = places
  }

  /// Returns the series of a parameter, in order; several if averaging periods, instruments, licences or corrections differ.
  public func series(of parameter: AirParameter) -> [AirSeries] {
    series.filter { $0.parameter == parameter }
  }

  /// The series of a parameter with the newest value that had ended when the report was received; of equally new ones
  /// the first. ``series(of:)`` has all.
  public subscript(parameter: AirParameter) -> AirSeries? {
    var best: (series: AirSeries, end: Int64)?
    for candidate in series where candidate.parameter == parameter {
      let end = candidate.newestEnd(notAfter: receivedAt)?.secondsSince1970 ?? .min
      if best.map({ $0.end < end }) ?? true { best = (candidate, end) }
    }
    return best?.series
  }

  /// Returns the attribution of a series: its own, or the report's.
  public func attribution(of series: AirSeries) -> [AirAttribution] {
    series.origin?.attribution ?? attribution
  }

  package var attributionOfSeries: [AirAttribution] {
    series.map(\.origin?.attribution).unique.flatMap { $0 ?? attribution }.unique
  }

  /// Returns the rights of a series: its own, or the report's.
  public func rights(of series: AirSeries) -> AirRights { series.origin?.rights ?? rights }

  /// Returns the end of the newest interval that has a value and ended by `now`; nil if there is none.
  public func newestEnd(notAfter now: AirTime) -> AirTime? {
    series.lazy.compactMap { $0.newestEnd(notAfter: now) }.max()
  }
}

extension AirReport: Codable {
  /// Reads AQKit's schema; ignores unknown members and refuses a newer schema by name.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    let schema = try container.decode(Int.self, forKey: "schema")
    guard schema == Self.schemaVersion else {
      throw container.fault(
        at: "schema", "Schema \(schema) isn't supported by this version of AQKit (\(Self.schemaVersion)).")
    }
    try self.init(
      source: container.value("source"), site: container.value("site"), kind: container.value("kind"),
      series: container.value("series"), issuedAt: container.optional("issuedAt"),
      receivedAt: container.value("receivedAt"), attribution: container.optional("attribution") ?? [],
      rights: container.optional("rights") ?? .unknown, places: container.optional("places") ?? [])
  }

  /// Writes the AQKit schema.
  public func encode(to encoder: any Encoder) throws {
    try encoder.write([
      "schema": Self.schemaVersion, "source": source, "site": site, "kind": kind, "series": series,
      "issuedAt": issuedAt, "receivedAt": receivedAt, "attribution": attribution, "rights": rights,
      "places": places,
    ])
  }
}

extension AirReport {
  /// The kind of a report's values: measured, analysed or forecast.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Measured.
    case observation
    /// A model's reconstruction of the past, with measurements assimilated.
    case analysis
    /// A model's picture of the future.
    case forecast
  }

  /// The freshness of a report, judged from the end of its newest interval, never from the time of receipt.
  public enum Freshness: String, Hashable, Sendable, Codable, Comparable, CaseIterable {
    /// Not older than the source's cadence and latency together.
    case fresh
    /// Up to twice as old.
    case ageing
    /// Up to six times cadence and latency.
    case stale
    /// Older, or without any value.
    case silent

    /// Creates the freshness for an age.
    ///
    /// Judges by L = cadence + latency: fresh up to L, ageing up to 2 L, stale up to 6 L, then silent.
    ///
    /// - Parameters:
    ///   - newestEnd: The end of the newest past interval with a value; nil if there is none.
    ///   - cadence: The time from one value of the source to the next.
    ///   - latency: The usual delay between the end of an interval and the publication of its value.
    ///   - now: The moment for which freshness is judged.
    public init(newestEnd: AirTime?, cadence: Duration, latency: Duration = .zero, now: AirTime) {
      guard let newestEnd else {
        self = .silent
        return
      }
      let age = now.duration(since: newestEnd)
      let limit = cadence.bounded + latency.bounded
      self = age <= limit ? .fresh : age <= limit * 2 ? .ageing : age <= limit * 6 ? .stale : .silent
    }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// Orders fresher before staler.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rank < rhs.rank }
  }
}

extension AirReading: CustomStringConvertible {
  /// The reading on one line for a log, such as `pm25 12.3 µg/m³, 1h, 2026-10-01T13:00:00Z/2026-10-01T14:00:00Z`.
  public var description: String {
    let quality = flags.isEmpty ? "" : " (\(flags.spellings.joined(separator: ", ")))"
    let amount = unit == .one ? value.plainText : "\(value.plainText) \(unit)"
    return "\(parameter) \(amount), \(averaging), \(interval)\(quality)"
  }
}

extension AirSeries: CustomStringConvertible {
  /// The series on one line for a log: the number of values and the newest one, such as `24 values (1 gap), newest pm25
  /// 12.3 µg/m³, 1h, 2026-10-01T13:00:00Z/2026-10-01T14:00:00Z`.
  public var description: String {
    guard let newest = newestReading() else {
      return "no value of \(parameter)\(unit == .one ? "" : " in \(unit)"), \(averaging)"
    }
    let gaps = values.count(where: \.isNaN)
    let missing = gaps == 0 ? "" : " (\(gaps) \(gaps == 1 ? "gap" : "gaps"))"
    let known = values.count - gaps
    return known == 1 ? "\(newest)" : "\(known) values\(missing), newest \(newest)"
  }
}

extension AirReport: CustomStringConvertible {
  /// The report as text for a log: the source, its site without the coordinate, and a line for each series.
  public var description: String {
    let site = site.name ?? site.id ?? "\(site.kind)"
    let head = "\(kind.rawValue) of \(source), \(site), received \(receivedAt)"
    return ([head] + series.map { "  \($0)" }).joined(separator: "\n")
  }
}

extension AirInterval {
  /// Returns whether a value of this interval can't be the newest of its kind, because its sender's clock is wrong: an
  /// observation further ahead of its receipt than a clock's skew, an analysis more than a day ahead.
  package func isBeyondReceipt(_ receipt: AirTime, for kind: AirReport.Kind) -> Bool {
    switch kind {
    case .observation: if case .beyond = lead(overReceipt: receipt) { true } else { false }
    case .analysis: start > receipt.adding(seconds: 86_400)
    case .forecast: false
    }
  }
}

extension AirReport: Identifiable {
  /// Identifies a report within a response by its source, site and kind of values.
  public struct ID: Hashable, Sendable {
    let source: SourceID
    let siteID: String?
    /// The site's name and coordinate, if it has no identifier.
    let siteName: String?
    let coordinate: Coordinate?
    let kind: AirReport.Kind
  }

  /// The report's identity within a response; the next report of the same site has the same one.
  public var id: ID {
    let isNamed = site.id == nil
    return ID(
      source: source, siteID: site.id, siteName: isNamed ? site.name : nil,
      coordinate: isNamed ? site.coordinate : nil, kind: kind)
  }
}
