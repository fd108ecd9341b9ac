import AQKit
import AQKitTesting
import TestRuns
import Testing

/// Bisecting, partial failure, follow-ups, limits on calls.
@Suite struct HTTPSourceFailureTests {
  private let clock = ManualClock()

  private func source(
    _ transport: StubTransport, places: Int = 10, requests: Int = 100, concurrent: Int = 4,
    _ change: (inout TextAdapter) -> Void = { _ in }
  ) -> HTTPSource<TextAdapter> {
    var adapter = TextAdapter(
      .sample(
        "text",
        limits: RequestLimits(
          placesPerRequest: places, concurrentRequests: concurrent, requestsPerFetch: requests)))
    change(&adapter)
    return HTTPSource(adapter, transport: transport, clock: clock)
  }

  /// Replies 400 if one of the places is bad.
  private func spoiled(by bad: Set<Int>) -> StubTransport {
    StubTransport { request in
      request.askedPlaces.contains { Int($0).map(bad.contains) ?? true }
        ? TransportResponse(status: 400) : request.reply
    }
  }

  @Test(
    "one bad place of 1,000 loses only itself, within the declared number of calls",
    arguments: [0, 1, 437, 500, 999])
  func oneBadPlace(_ bad: Int) async throws {
    let places = (0..<1000).map { $0 < 900 ? $0 : 899 - $0 }
    let wanted = places[bad]
    let second = StubTransport { request in
      // The values are numbers of places without their sign: no concentration is that far below zero.
      request.askedPlaces.contains("\(wanted)")
        ? TransportResponse(status: 400)
        : TransportResponse(
          status: 200,
          text: request.askedPlaces.enumerated().map { "\($0.offset) \($0.element.drop { $0 == "-" })" }
            .joined(separator: "\n"))
    }
    let response = try await self.source(second, places: 1000, requests: 25).fetch(try .tenths(places))
    #expect(Set(response.reports.flatMap(\.places)) == Set(0..<1000).subtracting([bad]))
    #expect(second.requests.count <= 25)
    #expect(response.notes.map(\.code) == [.failed] && response.notes[0].places == [bad])
    #expect(response.notes[0].failure == .invalidRequest && response.isPartial)
  }

  @Test("several bad places lose only themselves")
  func severalBadPlaces() async throws {
    let bad: Set<Int> = [0, 1, 2, 17, 63]
    let response = try await source(spoiled(by: bad), places: 64).fetch(try .tenths(0..<64))
    #expect(Set(response.reports.flatMap(\.places)) == Set(0..<64).subtracting(bad))
    #expect(response.notes.map(\.code) == [.failed] && Set(response.notes[0].places) == bad)
    #expect(response.notes[0].count == bad.count)
  }

  @Test("if the whole request is at fault, the search ends soon, and the error is thrown")
  func generalRefusal() async throws {
    let transport = StubTransport(always: .status(400))
    let error = await #expect(throws: AQError.self) {
      try await source(transport, places: 1000, requests: 1000).fetch(try .tenths((0..<800)))
    }
    #expect(error?.code == .invalidRequest && error?.source == "text")
    #expect(transport.requests.count <= 30)
  }

  @Test("the search ends soon even if another call succeeds")
  func generalRefusalOfOneCall() async throws {
    let transport = StubTransport { $0.askedPlaces.isEmpty ? TransportResponse(status: 404) : $0.reply }
    let source = source(transport, places: 60) {
      $0.onDecode = { reply, _ in
        reply.step == 0 ? [HTTPCall(TransportRequest(url: "http://text.test/all"), step: 1)] : []
      }
    }
    let response = try await source.fetch(try .tenths(0..<60))
    #expect(Set(response.notes.filter { $0.code == .failed }.flatMap(\.places)) == Set(0..<60))
    #expect(transport.requests.count { !$0.askedPlaces.isEmpty } <= 20)
    #expect(transport.requests.count { $0.askedPlaces.isEmpty } == 1, "a refused request isn't repeated")
  }

  @Test("a bad place with its own call doesn't cause the others to be asked again")
  func callsPerPlace() async throws {
    let transport = spoiled(by: [3])
    let response = try await source(transport) { $0.callsPerPlace = true }.fetch(try .tenths(0..<10))
    #expect(response.reports.count == 9 && transport.requests.count == 10)
    #expect(response.notes.map(\.places) == [[3]])
  }

  @Test("a query is bisected, too, if an adapter can't ask about one of its places")
  func refusalByTheAdapter() async throws {
    let transport = StubTransport { $0.reply }
    let source = source(transport) {
      $0.onCalls = { query in
        if query.places.contains(.near(try Coordinate(0.5, 7))) {
          throw AQError(.invalidRequest, "Not there.")
        }
      }
    }
    let response = try await source.fetch(try .tenths(0..<10))
    #expect(response.reports.count == 9 && response.notes.map(\.places) == [[5]])
    #expect(response.notes[0].message == "Not there.")
  }

  @Test("a query is bisected, too, if an adapter can't read a reply to all places for one of them")
  func refusalByTheReader() async throws {
    let source = source(StubTransport { _ in TransportResponse(status: 200, text: "0 1") }) {
      $0.onRequest = { $0 = TransportRequest(url: "http://text.test/all") }
      $0.onDecode = { reply, _ in
        if reply.query.places.contains(.near(try Coordinate(0.5, 7))) {
          throw AQError(.invalidRequest, "Not there.")
        }
        return []
      }
    }
    let response = try await source.fetch(try .tenths(0..<10))
    let failed = response.notes.filter { $0.code == .failed }
    #expect(!response.reports.isEmpty && failed.map(\.places) == [[5]])
  }

  @Test("a call that fails becomes a note with its places; equal failures are one note")
  func partialFailure() async throws {
    let transport = StubTransport { request in
      switch request.askedPlaces {
      case ["2", "3"]: TransportResponse(status: 502)
      case ["4", "5"]: TransportResponse(status: 200, text: "<html>")
      case ["6", "7"]: throw AQError(.timedOut, "Too slow.")
      case ["8", "9"]: TransportResponse(status: 502)
      default: request.reply
      }
    }
    let response = try await source(transport, places: 2).fetch(try .tenths(0..<10))
    #expect(response.reports.flatMap(\.places) == [0, 1])
    #expect(response.notes.map(\.failure) == [.unavailable, .malformed, .timedOut])
    #expect(response.notes.map(\.places) == [[2, 3, 8, 9], [4, 5], [6, 7]])
    #expect(response.notes.allSatisfy { $0.code == .failed } && response.isPartial)
  }

  @Test("values that a reply added before its decoding threw are dropped")
  func decodingFailure() async throws {
    let source = source(StubTransport { $0.reply }, places: 1) {
      $0.onDecode = { reply, _ in
        if reply.response.body == Array("0 2".utf8) { throw Unreadable() }
        return []
      }
    }
    let response = try await source.fetch(try .tenths(1...3))
    #expect(response.reports.flatMap(\.places) == [0, 2] && response.notes.map(\.failure) == [.malformed])
  }

  @Test("only when every call failed does it throw, the first call's error, with source and cause")
  func totalFailure() async throws {
    let transport = StubTransport { request in
      if request.askedPlaces == ["1"] { throw Unreadable() }
      return TransportResponse(status: 500)
    }
    let error = await #expect(throws: AQError.self) {
      try await source(transport, places: 1).fetch(try .tenths(1...3))
    }
    #expect(error?.code == .unreachable && error?.source == "text" && error?.cause is Unreadable)
    let malformed = await #expect(throws: AQError.self) {
      try await source(StubTransport { $0.reply }) { $0.onDecode = { _, _ in throw Unreadable() } }
        .fetch(try .tenths(1...3))
    }
    #expect(malformed?.code == .malformed && malformed?.retry == .never && malformed?.cause is Unreadable)
  }

  @Test("the order is that of the calls, whatever finishes first")
  func order() async throws {
    let response = try await clock.run {
      let transport = StubTransport { [clock] request in
        let place = Int(request.askedPlaces.first ?? "") ?? 0
        try await clock.sleep(for: .seconds(100 - place * 10))
        return place == 3 ? TransportResponse(status: 500) : request.reply
      }
      async let response = source(transport, places: 1, concurrent: 10).fetch(try .tenths(0..<6))
      await clock.advance(by: .seconds(200))
      return try await response
    }
    #expect(response.reports.map(\.places) == [[0], [1], [2], [4], [5]])
    #expect(response.notes.map(\.places) == [[3]])
  }

  @Test("follow-ups are made, keep their step and places, and merge after their call")
  func followUps() async throws {
    let transport = StubTransport { $0.reply }
    let steps = Box<[Int]>([])
    let source = source(transport, places: 2) {
      $0.onDecode = { reply, report in
        steps.change { $0.append(reply.step) }
        report.note(AirNote(.remark, "Step \(reply.step)."))
        guard reply.step < 2 else { return [] }
        return [HTTPCall(TextAdapter.request(reply.query.places, page: reply.step + 1), step: reply.step + 1)]
      }
    }
    let response = try await source.fetch(try .tenths([4, 5]))
    #expect(steps.value == [0, 1, 2] && transport.requests.count == 3)
    #expect(
      response.reports.map(\.places) == [[0], [1]]
        && response.notes.map(\.message) == ["Step 0.", "Step 1.", "Step 2."])
  }

  @Test("a failed follow-up names its call's places, and keeps its call's values")
  func failingFollowUp() async throws {
    let transport = StubTransport { request in
      request.url.contains("page=1") ? TransportResponse(status: 503) : request.reply
    }
    let source = source(transport) {
      $0.callsPerPlace = true
      $0.onDecode = { reply, _ in
        reply.step == 1 ? [HTTPCall(TextAdapter.request(reply.query.places, page: 1), step: 1)] : []
      }
    }
    let response = try await source.fetch(try .tenths(0..<3))
    #expect(response.reports.count == 3 && response.notes.map(\.places) == [[1]] && response.isPartial)
  }

  @Test("endless paging stops at the limit on calls, and says so")
  func endlessPaging() async throws {
    let transport = StubTransport { $0.reply }
    let source = source(transport, requests: 7) {
      $0.onDecode = { reply, _ in [HTTPCall(TextAdapter.request(reply.query.places), step: reply.step + 1)] }
    }
    let response = try await source.fetch(try .tenths([1]))
    #expect(
      transport.requests.count == 7 && response.notes.map(\.code) == [.limitReached] && response.isPartial)
    #expect(response.notes.first?.failure?.rawValue == "callLimitReached")
    #expect(response.reports.count == 1)
  }

  @Test(
    "a kept reply that leads to itself, once or twice, stops at the limit on calls, and says so",
    arguments: [1, 2])
  func ownFollowUp(count: Int) async throws {
    let (transport, reads) = (StubTransport { $0.reply }, Box(0))
    let source = source(transport, requests: 7) {
      $0.onDecode = { reply, _ in
        reads.change { $0 += 1 }
        let call = HTTPCall(TextAdapter.request(reply.query.places), step: 1, keepsFor: .hours(1))
        return Array(repeating: call, count: count)
      }
    }
    let response = try await source.fetch(try .tenths([1]))
    #expect(response.notes.map(\.code) == [.limitReached] && response.isPartial)
    // The first call isn't kept, one call after it is sent for, and as many as the limit are read once more.
    #expect(transport.requests.count == 2 && reads.value == 9)
  }

  @Test(
    "a reply that leads to itself and mustn't be stored is sent for no more often than the limit allows",
    arguments: [1, 2])
  func ownUnkeptFollowUp(count: Int) async throws {
    let transport = StubTransport {
      var reply = $0.reply
      reply.headers.append(.init("Cache-Control", "no-store"))
      return reply
    }
    let source = source(transport, requests: 7) {
      $0.onDecode = { reply, _ in
        let call = HTTPCall(TextAdapter.request(reply.query.places), step: 1, keepsFor: .hours(1))
        return Array(repeating: call, count: count)
      }
    }
    let response = try await source.fetch(try .tenths([1]))
    #expect(response.notes.map(\.code) == [.limitReached] && transport.requests.count <= 7)
  }

  @Test("follow-ups beyond the limit are one note, however many a reply has")
  func manyFollowUps() async throws {
    let transport = StubTransport { $0.reply }
    let source = source(transport, places: 3, requests: 7) {
      $0.onDecode = { reply, _ in
        guard reply.step == 0 else { return [] }
        return (0..<TestEffort.of(100_000, debug: 10_000)).map {
          HTTPCall(TextAdapter.request(reply.query.places, page: $0), step: 1, places: [$0 % 2])
        }
      }
    }
    let response = try await source.fetch(try .tenths([1, 2, 3]))
    #expect(transport.requests.count == 7 && response.notes.map(\.code) == [.limitReached])
    #expect(response.notes.first?.places == [0, 1])
  }

  @Test("beyond the limit on calls the last places are not asked, always the same ones, and noted once")
  func limitOnCalls() async throws {
    for _ in 0..<10 {
      let transport = StubTransport { $0.reply }
      let response = try await source(transport, places: 1, requests: 5, concurrent: 8).fetch(
        try .tenths(0..<20))
      #expect(response.reports.map(\.places) == (0..<5).map { [$0] })
      #expect(response.notes.map(\.code) == [.limitReached] && response.notes[0].places == Array(5..<20))
      #expect(response.notes[0].failure?.rawValue == "callLimitReached" && transport.requests.count == 5)
    }
  }

  @Test("a reply without data isn't an error, and applies to the places of its call")
  func nothing() async throws {
    struct Empty: HTTPAdapter {
      static let descriptor = SourceDescriptor.sample("empty", limits: RequestLimits(placesPerRequest: 2))
      let verdict: TransportResponse.Verdict
      func calls(for query: AirQuery, at now: AirTime) -> [HTTPCall<Void>] {
        [HTTPCall(TextAdapter.request(query.places))]
      }
      func decode(_ reply: HTTPReply<Void>, into report: inout ReportBuilder) -> [HTTPCall<Void>] {
        for index in reply.query.places.indices {
          let site = report.site(AirSite(kind: .modelCell), place: index)
          report.add(.pm25, 1, unit: "µg/m³", at: .time(.noon), to: site)
        }
        return []
      }
      func verdict(on response: TransportResponse) -> TransportResponse.Verdict {
        response.status == 204 ? verdict : .read
      }
    }
    let note = AirNote(.notCovered, "Not there.")
    let all = HTTPSource(
      Empty(verdict: .nothing(note)), transport: StubTransport(always: .status(204)), clock: clock)
    let response = try await all.fetch(try .tenths(1...3))
    #expect(response.reports.isEmpty && response.notes.map(\.places) == [[0, 1, 2]] && !response.isPartial)

    let transport = StubTransport { TransportResponse(status: $0.askedPlaces.contains("2") ? 204 : 200) }
    let one = HTTPSource(Empty(verdict: .nothingForSomePlace(note)), transport: transport, clock: clock)
    let rest = try await one.fetch(try .tenths(1...4))
    #expect(rest.reports.flatMap(\.places) == [0, 2, 3])
    #expect(rest.notes.map(\.places) == [[1]] && rest.notes[0].code == .notCovered && !rest.isPartial)
  }
}

private struct Unreadable: Error {
  @Test("a reply from a cache on the way was received when its Age says")
  func heedsTheAge() async throws {
    for (age, seconds) in [("600", 600), ("-5", 0), ("soon", 0), ("", 0)] as [(String, Int64)] {
      let clock = ManualClock(AirTime.noon.adding(seconds: 3600))
      let transport = StubTransport(
        always: .status(200, headers: [TransportRequest.Header("Age", age)], text: "0 5"))
      let source = HTTPSource(TextAdapter(), transport: transport, clock: clock)
      let response = try await source.fetch(AirQuery(near: Coordinate(0.1, 0)))
      #expect(response.reports.first?.receivedAt == clock.time.adding(seconds: -seconds))
    }
  }
}
