public import AQKit

/// Recorded requests with their responses, written by ``RecordingTransport`` and replayed by ``ReplayTransport``.
///
/// As text it has one JSON object per line: the first identifies it, each other one is an exchange.
public struct Cassette: Hashable, Sendable {
  /// A recorded request, without credentials and with rounded coordinates.
  public struct Request: Hashable, Sendable {
    /// The method.
    public var method: String
    /// The address.
    public var url: String
    /// The header fields; a mark replaces a credential.
    public var headers: [TransportRequest.Header]
    /// The body.
    public var body: [UInt8]

    /// Creates a request without headers and body by default.
    public init(
      method: String, url: String, headers: [TransportRequest.Header] = [], body: [UInt8] = []
    ) {
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
    /// The response wasn't complete; the code and the message of the error.
    case failure(AQError.Code, String)
  }

  /// A request with its outcome.
  public struct Exchange: Hashable, Sendable {
    /// The request.
    public var request: Request
    /// The outcome of the request.
    public var outcome: Outcome
    /// The time from the start of the recording to the request.
    public var after: Duration
    /// The time from the request to the end of its response.
    public var took: Duration

    /// Creates an exchange; ``after`` counts from the start of the recording, ``took`` from the request.
    public init(_ request: Request, _ outcome: Outcome, after: Duration = .zero, took: Duration = .zero) {
      self.request = request
      self.outcome = outcome
      self.after = after
      self.took = took
    }
  }

  /// The start of the recording.
  public var startedAt: AirTime
  /// The exchanges, in the order of their requests.
  public var exchanges: [Exchange]

  /// Creates a cassette, empty by default, and puts its exchanges in the order of their requests.
  public init(startedAt: AirTime, exchanges: [Exchange] = []) {
    self.startedAt = startedAt
    self.exchanges = exchanges.sorted { $0.after < $1.after }
  }
}

extension Cassette {
  /// Reads a cassette.
  ///
  /// - Throws: ``AQError/Code/malformed`` with the line of the fault.
  public init(_ bytes: [UInt8]) throws(AQError) {
    var startedAt: AirTime?
    var exchanges: [Exchange] = []
    for line in TextLines(bytes) {
      do throws(AQError) {
        let json = try AQJSON(parsing: Array(bytes[line.range]))
        if startedAt == nil {
          guard json["aqkit"].stringValue == "cassette", json["version"].intValue == 1,
            let start = json["startedAt"].stringValue.flatMap({ AirTime($0) })
          else { throw AQError(.malformed, "This isn't a cassette of version 1.") }
          startedAt = start
        } else {
          exchanges.append(try Exchange(json))
        }
      } catch {
        throw AQError(.malformed, "line \(line.number): \(error.message)", cause: error)
      }
    }
    guard let startedAt else { throw AQError(.malformed, "The cassette is empty.") }
    self.init(startedAt: startedAt, exchanges: exchanges)
  }

  /// The text of the cassette.
  public var bytes: [UInt8] {
    let header = "{\"aqkit\":\"cassette\",\"version\":1,\"startedAt\":\"\(startedAt)\"}\n"
    return exchanges.reduce(into: Array(header.utf8)) { $0 += $1.line }
  }
}

extension Cassette.Exchange {
  init(_ json: AQJSON) throws(AQError) {
    let request = json["request"]
    self.init(
      Cassette.Request(
        method: try request["method"].string(), url: try request["url"].string(),
        headers: try Self.headers(request["headers"]), body: try Self.body(request)),
      try Self.outcome(json), after: Duration(boundedSeconds: try json["after"].double()),
      took: Duration(boundedSeconds: try json["took"].double()))
  }

  private static func outcome(_ json: AQJSON) throws(AQError) -> Cassette.Outcome {
    if let failure = json["failure"].ifPresent {
      return .failure(AQError.Code(rawValue: try failure["code"].string()), try failure["message"].string())
    }
    let response = json["response"]
    return .response(
      TransportResponse(
        status: Int(clamping: try response["status"].int()),
        headers: try headers(response["headers"]), body: try body(response)))
  }

  private static func headers(_ json: AQJSON) throws(AQError) -> [TransportRequest.Header] {
    try json.ifPresent?.elements.map { pair throws(AQError) in
      TransportRequest.Header(try pair[0].string(), try pair[1].string())
    } ?? []
  }

  private static func body(_ json: AQJSON) throws(AQError) -> [UInt8] {
    if let text = try json["text"].ifPresent?.string() { return Array(text.utf8) }
    guard let encoded = try json["base64"].ifPresent?.string() else { return [] }
    guard let bytes = Base64.bytes(of: encoded) else { throw json["base64"].error(expected: "base64") }
    return bytes
  }

  var line: [UInt8] {
    var json = JSONText()
    json.object { json in
      json.member("after", after.inSeconds)
      json.member("took", took.inSeconds)
      json.object("request") { json in
        json.member("method", request.method)
        json.member("url", request.url)
        Self.write(request.headers, request.body, to: &json)
      }
      switch outcome {
      case .response(let response):
        json.object("response") { json in
          json.member("status", response.status)
          Self.write(response.headers, response.body, to: &json)
        }
      case .failure(let code, let message):
        json.object("failure") { json in
          json.member("code", code.rawValue)
          json.member("message", message)
        }
      }
    }
    json.endLine()
    return json.bytes
  }

  private static func write(
    _ headers: [TransportRequest.Header], _ body: [UInt8], to json: inout JSONText
  ) {
    if !headers.isEmpty {
      json.array("headers") { json in
        for header in headers {
          json.array { json in
            json.value(header.name)
            json.value(header.isSecret ? Redaction.mark : header.value)
          }
        }
      }
    }
    if body.isEmpty { return }
    if let text = String(wellFormed: body, as: UTF8.self) {
      json.member("text", text)
    } else {
      json.member("base64", Base64.text(of: body))
    }
  }
}

extension Duration {
  /// The duration in seconds, to the microsecond.
  fileprivate var inSeconds: Double { ((self / .seconds(1)) * 1e6).rounded() / 1e6 }
}
