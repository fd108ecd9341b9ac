/// One source of a hub: its declaration and the recipe for its first use.
struct Candidate: Sendable {
  let descriptor: SourceDescriptor
  let isEnabled: Bool
  private let once: Lazy<any AirDataSource>

  init(
    _ descriptor: SourceDescriptor, isEnabled: Bool, make: @escaping @Sendable () throws -> any AirDataSource
  ) {
    self.descriptor = descriptor
    self.isEnabled = isEnabled
    self.once = Lazy(make)
  }

  /// The source, made at the first call.
  func source() throws -> any AirDataSource { try once.value() }

  /// Why its declaration rules the source out; nil if it should be asked.
  func reasonToSkip(_ query: AirQuery, at now: AirTime) -> SourceOutcome.SkipReason? {
    if !isEnabled { return .disabled }
    if !descriptor.endpoints.isEmpty,
      descriptor.endpoints.allSatisfy({ $0.retiresOn.map { $0 <= now } ?? false })
    {
      return .retired
    }
    let missing = query.purposes.filter { !descriptor.rights.allow($0) }
    if !missing.isEmpty { return .rights(missing.sorted { $0.rawValue < $1.rawValue }) }
    let offers = descriptor.offers.filter { $0.canAnswer(query, at: now) }
    if offers.isEmpty { return .notOffered }
    let isCovered =
      query.places.isEmpty
      || query.places.contains { place in
        offers.contains {
          $0.placeKinds.contains(place.kind) && $0.coverage.answer(for: place) != .doesNotCover
        }
      }
    return isCovered ? nil : .notCovered
  }

  /// Asks the source, unless there is a reason not to.
  func outcome(_ query: AirQuery, _ skip: SourceOutcome.SkipReason?, _ clock: any AQClock)
    async throws(CancellationError) -> SourceOutcome
  {
    if let skip { return SourceOutcome(descriptor: descriptor, result: .skipped(skip)) }
    var descriptor = descriptor
    do {
      let source = try source()
      // An instance may refine its recipe's declaration.
      descriptor = source.descriptor
      let response = try await AirDeadline.heeded(clock: clock, source: descriptor.id) {
        try await source.fetch(query)
      }
      try Task.checkCancellation()
      return SourceOutcome(descriptor: descriptor, result: .answered(response), receivedAt: clock.time)
    } catch {
      if Task.isCancelled { throw CancellationError() }
      let wrapped = AQError.wrapping(error, source: descriptor.id)
      if wrapped.code == .notConfigured {
        return SourceOutcome(descriptor: descriptor, result: .skipped(.notConfigured(wrapped.message)))
      }
      return SourceOutcome(descriptor: descriptor, result: .failed(wrapped), receivedAt: clock.time)
    }
  }
}

extension SourceDescriptor.Offer {
  /// Whether the offer matches a part of a query, coverage aside.
  func canAnswer(_ query: AirQuery, at now: AirTime) -> Bool {
    if !query.kinds.isEmpty, kinds.isDisjoint(with: query.kinds) { return false }
    if !query.parameters.isEmpty, !parameters.isEmpty, Set(parameters).isDisjoint(with: query.parameters) {
      return false
    }
    if !query.places.isEmpty, !query.places.contains(where: { placeKinds.contains($0.kind) }) { return false }
    if query.detail == .sites { return capabilities.contains(.stations) }
    switch query.window {
    case .current: return !capabilities.isDisjoint(with: [.current, .live])
    case .past: return !capabilities.isDisjoint(with: [.history, .current])
    case .next: return capabilities.contains(.forecast)
    case .interval(let interval):
      if interval.end <= now { return capabilities.contains(.history) }
      if interval.start > now { return capabilities.contains(.forecast) }
      return !capabilities.isDisjoint(with: [.current, .forecast, .history, .live])
    }
  }
}

extension AirRights {
  /// Whether the rights allow a purpose.
  func allow(_ purpose: AirQuery.Purpose) -> Bool {
    switch purpose {
    case .commercialUse: commercialUse == .allowed
    case .redistribution: redistribution == .allowed
    case .caching: caching == .allowed
    case .modification: modification == .allowed
    }
  }
}
