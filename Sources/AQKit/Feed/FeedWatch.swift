/// Decides the next action on a connection: a ping, a renewal, the report of silence, its end. A value: it gets the time and
/// has no side effects.
struct FeedWatch {
  /// The state of the connection; times in seconds since 1970.
  struct View {
    var arrivedAt: Double
    var readingAt: Double
    var signAt: Double
    var handshakeBy: Double?
    var isReceiving: Bool
    var isSilent: Bool
  }

  /// An action that is due.
  enum Action: Equatable {
    case wait(Double)
    case waitForEver
    case ping
    case renew
    case silent(since: Double)
    case dead(AQError)
  }

  private let heartbeat: (idle: Double, timeout: Double)?
  private let silence: Double
  private let liveness: Double?
  private let renewal: Double?
  private var arrivals: Int?
  private var pingedAt: Double?
  private var renewedAt: Double?
  private var lookedAt = -Double.infinity

  init(_ options: FeedOptions, _ semantics: FeedOptions.Semantics, silence: Double, arrivals: Int?) {
    heartbeat = options.heartbeat.map { ($0.idle / .seconds(1), $0.timeout / .seconds(1)) }
    self.silence = silence
    liveness = semantics.liveness.map { $0.deadline / .seconds(1) }
    renewal = semantics.handshake?.renewal.map { $0.interval / .seconds(1) }
    self.arrivals = arrivals
  }

  /// Returns the next due action; also updates the view.
  mutating func look(_ view: inout View, at now: Double, arrivals: Int?, answersPings: Bool) -> Action {
    let before = lookedAt
    adjust(&view, at: now)
    if arrivals != self.arrivals {
      // A comment or the answer to a ping isn't a message, but a sign of life since the last look.
      self.arrivals = arrivals
      view.arrivedAt = max(view.arrivedAt, min(before, now))
    }
    if !view.isReceiving {
      // The consumer is busy, so silence says nothing about the feed.
      (view.readingAt, view.signAt) = (now, now)
    }
    if let pinged = pingedAt, view.arrivedAt >= pinged || !view.isReceiving { pingedAt = nil }
    var due = Double.infinity
    if let end = view.handshakeBy {
      if now >= end { return .dead(AQError(.timedOut, "The feed did not finish its handshake in time.")) }
      due = min(due, end)
    } else if let action = judge(view, at: now, &due) {
      return action
    }
    if let heartbeat {
      if let pinged = pingedAt {
        if now >= pinged + heartbeat.timeout {
          return .dead(
            AQError(.timedOut, "The server doesn't answer pings; the connection is considered dead."))
        }
        due = min(due, pinged + heartbeat.timeout)
      } else {
        if now >= view.arrivedAt + heartbeat.idle {
          // If no answer can be seen, the next ping is due after the same time.
          if answersPings, arrivals != nil, view.isReceiving { pingedAt = now } else { view.arrivedAt = now }
          return .ping
        }
        due = min(due, view.arrivedAt + heartbeat.idle)
      }
    }
    return due.isFinite ? .wait(max(0.001, due - now)) : .waitForEver
  }

  /// Returns the next due action of an open connection except the heartbeat.
  private mutating func judge(_ view: View, at now: Double, _ due: inout Double) -> Action? {
    if let liveness {
      if now >= view.signAt + liveness {
        return .dead(
          AQError(.timedOut, "The feed gave no sign of life in time; the connection counts as dead."))
      }
      due = min(due, view.signAt + liveness)
    }
    if let renewal {
      let last = renewedAt ?? now
      renewedAt = last
      if now >= last + renewal {
        renewedAt = now
        return .renew
      }
      due = min(due, last + renewal)
    }
    if !view.isSilent {
      if now >= view.readingAt + silence { return .silent(since: view.readingAt) }
      due = min(due, view.readingAt + silence)
    }
    return nil
  }

  /// Clamps times to now, because the system's clock may have been set back.
  private mutating func adjust(_ view: inout View, at now: Double) {
    defer { lookedAt = now }
    guard now < lookedAt else { return }
    view.arrivedAt = min(view.arrivedAt, now)
    view.readingAt = min(view.readingAt, now)
    view.signAt = min(view.signAt, now)
    view.handshakeBy = view.handshakeBy.map { min($0, now + 60) }
    pingedAt = pingedAt.map { min($0, now) }
    renewedAt = renewedAt.map { min($0, now) }
  }
}

extension FeedOptions {
  /// Pauses and resumes live feeds, such as those of an application that goes to the background and returns.
  ///
  /// A container has one for all its feeds: `try container[.feedControl].pause()`.
  ///
  /// A paused feed closes its connection with code 1001, delivers what it has decoded, and reports
  /// ``AirUpdate/FeedState/paused``. A resumed feed connects immediately, without back-off but after any `Retry-After` of the
  /// server, repeats its handshake, and marks the missed time in ``AirUpdate/gap``.
  public final class Control: Sendable {
    private let paused = Condition(false)

    /// Creates a control; its feeds run until it is paused.
    public init() {}

    /// Whether the feeds are paused.
    public var isPaused: Bool { paused.value }

    /// Pauses the feeds. The application may go to the background once their streams report ``AirUpdate/FeedState/paused``.
    public func pause() { paused.change { $0 = true } }

    /// Lets the feeds run again; each connects at once.
    public func resume() { paused.change { $0 = false } }

    /// Waits until the feeds are paused, or running.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    func wait(untilPaused isPaused: Bool) async throws { try await paused.wait { $0 == isPaused } }
  }
}

extension AirResponse {
  /// Returns the part of a feed's response that matches a query: its cities, sites, boxes, parameters and kinds. Each
  /// report says which of the query's places it answers.
  package func filtered(by query: AirQuery) -> AirResponse {
    guard !query.places.isEmpty || !query.parameters.isEmpty || !query.kinds.isEmpty else { return self }
    var copy = self
    copy.reports = reports.compactMap { report in
      if !query.kinds.isEmpty, !query.kinds.contains(report.kind) { return nil }
      var report = report
      if !query.places.isEmpty {
        report.places = query.places.indices.filter {
          query.places[$0].names(report.site, within: query.reach)
        }
        if report.places.isEmpty { return nil }
      }
      if !query.parameters.isEmpty {
        report.series.removeAll { !query.parameters.contains($0.parameter) }
        if report.series.isEmpty { return nil }
      }
      return report
    }
    return copy
  }
}
