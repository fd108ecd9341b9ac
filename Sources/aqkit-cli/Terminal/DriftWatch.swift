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
        let news = drift.changes.map { change in
          Row(
            source: source, recording: drift.recording, verdict: change.isWarning ? "warning" : "note",
            path: change.path, sentence: change.description)
        }
        let same = Row(
          source: source, recording: drift.recording, verdict: "same", path: nil,
          sentence: "As recorded at \(drift.recordedAt).")
        for row in news.isEmpty ? [same] : news {
          rows.append(row)
          if output.printsJSON { continue }
          try output.terminal.print([
            "\(Text.pad("\(row.verdict)", 8))  \(source): \(row.recording): \(row.sentence)"
          ])
        }
      }
    }
    if output.printsJSON { try output.print(["changes": rows]) { _ in [] } }
    return rows.contains { $0.verdict == "warning" }
  }

  private func isConfigured(_ source: SourceID) -> Bool {
    guard let descriptor = container.descriptors.first(where: { $0.id == source }) else {
      complain("aqkit-cli: \(source) is not registered and was left out; see aqkit-cli sources.")
      return false
    }
    guard container.missingOptions(of: descriptor).isEmpty else {
      complain("aqkit-cli: \(source) is not configured and was left out; see aqkit-cli sources.")
      return false
    }
    return true
  }
}
