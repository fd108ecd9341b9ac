import AQKit

struct PlaceEstimates {
  private(set) var estimates: [AirEstimate] = []
  private var failures: [(parameter: AirParameter, reason: String)] = []
  let report: AirReport?

  static func query(at places: [AirQuery.Place], _ parameters: [AirParameter] = []) throws -> AirQuery {
    try refuse(
      if: places.count != 1, "--estimate needs one place: --at 52.52,13.41, or a name such as Brno.")
    // The pollutants for which the method has constants.
    let parameters = parameters.isEmpty ? [.pm25, .pm10, .no2, .o3] : parameters
    return AirQuery(places: places, parameters: parameters, surroundings: .standard)
  }

  init(_ answer: AirAnswer) {
    for parameter in answer.query.parameters {
      do throws(AirEstimate.Unavailable) {
        estimates.append(try answer.estimate(of: parameter))
      } catch {
        failures.append((parameter, error.description))
      }
    }
    report = try? answer.estimatedReport()
  }

  func outcome(_ index: any AirQualityIndex) -> AQIOutcome? { report?.index(using: index) }

  func record(_ index: (any AirQualityIndex)?) -> Members {
    let record = index.flatMap { index in outcome(index).map { Members($0, of: index) } }
    return [
      // An estimate's own JSON has no unit, because it is always the same.
      "estimates": estimates.map { Members($0, ["unit": $0.unit]) },
      "unavailable": failures.map { ["parameter": $0.parameter, "reason": $0.reason] as Members },
      "index": record,
    ]
  }

  /// Returns the index, a line for each pollutant, and the reasons for those that are missing.
  func sentences(_ index: any AirQualityIndex) -> [String] {
    let values = estimates.map { estimate in
      let ahead = estimate.hoursAhead > 0 ? ", carried \(estimate.hoursAhead) h ahead" : ""
      return "\(estimate), \(estimate.interval.end)\(ahead)"
    }
    return [outcome(index)?.description].compactMap(\.self) + values + complaints
  }

  /// Returns the same lines, and the credits.
  func lines(_ index: any AirQualityIndex) -> [TerminalText] {
    let credit = AirAttribution.Credit(of: [report].compactMap(\.self)).parts.map(\.textWithLicence)
    return (sentences(index) + credit).map { TerminalText($0) }
  }

  /// Returns, for each pollutant, the inputs with their weights, and those that were left out.
  func weights(within columns: Int) -> [TerminalText] {
    var lines: [TerminalText] = []
    for estimate in estimates {
      if !lines.isEmpty { lines.append("") }
      lines.append("\(estimate)")
      var rows = estimate.contributions.map { part -> [TerminalText] in
        let quality = part.quality == .reference ? "" : part.quality.rawValue
        return [
          "✓", "\(part.source)", "\(part.site.label ?? "")", "\(Text.distance(part.distance))",
          "\(Text.number(part.value, digits: 1)) \(estimate.unit)",
          "\(Text.number(part.weight * 100, digits: 0)) %",
          "\(part.isOutlier ? "contradicted by the others" : quality)",
        ]
      }
      if let model = estimate.model {
        let value = Text.number(model.value, digits: 1)
        rows.append(["✓", "\(model.source)", "model", "", "\(value) \(estimate.unit)"])
      }
      rows += estimate.leftOut.map { left -> [TerminalText] in
        ["·", "\(left.source)", "\(left.site.label ?? "")", "", "", "", "\(left.reason)"]
      }
      lines += TextTable(rows).lines(within: columns, indent: 2)
    }
    return lines + complaints.map { TerminalText($0) }
  }

  private var complaints: [String] { failures.map { "\($0.parameter.name): \($0.reason)" } }
}
