#if Board
  import AQKit
  import AQKitFixtures
  import AQKitTesting
  import Foundation
  import Testing

  @testable import AQKitBoard

  @Suite("What the board shows", .timeLimit(.minutes(10))) @MainActor
  struct BoardContentTests {
    private struct Seen: Decodable {
      struct Row: Decodable {
        struct Band: Decodable {
          let name: String
          let color: String?
          let textColor: String?
        }
        let key: String
        let title: String
        let detail: String
        let quantity: String
        let value: String?
        let band: Band?
        let time: Int?
        let freshness: String?
        let remark: String?
      }
      struct Chart: Decodable {
        struct Content: Decodable {
          let step: Int
          let times: [Int]
          let values: [Double]
          let bands: [Int]
          let palette: [Row.Band]
        }
        let key: String
        let chart: Content
      }
      struct Feed: Decodable {
        let name: String
        let state: String
        let remark: String?
      }
      struct Head: Decodable {
        let feeds: [Feed]
        let credits: [AirAttribution]
      }
      let head: Head
      let rows: [Row]?
      let charts: [Chart]?

      func row(_ title: String) -> Row? { rows?.first { $0.title == title } }
      func chart(_ title: String) -> Chart.Content? {
        row(title).flatMap { row in charts?.first { $0.key == row.key }?.chart }
      }
    }

    private let clock = ManualClock()
    private let board = Board(standard: "US EPA AQI 2024")

    /// Returns the content of a page that is opened now.
    private func seen() throws -> Seen {
      let (bytes, _) = try #require(board.event(after: nil))
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.hasPrefix("event: board\ndata: ") && text.hasSuffix("}\n\n"))
      return try JSONDecoder().decode(Seen.self, from: Data(text.dropFirst(19).utf8))
    }

    private func index() throws -> any AirQualityIndex {
      try #require(AirQualityIndexCatalog.standard.index("us-epa"))
    }

    // MARK: Places

    @Test("a place has its value, its band in the official colours, a chart and credits")
    func place() async throws {
      let (board, index) = (board, try index())
      let places = BoardPlaces(on: board, from: .preview(clock: clock), judgedBy: index)
      try await clock.runOnMainActor {
        async let _: Void = places.follow([.city("Brno"), .near(try Coordinate(31.5, 74.4))])
        await clock.advance(by: .seconds(2))
        let seen = try seen()
        let brno = try #require(seen.row("Brno"))
        #expect(brno.value == "37" && brno.band?.name == "Good" && brno.band?.color == "#00E400")
        #expect(brno.band?.textColor == "#000000" && brno.freshness == "fresh")
        #expect(brno.detail.hasPrefix("CZ") && brno.quantity == "US EPA AQI 2024")
        #expect(seen.row("31.5, 74.4")?.detail.contains("Lahore") == true)
        let chart = try #require(seen.chart("Brno"))
        #expect(chart.step == 3600 && chart.values.count > 24 && chart.times.count == chart.values.count)
        #expect(chart.palette.allSatisfy { $0.color != nil } && chart.bands.allSatisfy { $0 >= 0 })
        #expect(seen.head.credits.contains { $0.link == "https://open-meteo.com/" })
      }
    }

    @Test("a place with too few hours of a pollutant has a value that it is about, with its band")
    func uncertain() async throws {
      let (board, index) = (board, try index())
      let now = clock.time
      let timeline = try AirTimeline(
        start: now - .seconds(86_400), step: .seconds(3600), length: .seconds(3600), count: 24)
      func series(_ parameter: AirParameter, _ values: [Double]) throws -> AirSeries {
        try AirSeries(
          parameter, unit: .microgramsPerCubicMetre, averaging: .oneHour, timeline: timeline, values: values)
      }
      let report = AirReport(
        source: "s", site: AirSite(coordinate: try Coordinate(50, 14), kind: .referenceStation),
        kind: .observation,
        series: [
          try series(.no2, Array(repeating: 10, count: 24)),
          try series(.pm25, Array(repeating: .nan, count: 23) + [80]),
        ], receivedAt: now, places: [0])
      let client = AirClient(clock: clock) { AirAnswer([report], to: $0, at: now) }
      let places = BoardPlaces(on: board, from: client, judgedBy: index)
      try await clock.runOnMainActor {
        async let _: Void = places.follow([.near(try Coordinate(50, 14))])
        await clock.advance(by: .seconds(2))
        let seen = try seen()
        let row = try #require(seen.rows?.first)
        #expect(row.value != nil && row.band != nil)
        #expect(row.remark?.contains("about, from the last hour; without ") == true, "\(row)")
      }
    }

    @Test("an unknown place says why, and is looked for again")
    func unknownPlace() async throws {
      let (board, index) = (board, try index())
      let asked = Locked(0)
      let client = AirClient(clock: clock) { _ in
        asked.withLock { $0 += 1 }
        throw AQError(.unreachable, "No route to the host.")
      }
      try await clock.runOnMainActor {
        async let _: Void = BoardPlaces(on: board, from: client, judgedBy: index).follow([.city("Nowhere")])
        await clock.advance(by: .seconds(1))
        let nowhere = try seen().row("Nowhere")
        #expect(nowhere?.remark == "No route to the host.")
        await clock.advance(by: .seconds(120))
        #expect(asked.withLock { $0 } == 3)
      }
    }

    @Test("a value stays after a failure, with a note on it")
    func failure() async throws {
      let (board, index) = (board, try index())
      let fails = Locked(false)
      let recorded = AirClient.preview(clock: clock)
      var client = recorded
      client.fetch = { query in
        if fails.withLock({ $0 }) { throw AQError(.unreachable, "No route to the host.") }
        return try await recorded.fetch(query)
      }
      try await clock.runOnMainActor { [client] in
        async let _: Void = BoardPlaces(on: board, from: client, judgedBy: index).follow([.city("Brno")])
        await clock.advance(by: .seconds(2))
        fails.withLock { $0 = true }
        await clock.advance(by: .seconds(3900))
        let brno = try seen().row("Brno")
        #expect(brno?.value == "37" && brno?.remark?.contains("not renewed: No route") == true)
      }
    }

    // MARK: Live sites

    /// A feed that sends what it is told to, a second apart, and then stays open, ends, or fails.
    private func feed(
      _ updates: [AirUpdate], _ error: AQError? = nil, staysOpen: Bool = true
    ) -> ClosureSource {
      let offer = SourceDescriptor.Offer(
        capabilities: [.live], placeKinds: [.city], parameters: [], kinds: [.observation],
        timeConvention: .instant, averaging: .instant)
      let clock = clock
      return ClosureSource(
        SourceDescriptor(id: "feed", name: "A feed", offers: [offer]),
        updates: { _ in
          AirUpdates { send in
            for update in updates {
              try await send(update)
              try await clock.sleep(for: .seconds(5))
            }
            if let error { throw error }
            if staysOpen { try await clock.sleep(for: .seconds(1_000_000)) }
          }
        },
        fetch: { _ in throw AQError(.unsupported, "Not asked.") })
    }

    private func update(
      _ values: KeyValuePairs<String, Double>, _ parameter: AirParameter = .publishedIndex(scale: "in-naqi"),
      after seconds: Int64 = 0
    ) throws -> AirUpdate {
      let time = clock.time.adding(seconds: seconds)
      let reports = try values.map { name, value in
        AirReport(
          source: "feed", site: AirSite(name: name, kind: .city), kind: .observation,
          series: [
            try AirSeries(
              parameter, value, unit: parameter.isPublishedIndex ? .one : .microgramsPerCubicMetre,
              over: AirInterval(instant: time))
          ],
          receivedAt: time, attribution: [AirAttribution("A feed", link: "javascript:alert(1)")])
      }
      return AirUpdate(reports: reports, state: .live)
    }

    private func following(
      _ sources: [any AirDataSource], _ body: @MainActor () async throws -> Void
    ) async throws {
      let (board, clock) = (board, clock)
      try await clock.runOnMainActor {
        async let _: Void = BoardSites(on: board, judgedBy: .usEPA, clock: clock).follow(sources)
        await clock.advance(by: .zero)
        try await body()
      }
    }

    @Test("a live site has its value, the band of its own scale, and a chart that goes on")
    func site() async throws {
      let updates = [try update(["Delhi": 411]), try update(["Delhi": 57], after: 5)]
      try await following([feed(updates)]) {
        await clock.advance(by: .seconds(2))
        let first = try #require(try seen().row("Delhi"))
        #expect(
          first.value == "411" && first.band?.name == "Severe" && first.quantity == "India National AQI")
        await clock.advance(by: .seconds(10))
        let second = try seen()
        #expect(second.row("Delhi")?.value == "57" && second.row("Delhi")?.band?.name == "Satisfactory")
        let chart = try #require(second.chart("Delhi"))
        #expect(chart.values.prefix(2) == [411, 57] && chart.step == 5)
        #expect(second.head.feeds.map(\.state) == ["live"])
        #expect(second.head.credits.map(\.text) == ["A feed"])
      }
    }

    @Test("a concentration has the band of the chosen index, and says that it is of a single value")
    func concentration() async throws {
      try await following([feed([try update(["Delhi": 60], .pm25)])]) {
        await clock.advance(by: .seconds(6))
        let delhi = try #require(try seen().row("Delhi"))
        #expect(delhi.band?.name == "Unhealthy" && delhi.value == "60.0 µg/m³")
        #expect(delhi.remark?.contains("band of a single value") == true)
      }
    }

    @Test("a chart has no values while nothing could arrive, and the line is out of date")
    func gap() async throws {
      let lost = AirUpdate(state: .waiting(until: clock.time.adding(seconds: 60)))
      let updates = [try update(["Delhi": 411]), lost, lost, try update(["Delhi": 57], after: 15)]
      try await following([feed(updates)]) {
        await clock.advance(by: .seconds(12))
        let silent = try seen()
        #expect(silent.row("Delhi")?.freshness == "silent" && silent.head.feeds.map(\.state) == ["waiting"])
        await clock.advance(by: .seconds(10))
        let chart = try #require(try seen().chart("Delhi"))
        #expect(zip(chart.times.dropFirst(), chart.times).contains { $0 - $1 > chart.step * 3 / 2 })
        #expect(try seen().row("Delhi")?.freshness == "fresh")
      }
    }

    @Test("a feed that fails for good says why, another one goes on, and lines stay")
    func twoFeeds() async throws {
      let failing = feed([try update(["Agra": 20])], AQError(.unauthorized, "The key is wrong."))
      try await following([failing, feed([try update(["Delhi": 411])])]) {
        await clock.advance(by: .seconds(8))
        let seen = try seen()
        #expect(seen.head.feeds.map(\.name) == ["A feed", "A feed 2"])
        #expect(seen.head.feeds.map(\.state) == ["failed", "live"])
        #expect(seen.head.feeds.first?.remark == "The key is wrong.")
        #expect(seen.row("Agra")?.value == "20" && seen.row("Delhi")?.value == "411")
      }
    }

    @Test("texts from outside stay texts, and long ones are cut")
    func hostileTexts() async throws {
      let hostile = "</script><img src=x onerror=alert(1)>\n\ndata: {}\u{2028}\u{202E}"
      let long = String(repeating: "x", count: 5000)
      try await following([feed([try update([hostile: 1, long: 2])])]) {
        await clock.advance(by: .seconds(6))
        let seen = try seen()
        #expect(seen.row(hostile)?.value == "1")
        #expect(seen.rows?.allSatisfy { $0.title.count <= 200 } == true && seen.rows?.isEmpty == false)
      }
    }

    // MARK: Charts

    @Test("a chart leaves out values that aren't numbers, or aren't later")
    func points() {
      var chart = BoardChart(step: 60)
      let time = AirTime(secondsSince1970: 1000)
      for (value, seconds) in [(1.0, 0), (.nan, 60), (.infinity, 120), (2, 0), (3, 180)] as [(Double, Int64)]
      {
        chart.append(value, at: time.adding(seconds: seconds), band: nil)
      }
      #expect(chart.times == [1000, 1180] && chart.values == [1, 3] && chart.bands == [-1, -1])
    }
  }
#endif
