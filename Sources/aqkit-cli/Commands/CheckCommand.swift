import AQKit
import AQKitFixtures
import AQKitTesting
import ArgumentParser

struct CheckCommand: ToolCommand {
  static let help = CommandHelp(
    "check", "Run the contract of sources against a source, and print the rules that it breaks.",
    about: """
      Without a source the bundled recordings are checked, which needs no network. A source that asks a service asks it \
      for real.
      """,
    """
    With --live the queries of a source's recordings are repeated, and the shape of the responses is compared with \
    theirs: a new member is a note; one that is missing, or has another type, is a warning, and the exit code is 1. \
    Without a source all that have such recordings are asked; one that fails is listed as failed.
    """,
    examples: "check", "check --all", "check --live open-meteo")

  @Argument(help: "The source; see \(toolName) sources.")
  var source: String?

  @Flag(name: .customLong("live"), help: "Compare the shape of live responses with that of recordings.")
  var isLive = false

  @Option(
    name: .customLong("recordings"),
    help: ArgumentHelp(
      "With --live, the folder of recordings; by default the bundled ones.", valueName: "DIR"),
    completion: .directory)
  var folder: String?

  @Flag(name: .customLong("all"), help: "Print every rule, kept ones included.")
  var showsAll = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var options: ContainerOptions

  mutating func validate() throws {
    try refuse(if: folder != nil && !isLive, "--recordings requires --live.")
    try refuse(if: showsAll && isLive, "--all prints rules, and --live checks none.")
  }

  mutating func run() async throws {
    if isLive { return try await compare(in: options.container(asking: source.map { [$0] } ?? [])) }
    let source = source ?? "recordings"
    // The contract tests the source itself, without a cache that responds for it.
    var container = try options.container(asking: [source]).setting(.resilience, to: .none)
    if !container.hasOption("timing", of: "recordings") {
      // The contract asks for current air, so recordings respond as if they had just been made.
      try container.setOption("timing", of: "recordings", to: "now")
    }
    let id = try container.declaration(of: source).id
    let checked = try WrongUsage.checked { try AirHub(container).source(id) }
    var contract = SourceContract(checked, clock: try container[.clock])
    contract.onRule = nil
    if source == "recordings" {
      contract.waivers["time.received"] = "A recording keeps the hour at which it was received."
      contract.waivers["time.window"] = "A window is relative to that hour."
    }
    let report = await contract.check()
    let rules = report.entries.map { entry -> Members in
      [
        "rule": entry.rule.id, "sentence": entry.rule.sentence, "verdict": entry.outcome.word,
        "details": entry.outcome.details,
      ]
    }
    try output.print(["rules": rules]) { [showsAll] _ in
      let shown = report.entries.filter { showsAll || ["broken", "waived"].contains($0.outcome.word) }
      return shown.flatMap(\.lines) + ["\(report.summary)"]
    }
    if !report.violations.isEmpty { throw ExitCode(1) }
  }

  /// Compares live responses with recordings: those of one source, or of all sources that are watched and configured.
  private func compare(in container: AQContainer) async throws {
    let folder = folder.map { FixtureFolder(path: $0) } ?? .bundled
    let sources =
      try source.map { [try container.declaration(of: $0).id] }
      ?? folder.watchedSources().filter(container.isConfigured)
    if sources.isEmpty {
      throw AQError(
        .notConfigured, "The folder has no recording of a configured source whose shape is known.")
    }
    let changes = try await Self.changes(of: sources, from: folder, in: container)
    try output.print(["changes": changes]) { _ in
      changes.map { change in
        let subject = [change.source.rawValue, change.recording].compactMap(\.self).joined(separator: ": ")
        return "\(Text.pad("\(change.verdict)", 8))  \(subject): \(change.sentence)"
      }
    }
    if changes.contains(where: { $0.verdict == "warning" || $0.verdict == "failed" }) { throw ExitCode(1) }
  }

  /// Returns the changes of each source; of several sources one that fails doesn't hide the others.
  static func changes(
    of sources: [SourceID], from folder: FixtureFolder, in container: AQContainer
  ) async throws -> [Change] {
    var changes: [Change] = []
    for source in sources {
      func add(_ verdict: String, _ recording: String?, _ path: String?, _ sentence: String) {
        changes.append(
          Change(source: source, recording: recording, verdict: verdict, path: path, sentence: sentence))
      }
      do {
        for drift in try await folder.drift(of: source, in: container) {
          for change in drift.changes {
            add(change.isWarning ? "warning" : "note", drift.recording, change.path, change.description)
          }
          if drift.changes.isEmpty {
            add("same", drift.recording, nil, "As recorded at \(drift.recordedAt).")
          }
        }
      } catch {
        if sources.count == 1 || error is CancellationError { throw error }
        add("failed", nil, nil, AQError.wrapping(error).message)
      }
    }
    return changes
  }

  struct Change: Encodable {
    let source: SourceID
    let recording: String?
    let verdict: String
    let path: String?
    let sentence: String
  }
}

extension ContractReport.Entry {
  fileprivate var lines: [TerminalText] {
    ["\(Text.pad("\(outcome.word)", 14))  \(rule.id): \(rule.sentence)"]
      + outcome.details.map { "\(Text.blanks(16))\($0)" }
  }
}

extension ContractReport.Outcome {
  fileprivate var details: [String] {
    switch self {
    case .kept: []
    case .notTried(let why), .notApplicable(let why), .waived(let why): [why]
    case .violated(let violations): violations.map(\.message)
    }
  }
}
