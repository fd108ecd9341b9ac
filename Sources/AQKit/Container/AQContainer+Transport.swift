extension AQContainer {
  /// The container's transport as a source should use it: within the source's declared limits, which all sources of the
  /// same provider and credential share, and asking again where that is worth it.
  ///
  /// - Parameters:
  ///   - descriptor: The source's declaration. ``Limits/provider`` names who counts; where it doesn't, the identifier
  ///     does.
  ///   - credential: The key by which the provider counts; nil where it counts by the caller's address.
  /// - Throws: ``AQError/Code/notConfigured`` when the container has no transport.
  public func transport(for descriptor: SourceDescriptor, credential: Secret? = nil) throws(AQError)
    -> any HTTPTransport
  {
    let clock = try self[.clock]
    let provider = descriptor.limits.provider ?? descriptor.id.rawValue
    let budget = try self[.requestBudgets].budget(
      for: .init(provider, credential: credential), limits: descriptor.limits, clock: clock)
    let transport = try self[.httpTransport]
    return transport.resilient(within: budget, clock: clock, randomNumbers: try self[.randomNumbers])
  }
}
