import AQKit
import ArgumentParser

struct StationsCommand: ToolCommand {
  static let help = CommandHelp(
    "stations", "List the stations near a place, nearest first, with what they measure.",
    arguments: CommandHelp.onePlace,
    about: "Asks every source that is ready, lists stations and covers the place, or those of --source.",
    examples: "stations --near 52.52,13.41 --radius 10", "stations Wien --limit 5 --json")

  @OptionGroup var places: PlaceArguments

  @Option(help: ArgumentHelp("How far to look, in kilometres.", valueName: "KM"))
  var radius = 25.0

  @Option(help: "The maximum number of stations, 1 to 1000.")
  var limit = 20

  @OptionGroup var output: OutputOptions
  @OptionGroup var options: ContainerOptions

  mutating func validate() throws {
    _ = try places.place
    guard radius > 0, radius <= 20_000 else {
      throw ValidationError("--radius takes kilometres, up to 20000.")
    }
    guard (1...1000).contains(limit) else { throw ValidationError("--limit takes 1 to 1000.") }
  }

  mutating func run() async throws {
    let answer = try await answer(in: options.container(asking: places.asked))
    answer.complainAboutFailures(named: places.sources)
    let stations = answer.nearest(limit).map(Station.init)
    try output.print(["stations": stations], of: answer) {
      answer.hasResponse ? Station.lines(stations, within: $0.columns) : []
    }
    try answer.failWithoutResponse()
  }

  func answer(in container: AQContainer) async throws -> AirAnswer {
    let query = AirQuery(places: [try places.place], detail: .sites, radius: radius * 1000)
    return try await places.answer(to: query, in: container)
  }

  struct Station: Encodable {
    let source: SourceID
    /// Metres from the place.
    let distance: Double
    let site: AirSite

    init(_ nearest: (report: AirReport, distance: Double)) {
      (source, distance, site) = (nearest.report.source, nearest.distance, nearest.report.site)
    }

    static func lines(_ stations: [Station], within columns: Int = .max) -> [TerminalText] {
      guard !stations.isEmpty else { return ["No station here."] }
      var table = TextTable()
      for station in stations {
        let site = station.site
        let name = [site.name ?? site.id, site.isIndoor == true ? "indoor" : nil].compactMap(\.self)
        table.add([
          "\(Text.distance(station.distance))", "\(name.joined(separator: ", "))",
          "\(station.source)\(site.id.map { " \($0)" } ?? "")", "\(site.kind)",
          "\(site.details.measures.map(\.parameter.rawValue).joined(separator: " "))",
        ])
      }
      return table.lines(within: columns)
    }
  }
}
