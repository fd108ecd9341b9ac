import AQKit
import ArgumentParser

/// The estimates of the air at one place, for the commands that show them.
struct PlaceEstimates {
  /// A pollutant that can't be estimated.
  struct Failure: Encodable {
    let parameter: AirParameter
    let reason: String
  }

  /// The output as JSON.
  struct Record: Encodable {
    let estimates: [AirEstimate]
    let unavailable: [Failure]
    let index: IndexRecord?
  }

  let estimates: [AirEstimate]
  let failures: [Failure]
  private let report: AirReport?

  /// Returns the query for estimates.
  static func query(at places: [AirQuery.Place], _ parameters: [AirParameter] = []) throws -> AirQuery {
    guard places.count == 1 else {
      throw ValidationError("--estimate needs one place: --at 52.52,13.41, or a name such as Brno.")
    }
    return AirQuery(
      places: places, parameters: parameters.isEmpty ? modelled : parameters, surroundings: .standard)
  }

  private static var modelled: [AirParameter] { [.pm25, .pm10, .no2, .o3] }

  init(_ answer: AirAnswer) {
    var (estimates, failures): ([AirEstimate], [Failure]) = ([], [])
    for parameter in answer.query.parameters {
      do throws(AirEstimate.Unavailable) {
        estimates.append(try answer.estimate(of: parameter))
      } catch {
        failures.append(Failure(parameter: parameter, reason: error.description))
      }
    }
    (self.estimates, self.failures) = (estimates, failures)
    report = try? answer.estimatedReport()
  }

  /// The index of the estimates; nil without any.
  func outcome(_ index: any AirQualityIndex) -> AQIOutcome? { report?.index(using: index) }

  /// The output as JSON.
  func record(_ index: (any AirQualityIndex)?) -> Record {
    let record = index.flatMap { index in outcome(index).map { IndexRecord($0, of: index) } }
    return Record(estimates: estimates, unavailable: failures, index: record)
  }

  /// The index, a line for each pollutant, and the credits.
  func lines(_ index: any AirQualityIndex) -> [TerminalText] {
    var lines: [TerminalText] = []
    if let outcome = outcome(index) { lines.append("\(outcome)") }
    lines += estimates.map { estimate -> TerminalText in
      let ahead = estimate.hoursAhead > 0 ? ", carried \(estimate.hoursAhead) h ahead" : ""
      return "\(estimate), \(estimate.interval.end)\(ahead)"
    }
    if let report { lines += AirAttribution.Credit(of: [report]).parts.map { TerminalText($0.text) } }
    return lines + complaints
  }

  /// Returns, for each pollutant, the inputs with their weights, and those that were left out.
  func weights(within columns: Int) -> [TerminalText] {
    var lines: [TerminalText] = []
    for estimate in estimates {
      if !lines.isEmpty { lines.append("") }
      lines.append("\(estimate)")
      var table = TextTable()
      for part in estimate.contributions {
        let remark =
          part.isOutlier
          ? "contradicted by the others" : part.quality == .reference ? "" : part.quality.rawValue
        table.add([
          "✓", "\(part.source)", "\(part.site.name ?? part.site.id ?? "")", "\(Text.distance(part.distance))",
          "\(Self.number(part.value)) \(estimate.unit)", "\(Self.percent(part.weight))", "\(remark)",
        ])
      }
      if let model = estimate.model {
        table.add([
          "✓", "\(model.source)", "model", "", "\(Self.number(model.value)) \(estimate.unit)", "", "",
        ])
      }
      for left in estimate.leftOut {
        table.add([
          "·", "\(left.source)", "\(left.site.name ?? left.site.id ?? "")", "", "", "", "\(left.reason)",
        ])
      }
      lines += table.lines(within: columns, indent: 2)
    }
    return lines + complaints
  }

  private var complaints: [TerminalText] {
    failures.map { failure -> TerminalText in "\(failure.parameter.name): \(failure.reason)" }
  }

  private static func number(_ value: Double) -> String { ((value * 10).rounded() / 10).plainText }

  private static func percent(_ share: Double) -> String { "\((share * 100).rounded().plainText) %" }
}
