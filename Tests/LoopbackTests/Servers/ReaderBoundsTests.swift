import AQKit
import LoopbackServers
import Testing

@Suite("A server of feeds, and clients that send or request too much", .timeLimit(.minutes(10)))
struct ReaderBoundsTests {
  private let block = Array(repeating: UInt8(ascii: "x"), count: 1 << 16)

  @Test("disconnects a client that sends more than is kept unread")
  func tooMuch() async throws {
    let server = try await LoopbackTCPServer.start(mostPending: 1 << 20) { await $0.waitForEnd() }
    let client = try await LoopbackConnection.connect(toPort: server.port)
    var sent = 0
    while sent < 1 << 30, (try? await client.write(block)) != nil { sent += block.count }
    // Plus the system's buffers.
    #expect(sent < 64 << 20, "\(sent)")
    #expect(await server.waitForOpenConnections(0))
    await client.drop()
    await server.stop()
  }

  @Test("keeps nothing of discarded input, and notices the end")
  func discarded() async throws {
    let ends = Locked(0)
    let server = try await LoopbackTCPServer.start(mostPending: 1 << 20) { connection in
      connection.discardInput()
      // Who sends before this is discarded would be cut off, and rightly so.
      try? await connection.write("Go on.")
      await connection.waitForEnd()
      ends.withLock { $0 += 1 }
    }
    let client = try await LoopbackConnection.connect(toPort: server.port)
    _ = await client.read()
    for _ in 0..<64 { try await client.write(block) }
    await client.close()
    #expect(await server.waitForOpenConnections(0))
    // The end of a connection wakes its task, which stopping waits for.
    await server.stop()
    #expect(ends.withLock { $0 } == 1)
  }

  @Test("keeps no unread frames except the closing one")
  func frames() async throws {
    let seen = Locked<[Int]>([])
    let server = try await LoopbackWebSocketServer.start(mostPending: 1 << 20, keepsFrames: false) {
      session in
      _ = await session.receive(.close)
      seen.withLock { $0.append(session.received.count) }
    }
    let client = try await LoopbackConnection.connect(toPort: server.port)
    try await client.write(Self.handshake(port: server.port))
    _ = await client.read(through: Array("\r\n\r\n".utf8))
    var (frame, close) = (
      LoopbackFrame(.text, Array(repeating: 0x20, count: 6000)), LoopbackFrame.close(1000)
    )
    (frame.mask, close.mask) = ([0, 0, 0, 0], [0, 0, 0, 0])
    for _ in 0..<100 { try await client.write(frame.bytes) }
    try await client.write(close.bytes)
    #expect(await server.waitForOpenConnections(0))
    await client.drop()
    // As above.
    await server.stop()
    #expect(seen.withLock { $0 } == [1])
  }

  @Test(
    "recognises a request from another site's page",
    arguments: [
      ("Host: 127.0.0.1:PORT", false), ("Host: LOCALHOST:PORT", false), ("Host: [::1]:PORT", false),
      ("Host: evil.example", true), ("Host: 127.0.0.1.evil.example:PORT", true), ("X: none", true),
      ("Host: 127.0.0.1:PORT\r\nHost: evil.example", true),
      ("Host: 127.0.0.1:PORT\r\nOrigin: http://evil.example", true),
      ("Host: 127.0.0.1:PORT\r\nOrigin: null", true),
      ("Host: 127.0.0.1:PORT\r\nOrigin: http://localhost:8000", false),
    ])
  func foreign(fields: String, isForeign: Bool) async throws {
    let server = try await LoopbackWebSocketServer.start(
      upgrade: .deciding { $0.isForeign ? .refuse(403) : .accept }
    ) { await $0.hold() }
    let client = try await LoopbackConnection.connect(toPort: server.port)
    let fields = fields.replacing("PORT", with: "\(server.port)")
    try await client.write(Self.handshake(port: server.port, fields: fields))
    let line = String(decoding: await client.read(through: Array("\r\n".utf8)) ?? [], as: UTF8.self)
    #expect(line.contains(isForeign ? " 403 " : " 101 "), "\(line)")
    await client.drop()
    await server.stop()
  }

  private static func handshake(port: Int, fields: String? = nil) -> String {
    "GET /feed HTTP/1.1\r\n\(fields ?? "Host: 127.0.0.1:\(port)")\r\nUpgrade: websocket\r\n"
      + "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
  }
}
