import AQKit
import ArgumentParser

/// Shows the outcome of every registered source at a place.
struct ExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "explain", "Show every registered source with its sites at a place, and why each was chosen or not.",
    about:
      "Asks as a merging hub does: for each parameter the best site near enough, the others as alternatives.",
    examples: "aqkit-cli explain --at 52.52,13.41 --parameters pm25", "aqkit-cli explain Brno --json")

  @OptionGroup var question: PlaceQuestion

  @Flag(
    name: .customLong("estimate"),
    help: "Show what an estimate of the air at the place is made of: each station with its weight.")
  var estimates = false

  mutating func run() async throws {
    if estimates { return try await explainEstimates() }
    let answer = try await answer(in: question.options.container())
    let explanation = Explanation(answer)
    try question.output.print(["candidates": explanation.candidates], of: answer) {
      explanation.lines(within: $0.columns)
    }
  }

  /// Prints the stations of an estimate with their weights, and those that were left out.
  private func explainEstimates() async throws {
    let container = try question.options.container()
    let query = try PlaceEstimates.query(at: [question.places.place], question.query().parameters)
    let answer = try await question.places.answer(
      to: query, in: container, usual: container.liveSources, within: question.patience.limit)
    let estimates = PlaceEstimates(answer)
    try question.output.print(estimates.record(nil), of: answer) { estimates.weights(within: $0.columns) }
    if estimates.estimates.isEmpty { throw ExitCode(1) }
  }

  /// Asks all available sources; disabled ones are candidates, too.
  func answer(in container: AQContainer) async throws -> AirAnswer {
    try await question.places.answer(
      to: question.query(), in: container, usual: .all, policy: .merged(), within: question.patience.limit)
  }
}

/// The candidates for a place with their outcomes.
struct Explanation {
  struct Candidate: Encodable {
    let source: String
    let parameter: String?
    let site: String?
    let indoor: Bool?
    /// The site as lists show it.
    let listed: String?
    /// Metres from the place.
    let distance: Double?
    let isChosen: Bool
    let verdict: String
    /// Whether the question names other sources.
    let isLeftOut: Bool

    private enum CodingKeys: String, CodingKey {
      case source, parameter, site, indoor, distance, isChosen, verdict
    }
  }

  let candidates: [Candidate]

  init(_ answer: AirAnswer) {
    candidates = answer.candidates().map { candidate in
      let isChosen = if case .chosen = candidate.verdict { true } else { false }
      let isLeftOut = if case .notAsked(.notSelected) = candidate.verdict { true } else { false }
      return Candidate(
        source: candidate.source.rawValue, parameter: candidate.parameter?.rawValue,
        site: candidate.report.flatMap { $0.site.name ?? $0.site.id },
        indoor: candidate.report?.site.isIndoor, listed: candidate.report?.site.listed,
        distance: candidate.distance,
        isChosen: isChosen, verdict: candidate.verdict.description, isLeftOut: isLeftOut)
    }
  }

  /// A line for each candidate, and one for all sources that the question leaves out.
  func lines(within columns: Int) -> [TerminalText] {
    var table = TextTable()
    for candidate in candidates where !candidate.isLeftOut {
      table.add([
        candidate.isChosen ? "✓" : "·", "\(candidate.source)", "\(candidate.parameter ?? "")",
        "\(candidate.listed ?? "")", candidate.distance.map { "\(Text.distance($0))" } ?? "",
        "\(candidate.verdict)",
      ])
    }
    if candidates.isEmpty { return ["No source is registered."] }
    let left = candidates.filter(\.isLeftOut).map(\.source)
    let rest = "Not asked, because --source names others: \(left.joined(separator: ", "))."
    return table.lines(within: columns) + (left.isEmpty ? [] : ["\(rest)"])
  }
}
