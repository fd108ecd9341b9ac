/// Stops the search for a bad place in a part when the whole request is at fault.
///
/// About 2 · log₂ n requests find one bad place, and one of them soon succeeds. If none has after that many and a few
/// more, the places are not the reason.
final class Bisection: Sendable {
  private struct State {
    var hasSucceeded = false
    var refusals = 0
  }

  private let state = Locked(State())
  private let mostRefusals: Int

  init(places: Int) {
    let doublings = Int.bitWidth - max(1, places).leadingZeroBitCount
    mostRefusals = 2 * doublings + 8
  }

  func record(_ outcome: PartOutcome) {
    state.withLock { state in
      if outcome.hasAnswer { state.hasSucceeded = true } else { state.refusals += 1 }
    }
  }

  var isPromising: Bool {
    state.withLock { $0.hasSucceeded || $0.refusals < mostRefusals }
  }
}
