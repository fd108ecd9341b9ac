/// A gate per host, for providers that limit the requests to one host.
final class HostGates: Sendable {
  /// The most hosts with a gate of their own.
  private static let most = 64

  private let permits: Int?
  private let gates = Locked<[String: ConcurrencyGate]>([:])

  /// Gates, one per host on first use.
  ///
  /// - Parameter permits: The most concurrent requests per host; nil for no limit.
  init(_ permits: Int?) { self.permits = permits }

  /// The gate of a host; nil without a limit.
  func gate(of host: String) -> ConcurrencyGate? {
    guard let permits else { return nil }
    return gates.withLock { gates in
      let gate = gates[host] ?? ConcurrencyGate(permits)
      // So many hosts belong to no single provider; further ones share the existing gates.
      guard gates.count < Self.most || gates[host] != nil else { return gates.values.first ?? gate }
      gates[host] = gate
      return gate
    }
  }
}
