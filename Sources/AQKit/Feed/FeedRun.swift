/// A run of a live feed: connects, receives, waits, and reconnects. One loop, one connection at a time.
final class FeedRun: Sendable {
  /// Delivers an update; false if the consumer has enough.
  typealias Take = @Sendable (AirUpdate) async throws -> Bool

  let source: FeedSetup
  let semantics: FeedOptions.Semantics
  let query: AirQuery
  private let reconnection: FeedOptions.ReconnectPolicy
  /// Whether the run may end once a connection is open and its handshake done.
  let endsWhenOpen: Bool
  /// The secrets of the query, which a server may repeat and no site, note, notice or error may show.
  let secrets: RequestSecrets
  /// Whether sites may repeat them.
  let hasCredentials: Bool
  let consumer: Take

  init(
    _ source: FeedSetup, _ query: AirQuery, reconnection: FeedOptions.ReconnectPolicy? = nil,
    endsWhenOpen: Bool = false, take: @escaping Take
  ) {
    self.source = source
    self.query = query
    self.reconnection = reconnection ?? source.options.reconnection
    self.endsWhenOpen = endsWhenOpen
    semantics = source.decoder.semantics
    secrets = RequestSecrets(
      of: TransportRequest(url: source.endpoint.url, headers: source.endpoint.headers),
      named: source.descriptor.options.filter(\.isSecret).map(\.name),
      held: AirSecret.held(by: source.decoder), about: query)
    hasCredentials = source.descriptor.hasCredentials
    consumer = take
  }

  /// The memory that lasts across connections.
  struct Memory {
    var tracker: ReadingTracker
    /// The builder of the messages: what it learned from one, and its memory, serve the next ones.
    var builder: ReportBuilder
    /// The bytes of the messages that the builder was used for.
    var bytes = 0
    /// Consecutive attempts without a stable connection.
    var failures = 0
    var connections = 0
    var garbage = 0
    var messages = 0
    /// Empty if the server reset it.
    var lastEventID: String?
    /// The server's latest requested delay before a new connection.
    var askedDelay: Duration?
    /// The earliest time at which the server allows a new connection, even after a resume; in seconds since 1970.
    var earliest = -Double.infinity
    var heardUntil: AirTime?
    /// Whether the current connection delivered a reading.
    var hasReadings = false
    /// Whether messages of the current connection are left unread, after too many that can't be read.
    var leavesRest = false
  }

  enum End: Sendable {
    case enough
    case paused
    case closed(FeedMessage.Closure?)
    case failed(AQError)
  }

  /// Runs until the consumer has enough, the feed ends for good, or the task is cancelled. Returns whether the consumer
  /// stopped, rather than the feed ended. Throws the final ``AQError``, or `CancellationError`.
  @discardableResult func run(notes: [AirNote] = []) async throws -> Bool {
    do {
      return try await reconnecting(notes)
    } catch let error as AQError {
      throw secrets.hidden(in: error)
    }
  }

  private func reconnecting(_ notes: [AirNote]) async throws -> Bool {
    var memory = Memory(
      tracker: ReadingTracker(semantics),
      builder: ReportBuilder(source.descriptor, receivedAt: source.clock.time))
    var notes = notes
    while true {
      guard try await untilAllowed(&memory),
        try await take(AirUpdate(notes: notes, state: .connecting))
      else { return true }
      notes = []
      let end = try await connection(&memory)
      try Task.checkCancellation()
      var (message, floor): (String, Duration?) = ("The server closed the feed.", Duration.zero)
      var error = AQError(.unavailable, "The server keeps closing the feed.")
      switch end {
      case .enough: return true
      case .paused: continue
      case .closed(let closure):
        if reconnection.attempts == 0 { return false }
        if reconnection.endsAtNormalClosure, closure?.code == .normal { return false }
      case .failed(let cause):
        (message, floor, error) = (cause.message, reconnection.floor(after: cause), cause)
      }
      let note = AirNote(.disconnected, message, failure: error.code)
      try await wait(note, floor: floor, finally: error, &memory)
    }
  }

  /// Waits while the feed is paused, or the server allows no connection; returns false if the consumer has enough.
  private func untilAllowed(_ memory: inout Memory) async throws -> Bool {
    while true {
      while let control = source.control, control.isPaused {
        guard try await take(AirUpdate(state: .paused)) else { return false }
        try await control.wait(untilPaused: false)
        memory.failures = 0
      }
      // A resumed feed connects at once, but not earlier than the server allows.
      let left = min(memory.earliest - source.clock.seconds, reconnection.longestFloor / .seconds(1))
      guard left > 0 else { return true }
      guard try await idle(for: Duration(boundedSeconds: left), notes: [], &memory) else { return false }
    }
  }

  /// Waits before the next attempt, or until a pause; throws the error if it is final (no floor) or no attempt is left.
  private func wait(
    _ note: AirNote, floor: Duration?, finally error: AQError, _ memory: inout Memory
  ) async throws {
    guard let floor, memory.failures < reconnection.attempts ?? .max else {
      _ = try await take(AirUpdate(state: .failed(error.code)))
      throw error.attributed(to: source.descriptor.id)
    }
    memory.failures += 1
    let asked = min(max(.zero, floor, memory.askedDelay ?? .zero), reconnection.longestFloor)
    memory.earliest = source.clock.seconds + asked / .seconds(1)
    let backOff = reconnection.backOff(beforeAttempt: memory.failures, using: source.randomNumbers)
    _ = try await idle(for: asked + backOff, notes: [note], &memory)
  }

  /// Stays disconnected for a time, or until a pause; returns false if the consumer has enough.
  private func idle(for wait: Duration, notes: [AirNote], _ memory: inout Memory) async throws -> Bool {
    let until = AirTime(seconds: source.clock.seconds + wait / .seconds(1))
    guard try await take(AirUpdate(notes: notes, state: .waiting(until: until))) else { return false }
    let isOver = try await firstOutcome(
      { [clock = source.clock] in
        try await clock.sleep(for: wait)
        return true
      }, untilPaused { false })
    // The wait is over, even if the clock was set back meanwhile.
    if isOver { memory.earliest = -.infinity }
    return true
  }

  // MARK: One connection

  private func connection(_ memory: inout Memory) async throws -> End {
    memory.connections &+= 1
    (memory.hasReadings, memory.leavesRest) = (false, false)
    let connection: any FeedConnection
    do {
      guard let opened = try await open(nextEndpoint(memory)) else { return .paused }
      connection = opened
    } catch {
      return try failure(error)
    }
    let link = FeedLink(connection, of: self)
    let openedAt = source.clock.seconds
    let end = try await converse(link, &memory)
    if memory.hasReadings {
      memory.heardUntil = link.heardUntil
      if source.clock.seconds - openedAt >= reconnection.stability / .seconds(1) { memory.failures = 0 }
    }
    return end
  }

  /// Returns the address, with the last event's identifier if the feed has any.
  private func nextEndpoint(_ memory: Memory) -> FeedEndpoint {
    var endpoint = source.endpoint
    if let id = memory.lastEventID {
      endpoint.headers.remove("Last-Event-ID")
      // An identifier that is invalid in a header, or longer than servers accept, is ignored.
      if !id.isEmpty, id.utf8.count <= 4096, id.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) {
        endpoint.headers.append(TransportRequest.Header("Last-Event-ID", id))
      }
    }
    return endpoint
  }

  /// Opens a connection; returns nil if the feed is paused first.
  private func open(_ endpoint: FeedEndpoint) async throws -> (any FeedConnection)? {
    try await firstOutcome(
      { [source] in try await source.connector.connect(to: endpoint) },
      { [source] in
        // For connectors that don't enforce the time-out themselves.
        try await source.clock.sleep(for: endpoint.handshakeTimeout.bounded + .seconds(1))
        throw AQError(.timedOut, "The feed's server did not finish the handshake in time.")
      }, untilPaused { nil })
  }

  /// Returns work that waits until the feed is paused, with its result; nil if nothing can pause the feed.
  private func untilPaused<Result>(_ result: @escaping @Sendable () -> Result)
    -> (@Sendable () async throws -> Result)?
  {
    guard let control = source.control else { return nil }
    return {
      try await control.wait(untilPaused: true)
      return result()
    }
  }

  /// Receives from a connection while others watch it, then closes it.
  private func converse(_ link: FeedLink, _ memory: inout Memory) async throws -> End {
    let connection = link.connection
    let result = await withTaskGroup(of: Void.self) { group -> Result<Bool, any Error> in
      group.addTask { [self] in
        await link.watch { [self] state in
          _ = try await take(AirUpdate(notes: link.takeNotes(), state: state))
        }
      }
      if let control = source.control {
        group.addTask {
          guard (try? await control.wait(untilPaused: true)) != nil else { return }
          await link.end(.paused)
        }
      }
      let result: Result<Bool, any Error>
      do {
        result = .success(try await receive(link, &memory))
        await connection.close(.normal)
      } catch {
        result = .failure(error)
        await connection.close(.goingAway)
      }
      group.cancelAll()
      return result
    }
    // Everything else that arrived has been received, unless the consumer stopped.
    if let asked = connection.reconnectDelay { memory.askedDelay = asked }
    if !memory.leavesRest, let id = connection.lastEventID { memory.lastEventID = id }
    if case .success(true) = result { return .enough }
    if case .failure = result, Task.isCancelled { throw CancellationError() }
    if let fate = link.fate { return fate }
    if case .failure(let error) = result { return try failure(error) }
    return .closed(connection.closure)
  }

  private func failure(_ error: any Error) throws -> End {
    if error is CancellationError, Task.isCancelled { throw error }
    return .failed(AQError.wrapping(error, as: .unreachable, source: source.descriptor.id))
  }
}
