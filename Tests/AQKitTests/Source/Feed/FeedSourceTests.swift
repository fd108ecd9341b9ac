import AQKit
import AQKitTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct FeedSourceTests {
  /// Reads `[{"city": "Mumbai", "aqi": 161.2}, …]`.
  private struct Cities: FeedDecoder {
    static let descriptor = SourceDescriptor.sample(
      "cities",
      offers: [
        .sample(
          [.publishedIndex], places: [.city, .coordinate, .area, .site], capabilities: [.live, .current])
      ])
    func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws {
      try report.each(try message.json().array()) { element, report in
        let site = report.site(AirSite(name: try element["city"].string(), kind: .city))
        report.add(.publishedIndex, try element["aqi"].double(), unit: .one, at: .received, to: site)
      }
    }
  }

  private let clock = ManualClock()
  private let everything = AirQuery(places: [])

  private func source(_ steps: [ScriptedConnection.Step], garbage: Int = 100) -> (
    FeedSource<Cities>, ScriptedConnector
  ) {
    let connector = ScriptedConnector(playing: steps, clock: clock)
    let source = FeedSource(
      Cities(), at: FeedEndpoint(url: "ws://feed.test/"), through: connector, clock: clock,
      options: FeedOptions(reconnection: .never, toleratedGarbage: garbage))
    return (source, connector)
  }

  private func cities(_ response: AirResponse) -> [String?] { response.reports.map(\.site.name) }

  @Test("the first readable message is enough for a query without places, and the connection is closed")
  func firstMessage() async throws {
    let (source, connector) = source([
      .text(#"[{"city":"Mumbai","aqi":161.2},{"city":"Pune","aqi":null}]"#), .hang,
    ])
    let response = try await source.fetch(everything)
    #expect(cities(response) == ["Mumbai"])
    #expect(response.reports[0][.publishedIndex]?.flags == [[.timeOfReceipt]])
    #expect(response.notes.map(\.code) == [.refused])
    #expect(connector.attemptCount == 1 && connector.openCount == 0)
    #expect(connector.connections[0].closeCode == .normal)
  }

  @Test("named cities are waited for, since a message is a changing subset, and found without regard to case")
  func namedCities() async throws {
    let (source, _) = source([
      .text(#"[{"city":"Pune","aqi":1}]"#), .text(#"[{"city":"MUMBAI","aqi":2}]"#),
      .text(#"[{"city":"Delhi","aqi":3},{"city":"Pune","aqi":4}]"#), .hang,
    ])
    let response = try await source.fetch(AirQuery(places: [.city("delhi"), .city("Mumbai")]))
    #expect(Set(cities(response)) == ["MUMBAI", "Delhi"])
    #expect(response.reports(forPlace: 0).map(\.site.name) == ["Delhi"])
    #expect(response.reports(forPlace: 1).map(\.site.name) == ["MUMBAI"])
    #expect(!response.isPartial && response.notes.isEmpty)
  }

  @Test("patience has an end: arrived cities are the response, and a missing one is noted as failed")
  func patience() async throws {
    let response = try await clock.run {
      let (source, connector) = source([.text(#"[{"city":"Pune","aqi":1}]"#), .hang])
      async let pending = source.fetch(AirQuery(places: [.city("Pune"), .city("Atlantis")]))
      await clock.advance(by: .seconds(11))
      let response = try await pending
      #expect(connector.openCount == 0)
      return response
    }
    #expect(cities(response) == ["Pune"] && response.isPartial)
    #expect(response.notes.map(\.places) == [[1]] && response.notes[0].failure == .timedOut)
  }

  @Test("a connection that breaks keeps what has arrived, and the missing place is noted with the error")
  func brokenFetch() async throws {
    let (source, _) = source([
      .text(#"[{"city":"Pune","aqi":1}]"#), .failure(AQError(.unreachable, "The connection broke.")),
    ])
    let response = try await source.fetch(AirQuery(places: [.city("Pune"), .city("Delhi")]))
    #expect(cities(response) == ["Pune"])
    let note = try #require(response.notes.first)
    #expect(note.places == [1] && note.failure == .unreachable && note.message == "The connection broke.")
  }

  @Test("silence, silence about the query's places, a silent close and garbage are errors that say so")
  func nothing() async throws {
    let silent = await #expect(throws: AQError.self) {
      try await clock.run {
        let (source, _) = source([.hang])
        async let pending = source.fetch(everything)
        await clock.advance(by: .seconds(11))
        _ = try await pending
      }
    }
    #expect(silent?.code == .timedOut && silent?.source == "cities")
    #expect(silent?.message.contains("sent nothing, within 10 s") == true)
    let other = await #expect(throws: AQError.self) {
      try await clock.run {
        let (source, _) = source([.text(#"[{"city":"Pune","aqi":1}]"#), .hang])
        async let pending = source.fetch(AirQuery(places: [.city("Atlantis")]))
        await clock.advance(by: .seconds(11))
        _ = try await pending
      }
    }
    #expect(other?.code == .timedOut && other?.message.contains("nothing that the query asks for") == true)
    let closed = await #expect(throws: AQError.self) { try await source([.end]).0.fetch(everything) }
    #expect(closed?.code == .unavailable)
    let garbage = await #expect(throws: AQError.self) {
      try await source([.text("<html>"), .text("{}"), .end]).0.fetch(everything)
    }
    #expect(garbage?.code == .malformed)
  }

  @Test("an unoffered query is refused before anything is connected")
  func unsupported() async throws {
    let (source, connector) = source([.hang])
    var query = AirQuery(places: [.city("Pune")])
    query.parameters = [.birchPollen]
    let error = await #expect(throws: AQError.self) { try await source.fetch(query) }
    #expect(error?.code == .unsupported)
    await #expect(throws: AQError.self) { for try await _ in source.updates(for: query) {} }
    #expect(connector.attemptCount == 0)
  }

  @Test("a stream says connecting, then live, then every message, and ends when the peer closes")
  func stream() async throws {
    let (source, connector) = source([
      .messages([
        FeedMessage(text: #"[{"city":"A","aqi":1}]"#), FeedMessage(text: #"[{"city":"B","aqi":2}]"#),
      ]),
      .text("nonsense"), .text(#"[{"city":"A","aqi":3}]"#), .end,
    ])
    var states: [AirUpdate.FeedState?] = []
    var names: [[String?]] = []
    var notes = 0
    for try await update in source.updates(for: everything) {
      states.append(update.state)
      names.append(update.reports.map(\.site.name))
      notes += update.notes.count
    }
    #expect(states == [.connecting, .live, nil, nil, nil])
    #expect(names == [[], ["A"], ["B"], [], ["A"]] && notes == 1)
    #expect(connector.connections[0].closeCode == .normal)
  }

  @Test("one bad element never loses the rest of its message")
  func badElement() async throws {
    let (source, _) = source([
      .text(#"[{"city":"A","aqi":1},{"city":5,"aqi":1},7,{"city":"B","aqi":"x"},{"city":"C","aqi":3}]"#),
      .hang,
    ])
    let response = try await source.fetch(everything)
    #expect(cities(response) == ["A", "C"])
    #expect(response.notes.map(\.count).reduce(0, +) == 3)
  }

  /// Begins a builder of its own for a message without cities, and finds others invalid once they are read.
  private struct OwnBuilder: FeedDecoder {
    static let descriptor = Cities.descriptor

    func decode(_ message: FeedMessage, for query: AirQuery, into report: inout ReportBuilder) throws {
      guard message.bytes.contains(UInt8(ascii: "[")) else {
        return report = ReportBuilder(report.descriptor, receivedAt: report.receivedAt)
      }
      try Cities().decode(message, for: query, into: &report)
      throw AQError(.malformed, "It isn't signed.")
    }
  }

  @Test("a message that can't be read is taken back, even after a decoder used its own builder")
  func ownBuilder() async throws {
    let connector = ScriptedConnector(
      playing: [.text("begin"), .text(#"[{"city":"A","aqi":1}]"#), .end], clock: clock)
    let source = FeedSource(
      OwnBuilder(), at: FeedEndpoint(url: "ws://feed.test/"), through: connector, clock: clock,
      options: FeedOptions(reconnection: .never))
    var (reports, refused) = (0, 0)
    for try await update in source.updates(for: everything) {
      reports += update.reports.count
      refused += update.notes.filter { $0.code == .refused }.reduce(0) { $0 + $1.count }
    }
    #expect(reports == 0 && refused == 1)
  }

  @Test("a connection that fails or breaks is the stream's error, with the source")
  func failures() async throws {
    let refusing = FeedSource(
      Cities(), at: FeedEndpoint(url: "ws://x"),
      through: ScriptedConnector([.refuses(AQError(.unreachable, "Refused."))]), clock: clock)
    let error = await #expect(throws: AQError.self) { try await refusing.fetch(everything) }
    #expect(error?.code == .unreachable && error?.source == "cities")
    let (broken, connector) = source([
      .text(#"[{"city":"A","aqi":1}]"#), .failure(AQError(.tooLarge, "Too large.")),
    ])
    var count = 0
    let late = await #expect(throws: AQError.self) {
      for try await _ in broken.updates(for: everything) { count += 1 }
    }
    #expect(late?.code == .tooLarge && late?.source == "cities" && count == 3)
    #expect(connector.connections[0].closeCode == .goingAway)
  }

  @Test(
    "a feed of garbage alone is malformed after the tolerated number; one readable message resets it")
  func garbage() async throws {
    let good = ScriptedConnection.Step.text(#"[{"city":"A","aqi":1}]"#)
    let bad = ScriptedConnection.Step.text("nonsense")
    let (source, _) = source([bad, bad, good, bad, bad, good, bad, bad, bad, good], garbage: 3)
    var updates = 0
    let error = await #expect(throws: AQError.self) {
      for try await _ in source.updates(for: everything) { updates += 1 }
    }
    #expect(error?.code == .malformed && updates == 11)
  }

  @Test("cancelling closes the connection and is not disguised; leaving the loop closes it too")
  func cancellation() async throws {
    let (source, connector) = source([.text(#"[{"city":"A","aqi":1}]"#), .hang])
    let query = AirQuery(places: [.city("Nowhere")])
    let task = Task { try await source.fetch(query) }
    while connector.connections.isEmpty { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(connector.openCount == 0)
    for try await update in source.updates(for: everything) where update.state == .live { break }
    while connector.openCount > 0 { await Task.yield() }
    #expect(connector.attemptCount == 2)
  }
}
