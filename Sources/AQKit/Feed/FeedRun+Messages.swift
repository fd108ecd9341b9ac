extension FeedRun {
  /// Performs the handshake and receives until the end; returns true if the consumer has enough.
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

  /// Delivers the content of messages; false if the consumer has enough.
  func deliver(_ messages: [FeedMessage], _ link: FeedLink, _ memory: inout Memory) async throws
    -> Bool
  {
    // A snapshot is complete in itself, and late or repeated readings with times of their own must be compared with
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

/// Tracks the newest reading of every key, and flags late and repeated ones.
struct ReadingTracker {
  /// A reading, by its interval in seconds since 1970 and its value.
  struct Reading {
    var start: Int64
    var end: Int64
    var value: Double
  }

  private let semantics: FeedOptions.Semantics
  /// The indices in `newest`.
  private var tracks: [FeedSnapshot.ReadingKey: Int32] = [:]
  /// The newest readings; nil if there is none yet.
  private var newest: ContiguousArray<Reading?> = []
  /// The bytes of the texts in the keys.
  private var bytes = 0
  /// The readings that passed without a comparison since ``takeNote()``.
  private var untracked = 0
  /// The most tracked keys, and the most bytes of their texts; readings of further ones pass without a flag.
  private static let (mostKeys, mostBytes) = (100_000, 32 << 20)

  init(_ semantics: FeedOptions.Semantics) { self.semantics = semantics }

  /// Flags readings: ``AirReading/QualityFlag/late`` after a newer one of the same key, ``AirReading/QualityFlag/repeated``
  /// for the same value and interval as before or, for a sender that repeats remembered values, for the same value as the
  /// last.
  ///
  /// Forecasts are not flagged, because a later one covers the same times.
  mutating func mark(_ reports: inout [AirReport]) {
    for index in reports.indices where reports[index].kind != .forecast {
      for position in reports[index].series.indices {
        let series = reports[index].series[position]
        if let marked = marked(series, of: reports[index]) { reports[index].series[position] = marked }
      }
    }
  }

  /// Returns the flagged series; nil if no flag applies.
  private mutating func marked(_ series: AirSeries, of report: AirReport) -> AirSeries? {
    let track = track(of: series, report)
    let before = track.flatMap { newest[Int($0)] }
    var last = before
    var flags: [Set<AirReading.QualityFlag>]?
    for (index, value) in series.values.enumerated() where !value.isNaN {
      let reading = Reading(
        start: series.timeline.startSeconds(at: index), end: series.timeline.endSeconds(at: index),
        value: value)
      if let flag = flag(reading, after: before, timed: series.flags?[index].contains(.timeOfReceipt) != true)
      {
        if flags == nil { flags = series.flags ?? Array(repeating: [], count: series.count) }
        flags?[index].insert(flag)
      }
      // One that can't be the newest would make all that follow late.
      if last.map({ $0.end <= reading.end }) ?? true, mayBeNewest(reading, in: report) { last = reading }
    }
    if let track { newest[Int(track)] = last }
    guard let flags else { return nil }
    return try? AirSeries(
      series.parameter, unit: series.unit, averaging: series.averaging, timeline: series.timeline,
      values: series.values, flags: flags, completeness: series.completeness,
      accuracy: series.accuracy, origin: series.origin,
      correction: series.correction, conversion: series.conversion)
  }

  private func mayBeNewest(_ reading: Reading, in report: AirReport) -> Bool {
    reading.end <= report.receivedAt.secondsSince1970
      || !AirInterval(
        uncheckedStart: AirTime(secondsSince1970: reading.start), end: AirTime(secondsSince1970: reading.end)
      ).isBeyondReceipt(report.receivedAt, for: report.kind)
  }

  /// Returns the note on readings that passed without a comparison; nil if there are none since the last call.
  mutating func takeNote() -> AirNote? {
    guard untracked > 0 else { return nil }
    defer { untracked = 0 }
    return AirNote(
      .remark,
      "Readings were not compared with earlier ones: the feed has more than \(Self.mostKeys) series, or names longer than \(Self.mostBytes >> 20) MiB in all.",
      count: untracked)
  }

  /// Finds where the readings of a series are tracked; nil if there are too many keys.
  private mutating func track(of series: AirSeries, _ report: AirReport) -> Int32? {
    let key = FeedSnapshot.ReadingKey(series, of: report, parts: semantics.key)
    if let known = tracks[key] { return known }
    let size = key.approximateSize
    guard tracks.count < Self.mostKeys, bytes + size <= Self.mostBytes else {
      untracked = untracked.addingSaturating(series.count)
      return nil
    }
    bytes += size
    let new = Int32(truncatingIfNeeded: newest.count)
    tracks[key] = new
    newest.append(nil)
    return new
  }

  private func flag(_ reading: Reading, after before: Reading?, timed: Bool) -> AirReading.QualityFlag? {
    guard let before else { return nil }
    if reading.end < before.end { return .late }
    guard reading.value == before.value else { return nil }
    if reading.start == before.start, reading.end == before.end { return .repeated }
    return semantics.delivery == .repeatedCache && !timed ? .repeated : nil
  }
}
