import AQKit
import AQKitTesting
import LoopbackServers
import Testing

@Suite("An HTTP transport and a hostile server", .timeLimit(.minutes(10)), .enabled(if: TestEffort.isHeavy))
struct HostileAnswerTests {
  @Test("every answer has a name of its own, and there are 200 at least")
  func names() {
    let names = HostileAnswer.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.count >= 200)
  }

  @Test("every answer ends in data or a named error", arguments: TransportUnderTest.allCases)
  func plain(transport: TransportUnderTest) async throws {
    try await expectEnds(of: transport, transport.make())
  }

  @Test("every answer over TLS ends in data or a named error", arguments: TransportUnderTest.allCases)
  func secured(transport: TransportUnderTest) async throws {
    guard transport.takesTrustedCertificates else { return }
    try await expectEnds(
      of: transport, transport.make(trustedCertificates: LoopbackCertificate.authorityPEM),
      certificate: .valid)
  }

  @Test("every handshake that comes to nothing ends in a named error", arguments: TransportUnderTest.allCases)
  func handshakes(transport: TransportUnderTest) async throws {
    try await expectEnds(of: transport.make(), at: HostileHandshake.all)
    // Whom the system doesn't trust can't cut an answer.
    let untrusting = HostileHandshake.trusted.map {
      HostileHandshake(name: $0.name, certificate: $0.certificate, steps: $0.steps, codes: [.untrusted])
    }
    try await expectEnds(of: transport.make(), at: untrusting)
    guard transport.takesTrustedCertificates else { return }
    let trusting = try transport.make(trustedCertificates: LoopbackCertificate.authorityPEM)
    try await expectEnds(of: trusting, at: HostileHandshake.all + HostileHandshake.trusted)
    try await expectEnds(
      of: transport.make(trustedCertificates: LoopbackCertificate.otherAuthorityPEM), at: untrusting)
  }

  private func expectEnds(of transport: any HTTPTransport, at handshakes: [HostileHandshake]) async throws {
    await withTaskGroup(of: Void.self) { group in
      for handshake in handshakes {
        group.addTask {
          do {
            try await LoopbackTCPServer.withServer(
              certificate: handshake.certificate, script: handshake.steps
            ) { server in
              let isSilent = handshake.codes == [.timedOut]
              let request = TransportRequest(
                url: "https://localhost:\(server.port)/",
                timeouts: TransportRequest.Timeouts(
                  idle: isSilent ? .milliseconds(500) : .hangGuard, total: .hangGuard))
              let code = try await Self.code(of: request, through: transport)
              let isExpected = code.map { handshake.codes.contains($0) } ?? handshake.codes.isEmpty
              #expect(isExpected, "\(handshake.name): \(code?.rawValue ?? "data")")
            }
          } catch {
            Issue.record(error)
          }
        }
      }
    }
  }

  /// The code of the error in which a request ends; nil for an answer.
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
    "an answer that nobody asked for is never given to the next request",
    arguments: TransportUnderTest.allCases)
  func stale(kind: TransportUnderTest) async throws {
    let transport = try kind.make(maximumConnectionsPerHost: 1)
    let extra = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nstale"
    let answers: [LoopbackReply] = [
      // Behind an answer with a length, behind one in chunks, behind one that has no body, and later.
      LoopbackReply(
        steps: [.text("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" + extra)], keepsConnection: true),
      LoopbackReply(
        steps: [.text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n" + extra)],
        keepsConnection: true),
      LoopbackReply(steps: [.text("HTTP/1.1 204 No\r\n\r\n" + extra)], keepsConnection: true),
      LoopbackReply(steps: [.text("HTTP/1.1 304 No\r\n\r\n" + extra)], keepsConnection: true),
    ]
    for answer in answers {
      try await LoopbackHTTPServer.withServer { request in
        request.path == "/first" ? answer : .text("fresh")
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

  /// Asks for every answer through one transport, many at a time, then for an honest one.
  private func expectEnds(
    of kind: TransportUnderTest, _ transport: any HTTPTransport, certificate: LoopbackCertificate? = nil
  ) async throws {
    try await HostileAnswerServer.run(certificate: certificate) { server in
      let complaints = await withTaskGroup(of: (String, String?).self) { group in
        var complaints: [String: String] = [:]
        for (index, answer) in HostileAnswer.all.enumerated() where !kind.crashes(on: answer) {
          if index >= 24, let (name, complaint) = await group.next() { complaints[name] = complaint }
          let request = Self.request(for: answer, at: server.url(of: index) + "/v1/air")
          group.addTask { (answer.name, await Self.complaint(about: answer, request, through: transport)) }
        }
        for await (name, complaint) in group { complaints[name] = complaint }
        return complaints
      }
      for (name, complaint) in complaints where !kind.cutUnnoticed.contains(name) {
        Issue.record("\(complaint)")
      }
      // Whatever is here no longer belongs onto the list, nor into Decisions/0002.
      #expect(kind.cutUnnoticed.subtracting(complaints.keys) == [])
      let response = try await transport.send(TransportRequest(url: server.honestURL))
      #expect(response.body == Array(HostileAnswer.json.utf8))
      #expect(await server.isLeftAlone())
    }
  }

  private static func request(for answer: HostileAnswer, at url: String) -> TransportRequest {
    TransportRequest(
      answer.method, url: url, body: answer.method == .post ? [1, 2, 3] : [],
      timeouts: TransportRequest.Timeouts(
        idle: answer.needsTimeout ? .milliseconds(500) : .hangGuard, total: .hangGuard),
      maximumBodySize: HostileAnswer.limit)
  }

  /// What is wrong with the way in which an answer ends; nil if nothing.
  private static func complaint(
    about answer: HostileAnswer, _ request: TransportRequest, through transport: any HTTPTransport
  ) async -> String? {
    do {
      let response = try await transport.send(request)
      if case .refused = answer.outcome { return "“\(answer.name)” was taken: \(response)." }
      guard let expected = answer.expected else { return nil }
      return response.status == expected.status && response.body == expected.body
        ? nil : "“\(answer.name)” was taken for something else: \(response)."
    } catch let error as AQError {
      return answer.codes.contains(error.code)
        ? nil
        : "“\(answer.name)” ended in \(error.code): \(error.message) \(error.cause.map { "\($0)" } ?? "")"
    } catch {
      return "“\(answer.name)” ended in \(error)."
    }
  }
}

extension TransportUnderTest {
  /// The names of the answers whose cut coding it doesn't notice.
  var cutUnnoticed: Set<String> { self == .urlSession ? HostileAnswer.cutUnnoticedByURLSession : [] }

  /// Whether an answer ends the process, so that nobody asks for it here.
  func crashes(on answer: HostileAnswer) -> Bool { crashes.contains(answer.name) }

  /// The names of the answers that end the process; those of `URLSession` are counted by ``HostileCommandLineTests``.
  private var crashes: Set<String> { self == .urlSession ? HostileAnswer.endingURLSession : [] }
}
