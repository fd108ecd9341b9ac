extension AQContainer {
  /// The container's transport for a source: within the source's declared limits, which all sources of the same
  /// provider and credential share, and with retries.
  ///
  /// - Parameters:
  ///   - descriptor: The source's declaration. ``Limits/provider`` names the provider that counts the requests; by
  ///     default the identifier does.
  ///   - credential: The key by which the provider counts; nil if it counts by address.
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
