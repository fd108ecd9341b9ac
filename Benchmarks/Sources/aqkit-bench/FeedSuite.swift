import Foundation

/// Live feeds over loopback sockets. They need SwiftNIO, which the other suites are built without: the package
/// `Benchmarks/Feed` is built and run by its own command, and its lines become figures.
enum FeedSuite {
  @Sendable static func figures() throws -> [Figure] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Feed")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift", "run", "-c", "release", "--package-path", folder.path, "aqkit-feed-bench"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let figures = text.split(separator: "\n").compactMap(figure)
    guard process.terminationStatus == 0, !figures.isEmpty else { throw Failure() }
    return figures
  }

  private struct Failure: Error, CustomStringConvertible {
    let description = "aqkit-feed-bench ended with an error"
  }

  /// A line of fields between tabs; nil for anything else.
  private static func figure(_ line: Substring) -> Figure? {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count >= 4, let value = Double(fields[1]) else { return nil }
    var figure = Figure(workload: fields[0], value: value, unit: fields[2])
    if let bound = Double(fields[3].dropFirst(2)) {
      figure.goal =
        fields[3].hasPrefix(">=")
        ? .atLeast(bound) : .atMost(bound, decides: fields[2].hasPrefix("MB") || fields[2] == "kB")
    }
    if fields.count >= 7, let other = Double(fields[5]), let least = Double(fields[6]) {
      figure.baselines = [Figure.Baseline(name: fields[4], value: other, leastRatio: least)]
    }
    return figure
  }
}
