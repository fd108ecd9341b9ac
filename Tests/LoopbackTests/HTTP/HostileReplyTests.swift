import AQKit
import AQKitTesting
import LoopbackServers
import TestRuns
import Testing

@Suite("An HTTP transport and a hostile server", .timeLimit(.minutes(10)), .enabled(if: TestEffort.isHeavy))
struct HostileReplyTests {
  @Test("every reply has its own name, and there are at least 200")
  func names() {
    let names = HostileReply.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.count >= 200)
  }

  @Test("every reply ends in data or a named error", arguments: TransportUnderTest.lasting)
  func plain(transport: TransportUnderTest) async throws {
    let complaints = try await Self.complaints(of: transport, about: Array(HostileReply.all.indices))
    for complaint in complaints.values { Issue.record("\(complaint)") }
  }

  @Test("every reply over TLS ends in data or a named error", arguments: TransportUnderTest.lasting)
  func secured(transport: TransportUnderTest) async throws {
    guard transport.takesTrustedCertificates else { return }
    let complaints = try await Self.complaints(
      of: transport, about: Array(HostileReply.all.indices), certificate: .valid)
    for complaint in complaints.values { Issue.record("\(complaint)") }
  }

  @Test("every failed handshake ends in a named error", arguments: TransportUnderTest.allCases)
  func handshakes(transport: TransportUnderTest) async throws {
    try await Self.expectEnds(of: transport.make(), at: HostileHandshake.all + HostileHandshake.untrusted)
    guard transport.takesTrustedCertificates else { return }
    let trusting = try transport.make(trustedCertificates: LoopbackCertificate.authorityPEM)
    try await Self.expectEnds(of: trusting, at: HostileHandshake.all + HostileHandshake.trusted)
    try await Self.expectEnds(
      of: transport.make(trustedCertificates: LoopbackCertificate.otherAuthorityPEM),
      at: HostileHandshake.untrusted)
  }

  @Test(
    "a reply before the request ends in data or a named error, each time",
    arguments: TransportUnderTest.lasting)
  func early(transport: TransportUnderTest) async throws {
    for _ in 0..<5 { try await Self.expectEnds(of: transport.make(), at: HostileHandshake.early) }
  }

  static func expectEnds(of transport: any HTTPTransport, at handshakes: [HostileHandshake]) async throws {
    await withTaskGroup(of: Void.self) { group in
      for handshake in handshakes {
        group.addTask {
          do {
            try await LoopbackTCPServer.withServer(
              certificate: handshake.certificate, script: handshake.steps
            ) { server in
              let request = TransportRequest(
                url: handshake.url(port: server.port) + "/",
                timeouts: TransportRequest.Timeouts(
                  idle: handshake.isSilent ? .milliseconds(500) : .hangGuard, total: .hangGuard))
              let code = try await Self.code(of: request, through: transport)
              let isExpected =
                code.map { handshake.codes.contains($0) } ?? (handshake.mayBeData || handshake.codes.isEmpty)
              #expect(isExpected, "\(handshake.name): \(code?.rawValue ?? "data")")
            }
          } catch {
            Issue.record(error)
          }
        }
      }
    }
  }

  /// The code of the error in which a request ends; nil for a reply.
  private static func code(of request: TransportRequest, through transport: any HTTPTransport) async throws
    -> AQError.Code?
  {
    do {
      _ = try await transport.send(request)
      return nil
    } catch let error as AQError {
      return error.code
    }
  }

  @Test(
    "an unrequested reply is never given to the next request",
    arguments: TransportUnderTest.allCases)
  func stale(kind: TransportUnderTest) async throws {
    let transport = try kind.make(maximumConnectionsPerHost: 1)
    let extra = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nstale"
    let replies: [LoopbackReply] = [
      // Behind a reply with a length, behind one in chunks, behind one that has no body, and later.
      LoopbackReply(
        steps: [.text("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" + extra)], keepsConnection: true),
      LoopbackReply(
        steps: [.text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n" + extra)],
        keepsConnection: true),
      LoopbackReply(steps: [.text("HTTP/1.1 204 No\r\n\r\n" + extra)], keepsConnection: true),
      LoopbackReply(steps: [.text("HTTP/1.1 304 No\r\n\r\n" + extra)], keepsConnection: true),
    ]
    for reply in replies {
      try await LoopbackHTTPServer.withServer { request in
        request.path == "/first" ? reply : .text("fresh")
      } body: { server in
        for _ in 0..<5 {
          let timeouts = TransportRequest.Timeouts(idle: .hangGuard, total: .hangGuard)
          _ = try? await transport.send(TransportRequest(url: server.url("/first"), timeouts: timeouts))
          let next = try await transport.send(TransportRequest(url: server.url("/next"), timeouts: timeouts))
          #expect(String(decoding: next.body, as: UTF8.self) == "fresh")
        }
      }
    }
  }

  /// Asks for replies, many at a time, then for an honest one; returns the faults in their outcomes, by name.
  ///
  /// Each goes through a separate transport: bytes after one that arrive during the next request look like the reply to
  /// that (Decisions/0006).
  static func complaints(
    of kind: TransportUnderTest, about numbers: [Int], certificate: LoopbackCertificate? = nil
  ) async throws -> [String: String] {
    let trusted = certificate == nil ? nil : LoopbackCertificate.authorityPEM
    return try await HostileReplyServer.run(certificate: certificate) { server in
      let complaints = try await withThrowingTaskGroup(of: (String, String?).self) { group in
        var complaints: [String: String] = [:]
        for (place, number) in numbers.enumerated() {
          if place >= 24, let (name, complaint) = try await group.next() { complaints[name] = complaint }
          group.addTask {
            let reply = HostileReply.all[number]
            let request = Self.request(for: reply, at: server.url(of: number) + "/v1/air")
            let transport = try kind.make(trustedCertificates: trusted)
            return (reply.name, await Self.complaint(about: reply, request, through: transport))
          }
        }
        for try await (name, complaint) in group { complaints[name] = complaint }
        return complaints
      }
      let response = try await kind.make(trustedCertificates: trusted).send(
        TransportRequest(url: server.honestURL))
      #expect(response.body == Array(HostileReply.json.utf8))
      // The transports are gone, and with them the connections that they kept.
      #expect(await server.isLeftAlone())
      return complaints
    }
  }

  static func request(for reply: HostileReply, at url: String, limit: Int = HostileReply.limit)
    -> TransportRequest
  {
    TransportRequest(
      reply.method, url: url, body: reply.method == .post ? [1, 2, 3] : [],
      timeouts: TransportRequest.Timeouts(
        idle: reply.needsTimeout ? .milliseconds(500) : .hangGuard, total: .hangGuard),
      maximumBodySize: limit)
  }

  /// Returns the fault in a reply's outcome; nil if there is none.
  static func complaint(
    about reply: HostileReply, _ request: TransportRequest, through transport: any HTTPTransport
  ) async -> String? {
    do {
      let response = try await transport.send(request)
      if case .refused = reply.outcome { return "“\(reply.name)” was taken: \(response)." }
      guard let expected = reply.expected else { return nil }
      return response.status == expected.status && response.body == expected.body
        ? nil : "“\(reply.name)” was taken for something else: \(response)."
    } catch let error as AQError {
      return reply.codes.contains(error.code)
        ? nil
        : "“\(reply.name)” ended in \(error.code): \(error.message) \(error.cause.map { "\($0)" } ?? "")"
    } catch {
      return "“\(reply.name)” ended in \(error)."
    }
  }
}

extension TransportUnderTest {
  /// The transports whose process survives every reply; ``URLSessionMatrixTests`` asks the other in separate processes.
  static var lasting: [TransportUnderTest] {
    #if canImport(FoundationNetworking)
      allCases.filter { $0 != .urlSession }
    #else
      allCases
    #endif
  }
}
