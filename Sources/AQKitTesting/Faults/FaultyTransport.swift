public import AQKit

/// A transport that makes another one unreliable: late answers, errors, truncated and corrupted bodies, requests sent
/// twice, answers that overtake each other. A seed determines the faults.
///
/// On a ``ManualClock``, inside its `run`, the same seed gives the same transcript.
public struct FaultyTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let rates: FaultRates
  private let clock: any AQClock
  private let log = FaultLog()

  /// Makes a transport unreliable at these rates.
  public init(_ base: any HTTPTransport, rates: FaultRates, clock: any AQClock = SystemClock()) {
    self.base = base
    self.rates = rates
    self.clock = clock
  }

  /// Sends a request with the faults of its number.
  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    let number = log.number()
    var plan = FaultPlan(rates, number: number)
    log.add(plan.faults, of: number)
    if let delay = plan.delay { try await clock.sleep(for: delay) }
    defer { log.answer() }
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
    if plan.isReordered { try await log.untilOvertaken(within: rates.longestDelay, on: clock) }
    return response
  }

  /// The faults so far, with the number of the request, from 0.
  public var faults: [(number: Int, fault: Fault)] { log.faults }
}
