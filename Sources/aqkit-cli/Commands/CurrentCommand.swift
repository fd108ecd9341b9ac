import AQKit
import ArgumentParser
import Foundation

/// Shows the air quality of some places.
struct CurrentCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "current",
    abstract: "Show the air quality at places, by default of the bundled recordings.",
    discussion: """
      Without --source and --at it shows the bundled recordings; with --at alone it asks Open-Meteo. An argument that
      begins with a minus needs an equals sign: --at=-33.87,151.21.
      """)

  @Option(
    name: .customLong("source"),
    help: ArgumentHelp("A source to ask; may be repeated. See aqkit-cli sources.", valueName: "ID"))
  var sources: [String] = []

  @Option(
    name: .customLong("at"), help: ArgumentHelp("A place; may be repeated.", valueName: "LATITUDE,LONGITUDE"))
  var points: [String] = []

  @Option(
    name: .customLong("city"), help: ArgumentHelp("A city by name; may be repeated.", valueName: "NAME"))
  var cities: [String] = []

  @Option(name: .customLong("standard"), help: ArgumentHelp("The index to compute.", valueName: "INDEX"))
  var standard = "us-epa"

  @Flag(name: .customLong("json"), help: "Print the reports in the AQKit schema, as a JSON array.")
  var printsJSON = false

  @OptionGroup var options: ContainerOptions

  mutating func validate() throws {
    _ = try places()
  }

  mutating func run() async throws {
    let container = try options.container()
    let hub = try AirHub(container)
    let asked =
      sources.isEmpty ? [points.isEmpty && cities.isEmpty ? "recordings" : "open-meteo"] : sources
    let chosen = try asked.map { try hub.source(SourceID($0)) }
    let clock = try container[.clock]
    let answer = try await AirHub(sources: chosen, clock: clock).answer(for: AirQuery(places: try places()))
    for (source, error) in answer.failures {
      complain("aqkit-cli: \(source): \(error.message) \(error.advice)")
    }
    for (source, reason) in answer.skipped { complain("aqkit-cli: \(source) was not asked: \(reason)") }
    let catalog = try container[.indexCatalog]
    guard let index = catalog.index(standard) else {
      throw AQError(.notConfigured, "There is no index “\(standard)”.")
    }
    if printsJSON {
      try print(JSONText.text(of: answer.reports))
    } else {
      CurrentTable(answer: answer, index: index, catalog: catalog, now: clock.time, terminal: Terminal())
        .print()
    }
    if answer.outcomes.allSatisfy({ $0.response == nil }) { throw ExitCode(1) }
  }

  private func places() throws -> [PlaceReference] {
    try points.map { text in
      let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
        .map { Double($0.trimmingCharacters(in: .whitespaces)) }
      guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
        let coordinate = try? Coordinate(latitude, longitude)
      else {
        throw ValidationError("A place is written LATITUDE,LONGITUDE in degrees, such as 52.52,13.41.")
      }
      return .near(coordinate)
    } + cities.map(PlaceReference.city)
  }
}
