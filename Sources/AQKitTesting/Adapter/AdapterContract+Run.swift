import AQKit

extension AdapterContract {
  /// What an honest payload gives: which values there may be in a spoilt one.
  struct Honest: Sendable {
    private struct Value: Hashable {
      let parameter: AirParameter
      let unit: AirUnit
      let averaging: AveragingPeriod
      let value: Double
    }

    private var values: Set<Value> = []
    private var intervals: Set<AirInterval> = []
    let count: Int
    private let noteCounts: [AirNote.Code: Int]

    init(_ decoded: Decoded) {
      let responses = [decoded.response]
      let readings = responses.readings
      count = readings.count
      noteCounts = responses.noteCounts
      for (key, value) in readings {
        values.insert(Value(parameter: key.parameter, unit: key.unit, averaging: key.averaging, value: value))
        intervals.insert(key.interval)
      }
    }

    /// Whether an answer counts more of something than this one: a row that is refused takes its own notes with it.
    func isOutcounted(by response: AirResponse) -> Bool {
      [response].noteCounts.contains { $0.value > noteCounts[$0.key, default: 0] }
    }

    /// Whether a value may be there: the same number of the same thing in the same unit, at a time that occurs.
    func has(_ key: ReadingKey, _ value: Double) -> Bool {
      intervals.contains(key.interval)
        && values.contains(
          Value(parameter: key.parameter, unit: key.unit, averaging: key.averaging, value: value))
    }
  }

  /// One check of one rule, which another task watches.
  final class Run: Sendable {
    private struct State {
      var messages: [String] = []
      var attempt: String?
      var since = ContinuousClock.now
      var honest: [String: Honest?] = [:]
    }

    private let state = Locked(State())
    private let latch = Latch()

    /// What was found so far.
    var messages: [String] { state.withLock { $0.messages } }
    /// Whether enough was found to stop.
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

    /// What the payload gives as it is, read once; nil where it can't be read.
    func honest(_ payload: Payload) -> Honest? {
      if let known = state.withLock({ $0.honest[payload.name] }) { return known }
      let honest = (try? payload.read(payload.bytes)).map(Honest.init)
      state.withLock { $0.honest[payload.name] = .some(honest) }
      return honest
    }

    /// The attempt under way, where it has lasted too long.
    func attempt(longerThan patience: Duration) -> String? {
      state.withLock { state in ContinuousClock.now - state.since > patience ? state.attempt : nil }
    }

    /// Whether the check is over, waiting a little for it.
    func isOver(within wait: Duration) async -> Bool {
      let latch = latch
      return await withTaskGroup(of: Bool.self) { group in
        group.addTask { (try? await latch.wait()) != nil }
        group.addTask {
          try? await Task.sleep(for: wait)
          return false
        }
        let isOver = await group.next() ?? false
        group.cancelAll()
        return isOver
      }
    }
  }
}

extension Sequence<AirResponse> {
  /// How many things the notes of each code stand for.
  var noteCounts: [AirNote.Code: Int] {
    reduce(into: [:]) { counts, response in
      for note in response.notes { counts[note.code, default: 0] += note.count }
    }
  }
}
