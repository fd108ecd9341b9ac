import AQKit
import AQKitTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Counts running work, so that none is left over.
final class AtWork: Sendable {
  private let number = Locked(0)
  var count: Int { number.withLock { $0 } }

  func during<Result>(_ work: () async throws -> Result) async rethrows -> Result {
    number.withLock { $0 += 1 }
    defer { number.withLock { $0 -= 1 } }
    return try await work()
  }
}

/// The services behind the HTTP sources of a fault run: each request has its own faults, by the seed.
///
/// It is the referee of the limits, too: it counts all requests by host and by the clock.
final class FaultyProvider: HTTPTransport {
  private let clock: ManualClock
  private let seed: UInt64
  private let atWork: AtWork
  private let requests = Locked<[String: [Duration]]>([:])

  init(_ clock: ManualClock, seed: UInt64, _ atWork: AtWork) {
    self.clock = clock
    self.seed = seed
    self.atWork = atWork
  }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    let now = clock.elapsed
    let number = requests.withLock { requests in
      requests[request.host, default: []].append(now)
      return requests.values.reduce(0) { $0 + $1.count }
    }
    return try await atWork.during {
      try await reply(to: request, by: AQRandomNumbers(seed: seed &+ UInt64(number) &* 0x9E37_79B9))
    }
  }

  /// The number of requests to a host.
  func count(of host: String) -> Int { requests.withLock { $0[host]?.count ?? 0 } }

  /// The most requests to a host within any period of a length.
  func most(of host: String, within length: Duration) -> Int {
    let times = requests.withLock { $0[host] ?? [] }
    var (first, most) = (0, 0)
    for (index, time) in times.enumerated() {
      // The budget counts in dates, whose seconds are rounded.
      while times[first] + length <= time + .milliseconds(1) { first += 1 }
      most = max(most, index - first + 1)
    }
    return most
  }

  private func reply(to request: TransportRequest, by random: AQRandomNumbers) async throws
    -> TransportResponse
  {
    try await clock.sleep(for: .milliseconds(Int(random.fraction() * 2000)))
    let now = clock.time
    switch random.fraction() {
    case ..<0.08: throw AQError(.unreachable, "No route to the host.")
    case ..<0.14:
      // As a transport gives up.
      try await clock.sleep(for: request.timeouts.total)
      throw AQError(.timedOut, "No reply within the request's time.")
    case ..<0.20: return TransportResponse(status: 200, text: "<html>{\"pm25\": \u{0}1e999")
    case ..<0.24: return TransportResponse(status: 200, text: "0 nan\n0 1e999\n-99999999999 -3\nx\n\n0")
    case ..<0.29:
      let advice = random.fraction() < 0.5 ? [TransportRequest.Header("Retry-After", "20")] : []
      return TransportResponse(status: 429, headers: advice)
    case ..<0.33: return TransportResponse(status: 503)
    case ..<0.34: return TransportResponse(status: 401)
    case ..<0.40: return values(at: now - .seconds(90_000), random)
    case ..<0.46: return values(at: now + .seconds(7200), random)
    case ..<0.52:
      let once = values(at: now, random)
      return TransportResponse(status: 200, headers: [], body: once.body + once.body)
    case ..<0.55: return TransportResponse(status: 200)
    default: break
    }
    return values(at: now, random)
  }

  /// Returns three values, the newest one at a moment.
  private func values(at time: AirTime, _ random: AQRandomNumbers) -> TransportResponse {
    let lines = (0..<3).map { hour in
      "\(time.secondsSince1970 - Int64(hour) * 3600) \(Int(random.fraction() * 300))"
    }
    return TransportResponse(status: 200, text: lines.joined(separator: "\n") + "\n")
  }
}

/// Reads lines of `time value`, as one station near the place that was asked about.
struct LineAdapter: HTTPAdapter {
  static var descriptor: SourceDescriptor { .sample("line") }
  let descriptor: SourceDescriptor
  let site: AirSite

  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
    [
      HTTPCall(
        TransportRequest(base: "https://\(descriptor.id).test", path: "/", query: [("p", place(query))]))
    ]
  }

  private func place(_ query: AirQuery) -> String {
    query.places.first.flatMap(\.coordinate).map { "\($0.latitude)" } ?? "all"
  }

  func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    let site = report.site(site, place: 0)
    for line in String(decoding: reply.body, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let time = Int64(words[0]), let value = Double(words[1]) else {
        throw AQError(.malformed, "A line can't be read.")
      }
      report.add(.pm25, value, unit: "µg/m³", at: .unix(time), to: site)
    }
    return []
  }
}
