extension FeedRun {
  /// Performs the handshake and receives until the end; true if the consumer has enough.
  func receive(_ link: FeedLink, _ session: FeedOptions.Handshake.Session, _ memory: inout Memory)
    async throws -> Bool
  {
    var session = session
    var early: [FeedMessage] = []
    if let handshake = semantics.handshake {
      guard let kept = try await shake(handshake, link, &session) else { return false }
      early = kept
    }
    link.open(session)
    if endsWhenOpen { return true }
    var next = early.isEmpty ? try await link.receive() : early
    while let messages = next {
      guard try await deliver(messages, link, &memory) else { return true }
      next = try await link.receive()
    }
    return false
  }

  /// Performs a handshake; returns the messages outside it, or nil if the connection ended.
  private func shake(
    _ handshake: FeedOptions.Handshake, _ link: FeedLink, _ session: inout FeedOptions.Handshake.Session
  )
    async throws
    -> [FeedMessage]?
  {
    var waiting: ArraySlice<FeedMessage> = []
    var kept: [FeedMessage] = []
    var room = source.endpoint.maximumBufferedBytes
    for step in handshake.steps {
      switch step.action {
      case .send(let make):
        if let message = try make(&session) { try await link.connection.send(message) }
      case .wait(let name, let judge):
        var isDone = false
        while !isDone {
          if waiting.isEmpty {
            guard let messages = try await link.receive() else {
              guard link.fate == nil else { return nil }
              throw AQError(
                .unavailable, "The server closed the feed while \(name) was awaited.",
                cause: link.connection.closure)
            }
            waiting = messages[...]
          }
          guard let message = waiting.popFirst() else { continue }
          switch (try? judge(message, &session)) ?? .other {
          case .matched: isDone = true
          case .matchedWithReadings:
            isDone = true
            kept.append(message)
          case .other: kept.append(message)
          case .refused(let error): throw error
          }
          room = room.addingSaturating(-message.bytes.count - 64)
          guard room > 0 || isDone else {
            throw AQError(.unavailable, "The server sends other data, but not \(name).")
          }
        }
      }
    }
    return kept + waiting
  }

  /// Delivers the content of messages; false if the consumer has enough.
  func deliver(_ messages: [FeedMessage], _ link: FeedLink, _ memory: inout Memory) async throws
    -> Bool
  {
    // A snapshot is complete in itself. And late or repeated readings with times of their own must be compared with
    // earlier messages, even those that arrived together.
    if messages.count > 1,
      source.options.updatesPerMessage || semantics.delivery == .snapshot || semantics.time.statesTimes
    {
      for message in messages {
        guard try await deliver([message], link, &memory) else { return false }
      }
      return true
    }
    let (response, hasReadings, failure) = try decode(messages, &memory)
    var update = AirUpdate(response)
    update.isSnapshot = semantics.delivery == .snapshot && hasReadings
    update.state = link.note(hasReadings: hasReadings, sign: sign(of: messages))
    if hasReadings, !memory.hasReadings {
      memory.hasReadings = true
      let now = source.clock.time
      if let before = memory.heardUntil, before <= now {
        update.gap = AirInterval(uncheckedStart: before, end: now)
      }
    }
    if case .event(_, let id)? = messages.last?.kind { memory.lastEventID = id }
    update = update.filtered(by: query)
    if !update.isEmpty {
      guard try await take(update) else { return false }
    }
    if let failure { throw failure }
    return true
  }

  private func sign(of messages: [FeedMessage]) -> FeedOptions.Liveness.Sign {
    guard let liveness = semantics.liveness else { return .none }
    var last = FeedOptions.Liveness.Sign.none
    for message in messages {
      let sign = liveness.sign(message)
      if sign != .none { last = sign }
    }
    return last
  }

  /// Reads messages into one response and counts unreadable ones. The error is for a feed that sends only garbage.
  private func decode(_ messages: [FeedMessage], _ memory: inout Memory) throws
    -> (AirResponse, hasReadings: Bool, AQError?)
  {
    var builder = ReportBuilder(source.descriptor, receivedAt: source.clock.time)
    builder.timePolicy = semantics.time
    var failure: AQError?
    for message in messages {
      let before = builder.counts
      memory.messages &+= 1
      builder.message = memory.messages
      try builder.attempt { builder in
        try source.decoder.decode(message, for: query, into: &builder)
      }
      let isGarbage = builder.counts.rows == before.rows && builder.counts.refused > before.refused
      memory.garbage = isGarbage ? memory.garbage &+ 1 : 0
      if memory.garbage >= source.options.toleratedGarbage {
        failure = AQError(
          .malformed, "The feed sent \(memory.garbage) messages in a row that can't be read.",
          source: source.descriptor.id)
        break
      }
    }
    let hasReadings = builder.counts.rows > 0
    var response = builder.response()
    memory.tracker.mark(&response.reports)
    if let note = memory.tracker.takeNote() { response.notes.append(note) }
    return (response, hasReadings, failure)
  }
}
