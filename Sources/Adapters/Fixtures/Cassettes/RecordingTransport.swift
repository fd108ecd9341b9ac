public import AQKit

/// A transport that records its requests and responses in a cassette.
///
/// Credentials are removed by name and by value, and coordinates are rounded (``Redaction``), before anything is
/// kept. A cancelled request is not recorded; a failed one is recorded with its error. A response for which a
/// cassette of ``FixtureFolder/maximumFileSize`` has no room is not recorded, and its request fails.
public struct RecordingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let redaction: Redaction
  private let clock: any AQClock
  private let start: Double
  private let kept = Locked((exchanges: [Cassette.Exchange](), size: 0))
  private let limit: Int
  private let known: KnownCredentials

  /// Creates a transport that keeps its exchanges in ``cassette``.
  ///
  /// - Parameters:
  ///   - base: Sends the requests.
  ///   - redaction: The rule for what to remove.
  ///   - clock: Measures the times of the exchanges.
  public init(
    _ base: any HTTPTransport, redaction: Redaction = Redaction(), clock: any AQClock = AQSystemClock()
  ) {
    self.init(base, redaction: redaction, clock: clock, known: KnownCredentials(redaction))
  }

  init(
    _ base: any HTTPTransport, redaction: Redaction, clock: any AQClock, known: KnownCredentials,
    atMost limit: Int = FixtureFolder.maximumFileSize
  ) {
    (self.base, self.redaction, self.clock, self.known) = (base, redaction, clock, known)
    self.limit = limit
    start = clock.seconds
  }

  /// The exchanges so far, in order of the requests.
  public var cassette: Cassette {
    Cassette(startedAt: AirTime(seconds: start), exchanges: kept.withLock { $0.exchanges })
  }

  /// Sends a request through the base and records the outcome.
  ///
  /// - Throws: The errors of the base; ``AQError/Code/tooLarge`` when there is no room for the response.
  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    let began = clock.seconds
    let (finder, exact) = known.learn(from: request, redaction)
    let response: TransportResponse
    do {
      // Recording needs the whole body, so no reader may consume it in pieces.
      response = try await base.send(changed(request) { $0.bodyReader = nil })
    } catch {
      if error is CancellationError { throw error }
      let failure = AQError.wrapping(error)
      let message = Redaction.rounding(exact, in: redaction.text(failure.message, finder))
      let asked = redaction.request(request, repeating: exact, finder)
      try? record(.failure(failure.code, message), to: asked, began)
      throw error
    }
    let all = known.finder(learning: redaction.credentials(in: response, to: request))
    let outcome = Cassette.Outcome.response(redaction.response(response, repeating: exact, all))
    try record(outcome, to: redaction.request(request, repeating: exact, all), began)
    return response
  }

  private func record(_ outcome: Cassette.Outcome, to request: Cassette.Request, _ began: Double) throws {
    let exchange = Cassette.Exchange(
      request, outcome, after: .seconds(max(0, began - start)), took: .seconds(max(0, clock.seconds - began)))
    let size = exchange.line.count
    try kept.withLock { kept in
      guard size <= limit - kept.size else { throw AQError.tooLarge(recordingBeyond: limit) }
      kept.exchanges.append(exchange)
      kept.size += size
    }
  }
}
