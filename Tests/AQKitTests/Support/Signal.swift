import AQKit

/// An event that happens once, for which others wait.
final class Signal: Sendable {
  private struct State {
    var hasFired = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  func fire() {
    let waiters = state.withLock { state in
      state.hasFired = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.hasFired { state.waiters.append(continuation) }
        return state.hasFired
      }
      if isOver { continuation.resume() }
    }
  }
}
