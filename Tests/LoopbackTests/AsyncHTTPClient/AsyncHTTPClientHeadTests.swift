#if AsyncHTTPClient
  import AQKit
  import AQKitAsyncHTTPClient
  import AsyncHTTPClient
  import LoopbackServers
  import TestRuns
  import Testing

  @Suite("AsyncHTTPClientTransport: heads, lengths and trailers", .timeLimit(.minutes(10)))
  struct AsyncHTTPClientHeadTests {
    private let transport = AsyncHTTPClientTransport()

    /// A reply of these bytes, after which the connection is closed.
    private func raw(_ text: String) -> LoopbackReply { LoopbackReply(steps: [.text(text)]) }

    @Test("reads bytes in a head that aren't UTF-8 as Latin-1, however it is cut, and leaves UTF-8 alone")
    func latin1() async throws {
      let head =
        Array("HTTP/1.1 200 ".utf8) + [0x47, 0xFC, 0x74] + Array("\r\nX-Town: K".utf8) + [0xF6]
        + Array("ln\r\nX-River: Łaba\r\nContent-Length: 3\r\n\r\n".utf8)
      // The body isn't part of the head: its bytes don't change.
      let bytes = head + [0xF6, 0x0A, 0xFC]
      for cut in [bytes.count] + Array(stride(from: 1, to: bytes.count, by: 7)) {
        let reply = LoopbackReply(
          steps: [.bytes(Array(bytes[..<cut])), .pause(.milliseconds(1)), .bytes(Array(bytes[cut...]))],
          keepsConnection: true)
        try await LoopbackHTTPServer.withServer(reply: reply) { server in
          for _ in 0..<2 {
            let response = try await transport.send(.patient(url: server.url()))
            #expect(response.header("X-Town") == "Köln")
            #expect(response.header("X-River") == "Łaba")
            #expect(response.body == [0xF6, 0x0A, 0xFC])
          }
          #expect(server.acceptedConnections == 1)
        }
      }
    }

    @Test(
      "reads Latin-1 after interim responses, too, even if line ends precede them",
      arguments: ["", "\r\n", "\n\n", "\r"])
    func latin1BehindInterim(lineEnds: String) async throws {
      let reply = LoopbackReply(steps: [
        .text("\(lineEnds)HTTP/1.1 103 Early\r\nLink: </x>\r\n\r\n"),
        .bytes(
          Array("HTTP/1.1 200 OK\r\nX-Town: K".utf8) + [0xF6] + Array("ln\r\nContent-Length: 0\r\n\r\n".utf8)),
      ])
      try await LoopbackHTTPServer.withServer(reply: reply) { server in
        let response = try await transport.send(.patient(url: server.url()))
        #expect(response.header("X-Town") == "Köln")
      }
    }

    @Test(
      "never takes a body as complete if its length is contradicted or isn't a number",
      arguments: [
        "Content-Length: 9223372036854775807", "Content-Length: 9223372036854775808",
        "Content-Length: 18446744073709551615", "Content-Length: 18446744073709551616",
        "Content-Length: 18446744073709551618", "Content-Length: \(String(repeating: "9", count: 10_000))",
        "Content-Length: 2\r\nContent-Length: 3", "Content-Length: 2, 3",
        "Content-Length: 3\r\nContent-Length: 2",
        "Content-Length: 0x2", "Content-Length: +2", "Content-Length: -2", "Content-Length: 2 2",
        "Content-Length:", "Content-Length: 2\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nContent-Length: 2", "Transfer-Encoding: gzip",
        "Transfer-Encoding: chunked, chunked", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
      ])
    func lengths(header: String) async throws {
      for limit in [1000, .max] {
        try await LoopbackHTTPServer.withServer(
          reply: raw("HTTP/1.1 200 OK\r\n\(header)\r\n\r\n2\r\nab\r\n0\r\n\r\n")
        ) {
          server in
          let request = TransportRequest.patient(url: server.url(), maximumBodySize: limit)
          let error = try await transportError(of: request, through: transport)
          #expect(error.code == .malformed || error.code == .tooLarge)
        }
      }
    }

    @Test("accepts a length that is stated twice identically")
    func sameLength() async throws {
      let reply = raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      try await LoopbackHTTPServer.withServer(reply: reply) { server in
        let response = try await transport.send(.patient(url: server.url()))
        #expect(response.body == Array("ok".utf8))
      }
    }

    @Test("skips trailers")
    func trailers() async throws {
      let reply = raw(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Sum: 1\r\nX-Other: 9\r\n\r\n"
      )
      try await LoopbackHTTPServer.withServer(reply: reply) { server in
        let response = try await transport.send(.patient(url: server.url()))
        #expect(response.body == Array("ok".utf8))
        #expect(response.header("X-Sum") == nil)
      }
    }

    @Test("calls a truncated head cut, or the server unreachable before the first byte")
    func cutHeads() async throws {
      let head = Array("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n".utf8)
      for length in head.indices {
        try await LoopbackHTTPServer.withServer(reply: .garbage(Array(head[..<length]))) { server in
          let error = try await transportError(of: .patient(url: server.url()), through: transport)
          #expect(error.code == (length == 0 ? .unreachable : .malformed))
        }
      }
    }

    @Test(
      "bounds a head, whether one line, many, or many interim ones",
      arguments: [
        LoopbackReply(steps: [
          .text("HTTP/1.1 200 OK\r\nX-A: "),
          .repeating(Array(repeating: 0x61, count: 1 << 16), times: 1 << 14),
        ]), .endlessHeaders(),
        LoopbackReply(steps: [.repeating(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), times: 1 << 24)]),
        LoopbackReply(steps: [.repeating(Array(repeating: 0x61, count: 1 << 16), times: 1 << 14)]),
      ])
    func headFlood(reply: LoopbackReply) async throws {
      try await LoopbackHTTPServer.withServer(reply: reply) { server in
        let error = try await transportError(of: .patient(url: server.url()), through: transport)
        #expect(error.code == .malformed)
        #expect(await server.waitForOpenConnections(0))
      }
    }

    @Test("takes a head of 60 KiB")
    func largeHead() async throws {
      let field = String(repeating: "a", count: 60 << 10)
      let reply = LoopbackReply.response(
        TransportResponse(status: 200, headers: [TransportRequest.Header("X-A", field)], text: "ok"))
      try await LoopbackHTTPServer.withServer(reply: reply) { server in
        let response = try await transport.send(.patient(url: server.url()))
        #expect(response.header("X-A") == field)
      }
    }

    @Test("counts chunks of one byte like any other body")
    func tinyChunks() async throws {
      try await LoopbackHTTPServer.withServer(reply: .endless([0x61], times: 1 << 24)) { server in
        let request = TransportRequest.patient(
          url: server.url(), maximumBodySize: TestEffort.of(200_000, debug: 20_000))
        let error = try await transportError(of: request, through: transport)
        #expect(error.code == .tooLarge)
        #expect(await server.waitForOpenConnections(0))
      }
    }

    @Test("undoes deflate, with its header and without")
    func deflate() async throws {
      // "air air air air" as RFC 1950 and as RFC 1951.
      let bare: [UInt8] = [0x4B, 0xCC, 0x2C, 0x52, 0x48, 0x44, 0x60, 0x00]
      let wrapped: [UInt8] = [0x78, 0x9C] + bare + [0x2A, 0x4B, 0x05, 0x51]
      for body in [bare, wrapped] {
        try await LoopbackHTTPServer.withServer(reply: .encoded(body, encoding: "deflate")) { server in
          let response = try await transport.send(.patient(url: server.url()))
          #expect(String(decoding: response.body, as: UTF8.self) == "air air air air")
        }
      }
    }

    @Test("calls a truncated compressed body cut, though its length is right")
    func cutCompression() async throws {
      for length in 1..<GzipSample.compressed.count {
        let reply = LoopbackReply.encoded(Array(GzipSample.compressed[..<length]))
        try await LoopbackHTTPServer.withServer(reply: reply) { server in
          let error = try await transportError(of: .patient(url: server.url()), through: transport)
          #expect(error.code == .malformed)
          #expect(error.retry == .now)
        }
      }
    }

    @Test("reads a compressed response without a body as empty")
    func emptyCompression() async throws {
      try await LoopbackHTTPServer.withServer(reply: .encoded([])) { server in
        let response = try await transport.send(.patient(url: server.url()))
        #expect(response.body.isEmpty)
      }
    }
  }
#endif
