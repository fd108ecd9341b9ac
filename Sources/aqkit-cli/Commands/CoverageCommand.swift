import AQKit
import AQKitStations
import ArgumentParser
import Foundation

/// Lists the sources that know each country.
struct CoverageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "coverage", "List which sources know which country, and which of them need a key.",
    about: "Sources for the whole world come last. A country that isn't listed has only these.",
    examples: "aqkit-cli coverage", "aqkit-cli coverage --json")

  @OptionGroup var output: OutputOptions

  @OptionGroup var options: ContainerOptions

  mutating func run() async throws {
    let coverage = Coverage(try options.container(opensFeeds: false))
    try output.print(["countries": coverage.countries]) { coverage.lines(within: $0.columns) }
  }
}

/// The sources that know each country.
struct Coverage {
  /// A country and its sources.
  struct Country: Encodable {
    /// ISO 3166-1 alpha-2; nil for the whole world.
    let code: String?
    let name: String
    let sources: [Source]
  }

  /// A source from a country's point of view.
  struct Source: Encodable {
    let id: String
    let name: String
    let kinds: [String]
    let parameters: [String]
    let isEnabled: Bool
    /// The required options that have no value.
    let missing: [String]
    /// `ready`, `off`, or the missing setting.
    let readiness: String
  }

  let countries: [Country]

  init(_ container: AQContainer) {
    let descriptors = container.descriptors.filter { $0.id != "recordings" && !$0.offers.isEmpty }
    func source(_ descriptor: SourceDescriptor) -> Source {
      Source(
        id: descriptor.id.rawValue, name: descriptor.name, kinds: descriptor.siteKinds.map(\.rawValue),
        parameters: descriptor.parameters.map(\.rawValue), isEnabled: container.isEnabled(descriptor.id),
        missing: container.missingOptions(of: descriptor), readiness: container.readiness(of: descriptor))
    }
    let english = Locale(identifier: "en")
    let national = StationCountry.all.map { country in
      Country(
        code: country.code, name: english.localizedString(forRegionCode: country.code) ?? country.code,
        sources: descriptors.filter { $0.countries.contains(country) }.map(source))
    }.filter { !$0.sources.isEmpty }.sorted { $0.name < $1.name }
    let world = descriptors.filter { $0.countries.isEmpty && $0.isWorldwide }.map(source)
    countries = national + (world.isEmpty ? [] : [Country(code: nil, name: "The world", sources: world)])
  }

  /// A line for each source of each country.
  func lines(within columns: Int = .max) -> [TerminalText] {
    var table = TextTable()
    for country in countries {
      for (number, source) in country.sources.enumerated() {
        table.add([
          number == 0 ? "\(country.name)" : "", "\(source.id)", "\(source.readiness)",
          "\(source.parameters.prefix(8).joined(separator: " "))\(source.parameters.count > 8 ? " …" : "")",
        ])
      }
    }
    return table.lines(within: columns)
  }
}

extension AQContainer {
  /// The required options of a source that have no value.
  func missingOptions(of descriptor: SourceDescriptor) -> [String] {
    descriptor.options.filter { $0.isRequired && !hasOption($0.name, of: descriptor.id) }.map(\.name)
  }

  /// Returns a word on whether a source can be asked, or the missing setting.
  func readiness(of descriptor: SourceDescriptor) -> String {
    let missing = missingOptions(of: descriptor)
    if !missing.isEmpty { return "needs \(missing.joined(separator: ", "))" }
    return isEnabled(descriptor.id) ? "ready" : "off"
  }
}

extension SourceDescriptor {
  /// The countries whose stations it declares, completely or in part; empty for the world, and for unknown coverage.
  var countries: [StationCountry] {
    var boxes: Set<GeoShape.BoundingBox> = []
    for offer in offers {
      if case .boxes(let some) = offer.coverage { boxes.formUnion(some) }
    }
    return StationCountry.all.filter { country in
      boxes.isSuperset(of: country.boxes)
        || (!boxes.isEmpty && boxes.allSatisfy { box in country.boxes.contains { $0.contains(box) } })
    }
  }

  /// Whether it declares the whole world.
  var isWorldwide: Bool { offers.contains { $0.coverage == .world } }
}

extension GeoShape.BoundingBox {
  /// Whether another box lies within this one; neither crosses the antimeridian.
  fileprivate func contains(_ other: GeoShape.BoundingBox) -> Bool {
    south <= other.south && other.north <= north && west <= other.west && other.east <= east
      && other.west <= other.east
  }
}
