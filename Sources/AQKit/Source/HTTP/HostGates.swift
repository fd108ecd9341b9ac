/// A gate for each host, where a provider bounds the requests to one host.
final class HostGates: Sendable {
  /// The most hosts that are told apart.
  private static let most = 64

  private let permits: Int?
  private let gates = Locked<[String: ConcurrencyGate]>([:])

  /// Makes gates.
  ///
  /// - Parameter permits: How many requests one host takes at the same time; nil for no bound.
  init(_ permits: Int?) { self.permits = permits }

  /// The gate of a host; nil where there is no bound.
  func gate(of host: String) -> ConcurrencyGate? {
    guard let permits else { return nil }
    return gates.withLock { gates in
      let gate = gates[host] ?? ConcurrencyGate(permits)
      // Who asks that many hosts doesn't ask one provider; they share what there is.
      guard gates.count < Self.most || gates[host] != nil else { return gates.values.first ?? gate }
      gates[host] = gate
      return gate
    }
  }
}
