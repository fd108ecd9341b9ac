public import AQKit
import Foundation

/// A transport that writes what it sends and receives into a cassette.
///
/// Credentials are removed by name and by value, and coordinates are rounded (``Redaction``), before anything is
/// written. A cancelled request is not recorded; a failed one is recorded with its error.
public struct RecordingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let redaction: Redaction
  private let clock: any AQClock
  private let start: Date
  private let file: RecordingFile?
  private let kept: Locked<[Cassette.Exchange]>
  private let known: KnownCredentials

  /// A transport that writes a cassette to a file, exchange by exchange, replacing an existing file.
  ///
  /// - Parameters:
  ///   - base: Sends the requests.
  ///   - path: The file.
  ///   - redaction: What to remove.
  ///   - clock: Times the exchanges.
  /// - Throws: ``AQError/Code/notConfigured`` when the file can't be written.
  public init(
    _ base: any HTTPTransport, to path: String, redaction: Redaction = Redaction(),
    clock: any AQClock = SystemClock()
  ) throws(AQError) {
    self.base = base
    self.redaction = redaction
    self.clock = clock
    start = clock.now
    file = try RecordingFile(path, header: Cassette.header(startedAt: AirTime(start)))
    kept = Locked([])
    known = KnownCredentials(redaction)
  }

  /// A transport that keeps its exchanges in memory, in ``cassette``.
  public init(
    _ base: any HTTPTransport, redaction: Redaction = Redaction(), clock: any AQClock = SystemClock()
  ) {
    self.init(base, redaction: redaction, clock: clock, known: KnownCredentials(redaction))
  }

  init(_ base: any HTTPTransport, redaction: Redaction, clock: any AQClock, known: KnownCredentials) {
    self.base = base
    self.redaction = redaction
    self.clock = clock
    start = clock.now
    file = nil
    kept = Locked([])
    self.known = known
  }

  /// The exchanges in memory, in order of the requests; empty if they go to a file.
  public var cassette: Cassette {
    let exchanges = kept.withLock { $0 }
    let order = exchanges.indices.sorted { (exchanges[$0].after, $0) < (exchanges[$1].after, $1) }
    return Cassette(startedAt: AirTime(start), exchanges: order.map { exchanges[$0] })
  }

  /// Sends a request through the base and records the outcome.
  ///
  /// - Throws: The errors of the base, or ``AQError/Code/unavailable`` when the recording can't be written.
  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    let began = clock.now
    let finder = known.finder(learning: redaction.credentials(in: request))
    let response: TransportResponse
    do {
      response = try await base.send(request)
    } catch {
      if error is CancellationError { throw error }
      let failure = AQError.wrapping(error)
      try record(
        request, .failure(failure.code, redaction.text(failure.message, finder)), from: began, finder)
      throw error
    }
    try record(request, .response(redaction.response(response, to: request, finder)), from: began, finder)
    return response
  }

  private func record(
    _ request: TransportRequest, _ outcome: Cassette.Outcome, from began: Date, _ finder: CredentialFinder
  ) throws(AQError) {
    let exchange = Cassette.Exchange(
      redaction.request(request, finder), outcome, after: .seconds(max(0, began.timeIntervalSince(start))),
      took: .seconds(max(0, clock.now.timeIntervalSince(began))))
    guard let file else { return kept.withLock { $0.append(exchange) } }
    try file.append(exchange.line)
  }
}
