import AQKit
import LoopbackServers

/// A transport that gives a request with the standard time-outs so much time that only a hang ends it: on a busy
/// machine a loopback server may take longer to answer than an application would wait.
struct PatientTransport: HTTPTransport {
  let base: any HTTPTransport

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    let standard = TransportTimeouts()
    var request = request
    if request.timeouts.idle == standard.idle { request.timeouts.idle = .hangGuard }
    if request.timeouts.total == standard.total { request.timeouts.total = .hangGuard }
    return try await base.send(request)
  }
}
