package import AQKit

/// A check of an adapter's path.
package struct SmokeCheck: Sendable {
  let adapter: String
  let path: String
  /// Runs the path and returns its reports; throws if it fails.
  let run: @Sendable () async throws -> [AirReport]

  package init(adapter: String, path: String, run: @escaping @Sendable () async throws -> [AirReport]) {
    self.adapter = adapter
    self.path = path
    self.run = run
  }

  /// Runs the path and measures it. A path without a single reading has failed.
  func result() async -> SmokeResult {
    let clock = ContinuousClock()
    let start = clock.now
    do {
      let reports = try await run()
      let elapsed = start.duration(to: clock.now)
      let readings = reports.reduce(0) { total, report in
        total + report.series.reduce(0) { $0 + $1.values.count { !$0.isNaN } }
      }
      return SmokeResult(
        source: adapter, path: path, passed: readings > 0, milliseconds: elapsed.milliseconds,
        readings: readings,
        reason: readings > 0 ? nil : "No reading came.")
    } catch {
      let reason = (error as? AQError).map { "\($0.code): \($0.message)" } ?? String(describing: error)
      return SmokeResult(
        source: adapter, path: path, passed: false, milliseconds: start.duration(to: clock.now).milliseconds,
        readings: 0, reason: reason)
    }
  }
}

/// The result of a check.
struct SmokeResult: Encodable {
  let source: String
  let path: String
  let passed: Bool
  let milliseconds: Double
  let readings: Int
  let reason: String?

  /// The result on one line.
  var line: TerminalText {
    let verdict = passed ? "pass" : "FAIL"
    let figures = "\(Text.number(milliseconds, digits: 1)) ms, \(readings) readings"
    return
      "\(verdict)  \(Text.pad("\(source)", 18))  \(Text.pad("\(figures)", 24))  \(path)\(reason.map { ": \($0)" } ?? "")"
  }
}

extension Duration {
  /// The duration in milliseconds.
  var milliseconds: Double { Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15 }
}

/// The paths of all configured sources against the real services. A feed without an address is left out.
struct LiveSmoke {
  let container: AQContainer

  var checks: [SmokeCheck] {
    get throws {
      let hub = try AirHub(container)
      let clock = try container[.clock]
      return hub.descriptors.compactMap { descriptor in
        if !container.isEnabled(descriptor.id) { return nil }
        if !container.missingOptions(of: descriptor).isEmpty {
          complain("aqkit-cli: \(descriptor.id) is not configured and was left out; see aqkit-cli sources.")
          return nil
        }
        return SmokeCheck(
          adapter: descriptor.id.rawValue, path: descriptor.endpoints.first?.url ?? descriptor.name
        ) {
          try await AirDeadline.limit(.seconds(20), clock: clock, source: descriptor.id) {
            try await hub.source(descriptor.id).fetch(AirQuery(places: descriptor.testPlaces)).reports
          }
        }
      }
    }
  }
}
