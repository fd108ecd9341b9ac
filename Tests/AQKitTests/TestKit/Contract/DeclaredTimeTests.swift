import AQKit
import AQKitTesting
import TestRuns
import Testing

@Suite("Declared history and forecast in the contract", .timeLimit(.minutes(10)))
struct DeclaredTimeTests {
  private static func descriptor(_ capabilities: SourceDescriptor.Capability...) -> SourceDescriptor {
    var descriptor = Town.descriptor
    descriptor.offers[0].capabilities.formUnion(capabilities)
    return descriptor
  }

  private func outcome(_ rule: String, _ contract: SourceContract) async throws -> ContractReport.Outcome {
    await contract.check(try #require(SourceContract.allRules.first { $0.id == rule }))
  }

  @Test("are tested without a query from the author")
  func asked() async throws {
    var source = TownMemory()
    source.descriptor = Self.descriptor(.history)
    let contract = SourceContract(source, clock: ManualClock(Town.now)).quiet
    #expect(try await outcome("response.history", contract) == .kept)
    #expect(
      try await outcome("response.forecast", contract) == .notApplicable("needs the capability forecast"))
  }

  @Test("a rule without a recording is reported and counted as not tried")
  func untried() async throws {
    let descriptor = Self.descriptor(.history, .forecast)
    let recorded = StubTransport { request in
      if request.url.contains("hours=") { throw AQError(.unreachable, "There is no recording.") }
      return try await TownService.recorded.send(request)
    }
    var contract = SourceContract(descriptor, recorded: recorded, at: Town.now, secrets: [Town.key]) {
      HTTPSource(WindowedTown(descriptor: descriptor), transport: $0, clock: $1)
    }.quiet
    let report = await contract.check()
    try report.verify()
    let untried = report.notTried.map(\.rule.id)
    #expect(untried.contains("response.history") && untried.contains("response.forecast"))
    #expect(
      report.notTried.contains { $0.reason == "there is no recording of a response about the past day" })
    #expect(report.summary.contains(" kept · 0 broken · \(untried.count) not tried · "))
    #expect(report.description.contains("NOT TRIED response.history (there is no recording"))
    // With queries of the author's own, only those are asked, which is reported as well.
    contract =
      SourceContract(
        descriptor, recorded: recorded, at: Town.now, queries: [Town.query], secrets: [Town.key]
      ) { HTTPSource(WindowedTown(descriptor: descriptor), transport: $0, clock: $1) }.quiet
    #expect(
      try await outcome("response.history", contract)
        == .notTried("no query asks for it: add one to `queries`, and record its response"))
  }

  @Test("history without a value is reported as untried with the reason, even if other queries have values")
  func valueless() async throws {
    let descriptor = Self.descriptor(.history)
    let recorded = StubTransport { request in
      request.url.contains("hours=")
        ? TransportResponse(status: 200, text: #"{"stations":[]}"#)
        : try await TownService.recorded.send(request)
    }
    var past = Town.query
    past.window = .past(.seconds(86_400))
    let contract = SourceContract(
      descriptor, recorded: recorded, at: Town.now, queries: [Town.query, past], secrets: [Town.key]
    ) { HTTPSource(WindowedTown(descriptor: descriptor), transport: $0, clock: $1) }.quiet
    guard case .notTried(let reason) = try await outcome("response.history", contract) else {
      Issue.record("history without a value isn't told")
      return
    }
    #expect(reason.contains("No station is near."), "\(reason)")
  }

  @Test("unreadable history is a violation, and not reported as untried")
  func unreadable() async throws {
    let descriptor = Self.descriptor(.history)
    let recorded = StubTransport { request in
      request.url.contains("hours=")
        ? TransportResponse(status: 200, text: #"{"rows":[]}"#) : try await TownService.recorded.send(request)
    }
    let contract = SourceContract(descriptor, recorded: recorded, at: Town.now, secrets: [Town.key]) {
      HTTPSource(WindowedTown(descriptor: descriptor), transport: $0, clock: $1)
    }.quiet
    guard case .violated(let violations) = try await outcome("response.history", contract) else {
      Issue.record("unreadable history isn't told")
      return
    }
    #expect(
      violations.first?.message.contains("Asked about the past day, the source gives AQError malformed")
        ?? false)
  }

  @Test("a last page without a token for the next one, as Google writes it, keeps the rule of pages")
  func tokens() async throws {
    func contract(forgetting isForgotten: Bool) -> SourceContract {
      SourceContract(
        Town.descriptor, recorded: TokenTown.recorded, at: Town.now, queries: [AirQuery(near: Town.market)],
        secrets: [Town.key]
      ) { HTTPSource(TokenTown(isForgotten: isForgotten), transport: $0, clock: $1) }.quiet
    }
    #expect(try await outcome("conduct.pages", contract(forgetting: false)) == .kept)
    guard case .violated = try await outcome("conduct.pages", contract(forgetting: true)) else {
      Issue.record("a forgotten page isn't told")
      return
    }
  }
}

/// The town's service with the hours of a window in its address.
private struct WindowedTown: HTTPAdapter {
  static let descriptor = Town.descriptor
  var descriptor = Town.descriptor
  private let town = TownService()

  init(descriptor: SourceDescriptor) { self.descriptor = descriptor }

  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
    try town.calls(for: query, at: now).map { call in
      guard query.window != .current else { return call }
      var request = call.request
      request.url += "&hours=24"
      return HTTPCall(request, places: call.places)
    }
  }

  func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    try town.decode(reply, into: &report)
  }
}

/// The town's service in pages; all but the last have a token for the next.
private struct TokenTown: HTTPAdapter {
  static let descriptor = Town.descriptor
  /// Whether it never asks for a further page.
  let isForgotten: Bool
  private let town = TownService()

  init(isForgotten: Bool) { self.isForgotten = isForgotten }

  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<TransportRequest>] {
    try town.calls(for: query, at: now).map { HTTPCall($0.request, step: $0.request, places: $0.places) }
  }

  func decode(_ reply: HTTPReply<TransportRequest>, into report: inout ReportBuilder) throws
    -> [HTTPCall<TransportRequest>]
  {
    _ = try town.decode(
      HTTPReply(reply.response, step: (), query: reply.query, receivedAt: reply.receivedAt), into: &report)
    guard !isForgotten, let token = try reply.json()["nextPageToken"].stringValue else { return [] }
    var request = reply.step
    request.url += "&pageToken=\(token)"
    return [HTTPCall(request, step: request)]
  }

  static let recorded = StubTransport { request in
    let isLast = request.url.contains("pageToken=p2")
    let (what, value) = isLast ? ("no2", 41.5) : ("pm25", 12.5)
    return TransportResponse(
      status: 200, headers: [TransportRequest.Header("Content-Type", "application/json")],
      text: """
        {"stations":[{"id":"TA1","name":"Market","lat":50.08,"lon":14.42,"rows":[\
        {"what":"\(what)","value":\(value),"unit":"µg/m³","to":"2026-10-01T12:00:00Z"}]}]\
        \(isLast ? "" : #","nextPageToken":"p2""#)}
        """)
  }
}
