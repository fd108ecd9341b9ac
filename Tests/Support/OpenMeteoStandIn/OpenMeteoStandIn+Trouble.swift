import AQKit

extension OpenMeteoStandIn {
  /// A fault that a request meets instead of a normal response.
  public struct Trouble: Sendable {
    private enum Kind: Sendable {
      case none
      case response(@Sendable (AirTime) -> TransportResponse)
      case failure(AQError)
      case silence
      case shortened(bytes: Int, isCut: Bool, tail: String)
      case trickle(Duration)
    }

    private let kind: Kind
    /// The delay before anything happens.
    let delay: Duration

    private init(_ kind: Kind, delay: Duration = .zero) {
      self.kind = kind
      self.delay = delay
    }

    /// A normal response after a delay.
    public static func slow(_ delay: Duration) -> Trouble { Trouble(.none, delay: delay) }

    /// Returns the same trouble after a time.
    public func after(_ delay: Duration) -> Trouble { Trouble(kind, delay: delay) }

    /// 429 with the text of a window's limit, regardless of earlier calls.
    public static func limit(_ window: Window) -> Trouble { refusal(.limit(window)) }

    /// 429 with the text for too many concurrent requests.
    public static let tooManyAtOnce = refusal(.tooManyAtOnce)

    /// 503 with the text of an overloaded server.
    public static let overloaded = status(503, reason: "The service is overloaded")

    /// A status with an error body of the service.
    public static func status(_ status: Int, reason: String) -> Trouble {
      refusal(OpenMeteoRefusal(reason, status: status))
    }

    /// A status with a web server's page, as for 502 and 504.
    public static func status(_ status: Int) -> Trouble {
      let page = "<html><head><title>\(status)</title></head><body>nginx</body></html>"
      return Trouble(
        .response { OpenMeteoReply.of(Array(page.utf8), status: status, type: "text/html", at: $0) })
    }

    /// 200 with any body.
    public static func body(_ text: String) -> Trouble {
      Trouble(.response { OpenMeteoReply.of(Array(text.utf8), at: $0) })
    }

    /// 200 with the bare word `nan` for the coordinates and no section: a model without data at the place.
    public static let bareNaN = body(
      #"{"latitude":nan,"longitude":-nan,"generationtime_ms":0.01,"utc_offset_seconds":0,"timezone":"GMT","timezone_abbreviation":"GMT"}"#
    )

    /// The connection fails.
    public static let unreachable = Trouble(.failure(AQError(.unreachable, "The stand-in can't be reached.")))

    /// Silence until the request's idle time-out has passed on the clock; on a port, until the client gives up.
    public static let silent = Trouble(.silence)

    /// 200 with only the first bytes of the body, as if it were complete.
    public static func truncated(after bytes: Int) -> Trouble {
      Trouble(.shortened(bytes: bytes, isCut: false, tail: ""))
    }

    /// 200 with the first bytes of the body and the text with which the service reports a failure while streaming.
    public static func streamFailure(after bytes: Int) -> Trouble {
      Trouble(
        .shortened(
          bytes: bytes, isCut: false, tail: "Unexpected error while streaming data: timeoutReached"))
    }

    /// A connection that ends within the body: `AQError.Code.malformed`; on a port, a body shorter than its stated
    /// length.
    public static func cut(after bytes: Int) -> Trouble {
      Trouble(.shortened(bytes: bytes, isCut: true, tail: ""))
    }

    /// A body that arrives byte by byte with pauses. Without a network the clock waits for all the pauses.
    public static func trickle(every pause: Duration) -> Trouble { Trouble(.trickle(pause)) }

    private static func refusal(_ refusal: OpenMeteoRefusal) -> Trouble {
      Trouble(.response { refusal.response(at: $0) })
    }
  }
}

extension OpenMeteoStandIn.Trouble {
  /// Waits for the delay, at most as long as the request allows.
  ///
  /// - Throws: ``AQError/Code/timedOut`` when it is too long.
  func wait(before request: TransportRequest, _ clock: any AQClock) async throws {
    guard delay > .zero else { return }
    let isTooLong = delay >= request.timeouts.idle && !request.isFromLoopback
    try await clock.sleep(for: isTooLong ? request.timeouts.idle : delay)
    if isTooLong { throw Self.timeOut }
  }

  private static let timeOut = AQError(.timedOut, "The stand-in said nothing in time.")

  /// Returns the reply that replaces a normal response; nil if a normal response comes first.
  func reply(to request: TransportRequest, _ clock: any AQClock) async throws -> TransportResponse? {
    switch kind {
    case .none, .shortened, .trickle: return nil
    case .response(let make):
      try await wait(before: request, clock)
      return make(clock.time)
    case .failure(let error):
      try await wait(before: request, clock)
      throw error
    case .silence:
      try await wait(before: request, clock)
      if !request.isFromLoopback { try await clock.sleep(for: request.timeouts.idle) }
      throw Self.timeOut
    }
  }

  func damage(_ response: TransportResponse, to request: TransportRequest, _ clock: any AQClock) async throws
    -> TransportResponse
  {
    var damaged = response
    switch kind {
    case .none, .response, .failure, .silence: break
    case .shortened(let bytes, let isCut, let tail):
      damaged.body = Array(response.body.prefix(bytes)) + Array(tail.utf8)
      guard isCut else { break }
      guard request.isFromLoopback else {
        throw AQError(.malformed, "The connection ended within the body.", retry: .now)
      }
      damaged.headers.append(TransportRequest.Header("X-Loopback-Sending", "cut"))
    case .trickle(let pause):
      if request.isFromLoopback {
        let microseconds = Int64((pause / .microseconds(1)).rounded())
        damaged.headers.append(TransportRequest.Header("X-Loopback-Sending", "trickle \(microseconds)"))
      } else {
        try await clock.sleep(for: pause * response.body.count)
      }
    }
    return damaged
  }
}

extension TransportRequest {
  /// Whether a loopback server passed the request on; it can damage a connection in ways that a transport can't.
  var isFromLoopback: Bool { header("Via") == "1.1 loopback" }
}
