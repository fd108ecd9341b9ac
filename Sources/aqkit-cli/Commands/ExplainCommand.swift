import AQKit
import ArgumentParser

struct ExplainCommand: ToolCommand {
  static let help = CommandHelp(
    "explain", "Show every registered source with its sites at a place, and why each was chosen or not.",
    arguments: CommandHelp.onePlace,
    about:
      "Asks as a merging hub does: for each parameter the best site near enough, the others as alternatives.",
    examples: "explain --at 52.52,13.41 --parameters pm25", "explain Brno --json")

  @OptionGroup var question: PlaceQuestion

  @Flag(
    name: .customLong("estimate"),
    help: "Show what an estimate of the air at the place is made of: each station with its weight.")
  var estimates = false

  mutating func run() async throws {
    if estimates { return try await explainEstimates() }
    let container = try question.options.container(asking: question.places.asked)
    let answer = try await answer(in: container)
    let candidates = answer.candidates().map { SiteRow($0, in: answer) }
    try question.output.print(["candidates": candidates], of: answer) {
      Self.lines(of: answer, within: $0.columns)
    }
    try answer.failWithoutResponse()
  }

  private func explainEstimates() async throws {
    let container = try question.options.container(asking: question.places.asked)
    let query = try PlaceEstimates.query(at: [question.places.place], question.query().parameters)
    let answer = try await question.places.answer(to: query, in: container)
    let estimates = PlaceEstimates(answer)
    try question.output.print(estimates.record(nil), of: answer) { estimates.weights(within: $0.columns) }
    if estimates.estimates.isEmpty { throw ExitCode(1) }
  }

  /// Asks all available sources; disabled ones are candidates, too.
  func answer(in container: AQContainer) async throws -> AirAnswer {
    try await question.places.answer(
      to: question.query(), in: container, usual: .all, policy: .merged())
  }

  /// Returns a line for each candidate, and one for all sources that the query leaves out.
  static func lines(of answer: AirAnswer, within columns: Int) -> [TerminalText] {
    let candidates = answer.candidates()
    if candidates.isEmpty { return ["No source is registered."] }
    let left = candidates.filter(\.isLeftOut)
    let rest =
      "Not asked, because --source names others: \(left.map(\.source.rawValue).joined(separator: ", "))."
    let rows = candidates.filter { !$0.isLeftOut }.map { SiteRow($0, in: answer) }
    return SiteRow.table(rows, of: answer).lines(within: columns)
      + (left.isEmpty ? [] : ["\(rest)"])
  }
}
