/// Passes elements from senders to takers, usually one; each sender waits until its element is taken.
package final class Handoff<Element: Sendable>: Sendable {
  private typealias Taker = CheckedContinuation<Element?, any Error>

  private struct Offer {
    let id: UInt64
    let element: Element
    let sender: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var offers: [Offer] = []
    var nextID: UInt64 = 0
    /// Waiting takers, first come, first served.
    var takers: [Taker] = []
    var isFinished = false
    var error: (any Error)?
    var isAbandoned = false
  }

  private let state = Locked(State())

  /// A hand-over without elements.
  package init() {}

  /// Offers an element and waits until it is taken. Several tasks may send; their elements queue.
  ///
  /// - Throws: `CancellationError` when the task is cancelled or the taker has left.
  package func send(_ element: Element) async throws {
    let id = state.withLock { state in
      state.nextID &+= 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (sender: CheckedContinuation<Void, any Error>) in
        let resume: @Sendable () -> Void = state.withLock { state in
          if state.isAbandoned || state.isFinished || Task.isCancelled {
            return { sender.resume(throwing: CancellationError()) }
          }
          if !state.takers.isEmpty {
            let taker = state.takers.removeFirst()
            return {
              taker.resume(returning: element)
              sender.resume()
            }
          }
          state.offers.append(Offer(id: id, element: element, sender: sender))
          return {}
        }
        resume()
      }
    } onCancel: {
      withdraw(id)
    }
  }

  /// Takes the next element, or nil at the end.
  ///
  /// - Parameter isolation: The actor of the caller, which the task then doesn't leave; see `Condition`.
  /// - Throws: The error of the work, or `CancellationError` when the taking task is cancelled, which also ends the
  ///   run.
  package func take(isolation: isolated (any Actor)? = #isolation) async throws -> Element? {
    try await withTaskCancellationHandler {
      _ = isolation
      return try await withCheckedThrowingContinuation { (taker: Taker) in
        let resume: @Sendable () -> Void = state.withLock { state in
          if state.isAbandoned || Task.isCancelled { return { taker.resume(throwing: CancellationError()) } }
          if !state.offers.isEmpty {
            let offer = state.offers.removeFirst()
            return {
              offer.sender.resume()
              taker.resume(returning: offer.element)
            }
          }
          if state.isFinished {
            let error = state.error
            state.error = nil
            return { error.map { taker.resume(throwing: $0) } ?? taker.resume(returning: nil) }
          }
          state.takers.append(taker)
          return {}
        }
        resume()
      }
    } onCancel: {
      abandon()
    }
  }

  /// Ends the stream after the offered elements.
  package func finish(_ error: (any Error)?) {
    let takers: [Taker] = state.withLock { state in
      guard !state.isFinished else { return [] }
      state.isFinished = true
      defer { state.takers = [] }
      if state.takers.isEmpty { state.error = error }
      return state.takers
    }
    for (index, taker) in takers.enumerated() {
      if let error, index == 0 { taker.resume(throwing: error) } else { taker.resume(returning: nil) }
    }
  }

  /// The taker leaves; all waiting senders resume.
  package func abandon() {
    let (takers, offers) = state.withLock { state in
      state.isAbandoned = true
      defer {
        state.takers = []
        state.offers = []
      }
      return (state.takers, state.offers)
    }
    for taker in takers { taker.resume(throwing: CancellationError()) }
    for offer in offers { offer.sender.resume(throwing: CancellationError()) }
  }

  private func withdraw(_ id: UInt64) {
    let offer: Offer? = state.withLock { state in
      state.offers.firstIndex { $0.id == id }.map { state.offers.remove(at: $0) }
    }
    offer?.sender.resume(throwing: CancellationError())
  }
}
