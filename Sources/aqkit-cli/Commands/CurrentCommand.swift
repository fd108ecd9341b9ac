import AQKit
import ArgumentParser

struct CurrentCommand: ToolCommand {
  static let help = CommandHelp(
    "current", "Show the air quality at places, by default from the bundled recordings.",
    about: """
      First the index, then the pollutants that enter it with the last 24 hours as bars from the lowest to the highest \
      value, pollen and UV; --all shows the rest. For a place it asks every source that is ready and covers it. If several \
      places have a name and none has ten times the people of the next, the error lists them.
      """,
    examples: "current Brno", "current --at 52.52,13.41 --standard eu-eaqi --all",
    "current \"Springfield, Missouri\" --json", "current --at 51.51,-0.13 --estimate")

  @OptionGroup var places: PlaceArguments
  @OptionGroup var index: IndexChoice

  @Flag(name: .customLong("all"), help: "Show every value, what was left out, and links.")
  var showsAll = false

  @Flag(
    name: .customLong("estimate"),
    help: "Estimate the air at the place itself from the stations around it and the model.")
  var estimates = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var options: ContainerOptions

  mutating func validate() throws {
    try refuse(
      if: showsAll && estimates, "--all shows what sources return, and can't be combined with --estimate.")
  }

  mutating func run() async throws {
    let container = try options.container(asking: places.asked)
    let clock = try container[.clock]
    let catalog = try container[.indexCatalog]
    let index = try catalog.named(self.index.name)
    let reference = reference(to: index)
    if estimates { return try await printEstimates(index, in: container) }
    let answer = try await answer(by: index, in: container)
    answer.complainAboutFailures(
      named: places.sources,
      leavingOut: showsAll ? [] : AirNote.Code.lacking.union([.leftOut, .noNotice]))
    let shown = places.isAnywhere && !showsAll ? answer.wholeReports(by: index) : answer.reports
    func record(_ report: AirReport) -> Members {
      let outcome = report.index(using: reference, options: .shown, catalog: catalog)
      return Members(Members(outcome, of: index), ["source": report.source, "site": report.site.label])
    }
    try output.print(
      ["reports": answer.reports, "index": answer.reports.map(record), "notices": answer.notices], of: answer
    ) { [showsAll] terminal in
      CurrentTable(
        answer: answer, index: index, reference: reference, now: clock.time, terminal: terminal,
        reports: shown, showsAll: showsAll
      ).lines
    }
    try answer.failWithoutResponse()
    let tally = Tally(answer.outcomes.compactMap(\.response))
    if tally.values == 0, answer.notices.isEmpty {
      complain("The answer has no values\(tally.refusals).")
      if tally.refused > 0 { throw ExitCode(1) }
    }
  }

  private func printEstimates(_ index: any AirQualityIndex, in container: AQContainer) async throws {
    let answer = try await places.answer(to: PlaceEstimates.query(at: places.places), in: container)
    answer.complainAboutFailures(named: places.sources, leavingOut: AirNote.Code.lacking)
    let estimates = PlaceEstimates(answer)
    try output.print(estimates.record(index), of: answer) { _ in estimates.lines(index) }
    if estimates.estimates.isEmpty { throw ExitCode(1) }
  }

  /// Returns the edition in force at each report's time; for recordings, which may be older than any edition, today's.
  func reference(to index: any AirQualityIndex) -> IndexEdition.Reference {
    places.isAnywhere || places.asked == ["recordings"]
      ? IndexEdition.Reference(index) : IndexEdition.Reference(self.index.name, of: index)
  }

  func answer(by index: any AirQualityIndex, in container: AQContainer) async throws -> AirAnswer {
    var query = AirQuery(places: try places.places)
    if !query.places.isEmpty, !showsAll, !output.printsJSON {
      query.parameters = IndexChoice.parameters(of: index, in: container, asking: places.sources)
    }
    return try await places.answer(to: query, in: container)
  }
}
