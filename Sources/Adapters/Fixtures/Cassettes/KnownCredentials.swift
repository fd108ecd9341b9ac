import AQKit

/// The credentials and the exact coordinates that a recording has found so far.
///
/// One response may bring a credential that the next request uses and a later response repeats. Anything may repeat the
/// coordinates of the query, of the source's options and of the requests.
final class KnownCredentials: Sendable {
  private let state: Locked<(values: Set<String>, finder: CredentialFinder)>
  private let coordinates = Locked<Set<Double>>([])
  /// The number of values that are kept, which is enough for a session; a service that exceeds it issues credentials endlessly.
  private static let most = 1000

  init(_ redaction: Redaction) {
    let values = Set(redaction.secrets.map(\.exposed))
    state = Locked((values, CredentialFinder(Array(values))))
  }

  var finder: CredentialFinder { state.withLock { $0.finder } }

  /// Returns a finder of the credentials so far, and the exact coordinates so far, with those of a request.
  func learn(from request: TransportRequest, _ redaction: Redaction) -> (CredentialFinder, exact: [Double]) {
    let exact = redaction.exactCoordinates(of: request)
    learn(coordinates: exact)
    return (finder(learning: redaction.credentials(in: request)), (exact + exactCoordinates).unique)
  }

  func learn(coordinates exact: [Double]) {
    coordinates.withLock { if $0.count < Self.most { $0.formUnion(exact) } }
  }

  var exactCoordinates: [Double] { coordinates.withLock { Array($0) } }

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
