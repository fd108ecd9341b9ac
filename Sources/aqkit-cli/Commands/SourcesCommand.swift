import AQKit
import AQKitStations
import ArgumentParser

/// Lists the registered sources with their declarations.
struct SourcesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "sources", "List the registered sources, or show what one declares.",
    about: """
      With the name of a source, or --all: what it offers, its limits, its options, the variables of the environment \
      that its credentials are taken from, its credits and rights.
      """,
    examples: "aqkit-cli sources", "aqkit-cli sources open-meteo", "aqkit-cli sources --country DE")

  @Argument(help: ArgumentHelp("A source.", valueName: "SOURCE"), completion: Completion.sources)
  var source: String?

  @Flag(name: .customLong("all"), help: "Show what every source declares.")
  var showsAll = false

  @Option(
    name: .customLong("country"),
    help: ArgumentHelp(
      "Only sources that know this country, such as DE (ISO 3166-1 alpha-2).", valueName: "CODE"),
    completion: Completion.countries)
  var country: String?

  @OptionGroup var output: OutputOptions

  @OptionGroup var options: ContainerOptions

  mutating func validate() throws {
    if source != nil, country != nil { throw ValidationError("A source and --country exclude each other.") }
  }

  mutating func run() async throws {
    let container = try options.container(opensFeeds: false)
    let descriptors = try declarations(in: container)
    let showsAll = showsAll || source != nil
    try output.print(["sources": descriptors]) { terminal in
      if !showsAll { return Self.table(descriptors, in: container, terminal) }
      return descriptors.enumerated().flatMap { number, descriptor in
        (number == 0 ? [] : [""])
          + Self.lines(of: descriptor, isIndoor: Self.isIndoor(descriptor, in: container), terminal)
      }
    }
  }

  /// The declarations: those for the world first, then by country.
  func declarations(in container: AQContainer) throws -> [SourceDescriptor] {
    if let source {
      let id = try container.sourceID(source)
      return container.descriptors.filter { $0.id == id }
    }
    guard let country else {
      return container.descriptors.enumerated().sorted { first, second in
        let (one, other) = (
          first.element.countries.first?.code ?? "", second.element.countries.first?.code ?? ""
        )
        return (one, first.offset) < (other, second.offset)
      }.map(\.element)
    }
    guard let known = StationCountry.all.first(where: { $0.code == country.uppercased() }) else {
      let codes = StationCountry.all.map(\.code).joined(separator: ", ")
      throw WrongUsage(
        reason: AQError(
          .invalidRequest, "No source is declared for “\(country.prefix(20))” alone; there are \(codes)."))
    }
    return container.descriptors.filter { $0.countries.contains(known) }
  }

  /// A line for each source: its region, and whether it can be asked.
  private static func table(
    _ descriptors: [SourceDescriptor], in container: AQContainer, _ terminal: Terminal
  )
    -> [TerminalText]
  {
    var table = TextTable()
    for descriptor in descriptors {
      let countries = descriptor.countries.map(\.code).joined(separator: ", ")
      table.add([
        "\(descriptor.id)", "\(descriptor.name)\(isIndoor(descriptor, in: container) ? ", indoor" : "")",
        "\(countries.isEmpty ? descriptor.isWorldwide ? "world" : "" : countries)",
        "\(container.readiness(of: descriptor))",
      ])
    }
    return table.lines(within: terminal.columns)
      + ["", "What one offers, its options, limits and credits: aqkit-cli sources SOURCE"]
  }

  /// Whether a device is configured as indoors.
  private static func isIndoor(_ descriptor: SourceDescriptor, in container: AQContainer) -> Bool {
    (try? container.options(of: descriptor.id))?["indoor"] == "true"
  }

  /// Returns the lines of a source's declaration.
  private static func lines(of descriptor: SourceDescriptor, isIndoor: Bool, _ terminal: Terminal)
    -> [TerminalText]
  {
    let indoor = isIndoor ? ", indoor" : ""
    var lines: [TerminalText] = ["\(terminal.bold("\(descriptor.id)"))  \(descriptor.name)\(indoor)"]
    if !descriptor.summary.isEmpty { lines.append("  \(descriptor.summary)") }
    if !descriptor.countries.isEmpty {
      lines.append("  country  \(descriptor.countries.map(\.code).joined(separator: ", "))")
    }
    for offer in descriptor.offers {
      let capabilities = offer.capabilities.map(\.rawValue).sorted().joined(separator: ", ")
      let parameters =
        offer.parameters.isEmpty ? "any" : offer.parameters.map(\.rawValue).joined(separator: " ")
      lines.append(
        "  offers   \(capabilities); \(coverage(offer.coverage)); \(offer.averaging): \(parameters)")
    }
    for window in descriptor.limits.windows {
      lines.append("  limit    \(Text.number(window.weight)) requests in \(window.seconds) s")
    }
    for endpoint in descriptor.endpoints where endpoint.protection != .encrypted {
      let what = endpoint.protection == .none ? "not encrypted" : "with a certificate of its own"
      lines.append("  network  \(endpoint.shownURL), \(what)")
    }
    for option in descriptor.options {
      let marks = [option.isRequired ? "required" : nil, option.isSecret ? "secret" : nil].compactMap { $0 }
      let mark = marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))"
      let variable =
        option.isSecret
        ? " Environment: \(ToolConfiguration.variable(for: option.name, of: descriptor.id))" : ""
      lines.append("  option   \(option.name)\(mark): \(option.summary)\(variable)")
    }
    for attribution in descriptor.attribution {
      lines.append("  credit   \(attribution.text)\(attribution.licence.map { " (\($0))" } ?? "")")
    }
    let rights = descriptor.rights
    lines.append(
      "  rights   commercial use \(rights.commercialUse.rawValue), redistribution \(rights.redistribution.rawValue)"
    )
    return lines
  }

  private static func coverage(_ coverage: SourceDescriptor.Coverage) -> String {
    switch coverage {
    case .world: "world"
    case .countries(let codes): codes.joined(separator: ", ")
    case .boxes(let boxes): boxes.count == 1 ? "one region" : "\(boxes.count) regions"
    case .unknown: "coverage not known"
    }
  }
}
