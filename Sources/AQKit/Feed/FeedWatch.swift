/// Decides the next action on a connection: a ping, a renewal, a report of silence, or to end it. A value: it gets the time,
/// in seconds since 1970, and has no side effects.
struct FeedWatch {
  enum Action {
    case wait(Double)
    case ping
    case renew
    case silent(since: Double)
    case dead(AQError)
  }

  /// The times of the last arrival, the last reading and the last sign of life.
  var arrivedAt: Double
  var readingAt: Double
  var signAt: Double
  /// The time by which the handshake must be done; nil once it is.
  var handshakeBy: Double?
  /// The time of the last renewal, or of the end of the handshake; nil before that.
  var renewedAt: Double?
  /// Whether a task waits for messages; if not, the silence says nothing about the server.
  var isReceiving = false
  var isSilent = false

  private let heartbeat: (idle: Double, timeout: Double)?
  private let silence: Double
  private let liveness: Double?
  private let renewal: Double?
  private var arrivals: Int?
  private var pingedAt: Double?
  /// The time of the last ping whose reply can't be seen, or that was sent while no task received.
  private var blindPingAt = -Double.infinity
  private var lookedAt = -Double.infinity

  /// Starts to watch a connection that has been open since a moment.
  init(
    _ options: FeedOptions, _ semantics: FeedOptions.Semantics, silence: Double, since now: Double,
    arrivals: Int?
  ) {
    (arrivedAt, readingAt, signAt) = (now, now, now)
    handshakeBy = semantics.handshake.map { _ in now + options.handshakeTimeout / .seconds(1) }
    heartbeat = options.heartbeat.map { ($0.idle / .seconds(1), $0.timeout / .seconds(1)) }
    self.silence = silence
    liveness = semantics.liveness.map { $0.deadline / .seconds(1) }
    renewal = semantics.handshake?.renewal.map { $0.interval / .seconds(1) }
    self.arrivals = arrivals
  }

  mutating func look(at now: Double, arrivals: Int?, hasPings: Bool) -> Action {
    let before = lookedAt
    adjust(at: now)
    if arrivals != self.arrivals {
      // A comment or the reply to a ping isn't a message, but it is a sign of life since the last check.
      self.arrivals = arrivals
      arrivedAt = max(arrivedAt, min(before, now))
    }
    if !isReceiving {
      // The consumer is busy, so silence says nothing about the feed.
      (readingAt, signAt) = (now, now)
    }
    if let pinged = pingedAt, arrivedAt >= pinged || !isReceiving { pingedAt = nil }
    var next = Double.infinity
    func isDue(_ time: Double) -> Bool {
      next = min(next, time)
      return now >= time
    }
    if let end = handshakeBy {
      if isDue(end) { return .dead(AQError(.timedOut, "The feed did not finish its handshake in time.")) }
    } else {
      if let liveness, isDue(signAt + liveness) {
        return .dead(
          AQError(.timedOut, "The feed gave no sign of life in time; the connection is considered dead."))
      }
      if let renewal, let last = renewedAt, isDue(last + renewal) {
        renewedAt = now
        return .renew
      }
      if !isSilent, isDue(readingAt + silence) {
        isSilent = true
        return .silent(since: readingAt)
      }
    }
    if handshakeBy != nil || isSilent {
      // The handshake or the silence may end before the next look; nothing becomes due sooner than this after that.
      next = min(next, now + max(1, min(silence, liveness ?? silence, renewal ?? silence)))
    }
    if let heartbeat {
      if let pinged = pingedAt {
        if isDue(pinged + heartbeat.timeout) {
          return .dead(
            AQError(.timedOut, "The server doesn't reply to pings; the connection is considered dead."))
        }
      } else if isDue(max(arrivedAt, blindPingAt) + heartbeat.idle) {
        if hasPings, arrivals != nil, isReceiving { pingedAt = now } else { blindPingAt = now }
        return .ping
      }
    }
    return .wait(min(max(0.001, next - now), 86_400))
  }

  /// Clamps times to now, because the system's clock may have been set back.
  private mutating func adjust(at now: Double) {
    defer { lookedAt = now }
    guard now < lookedAt else { return }
    arrivedAt = min(arrivedAt, now)
    readingAt = min(readingAt, now)
    signAt = min(signAt, now)
    handshakeBy = handshakeBy.map { min($0, now + 60) }
    pingedAt = pingedAt.map { min($0, now) }
    blindPingAt = min(blindPingAt, now)
    renewedAt = renewedAt.map { min($0, now) }
  }
}
