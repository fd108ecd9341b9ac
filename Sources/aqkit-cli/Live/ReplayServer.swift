import AQKit
import AQKitCommands
import AQKitSocketFeed
import LoopbackServers

/// Sends a recorded feed from the beginning to every client, on a loopback port.
struct ReplayServer: ReplayServing {
  private enum Server {
    case socket(LoopbackWebSocketServer)
    case stream(LoopbackTCPServer)
  }

  /// The address to connect to.
  let url: String
  private let server: Server

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - replay: The feed to send.
  ///   - wire: How to send it.
  ///   - port: The port; 0 for any that is free.
  /// - Throws: ``AQError/Code/unreachable`` when the port isn't available, ``AQError/Code/invalidRequest`` for bytes over a
  ///   protocol of text.
  static func start(_ replay: FeedReplay, over wire: ReplayProtocol, port: Int = 0) async throws
    -> ReplayServer
  {
    guard wire == .ws || !replay.hasBytes else {
      throw AQError(.invalidRequest, "The recording holds bytes, which only --protocol ws can send.")
    }
    do {
      switch wire {
      case .ws:
        let server = try await LoopbackWebSocketServer.start(
          upgrade: .deciding { $0.isForeign ? .refuse(403) : .accept }, port: port,
          mostPending: Self.mostPending, keepsFrames: false
        ) { session in
          try await replay.play { message in
            if message.kind == .binary {
              try await session.send(binary: message.bytes)
            } else {
              try await session.send(LoopbackFrame(.text, message.bytes))
            }
          }
          try await session.close()
        }
        return ReplayServer(url: server.url("/feed"), server: .socket(server))
      case .tcp:
        let server = try await LoopbackTCPServer.start(port: port, mostPending: Self.mostPending) {
          connection in
          connection.discardInput()
          try await replay.play { try await connection.write(LineFraming().frame($0)) }
        }
        return ReplayServer(url: "tcp://127.0.0.1:\(server.port)", server: .stream(server))
      case .sse:
        let server = try await LoopbackTCPServer.start(port: port, mostPending: Self.mostPending) {
          connection in
          guard let request = try await LoopbackRequest.read(from: connection, origin: "", withBody: false)
          else { return }
          if request.isForeign { return try await connection.write(Self.refusal) }
          connection.discardInput()
          try await connection.write(Self.eventStreamHead)
          try await replay.play { try await connection.write($0.event) }
        }
        return ReplayServer(url: "http://127.0.0.1:\(server.port)/events", server: .stream(server))
      }
    } catch let error as AQError {
      throw error
    } catch {
      throw AQError(.unreachable, "The port \(port) can't be had.", cause: error)
    }
  }

  /// The number of connections since the start.
  var acceptedConnections: Int {
    switch server {
    case .socket(let server): server.acceptedConnections
    case .stream(let server): server.acceptedConnections
    }
  }

  /// Stops serving.
  func stop() async {
    switch server {
    case .socket(let server): await server.stop()
    case .stream(let server): await server.stop()
    }
  }

  /// The most bytes of a client that are kept: requests and frames of a reader are small.
  private static let mostPending = 1 << 20

  private static let refusal =
    "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

  private static let eventStreamHead =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n"
}

extension FeedReplay {
  /// Plays from the beginning to the end.
  fileprivate func play(_ send: (FeedMessage) async throws -> Void) async throws {
    var number = 0
    while let step = step(number) {
      // Hardly anything is sent without a pause, but cancellation must be seen then too.
      if step.wait > .zero { try await Task.sleep(for: step.wait) } else { try Task.checkCancellation() }
      try await send(step.message)
      number += 1
    }
  }
}

extension FeedMessage {
  /// The message as a server-sent event.
  fileprivate var event: String {
    var text = ""
    if case .event(let type, let id) = kind {
      if type != "message" { text += "event: \(Self.lines(of: type).joined(separator: " "))\n" }
      if !id.isEmpty { text += "id: \(Self.lines(of: id).joined(separator: " "))\n" }
    }
    for line in Self.lines(of: String(decoding: bytes, as: UTF8.self)) { text += "data: \(line)\n" }
    return text + "\n"
  }

  /// A text at the ends of lines that server-sent events know; Unicode has more.
  private static func lines(of text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false) { ["\n", "\r", "\r\n"].contains($0) }
  }
}
