public import AQKit

/// Recorded requests with their answers: what ``RecordingTransport`` writes and ``ReplayTransport`` answers from.
///
/// As text it is one JSON object a line: the first says what it is, every other one holds an exchange.
public struct Cassette: Hashable, Sendable {
  /// A header as it was recorded.
  public struct Header: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value; a mark in place of a credential.
    public var value: String

    /// Makes a header.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A request as it was recorded: without credentials, its coordinates rounded.
  public struct Request: Hashable, Sendable {
    /// The method.
    public var method: String
    /// The address.
    public var url: String
    /// The headers.
    public var headers: [Header]
    /// The body.
    public var body: [UInt8]

    /// Makes a request.
    public init(method: String, url: String, headers: [Header] = [], body: [UInt8] = []) {
      self.method = method
      self.url = url
      self.headers = headers
      self.body = body
    }
  }

  /// What came of a request.
  public enum Outcome: Hashable, Sendable {
    /// A response.
    case response(TransportResponse)
    /// No whole answer; the code and the message of the error.
    case failure(AQError.Code, String)
  }

  /// A request with what came of it.
  public struct Exchange: Hashable, Sendable {
    /// The request.
    public var request: Request
    /// What came of it.
    public var outcome: Outcome
    /// From the start of the recording to the request.
    public var after: Duration
    /// From the request to the end of its answer.
    public var took: Duration

    /// Makes an exchange.
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

  /// Makes a cassette.
  public init(startedAt: AirTime, exchanges: [Exchange] = []) {
    self.startedAt = startedAt
    self.exchanges = exchanges
  }
}
