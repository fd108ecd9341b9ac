public import AQKit

/// A transport that responds from a cassette without a network.
///
/// A request without a recorded response fails at once; the error describes its difference from the closest recorded one.
public final class ReplayTransport: HTTPTransport {
  /// The rule by which a recorded request matches a new one.
  public enum Matching: Hashable, Sendable {
    /// Method, address, query items in any order, and body are equal, except for coordinates that the recorder rounded;
    /// each exchange is used once.
    case strict
    /// Method, path and query items are equal, ignoring the host, the body, and values that are dates or times. Of several
    /// matching exchanges, the most similar ones are used in order, and the last of them any number of times.
    case lenient
  }

  private let exchanges: [Cassette.Exchange]
  private let keys: [RequestKey]
  /// The exchanges of each request, in order.
  private let positions: [RequestKey: [Int]]
  private let matching: Matching
  private let redaction: Redaction
  private let known: KnownCredentials
  private let speed: Double?
  private let clock: any AQClock
  private let used: Locked<Set<Int>> = Locked([])

  /// Creates a transport that responds from a cassette.
  ///
  /// - Parameters:
  ///   - cassette: The recorded responses.
  ///   - matching: The rule by which a recorded request matches a new one.
  ///   - redaction: The redaction of the recording, so that requests can be compared.
  ///   - speed: The speed of the responses as a multiple of the recorded one; nil to respond at once.
  ///   - clock: Waits, if there is a speed.
  public init(
    _ cassette: Cassette, matching: Matching = .strict, redaction: Redaction = Redaction(),
    speed: Double? = nil,
    clock: any AQClock = AQSystemClock()
  ) {
    exchanges = cassette.exchanges
    let keys = cassette.exchanges.map { RequestKey($0.request) }
    self.keys = keys
    positions = Dictionary(grouping: keys.indices) { keys[$0] }
    self.matching = matching
    self.redaction = redaction
    known = KnownCredentials(redaction)
    self.speed = speed.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    self.clock = clock
  }

  /// The number of exchanges that no request used.
  public var unusedCount: Int { used.withLock { exchanges.count - $0.count } }

  /// Returns the cassette's response to a request.
  ///
  /// - Throws: The recorded error; ``AQError/Code/notConfigured`` when the cassette has no response;
  ///   ``AQError/Code/tooLarge`` when the recorded body is larger than the request accepts.
  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    try Task.checkCancellation()
    let (finder, exact) = known.learn(from: request, redaction)
    let exchange = try find(RequestKey(redaction.request(request, repeating: exact, finder)))
    if let speed { try await clock.sleep(for: exchange.took.played(at: speed)) }
    switch exchange.outcome {
    case .response(let response):
      guard response.body.count <= request.maximumBodySize else {
        throw AQError(.tooLarge, "The recorded response is larger than \(request.maximumBodySize) bytes.")
      }
      return response
    case .failure(let code, let message): throw AQError(code, message)
    }
  }

  func find(_ asked: RequestKey) throws(AQError) -> Cassette.Exchange {
    if let equal = positions[asked] { return try take(equal, areEqual: true, for: asked) }
    let candidates = keys.indices.map {
      (index: $0, differences: keys[$0].differences(from: asked, matching, redaction))
    }
    // The most similar matches count: a long number may be an identifier instead of a time.
    let similar = candidates.filter { $0.differences.isEmpty }.map { $0.index }
    let counts = similar.map { keys[$0].differences(from: asked, .strict, redaction, exactly: true).count }
    let fewest = counts.min()
    let matches = zip(similar, counts).filter { $1 == fewest }.map { $0.0 }
    guard matches.isEmpty else { return try take(matches, areEqual: false, for: asked) }
    guard let closest = candidates.min(by: { $0.differences.count < $1.differences.count }) else {
      throw AQError(.notConfigured, "The cassette is empty, so \(asked.summary) has no response.")
    }
    throw AQError(
      .notConfigured,
      "The cassette has no response to \(asked.summary). The closest is exchange \(closest.index + 1) of \(keys.count): "
        + closest.differences.joined(separator: "; ") + ".")
  }

  /// Returns the first of some exchanges that hasn't been used yet; in lenient matching, the last one again after all.
  private func take(
    _ matches: [Int], areEqual: Bool, for asked: RequestKey
  ) throws(AQError) -> Cassette.Exchange {
    let chosen: Int? = used.withLock { used in
      // Those of equal requests are used in order, so the first unused one can be found by halving.
      let first =
        areEqual
        ? matches.indices.firstPassing { !used.contains(matches[$0]) }
        : matches.firstIndex { !used.contains($0) } ?? matches.endIndex
      let next = first < matches.endIndex ? matches[first] : matching == .lenient ? matches.last : nil
      if let next { used.insert(next) }
      return next
    }
    guard let chosen else {
      throw AQError(
        .notConfigured,
        "All responses of the cassette to this request (\(asked.summary)) have been used: \(matches.count)."
      )
    }
    return exchanges[chosen]
  }
}
