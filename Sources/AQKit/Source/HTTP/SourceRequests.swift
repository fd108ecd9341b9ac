/// A source that keeps replies, although it is no layer.
protocol ReplyKeeping {
  var requests: SourceRequests { get }
}

/// The cached replies of one source by request, bounded in number and size, and the requests for them in flight; all its
/// fetches share them.
final class SourceRequests: Sendable {
  /// A reply as it arrived, now or before.
  struct Arrival: Sendable {
    let response: TransportResponse
    let receivedAt: AirTime
    /// The time of arrival on the clock, ignoring the reply's age.
    let arrivedAt: AirTime
    /// The number under which the reply is kept; nil if it isn't kept, or was kept before.
    var number: UInt64?
    /// Whether an equal request gets this reply.
    var isKept = false
    /// The end of the newest value that a decoder found in the reply.
    fileprivate var newest: AirTime?

    init(_ response: TransportResponse, at now: AirTime) {
      (self.response, arrivedAt) = (response, now)
      receivedAt = now.adding(seconds: -response.ageInSeconds)
    }
  }

  private struct State {
    var entries = RecentEntries<TransportRequest, Arrival>(count: 500, size: 32 << 20)
    var counter: UInt64 = 0
    /// The number of times that all replies were removed.
    var generation = 0
  }

  private let state = Locked(State())
  private let flights = InFlightRequests<TransportRequest, Arrival>()
  let clock: any AQClock
  private let transport: any HTTPTransport
  private let descriptor: SourceDescriptor

  init(_ descriptor: SourceDescriptor, through transport: any HTTPTransport, clock: any AQClock) {
    (self.descriptor, self.transport, self.clock) = (descriptor, transport, clock)
  }

  /// Sends a request, which may be redirected to the declared hosts only.
  func send(_ request: TransportRequest) async throws -> TransportResponse {
    var request = request
    request.redirectHosts = request.redirectHosts ?? descriptor.hosts
    return try await SourceContact.request(clock) { [request] in try await transport.send(request) }
  }

  /// Returns the cached reply to a request, or a new one from the service, which equal requests in flight share.
  func reply(
    to request: TransportRequest, keptFor keeping: TransportRequest.Keeping, for query: AirQuery
  ) async throws -> Arrival {
    if let known = known(request, keeping, query) { return known }
    return try await flights.result(of: request) { [self] in
      // An equal request may have finished just before.
      if let known = known(request, keeping, query) { return known }
      return try await ask(request)
    }
  }

  /// Forgets all replies, and those to the requests in flight.
  func removeReplies() {
    state.withLock { state in
      state.entries.removeAll { _, _ in true }
      state.generation += 1
    }
  }

  /// Drops a reply that can't be read, or whose rights forbid keeping it.
  func drop(_ arrival: Arrival, to request: TransportRequest) {
    guard let number = arrival.number else { return }
    state.withLock { state in
      if state.entries[request]?.number == number { state.entries.remove(request) }
    }
  }

  /// Records how new the values of a reply are.
  func found(_ newest: AirTime, in arrival: Arrival, to request: TransportRequest) {
    guard let number = arrival.number else { return }
    state.withLock { state in
      state.entries.change(request) { known in
        if known.number == number { known.newest = max(newest, known.newest ?? newest) }
      }
    }
  }

  private func known(_ request: TransportRequest, _ keeping: TransportRequest.Keeping, _ query: AirQuery)
    -> Arrival?
  {
    let (now, news) = (clock.time, descriptor.cadenceAndLatency(of: query.parameters))
    return state.withLock { state in
      // After a clock was set back the age is unknown.
      guard let known = state.entries.use(request), now >= known.arrivedAt,
        now < keeping.end(from: known.arrivedAt, newest: known.newest, news)
      else { return nil }
      return changed(known) { $0.number = nil }
    }
  }

  /// Asks the service, by a conditional request if there is an older reply with a validator.
  private func ask(_ request: TransportRequest) async throws -> Arrival {
    let (known, generation) = state.withLock { ($0.entries[request]?.response, $0.generation) }
    let old = request.method == .get ? known : nil
    let conditions = old?.validators ?? []
    var conditional = request
    conditional.headers += conditions
    var response = try await send(conditional)
    if response.status == 304, let old, !conditions.isEmpty { response = old.revalidated(by: response) }
    var arrival = Arrival(response, at: clock.time)
    let mayKeep =
      (200..<300).contains(response.status) && descriptor.rights.caching != .forbidden
      && !response.forbidsStoring
    arrival.number = state.withLock { [arrival] state in
      guard mayKeep, state.generation == generation else {
        // An error of the moment leaves the older reply for the next conditional request.
        if (200..<300).contains(arrival.response.status) { state.entries.remove(request) }
        return nil
      }
      state.counter &+= 1
      var kept = arrival
      (kept.number, kept.isKept) = (state.counter, true)
      let size =
        kept.response.body.count + kept.response.headers.sizeInMemory + request.body.count
        + request.url.utf8.count + request.headers.sizeInMemory
      state.entries.insert(kept, of: size, for: request)
      // A reply beyond the size of the store isn't kept.
      return state.entries[request] == nil ? nil : state.counter
    }
    arrival.isKept = arrival.number != nil
    return arrival
  }
}

extension TransportResponse {
  /// The fields of a conditional request by this reply's `ETag` and `Last-Modified` (RFC 9110 §13.1), as far as a request
  /// can carry them.
  fileprivate var validators: [TransportRequest.Header] {
    [("If-None-Match", "ETag"), ("If-Modified-Since", "Last-Modified")].compactMap { condition, validator in
      guard let value = header(validator), !value.isEmpty, value.utf8.count <= 1024,
        value.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
      else { return nil }
      return TransportRequest.Header(condition, value)
    }
  }

  /// Returns this reply with the fields that a 304 renews (RFC 9110 §15.4.5).
  fileprivate func revalidated(by response: TransportResponse) -> TransportResponse {
    let names = ["Age", "Cache-Control", "Date", "ETag", "Expires", "Last-Modified", "Vary"]
    let renewed = response.headers.filter { field in names.contains(where: field.isNamed) }
    var copy = self
    copy.movedTo = response.movedTo
    // The age of the earlier exchange says nothing about this one.
    for name in ["Age"] + renewed.map(\.name) { copy.headers.remove(name) }
    copy.headers += renewed
    return copy
  }

  /// Whether the service forbids storing it (RFC 9111 §5.2.2.5).
  fileprivate var forbidsStoring: Bool {
    headers.contains { field in
      field.isNamed("Cache-Control")
        && field.value.lowercased().split { ", \t".contains($0) }.contains("no-store")
    }
  }
}

extension [TransportRequest.Header] {
  /// The approximate size of a message without its body in bytes.
  fileprivate var sizeInMemory: Int { reduce(200) { $0 + $1.name.utf8.count + $1.value.utf8.count + 80 } }
}
