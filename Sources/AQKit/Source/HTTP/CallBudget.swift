/// The calls that a fetch may still make.
final class CallBudget: Sendable {
  private struct State {
    var left: Int
    /// The number of calls for kept requests that replies may still add. Without it, a reply that leads to itself would
    /// be read again and again.
    var repeats = 0
    /// The requests whose replies are kept, so that further calls need not send them.
    var kept: Set<TransportRequest> = []
  }

  private let calls: Int
  private let state: Locked<State>

  init(_ calls: Int) { (self.calls, state) = (calls, Locked(State(left: calls))) }

  /// Lets replies add further calls for kept requests, as many as a fetch has calls, for one more part of the query.
  func addPart() { state.withLock { $0.repeats = $0.repeats.addingSaturating(calls) } }

  /// Takes one call from the limit, or none if an earlier call made the same request and its reply is kept;
  /// returns false if none is left. `isFollowUp` says whether a reply has led to the call.
  func take(for call: HTTPCall<some Sendable>, isFollowUp: Bool) -> Bool {
    let request = call.request
    let isKept = call.pieces == nil && !(call.keeping ?? .whileUnchanged).asksEachTime
    return state.withLock { state in
      if isKept, state.kept.contains(request) {
        guard isFollowUp else { return true }
        guard state.repeats > 0 else { return false }
        state.repeats -= 1
        return true
      }
      guard state.left > 0 else { return false }
      state.left -= 1
      if isKept { state.kept.insert(request) }
      return true
    }
  }

  /// Makes further calls for a request count, because its reply wasn't kept.
  func charge(_ request: TransportRequest) { state.withLock { _ = $0.kept.remove(request) } }
}
