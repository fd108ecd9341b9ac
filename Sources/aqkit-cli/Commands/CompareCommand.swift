import AQKit
import ArgumentParser

struct CompareCommand: ToolCommand {
  static let help = CommandHelp(
    "compare", "Show what several sources say about one place: values, distance, age and disagreement.",
    arguments: CommandHelp.onePlace,
    about: """
      Asks every source that is ready and covers the place, or those of --source, for the last 24 hours. Differences \
      are over the hours that two sources have in common.
      """,
    examples: "compare Berlin --parameters pm25,o3", "compare --at 52.52,13.41 --json")

  @OptionGroup var question: PlaceQuestion

  mutating func run() async throws {
    let container = try question.options.container(asking: question.places.asked)
    let comparison = try await comparison(in: container)
    comparison.answer.complainAboutFailures(named: question.places.sources)
    try question.output.print(comparison.record, of: comparison.answer) {
      comparison.lines(within: $0.columns)
    }
    try comparison.answer.failWithoutResponse()
  }

  /// Returns the sources' reports for the last day, up to and including now.
  func comparison(in container: AQContainer) async throws -> Comparison {
    let now = try container[.clock].time
    let day = try AirInterval(start: now - .seconds(86_400), end: now.adding(seconds: 1))
    return Comparison(
      try await question.places.answer(to: question.query(.interval(day)), in: container))
  }
}

struct Comparison {
  let answer: AirAnswer
  let values: [SiteRow]
  let differences: [AirAnswer.Disagreement]

  init(_ answer: AirAnswer) {
    self.answer = answer
    let rows = answer.reports.flatMap { report in
      let freshness = answer.freshness(of: report)
      return report.series.compactMap { SiteRow($0, of: report, freshness, in: answer) }
    }
    let parameters = rows.compactMap(\.parameter).unique
    let rowsOfParameter = Dictionary(grouping: rows, by: \.parameter)
    values = parameters.flatMap { parameter in
      (rowsOfParameter[parameter] ?? []).sorted { $0.distance ?? .infinity < $1.distance ?? .infinity }
    }
    differences = answer.disagreements(ofEach: parameters)
  }

  var record: Members {
    let differences = differences.map { difference -> Members in
      [
        "parameter": difference.parameter, "first": difference.first.title, "hours": difference.hours,
        "second": difference.second.title, "unit": difference.unit,
        "meanDifference": difference.meanDifference,
        "meanAbsoluteDifference": difference.meanAbsoluteDifference,
      ]
    }
    return ["askedAt": answer.askedAt, "values": values, "differences": differences]
  }

  func lines(within columns: Int) -> [TerminalText] {
    guard !values.isEmpty else { return ["No values here."] }
    let lines = SiteRow.table(values, of: answer).lines(within: columns)
    guard !differences.isEmpty else { return lines }
    let rows = differences.map { difference -> [TerminalText] in
      let sign = difference.meanDifference < 0 ? "−" : "+"
      return [
        "\(difference.parameter.title(in: answer.catalog))", "\(difference.second.title)",
        "against \(difference.first.title)",
        "\(sign)\(Text.short(difference.meanDifference.magnitude)) \(difference.unit)",
        "\(Text.short(difference.meanAbsoluteDifference)) absolute",
        "\(Text.count(difference.hours, "hour"))",
      ]
    }
    return lines + ["", "Mean differences over common hours of the last day:"]
      + TextTable(rows).lines(within: columns)
  }
}

extension AirAnswer.Disagreement.Side {
  fileprivate var title: String {
    site.label.map { "\(source) “\($0)”" } ?? source.rawValue
  }
}
