/// What a source has done of late; shared by the hubs of a container.
final class SourceHealthLog: Sendable {
  struct State: Sendable {
    /// The last answers, each with its success and its duration; a ring. A stream's connections have no duration.
    var answers: [(isSuccess: Bool, took: Duration?)] = []
    var next = 0
    var lastError: AQError?
    var lastFailedAt: AirTime?
    var lastAnsweredAt: AirTime?
    /// The ends of the newest values, by parameter.
    var newest: AirReport?

    mutating func note(_ isSuccess: Bool, _ took: Duration?) {
      if answers.count < 100 {
        answers.append((isSuccess, took))
      } else {
        answers[next] = (isSuccess, took)
        next = (next + 1) % 100
      }
    }
  }

  private let state = Locked(State())

  /// What it has done.
  var entries: State { state.withLock { $0 } }

  /// Remembers an answer.
  func answered(_ response: AirResponse, took duration: Duration, at now: AirTime) {
    let newest = Self.newest(of: response.reports, at: now)?.report
    state.withLock { state in
      state.note(true, duration)
      state.lastAnsweredAt = now
      state.newest = newest ?? state.newest
    }
  }

  /// Remembers what a stream has sent, and whether it had just connected.
  func heard(_ reports: [AirReport], isConnection: Bool, at now: AirTime) {
    let newest = Self.newest(of: reports, at: now)
    state.withLock { state in
      if isConnection { state.note(true, nil) }
      state.lastAnsweredAt = now
      // A late message of one site says nothing of the others.
      if let newest, (state.newest?.newestEnd(notAfter: now)).map({ $0 <= newest.end }) ?? true {
        state.newest = newest.report
      }
    }
  }

  private static func newest(of reports: [AirReport], at now: AirTime) -> (report: AirReport, end: AirTime)? {
    var newest: (report: AirReport, end: AirTime)?
    for report in reports {
      guard let end = report.newestEnd(notAfter: now), newest.map({ $0.end < end }) ?? true else { continue }
      newest = (report, end)
    }
    return newest
  }

  /// Remembers a failure.
  func failed(_ error: AQError, took duration: Duration, at now: AirTime) {
    state.withLock { state in
      state.note(false, duration)
      state.lastError = error
      state.lastFailedAt = now
    }
  }
}
