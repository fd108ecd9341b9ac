import Foundation

/// Live feeds and HTTP requests over loopback sockets. They need SwiftNIO and AsyncHTTPClient, which the other suites
/// are built without: the package `Benchmarks/Network` is built and run by its own command, and its lines become
/// figures.
enum NetworkSuites {
  @Sendable static func feed() throws -> [Figure] { try figures(of: "aqkit-feed-bench") }
  @Sendable static func http() throws -> [Figure] { try figures(of: "aqkit-http-bench") }

  private static func figures(of executable: String) throws -> [Figure] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Network")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift", "run", "-c", "release", "--package-path", folder.path, executable]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let figures = text.split(separator: "\n").compactMap(figure)
    guard process.terminationStatus == 0, !figures.isEmpty else { throw Failure(executable: executable) }
    return figures
  }

  private struct Failure: Error, CustomStringConvertible {
    let executable: String
    var description: String { "\(executable) ended with an error" }
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
    for start in stride(from: 4, to: fields.count - 2, by: 3) {
      guard let other = Double(fields[start + 1]) else { return nil }
      figure.baselines.append(
        Figure.Baseline(name: fields[start], value: other, leastRatio: Double(fields[start + 2])))
    }
    return figure
  }
}
