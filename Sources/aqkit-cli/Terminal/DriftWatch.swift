import AQKit
import AQKitFixtures

/// Compares live answers with recordings, and prints the changes.
struct DriftWatch {
  let folder: FixtureFolder
  let container: AQContainer
  let output: OutputOptions

  private struct Row: Encodable {
    let source: SourceID
    let recording: String
    let verdict: String
    let path: String?
    let sentence: String
  }

  /// Asks one source, or all that are watched and configured.
  ///
  /// - Returns: Whether anything is a warning.
  /// - Throws: An ``AQError`` when there is no recording to compare, or a source can't be asked.
  func run(_ source: SourceID?) async throws -> Bool {
    let sources: [SourceID]
    if let source {
      _ = try container.sourceID(source.rawValue)
      sources = [source]
    } else {
      sources = try folder.watchedSources().filter(isConfigured)
      if sources.isEmpty {
        throw AQError(
          .notConfigured, "The folder has no recording of a configured source whose shape is known.")
      }
    }
    var rows: [Row] = []
    for source in sources {
      for drift in try await folder.drift(of: source, in: container) {
        rows += drift.changes.map { change in
          Row(
            source: source, recording: drift.recording, verdict: change.isWarning ? "warning" : "note",
            path: change.path, sentence: change.description)
        }
        if drift.changes.isEmpty {
          let sentence = "As recorded at \(drift.recordedAt)."
          rows.append(
            Row(source: source, recording: drift.recording, verdict: "same", path: nil, sentence: sentence))
        }
      }
    }
    try output.print(["changes": rows]) { _ in
      rows.map { "\(Text.pad("\($0.verdict)", 8))  \($0.source): \($0.recording): \($0.sentence)" }
    }
    return rows.contains { $0.verdict == "warning" }
  }

  private func isConfigured(_ source: SourceID) -> Bool {
    let descriptor = container.descriptors.first { $0.id == source }
    if descriptor.map({ container.missingOptions(of: $0).isEmpty }) == true { return true }
    complain("aqkit-cli: \(source) is not configured and was left out; see aqkit-cli sources.")
    return false
  }
}
