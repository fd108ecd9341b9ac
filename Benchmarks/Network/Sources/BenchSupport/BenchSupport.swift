import Foundation

/// The figures of a nested benchmark, each a line of fields between tabs, which `aqkit-bench` reads: workload, value, unit,
/// `>=` or `<=` with the goal or nothing; then for each baseline its name, its value, and the promised ratio or nothing.
package enum Output {
  /// Another way to do the same work.
  package typealias Baseline = (name: String, value: Double, leastRatio: Double?)

  /// Prints a figure.
  package static func figure(
    _ workload: String, _ value: Double, _ unit: String, goal: String = "", baselines: [Baseline] = []
  ) {
    let compared = baselines.map { "\t\($0.name)\t\($0.value)\t\($0.leastRatio.map { "\($0)" } ?? "")" }
      .joined()
    print("\(workload)\t\(value)\t\(unit)\t\(goal)\(compared)")
    fflush(nil)
  }
}

/// The server, as a separate process.
package final class ServerProcess {
  /// The port on which the server listens.
  package let port: Int
  private let process = Process()
  private let input = Pipe()

  /// Starts this executable with the argument `serve`.
  package init() throws {
    process.executableURL = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = ["serve"]
    let output = Pipe()
    process.standardOutput = output
    // The server ends with this process, however that ends.
    process.standardInput = input
    try process.run()
    let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(text.prefix { $0.isNumber }) else { throw BenchFailure("The server didn't start.") }
    self.port = port
  }

  /// Ends the server.
  package func stop() { process.terminate() }
}

/// The reason why the measurement failed.
package struct BenchFailure: Error, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}

/// The resources that this process has used.
package enum Usage {
  /// Seconds on a processor, of all threads.
  package static var processor: Double {
    var usage = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &usage)
    return Double(usage.tv_sec) + Double(usage.tv_nsec) * 1e-9
  }

  /// Resident memory in bytes; nil if it isn't available.
  package static var memory: Double? {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS") })
    else { return nil }
    return line.split(separator: " ").dropFirst().first.flatMap { Double($0) }.map { $0 * 1024 }
  }
}
