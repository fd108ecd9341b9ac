#if Board
  import AQKit
  import Foundation
  import LoopbackServers
  import Testing

  @testable import AQKitBoard

  @Suite("The board's server", .timeLimit(.minutes(10)))
  struct BoardServerTests {
    @Test("the page may run its own script and nothing else, and asks no other server")
    func page() async throws {
      try await BoardBench.run { bench in
        let answer = try await bench.answer(to: bench.head("GET / HTTP/1.1", "Connection: close"))
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.contains("Content-Type: text/html"))
        let nonce = try #require(answer.firstMatch(of: /script-src 'nonce-([a-z0-9]{20,})'/)?.1)
        #expect(answer.contains("default-src 'none'") && answer.contains("connect-src 'self'"))
        #expect(
          answer.contains("<script nonce=\"\(nonce)\">") && answer.contains("<style nonce=\"\(nonce)\">"))
        #expect(answer.matches(of: /<script/).count == 1 && answer.matches(of: /<style/).count == 1)
        let loads = answer.matches(of: /\s(?:src|href|action)="([^"]*)"/).map { String($0.1) }
        #expect(loads == ["data:,", "#lists"])
        #expect(!answer.contains("innerHTML") && !answer.contains("url("))
        let again = try await bench.answer(to: bench.head("GET / HTTP/1.1", "Connection: close"))
        #expect(!again.contains(nonce))
      }
    }

    @Test(
      "only the page of this machine may ask",
      arguments: [
        ("Host: evil.example", 421), ("Host: 127.0.0.1", 421), ("Host: 127.0.0.1:1", 421),
        ("Host: 127.0.0.1:PORT\r\nHost: evil.example", 400), ("X-Host: none", 400),
        ("Host: LOCALHOST:PORT", 200), ("Host: 127.0.0.1:PORT", 200),
        ("Host: 127.0.0.1:PORT\r\nOrigin: http://evil.example", 403),
        ("Host: 127.0.0.1:PORT\r\nOrigin: null", 403),
        ("Host: 127.0.0.1:PORT\r\nOrigin: https://127.0.0.1:PORT", 403),
        ("Host: 127.0.0.1:PORT\r\nOrigin: http://127.0.0.1:PORT", 200),
        ("Host: 127.0.0.1:PORT\r\nSec-Fetch-Site: cross-site", 403),
        ("Host: 127.0.0.1:PORT\r\nSec-Fetch-Site: same-origin", 200),
      ])
    func askers(fields: String, status: Int) async throws {
      try await BoardBench.run { bench in
        let fields = fields.replacing("PORT", with: "\(bench.server.port)")
        let connection = try await bench.connect()
        try await connection.write("GET /events HTTP/1.1\r\n\(fields)\r\n\r\n")
        #expect(await connection.text(through: "\r\n").hasPrefix("HTTP/1.1 \(status) "))
        await connection.drop()
      }
    }

    @Test(
      "whatever else is asked has an answer",
      arguments: [
        ("GET /nothing HTTP/1.1", "", 404), ("GET /../../etc/passwd HTTP/1.1", "", 404),
        ("GET /?x=1 HTTP/1.1", "", 200), ("HEAD / HTTP/1.1", "", 200), ("HEAD /events HTTP/1.1", "", 200),
        ("DELETE / HTTP/1.1", "", 405), ("OPTIONS /events HTTP/1.1", "", 405),
        ("POST / HTTP/1.1", "Content-Length: 3\r\n\r\nabc", 413),
        ("POST / HTTP/1.1", "Expect: 100-continue\r\nContent-Length: 1000000\r\n\r\n", 413),
        ("BREW / HTTP/1.1", "", 400), ("GET / HTTP/9.9", "", 400), ("\u{0}\u{1}\u{2}", "", 400),
        ("GET / HTTP/1.1", "X-Long: " + String(repeating: "x", count: 10_000), 400),
        ("GET / HTTP/1.1", (0..<200).map { "X-\($0): y" }.joined(separator: "\r\n"), 400),
        ("GET / HTTP/1.1", "Content-Length: -1", 400),
        ("POST / HTTP/1.1", "Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
      ])
    func questions(line: String, rest: String, status: Int) async throws {
      try await BoardBench.run { bench in
        var request = "\(line)\r\nHost: 127.0.0.1:\(bench.server.port)\r\nConnection: close\r\n\(rest)"
        if !rest.contains("\r\n\r\n") { request += rest.isEmpty ? "\r\n" : "\r\n\r\n" }
        let answer = try await bench.answer(to: request)
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer.prefix(100))")
        if line.hasPrefix("HEAD") { #expect(answer.hasSuffix("\r\n\r\n")) }
        if status == 405 { #expect(answer.contains("Allow: GET, HEAD")) }
        // The next one is served as ever.
        #expect(
          try await bench.answer(to: bench.head("HEAD / HTTP/1.1", "Connection: close")).contains(" 200 "))
      }
    }

    @Test("a connection serves one request after the other")
    func keepAlive() async throws {
      try await BoardBench.run { bench in
        let connection = try await bench.connect()
        try await connection.write(bench.head("HEAD / HTTP/1.1") + bench.head("GET /x HTTP/1.1"))
        #expect(await connection.text(through: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
        #expect(await connection.text(through: "\r\n\r\n").hasPrefix("HTTP/1.1 404 "))
        await connection.drop()
      }
    }

    @Test("who asks again and again and reads no reply is read no further, and is closed")
    func unreadReplies() async throws {
      var limits = BoardServer.Limits()
      limits.request = .seconds(2)
      try await BoardBench.run(limits) { bench in
        let connection = try await bench.connect()
        await connection.stopReading()
        let padding = "X-Padding: \(String(repeating: "x", count: 1000))"
        let block = Array(String(repeating: bench.head("GET / HTTP/1.1", padding), count: 1000).utf8)
        var sent = 0
        // The page is some dozens of kilobytes: 200,000 replies would be gigabytes.
        while sent < 200_000, (try? await connection.write(block)) != nil { sent += 1000 }
        #expect(sent < 200_000, "\(sent)")
        await connection.drop()
        // The next one is served as ever.
        let again = try await bench.answer(to: bench.head("HEAD / HTTP/1.1", "Connection: close"))
        #expect(again.contains(" 200 "))
      }
    }

    @Test("pipelined requests all have their replies, in order, once they are read")
    func pipelined() async throws {
      try await BoardBench.run { bench in
        let connection = try await bench.connect()
        let last = bench.head("GET /nothing HTTP/1.1", "Connection: close")
        async let writing: Void = connection.write(String(repeating: bench.head(), count: 200) + last)
        let answer = await connection.rest()
        try await writing
        #expect(answer.components(separatedBy: "HTTP/1.1 200 OK").count == 201)
        #expect(answer.contains("HTTP/1.1 404 "))
        await connection.close()
      }
    }

    @Test("a body longer than any that is read over is refused before its end")
    func longBody() async throws {
      try await BoardBench.run { bench in
        let connection = try await bench.connect()
        try await connection.write(bench.head("POST / HTTP/1.1", "Content-Length: 10000000"))
        // No byte more: one that is unread when the server closes may cost the answer.
        try await connection.write(Array(repeating: 0x20, count: (64 << 10) + 1))
        #expect(await connection.text(through: "\r\n").hasPrefix("HTTP/1.1 413 "))
        await connection.drop()
      }
    }

    @Test(
      "who says nothing, or never comes to an end, is not waited for",
      arguments: ["", "GET / HTTP/1.1\r\nHos"])
    func silence(begin: String) async throws {
      var limits = BoardServer.Limits()
      limits.request = .milliseconds(50)
      try await BoardBench.run(limits) { bench in
        let answer = try await bench.answer(to: begin)
        #expect(answer == "")
      }
    }

    @Test("more connections than are served are told so, and many more are closed")
    func crowd() async throws {
      var limits = BoardServer.Limits()
      limits.connections = 1
      try await BoardBench.run(limits) { bench in
        let first = try await bench.connect()
        try await first.write(bench.head("HEAD / HTTP/1.1"))
        #expect(await first.text(through: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
        let second = try await bench.connect()
        try await second.write(bench.head("HEAD / HTTP/1.1"))
        let refusal = await second.text(through: "\r\n\r\n")
        #expect(refusal.hasPrefix("HTTP/1.1 503 ") && refusal.contains("Retry-After: 5"))
        await first.drop()
        await second.drop()
      }
    }

    @Test("more streams than are served are told so, and one that has gone makes room")
    func streams() async throws {
      var limits = BoardServer.Limits()
      limits.streams = 1
      try await BoardBench.run(limits) { bench in
        let (connection, _) = try await bench.stream()
        let request = bench.head("GET /events HTTP/1.1", "Connection: close")
        #expect(try await bench.answer(to: request).hasPrefix("HTTP/1.1 503 "))
        await connection.drop()
        while true {
          let next = try await bench.connect()
          // On a busy machine the server may have given up waiting for it.
          try? await next.write(request)
          let line = await next.text(through: "\r\n")
          await next.drop()
          if line.hasPrefix("HTTP/1.1 200 ") { break }
        }
      }
    }

    @Test("the port of a board that was stopped can be had again; one that is taken is an error")
    func ports() async throws {
      let bench = try await BoardBench.onLowPort()
      let port = bench.server.port
      let error = await #expect(throws: AQError.self) {
        try await BoardServer.start(bench.board, port: port)
      }
      #expect(error?.code == .unreachable)
      let (connection, _) = try await bench.stream()
      await bench.server.stop()
      // The stream has an orderly end: the last chunk.
      #expect(await connection.rest().hasSuffix("0\r\n\r\n"))
      let second = try await BoardServer.start(bench.board, port: port)
      #expect(second.url == bench.server.url)
      await second.stop()
    }
  }
#endif
