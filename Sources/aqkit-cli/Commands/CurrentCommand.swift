import AQKit
import ArgumentParser
import Foundation

/// Shows the air quality of some places.
struct CurrentCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "current",
    abstract: "Show the air quality at places, by default of the bundled recordings.",
    discussion: """
      Without --source and --at it shows the bundled recordings; with --at alone it asks Open-Meteo. aqkit-cli search finds the coordinates of a place.
      """)

  @Option(
    name: .customLong("source"),
    help: ArgumentHelp("A source to ask; may be repeated. See aqkit-cli sources.", valueName: "ID"))
  var sources: [String] = []

  @Option(
    name: .customLong("at"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A place in degrees, such as 52.52,13.41 or -33.87,151.21; may be repeated.",
      valueName: "LATITUDE,LONGITUDE"))
  var points: [String] = []

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
    _ = try places()
    if !cities.isEmpty, sources.isEmpty {
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
    for (source, error) in answer.failures { complain(error, of: source, error.adviceAfterAsking) }
    for (source, reason) in answer.skipped {
      complain("aqkit-cli: \(source) was not asked: \(reason) See aqkit-cli sources.")
    }
    for outcome in answer.outcomes {
      for note in outcome.response?.notes ?? [] { complain("aqkit-cli: \(outcome.source): \(note)") }
    }
    if printsJSON {
      try StandardOutput.print(JSONText.text(of: answer.reports))
    } else {
      let table = CurrentTable(
        answer: answer, index: index, catalog: catalog, now: clock.time, terminal: Terminal())
      if !table.lines.isEmpty { try StandardOutput.print(table.lines.joined(separator: "\n")) }
    }
    if answer.outcomes.allSatisfy({ $0.response == nil }) { throw ExitCode(1) }
    let tally = Tally(answer.outcomes.compactMap(\.response))
    if tally.values == 0 {
      complain("aqkit-cli: The answer has no values\(tally.refusals).")
      if tally.refused > 0 { throw ExitCode(1) }
    }
  }

  /// What the sources say, each within the time that a person at a terminal waits.
  func answer(in container: AQContainer) async throws -> AirAnswer {
    let clock = try container[.clock]
    let hub = try WrongUsage.checked {
      let all = try AirHub(container)
      let asked = sources.isEmpty ? [points.isEmpty ? "recordings" : "open-meteo"] : sources
      return try AirHub(
        sources: asked.map { patience.limited(try all.source(SourceID($0)), clock: clock) }, clock: clock)
    }
    // Each source keeps the time itself, with an error that says so.
    return try await hub.answer(for: AirQuery(places: try places()), within: patience.limit * 2)
  }

  private func places() throws -> [PlaceReference] {
    try points.map(QueryArguments.point) + cities.map(PlaceReference.city)
  }
}
