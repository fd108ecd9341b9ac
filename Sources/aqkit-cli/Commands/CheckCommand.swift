import AQKit
import AQKitFixtures
import AQKitTesting
import ArgumentParser

/// Runs the contract of sources against a registered source and prints each rule.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "check", "Run the contract of sources against a source, and say which rules it breaks.",
    about: """
      Without a source the bundled recordings are checked, which needs no network. A source that asks a service asks it \
      for real.
      """,
    """
    With --live a source is asked again what was asked for its recordings, and the shape of its answers is compared \
    with theirs: a new member is a note; one that is gone, or of another kind, is a warning, and the exit code is 1. \
    Without a source all are asked that have such recordings.
    """,
    examples: "aqkit-cli check", "aqkit-cli check --all", "aqkit-cli check --live open-meteo")

  @Argument(help: "The source; see aqkit-cli sources.")
  var source: String?

  @Flag(name: .customLong("live"), help: "Compare the shape of live answers with that of recordings.")
  var isLive = false

  @Option(
    name: .customLong("recordings"),
    help: ArgumentHelp(
      "With --live, the folder of recordings; by default the bundled ones.", valueName: "DIR"),
    completion: .directory)
  var folder: String?

  @Flag(name: .customLong("all"), help: "Print every rule, those that are kept as well.")
  var showsAll = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var options: ContainerOptions

  mutating func validate() throws {
    if folder != nil, !isLive { throw ValidationError("--recordings goes with --live.") }
  }

  mutating func run() async throws {
    if isLive {
      let watch = DriftWatch(
        folder: folder.map { FixtureFolder(path: $0) } ?? .bundled, container: try options.container(),
        output: output)
      if try await watch.run(source.map { SourceID($0) }) { throw ExitCode(1) }
      return
    }
    let source = source ?? "recordings"
    // The contract is the source's own, without a cache that answers for it.
    var container = try options.container().setting(.resilience, to: .none)
    if !container.hasOption("timing", of: "recordings") {
      // The contract asks for current air, so recordings answer as if they had just been made.
      try container.setOption("timing", of: "recordings", to: "now")
    }
    let id = try container.sourceID(source)
    let checked = try WrongUsage.checked { try AirHub(container).source(id) }
    var contract = SourceContract(checked, clock: try container[.clock])
    contract.onRule = nil
    if source == "recordings" {
      contract.exemptions["time.received"] = "A recording keeps the hour at which it was received."
      contract.exemptions["time.window"] = "A window is relative to that hour."
    }
    let report = await contract.check()
    let rows = report.entries.map(Row.init)
    try output.print(["rules": rows]) { [showsAll] _ in
      rows.filter { showsAll || $0.verdict == "broken" || $0.verdict == "exempt" }.flatMap(\.lines)
        + [Row.summary(of: rows)]
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
      case .notTried(let why): (verdict, details) = ("not tried", [why])
      case .notApplicable(let why): (verdict, details) = ("not applicable", [why])
      case .exempt(let why): (verdict, details) = ("exempt", [why])
      case .violated(let violations): (verdict, details) = ("broken", violations.map(\.message))
      }
    }

    var lines: [TerminalText] {
      ["\(Text.pad("\(verdict)", 14))  \(rule): \(sentence)"]
        + details.map { "\(Text.pad("", 14))  \($0)" }
    }

    /// Returns a line such as `97 kept · 1 broken · 4 not tried · 8 not applicable`.
    static func summary(of rows: [Row]) -> TerminalText {
      let counts = ["kept", "broken", "exempt", "not tried", "not applicable"].compactMap { verdict in
        let count = rows.count { $0.verdict == verdict }
        return count > 0 || verdict == "broken" ? "\(count) \(verdict)" : nil
      }
      return TerminalText(counts.joined(separator: " · "))
    }
  }
}
