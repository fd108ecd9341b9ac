/// An event that recurs and that tasks can await.
final class ChangeSignal: Sendable {
  private struct State {
    var generation: UInt64 = 0
    var nextID: UInt64 = 0
    var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Locked(State())

  /// The number of events so far.
  var generation: UInt64 { state.withLock { $0.generation } }

  /// Signals the event; all waiting tasks resume.
  func fire() {
    let waiters = state.withLock { state in
      state.generation &+= 1
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits until the event count exceeds `generation` or the task is cancelled.
  func wait(after generation: UInt64) async {
    let id = state.withLock { state in
      state.nextID &+= 1
      return state.nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { (waiter: CheckedContinuation<Void, Never>) in
        let isOver = state.withLock { state in
          if state.generation != generation || Task.isCancelled { return true }
          state.waiters[id] = waiter
          return false
        }
        if isOver { waiter.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
      waiter?.resume()
    }
  }
}
