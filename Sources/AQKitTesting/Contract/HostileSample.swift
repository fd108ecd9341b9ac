import AQKit

enum Hostility: Hashable, Sendable, CustomStringConvertible {
  case status(Int)
  case html
  case emptyBody
  /// Truncates each body to this many thousandths of its length.
  case cut(Int)
  case transport(AQError.Code)
  case foreignError

  static let statuses = [400, 401, 403, 404, 408, 429, 500, 502, 503, 504]
  static let cuts = [3, 250, 500, 750, 997]
  static let codes: [AQError.Code] = [.unreachable, .timedOut, .tooLarge, .untrusted]

  static let all: [Hostility] =
    statuses.map(Hostility.status) + [.html, .emptyBody] + cuts.map(Hostility.cut)
    + codes.map(Hostility.transport)
    + [.foreignError]

  var description: String {
    switch self {
    case .status(let status): "HTTP \(status)"
    case .html: "an HTML page with status 200"
    case .emptyBody: "an empty body"
    case .cut(let thousandths): "a body cut at \(thousandths) ‰"
    case .transport(let code): "a transport that fails with \(code)"
    case .foreignError: "a transport that throws an error of its own"
    }
  }
}

struct HostileSample: Sendable {
  let hostility: Hostility
  let outcome: Outcome<AirResponse>
}

/// An error that no source knows.
struct ForeignError: Error, Equatable {}

extension SourceContract {
  static let refusalText = #"{"error":true,"reason":"The stand-in refuses."}"#
  /// A page like those of a proxy or a captive portal.
  static let page =
    "<!DOCTYPE html><html><head><title>Sign in</title></head><body><p>Welcome, 42.</p></body></html>"
  static let retryAfter: Int64 = 17

  func hostileSamples() async throws -> [HostileSample] {
    try await samples.hostile.value { [self] in
      guard let query = queries.first, drive == .transport else {
        throw NotApplicable("needs a transport and a query")
      }
      let sample = try await samples().first
      return try await Hostility.all.asyncFlatMap { hostility in
        let subjectUnderTest = try subjectUnderTest { request, number in
          try Self.response(hostility, number, request, sample)
        }
        // Coordinates that occur nowhere else by accident; a truncated body needs its own request.
        let asked = if case .cut = hostility { query } else { query.nudged }
        return [HostileSample(hostility: hostility, outcome: await subjectUnderTest.fetch(asked))]
      }
    }
  }

  func hostileSample(_ hostility: Hostility) async throws -> Outcome<AirResponse> {
    try await requireSomething(orRequest: true)
    return try await hostileSamples().first { $0.hostility == hostility }
      .orNotApplicable("was not tried").outcome
  }

  /// Returns the source's behaviour; nil if it hung or threw no `AQError`, which other rules cover.
  func judgedSample(_ hostility: Hostility) async throws -> Outcome<AirResponse>? {
    let outcome = try await hostileSample(hostility)
    return outcome.value != nil || outcome.error is AQError ? outcome : nil
  }

  /// Expects an error with a code, whose advice is judged.
  func expectError(
    _ code: AQError.Code, on hostility: Hostility, _ what: String, _ flaw: (AQError.Retry) -> String?
  ) async throws -> [String] {
    guard let outcome = try await judgedSample(hostility) else { return [] }
    guard let error = outcome.error as? AQError, error.code == code else {
      return ["\(what) gives \(outcome.summary)."]
    }
    return findings(flaw(error.retry).map { "\(what) \($0)." })
  }

  private static func response(
    _ hostility: Hostility, _ number: Int, _ request: TransportRequest, _ sample: Sample?
  ) throws -> TransportResponse {
    let json = [TransportRequest.Header("Content-Type", "application/json")]
    switch hostility {
    case .status(let status):
      let wait =
        [429, 503].contains(status) ? [TransportRequest.Header("Retry-After", String(retryAfter))] : []
      return TransportResponse(status: status, headers: json + wait, text: refusalText)
    case .html:
      return TransportResponse(
        status: 200, headers: [TransportRequest.Header("Content-Type", "text/html")], text: page)
    case .emptyBody: return TransportResponse(status: 200, headers: json)
    case .cut(let thousandths):
      let exchange =
        sample?.exchanges.first { $0.request == request }
        ?? sample.flatMap { $0.exchanges.indices.contains(number) ? $0.exchanges[number] : $0.exchanges.last }
      guard var response = exchange?.response else { throw AQError(.unreachable, "There is no recording.") }
      response.body = Array(response.body.prefix(response.body.count * thousandths / 1000))
      return response
    case .transport(let code): throw AQError(code, "The stand-in for the service fails with this error.")
    case .foreignError: throw ForeignError()
    }
  }
}

extension AirQuery {
  /// The same query at points some metres away, with digits that occur nowhere else.
  var nudged: AirQuery {
    let nudged = places.map { place in
      guard let point = place.coordinate,
        let nudged = try? Coordinate(
          (point.latitude * 100).rounded() / 100 + (point.latitude > 80 ? -0.000_714_3 : 0.000_714_3),
          (point.longitude * 100).rounded() / 100 + (point.longitude > 170 ? -0.000_628_9 : 0.000_628_9))
      else { return place }
      return .near(nudged)
    }
    return changed(self) { $0.places = nudged }
  }
}
