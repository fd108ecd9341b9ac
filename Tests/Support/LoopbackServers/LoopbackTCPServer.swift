/// A server of raw bytes on a loopback port, honest or hostile, with or without TLS.
///
/// ```swift
/// try await LoopbackTCPServer.withServer(script: [.text("{\"pm25\":8}\n"), .hold]) { server in
///   let client = try await LoopbackConnection.connect(toPort: server.port)
///   #expect(await client.read(exactly: 11) == Array("{\"pm25\":8}\n".utf8))
///   await client.close()
/// }
/// ```
public final class LoopbackTCPServer: LoopbackServer {
  package let listener: LoopbackListener

  private init(listener: LoopbackListener) { self.listener = listener }

  /// Starts a server whose closure serves one connection each time it is called.
  ///
  /// - Parameters:
  ///   - certificate: The certificate to show; nil for no TLS.
  ///   - port: The port to listen on; 0 for any that is free.
  ///   - mostPending: The most bytes of a client that are kept until they are read; one that sends more is cut off.
  ///   - serve: Serves one connection, which is closed when it returns or throws; cancelled by ``stop()``.
  public static func start(
    certificate: LoopbackCertificate? = nil, port: Int = 0, mostPending: Int = .max,
    serve: @escaping @Sendable (LoopbackConnection) async throws -> Void
  ) async throws -> LoopbackTCPServer {
    LoopbackTCPServer(
      listener: try await .start(
        certificate: certificate, port: port, mostPending: mostPending, serve: serve))
  }

  /// Starts a server that performs the same steps on every connection.
  public static func start(certificate: LoopbackCertificate? = nil, script: [LoopbackStep]) async throws
    -> LoopbackTCPServer
  {
    try await start(certificate: certificate) { try await $0.perform(script) }
  }

  /// Runs a closure while a server runs, and stops the server when it returns or throws.
  @discardableResult
  public static func withServer<Result>(
    certificate: LoopbackCertificate? = nil,
    serve: @escaping @Sendable (LoopbackConnection) async throws -> Void,
    body: (LoopbackTCPServer) async throws -> Result
  ) async throws -> Result {
    try await start(certificate: certificate, serve: serve).stopped(after: body)
  }

  /// Runs a closure while a server performs the same steps on every connection, and stops the server afterwards.
  @discardableResult
  public static func withServer<Result>(
    certificate: LoopbackCertificate? = nil, script: [LoopbackStep],
    body: (LoopbackTCPServer) async throws -> Result
  ) async throws -> Result {
    try await start(certificate: certificate, script: script).stopped(after: body)
  }

  /// A loopback port without a listener, where connections are refused. It is the port of tcpmux (RFC 1078), which is out of
  /// use; unlike a port that was free a moment ago, no test server can get it.
  public static let refusingPort = 1
}

/// A step of a scripted server on a connection.
public enum LoopbackStep: Hashable, Sendable {
  /// Writes these bytes.
  case bytes([UInt8])
  /// Writes this text.
  case text(String)
  /// Writes these bytes one at a time, each in a separate write, with a pause after each.
  case trickle([UInt8], every: Duration)
  /// Writes these bytes repeatedly, up to a number of times, while the client reads.
  case repeating([UInt8], times: Int)
  /// Reads this number of bytes.
  case expect(Int)
  /// Reads up to and including these bytes.
  case expectThrough([UInt8])
  /// Writes back all arriving bytes until the client closes.
  case echo
  /// Waits for a while.
  case pause(Duration)
  /// Waits until the client closes.
  case hold
  /// Stops reading from the socket, so that the client's writes fill the windows.
  case stopReading
  /// Closes the server's side for writing only.
  case finishWriting
  /// Closes in an orderly way.
  case close
  /// Closes the socket immediately; under TLS without a goodbye.
  case drop
  /// Closes with a TCP reset.
  case reset
}

extension LoopbackConnection {
  /// Performs steps in order, until the last one or the end of the connection.
  ///
  /// - Throws: When a write failed because the client is gone, or the task was cancelled.
  public func perform(_ steps: [LoopbackStep]) async throws {
    for step in steps { try await perform(step) }
  }

  private func perform(_ step: LoopbackStep) async throws {
    switch step {
    case .bytes(let bytes): try await write(bytes)
    case .text(let text): try await write(text)
    case .trickle(let bytes, let pause): try await trickle(bytes, every: pause)
    case .repeating(let bytes, let times): try await write(bytes, times: times)
    case .expect(let count): _ = await read(exactly: count)
    case .expectThrough(let terminator): _ = await read(through: terminator)
    case .echo: while let bytes = await read() { try await write(bytes) }
    case .pause(let time): try await Task.sleep(for: time)
    case .hold: await waitForEnd()
    case .stopReading: await stopReading()
    case .finishWriting: await finishWriting()
    case .close: await close()
    case .drop: await drop()
    case .reset: await reset()
    }
  }
}
