extension AirDataSource {
  /// Answers a query with what a closure reads, from a file, a database or another library: all of a fetch but the
  /// reading.
  ///
  /// The closure adds what it has to the builder, in any order and as much as it likes. Then sites are matched to the
  /// places, and kinds, parameters and times that nobody asked for are left out. The answer notes what the source
  /// doesn't offer and what is missing.
  ///
  /// ```swift
  /// func fetch(_ query: AirQuery) async throws -> AirResponse {
  ///   try await answer(query, clock: clock) { _, report in
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
  ///   - read: Adds what there is for a part of the query: places of one kind, and parameters that are offered. It is
  ///     called once for each kind of place in the query, and runs off the caller's actor.
  /// - Throws: ``AQError/Code/unsupported`` when nothing in the query is offered; the closure's error, which becomes
  ///   ``AQError/Code/unavailable`` if it is no ``AQError``; `CancellationError` when the task was cancelled.
  @concurrent public func answer(
    _ query: AirQuery, clock: any AQClock = SystemClock(),
    _ read: @Sendable (AirQuery, inout ReportBuilder) async throws -> Void
  ) async throws -> AirResponse {
    let descriptor = descriptor
    let now = clock.time
    let plan = try QueryPlan(query, for: descriptor, placesPerPart: .max)
    var builder = ReportBuilder(descriptor, receivedAt: now)
    for note in plan.notes { builder.note(note) }
    for part in plan.parts {
      var own = ReportBuilder(descriptor, receivedAt: now)
      do {
        try await read(part.query, &own)
      } catch {
        if error is CancellationError || Task.isCancelled { throw CancellationError() }
        throw AQError.wrapping(error, as: .unavailable, source: descriptor.id)
      }
      own.assignPlaces(of: part.query)
      builder.merge(own, renumberingPlaces: part.places)
    }
    try Task.checkCancellation()
    return builder.response(keepingEmptySites: query.detail == .sites, answering: query)
      .narrowed(to: query, at: now)
      .accountingForPlaces(of: query)
  }
}
