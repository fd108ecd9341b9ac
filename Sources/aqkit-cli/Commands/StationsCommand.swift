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
    let isRadius = radius > 0 && radius <= 20_000
    try refuse(if: !isRadius, "--radius takes kilometres, up to 20000.")
    try refuse(if: !(1...1000).contains(limit), "--limit takes 1 to 1000.")
  }

  mutating func run() async throws {
    let answer = try await answer(in: options.container(asking: places.asked))
    answer.complainAboutFailures(named: places.sources)
    let stations = answer.nearest(limit)
    let records = stations.map { station -> Members in
      ["source": station.report.source, "distance": station.distance, "site": station.report.site]
    }
    try output.print(["stations": records], of: answer) {
      answer.hasResponse ? Self.lines(of: stations, within: $0.columns) : []
    }
    try answer.failWithoutResponse()
  }

  func answer(in container: AQContainer) async throws -> AirAnswer {
    let query = AirQuery(places: [try places.place], detail: .sites, radius: radius * 1000)
    return try await places.answer(to: query, in: container)
  }

  static func lines(
    of stations: [(report: AirReport, distance: Double)], within columns: Int = .max
  ) -> [TerminalText] {
    if stations.isEmpty { return ["No station here."] }
    let rows = stations.map { report, distance -> [TerminalText] in
      let site = report.site
      let name = [site.label, site.isIndoor == true ? "indoor" : nil].compactMap(\.self)
      return [
        "\(Text.distance(distance))", "\(name.joined(separator: ", "))",
        "\(report.source)\(site.id.map { " \($0)" } ?? "")", "\(site.kind)",
        "\(site.details.measures.map(\.parameter.rawValue).joined(separator: " "))",
      ]
    }
    return TextTable(rows).lines(within: columns)
  }
}
