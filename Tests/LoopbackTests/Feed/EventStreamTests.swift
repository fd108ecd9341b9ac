#if NIO
  import AQKit
  import AQKitSocketFeed
  import LoopbackServers
  import Testing

  @Suite("A feed of server-sent events", .timeLimit(.minutes(10)))
  struct EventStreamTests {
    private static let type = TransportRequest.Header("Content-Type", "text/event-stream; charset=utf-8")

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

    /// Bodies with the messages that they contain by the standard.
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

    @Test("reads streams as the standard says, however they arrive", arguments: 0..<bodies.count)
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

    @Test("reconnects as the standard says, with the last event's identifier")
    func request() async throws {
      try await LoopbackHTTPServer.withServer(reply: Self.plain(Array("data: x\n\n".utf8))) { server in
        let endpoint = FeedEndpoint(
          url: server.url("/events?room=1"),
          headers: [
            TransportRequest.Header("Last-Event-ID", "41"),
            TransportRequest.Header("Authorization", secret: "Bearer k"),
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

    @Test("reports the server's requested wait")
    func retryField() async throws {
      let body = "retry: 2500\nretry: 1s\nretry:\ndata: x\n\n"
      try await LoopbackHTTPServer.withServer(reply: Self.plain(Array(body.utf8))) { server in
        let connection = try await PatientConnector().connect(to: FeedEndpoint(url: server.url()))
        while try await connection.receive() != nil {}
        #expect(connection.reconnectDelay == .milliseconds(2500))
        let error = try await failure { try await connection.send(FeedMessage(text: "no")) }
        #expect([.unsupported, .unreachable].contains(error.code))
      }
    }

    @Test("reports the identifier of an event without data, which isn't a message")
    func identifierAlone() async throws {
      for (body, id) in [
        ("id: 9\n\n", "9"), ("id: 9\n", nil), ("id: 9\n\nid\n\n", ""), ("data: x\n\n", nil),
        ("id: 9\n\nid: 10\ndata: unfinished\n", "9"),
      ] as [(String, String?)] {
        try await LoopbackHTTPServer.withServer(reply: Self.plain(Array(body.utf8))) { server in
          let connection = try await PatientConnector().connect(to: FeedEndpoint(url: server.url()))
          while try await connection.receive() != nil {}
          #expect(connection.lastEventID == id, "\(body)")
        }
      }
    }

    @Test("ends with the last chunk, whatever follows it")
    func trailer() async throws {
      let result = try await transcript(
        LoopbackReply(steps: [
          .text(
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n9\r\ndata: x\n\n\r\n"
          ),
          .text("0\r\n"), .repeating(Array("X-Filler: a\r\n".utf8), times: 1 << 20), .hold,
        ]))
      #expect(result.texts == ["x"])
      #expect(result.error == nil)
    }

    @Test("bounds waiting messages by all of their bytes, including types and identifiers of events")
    func longTypes() async throws {
      let event = Array("event: \(String(repeating: "t", count: 10_000))\ndata: x\n\n".utf8)
      let reply = LoopbackReply(steps: [
        .text("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"),
        .repeating(event, times: 10_000),
      ])
      try await LoopbackHTTPServer.withServer(reply: reply) { server in
        var endpoint = FeedEndpoint(url: server.url())
        endpoint.maximumBufferedBytes = 1 << 18
        let connection = try await PatientConnector().connect(to: endpoint)
        _ = try await connection.receive()
        // Real time must pass until more messages wait than allowed.
        try await Task.sleep(for: .milliseconds(300))
        let batch = try await connection.receive() ?? []
        #expect(batch.count * 10_000 < 1 << 20)
        await connection.close(.normal)
      }
    }

    @Test("reads on if there is no limit")
    func noLimit() async throws {
      let result = try await transcript(Self.plain(Array("data: x\n\n".utf8))) {
        $0.maximumMessageSize = .max
      }
      #expect(result.texts == ["x"])
    }

    @Test("bounds the time of all redirects together")
    func slowRedirects() async throws {
      let reply = LoopbackReply(steps: [
        .pause(.milliseconds(200)),
        .text("HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n"),
        .hold,
      ])
      let result = try await transcript(reply) { $0.handshakeTimeout = .milliseconds(500) }
      #expect(result.error?.code == .timedOut)
    }

    @Test("works over TLS")
    func tls() async throws {
      let reply = Self.plain(Array("data: sealed\n\n".utf8))
      #expect(try await transcript(reply, certificate: .valid).messages == [Self.event("sealed")])
      #expect(try await transcript(reply, certificate: .wrongHost).error?.code == .untrusted)
    }

    /// A reply with this header and this body, which stays open.
    private static func page(_ header: String, _ body: String = "") -> LoopbackReply {
      LoopbackReply(steps: [.text("HTTP/1.1 200 OK\r\n\(header)\r\n\r\n\(body)"), .hold])
    }

    private static func stream(_ header: String, _ body: String = "") -> LoopbackReply {
      page("Content-Type: text/event-stream\r\n\(header)", body)
    }

    /// A line of a stream that begins so and never ends.
    private static func endless(_ start: String) -> LoopbackReply {
      LoopbackReply(steps: [
        .text("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n\(start)"),
        .repeating(Array(repeating: UInt8(ascii: "x"), count: 1000), times: 1 << 20),
      ])
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
          status: 200, headers: [type, TransportRequest.Header("Transfer-Encoding", "chunked")],
          body: Array("x\r\n".utf8)),
        .malformed
      ),
      (
        "a negative chunk",
        .raw(
          status: 200, headers: [type, TransportRequest.Header("Transfer-Encoding", "chunked")],
          body: Array("-1\r\n".utf8)),
        .malformed
      ),
      (
        "a huge chunk",
        .raw(
          status: 200, headers: [type, TransportRequest.Header("Transfer-Encoding", "chunked")],
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
          status: 200, headers: [type, TransportRequest.Header("Transfer-Encoding", "gzip, chunked")],
          body: []),
        .malformed
      ),
      (
        "two lengths",
        .raw(
          status: 200,
          headers: [
            type, TransportRequest.Header("Content-Length", "5"),
            TransportRequest.Header("Content-Length", "6"),
          ],
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
      ("403", .response(TransportResponse(status: 403)), .unauthorized),
      ("410", .response(TransportResponse(status: 410)), .invalidRequest),
      ("500", .response(TransportResponse(status: 500)), .unavailable),
      ("101", .raw(status: 101, headers: [type], body: []), .malformed),
      ("206", .raw(status: 206, headers: [type], body: []), .malformed),
      ("two types", .raw(status: 200, headers: [type, type], body: []), .malformed),
      ("a longer type", page("Content-Type: text/event-stream2"), .malformed),
      ("a type within another", page("Content-Type: a; b=text/event-stream"), .malformed),
      ("a type after a no-break space", page("Content-Type: \u{A0}text/event-stream"), .malformed),
      ("a coding after a no-break space", stream("Transfer-Encoding:\u{A0}chunked", "0\r\n\r\n"), .malformed),
      ("a folded header", page("X: a\r\n b\r\nContent-Type: text/event-stream"), .malformed),
      ("a negative length", page("Content-Type: text/event-stream\r\nContent-Length: -1"), .malformed),
      ("a length with a sign", page("Content-Type: text/event-stream\r\nContent-Length: +1"), .malformed),
      ("a length of 30 digits", stream("Content-Length: \(String(repeating: "9", count: 30))"), .malformed),
      ("a length as well as chunks", stream("Content-Length: 3\r\nTransfer-Encoding: chunked"), .malformed),
      ("chunks twice", stream("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"), .malformed),
      ("a chunk's line without its return", stream("Transfer-Encoding: chunked", "5\ndata:"), .malformed),
      ("a chunk longer than it says", stream("Transfer-Encoding: chunked", "1\r\ndata"), .malformed),
      ("a chunk without a size", stream("Transfer-Encoding: chunked", "\r\n"), .malformed),
      ("a chunk whose size has an 0x", stream("Transfer-Encoding: chunked", "0x5\r\ndata:\r\n"), .malformed),
      ("two codings of content", stream("Content-Encoding: gzip, br"), .malformed),
      ("events without HTTP", LoopbackReply(steps: [.text("data: x\n\n"), .hold]), .malformed),
      ("a redirect to nowhere", .raw(status: 302, headers: [], body: []), .invalidRequest),
      ("a redirect to no host", .redirect(to: "//"), .invalidRequest),
      ("a redirect to a file", .redirect(to: "file:///etc/hosts"), .invalidRequest),
      ("a redirect with a password", .redirect(to: "http://a:b@127.0.0.1/"), .invalidRequest),
      ("a redirect with a space", .redirect(to: "/a b"), .invalidRequest),
      ("a redirect to an invalid port", .redirect(to: "http://127.0.0.1:99999/"), .invalidRequest),
      ("endless headers", .endlessHeaders(), .tooLarge),
      ("an endless identifier", endless("id: "), .tooLarge), ("an endless comment", endless(":"), .tooLarge),
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
        $0.handshakeTimeout = name == "silence" ? .milliseconds(300) : .hangGuard
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
          case "/part": .redirect(to: "/end#part")
          case "/query": .redirect(to: "end?from=https://example.org/a/../b")
          case "/other": .redirect(to: there.url("/elsewhere"), status: 301)
          case "/loop": .redirect(to: "/loop")
          case "/down": .redirect(to: "ftp://127.0.0.1/?key=of-the-server")
          case "/proxy": .redirect(to: "/end", status: 305)
          default: Self.plain(Array("data: \(request.target) \(request.header("X-Key") ?? "-")\n\n".utf8))
          }
        } body: { here in
          func ask(_ path: String) async throws -> FeedTranscript {
            try await LoopbackTests.transcript(
              of: FeedEndpoint(
                url: here.url(path),
                headers: [
                  TransportRequest.Header("X-Key", secret: "k"),
                  TransportRequest.Header("Authorization", "Bearer k"),
                ]))
          }
          let expected = [
            "/same": "/end?a=1 k", "/sibling/one": "/sibling/two k", "/near/by": "/end k",
            "/part": "/end k",
            "/other": "/elsewhere -", "/query": "/end?from=https://example.org/a/../b k",
          ]
          for (path, text) in expected {
            let texts = try await ask(path).texts
            #expect(texts == [text])
          }
          for path in ["/loop", "/down", "/proxy"] {
            let error = try await ask(path).error
            #expect(error?.code == .invalidRequest)
            var text = ""
            dump(error, to: &text)
            #expect(!text.contains("of-the-server"))
          }
          #expect(here.requests.count { $0.path == "/loop" } == 6)
          #expect(here.requests.allSatisfy { $0.header("Authorization") == "Bearer k" })
          #expect(there.requests.allSatisfy { $0.header("Authorization") == nil } && !there.requests.isEmpty)
        }
      }
    }

    @Test("carries no secret from http to https at another port of the same host")
    func redirectToTLS() async throws {
      try await LoopbackHTTPServer.withServer(certificate: .valid) { request in
        Self.plain(Array("data: \(request.header("X-Key") ?? "-")\n\n".utf8))
      } body: { there in
        try await LoopbackHTTPServer.withServer(reply: .redirect(to: there.url("/end"))) { here in
          let endpoint = FeedEndpoint(
            url: here.url().replacing("127.0.0.1", with: "localhost"),
            headers: [TransportRequest.Header("X-Key", secret: "k")],
            trustedCertificates: LoopbackCertificate.authorityPEM)
          let texts = try await LoopbackTests.transcript(of: endpoint).texts
          #expect(texts == ["-"] && here.requests.first?.header("X-Key") == "k")
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
