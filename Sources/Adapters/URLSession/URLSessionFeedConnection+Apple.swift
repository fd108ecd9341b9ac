#if canImport(Darwin)
  import AQKit
  import Foundation

  /// An open WebSocket, with a separate session.
  final class URLSessionFeedConnection: FeedConnection {
    private let session: URLSession
    private let task: URLSessionWebSocketTask
    private let events: WebSocketEvents
    private let idleTimeout: Duration?

    /// Creates a connection that is not open yet.
    init(_ endpoint: FeedEndpoint) throws(AQError) {
      guard let url = URL(string: endpoint.url), let host = url.host, !host.isEmpty,
        ["ws", "wss"].contains(url.scheme?.lowercased())
      else {
        throw AQError(.invalidRequest, "A feed over URLSession needs an address that begins with ws or wss.")
      }
      guard endpoint.trustedCertificates == nil else {
        throw AQError(.unsupported, "A feed over URLSession trusts the system's certificates only.")
      }
      try endpoint.checkWebSocket()
      var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
      // The limits are the connection's own.
      request.timeoutInterval = 864_000
      for field in endpoint.headers { request.addValue(field.value, forHTTPHeaderField: field.name) }
      if !endpoint.subprotocols.isEmpty {
        request.setValue(
          endpoint.subprotocols.joined(separator: ", "), forHTTPHeaderField: "Sec-WebSocket-Protocol")
      }
      let settings = URLSessionConfiguration.ephemeral
      settings.timeoutIntervalForRequest = 864_000
      settings.urlCredentialStorage = nil
      settings.httpCookieStorage = nil
      settings.httpShouldSetCookies = false
      events = WebSocketEvents(host: host, offering: endpoint.subprotocols)
      idleTimeout = endpoint.idleTimeout
      session = URLSession(configuration: settings, delegate: events, delegateQueue: nil)
      task = session.webSocketTask(with: request)
      task.maximumMessageSize = endpoint.maximumMessageSize
    }

    // Otherwise the session would keep its delegate and its socket.
    deinit { session.invalidateAndCancel() }

    var closure: FeedMessage.Closure? { events.closure }
    var subprotocol: String? { events.subprotocol }
    var hasPings: Bool { true }
    var arrivalCount: Int? { events.arrivals }

    /// Waits for the end of the handshake.
    func open(within time: Duration) async throws {
      task.resume()
      let limit = Task { [opened = events.opened] in
        guard (try? await Task.sleep(for: time)) != nil else { return }
        opened.finish(
          .failure(AQError(.timedOut, "The feed's server did not finish the handshake in time.")))
      }
      defer { limit.cancel() }
      do {
        try await events.opened.value()
      } catch {
        session.invalidateAndCancel()
        throw error
      }
    }

    func receive() async throws -> [FeedMessage]? {
      try Task.checkCancellation()
      let next = Promise<FeedMessage?>()
      guard events.expect(next) else {
        throw AQError(.unsupported, "Another task is receiving from this connection.")
      }
      task.receive { [events, weak task] result in events.didReceive(result, closeCode: task?.closeCode) }
      let watch = watchForSilence()
      defer { watch?.cancel() }
      return try await withTaskCancellationHandler {
        try await next.value()
      } onCancel: {
        task.cancel()
      }.map { [$0] }
    }

    /// Ends the connection after too long a silence, while a task receives.
    private func watchForSilence() -> Task<Void, Never>? {
      guard let idleTimeout else { return nil }
      let start = ContinuousClock.now
      return Task { [events, task] in
        while true {
          let end = max(start, events.heardAt) + idleTimeout
          guard end > .now else { break }
          guard (try? await Task.sleep(until: end, clock: .continuous)) != nil else { return }
        }
        events.end(.failure(AQError(.timedOut, "The feed's server sent nothing for too long.")))
        task.cancel()
      }
    }

    func send(_ message: FeedMessage) async throws {
      try Task.checkCancellation()
      let content: URLSessionWebSocketTask.Message
      switch message.kind {
      case .text: content = .string(String(decoding: message.bytes, as: UTF8.self))
      case .binary: content = .data(Data(message.bytes))
      case .event: throw AQError(.unsupported, "A WebSocket has no server-sent events.")
      }
      do {
        try await withTaskCancellationHandler {
          try await task.send(content)
        } onCancel: {
          task.cancel()
        }
      } catch {
        try Task.checkCancellation()
        throw events.failure(error)
      }
    }

    func ping() async throws {
      task.sendPing { [events] error in
        if error == nil { events.noteArrival() }
      }
    }

    func close(_ code: FeedMessage.Closure.Code) async {
      task.cancel(with: .init(rawValue: Int(code.rawValue)) ?? .normalClosure, reason: nil)
      let limit = Task { [completed = events.completed] in
        try? await Task.sleep(for: .seconds(2))
        completed.finish(.success(()))
      }
      try? await events.completed.value()
      limit.cancel()
      session.invalidateAndCancel()
    }
  }
#endif
