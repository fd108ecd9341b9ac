import AQKit
import ArgumentParser

/// Shows an index of the coming hours.
struct ForecastCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "forecast", "Show the index of the coming hours at places, a bar for each hour in its band's colour.",
    about: """
      Hours stand on the place's own clock. Asks every source that is ready, covers the place and looks ahead; without \
      a place it shows the bundled recordings as if they were of now. The index of each hour is formed from the hours \
      before it as the standard says.
      """,
    examples: "aqkit-cli forecast Berlin", "aqkit-cli forecast --at 49.2,16.6 --days 2 --standard eu-eaqi",
    "aqkit-cli forecast Brno --json")

  @OptionGroup var places: PlaceArguments

  @OptionGroup var index: IndexChoice

  @Option(name: .customLong("days"), help: ArgumentHelp("How far to look, 1 to 16 days.", valueName: "N"))
  var days = 3

  @OptionGroup var output: OutputOptions

  @OptionGroup var patience: Patience

  @OptionGroup var options: ContainerOptions

  mutating func validate() throws {
    guard (1...16).contains(days) else { throw ValidationError("--days takes 1 to 16.") }
  }

  mutating func run() async throws {
    let container = try options.container()
    let index = try container[.indexCatalog].named(index.name)
    let answer = try await answer(in: container)
    places.complainAboutFailures(of: answer)
    let charts = charts(of: answer, index)
    try output.print(HourRecord(answer, charts), of: answer) { terminal in
      Self.lines(of: answer, charts.compactMap(\.chart), terminal)
    }
    try answer.failUnlessAnswered()
  }

  /// Asks the sources about the coming days, and the 25 hours before them, from which the index is formed.
  func answer(in container: AQContainer) async throws -> AirAnswer {
    let now = try container[.clock].time
    return try await places.answer(
      about: try AirInterval(start: now - .seconds(25 * 3600), end: now + .seconds(days * 86_400)),
      parameters: try container[.indexCatalog].named(index.name).inputs.map(\.parameter), in: container,
      within: patience.limit)
  }

  /// The chart of each report, from the time of the question on.
  func charts(of answer: AirAnswer, _ index: any AirQualityIndex) -> [(report: AirReport, chart: HourChart?)]
  {
    let text = ReportText(answer: answer, now: answer.askedAt)
    let window = AirQuery.Window.next(.seconds(days * 86_400)).interval(at: answer.askedAt)
    let reports = places.isAnywhere && !output.printsJSON ? answer.wholeReports(by: index) : answer.reports
    return reports.map { report in
      (report, HourChart(index, of: report, at: text.place(of: report), within: window))
    }
  }

  /// A strip for each place, and the credits.
  static func lines(of answer: AirAnswer, _ charts: [HourChart], _ terminal: Terminal) -> [TerminalText] {
    ReportText(answer: answer, now: answer.askedAt).lines(
      of: charts.map { HourStrip(chart: $0, terminal: terminal).lines }, orSaying: "No forecast here.",
      on: terminal)
  }
}

extension PlaceArguments {
  /// Reports failures, but not data that sources don't have for a time, nor that recordings were shifted, which a line below
  /// the charts says.
  func complainAboutFailures(of answer: AirAnswer) {
    let shown: Set<AirNote.Code> = isAnywhere ? [.remark] : []
    answer.complainAboutFailures(
      named: sources, leavingOut: shown.union([.notOffered, .notMeasured, .notCovered]))
  }

  /// Asks the sources about a time; without a place, the bundled recordings as if they were current.
  func answer(
    about time: AirInterval, parameters: [AirParameter], in container: AQContainer, within limit: Duration
  ) async throws -> AirAnswer {
    var container = container
    let places = try self.places
    if places.isEmpty, !container.hasOption("timing", of: "recordings") {
      try container.setOption("timing", of: "recordings", to: "now")
    }
    var unique: [AirParameter] = []
    for parameter in parameters where !unique.contains(parameter) { unique.append(parameter) }
    let query = AirQuery(places: places, parameters: unique, window: .interval(time))
    return try await answer(
      to: query, in: container, usual: places.isEmpty ? .only(["recordings"]) : container.liveSources,
      within: limit)
  }
}

/// Reports with an index for each of their hours, as JSON.
struct HourRecord: Encodable {
  /// The hours of one report.
  struct Hours: Encodable {
    let source: SourceID
    let site: String?
    /// The index or the parameter.
    let quantity: String
    let unit: String?
    let hours: [Hour]
  }

  /// An hour of the output.
  struct Hour: Encodable {
    let end: AirTime
    let value: Double
    let text: String
    let band: IndexRecord.Band?
    let color: AQIColor?
    let dominant: AirParameter?
    let isPartial: Bool
    /// Whether its average was formed from fewer hours than the standard asks for.
    let isProxy: Bool
  }

  let reports: [AirReport]
  let index: [Hours]

  init(_ answer: AirAnswer, _ charts: [(report: AirReport, chart: HourChart?)]) {
    reports = answer.reports
    index = charts.compactMap { report, chart in
      guard let chart else { return nil }
      return Hours(
        source: report.source, site: report.site.name ?? report.site.id, quantity: chart.quantity,
        unit: chart.unit.isEmpty ? nil : chart.unit,
        hours: chart.points.map {
          Hour(
            end: $0.end, value: $0.value, text: $0.text, band: $0.band.map(IndexRecord.Band.init),
            color: $0.color, dominant: $0.dominant, isPartial: $0.isPartial,
            isProxy: $0.isProxy)
        })
    }
  }
}
