package import AQKit

/// A transport that makes another one unreliable: late responses, errors, truncated and corrupted bodies, requests sent
/// twice, responses that overtake each other. A seed determines the faults.
///
/// On a ``ManualClock``, inside its `run`, the same seed gives the same transcript.
package struct FaultyTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let script: FaultScript

  /// Creates a transport unreliable at these rates.
  package init(_ base: any HTTPTransport, rates: FaultRates, clock: any AQClock = AQSystemClock()) {
    self.base = base
    script = FaultScript(rates, clock: clock)
  }

  /// Sends a request with the faults of its number.
  package func send(_ request: TransportRequest) async throws -> TransportResponse {
    // The faults are in the body, so no reader may take it on the way.
    var request = request
    request.bodyReader = nil
    var plan = try await script.next()
    defer { script.noteResponse() }
    if let code = plan.error { throw AQError(code, "The stand-in fails by its seed.") }
    if plan.isDuplicated { _ = try await base.send(request) }
    var response = try await base.send(request)
    if let truncation = plan.truncation {
      response.body = Array(response.body.prefix(response.body.count * truncation / 1000))
    }
    if plan.isCorrupted, !response.body.isEmpty {
      for _ in 0..<Int.random(in: 1...8, using: &plan.random) {
        let position = Int.random(in: 0..<response.body.count, using: &plan.random)
        response.body[position] = UInt8.random(in: 0...255, using: &plan.random)
      }
    }
    if plan.isReordered { try await script.untilOvertaken() }
    return response
  }

  /// The faults so far, with the number of the request, from 0.
  package var faults: [(number: Int, fault: Fault)] { script.faults }
}
