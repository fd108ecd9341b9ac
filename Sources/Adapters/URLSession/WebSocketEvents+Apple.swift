#if canImport(Darwin)
  import AQKit
  import Foundation

  /// The reports of a WebSocket's session, for the task that receives.
  ///
  /// The end of a connection is reported in up to three ways, in any order: the receiver fails, a close frame arrives, the task
  /// completes. The first one counts; a lost connection may be reported by the last alone.
  final class WebSocketEvents: NSObject, URLSessionWebSocketDelegate {
    private struct State {
      var subprotocol: String?
      var closure: FeedMessage.Closure?
      var arrivals = 0
      var heardAt = ContinuousClock.now
      var receiver: Promise<FeedMessage?>?
      /// The end: nil after an orderly close.
      var end: Result<FeedMessage?, any Error>?
    }

    let opened = Promise<Void>()
    let completed = Promise<Void>()
    private let host: String
    private let offered: [String]
    private let state = Locked(State())

    init(host: String, offering subprotocols: [String]) {
      self.host = host
      offered = subprotocols
    }

    var closure: FeedMessage.Closure? { state.withLock { $0.closure } }
    var subprotocol: String? { state.withLock { $0.subprotocol } }
    var arrivals: Int { state.withLock { $0.arrivals } }
    var heardAt: ContinuousClock.Instant { state.withLock { $0.heardAt } }

    /// Registers the receiver of the next message, or the end; false if another one is waiting.
    func expect(_ next: Promise<FeedMessage?>) -> Bool {
      let (isFree, end) = state.withLock { state in
        guard state.receiver == nil else { return (false, state.end) }
        if state.end == nil { state.receiver = next }
        return (true, state.end)
      }
      if isFree, let end { next.finish(end) }
      return isFree
    }

    func noteArrival() {
      state.withLock { state in
        state.arrivals += 1
        state.heardAt = .now
      }
    }

    /// Passes a message, or the end of the connection, to the receiver.
    func didReceive(
      _ result: Result<URLSessionWebSocketTask.Message, any Error>,
      closeCode: URLSessionWebSocketTask.CloseCode?
    ) {
      switch result {
      case .success(let message):
        noteArrival()
        let receiver = state.withLock { $0.receiver.take() }
        receiver?.finish(.success(FeedMessage(message)))
      case .failure(let error):
        if let closeCode { note(closeCode, reason: nil) }
        end(.failure(failure(error)))
      }
    }

    /// Ends the connection for the receiver. If the peer closed it, its reason takes precedence over any other.
    func end(_ result: Result<FeedMessage?, any Error>) {
      let (receiver, end): (Promise<FeedMessage?>?, Result<FeedMessage?, any Error>) = state.withLock {
        state in
        let known = state.closure.map { closure in
          closure.error.map { Result<FeedMessage?, any Error>.failure($0) } ?? .success(nil)
        }
        let end = state.end ?? known ?? result
        state.end = end
        return (state.receiver.take(), end)
      }
      receiver?.finish(end)
    }

    private func note(_ code: URLSessionWebSocketTask.CloseCode, reason: Data?) {
      // 0 isn't a code; 1006 and 1015 mean a lost connection.
      guard let number = UInt16(exactly: code.rawValue), ![0, 1006, 1015].contains(number) else { return }
      let reason = reason.map { String(decoding: $0, as: UTF8.self) } ?? ""
      state.withLock { state in
        // The receiver's error only has the code.
        if state.closure == nil || !reason.isEmpty {
          state.closure = FeedMessage.Closure(
            code: number == 1005 ? nil : .init(rawValue: number), reason: reason)
        }
      }
    }

    /// Returns the error of a connection that was open.
    func failure(_ error: any Error) -> AQError {
      if let known = error as? AQError { return known }
      let system = error as NSError
      let cause = URLSessionFailure(domain: system.domain, code: system.code)
      guard system.domain == NSPOSIXErrorDomain else {
        return FailureTranslation.error(for: error, host: host, hasHead: false)
      }
      return switch Int32(truncatingIfNeeded: system.code) {
      case EMSGSIZE: AQError(.tooLarge, "A message of \(host) is larger than the limit.", cause: cause)
      case ETIMEDOUT: AQError(.timedOut, "\(host) doesn't reply any more.", cause: cause)
      default: AQError(.unreachable, "The connection to \(host) was lost.", cause: cause)
      }
    }

    // MARK: URLSessionWebSocketDelegate

    func urlSession(
      _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol name: String?
    ) {
      let chosen = name.flatMap { $0.isEmpty ? nil : $0 }
      if let chosen, !offered.contains(chosen) {
        return opened.finish(
          .failure(AQError(.malformed, "\(host) chose a sub-protocol that was not offered.")))
      }
      state.withLock { $0.subprotocol = chosen }
      opened.finish(.success(()))
    }

    func urlSession(
      _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
      didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
    ) {
      note(closeCode, reason: reason)
      end(.success(nil))
      completed.finish(.success(()))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      let failure = error.map { self.failure($0) }
      let response = task.response as? HTTPURLResponse
      let refused = response.flatMap { $0.statusCode == 101 ? nil : refusal($0) }
      opened.finish(
        .failure(refused ?? failure ?? AQError(.unreachable, "\(host) closed the feed before it was open.")))
      end(failure.map { .failure($0) } ?? .success(nil))
      completed.finish(.success(()))
    }

    /// Follows no redirect: the response is the refusal.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      completionHandler(nil)
    }

    /// Returns the error for a response to the handshake that opens no feed.
    private func refusal(_ head: HTTPURLResponse) -> AQError {
      AQError(handshakeWith: host, status: head.statusCode, wanted: 101, now: AQSystemClock().time) {
        head.value(forHTTPHeaderField: $0)
      }
    }
  }

  extension FeedMessage {
    /// Creates the message as the session gives it; one of a kind that is not known has no bytes.
    fileprivate init(_ message: URLSessionWebSocketTask.Message) {
      switch message {
      case .string(let text): self.init(text: text)
      case .data(let data): self.init(.binary, Array(data))
      @unknown default: self.init(.binary, [])
      }
    }
  }
#endif
