import AQKit
import ArgumentParser
import Foundation

/// Shows the past hours of an index or of parameters as a chart.
struct HistoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "history", "Show the past hours of an index, or of parameters, as charts; --svg writes them to a file.",
    about: """
      Without --parameters the index in its bands' colours; with them a chart for each. Asks every source that is ready, \
      covers the place and looks back. The file is one SVG with nothing to load: title and description for screen \
      readers, a legend of the bands, sources and licences.
      """,
    examples: "aqkit-cli history Brno --days 7", "aqkit-cli history --at 52.52,13.41 --parameters pm25,o3",
    "aqkit-cli history Brno --standard eu-eaqi --svg brno.svg")

  @OptionGroup var places: PlaceArguments

  @OptionGroup var index: IndexChoice

  @Option(
    name: .customLong("parameters"),
    help: ArgumentHelp("Parameters in place of the index, such as pm25,o3.", valueName: "LIST"),
    completion: Completion.parameters)
  var parameters: String?

  @Option(
    name: .customLong("days"), help: ArgumentHelp("How far to look back, 1 to 366 days.", valueName: "N"))
  var days = 3

  @Option(
    name: .customLong("svg"),
    help: ArgumentHelp("Write the charts to a file; - for stdout.", valueName: "FILE"),
    completion: .file(extensions: ["svg"]))
  var file: String?

  @OptionGroup var output: OutputOptions

  @OptionGroup var patience: Patience

  @OptionGroup var options: ContainerOptions

  mutating func validate() throws {
    guard (1...366).contains(days) else { throw ValidationError("--days takes 1 to 366.") }
    _ = try QueryArguments.parameters(parameters)
    if file != nil, output.printsJSON { throw ValidationError("--svg and --json exclude each other.") }
  }

  mutating func run() async throws {
    let container = try options.container()
    let catalog = try container[.indexCatalog]
    let index = try catalog.named(index.name)
    let answer = try await answer(in: container)
    places.complainAboutFailures(of: answer)
    let charts = try charts(of: answer, index, catalog)
    if let file {
      // A good file isn't replaced by an empty one.
      try answer.failUnlessAnswered()
      guard charts.contains(where: { $0.chart != nil }) else {
        complain("aqkit-cli: There are no values here; \(file) was not written.")
        throw ExitCode(1)
      }
      let remark = ReportText(answer: answer, now: answer.askedAt).recorded.map(\.sent)
      try write(ChartSVG(charts: charts.compactMap(\.chart), remark: remark).text, to: file)
    } else {
      try output.print(HourRecord(answer, charts), of: answer) { terminal in
        Self.lines(of: answer, charts.compactMap(\.chart), terminal)
      }
    }
    try answer.failUnlessAnswered()
  }

  /// Asks the sources about the past days; an index also needs the 25 hours before.
  func answer(in container: AQContainer) async throws -> AirAnswer {
    let now = try container[.clock].time
    let named = try QueryArguments.parameters(parameters)
    let before: Duration = named.isEmpty ? .seconds(25 * 3600) : .zero
    return try await places.answer(
      about: try AirInterval(start: now - .seconds(days * 86_400) - before, end: now),
      parameters: named.isEmpty
        ? try container[.indexCatalog].named(index.name).inputs.map(\.parameter) : named,
      in: container, within: patience.limit)
  }

  /// The charts of each report.
  func charts(
    of answer: AirAnswer, _ index: any AirQualityIndex, _ catalog: AirQualityIndexCatalog
  ) throws -> [(report: AirReport, chart: HourChart?)] {
    let text = ReportText(answer: answer, now: answer.askedAt)
    let window = AirQuery.Window.past(.seconds(days * 86_400)).interval(at: answer.askedAt)
    let named = try QueryArguments.parameters(parameters)
    let isAnywhere = places.isAnywhere && named.isEmpty && !output.printsJSON
    return (isAnywhere ? answer.wholeReports(by: index) : answer.reports).flatMap { report in
      let place = text.place(of: report)
      if named.isEmpty { return [(report, HourChart(index, of: report, at: place, within: window))] }
      return report.series.map { series in
        (report, HourChart(series, of: report, at: place, within: window, catalog: catalog))
      }
    }
  }

  /// The charts and the credits.
  static func lines(of answer: AirAnswer, _ charts: [HourChart], _ terminal: Terminal) -> [TerminalText] {
    ReportText(answer: answer, now: answer.askedAt).lines(
      of: charts.map { ColumnChart(chart: $0, terminal: terminal).lines }, orSaying: "No values here.",
      on: terminal)
  }

  private func write(_ text: String, to file: String) throws {
    if file == "-" { return try StandardOutput.print(TerminalText(unescaped: text), terminator: "") }
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    } catch {
      throw AQError(.invalidRequest, "The file “\(file)” can't be written.", cause: error)
    }
  }
}
