import AQKit

/// The credentials that a recording has met so far: one answer may bring a credential that the next request uses, and a
/// later answer repeats.
final class KnownCredentials: Sendable {
  private let state: Locked<(values: Set<String>, finder: CredentialFinder)>
  /// Enough for a session; a service that exceeds it issues credentials without end.
  private static let most = 1000

  init(_ redaction: Redaction) {
    let values = Set(redaction.secrets.map(\.exposed))
    state = Locked((values, CredentialFinder(Array(values))))
  }

  /// Finds all known ones.
  var finder: CredentialFinder { state.withLock { $0.finder } }

  /// Finds all known ones after adding some.
  func finder(learning values: [String]) -> CredentialFinder {
    state.withLock { state in
      let all = state.values.union(values.filter { $0.utf8.count >= 4 })
      if all.count > state.values.count {
        let finder = CredentialFinder(Array(all))
        if all.count > Self.most { return finder }
        state = (all, finder)
      }
      return state.finder
    }
  }
}
