#if AsyncHTTPClient
  import AQKit
  import AQKitHTTPRules
  import NIOCore

  /// Enforces the time-outs of one exchange, with a timer that is released when the exchange is over.
  final class ExchangeWatch: Sendable {
    private struct State {
      var lastActivity = ContinuousClock.now
      var timer: Scheduled<Void>?
      var expiry: AQError?
      var isOver = false
    }

    private let host: String
    private let timeouts: ExchangeTimeouts
    private let state = Locked(State())

    init(host: String, timeouts: ExchangeTimeouts) {
      self.host = host
      self.timeouts = timeouts
    }

    /// The time-out that has passed, if one has.
    var expiry: AQError? { state.withLock { $0.expiry } }

    /// Bytes went out or came in.
    func noteActivity() {
      state.withLock { $0.lastActivity = .now }
    }

    /// Calls `end` once if a time-out passes before ``stop()``.
    func start(on loop: any EventLoop, end: @escaping @Sendable () -> Void) {
      let isExpired = state.withLock { state in
        guard !state.isOver, state.expiry == nil else { return false }
        state.expiry = timeouts.expiry(lastActivity: state.lastActivity, host: host)
        if state.expiry != nil { return true }
        let wait = TimeAmount(timeouts.nextLook(lastActivity: state.lastActivity))
        state.timer = loop.scheduleTask(in: wait) { self.start(on: loop, end: end) }
        return false
      }
      if isExpired { end() }
    }

    func stop() {
      let timer = state.withLock { state in
        state.isOver = true
        return state.timer.take()
      }
      timer?.cancel()
    }
  }
#endif
