extension AQError {
  /// The HTTP status (RFC 9110 §15) with which a server that meets the error should respond.
  ///
  /// | code | status |
  /// |---|---|
  /// | ``Code/invalidRequest``, such as a latitude of 91° | 400 |
  /// | ``Code/unsupported`` | 422 |
  /// | ``Code/rateLimited``, ``Code/unavailable``, ``Code/unreachable`` | 503, with ``retryAfterSeconds`` as `Retry-After` |
  /// | ``Code/timedOut`` | 504 |
  /// | ``Code/unauthorized``, ``Code/malformed``, ``Code/tooLarge``, ``Code/untrusted`` | 502, as of another service |
  /// | ``Code/notConfigured``, any other | 500 |
  ///
  /// A refusal of the server's own credential doesn't concern the server's caller, so it becomes neither 401 nor 403.
  public var httpStatus: Int {
    switch code {
    case .invalidRequest: 400
    case .unsupported: 422
    case .rateLimited, .unavailable, .unreachable: 503
    case .timedOut: 504
    case .unauthorized, .malformed, .tooLarge, .untrusted: 502
    default: 500
    }
  }

  /// The value of a `Retry-After` field (RFC 9110 §10.2.3) in whole seconds; nil unless the same request may succeed
  /// after a known wait.
  public var retryAfterSeconds: Int64? {
    if case .after(let wait) = retry { wait.wholeSeconds } else { nil }
  }
}
