import AQKit

/// The newest value of a parameter at a place, with everything that a reader must know about it.
struct AgentValue {
  private let name: String
  private let reading: AirReading
  private let part: AirAnswer.MergedSeries.Part
  private let ageSeconds: Int64
  /// Whether newer values are overdue by the source's own cadence.
  private let isOutOfDate: Bool

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
    (self.reading, self.part) = (reading, part)
    name = reading.parameter.title(in: answer.catalog)
    ageSeconds = answer.receivedAt.duration(since: reading.interval.end).components.seconds
    let report = answer.reports.first { $0.source == part.source && $0.site == part.site }
    isOutOfDate = report.flatMap(answer.freshness).map { $0 > .ageing } ?? false
  }

  private var isSuspect: Bool { reading.flags.contains(.suspect) }
  private var isIndoor: Bool { part.site.isIndoor == true }

  var record: Members {
    let site: Members = [
      "id": part.site.id, "name": part.site.name, "kind": part.site.kind, "distance": part.distance,
      "isIndoor": isIndoor,
    ]
    return [
      "parameter": reading.parameter, "name": name, "value": reading.value, "unit": reading.unit,
      "averaging": reading.averaging, "start": reading.interval.start, "end": reading.interval.end,
      "ageSeconds": ageSeconds, "kind": part.kind, "source": part.source, "site": site,
      "flags": reading.flags.sorted(), "isSuspect": isSuspect, "isOutOfDate": isOutOfDate,
    ]
  }

  var line: String {
    let from = [part.site.label, part.distance.map { "\(Text.distance($0)) away" }].compactMap(\.self)
    let age = Text.age(seconds: ageSeconds)
    return "\(name): \(Text.short(reading.value, reading.unit)) (\(reading.averaging), \(age)), "
      + "\(part.kind.forReading), \(part.source)" + (from.isEmpty ? "" : ", \(from.joined(separator: ", "))")
  }

  static func caveats(of values: [AgentValue]) -> [String] {
    func names(_ isMeant: (AgentValue) -> Bool) -> String? {
      let names = values.filter(isMeant).map(\.name).unique
      return names.isEmpty ? nil : names.joined(separator: ", ")
    }
    return [
      names { $0.part.kind != .observation }.map { "From a model, not measured: \($0)." },
      names { $0.part.site.kind == .lowCostSensor }.map {
        "From low-cost sensors, which are less certain: \($0)."
      },
      names(\.isIndoor).map { "Measured indoors: \($0)." },
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
