import AQKit
import ArgumentParser

/// Shows what became of every registered source at a place.
struct ExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Show every registered source with its sites at a place, and why each was chosen or not.",
    discussion:
      "Asks as a merging hub does: for each parameter the best site near enough, the others as alternatives.")

  @OptionGroup var places: PlaceArguments

  @Option(
    name: .customLong("parameters"),
    help: ArgumentHelp("What to ask for, such as pm25,o3; everything if left out.", valueName: "LIST"))
  var parameters: String?

  @Flag(name: .customLong("json"), help: "Print the candidates as a JSON array.")
  var printsJSON = false

  @OptionGroup var patience: Patience

  @OptionGroup var options: ContainerOptions

  mutating func validate() throws {
    _ = try places.place
    _ = try QueryArguments.parameters(parameters)
  }

  mutating func run() async throws {
    let explanation = try await explanation(in: options.container())
    if printsJSON {
      try StandardOutput.print(JSONText.text(of: explanation.candidates))
    } else {
      try StandardOutput.print(explanation.lines.joined(separator: "\n"))
    }
  }

  /// Every candidate. All sources are asked that can be, those that are switched off are listed.
  func explanation(in container: AQContainer) async throws -> Explanation {
    let query = AirQuery(
      places: [try places.place], parameters: try QueryArguments.parameters(parameters))
    return Explanation(
      try await places.answer(
        to: query, in: container, usual: .all, policy: .merged(), within: patience.limit))
  }
}

/// The candidates for a place and what became of them.
struct Explanation {
  struct Candidate: Encodable {
    let source: String
    let parameter: String?
    let site: String?
    /// Metres from the place.
    let distance: Double?
    let isChosen: Bool
    let verdict: String
  }

  let candidates: [Candidate]

  init(_ answer: AirAnswer) {
    candidates = answer.candidates().map { candidate in
      let isChosen = if case .chosen = candidate.verdict { true } else { false }
      return Candidate(
        source: candidate.source.rawValue, parameter: candidate.parameter?.rawValue,
        site: candidate.report.flatMap { $0.site.name ?? $0.site.id }, distance: candidate.distance,
        isChosen: isChosen, verdict: candidate.verdict.description)
    }
  }

  /// A line for each candidate.
  var lines: [TerminalText] {
    var table = TextTable()
    for candidate in candidates {
      table.add([
        candidate.isChosen ? "✓" : "·", "\(candidate.source)", "\(candidate.parameter ?? "")",
        "\(candidate.site ?? "")", candidate.distance.map { "\(Text.distance($0))" } ?? "",
        "\(candidate.verdict)",
      ])
    }
    return table.lines.isEmpty ? ["No source is registered."] : table.lines
  }
}
