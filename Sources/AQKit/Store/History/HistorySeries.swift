/// One series of a history: its samples, and what is known about it beside them.
struct HistorySeries {
  let id: AirChart.ID
  var site: Site
  var attribution: [Attribution]
  var rights: Rights
  var samples: HistorySamples
  var latest: AirReading
  var latestReceivedAt: AirTime
  /// How many bytes of text describe it.
  let textBytes: Int

  /// The most bytes of text that a site may bring.
  static let mostText = 4096

  /// About what a series takes beside its samples and its text.
  static var overhead: Int {
    MemoryLayout<HistorySeries>.stride + 2 * (MemoryLayout<AirChart.ID>.stride + MemoryLayout<Int>.stride)
      + 64
  }

  /// How many bytes of text describe the site, the licence and the series.
  static func textSize(of report: AirReport, _ series: AirSeries) -> Int {
    let site = report.site
    var size = report.source.rawValue.utf8.count + site.kind.rawValue.utf8.count
    size += series.parameter.rawValue.utf8.count + series.unit.rawValue.utf8.count
    for text in [site.id, site.name, site.timeZone, site.country] { size += text?.utf8.count ?? 0 }
    for text in [series.origin?.source?.rawValue, series.origin?.siteID, series.origin?.model] {
      size += text?.utf8.count ?? 0
    }
    size += series.origin?.instrument?.utf8.count ?? 0
    size += report.rights.terms?.utf8.count ?? 0
    size += series.correction?.method.utf8.count ?? 0
    for input in series.correction?.inputs ?? [] { size += 16 + input.rawValue.utf8.count }
    for line in report.attribution {
      size += MemoryLayout<Attribution>.stride + line.text.utf8.count
      for text in [line.link, line.licence, line.licenceLink] { size += text?.utf8.count ?? 0 }
    }
    return size
  }
}
