import AQKit
import ArgumentParser
import Foundation

/// Shows the air quality of some places.
struct CurrentCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "current",
    abstract: "Show the air quality at places, by default of the bundled recordings.",
    discussion: """
      Without a place and --source it shows the bundled recordings; of a place it asks every source that is ready and covers it. A name that several places have is an error that lists them.
      """)

  @OptionGroup var places: PlaceArguments

  @Option(
    name: .customLong("city"),
    help: ArgumentHelp(
      "A city by name, of a source that knows cities; may be repeated.", valueName: "NAME"))
  var cities: [String] = []

  @Option(
    name: .customLong("standard"),
    help: ArgumentHelp("The index to compute, or one edition of it, such as us_epa_2024.", valueName: "INDEX")
  )
  var standard = "us-epa"

  @Flag(name: .customLong("json"), help: "Print the reports in the AQKit schema, as a JSON array.")
  var printsJSON = false

  @OptionGroup var patience: Patience

  @OptionGroup var options: ContainerOptions

  mutating func validate() throws {
    if !cities.isEmpty, places.sources.isEmpty {
      throw ValidationError("--city needs a --source that knows cities, such as --source recordings.")
    }
  }

  mutating func run() async throws {
    let container = try options.container()
    let clock = try container[.clock]
    let catalog = try container[.indexCatalog]
    guard let index = catalog.index(standard) else {
      throw WrongUsage(
        reason: AQError(
          .invalidRequest, "There is no index “\(standard)”; aqkit-cli index --list has them all."))
    }
    let answer = try await answer(in: container)
    answer.complainAboutFailures(named: places.sources)
    if printsJSON {
      try StandardOutput.print(JSONText.text(of: answer.reports))
    } else {
      let table = CurrentTable(
        answer: answer, index: index, catalog: catalog, now: clock.time, terminal: Terminal())
      if !table.lines.isEmpty { try StandardOutput.print(table.lines.joined(separator: "\n")) }
    }
    try answer.failUnlessAnswered()
    let tally = Tally(answer.outcomes.compactMap(\.response))
    if tally.values == 0 {
      complain("aqkit-cli: The answer has no values\(tally.refusals).")
      if tally.refused > 0 { throw ExitCode(1) }
    }
  }

  /// What the sources say within the time that a person at a terminal waits.
  func answer(in container: AQContainer) async throws -> AirAnswer {
    let query = AirQuery(places: try places.places + cities.map(PlaceReference.city))
    return try await places.answer(
      to: query, in: container, usual: query.places.isEmpty ? .only(["recordings"]) : container.liveSources,
      within: patience.limit)
  }
}
