import AQKit
import AQKitFixtures
import AQKitTesting
import ArgumentParser

/// Runs the contract of sources against a registered source and prints each rule.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Run the contract of sources against a source, and print each rule.",
    discussion: """
      Without a source the bundled recordings are checked, which needs no network. A source that asks a service asks it
      for real.

      With --live a source is asked again what was asked for its recordings, and the shape of its answers is compared with
      theirs: a new member is a note; one that is gone, or of another kind, is a warning, and the exit code is 1. Without
      a source all are asked that have such recordings.
      """)

  @Argument(help: "The source; see aqkit-cli sources.")
  var source: String?

  @Flag(name: .customLong("live"), help: "Compare the shape of live answers with that of recordings.")
  var isLive = false

  @Option(
    name: .customLong("recordings"),
    help: ArgumentHelp(
      "With --live, the folder of recordings; by default the bundled ones.", valueName: "DIR"))
  var folder: String?

  @Flag(name: .customLong("json"), help: "Print the rules as a JSON array.")
  var printsJSON = false

  @OptionGroup var options: ContainerOptions

  mutating func validate() throws {
    if folder != nil, !isLive { throw ValidationError("--recordings goes with --live.") }
  }

  mutating func run() async throws {
    if isLive {
      let watch = DriftWatch(
        folder: folder.map { FixtureFolder(path: $0) } ?? .bundled, container: try options.container(),
        printsJSON: printsJSON)
      if try await watch.run(source.map { SourceID($0) }) { throw ExitCode(1) }
      return
    }
    let source = source ?? "recordings"
    // The contract is the source's own, without a cache that answers for it.
    var container = try options.container().setting(.resilience, to: .none)
    if !container.hasOption("timing", of: "recordings") {
      // The contract asks for the air of now; recordings answer as if they had just been made.
      try container.setOption("timing", of: "recordings", to: "now")
    }
    let checked = try WrongUsage.checked { try AirHub(container).source(SourceID(source)) }
    var contract = SourceContract(checked, clock: try container[.clock])
    contract.onRule = nil
    if source == "recordings" {
      contract.exemptions["time.received"] = "A recording keeps the hour at which it was received."
    }
    let report = await contract.check()
    let rows = report.entries.map(Row.init)
    if printsJSON {
      try StandardOutput.print(JSONText.text(of: rows))
    } else {
      for row in rows { try StandardOutput.print(row.line) }
    }
    if rows.contains(where: { $0.verdict == "broken" }) { throw ExitCode(1) }
  }

  private struct Row: Encodable {
    let rule: String
    let sentence: String
    let verdict: String
    let details: [String]

    init(_ entry: ContractReport.Entry) {
      rule = entry.rule.id
      sentence = entry.rule.sentence
      switch entry.outcome {
      case .kept: (verdict, details) = ("kept", [])
      case .notApplicable(let why): (verdict, details) = ("not applicable", [why])
      case .exempt(let why): (verdict, details) = ("exempt", [why])
      case .violated(let violations): (verdict, details) = ("broken", violations.map(\.message))
      }
    }

    var line: TerminalText {
      let details = details.map { "\n                \($0)" as TerminalText }.joined()
      return "\(Text.pad("\(verdict)", 15)) \(rule): \(sentence)\(details)"
    }
  }
}
