/// A query split into parts for a provider, with notes on what it doesn't offer.
struct QueryPlan {
  struct Part: Sendable {
    var query: AirQuery
    /// The index of each of the part's places in the whole query.
    var places: [Int]

    /// Returns the part with only some of its places, by index in this part.
    func narrowed(to indices: [Int]) -> Part {
      var narrowed = self
      narrowed.places = indices.map { places[$0] }
      narrowed.query.places = indices.map { query.places[$0] }
      return narrowed
    }
  }

  private(set) var parts: [Part] = []
  private(set) var notes: [AirNote] = []
  private let descriptor: SourceDescriptor

  /// Splits a query into parts of one kind of place. `placesPerPart` is the maximum number of places in a part; by default
  /// as many as a request takes. Throws ``AQError/Code/unsupported`` when the source offers none of the parameters, places
  /// or kinds.
  init(_ query: AirQuery, for descriptor: SourceDescriptor, placesPerPart: Int? = nil) throws(AQError) {
    self.descriptor = descriptor
    var query = query
    try checkKinds(query)
    try keepOfferedParameters(of: &query)
    guard !query.places.isEmpty else {
      parts = [Part(query: query, places: [])]
      return
    }
    let placeKinds = try askableKinds(query)
    let asked = query.parameters.isEmpty ? descriptor.parameters : query.parameters
    let uncovered = uncoveredParameters(query, asked, placeKinds)
    let step = max(1, placesPerPart ?? descriptor.limits.placesPerRequest)
    for kind in AirQuery.Place.Kind.allCases where placeKinds.contains(kind) {
      let indices = query.places.indices.filter {
        query.places[$0].kind == kind && uncovered[$0] != asked
      }
      var rest = indices[...]
      while !rest.isEmpty {
        appendPart(Array(rest.prefix(step)), of: query, asked, uncovered)
        rest = rest.dropFirst(step)
      }
    }
  }

  private func checkKinds(_ query: AirQuery) throws(AQError) {
    guard !query.kinds.isEmpty, !descriptor.offers.contains(where: \.isOfNotices) else { return }
    let kinds = descriptor.offers.reduce(into: Set<AirReport.Kind>()) { $0.formUnion($1.kinds) }
    if kinds.isDisjoint(with: query.kinds) {
      let asked = query.kinds.map(\.rawValue).sorted().joined(separator: " or ")
      throw AQError(.unsupported, "\(descriptor.name) has no \(asked).", source: descriptor.id)
    }
  }

  private mutating func keepOfferedParameters(of query: inout AirQuery) throws(AQError) {
    let offersAny =
      descriptor.offers.contains { $0.parameters.isEmpty && !$0.isOfNotices }
      || descriptor.isOfNotices
    guard !query.parameters.isEmpty, !offersAny else { return }
    let offered = Set(descriptor.parameters)
    let missing = query.parameters.filter { !offered.contains($0) }
    guard !missing.isEmpty else { return }
    let names = missing.map(\.rawValue).joined(separator: ", ")
    let message = "\(descriptor.name) doesn't offer \(names)."
    query.parameters.removeAll { !offered.contains($0) }
    if query.parameters.isEmpty { throw AQError(.unsupported, message, source: descriptor.id) }
    notes.append(AirNote(.notOffered, message, parameters: missing, count: missing.count))
  }

  /// Returns the kinds of place that the source supports, and notes the query's places of other kinds; throws if all are.
  private mutating func askableKinds(_ query: AirQuery) throws(AQError) -> Set<AirQuery.Place.Kind> {
    let kinds = descriptor.offers.reduce(into: Set<AirQuery.Place.Kind>()) { $0.formUnion($1.placeKinds) }
    let refused = query.places.indices.filter { !kinds.contains(query.places[$0].kind) }
    let message = "\(descriptor.name) can't be asked about this kind of place."
    if refused.count == query.places.count {
      throw AQError(.unsupported, message, source: descriptor.id)
    }
    if !refused.isEmpty {
      notes.append(AirNote(.notOffered, message, places: refused, count: refused.count))
    }
    return kinds
  }

  /// Returns the parameters that each place is known not to have: nil for none, all that are asked for if the place isn't
  /// covered. Similar places share a note.
  private mutating func uncoveredParameters(
    _ query: AirQuery, _ asked: [AirParameter], _ kinds: Set<AirQuery.Place.Kind>
  ) -> [[AirParameter]?] {
    var uncovered = [[AirParameter]?](repeating: nil, count: query.places.count)
    var similar = PlacesByParameters()
    for (index, place) in query.places.enumerated() where kinds.contains(place.kind) {
      let offers = descriptor.offers.filter { $0.mayCover(place) }
      let missing = asked.filter { parameter in
        !offers.contains { $0.parameters.isEmpty || $0.parameters.contains(parameter) }
      }
      guard offers.isEmpty || !missing.isEmpty else { continue }
      uncovered[index] = missing
      similar.add(index, without: missing)
    }
    for (missing, indices) in similar.groups {
      let (message, parameters) =
        missing == asked
        ? ("doesn't cover the place", query.parameters)
        : ("has no \(missing.map(\.rawValue).joined(separator: ", ")) there", missing)
      notes.append(
        AirNote(
          .notCovered, "\(descriptor.name) \(message).", parameters: parameters, places: indices,
          count: indices.count))
    }
    return uncovered
  }

  /// Adds a part, without parameters that none of its places has.
  private mutating func appendPart(
    _ indices: [Int], of query: AirQuery, _ asked: [AirParameter], _ uncovered: [[AirParameter]?]
  ) {
    var part = query
    part.places = indices.map { query.places[$0] }
    let offered = asked.filter { parameter in
      indices.contains { !(uncovered[$0]?.contains(parameter) ?? false) }
    }
    if offered.count < asked.count { part.parameters = offered }
    parts.append(Part(query: part, places: indices))
  }
}

/// The places that lack the same parameters, in the order of the first of them.
struct PlacesByParameters {
  private(set) var groups: [(parameters: [AirParameter], places: [Int])] = []
  private var numbers: [[AirParameter]: Int] = [:]

  mutating func add(_ place: Int, without parameters: [AirParameter]) {
    if let number = numbers[parameters] { return groups[number].places.append(place) }
    numbers[parameters] = groups.count
    groups.append((parameters, [place]))
  }
}
