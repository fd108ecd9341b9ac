import AQKit
import ArgumentParser

/// Shows several sources' values for a place, side by side.
struct CompareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "compare", "Show what several sources say about one place: values, distance, age and disagreement.",
    about: """
      Asks every source that is ready and covers the place, or those of --source, for the last 24 hours. Differences \
      are over the hours that two sources have in common.
      """,
    examples: "aqkit-cli compare Berlin --parameters pm25,o3", "aqkit-cli compare --at 52.52,13.41 --json")

  @OptionGroup var question: PlaceQuestion

  mutating func run() async throws {
    let container = try question.options.container()
    let catalog = try container[.indexCatalog]
    let comparison = try await comparison(in: container)
    comparison.answer.complainAboutFailures(named: question.places.sources)
    try question.output.print(comparison, of: comparison.answer) {
      comparison.lines(within: $0.columns, catalog: catalog)
    }
    try comparison.answer.failUnlessAnswered()
  }

  /// Asks the sources about the last day, up to now.
  func comparison(in container: AQContainer) async throws -> Comparison {
    let now = try container[.clock].time
    let day = try AirInterval(start: now - .seconds(86_400), end: now.adding(seconds: 1))
    let answer = try await question.places.answer(
      to: question.query(.interval(day)), in: container, usual: container.liveSources,
      within: question.patience.limit)
    return Comparison(answer)
  }
}

/// The newest value of every site, and the differences between sites.
struct Comparison: Encodable {
  /// The newest value of one site.
  struct Value: Encodable {
    let parameter: String
    let source: String
    let site: String?
    let indoor: Bool?
    let kind: String
    /// Whether this is an uncorrected particle value of a low-cost sensor.
    let isUncorrected: Bool?
    let value: Double
    let unit: String
    let averaging: String
    /// Metres from the place.
    let distance: Double?
    let end: AirTime
    /// Seconds since the end of the interval.
    let age: Int64
    let freshness: String?
  }

  /// The difference between two sites.
  struct Difference: Encodable {
    let parameter: String
    let first: String
    let second: String
    let unit: String
    let meanDifference: Double
    let meanAbsoluteDifference: Double
    let hours: Int
  }

  private enum CodingKeys: String, CodingKey { case askedAt, values, differences }

  let answer: AirAnswer
  let askedAt: AirTime
  let values: [Value]
  let differences: [Difference]

  init(_ answer: AirAnswer) {
    self.answer = answer
    askedAt = answer.askedAt
    var parameters: [AirParameter] = []
    var values: [AirParameter: [Value]] = [:]
    for report in answer.reports {
      let distance = answer.distance(of: report)
      for series in report.series {
        guard let reading = series.newestReading(notAfter: answer.receivedAt) else { continue }
        if !parameters.contains(series.parameter) { parameters.append(series.parameter) }
        values[series.parameter, default: []].append(
          Value(
            parameter: series.parameter.rawValue, source: report.source.rawValue,
            site: report.site.name ?? report.site.id, indoor: report.site.isIndoor,
            kind: report.kind.rawValue, isUncorrected: report.isUncorrected(series) ? true : nil,
            value: reading.value,
            unit: series.unit.rawValue, averaging: series.averaging.description, distance: distance,
            end: reading.interval.end, age: answer.receivedAt.since(reading.interval.end).components.seconds,
            freshness: answer.freshness(of: report)?.rawValue))
      }
    }
    self.values = parameters.flatMap { parameter in
      (values[parameter] ?? []).enumerated().sorted {
        ($0.element.distance ?? .infinity, $0.offset) < ($1.element.distance ?? .infinity, $1.offset)
      }.map(\.element)
    }
    differences = parameters.flatMap { answer.disagreements(of: $0) }.map {
      Difference(
        parameter: $0.parameter.rawValue, first: $0.first.title, second: $0.second.title,
        unit: $0.unit.rawValue, meanDifference: $0.meanDifference,
        meanAbsoluteDifference: $0.meanAbsoluteDifference, hours: $0.hours)
    }
  }

  /// Returns the remark on a site that has fallen behind; empty for a fresh one.
  ///
  /// - Parameter age: Seconds since the end of its newest value.
  static func remark(on freshness: AirReport.Freshness, age: Int64) -> String {
    freshness == .fresh ? "" : "no newer value for \(Text.span(seconds: age))"
  }

  /// A line for each value, and one for each difference.
  ///
  /// - Parameters:
  ///   - columns: The width.
  ///   - catalog: Has the titles of published indices.
  func lines(within columns: Int, catalog: AirQualityIndexCatalog = .standard) -> [TerminalText] {
    guard !values.isEmpty else { return ["No values here."] }
    var table = TextTable()
    table.add(["", "value", "source", "site", "distance", "age", ""])
    var last: String?
    for value in values {
      table.add([
        value.parameter == last ? "" : "\(AirParameter(value.parameter).title(in: catalog))",
        "\(Text.short(value.value)) \(value.unit)\(value.averaging == "instant" ? "" : " (\(value.averaging))")",
        "\(value.source)",
        "\(value.site ?? value.kind)\(value.indoor == true ? ", indoor" : "")\(value.isUncorrected == true ? ", uncorrected" : "")",
        value.distance.map { "\(Text.distance($0))" } ?? "",
        "\(Text.age(of: value.end, at: answer.receivedAt))",
        "\(value.freshness.flatMap(AirReport.Freshness.init).map { Self.remark(on: $0, age: value.age) } ?? "")",
      ])
      last = value.parameter
    }
    guard !differences.isEmpty else { return table.lines(within: columns) }
    var differing = TextTable()
    for difference in differences {
      let sign = difference.meanDifference < 0 ? "−" : "+"
      differing.add([
        "\(AirParameter(difference.parameter).title(in: catalog))", "\(difference.second)",
        "against \(difference.first)",
        "\(sign)\(Text.short(difference.meanDifference.magnitude)) \(difference.unit)",
        "\(Text.short(difference.meanAbsoluteDifference)) without sign",
        "\(Text.count(difference.hours, "hour"))",
      ])
    }
    return table.lines(within: columns) + ["", "Mean differences over common hours of the last day:"]
      + differing.lines(within: columns)
  }
}

extension AirAnswer.Disagreement.Side {
  /// Source and site.
  fileprivate var title: String {
    (site.name ?? site.id).map { "\(source) “\($0)”" } ?? source.rawValue
  }
}

extension AirAnswer {
  /// Metres from the first place to a report's site; nil for areas and cells of models, which have the place inside.
  func distance(of report: AirReport) -> Double? {
    guard report.site.kind == .referenceStation || report.site.kind == .lowCostSensor,
      let place = query.places.first?.coordinate ?? foundPlaces[0]?.coordinate
    else { return nil }
    return report.site.coordinate?.distance(to: place)
  }
}
