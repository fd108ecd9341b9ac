import Foundation

/// Measures live feeds over loopback sockets. The server runs in a process of its own, so that time and memory are the
/// client's. Each figure is a line of fields between tabs, which `aqkit-bench feed` reads:
/// workload, value, unit, `>=` or `<=` with the goal or nothing, name, value and least ratio of a baseline or nothing.
@main
enum FeedBench {
  static func main() async throws {
    signal(SIGPIPE, SIG_IGN)
    raiseDescriptorLimit()
    if CommandLine.arguments.dropFirst().first == "serve" { return try await FeedServer.run() }
    let server = try ServerProcess()
    defer { server.stop() }
    let parts = CommandLine.arguments.dropFirst()
    if parts.isEmpty || parts.contains("rate") { try await Throughput.measure(port: server.port) }
    if parts.isEmpty || parts.contains("many") { try await ManyConnections.measure(port: server.port) }
    if parts.isEmpty || parts.contains("memory") { try await SlowConsumer.measure(port: server.port) }
  }

  static func figure(
    _ workload: String, _ value: Double, _ unit: String, goal: String = "",
    baseline: (String, Double, Double)? = nil
  ) {
    let beside = baseline.map { "\t\($0.0)\t\($0.1)\t\($0.2)" } ?? ""
    print("\(workload)\t\(value)\t\(unit)\t\(goal)\(beside)")
    fflush(nil)
  }

  /// A thousand connections need as many descriptors.
  private static func raiseDescriptorLimit() {
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(7)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < 8192 else { return }
    limit.rlim_cur = min(limit.rlim_max, 8192)
    _ = setrlimit(resource, &limit)
  }
}

/// The server, as a process of its own.
final class ServerProcess {
  let port: Int
  private let process = Process()
  private let input = Pipe()

  init() throws {
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

  func stop() { process.terminate() }
}

struct BenchFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// What this process has used.
enum Usage {
  /// Seconds on a processor, of all threads.
  static var processor: Double {
    var usage = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &usage)
    return Double(usage.tv_sec) + Double(usage.tv_nsec) * 1e-9
  }

  /// Resident memory in bytes; nil where it can't be had.
  static var memory: Double? {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS") })
    else { return nil }
    return line.split(separator: " ").dropFirst().first.flatMap { Double($0) }.map { $0 * 1024 }
  }
}
