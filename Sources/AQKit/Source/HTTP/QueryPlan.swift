/// A query cut into parts that a provider can be asked, and notes on what can't be.
struct QueryPlan {
  struct Part: Sendable {
    var query: AirQuery
    /// The index in the whole query of each place of the part.
    var places: [Int]
  }

  private(set) var parts: [Part] = []
  private(set) var notes: [AirNote] = []

  /// Cuts a query.
  ///
  /// - Throws: ``AQError/Code/unsupported`` when the source offers none of the parameters, places or kinds.
  init(_ query: AirQuery, for descriptor: SourceDescriptor) throws(AQError) {
    var query = query
    try keepOfferedParameters(of: &query, descriptor)
    if !query.kinds.isEmpty {
      let kinds = descriptor.offers.reduce(into: Set<ReportKind>()) { $0.formUnion($1.kinds) }
      guard !kinds.isDisjoint(with: query.kinds) else {
        let asked = query.kinds.map(\.rawValue).sorted().joined(separator: " or ")
        throw AQError(.unsupported, "\(descriptor.name) has no \(asked).", source: descriptor.id)
      }
    }
    guard !query.places.isEmpty else {
      parts = [Part(query: query, places: [])]
      return
    }
    let kinds = descriptor.offers.reduce(into: Set<PlaceReference.Kind>()) { $0.formUnion($1.placeKinds) }
    let refused = query.places.indices.filter { !kinds.contains(query.places[$0].kind) }
    if refused.count == query.places.count {
      throw AQError(
        .unsupported, "\(descriptor.name) can't be asked about this kind of place.", source: descriptor.id)
    }
    if !refused.isEmpty {
      notes.append(
        AirNote(
          .notOffered, "\(descriptor.name) can't be asked about this kind of place.", places: refused,
          count: refused.count))
    }
    for kind in PlaceReference.Kind.allCases where kinds.contains(kind) {
      let indices = query.places.indices.filter { query.places[$0].kind == kind }
      for first in stride(from: 0, to: indices.count, by: descriptor.limits.placesPerRequest) {
        let chunk = Array(indices[first..<min(first + descriptor.limits.placesPerRequest, indices.count)])
        appendPart(chunk, of: query, descriptor)
      }
    }
    if parts.isEmpty { return }
  }

  private mutating func keepOfferedParameters(of query: inout AirQuery, _ descriptor: SourceDescriptor)
    throws(AQError)
  {
    let offersAny = descriptor.offers.contains { $0.parameters.isEmpty }
    guard !query.parameters.isEmpty, !offersAny else { return }
    let offered = Set(descriptor.parameters)
    let missing = query.parameters.filter { !offered.contains($0) }
    guard !missing.isEmpty else { return }
    let names = missing.map(\.rawValue).joined(separator: ", ")
    query.parameters.removeAll { !offered.contains($0) }
    if query.parameters.isEmpty {
      throw AQError(.unsupported, "\(descriptor.name) doesn't offer \(names).", source: descriptor.id)
    }
    notes.append(
      AirNote(
        .notOffered, "\(descriptor.name) doesn't offer \(names).", parameters: missing, count: missing.count))
  }

  /// Adds a part, without the parameters that none of its places is covered for.
  private mutating func appendPart(_ indices: [Int], of query: AirQuery, _ descriptor: SourceDescriptor) {
    var part = query
    part.places = indices.map { query.places[$0] }
    let asked = query.parameters.isEmpty ? descriptor.parameters : query.parameters
    let uncovered = asked.filter { parameter in
      let offers = descriptor.offers.filter { $0.parameters.contains(parameter) }
      return !offers.isEmpty
        && part.places.allSatisfy { place in
          offers.allSatisfy { $0.coverage.answer(for: place) == .doesNotCover }
        }
    }
    if !uncovered.isEmpty {
      let names = uncovered.map(\.rawValue).joined(separator: ", ")
      notes.append(
        AirNote(
          .notCovered, "\(descriptor.name) has no \(names) there.", parameters: uncovered, places: indices,
          count: uncovered.count))
      part.parameters = asked.filter { !uncovered.contains($0) }
      if part.parameters.isEmpty { return }
    }
    parts.append(Part(query: part, places: indices))
  }
}
