extension FeedRun {
  /// Performs the handshake and receives until the end; returns true if the consumer has enough.
  func receive(_ link: FeedLink, _ memory: inout Memory) async throws -> Bool {
    var session = FeedOptions.Handshake.Session(query: query, connection: memory.connections)
    var early: [FeedMessage] = []
    if let handshake = semantics.handshake {
      guard let kept = try await shake(handshake, link, &session) else { return false }
      early = kept
    }
    link.open(session)
    if endsWhenOpen { return true }
    var next = early.isEmpty ? try await link.receive() : early
    while let messages = next {
      let notes = link.takeNotes()
      if !notes.isEmpty, try await !take(AirUpdate(notes: notes)) { return true }
      guard try await deliver(messages, link, &memory) else { return true }
      next = try await link.receive()
    }
    return false
  }

  /// Performs a handshake; returns the messages outside it, or nil if the connection ended.
  private func shake(
    _ handshake: FeedOptions.Handshake, _ link: FeedLink, _ session: inout FeedOptions.Handshake.Session
  ) async throws -> [FeedMessage]? {
    var waiting: ArraySlice<FeedMessage> = []
    var kept: [FeedMessage] = []
    var room = source.endpoint.maximumBufferedBytes
    for step in handshake.steps {
      switch step {
      case .send(let make):
        if let message = try make(&session) { try await link.connection.send(message) }
      case .wait(let name, let judge):
        while try !find(name, judge, in: &waiting, &kept, &room, &session) {
          guard let messages = try await link.receive() else {
            guard link.fate == nil else { return nil }
            throw AQError(
              .unavailable, "The server closed the feed while \(name) was awaited.",
              cause: link.connection.closure)
          }
          waiting = messages[...]
        }
      }
    }
    return kept + waiting
  }

  /// Takes arrived messages until one is the expected one, and keeps those to decode; returns false if there are too few.
  // Not inlined: each wait of a handshake would have its own copy.
  @inline(never)
  private func find(
    _ name: String,
    _ judge: (FeedMessage, inout FeedOptions.Handshake.Session) throws -> FeedOptions.Handshake.Reply,
    in waiting: inout ArraySlice<FeedMessage>, _ kept: inout [FeedMessage], _ room: inout Int,
    _ session: inout FeedOptions.Handshake.Session
  ) throws -> Bool {
    while let message = waiting.popFirst() {
      room = room.addingSaturating(-message.bytes.count - 64)
      switch (try? judge(message, &session)) ?? .other {
      case .matched: return true
      case .matchedWithReadings:
        kept.append(message)
        return true
      case .other: kept.append(message)
      case .refused(let error): throw error
      }
      if room <= 0 { throw AQError(.unavailable, "The server sends other data, but not \(name).") }
    }
    return false
  }

  func deliver(_ messages: [FeedMessage], _ link: FeedLink, _ memory: inout Memory) async throws
    -> Bool
  {
    // Each snapshot is complete, so it is an update by itself; and readings that state their times are compared with those of
    // earlier messages, even of messages that arrived together, to find late and repeated ones.
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
    memory.leavesRest = failure != nil
    update = update.filtered(by: query)
    if !update.isEmpty {
      guard try await take(update) else { return false }
    }
    if let failure { throw failure }
    return true
  }

  /// Delivers an update without the query's secrets; false if the consumer has enough.
  func take(_ update: consuming AirUpdate) async throws -> Bool {
    if hasCredentials {
      for index in update.reports.indices { secrets.hideCredentials(in: &update.reports[index].site) }
    }
    for index in update.notes.indices {
      update.notes[index].message = secrets.hidden(in: update.notes[index].message)
    }
    return try await consumer(update)
  }

  private func sign(of messages: [FeedMessage]) -> FeedOptions.Liveness.Sign {
    guard let liveness = semantics.liveness else { return .none }
    return messages.map(liveness.sign).last { $0 != .none } ?? .none
  }

  /// Reads messages into one response and counts unreadable ones. The error is for a feed that sends only garbage.
  private func decode(_ messages: [FeedMessage], _ memory: inout Memory) throws
    -> (AirResponse, hasReadings: Bool, AQError?)
  {
    let now = source.clock.time
    memory.builder.receipt = ReportBuilder.Receipt(at: now)
    memory.builder.timePolicy = semantics.time
    defer { empty(&memory, after: messages) }
    var failure: AQError?
    for message in messages {
      let before = memory.builder.counts
      memory.messages &+= 1
      memory.builder.message = memory.messages
      try memory.builder.attempt { builder in
        try source.decoder.decode(message, for: query, into: &builder)
      }
      if case .event(_, let id) = message.kind { memory.lastEventID = id }
      let counts = memory.builder.counts
      let isGarbage = counts.rows == before.rows && counts.refused > before.refused
      memory.garbage = isGarbage ? memory.garbage &+ 1 : 0
      if memory.garbage >= source.options.toleratedGarbage {
        failure = AQError(
          .malformed, "The feed sent \(memory.garbage) messages in a row that can't be read.",
          source: source.descriptor.id)
        break
      }
    }
    let hasReadings = memory.builder.counts.rows > 0
    var response = memory.builder.response(keepingEmptySites: false, to: nil, askedAt: now)
    response.notices = response.notices.map { $0.mappingTexts { text, _ in secrets.hidden(in: text) } }
    memory.tracker.mark(&response.reports)
    if let note = memory.tracker.takeNote() { response.notes.append(note) }
    return (response, hasReadings, failure)
  }

  /// Empties the builder for the next messages, or begins with a new one.
  private func empty(_ memory: inout Memory, after messages: [FeedMessage]) {
    memory.bytes = messages.reduce(memory.bytes) { $0.addingSaturating($1.bytes.count) }
    // The builder remembers names from outside, so it is replaced after 4 MiB, and if a decoder has assigned another one.
    if memory.bytes <= 4 << 20, memory.builder.undoLog.depth == 0 { return memory.builder.removeAll() }
    memory.builder = ReportBuilder(source.descriptor, receivedAt: memory.builder.receivedAt)
    memory.bytes = 0
  }
}
