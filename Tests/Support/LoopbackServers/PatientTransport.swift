public import AQKit

/// A transport that extends the standard time-outs of a request until only a hang can end it: on a busy
/// machine a loopback server may take longer to respond than an application would wait.
public struct PatientTransport: HTTPTransport {
  private let base: any HTTPTransport

  /// Creates a patient transport of another one.
  public init(_ base: any HTTPTransport) { self.base = base }

  /// Sends a request, with ``Swift/Duration/hangGuard`` instead of each standard time-out.
  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    let standard = TransportRequest.Timeouts()
    var request = request
    if request.timeouts.idle == standard.idle { request.timeouts.idle = .hangGuard }
    if request.timeouts.total == standard.total { request.timeouts.total = .hangGuard }
    return try await base.send(request)
  }
}

extension Duration {
  /// Five minutes: a wait of that length on loopback is a hang, however busy the machine is. For limits that should only
  /// detect hangs.
  public static var hangGuard: Duration { .seconds(300) }
}
