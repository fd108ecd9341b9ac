/// One series of a history: its samples and its description.
struct HistorySeries {
  let id: AirChart.ID
  var site: AirSite
  var attribution: [AirAttribution]
  var rights: AirRights
  var samples: HistorySamples
  var latest: AirReading
  var latestReceivedAt: AirTime
  /// The size of its description in bytes.
  private(set) var textBytes: Int

  /// The most bytes of text for a site's description.
  static let mostText = 4096

  /// The approximate size of a series without its samples and text.
  static var overhead: Int {
    MemoryLayout<HistorySeries>.stride + 2 * (MemoryLayout<AirChart.ID>.stride + MemoryLayout<Int>.stride)
      + 64
  }

  /// Makes a reading the newest one, and updates the site's description if it isn't too long.
  ///
  /// - Parameter anew: Whether to ignore the moment of the previous reading.
  /// - Returns: The growth of the description in bytes.
  mutating func renew(_ reading: AirReading, in report: AirReport, anew: Bool) -> Int {
    unite(reading.origin?.attribution ?? report.attribution, reading.origin?.rights ?? report.rights)
      + renewReading(reading, in: report, anew: anew)
  }

  /// Adds a licence to that of earlier readings: attributions are united, if they aren't too long, and of rights the
  /// stricter are kept.
  private mutating func unite(_ newAttribution: [AirAttribution], _ newRights: AirRights) -> Int {
    rights = rights.combined(with: newRights)
    guard newAttribution != attribution else { return 0 }
    let further = newAttribution.filter { !attribution.contains($0) }
    let more = further.reduce(0) {
      $0 + MemoryLayout<AirAttribution>.stride + Self.textSize(of: $1.texts)
    }
    guard more > 0, textBytes + more <= Self.mostText else { return 0 }
    attribution += further
    textBytes += more
    return more
  }

  private mutating func renewReading(_ reading: AirReading, in report: AirReport, anew: Bool) -> Int {
    latestReceivedAt = anew ? report.receivedAt : max(latestReceivedAt, report.receivedAt)
    guard report.site != site || reading.flags != latest.flags else {
      latest = reading
      return 0
    }
    let more = Self.textSize(of: report.site.texts) - Self.textSize(of: site.texts)
    let flags = Self.textSize(of: reading.flags) - Self.textSize(of: latest.flags)
    guard textBytes + more + flags <= Self.mostText else {
      // The value counts; its long description is dropped.
      latest = AirReading(
        parameter: reading.parameter, value: reading.value, unit: reading.unit, interval: reading.interval,
        averaging: reading.averaging, flags: latest.flags, completeness: reading.completeness,
        accuracy: reading.accuracy, origin: reading.origin)
      return 0
    }
    latest = reading
    site = report.site
    textBytes += more + flags
    return more + flags
  }

  /// The bytes of text of a set of flags.
  static func textSize(of flags: Set<AirReading.QualityFlag>) -> Int {
    flags.reduce(0) { $0 + MemoryLayout<AirReading.QualityFlag>.stride + $1.rawValue.utf8.count }
  }

  private static func textSize(of texts: [String?]) -> Int { texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) } }

  /// The bytes of text that describe the site, the licence and the series.
  static func textSize(of report: AirReport, _ series: AirSeries) -> Int {
    var sum = textSize(
      of: [
        report.source.rawValue, series.parameter.rawValue, series.unit.rawValue, report.rights.terms,
        series.correction?.method,
      ] + report.site.texts + (series.origin?.texts ?? []) + report.attribution.flatMap(\.texts))
    for input in series.correction?.inputs ?? [] { sum += 16 + input.rawValue.utf8.count }
    sum += report.site.details.measures.count * MemoryLayout<AirSite.Details.Measurement>.stride
    return sum + report.attribution.count * MemoryLayout<AirAttribution>.stride
  }
}

/// The identity of a site in a history.
struct HistorySiteKey: Hashable {
  let source: SourceID
  let id: String?
  let name: String?
  let coordinate: Coordinate?

  init(_ id: AirChart.ID) {
    source = id.source
    self.id = id.siteID
    name = id.siteName
    coordinate = id.coordinate
  }
}
