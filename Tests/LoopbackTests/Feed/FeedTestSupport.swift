#if NIO
  import AQKit
  import AQKitSocketFeed
  import Foundation
  import LoopbackServers
  import Testing

  /// The transcript of a connection: its messages in order, and how it ended.
  struct FeedTranscript: Sendable {
    var messages: [FeedMessage] = []
    var error: AQError?
    var closure: FeedMessage.Closure?
    var subprotocol: String?

    var texts: [String] { messages.map { String(decoding: $0.bytes, as: UTF8.self) } }
  }

  /// Connects and receives until the end. A failure of the handshake counts as the end.
  func transcript(of endpoint: FeedEndpoint, connector: PatientConnector = PatientConnector()) async throws
    -> FeedTranscript
  {
    var transcript = FeedTranscript()
    do {
      let connection = try await connector.connect(to: endpoint)
      transcript.subprotocol = connection.subprotocol
      do {
        while let messages = try await connection.receive() { transcript.messages += messages }
        transcript.closure = connection.closure
      } catch {
        transcript.closure = connection.closure
        throw error
      }
    } catch let error as AQError {
      transcript.error = error
    }
    return transcript
  }

  /// The error of an operation that must fail with one.
  func failure(of operation: () async throws -> Void) async throws -> AQError {
    do {
      try await operation()
    } catch let error as AQError {
      return error
    }
    throw MissingError()
  }

  struct MissingError: Error {}

  /// Receives a number of messages.
  func receive(_ count: Int, from connection: any FeedConnection) async throws -> [String] {
    var texts: [String] = []
    while texts.count < count, let messages = try await connection.receive() {
      texts += messages.map { String(decoding: $0.bytes, as: UTF8.self) }
    }
    return texts
  }

  #if os(Linux)
    /// The sockets of this process's network that are connected to a port, as the system lists them (proc_net_tcp):
    /// local and remote address, state, queues, timer… Those that the peer has closed (08) are among them.
    func sockets(connectedTo port: Int) throws -> [[Substring]] {
      // Files that the system generates on reading have no size: they must be read to the end.
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/net/tcp"))
      defer { try? file.close() }
      let table = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
      let suffix = ":" + String(String(port + 0x10000, radix: 16, uppercase: true).dropFirst())
      return table.split(separator: "\n").map { $0.split(separator: " ").dropFirst().map(\.self) }
        .filter { $0.count > 4 && $0[1].hasSuffix(suffix) && ["01", "08"].contains($0[2]) }
    }

    /// Waits until no socket is connected to a port, because the peer may notice an end before this side's loop; false if
    /// that takes longer than five minutes.
    func noSocketIsLeft(connectedTo port: Int) async throws -> Bool {
      for _ in 0..<30_000 {
        if try sockets(connectedTo: port).isEmpty { return true }
        try await Task.sleep(for: .milliseconds(10))
      }
      return false
    }
  #endif

  /// Packets of a Plantower PMS5003: 42 4D, the length of the rest, 13 values, and a sum over all before it.
  enum PlantowerPacket {
    static let framing = PacketFraming(
      header: [0x42, 0x4D], length: .stated(at: 2, bytes: 2, adding: 4), lengths: 32...32
    ) { packet in
      let sum = packet.dropLast(2).reduce(0) { $0 + Int($1) }
      return packet.suffix(2).elementsEqual([UInt8(sum >> 8 & 0xFF), UInt8(sum & 0xFF)])
    }

    static func bytes(pm25: UInt8) -> [UInt8] {
      let packet: [UInt8] = [0x42, 0x4D, 0, 28, 0, 5, 0, pm25] + Array(repeating: 0, count: 22)
      let sum = packet.reduce(0) { $0 + Int($1) }
      return packet + [UInt8(sum >> 8), UInt8(sum & 0xFF)]
    }
  }

#endif
