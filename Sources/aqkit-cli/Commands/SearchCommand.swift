import AQKit
import ArgumentParser

struct SearchCommand: ToolCommand {
  static let help = CommandHelp(
    "search", "Find places by name, with the coordinates that current takes.",
    about: """
      Asks Open-Meteo. Two letters are matched exactly, three and more as the beginning of a name; a country or a \
      first-level area may follow a comma: "Limerick, Ireland". What was found with --store is found again without a \
      connection.
      """,
    examples: "search Brno --limit 3", "search \"Limerick, Ireland\" --json")

  @Argument(help: "The name, or the beginning of one.")
  var name: String?

  @Option(help: "The identifier of a place, as --json shows it, instead of a name.")
  var id: String?

  @Option(help: "The language of the names, such as de.")
  var language = "en"

  @Option(
    help: ArgumentHelp("Only places in this country, such as CZ (ISO 3166-1 alpha-2).", valueName: "CODE"))
  var country: String?

  @Option(help: "The maximum number of places, 1 to 100; 10 by default.")
  var limit: Int?

  @OptionGroup var output: OutputOptions
  @OptionGroup var patience: Patience
  @OptionGroup var options: ContainerOptions

  func validate() throws {
    try refuse(if: !(1...100).contains(limit ?? 10), "--limit takes 1 to 100.")
    try refuse(if: (name == nil) == (id == nil), "A name is needed, or --id.")
    try refuse(
      if: id != nil && (country != nil || limit != nil),
      "--country and --limit go with a name; --id means a single place.")
    let letters = name.map { $0.count { !$0.isWhitespace } } ?? 2
    try refuse(if: letters < 2, "A name has at least two letters.")
    let isCode = country.map { $0.count == 2 && $0.allSatisfy(\.isLetter) } ?? true
    try refuse(if: !isCode, "--country takes two letters, such as CZ (ISO 3166-1 alpha-2).")
  }

  func run() async throws {
    let container = try options.container(opensFeeds: false)
    let search = try WrongUsage.checked { try container[.placeSearch] }
    let places = try await places(in: container)
    try output.print(["places": places]) {
      Self.lines(of: places, crediting: search.attribution, within: $0.columns)
    }
  }

  func places(in container: AQContainer) async throws -> [AirPlace] {
    let question = AirPlace.Search(name ?? "", language: language, countryCode: country, limit: limit ?? 10)
    let (search, client) = try (container[.placeSearch], AirClient.live(container))
    return try await AirDeadline.limit(patience.limit, clock: container[.clock]) { [id] in
      if let id { return try await [search.place(id: id, language: question.language)].compactMap { $0 } }
      return try await client.places(question)
    }
  }

  /// Returns the name with the two largest areas that contain the place, which tell places of a name apart.
  static func title(of place: AirPlace) -> String {
    let names = [place.name] + place.adminAreas.prefix(2) + [place.countryCode].compactMap(\.self)
    return names.joined(separator: ", ")
  }

  static func lines(
    of places: [AirPlace], crediting attribution: [AirAttribution] = [], within columns: Int = .max
  ) -> [TerminalText] {
    guard !places.isEmpty else { return ["No place has this name."] }
    let rows = places.map { place -> [TerminalText] in
      [
        "\(title(of: place))", "\(Text.coordinate(place.coordinate, digits: 5, separator: ","))",
        place.elevation.map { "\(Text.number($0, digits: 0)) m" } ?? "",
        "\(place.timeZone ?? "")", place.population.map { "\($0) people" } ?? "",
      ]
    }
    let credits = attribution.map(\.line)
    return TextTable(rows).lines(within: columns) + (credits.isEmpty ? [] : [""] + credits)
  }
}
