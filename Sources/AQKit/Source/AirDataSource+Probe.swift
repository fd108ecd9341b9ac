extension AirDataSource {
  /// Asks for little and shows what stands in the way: by default a query for the first declared test place.
  ///
  /// - Returns: The notes of the answer.
  public func probe() async throws -> [AirNote] {
    let response = try await fetch(descriptor.probeQuery)
    // A part that failed failed for a reason that the next question will meet.
    if let note = response.notes.first(where: { $0.code == .failed }) {
      throw AQError(note.failure ?? .unavailable, note.message, source: descriptor.id)
    }
    return response.notes
  }
}

extension AirLayer {
  /// Probes the base, past what the layer keeps or shares.
  public func probe() async throws -> [AirNote] { try await base.probe() }
}

extension SourceDescriptor {
  /// A small query that the source should be able to answer.
  var probeQuery: AirQuery {
    let place = testPlaces.first
    let offer =
      offers.first { offer in place.map { offer.placeKinds.contains($0.kind) } ?? true } ?? offers.first
    return AirQuery(places: place.map { [$0] } ?? [], window: (offer?.capabilities ?? []).smallestWindow)
  }
}

extension Set<SourceDescriptor.Capability> {
  /// The smallest window that is worth asking about: now, or else a day ahead or back.
  package var smallestWindow: AirWindow {
    if !isDisjoint(with: [.current, .live]) { return .current }
    return contains(.forecast) ? .next(.seconds(86_400)) : .past(.seconds(86_400))
  }
}
