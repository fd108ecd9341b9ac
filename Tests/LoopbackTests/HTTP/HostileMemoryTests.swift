#if AsyncHTTPClient && os(Linux)
  import AQKit
  import AQKitTesting
  import Foundation
  import LoopbackServers
  import TestRuns
  import Testing

  /// Each reply is requested alone, within the limit of a default request, in a process that only serves it.
  @Suite(
    "AsyncHTTPClientTransport stays small", .timeLimit(.minutes(10)), .enabled(if: TestEffort.isHeavy))
  struct HostileMemoryTests {
    /// The maximum additional memory of a process for one reply.
    private static let mostBytes = 100_000_000

    @Test("for every reply, in clear text and over TLS", arguments: [false, true])
    func replies(isSecured: Bool) async {
      await #expect(processExitsWith: .success) { [isSecured = isSecured as Bool] in
        let trusted = isSecured ? LoopbackCertificate.authorityPEM : nil
        var peaks: [String: Int] = [:]
        try await HostileReplyServer.run(certificate: isSecured ? .valid : nil) { server in
          for (number, reply) in HostileReply.all.enumerated() {
            let request = HostileReplyTests.request(
              for: reply, at: server.url(of: number) + "/v1/air",
              limit: TransportRequest(url: "").maximumBodySize)
            let transport = try TransportUnderTest.asyncHTTPClient.make(trustedCertificates: trusted)
            let before = try Self.beginMeasuring()
            let complaint = await HostileReplyTests.complaint(about: reply, request, through: transport)
            // This process only produces a comment.
            #expect(complaint == nil, "\(complaint ?? "")")
            peaks[reply.name] = try Self.bytes("VmHWM") - before
          }
        }
        #expect(peaks.count == HostileReply.all.count)
        let high = peaks.filter { $0.value >= Self.mostBytes }
        #expect(high == [:], "\(high)")
      }
    }

    /// Resets the peak of this process's memory; returns its current memory.
    private static func beginMeasuring() throws -> Int {
      try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
      return try bytes("VmRSS")
    }

    /// A figure about this process (proc_pid_status).
    private static func bytes(_ name: String) throws -> Int {
      let lines = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")
      let words = lines.first { $0.hasPrefix(name) }?.split(whereSeparator: \.isWhitespace) ?? []
      return try #require(words.dropFirst().first.flatMap { Int($0) }) * 1024
    }
  }
#endif
