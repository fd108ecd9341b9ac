#if Board
  import AQKit
  import LoopbackServers

  @testable import AQKitBoard

  /// A board on a port, and the barest client there is.
  struct BoardBench {
    let board = Board(standard: "US EPA AQI 2024")
    let server: BoardServer

    init(_ limits: BoardServer.Limits = BoardServer.Limits(), port: Int = 0) async throws {
      server = try await BoardServer.start(board, port: port, limits: limits)
    }

    /// A board on a port below those that systems give away, so that no other test's server takes it once it is free.
    static func onLowPort() async throws -> BoardBench {
      for port in 21_000..<21_100 {
        if let bench = try? await BoardBench(port: port) { return bench }
      }
      return try await BoardBench()
    }

    /// Runs a body while a board runs, and stops the board afterwards.
    static func run(
      _ limits: BoardServer.Limits = BoardServer.Limits(), _ body: (BoardBench) async throws -> Void
    ) async throws {
      let bench = try await BoardBench(limits)
      do {
        try await body(bench)
      } catch {
        await bench.server.stop()
        throw error
      }
      await bench.server.stop()
    }

    func connect() async throws -> LoopbackConnection {
      try await LoopbackConnection.connect(toPort: server.port)
    }

    /// The head of a request of the board's own page.
    func head(_ line: String = "GET / HTTP/1.1", host: String? = nil, _ fields: String...) -> String {
      let all = ["Host: \(host ?? "127.0.0.1:\(server.port)")"] + fields
      return ([line] + all).joined(separator: "\r\n") + "\r\n\r\n"
    }

    /// All that is answered to some bytes until the connection is closed.
    func answer(to request: String) async throws -> String {
      let connection = try await connect()
      try? await connection.write(request)
      let answer = await connection.rest()
      await connection.close()
      return answer
    }

    /// A connection that has asked for the events and got the first of them.
    func stream() async throws -> (connection: LoopbackConnection, first: String) {
      let connection = try await connect()
      try await connection.write(head("GET /events HTTP/1.1", "Origin: http://127.0.0.1:\(server.port)"))
      _ = await connection.text(through: "\r\n\r\n")
      _ = await connection.text(through: "retry: 1000\n\n")
      return (connection, try await connection.event())
    }

    /// A line whose value is a text.
    static func row(_ key: String, _ value: String, title: String = "Brno") -> BoardRow {
      BoardRow(
        key: key, group: .place, order: 0, title: title, detail: "", quantity: "US EPA AQI 2024", value: value
      )
    }
  }

  extension LoopbackConnection {
    /// The text up to and including another one; empty when the end came first.
    func text(through end: String) async -> String {
      String(decoding: await read(through: Array(end.utf8)) ?? [], as: UTF8.self)
    }

    /// The next event, with what stands around it on the wire.
    func event() async throws -> String {
      let text = await text(through: "\n\n")
      if text.isEmpty { throw AQError(.unavailable, "The stream has ended.") }
      return text
    }

    /// All that comes until the end.
    func rest() async -> String {
      var bytes: [UInt8] = []
      while let part = await read() { bytes += part }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
#endif
