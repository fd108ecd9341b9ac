import AQKit

extension AdapterContract {
  /// The content of an undamaged payload, which limits the values that may come from a damaged one.
  struct Honest: Sendable {
    private struct Value: Hashable {
      let parameter: AirParameter
      let unit: AirUnit
      let averaging: AveragingPeriod
      let value: Double
    }

    private var values: Set<Value> = []
    private var intervals: Set<AirInterval> = []
    private var lengths: Set<Duration> = []
    private var numbers: Set<Double> = []
    let count: Int
    private let noteCounts: [AirNote.Kind: Int]

    init(_ decoded: Decoded) {
      let readings = [decoded.response].readings
      count = readings.count
      noteCounts = Self.counts(of: decoded.response.notes)
      for (key, value) in readings {
        values.insert(Value(parameter: key.parameter, unit: key.unit, averaging: key.averaging, value: value))
        intervals.insert(key.interval)
        lengths.insert(key.interval.length)
        numbers.insert(value)
      }
    }

    /// Returns whether a result counts more of something, or something else: a refused row takes its notes with it.
    func isOutcounted(by response: AirResponse) -> Bool {
      Self.counts(of: response.notes).contains { $0.value > noteCounts[$0.key, default: 0] }
    }

    private static func counts(of notes: [AirNote]) -> [AirNote.Kind: Int] {
      notes.reduce(into: [:]) { $0[$1.kind, default: 0] += $1.count }
    }

    /// Returns whether a value may occur in addition to a number that was written into the payload.
    func has(_ value: Double, besides number: Double, scales: [Double]) -> Bool {
      if value == number || numbers.contains(value) { return true }
      return scales.contains { (number * $0).isNearly(value) }
    }

    /// Returns whether a value may occur: the same number of the same quantity and unit, in one of the intervals or, with the
    /// time of receipt, which may replace a damaged time, over an interval of the same length as one.
    func has(_ key: ReadingIdentity, _ value: Double, isAtReceipt: Bool) -> Bool {
      (isAtReceipt ? lengths.contains(key.interval.length) : intervals.contains(key.interval))
        && values.contains(
          Value(parameter: key.parameter, unit: key.unit, averaging: key.averaging, value: value))
    }
  }

  /// A check of a rule, which another task watches.
  final class Run: Sendable {
    private struct State {
      var messages: [String] = []
      var attempt: String?
      var since = ContinuousClock.now
      var honest: [String: Honest?] = [:]
    }

    private let state = Locked(State())
    private let latch = Latch()

    var messages: [String] { state.withLock { $0.messages } }
    var isFull: Bool { state.withLock { $0.messages.count >= 20 } }

    func add(_ message: String) { state.withLock { $0.messages.append(message) } }

    func begin(_ attempt: String) {
      state.withLock { state in
        state.attempt = attempt
        state.since = .now
      }
    }

    func end() {
      state.withLock { $0.attempt = nil }
      latch.open()
    }

    /// Returns the content of the undamaged payload, read once; nil if it is unreadable.
    func honest(_ payload: Payload) -> Honest? {
      if let known = state.withLock({ $0.honest[payload.name] }) { return known }
      let honest = (try? payload.read(payload.bytes)).map(Honest.init)
      state.withLock { $0.honest[payload.name] = .some(honest) }
      return honest
    }

    func attempt(longerThan patience: Duration) -> String? {
      state.withLock { state in ContinuousClock.now - state.since > patience ? state.attempt : nil }
    }

    /// Returns whether the check is over, waiting a little for it.
    func isOver(within wait: Duration) async -> Bool {
      let isOver = try? await firstOutcome(
        { [latch] in (try? await latch.wait()) != nil },
        {
          try? await Task.sleep(for: wait)
          return false
        })
      return isOver ?? false
    }
  }
}
