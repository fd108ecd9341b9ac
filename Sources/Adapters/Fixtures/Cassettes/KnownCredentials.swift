import AQKit

/// The credentials that a recording has met so far: what was said in one answer may be asked with in the next, and echoed
/// in the one after that.
final class KnownCredentials: Sendable {
  private let state: Locked<(values: Set<String>, finder: CredentialFinder)>
  /// As many as a session has; what goes beyond is a service that mints them without end.
  private static let most = 1000

  init(_ redaction: Redaction) {
    let values = Set(redaction.secrets.map(\.exposed))
    state = Locked((values, CredentialFinder(Array(values))))
  }

  /// Finds all that are known.
  var finder: CredentialFinder { state.withLock { $0.finder } }

  /// Finds all that are known, with some more.
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
