/// A source of air data: a web service, a live feed, a folder of recordings, or a layer over another source.
///
/// **Use one.** Call ``fetch(_:)``, or pass it to an ``AirHub`` together with other sources.
///
/// **Write one.** For a web service write an ``HTTPAdapter``, which ``HTTPSource`` turns into a source; for a feed write
/// a ``FeedDecoder``; for anything else conform a `Sendable` type or use a ``ClosureSource``. Return reports, one
/// per site, each with the query's places that it is for (``AirReport/places``), and notes on what is missing. "No data" is a
/// response; an error means that the source could not be asked. Throw ``AQError`` where one of its codes fits, and let
/// `CancellationError` pass. The same query may run twice at once.
///
/// **Test one.** `SourceContract` of the product `AQKitTesting` checks it against the rules for all sources.
///
/// ```swift
/// struct WindowSill: AirDataSource {
///   let descriptor: SourceDescriptor
///   let read: @Sendable () async throws -> (pm25: Double?, at: Int64)
///   var clock: any AQClock = AQSystemClock()
///
///   func fetch(_ query: AirQuery) async throws -> AirResponse {
///     try await response(to: query, clock: clock) { _, report in
///       let now = try await read()
///       let sill = report.site(AirSite(id: "sill", name: "Window-sill", kind: .lowCostSensor))
///       report.add(.pm25, now.pm25, unit: "µg/m³", at: .unix(now.at), to: sill)
///     }
///   }
/// }
/// ```
public protocol AirDataSource: Sendable {
  /// The source's declaration of what it offers, requires and allows.
  var descriptor: SourceDescriptor { get }

  /// Returns the response to a query.
  ///
  /// - Throws: An ``AQError`` when the source could not be asked, `CancellationError` when the task was cancelled.
  func fetch(_ query: AirQuery) async throws -> AirResponse

  /// Returns the responses to a query as they change. Work starts and ends with the iteration.
  ///
  /// The default, for sources that can't watch, fetches once and ends.
  func updates(for query: AirQuery) -> AirUpdates

  /// Checks before the first query whether the source can be asked: whether its key, address and network work.
  ///
  /// The default asks for the first declared test place, bypassing caches.
  ///
  /// - Throws: ``AQError/Code/unauthorized`` for a wrong key, ``AQError/Code/unreachable`` for a wrong address,
  ///   `CancellationError` when the task was cancelled.
  func probe() async throws -> [AirNote]
}

extension AirDataSource {
  /// Performs a single fetch, then ends.
  public func updates(for query: AirQuery) -> AirUpdates {
    AirUpdates { send in
      try await send(AirUpdate(fetch(query)))
    }
  }

  /// Returns the response to a query with the values that a closure reads from a file, a database or another library. It
  /// does everything in a fetch except the reading.
  ///
  /// The closure adds all its values to the builder, in any order. Then sites are matched to the places, and kinds,
  /// parameters and times outside the query are left out. Notes say what the source doesn't offer and what is missing.
  ///
  /// ```swift
  /// func fetch(_ query: AirQuery) async throws -> AirResponse {
  ///   try await response(to: query, clock: clock) { _, report in
  ///     for row in try await rows() {
  ///       let site = report.site(AirSite(id: row.station, kind: .referenceStation))
  ///       report.add(.pm25, row.pm25, unit: "µg/m³", at: .unix(row.time), to: site)
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - clock: The clock, for windows such as the current values, and for the time of receipt.
  ///   - read: Adds the values for a part of the query: places of one kind, and parameters that are offered. It is called once
  ///     for each kind of place in the query, and runs off the caller's actor.
  /// - Throws: ``AQError/Code/unsupported`` when nothing in the query is offered; the closure's error, which becomes
  ///   ``AQError/Code/unavailable`` unless it is an ``AQError``; `CancellationError` when the task was cancelled.
  @concurrent public func response(
    to query: AirQuery, clock: any AQClock = AQSystemClock(),
    _ read: @Sendable (AirQuery, inout ReportBuilder) async throws -> Void
  ) async throws -> AirResponse {
    let descriptor = descriptor
    let now = clock.time
    let plan = try QueryPlan(query, for: descriptor, placesPerPart: .max)
    var builder = ReportBuilder(descriptor, ReportBuilder.Receipt(readingBy: clock))
    for note in plan.notes { builder.note(note) }
    for part in plan.parts {
      var own = ReportBuilder(descriptor, ReportBuilder.Receipt(readingBy: clock))
      do {
        try await read(part.query, &own)
      } catch {
        if error is CancellationError || Task.isCancelled { throw CancellationError() }
        throw AQError.wrapping(error, as: .unavailable, source: descriptor.id)
      }
      own.receipt.end()
      own.assignPlaces(of: part.query, askedAt: now)
      builder.merge(own, renumberingPlaces: part.places)
    }
    try Task.checkCancellation()
    builder.receipt.end()
    let receivedAt = builder.receipt.last
    return builder.response(to: query, askedAt: now, receivedAt: receivedAt)
  }

  /// Makes a small request to detect obstacles: by default a query for the first declared test place.
  ///
  /// - Returns: The notes of the response.
  /// - Throws: The error of the query, or of a part of it that failed.
  public func probe() async throws -> [AirNote] {
    let response = try await fetch(descriptor.probeQuery)
    // If a part failed, the next query would fail for the same reason.
    if let note = response.notes.first(where: { $0.code == .failed }) {
      throw note.error(of: descriptor.id)
    }
    return response.notes
  }
}

extension SourceDescriptor {
  /// A small query that the source should be able to serve.
  var probeQuery: AirQuery {
    let place = testPlaces.first
    let offer =
      offers.first { offer in place.map { offer.placeKinds.contains($0.kind) } ?? true } ?? offers.first
    return AirQuery(places: place.map { [$0] } ?? [], window: (offer?.capabilities ?? []).smallestWindow)
  }
}

extension Set<SourceDescriptor.Capability> {
  /// The smallest window that the source supports: now, or else a day ahead or back.
  package var smallestWindow: AirQuery.Window {
    if contains(.current) || contains(.live) || contains(.notices) { return .current }
    return contains(.forecast) ? .next(.seconds(86_400)) : .past(.seconds(86_400))
  }
}
