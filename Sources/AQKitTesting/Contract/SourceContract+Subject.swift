import AQKit

extension SourceContract {
  /// Returns the response to a request by the request's number, from 0.
  typealias Server = @Sendable (TransportRequest, Int) async throws -> TransportResponse

  func subjectUnderTest() throws -> SourceUnderTest {
    switch subject {
    case .source(let source):
      return SourceUnderTest(source: source, patience: patience)
    case .http(let recorded, _):
      return try subjectUnderTest { request, _ in try await recorded.send(request) }
    case .feed(let messages, _): return try subjectUnderTest(Self.open(messages))
    }
  }

  func subjectUnderTest(at now: AirTime? = nil, _ server: @escaping Server) throws -> SourceUnderTest {
    guard case .http(_, let make) = subject else { throw NotApplicable("needs a transport") }
    let clock = ManualClock(now ?? self.now)
    let transport = StubTransport(server)
    return try SourceUnderTest(
      source: make(transport, clock), clock: clock, transport: transport, patience: patience)
  }

  /// Returns a source over a connector with the same script for every connection.
  func subjectUnderTest(at now: AirTime? = nil, _ script: ScriptedConnector.Script) throws -> SourceUnderTest
  {
    guard case .feed(_, let make) = subject else { throw NotApplicable("needs a connector") }
    let clock = ManualClock(now ?? self.now)
    let connector = ScriptedConnector([script], repeatsLast: true, clock: clock)
    return try SourceUnderTest(
      source: make(connector, clock), clock: clock, connector: connector, patience: patience)
  }

  /// Returns a connection that receives these messages one by one and stays open.
  static func open(_ messages: [FeedMessage]) -> ScriptedConnector.Script {
    .plays(messages.map { .messages([$0]) } + [.hang])
  }

  /// Returns the first query; without one the rule doesn't apply.
  func firstQuery() throws -> AirQuery { try queries.first.orNotApplicable("there is no query") }

  /// Returns the outcome of every query under normal conditions; for declared history and forecast only those with values.
  func samples() async throws -> [Sample] {
    let asked = try await samples.honest.value { [self] in
      try await queries.asyncFlatMap { [try await sample($0)] }
    }
    let times = try await declaredTimes()
    return asked + [times[.history], times[.forecast]].compactMap { $0 }.filter(\.hasValue)
  }

  func sample(_ query: AirQuery) async throws -> Sample {
    guard case .http(let recorded, _) = subject else {
      return await sample(query, of: try subjectUnderTest())
    }
    let log = Locked<[Int: Exchange]>([:])
    let subjectUnderTest = try subjectUnderTest { request, number in
      let response = try await recorded.send(request)
      log.withLock { $0[number] = Exchange(request: request, response: response) }
      return response
    }
    let exchanges = { log.withLock { log in log.sorted { $0.key < $1.key }.map(\.value) } }
    return await sample(query, of: subjectUnderTest, exchanges: exchanges)
  }

  func sample(_ query: AirQuery, of subjectUnderTest: SourceUnderTest, exchanges: () -> [Exchange] = { [] })
    async -> Sample
  {
    let clock: any AQClock = subjectUnderTest.clock ?? clock
    let askedAt = clock.time
    let outcome: Outcome<[AirResponse]> =
      if drive == .connector {
        await subjectUnderTest.follow(query) { $0.connections.last?.isExhausted ?? false }
          .mapped { $0.map(\.response) }
      } else {
        await subjectUnderTest.fetch(query).mapped { [$0] }
      }
    return Sample(
      query: query, askedAt: askedAt, endedAt: clock.time, outcome: outcome, exchanges: exchanges(),
      requests: subjectUnderTest.transport?.requests ?? [])
  }

  /// Makes a query, by default that of a sample, to a new source with the payloads of the sample or with changed ones.
  func ask(
    _ query: AirQuery? = nil, replaying sample: Sample, payloads: [[UInt8]]? = nil, at now: AirTime? = nil
  ) async throws -> Sample {
    await self.sample(
      query ?? sample.query, of: try subjectUnderTest(replaying: sample, payloads: payloads, at: now))
  }

  /// Returns a source with the HTTP bodies or messages of a sample, or changed ones, if the contract drives it.
  func subjectUnderTest(replaying sample: Sample, payloads changed: [[UInt8]]? = nil, at now: AirTime? = nil)
    throws -> SourceUnderTest
  {
    if drive == .none { return try subjectUnderTest() }
    let payloads = changed ?? payloads(of: sample)
    if case .feed(let messages, _) = subject {
      return try subjectUnderTest(
        at: now, Self.open(zip(messages, payloads).map { FeedMessage($0.kind, $1) }))
    }
    let exchanges = sample.exchanges
    return try subjectUnderTest(at: now) { request, number in
      // Chosen by the request if it is known, so that a repeated one gets the same payload; else by the order.
      guard
        let index = exchanges.firstIndex(where: { $0.request == request })
          ?? (exchanges.indices.contains(number) ? number : nil)
      else { throw AQError(.unreachable, "There is no recording for this request.") }
      var response = exchanges[index].response
      if payloads.indices.contains(index) { response.body = payloads[index] }
      return response
    }
  }

  /// Returns a source that gets the responses of samples again, and to other requests the recorded ones, if the contract drives
  /// its transport.
  func subjectUnderTest(replaying samples: [Sample]) throws -> SourceUnderTest {
    guard case .http(let recorded, _) = subject else { return try subjectUnderTest() }
    let exchanges = samples.flatMap(\.exchanges)
    return try subjectUnderTest { request, _ in
      if let known = exchanges.first(where: { $0.request == request }) { return known.response }
      return try await recorded.send(request)
    }
  }

  /// The recorded messages; none if the contract doesn't drive a connector.
  var messages: [FeedMessage] { if case .feed(let messages, _) = subject { messages } else { [] } }

  func payloads(of sample: Sample) -> [[UInt8]] {
    drive == .connector ? messages.map(\.bytes) : sample.exchanges.map(\.response.body)
  }

  func samplesWithResponse() async throws -> [Sample] {
    let samples = try await samples().filter { !$0.responses.isEmpty }
    if samples.isEmpty { throw NotApplicable("there is no response to judge") }
    return samples
  }

  func requests() async throws -> [TransportRequest] {
    try await samples().flatMap(\.requests)
  }

  static func eachReport(
    _ id: String, _ sentence: String,
    _ judge: @escaping @Sendable (SourceContract, AirReport, Sample) -> [String]
  ) -> ContractRule {
    ContractRule(id, sentence) { contract in try await contract.everyReport { judge(contract, $0, $1) } }
  }

  static func eachSeries(
    _ id: String, _ sentence: String, requires requirement: ContractRequirement = .nothing,
    _ judge: @escaping @Sendable (SourceContract, AirSeries, AirReport, Sample) -> [String]
  ) -> ContractRule {
    ContractRule(id, sentence, requires: requirement) { contract in
      try await contract.everySeries { judge(contract, $0, $1, $2) }
    }
  }

  func everyResponse(_ judge: (AirResponse, Sample) throws -> [String]) async throws -> [String] {
    try await samplesWithResponse().flatMap { sample in
      try sample.responses.flatMap { try judge($0, sample) }
    }
  }

  func everyReport(_ judge: (AirReport, Sample) -> [String]) async throws -> [String] {
    try await everyResponse { response, sample in response.reports.flatMap { judge($0, sample) } }
  }

  func everySeries(_ judge: (AirSeries, AirReport, Sample) -> [String]) async throws -> [String] {
    try await everyReport { report, sample in report.series.flatMap { judge($0, report, sample) } }
  }

  func everyNote(_ judge: (AirNote) -> [String]) async throws -> [String] {
    try await everyResponse { response, _ in response.notes.flatMap(judge) }
  }

  /// Throws if no query gets anything or, with `orRequest`, requests anything: other faults may be consequences.
  func requireSomething(orRequest: Bool = false) async throws {
    let samples = try await samples()
    if samples.contains(where: { $0.hasValue || !$0.notices.isEmpty }) { return }
    if orRequest, drive == .connector || samples.contains(where: { !$0.requests.isEmpty }) { return }
    if waivers["response.something"] == nil {
      throw NotApplicable("no query gets anything, as response.something reports")
    }
  }

  func sampleWithValues() async throws -> Sample {
    try await samplesWithResponse().first(where: \.hasValue).orNotApplicable("no response has a value")
  }
}

extension Outcome {
  func mapped<Other: Sendable>(_ transform: (Value) -> Other) -> Outcome<Other> {
    switch self {
    case .value(let value): .value(transform(value))
    case .error(let error): .error(error)
    case .hung: .hung
    }
  }
}

func findings(_ messages: String?...) -> [String] { messages.compactMap { $0 } }
