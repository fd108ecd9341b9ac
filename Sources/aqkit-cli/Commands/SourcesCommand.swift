import AQKit
import AQKitStations
import ArgumentParser
import Foundation

struct SourcesCommand: ToolCommand {
  static let help = CommandHelp(
    "sources", "List the registered sources, or show what one declares.",
    about: """
      With the name of a source, or --all: what it offers, its limits, its options, the variables of the environment \
      that its credentials are taken from, its credits and rights.
      """,
    examples: "sources", "sources open-meteo", "sources --country DE", "sources --coverage")

  @Argument(help: ArgumentHelp("A source.", valueName: "SOURCE"))
  var source: String?

  @Flag(name: .customLong("all"), help: "Show what every source declares.")
  var showsAll = false

  @Flag(
    name: .customLong("coverage"), help: "List the sources of each country, those of the whole world last.")
  var showsCoverage = false

  @Option(
    help: ArgumentHelp(
      "Only sources for this country, such as DE (ISO 3166-1 alpha-2).", valueName: "CODE"))
  var country: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var options: ContainerOptions

  mutating func validate() throws {
    let choices = [source != nil, country != nil, showsCoverage].count { $0 }
    try refuse(if: choices > 1, "A source, --country and --coverage can't be combined.")
    try refuse(if: showsAll && showsCoverage, "--all and --coverage can't be combined.")
  }

  mutating func run() async throws {
    let container = try options.container(opensFeeds: false)
    let descriptors = try declarations(in: container)
    let showsAll = showsAll || source != nil
    try output.print(["sources": descriptors]) { [showsCoverage] terminal in
      if showsCoverage {
        return Self.coverage(descriptors, in: container).lines(within: terminal.columns)
      }
      if !showsAll { return Self.table(descriptors, in: container, terminal) }
      return Array(
        descriptors.map { Self.lines(of: $0, in: container, terminal) }.joined(separator: [""]))
    }
  }

  /// Returns the declarations: worldwide ones first, then by country.
  func declarations(in container: AQContainer) throws -> [SourceDescriptor] {
    if let source { return [try container.declaration(of: source)] }
    guard let country else {
      return container.descriptors.map { ($0.countries.first ?? "", $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
    let found = container.descriptors.filter { $0.countries.contains(country.uppercased()) }
    guard !found.isEmpty else {
      let codes = Self.countries(of: container.descriptors).joined(separator: ", ")
      throw WrongUsage("No source is for “\(country.prefix(20))” alone; countries with one: \(codes).")
    }
    return found
  }

  private static func table(
    _ descriptors: [SourceDescriptor], in container: AQContainer, _ terminal: Terminal
  ) -> [TerminalText] {
    let rows = descriptors.map { descriptor -> [TerminalText] in
      let countries = descriptor.countries.joined(separator: ", ")
      return [
        "\(descriptor.id)", "\(title(of: descriptor, in: container))",
        "\(countries.isEmpty ? descriptor.isWorldwide ? "world" : "" : countries)",
        "\(container.readiness(of: descriptor))",
      ]
    }
    return TextTable(rows).lines(within: terminal.columns)
      + ["", "What one offers, its options, limits and credits: \(toolName) sources SOURCE"]
  }

  /// Returns the codes of all countries that sources declare, in order.
  private static func countries(of descriptors: [SourceDescriptor]) -> [String] {
    Set(descriptors.flatMap(\.countries)).sorted()
  }

  /// Returns the sources of each country; a country that isn't listed has only those of the whole world, which come last.
  private static func coverage(_ descriptors: [SourceDescriptor], in container: AQContainer) -> TextTable {
    let english = Locale(identifier: "en")
    let descriptors = descriptors.filter { $0.id != "recordings" && !$0.offers.isEmpty }
    let national = countries(of: descriptors).map { country in
      let name = english.localizedString(forRegionCode: country) ?? country
      return (name, descriptors.filter { $0.countries.contains(country) })
    }.sorted { $0.0 < $1.0 }
    let world = ("The world", descriptors.filter { $0.countries.isEmpty && $0.isWorldwide })
    let rows = (national + [world]).flatMap { name, sources -> [[TerminalText]] in
      sources.enumerated().map { number, source -> [TerminalText] in
        let parameters = source.parameters.prefix(8).map(\.rawValue).joined(separator: " ")
        return [
          number == 0 ? "\(name)" : "", "\(source.id)", "\(container.readiness(of: source))",
          "\(parameters)\(source.parameters.count > 8 ? " …" : "")",
        ]
      }
    }
    return TextTable(rows)
  }

  /// Returns the name, with a mark for a device that is configured as indoors.
  private static func title(of descriptor: SourceDescriptor, in container: AQContainer) -> String {
    let isIndoor = (try? container.options(of: descriptor.id))?["indoor"] == "true"
    return "\(descriptor.name)\(isIndoor ? ", indoor" : "")"
  }

  private static func lines(
    of descriptor: SourceDescriptor, in container: AQContainer, _ terminal: Terminal
  ) -> [TerminalText] {
    var lines: [TerminalText] = [
      "\(terminal.bold("\(descriptor.id)"))  \(title(of: descriptor, in: container))"
    ]
    if !descriptor.summary.isEmpty { lines.append("  \(descriptor.summary)") }
    if !descriptor.countries.isEmpty {
      lines.append("  country  \(descriptor.countries.joined(separator: ", "))")
    }
    for offer in descriptor.offers {
      let capabilities = offer.capabilities.map(\.rawValue).sorted().joined(separator: ", ")
      let parameters = offer.parameters.map(\.rawValue).joined(separator: " ")
      lines.append(
        "  offers   \(capabilities); \(coverage(offer.coverage)); \(offer.averaging): \(parameters.isEmpty ? "any" : parameters)"
      )
    }
    lines += descriptor.limits.windows.map {
      "  limit    \(Text.number($0.weight)) requests in \($0.seconds) s"
    }
    for endpoint in descriptor.endpoints where endpoint.protection != .encrypted {
      let what = endpoint.protection == .none ? "not encrypted" : "with a certificate of its own"
      lines.append("  network  \(endpoint.shownURL), \(what)")
    }
    for option in descriptor.options {
      let marks = (option.isRequired ? ["required"] : []) + (option.isSecret ? ["secret"] : [])
      let mark = marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))"
      let variable = ToolConfiguration.variable(for: option.name, of: descriptor.id)
      let rest = option.isSecret ? " Environment: \(variable)" : ""
      lines.append("  option   \(option.name)\(mark): \(option.summary)\(rest)")
    }
    lines += descriptor.attribution.map { "  credit   \($0.textWithLicence)" }
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

extension AQContainer {
  func missingOptions(of descriptor: SourceDescriptor) -> [String] {
    descriptor.options.filter { $0.isRequired && !hasOption($0.name, of: descriptor.id) }.map(\.name)
  }

  /// Returns whether a source can be asked.
  func isReady(_ descriptor: SourceDescriptor) -> Bool {
    isEnabled(descriptor.id) && missingOptions(of: descriptor).isEmpty
  }

  /// Returns a word on whether a source can be asked, or what it needs.
  func readiness(of descriptor: SourceDescriptor) -> String {
    let missing = missingOptions(of: descriptor)
    if !missing.isEmpty { return "needs \(missing.joined(separator: ", "))" }
    return isEnabled(descriptor.id) ? "ready" : "off"
  }
}

extension SourceDescriptor {
  /// The codes of the countries that its declared coverage names, or includes even partly; empty for the world, or if that
  /// isn't known.
  var countries: [String] {
    var boxes: Set<GeoShape.BoundingBox> = []
    var named: Set<String> = []
    for offer in offers {
      switch offer.coverage {
      case .boxes(let some): boxes.formUnion(some)
      case .countries(let codes): named.formUnion(codes)
      case .world, .unknown: break
      }
    }
    let drawn = StationCountry.all.filter { country in
      boxes.isSuperset(of: country.boxes)
        || (!boxes.isEmpty && boxes.allSatisfy { box in country.contains(cornersOf: box) })
    }
    return named.union(drawn.map(\.code)).sorted()
  }

  var isWorldwide: Bool { offers.contains { $0.coverage == .world } }
}

extension StationCountry {
  /// Returns whether each corner of a box is in one of the country's boxes, of which the box may touch several.
  fileprivate func contains(cornersOf box: GeoShape.BoundingBox) -> Bool {
    [box.south, box.north].allSatisfy { latitude in
      [box.west, box.east].allSatisfy { longitude in
        guard let corner = try? Coordinate(latitude, longitude) else { return false }
        return boxes.contains { $0.contains(corner) }
      }
    }
  }
}
