import AQKit
import ArgumentParser

/// A query for hours at some places, with its output options, shared by `forecast` and `history`.
struct HourQuestion: ParsableArguments {
  @OptionGroup var places: PlaceArguments
  @OptionGroup var index: IndexChoice
  @OptionGroup var output: OutputOptions
  @OptionGroup var options: ContainerOptions

  func run(_ window: AirQuery.Window, _ parameters: [AirParameter] = []) async throws {
    let container = try options.container(asking: places.asked)
    let index = IndexEdition.Reference(
      self.index.name, of: try container[.indexCatalog].named(self.index.name))
    let answer = try await answer(window, parameters, index, in: container)
    // A line below the charts names recordings whose times were shifted.
    let charts = charts(of: answer, window, parameters, index)
    // Without a chart, the notes are the reason.
    let lacking = AirNote.Code.lacking
    let leftOut =
      charts.isEmpty ? [] : places.asked == ["recordings"] ? lacking.union([.remark]) : lacking
    answer.complainAboutFailures(named: places.sources, leavingOut: leftOut)
    try output.print(["reports": answer.reports, "index": charts.map(\.record)], of: answer) {
      Self.lines(of: charts, from: answer, on: $0)
    }
    try answer.failWithoutResponse()
  }

  /// Returns the charts, and the credits of their reports; without charts a remark, if a source has responded.
  static func lines(of charts: [HourChart], from answer: AirAnswer, on terminal: Terminal) -> [TerminalText] {
    if charts.isEmpty { return answer.hasResponse ? ["No values here."] : [] }
    let text = ReportText(answer: answer, now: answer.askedAt)
    let strips = charts.map { HourStrip(chart: $0, terminal: terminal).lines }.joined(separator: [""])
    let reports = charts.map(\.report)
    let credits = text.credits(of: reports, withLinks: false).map { terminal.dim($0) }
    return Array(strips) + credits + [text.recorded(of: reports)].compactMap(\.self)
  }

  /// Returns the sources' reports for a time, and for the 25 hours before it if an index is formed from them. If only the
  /// bundled recordings are asked, as without a place, their times are moved to the present.
  func answer(
    _ window: AirQuery.Window, _ parameters: [AirParameter], _ index: IndexEdition.Reference,
    in container: AQContainer
  ) async throws -> AirAnswer {
    var container = container
    let places = try self.places.places
    if self.places.asked == ["recordings"], !container.hasOption("timing", of: "recordings") {
      try container.setOption("timing", of: "recordings", to: "now")
    }
    let shown = window.interval(at: try container[.clock].time)
    let catalog = try container[.indexCatalog]
    let editions = EditionPeriods(of: index, in: catalog, from: shown.start, through: shown.end) { .utc }
    let inputs = editions.indices.flatMap { $0?.inputs.map(\.parameter) ?? [] }
    let asked = parameters.isEmpty ? inputs : parameters
    // Includes the last moment, which may have a value of its own.
    let interval = try AirInterval(
      start: shown.start - .seconds(parameters.isEmpty ? 25 * 3600 : 0), end: shown.end.adding(seconds: 1))
    let query = AirQuery(places: places, parameters: asked.unique, window: .interval(interval))
    return try await self.places.answer(to: query, in: container)
  }

  func charts(
    of answer: AirAnswer, _ window: AirQuery.Window, _ parameters: [AirParameter],
    _ index: IndexEdition.Reference
  ) -> [HourChart] {
    let catalog = answer.catalog
    let text = ReportText(answer: answer, now: answer.askedAt)
    let shown = window.interval(at: answer.askedAt)
    guard parameters.isEmpty else {
      return answer.reports.flatMap { report in
        report.series.compactMap {
          HourChart($0, of: report, at: text.place(of: report), within: shown, catalog: catalog)
        }
      }
    }
    func charts(_ reports: [AirReport]) -> [HourChart] {
      reports.compactMap { HourChart(index, of: $0, at: text.place(of: $0), within: shown, catalog: catalog) }
    }
    // Prefers the recordings with everything that the index needs, if one of them covers that time.
    let isChoice = places.isAnywhere && !output.printsJSON
    let whole = isChoice ? index.resolved(in: catalog, at: shown.end).map(answer.wholeReports(by:)) : nil
    let chosen = charts(whole ?? [])
    return chosen.isEmpty ? charts(answer.reports) : chosen
  }
}
