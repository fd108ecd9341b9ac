import AQKit
import AQKitHTTPRules
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request and its response. It collects the delegate's data, within the limit, and ends exactly once, with the
/// response, an error, a time-out or a cancellation, whichever comes first.
final class Exchange: Sendable {
  /// The host that is asked, for messages.
  let host: String
  private let limit: Int
  private let reader: TransportRequest.BodyReader?
  private let timeouts: ExchangeTimeouts
  private let calls: SessionCalls
  private let state: Locked<State>

  private struct State {
    var lastActivity = ContinuousClock.now
    var task: URLSessionDataTask?
    var timer: (any DispatchSourceTimer)?
    var continuation: CheckedContinuation<TransportResponse, any Error>?
    /// Set if the exchange ended before anyone waited for it.
    var early: (any Error)?
    var isOver = false
    var head: HTTPURLResponse?
    var body: BodyBytes
    var afterEnd: (@Sendable () -> Void)?
  }

  init(
    host: String, limit: Int, reader: TransportRequest.BodyReader?, timeouts: ExchangeTimeouts,
    calls: SessionCalls
  ) {
    self.host = host
    self.limit = max(limit, 0)
    self.reader = reader
    self.timeouts = timeouts
    self.calls = calls
    state = Locked(State(body: BodyBytes(limit: limit)))
  }

  /// Starts the exchange and waits for its end; cancelling the calling task ends it.
  func response(startedBy start: @Sendable () -> Void) async throws -> TransportResponse {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let early = state.withLock { state in
          if state.early == nil { state.continuation = continuation }
          return state.early
        }
        if let early { return continuation.resume(throwing: early) }
        look()
        watch()
        start()
      }
    } onCancel: {
      end(.failure(CancellationError()))
    }
  }

  var isOver: Bool { state.withLock { $0.isOver } }

  /// Takes the task that does the work; returns whether it should run; false after the end.
  func take(_ task: URLSessionDataTask) -> Bool {
    state.withLock { state in
      guard !state.isOver else { return false }
      state.task = task
      return true
    }
  }

  /// Calls a closure once the exchange has ended and the end of its task is recorded; immediately if that has already happened.
  func afterEnd(_ action: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if !state.isOver { state.afterEnd = action }
      return state.isOver
    }
    if isOver { action() }
  }

  // MARK: Time-outs

  /// Enforces the time-outs until the end. Uses a timer that can be released, because a sleeping task is kept until its
  /// deadline, cancelled or not.
  private func watch() {
    state.withLock { state in
      guard !state.isOver else { return }
      let timer = DispatchSource.makeTimerSource(queue: calls.timers)
      timer.setEventHandler { [weak self] in self?.look() }
      timer.schedule(deadline: nextLook(state), leeway: .milliseconds(1))
      timer.activate()
      state.timer = timer
    }
  }

  /// Ends the exchange if a time-out has passed, else sets the timer to the next one.
  private func look() {
    let expiry = state.withLock { state in
      let expiry = timeouts.expiry(lastActivity: state.lastActivity, host: host)
      if expiry == nil { state.timer?.schedule(deadline: nextLook(state), leeway: .milliseconds(1)) }
      return expiry
    }
    if let expiry { end(.failure(expiry)) }
  }

  private func nextLook(_ state: State) -> DispatchTime {
    // In milliseconds, because an hour of nanoseconds doesn't fit into 32 bits.
    .now() + .milliseconds(Int(timeouts.nextLook(lastActivity: state.lastActivity) / .milliseconds(1)) + 1)
  }

  // MARK: What the delegate hears

  func didSend() {
    state.withLock { $0.lastActivity = .now }
  }

  /// Takes the header. Interim responses (1xx), which Linux reports, are ignored.
  func didReceive(_ head: HTTPURLResponse) {
    let isInterim = (100..<200).contains(head.statusCode)
    let isFirst = state.withLock { state in
      state.lastActivity = .now
      if !isInterim { state.head = head }
      return !state.isOver && state.body.take == nil
    }
    guard !isInterim else { return }
    if let reader, isFirst, (200..<300).contains(head.statusCode) {
      // Without the lock, because the reader may cancel the task.
      let take = reader.begin(TransportResponse(head, body: []))
      state.withLock { if !$0.isOver { $0.body.take = take } }
    }
    switch StatedLength(head) {
    case .unknown, .decoded(...limit): break
    case .unreadable: end(.failure(AQError(.malformed, "\(host) states a length that can't be read.")))
    case .decoded, .impossible: end(.failure(ExchangeFault.tooLarge(limit: limit).error(host)))
    }
  }

  /// Decompressed bytes of the body arrived.
  func didReceive(_ data: Data) {
    let (isTooLarge, take) = state.withLock { state in
      guard !state.isOver else { return (false, nil as TransportRequest.BodyReader.Take?) }
      state.lastActivity = .now
      return (!state.body.append(data), state.body.take)
    }
    if isTooLarge { return end(.failure(ExchangeFault.tooLarge(limit: limit).error(host))) }
    guard let take else { return }
    do {
      try take([UInt8](data))
    } catch {
      end(.failure(error))
    }
  }

  /// Completes the response from the header and the body so far, although the session may not know that it is complete.
  func didFinish(with head: HTTPURLResponse?) {
    guard let head else {
      return end(.failure(ExchangeFault.notHTTP.error(host)))
    }
    let body = state.withLock { exchange(&$0.body, with: BodyBytes(limit: 0)).bytes }
    end(.success(TransportResponse(head, body: body)))
  }

  func didComplete(_ error: (any Error)?, response: URLResponse?) {
    let head = state.withLock { state in
      state.task = nil
      return state.head
    }
    if let error {
      end(.failure(FailureTranslation.error(for: error, host: host, hasHead: head != nil)))
    } else if let head, state.withLock({ StatedLength(head).contradicts($0.body.count) }) {
      end(.failure(ExchangeFault.cut.error(host)))
    } else {
      // Linux reports the header of a redirect without a Location here and nowhere else.
      didFinish(with: head ?? response as? HTTPURLResponse)
    }
  }

  // MARK: The end

  /// Ends the exchange unless it is over, and cancels a task that is still running.
  private func end(_ result: Result<TransportResponse, any Error>) {
    let (task, continuation, action): Rest = state.withLock { state in
      guard !state.isOver else { return (nil, nil, nil) }
      state.isOver = true
      if state.continuation == nil, case .failure(let error) = result { state.early = error }
      state.body = BodyBytes(limit: 0)
      state.timer?.cancel()
      state.timer = nil
      return (state.task.take(), state.continuation.take(), state.afterEnd.take())
    }
    continuation?.resume(with: result)
    if let task { calls.cancel(task) }
    action?()
  }

  private typealias Rest = (
    URLSessionDataTask?, CheckedContinuation<TransportResponse, any Error>?, (@Sendable () -> Void)?
  )
}

extension TransportResponse {
  /// Creates the response with the header fields sorted by name, since the session keeps no order, and without those
  /// that described the compressed body.
  init(_ head: HTTPURLResponse, body: [UInt8]) {
    var fields: [(key: String, field: TransportRequest.Header)] = []
    for case (let name as String, let value as String) in head.allHeaderFields {
      fields.append((name.lowercased(), TransportRequest.Header(name, value)))
    }
    let codings = fields.first { $0.key == "content-encoding" }?.field.value
    if let codings, Self.isDecoded(codings) {
      fields.removeAll { $0.key == "content-encoding" || $0.key == "content-length" }
    }
    fields.sort { $0.key < $1.key }
    self.init(status: head.statusCode, headers: fields.map(\.field), body: body)
  }

  /// Returns whether the session has undone these content codings.
  private static func isDecoded(_ codings: String) -> Bool {
    codings.split(separator: ",").allSatisfy { coding in
      switch coding.lowercased().filter({ $0 != " " }) {
      case "gzip", "x-gzip", "deflate", "br", "identity": true
      #if canImport(FoundationNetworking)
        case "zstd": true
      #endif
      default: false
      }
    }
  }
}
