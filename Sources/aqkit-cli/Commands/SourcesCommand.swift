import AQKit
import AQKitStations
import ArgumentParser

/// Lists the registered sources with what they declare.
struct SourcesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sources", abstract: "List the registered sources with what they declare.")

  @Option(
    name: .customLong("country"),
    help: ArgumentHelp(
      "Only sources that know this country, such as DE (ISO 3166-1 alpha-2).", valueName: "CODE"))
  var country: String?

  @Flag(name: .customLong("json"), help: "Print the declarations as a JSON array.")
  var printsJSON = false

  @OptionGroup var options: ContainerOptions

  mutating func run() async throws {
    let descriptors = try declarations(in: options.container())
    if printsJSON {
      try StandardOutput.print(JSONText.text(of: descriptors))
      return
    }
    for (number, descriptor) in descriptors.enumerated() {
      if number > 0 { try StandardOutput.print("") }
      try show(descriptor)
    }
  }

  /// The declarations: those for the world first, then by country.
  func declarations(in container: AQContainer) throws -> [SourceDescriptor] {
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

  private func show(_ descriptor: SourceDescriptor) throws {
    try StandardOutput.print("\(Terminal().bold("\(descriptor.id)"))  \(descriptor.name)")
    if !descriptor.summary.isEmpty { try StandardOutput.print("  \(descriptor.summary)") }
    if !descriptor.countries.isEmpty {
      try StandardOutput.print("  country  \(descriptor.countries.map(\.code).joined(separator: ", "))")
    }
    for offer in descriptor.offers {
      let capabilities = offer.capabilities.map(\.rawValue).sorted().joined(separator: ", ")
      let parameters =
        offer.parameters.isEmpty ? "any" : offer.parameters.map(\.rawValue).joined(separator: " ")
      try StandardOutput.print("  offers   \(capabilities); \(coverage(offer.coverage)); \(offer.averaging)")
      try StandardOutput.print("           \(parameters)")
    }
    for window in descriptor.limits.windows {
      try StandardOutput.print("  limit    \(Text.number(window.weight)) requests in \(window.seconds) s")
    }
    for endpoint in descriptor.endpoints where endpoint.protection != .encrypted {
      let what = endpoint.protection == .none ? "not encrypted" : "with a certificate of its own"
      try StandardOutput.print("  network  \(endpoint.url), \(what)")
    }
    for option in descriptor.options {
      let marks = [option.isRequired ? "required" : nil, option.isSecret ? "secret" : nil].compactMap { $0 }
      let mark = marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))"
      try StandardOutput.print("  option   \(option.name)\(mark): \(option.summary)")
    }
    for attribution in descriptor.attribution {
      try StandardOutput.print(
        "  credit   \(attribution.text)\(attribution.licence.map { " (\($0))" } ?? "")")
    }
    try StandardOutput.print(
      "  rights   commercial use \(descriptor.rights.commercialUse.rawValue), redistribution \(descriptor.rights.redistribution.rawValue)"
    )
  }

  private func coverage(_ coverage: SourceDescriptor.Coverage) -> String {
    switch coverage {
    case .world: "world"
    case .countries(let codes): codes.joined(separator: ", ")
    case .boxes(let boxes): boxes.count == 1 ? "one region" : "\(boxes.count) regions"
    case .unknown: "coverage not known"
    }
  }
}
