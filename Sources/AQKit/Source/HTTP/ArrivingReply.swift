/// The reply to a call that is read while it arrives: the adapter reads each piece, and only requested values are kept.
final class ArrivingReply<Adapter: HTTPAdapter>: Sendable {
  typealias Call = HTTPCall<Adapter.Step>

  struct Content: Sendable {
    var builder: ReportBuilder
    var sites = GatheredSites<Adapter.Step>()
    var followUps: [Call] = []
  }

  private struct State: Sendable {
    var cutter: RowCutter
    var content: Content
    var isEmpty = true
    /// The number of values outside the query.
    var unasked = 0
    /// The number of values after the last sweep.
    var swept = 0
    var failure: AQError?
  }

  private let fetch: PartFetch<Adapter>
  private let call: Call
  private let query: AirQuery
  private let places: [Int]
  private let head: TransportResponse
  private let receivedAt: AirTime
  /// Nil while it is in use: one exchange calls it, one piece at a time, and its end is taken afterwards.
  private let state: Locked<State?>

  init(
    _ head: TransportResponse, to call: Call, in pieces: TransportRequest.Pieces, _ fetch: PartFetch<Adapter>,
    _ query: AirQuery, answering places: [Int]
  ) {
    (self.fetch, self.call, self.query, self.places) = (fetch, call, query, places)
    self.head = TransportResponse(status: head.status, headers: head.headers)
    receivedAt = fetch.clock.time.adding(seconds: -head.ageInSeconds)
    state = Locked(
      State(
        cutter: RowCutter(pieces),
        content: Content(builder: ReportBuilder(fetch.descriptor, receivedAt: receivedAt))))
  }

  var failure: AQError? { state.withLock { $0?.failure } }

  /// Takes the next bytes.
  ///
  /// - Throws: The adapter's errors, as errors that transports don't retry.
  func take(_ bytes: [UInt8]) throws {
    do {
      try withState { state in
        // Read in portions, so that a whole body isn't held twice.
        for start in stride(from: 0, to: bytes.count, by: 1 << 16) {
          state.cutter.append(bytes[start..<min(start + (1 << 16), bytes.count)])
          while let piece = state.cutter.next(isLast: false) { try read(piece, &state) }
        }
      }
    } catch var error as AQError {
      error.retry = .never
      throw error
    }
  }

  /// Returns the content of the whole reply, once all bytes have arrived.
  func finish() throws -> Content {
    try withState { state in
      while let piece = state.cutter.next(isLast: true) { try read(piece, &state) }
      if state.isEmpty { try read(state.cutter.header, &state) }
      if state.cutter.longRows > 0 {
        state.content.builder.refuse(
          "a row is longer than \(CSVFields.longestRow >> 20) MiB", count: state.cutter.longRows)
      }
      if state.unasked > 0 {
        state.content.builder.note(
          AirNote(
            .remark, "Values outside the query were skipped while the file arrived.",
            count: state.unasked))
      }
      return state.content
    }
  }

  private func withState<Result>(_ body: (inout State) throws -> Result) throws -> Result {
    guard var state = self.state.withLock({ $0.take() }) else { throw CancellationError() }
    defer { self.state.withLock { [state] in $0 = state } }
    if let failure = state.failure { throw failure }
    do {
      try Task.checkCancellation()
      return try body(&state)
    } catch {
      if error is CancellationError { throw error }
      let failure = AQError.wrapping(error, as: .malformed, source: fetch.descriptor.id)
      state.failure = failure
      throw failure
    }
  }

  private func read(_ piece: [UInt8], _ state: inout State) throws {
    state.isEmpty = false
    let most = fetch.descriptor.limits.requestsPerFetch
    var response = head
    response.body = piece
    let reply = HTTPReply(response, to: call, about: query, receivedAt: receivedAt)
    var builder = ReportBuilder(fetch.descriptor, receivedAt: receivedAt)
    builder.receipt.last = fetch.clock.time
    var followUps = try fetch.adapter.read(reply, answering: places, into: &builder)
    let sites = GatheredSites(from: &followUps, in: &builder, places: call.places, atMost: most)
    state.content.sites = state.content.sites + sites
    state.content.sites.choose(for: query, nearest: fetch.adapter.sitesPerPoint)
    // One more than can be made, so that exceeding the limit is noted.
    state.content.followUps += followUps.prefix(max(0, most + 1 - state.content.followUps.count))
    state.unasked +=
      builder.dropUnaskedSites(of: query) + builder.dropUnaskedValues(of: query, askedAt: fetch.now)
    state.content.builder.merge(builder, renumberingPlaces: nil)
    // A later value supersedes older ones. Searching all of them costs as much as adding that many again.
    let count = state.content.builder.valueCount
    guard count > 2 * state.swept + 10_000 else { return }
    state.unasked += state.content.builder.dropUnaskedValues(of: query, askedAt: fetch.now, isWhole: true)
    state.swept = state.content.builder.valueCount
  }
}
