import AQKit
import AQKitTesting
import TestRuns
import Testing

/// A device that states the time since its start.
private struct UptimeFeed: FeedDecoder {
  static let descriptor = TownFeed.descriptor
  let semantics = FeedOptions.Semantics(time: .sinceBoot)

  func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws {
    let row = try message.json()
    let site = report.site(AirSite(id: "TA1", kind: .referenceStation))
    let time = TimeStamp.text(try row.require("up").string())
    report.add(.pm25, row["pm25"], unit: "µg/m³", at: time, to: site)
  }
}

@Suite("The contract of an adapter", .timeLimit(.minutes(10)))
struct AdapterContractTests {
  private static func payload() async throws -> [UInt8] {
    try await TownService.recorded.send(
      TransportRequest(url: "https://air.example.org/v1/stations?lat=50.08")
    ).body
  }

  private static func contract(
    _ change: @escaping @Sendable (inout TransportResponse) throws -> Void = { _ in }
  ) async throws -> AdapterContract {
    var contract = AdapterContract(
      Meddling(change: change),
      recordings: [.init(try await payload(), for: AirQuery(near: Town.market), at: Town.now)]
    ).withinEffort
    // Enough to meet each fault.
    contract.sampledPositions = TestEffort.of(40, debug: 15, heavy: 300)
    return contract
  }

  @Test("a good adapter keeps every rule", arguments: AdapterRule.allCases)
  func adapter(rule: AdapterRule) async throws {
    try await Self.contract().verify(rule)
  }

  @Test("a good feed decoder keeps every rule", arguments: AdapterRule.allCases)
  func decoder(rule: AdapterRule) async throws {
    var contract = AdapterContract(
      TownFeed(), messages: TownFeed.messages, for: AirQuery(places: []), at: Town.now)
    contract.sampledPositions = 300
    try await contract.withinEffort.verify(rule)
  }

  @Test("an adapter that breaks one rule violates that rule alone", arguments: AdapterRule.allCases)
  func caught(rule: AdapterRule) async throws {
    let contract = try await Self.contract(Self.fault(rule, length: try await Self.payload().count))
    var violations: [ContractViolation] = []
    for each in AdapterRule.allCases {
      var contract = contract
      // Only the rule whose fault is to read without end has little patience.
      if each == rule, rule == .survivesCorruption { contract.patience = .seconds(1) }
      violations += await contract.check(each)
    }
    #expect(
      Set(violations.map(\.rule)) == [rule.rawValue],
      "\(violations.map(\.description).joined(separator: "\n"))")
  }

  @Test("a payload is cut at every byte up to a length, and at seeded positions beyond")
  func positions() async throws {
    var contract = try await Self.contract()
    let cuts = LineLog()
    contract.exhaustiveLength = 100
    contract.sampledPositions = 50
    contract.onAttempt = { cuts.add($0) }
    try await contract.verify(.survivesTruncation)
    #expect((101...150).contains(cuts.lines.count))
    let first = cuts.lines
    try await contract.verify(.survivesTruncation)
    #expect(cuts.lines == first + first)
  }

  @Test("text is judged by the author's separators; without them, the rules say what to give")
  func separators() async throws {
    var contract = AdapterContract(
      TextFeed(), messages: TextFeed.messages, for: AirQuery(places: []), at: Town.now)
    contract.onRule = nil
    let reason =
      "no number is found in the recordings: set `separators` to what stands between their fields, and `decimalSeparator` if it isn't a point"
    #expect(await contract.outcome(of: .survivesText) == .notApplicable(reason))
    #expect(
      await contract.outcome(of: .survivesMissingMembers)
        == .notApplicable("no recording is JSON with members"))
    contract.separators = "= "
    for rule in AdapterRule.allCases where rule != .survivesMissingMembers {
      #expect(await contract.outcome(of: rule) == .kept, "\(rule)")
    }
  }

  @Test("what a device states instead of a time is replaced as in a feed")
  func sinceBoot() async throws {
    let message = FeedMessage(text: #"{"pm25":12.5,"up":"0T00:03:12"}"#)
    try await AdapterContract(UptimeFeed(), messages: [message], for: AirQuery(places: []), at: Town.now)
      .withinEffort.verify(.readsItsRecordings)
  }

  @Test("the place of a damaged field is a byte in JSON, and a line and a field in a table")
  func places() async throws {
    let attempts = LineLog()
    var town = try await Self.contract()
    town.onAttempt = { attempts.add($0) }
    try await town.verify(.survivesText)
    #expect(!attempts.lines.isEmpty && attempts.lines.allSatisfy { $0.contains(" at byte ") })
    let table = "id,note,pm25,no2\nTA1,\"a, b\",12.5,4\nTA1,,13.75,18.25\n"
    var feed = AdapterContract(
      TextFeed(), messages: [FeedMessage(text: table)], for: AirQuery(places: []), at: Town.now)
    let fields = LineLog()
    feed.onAttempt = { fields.add($0) }
    _ = await feed.outcome(of: .survivesText)
    #expect(
      fields.lines.map { $0.replacing(#/^.*in place of /#, with: "") } == [
        "12.5 in line 2, field 3", "4 in line 2, field 4", "13.75 in line 3, field 3",
        "18.25 in line 3, field 4",
      ])
  }

  @Test("recordings without a value are reported with the reason")
  func noValue() async throws {
    let stations = MistakenStations(mistake: .localTimeAsUTC)
    let page = TransportRequest.Page(size: 2)
    let response = try await stations.recorded.send(TransportRequest(url: "https://air.example.org/?page=1"))
    let contract = AdapterContract(
      stations, recordings: [.init(response, step: page, for: AirQuery(near: Town.market), at: Town.now)]
    ).withinEffort
    let violations = await contract.check(.readsItsRecordings)
    #expect(
      violations.count == 1
        && violations.first?.message.contains("ahead).”, so read local times with their zone") ?? false,
      "\(violations)")
  }

  @Test("a refused row counts, even if it takes a note of its own with it")
  func rowWithNote() async throws {
    let contract = AdapterContract(
      WholeRows(),
      messages: [
        FeedMessage(
          text: #"{"rows":[{"id":"TA1","pm25":12.5,"height":48.5},{"id":"TA2","pm25":13.5,"height":51.5}]}"#)
      ],
      for: AirQuery(places: []), at: Town.now)
    #expect(await contract.outcome(of: .survivesText) == .kept)
  }

  @Test("a rule that says nothing can be shown as skipped, and every rule says what to do")
  func skipped() async throws {
    var contract = AdapterContract(
      TextFeed(), messages: TextFeed.messages, for: AirQuery(places: []), at: Town.now)
    contract.onRule = nil
    let quiet = contract
    await #expect(throws: SomebodysError.self) {
      try await quiet.verify(.survivesMissingMembers) { _ in throw SomebodysError() }
    }
    for rule in AdapterRule.allCases { #expect(rule.remedy.hasSuffix(".") && rule.sentence.hasSuffix(".")) }
  }

  private static func fault(_ rule: AdapterRule, length: Int)
    -> @Sendable (inout TransportResponse) throws -> Void
  {
    let looks = Counter()
    switch rule {
    case .readsItsRecordings:
      return { if $0.body.count == length { throw AQError(.malformed, "That is no valid body.") } }
    case .isPure:
      return { if looks.next() % 2 == 0 { $0.text = $0.text.replacing("Market", with: "Fair") } }
    case .survivesTruncation:
      return { response in
        guard response.isCut, response.body.last != UInt8(ascii: "}") else { return }
        response.text = """
          {"stations":[{"id":"TA1","lat":50.08,"lon":14.42,"rows":[
          {"what":"pm25","value":99.5,"unit":"µg/m³","to":"2026-10-01T12:00:00Z"}]}]}
          """
      }
    case .survivesMissingMembers:
      return { response in
        response.text = response.text.split(separator: "{", omittingEmptySubsequences: false).map { part in
          part.hasPrefix("\"what\"") && !part.contains("\"unit\"") ? "\"unit\":\"ppb\"," + part : part
        }.joined(separator: "{")
      }
    case .survivesNull: return { $0.text = $0.text.replacing("\"value\":null", with: "\"value\":0") }
    case .survivesText: return { $0.text = $0.text.replacing("\"text\"", with: "0") }
    case .survivesNaN: return { $0.text = $0.text.replacing("NaN", with: "0") }
    case .survivesExtremes: return { $0.text = $0.text.replacing("1e300", with: "99.5") }
    case .survivesBoundaries: return { $0.text = $0.text.replacing("9223372036854775807", with: "99.5") }
    case .survivesCorruption:
      return { response in
        guard response.body.count == length, (try? AQJSON(parsing: response.body)) == nil else { return }
        while !Task.isCancelled {}
      }
    }
  }
}

/// Rows with a quantity that AQKit doesn't know; a row whose height isn't a number is refused as a whole.
private struct WholeRows: FeedDecoder {
  static let descriptor = TextFeed.descriptor
  var semantics: FeedOptions.Semantics { FeedOptions.Semantics(time: .none) }

  func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws {
    try report.each(message.json().require("rows").elements) { row, report in
      let site = report.site(AirSite(id: try row.require("id").string(), kind: .referenceStation))
      _ = try row.require("height").double()
      report.refuse("radon is unknown")
      report.add(.pm25, row["pm25"], unit: "µg/m³", at: .received, to: site)
    }
  }
}

/// The town's adapter, with a change to each body before it is read.
private struct Meddling: HTTPAdapter {
  static let descriptor = Town.descriptor
  let change: @Sendable (inout TransportResponse) throws -> Void

  func calls(for query: AirQuery, at now: AirTime) throws -> [HTTPCall<Void>] {
    try TownService().calls(for: query, at: now)
  }

  func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) throws -> [HTTPCall<Void>] {
    var reply = reply
    try change(&reply.response)
    return try TownService().decode(reply, into: &report)
  }
}
