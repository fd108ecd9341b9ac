package import AQKit
package import AQKitFixtures

package struct SmokeCheck: Sendable {
  let adapter: String
  let path: String
  let run: @Sendable () async throws -> [AirReport]

  package init(adapter: String, path: String, run: @escaping @Sendable () async throws -> [AirReport]) {
    self.adapter = adapter
    self.path = path
    self.run = run
  }

  /// Runs the path and measures it. A path without a single reading has failed.
  func result() async -> SmokeResult {
    let start = ContinuousClock.now
    var (readings, reason): (Int, String?) = (0, nil)
    do {
      readings = try await run().valueCount
      if readings == 0 { reason = "No reading came." }
    } catch {
      reason = (error as? AQError).map { "\($0.code): \($0.message)" } ?? String(describing: error)
    }
    return SmokeResult(
      source: adapter, path: path, passed: reason == nil,
      milliseconds: start.duration(to: .now) / .milliseconds(1), readings: readings, reason: reason)
  }
}

struct SmokeResult: Encodable {
  let source: String
  let path: String
  let passed: Bool
  let milliseconds: Double
  let readings: Int
  let reason: String?

  var line: TerminalText {
    let figures = "\(Text.number(milliseconds, digits: 1)) ms, \(Text.count(readings, "reading"))"
    let rest = "\(path)\(reason.map { ": \($0)" } ?? "")"
    return "\(passed ? "pass" : "FAIL")  \(Text.pad("\(source)", 18))  \(Text.pad("\(figures)", 24))  \(rest)"
  }
}

extension FixtureFolder {
  package func recording(of format: String) throws -> FixtureRecording {
    guard let recording = try manifest().recordings.first(where: { $0.format == format }) else {
      throw AQError(.notConfigured, "No recording of the format “\(format)” is bundled.")
    }
    return recording
  }
}
