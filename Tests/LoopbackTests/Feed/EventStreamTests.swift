#if NIO
  import AQKit
  import AQKitSocketFeed
  import LoopbackServers
  import Testing

  @Suite("A feed of server-sent events", .timeLimit(.minutes(3)))
  struct EventStreamTests {
    private static let type = TransportHeader("Content-Type", "text/event-stream; charset=utf-8")

    private static func event(_ text: String, type: String = "message", id: String = "") -> FeedMessage {
      FeedMessage(.event(type: type, id: id), Array(text.utf8))
    }

    /// A reply whose body ends with the connection.
    private static func plain(_ body: [UInt8]) -> LoopbackReply {
      .raw(status: 200, headers: [type], body: body)
    }

    private func transcript(
      _ reply: LoopbackReply, certificate: LoopbackCertificate? = nil,
      _ change: (inout FeedEndpoint) -> Void = { _ in }
    ) async throws -> FeedTranscript {
      try await LoopbackHTTPServer.withServer(certificate: certificate, reply: reply) { server in
        var endpoint = FeedEndpoint(
          url: server.url("/events"), trustedCertificates: LoopbackCertificate.authorityPEM)
        change(&endpoint)
        return try await LoopbackTests.transcript(of: endpoint)
      }
    }

    /// Bodies and what the standard makes of them.
    private static let bodies: [(String, [FeedMessage])] = [
      ("data: one\n\n", [event("one")]),
      ("data:one\r\n\r\n", [event("one")]),
      ("data:  one\r\r", [event(" one")]),
      ("data: one\ndata: two\ndata\n\n", [event("one\ntwo\n")]),
      ("\u{FEFF}data: marked\n\n", [event("marked")]),
      (": a comment\n\n:\ndata: x\n:\n\n", [event("x")]),
      ("event: ping\n\n", []),
      ("event: ping\ndata\n\n", [event("", type: "ping")]),
      (
        "event: state\nevent: other\ndata: {}\nid: 7\n\ndata: next\n\n",
        [
          event("{}", type: "other", id: "7"), event("next", id: "7"),
        ]
      ),
      ("id: 7\ndata: a\n\nid\ndata: b\n\n", [event("a", id: "7"), event("b")]),
      ("id: 7\n\ndata: a\n\n", [event("a", id: "7")]),
      ("id: 1\u{0}2\ndata: a\n\n", [event("a")]),
      ("Data: a\n data: b\nunknown: c\ndata: d\n\n", [event("d")]),
      ("data: whole\n\ndata: unfinished\n", [event("whole")]),
      ("data: whole\n\ndata: unfinished", [event("whole")]),
      ("data: a:b: c\n\n", [event("a:b: c")]),
      ("data: é→😀\n\n", [event("é→😀")]),
      ("\n\n\r\n\r", []),
    ]

    @Test("reads what the standard says, however it arrives", arguments: 0..<bodies.count)
    func standard(index: Int) async throws {
      let (text, expected) = Self.bodies[index]
      let body = Array(text.utf8)
      let chunks = body.map { [$0] }
      let lengthy = LoopbackReply.response(TransportResponse(status: 200, headers: [Self.type], body: body))
      let trickled = LoopbackReply(steps: [
        .bytes(Array("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n".utf8)),
        .trickle(body, every: .zero),
      ])
      for reply in [
        Self.plain(body), .chunked(chunks, headers: [Self.type]), .chunked([body], headers: [Self.type]),
        lengthy, trickled,
      ] {
        let result = try await transcript(reply)
        #expect(result.messages == expected)
        #expect(result.error == nil)
      }
    }

    @Test("replaces what isn't UTF-8 within an event")
    func replacement() async throws {
      let result = try await transcript(Self.plain(Array("data: a".utf8) + [0xFF] + Array("b\n\n".utf8)))
      #expect(result.messages == [Self.event("a\u{FFFD}b")])
    }

    @Test("asks as the standard says, with the last event's identifier")
    func request() async throws {
      try await LoopbackHTTPServer.withServer(reply: Self.plain(Array("data: x\n\n".utf8))) { server in
        let endpoint = FeedEndpoint(
          url: server.url("/events?room=1"),
          headers: [
            TransportHeader("Last-Event-ID", "41"), TransportHeader("Authorization", secret: "Bearer k"),
          ])
        let result = try await LoopbackTests.transcript(of: endpoint)
        #expect(result.messages == [Self.event("x", id: "41")])
        let request = try #require(server.requests.first)
        #expect(request.target == "/events?room=1")
        #expect(request.header("Accept") == "text/event-stream")
        #expect(request.header("Last-Event-ID") == "41")
        #expect(request.header("Authorization") == "Bearer k")
      }
    }

    @Test("tells how long the server asks to wait")
    func retryField() async throws {
      let body = "retry: 2500\nretry: 1s\nretry:\ndata: x\n\n"
      try await LoopbackHTTPServer.withServer(reply: Self.plain(Array(body.utf8))) { server in
        let connection = try await NIOFeedConnector().connect(to: FeedEndpoint(url: server.url()))
        while try await connection.receive() != nil {}
        #expect(connection.reconnectDelay == .milliseconds(2500))
        let error = try await failure { try await connection.send(FeedMessage(text: "no")) }
        #expect([.unsupported, .unreachable].contains(error.code))
      }
    }

    @Test("works over TLS")
    func tls() async throws {
      let reply = Self.plain(Array("data: sealed\n\n".utf8))
      #expect(try await transcript(reply, certificate: .valid).messages == [Self.event("sealed")])
      #expect(try await transcript(reply, certificate: .wrongHost).error?.code == .untrusted)
    }

    /// Replies that are no proper event stream, and their errors.
    private static let hostile: [(String, LoopbackReply, AQError.Code)] = [
      ("204", .response(TransportResponse(status: 204)), .unavailable),
      ("401", .response(TransportResponse(status: 401)), .unauthorized),
      ("404", .response(TransportResponse(status: 404)), .invalidRequest),
      ("429", .response(TransportResponse(status: 429)), .rateLimited),
      ("503", .response(TransportResponse(status: 503)), .unavailable),
      ("a page", .html(), .malformed), ("JSON", .text("{}"), .malformed),
      ("no type", .raw(status: 200, headers: [], body: []), .malformed),
      ("compressed", .encoded([31, 139], type: "text/event-stream"), .malformed),
      ("a cut chunk", .chunked([Array("data: a\n\n".utf8)], headers: [type]).cut(by: 5), .unreachable),
      ("a cut body", .cut(Array("data: a\n\n".utf8), missing: 5, type: "text/event-stream"), .unreachable),
      (
        "no number for a chunk",
        .raw(
          status: 200, headers: [type, TransportHeader("Transfer-Encoding", "chunked")],
          body: Array("x\r\n".utf8)),
        .malformed
      ),
      (
        "a negative chunk",
        .raw(
          status: 200, headers: [type, TransportHeader("Transfer-Encoding", "chunked")],
          body: Array("-1\r\n".utf8)),
        .malformed
      ),
      (
        "a huge chunk",
        .raw(
          status: 200, headers: [type, TransportHeader("Transfer-Encoding", "chunked")],
          body: Array("ffffffffffffffff\r\n".utf8)), .malformed
      ),
      (
        "an endless chunk size",
        LoopbackReply(steps: [
          .text("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"),
          .repeating([UInt8(ascii: "0")], times: 1 << 20),
        ]), .malformed
      ),
      (
        "a strange coding",
        .raw(
          status: 200, headers: [type, TransportHeader("Transfer-Encoding", "gzip, chunked")], body: []),
        .malformed
      ),
      (
        "two lengths",
        .raw(
          status: 200,
          headers: [type, TransportHeader("Content-Length", "5"), TransportHeader("Content-Length", "6")],
          body: []),
        .malformed
      ),
      ("an endless line", .endless(headers: [type]), .tooLarge),
      (
        "endless data",
        LoopbackReply(steps: [
          .text("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"),
          .repeating(Array("data: xxxxxxxxxxxxxxxxxxxxxxxxx\n".utf8), times: 1 << 20),
        ]), .tooLarge
      ),
      ("silence", .silent, .timedOut), ("closed", .closed, .unreachable), ("reset", .reset, .unreachable),
      (
        "silence in the body",
        LoopbackReply(steps: [
          .text("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: "), .hold,
        ]), .timedOut
      ),
    ]

    @Test("ends in a named error within its time-out", arguments: 0..<hostile.count)
    func hostileServers(index: Int) async throws {
      let (name, reply, code) = Self.hostile[index]
      let result = try await transcript(reply) {
        $0.maximumMessageSize = 100_000
        guard code == .timedOut else { return }
        $0.handshakeTimeout = name == "silence" ? .milliseconds(300) : .seconds(30)
        $0.idleTimeout = .milliseconds(300)
      }
      #expect(result.error?.code == code, "\(name)")
      if name == "204" { #expect(result.error?.retry == .never) }
    }

    @Test("follows redirects, and carries no secret to another host")
    func redirects() async throws {
      try await LoopbackHTTPServer.withServer { request in
        Self.plain(Array("data: \(request.target) \(request.header("X-Key") ?? "-")\n\n".utf8))
      } body: { there in
        try await LoopbackHTTPServer.withServer { request in
          switch request.path {
          case "/same": .redirect(to: "/end?a=1", status: 307)
          case "/near/by": .redirect(to: "../.././end", status: 302)
          case "/sibling/one": .redirect(to: "two")
          case "/other": .redirect(to: there.url("/elsewhere"), status: 301)
          case "/loop": .redirect(to: "/loop")
          case "/down": .redirect(to: "ftp://127.0.0.1/")
          default: Self.plain(Array("data: \(request.target) \(request.header("X-Key") ?? "-")\n\n".utf8))
          }
        } body: { here in
          func ask(_ path: String) async throws -> FeedTranscript {
            try await LoopbackTests.transcript(
              of: FeedEndpoint(url: here.url(path), headers: [TransportHeader("X-Key", secret: "k")]))
          }
          let expected = [
            "/same": "/end?a=1 k", "/sibling/one": "/sibling/two k", "/near/by": "/end k",
            "/other": "/elsewhere -",
          ]
          for (path, text) in expected {
            let texts = try await ask(path).texts
            #expect(texts == [text])
          }
          for path in ["/loop", "/down"] {
            let error = try await ask(path).error
            #expect(error?.code == .invalidRequest)
          }
          #expect(here.requests.count { $0.path == "/loop" } == 6)
        }
      }
    }
  }

  extension LoopbackReply {
    /// The same reply without its last bytes, and with the connection closed.
    fileprivate func cut(by count: Int) -> LoopbackReply {
      let bytes = steps.flatMap { step in
        switch step {
        case .bytes(let bytes): bytes
        case .text(let text): Array(text.utf8)
        default: [UInt8]()
        }
      }
      return LoopbackReply(steps: [.bytes(Array(bytes.dropLast(count)))])
    }
  }
#endif
