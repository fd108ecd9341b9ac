import AQKit

/// The newest value of a parameter at a place, with everything that a reader must know about it.
struct AgentValue: Encodable {
  struct Site: Encodable {
    let id: String?
    let name: String?
    let kind: AirSite.Kind
    /// Metres from the place.
    let distance: Double?
    let isIndoor: Bool
  }

  let parameter: AirParameter
  let name: String
  let value: Double
  let unit: AirUnit
  let averaging: String
  let start: AirTime
  let end: AirTime
  let ageSeconds: Int64
  let kind: AirReport.Kind
  let source: SourceID
  let site: Site
  let flags: [AirReading.QualityFlag]
  let isSuspect: Bool
  /// Whether newer values are overdue by the source's own cadence.
  let isOutOfDate: Bool

  static func newest(of answer: AirAnswer) -> [AgentValue] {
    (answer.merged()?.series ?? []).compactMap { series in
      // A later part may only contain future values.
      for part in series.parts.reversed() {
        if let reading = part.series.newestReading(notAfter: answer.receivedAt) {
          return AgentValue(reading, part, of: answer)
        }
      }
      return nil
    }
  }

  private init(_ reading: AirReading, _ part: AirAnswer.MergedSeries.Part, of answer: AirAnswer) {
    (parameter, value, unit) = (reading.parameter, reading.value, reading.unit)
    name = reading.parameter.title(in: answer.catalog)
    averaging = reading.averaging.description
    (start, end) = (reading.interval.start, reading.interval.end)
    ageSeconds = answer.receivedAt.duration(since: reading.interval.end).components.seconds
    (kind, source) = (part.kind, part.source)
    site = Site(
      id: part.site.id, name: part.site.name, kind: part.site.kind, distance: part.distance,
      isIndoor: part.site.isIndoor == true)
    flags = reading.flags.sorted()
    isSuspect = reading.flags.contains(.suspect)
    let report = answer.reports.first { $0.source == part.source && $0.site == part.site }
    isOutOfDate = report.flatMap(answer.freshness).map { $0 > .ageing } ?? false
  }

  var line: String {
    let from = [site.name ?? site.id, site.distance.map { "\(Text.distance($0)) away" }].compactMap(\.self)
    let age = ageSeconds < 60 ? "now" : "\(Text.span(seconds: ageSeconds)) ago"
    return "\(name): \(Text.short(value, unit)) (\(averaging), \(age)), \(kind.forReading), \(source)"
      + (from.isEmpty ? "" : ", \(from.joined(separator: ", "))")
  }

  static func caveats(of values: [AgentValue]) -> [String] {
    func names(_ isMeant: (AgentValue) -> Bool) -> String? {
      let names = values.filter(isMeant).map(\.name).unique
      return names.isEmpty ? nil : names.joined(separator: ", ")
    }
    return [
      names { $0.kind != .observation }.map { "From a model, not measured: \($0)." },
      names { $0.site.kind == .lowCostSensor }.map {
        "From low-cost sensors, which are less certain: \($0)."
      },
      names(\.site.isIndoor).map { "Measured indoors: \($0)." },
      names(\.isSuspect).map { "Suspect according to a check of the source or of AQKit: \($0)." },
      names(\.isOutOfDate).map { "Out of date: \($0)." },
    ].compactMap(\.self)
  }
}

extension AirReport.Kind {
  /// The kind in a sentence.
  fileprivate var forReading: String {
    switch self {
    case .observation: "measured"
    case .analysis: "modelled"
    case .forecast: "forecast by a model"
    }
  }
}
