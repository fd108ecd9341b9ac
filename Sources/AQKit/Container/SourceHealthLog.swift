/// The recent activity of each source, shared by the hubs of a container.
final class SourceHealthLog: Sendable {
  struct State: Sendable {
    /// The last outcomes, each with its success and its duration. A stream's connections have no duration.
    var outcomes: [(isSuccess: Bool, took: Duration?)] = []
    var lastError: AQError?
    var lastFailedAt: AirTime?
    var lastSucceededAt: AirTime?
    /// The series and the kind of the report with the newest value.
    var newest: (series: [AirSeries], kind: AirReport.Kind)?

    mutating func note(_ isSuccess: Bool, _ took: Duration?) {
      if outcomes.count == 100 { outcomes.removeFirst() }
      outcomes.append((isSuccess, took))
    }
  }

  private let state = Locked(State())

  var entries: State { state.withLock { $0 } }

  func succeeded(_ response: AirResponse, took duration: Duration, at now: AirTime) {
    let newest = Self.newest(of: response.reports, at: now)
    state.withLock { state in
      state.note(true, duration)
      state.lastSucceededAt = now
      if let newest { state.newest = (newest.series, newest.kind) }
    }
  }

  /// Remembers the content of a stream, and whether the last update was a new connection.
  func heard(_ reports: [AirReport], isConnection: Bool, at now: AirTime) {
    let newest = Self.newest(of: reports, at: now)
    state.withLock { state in
      if isConnection { state.note(true, nil) }
      state.lastSucceededAt = now
      // A late message from one site says nothing about the others.
      if let newest, (state.newest?.series.newestEnd(notAfter: now)).map({ $0 <= newest.end }) ?? true {
        state.newest = (newest.series, newest.kind)
      }
    }
  }

  private static func newest(of reports: [AirReport], at now: AirTime) -> (
    series: [AirSeries], kind: AirReport.Kind, end: AirTime
  )? {
    var newest: (series: [AirSeries], kind: AirReport.Kind, end: AirTime)?
    for index in reports.indices {
      let series = reports[index].series
      guard let end = series.newestEnd(notAfter: now), newest.map({ $0.end < end }) ?? true else { continue }
      newest = (series, reports[index].kind, end)
    }
    return newest
  }

  func failed(_ error: AQError, took duration: Duration, at now: AirTime) {
    state.withLock { state in
      state.note(false, duration)
      state.lastError = error
      state.lastFailedAt = now
    }
  }
}

extension [AirSeries] {
  fileprivate func newestEnd(notAfter now: AirTime) -> AirTime? {
    lazy.compactMap { $0.newestEnd(notAfter: now) }.max()
  }
}
