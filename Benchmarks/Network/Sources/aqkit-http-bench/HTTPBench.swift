import AQKit
import AQKitAsyncHTTPClient
import AQKitURLSession
import AsyncHTTPClient
import BenchSupport
import Foundation
import NIOCore

/// Measures 1,000 requests over 50 hosts of this machine through each transport, compared with AsyncHTTPClient alone, in
/// turns. The server runs in a separate process, so that processor time is the client's. `aqkit-bench http` reads its
/// figures.
@main
enum HTTPBench {
  private static let hosts = 50
  private static let requestsPerHost = 20

  /// A function that fetches the body of an address.
  private struct Contestant {
    let name: String
    /// Makes a client without connections; it is discarded after a run.
    let make: () async throws -> (fetch: @Sendable (String) async throws -> Int, end: () async throws -> Void)
    var seconds = Double.infinity
    var processor = Double.infinity
  }

  static func main() async throws {
    signal(SIGPIPE, SIG_IGN)
    if CommandLine.arguments.dropFirst().first == "serve" { return try await HTTPServer.run(hosts: hosts) }
    let server = try ServerProcess()
    defer { server.stop() }
    var contestants = [
      Contestant(name: "AsyncHTTPClientTransport") { transport(AsyncHTTPClientTransport()) },
      Contestant(name: "URLSessionTransport") { transport(URLSessionTransport()) },
      Contestant(name: "AsyncHTTPClient alone") {
        let client = HTTPClient()
        return (
          { url in
            let response = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(60))
            return try await response.body.collect(upTo: 1 << 20).readableBytes
          }, { try await client.shutdown() }
        )
      },
    ]
    for _ in 0..<7 {
      for index in contestants.indices { try await run(&contestants[index], port: server.port) }
    }
    let count = Double(hosts * requestsPerHost)
    report("1,000 requests over 50 hosts, connections included", contestants, "requests/s") {
      count / $0.seconds
    }
    report("the same, processor time of a request", contestants, "µs") { $0.processor / count * 1e6 }
  }

  private static func transport(_ transport: some HTTPTransport) -> (
    fetch: @Sendable (String) async throws -> Int, end: () async throws -> Void
  ) {
    ({ try await transport.send(TransportRequest(url: $0)).body.count }, {})
  }

  /// Fetches everything once, all hosts at the same time.
  private static func run(_ contestant: inout Contestant, port: Int) async throws {
    let client = try await contestant.make()
    let fetch = client.fetch
    let (processor, start) = (Usage.processor, ContinuousClock.now)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for host in 1...hosts {
        group.addTask {
          for request in 0..<requestsPerHost {
            let size = try await fetch("http://127.0.0.\(host):\(port)/v1/air?request=\(request)")
            guard size == HTTPServer.body.count else { throw BenchFailure("A reply was incomplete.") }
          }
        }
      }
      try await group.waitForAll()
    }
    contestant.seconds = min(contestant.seconds, (ContinuousClock.now - start) / .seconds(1))
    contestant.processor = min(contestant.processor, Usage.processor - processor)
    try await client.end()
  }

  private static func report(
    _ workload: String, _ contestants: [Contestant], _ unit: String, _ value: (Contestant) -> Double
  ) {
    Output.figure(
      "\(workload), \(contestants[0].name)", value(contestants[0]), unit,
      baselines: contestants.dropFirst().map { ($0.name, value($0), nil) })
  }
}
