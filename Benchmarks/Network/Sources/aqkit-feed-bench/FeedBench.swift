import BenchSupport
import Foundation

/// Measures live feeds over loopback sockets. The server runs in a separate process, so that time and memory are the
/// client's. `aqkit-bench feed` reads its figures.
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
