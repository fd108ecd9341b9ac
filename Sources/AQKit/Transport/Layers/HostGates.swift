/// A gate per host, for providers that limit the requests to one host.
struct HostGates {
  let permits: Int?
  private let gates = Locked<[(host: String, gate: ConcurrencyGate)]>([])

  func gate(of host: String) -> ConcurrencyGate? {
    guard let permits else { return nil }
    return gates.withLock { gates in
      if let known = gates.first(where: { $0.host == host }) { return known.gate }
      // More than 64 hosts don't belong to a single provider; further ones share an existing gate.
      if gates.count >= 64, let first = gates.first { return first.gate }
      let gate = ConcurrencyGate(permits)
      gates.append((host, gate))
      return gate
    }
  }
}
