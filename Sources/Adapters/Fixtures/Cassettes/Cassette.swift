public import AQKit

/// Recorded requests with their answers, written by ``RecordingTransport`` and replayed by ``ReplayTransport``.
///
/// As text it has one JSON object per line: the first identifies it, each other one is an exchange.
public struct Cassette: Hashable, Sendable {
  /// A header as it was recorded.
  public struct Header: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value; a mark replaces a credential.
    public var value: String

    /// A header by name and value.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A recorded request, without credentials and with rounded coordinates.
  public struct Request: Hashable, Sendable {
    /// The method.
    public var method: String
    /// The address.
    public var url: String
    /// The headers.
    public var headers: [Header]
    /// The body.
    public var body: [UInt8]

    /// A request without headers and body by default.
    public init(method: String, url: String, headers: [Header] = [], body: [UInt8] = []) {
      self.method = method
      self.url = url
      self.headers = headers
      self.body = body
    }
  }

  /// The outcome of a request.
  public enum Outcome: Hashable, Sendable {
    /// A response.
    case response(TransportResponse)
    /// No complete answer; the code and the message of the error.
    case failure(AQError.Code, String)
  }

  /// A request with its outcome.
  public struct Exchange: Hashable, Sendable {
    /// The request.
    public var request: Request
    /// Its outcome.
    public var outcome: Outcome
    /// From the start of the recording to the request.
    public var after: Duration
    /// From the request to the end of its answer.
    public var took: Duration

    /// An exchange, with its start and its duration.
    public init(_ request: Request, _ outcome: Outcome, after: Duration = .zero, took: Duration = .zero) {
      self.request = request
      self.outcome = outcome
      self.after = after
      self.took = took
    }
  }

  /// When the recording began.
  public var startedAt: AirTime
  /// The exchanges, in the order of their requests.
  public var exchanges: [Exchange]

  /// A cassette, empty by default.
  public init(startedAt: AirTime, exchanges: [Exchange] = []) {
    self.startedAt = startedAt
    self.exchanges = exchanges
  }
}
