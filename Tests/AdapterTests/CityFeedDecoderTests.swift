import AQKit
import AQKitSocketFeed
import AQKitTesting
import Testing

@Suite("Messages of a city feed") struct CityFeedDecoderTests {
  private static let now = AirTime(secondsSince1970: 1_790_856_000)

  /// Returns the updates that a feed makes of messages that arrive together.
  private func updates(_ messages: [FeedMessage]) async throws -> [AirUpdate] {
    let clock = ManualClock(Self.now)
    let connector = ScriptedConnector([.plays([.messages(messages), .end])], clock: clock)
    let source = FeedSource(
      CityFeedDecoder(scale: "in-naqi"), at: FeedEndpoint(url: "wss://x.example"), through: connector,
      clock: clock,
      options: FeedOptions(reconnection: .never))
    var updates: [AirUpdate] = []
    for try await update in source.updates(for: AirQuery(places: [])) where update.state != .connecting {
      updates.append(update)
    }
    return updates
  }

  private func text(_ cities: [(String, Double)]) -> FeedMessage {
    FeedMessage(
      text: "[" + cities.map { #"{"city":"\#($0.0)","aqi":\#($0.1)}"# }.joined(separator: ",") + "]")
  }

  @Test("the last of a city's values that arrive together is kept, and the others are counted")
  func batch() async throws {
    var random = AQRandomNumbers(seed: 1)
    var last: [String: Double] = [:]
    var count = 0
    let messages = (0..<500).map { number in
      let cities = (0..<9).map { (number * 7 + $0 * $0) % 300 }.map {
        (
          "City \($0)\($0 % 3 == 0 ? " with a long name, ñ and 市" : "")",
          Double.random(in: 0..<900, using: &random)
        )
      }
      for (name, value) in cities { last[name] = value }
      count += cities.count
      return text(cities)
    }
    let updates = try await updates(messages)
    let update = try #require(updates.first)
    #expect(updates.count == 1)
    var seen: [String: Double] = [:]
    for report in update.reports {
      let series = try #require(report[.publishedIndex(scale: "in-naqi")])
      #expect(series.count == 1 && series.flags == [[.timeOfReceipt]])
      #expect(report.site.kind == .city && report.receivedAt == Self.now)
      seen[report.site.name ?? ""] = series.values[0]
    }
    #expect(seen == last)
    let duplicates = update.notes.filter { $0.code == .duplicate }.map(\.count).reduce(0, +)
    #expect(duplicates == count - last.count)
  }

  @Test(
    "an unreadable element leaves the others, and a truncated one loses only its message")
  func damage() async throws {
    let updates = try await updates([
      FeedMessage(
        text:
          #"[{"city":"A","aqi":1},{"city":7,"aqi":2},{"aqi":3},5,{"city":"B","aqi":null},{"city":"C","aqi":4}]"#
      ),
      FeedMessage(text: #"[{"city":"D","aqi":5},{"city":"A","aqi":99},{"city":"E","aq"#),
      FeedMessage(
        text: #"[{"aqi":6,"city":"F","note":{"x":[1]}},{"city":"\u00c5s","aqi":7},{"city":"Ås","aqi":8}]"#),
      FeedMessage(text: #"{"city":"G","aqi":9}"#), FeedMessage(text: #"[{"city":"A","aqi":10}] []"#),
      text([("H", 11), ("A", 12), ("I", 1e12), ("D", 13)]),
    ])
    let update = try #require(updates.first)
    let values = update.reports.flatMap { report in
      report.series.flatMap { series in series.values.map { "\(report.site.name ?? "")=\(Int($0))" } }
    }
    #expect(values.sorted() == ["A=12", "C=4", "D=13", "F=6", "H=11", "Ås=8"])
    let refused = update.notes.filter { $0.code == .refused }
    let count = refused.map(\.count).reduce(0, +)
    #expect(count == 8)
    #expect(refused.contains { $0.message.contains("element 1 of message 1") })
    #expect(refused.contains { $0.message.contains("message 2") })
  }

  @Test(
    "a city without a name, a malformed number and an absurd value lose only their element",
    arguments: [
      #"{"city":"","aqi":5}"#, #"{"city":" \t ","aqi":5}"#, #"{"city":"B","aqi":NaN}"#,
      #"{"city":"B","aqi":-NaN}"#, #"{"city":"B","aqi":1e10}"#, #"{"city":"B","aqi":1e999}"#,
      #"{"city":"B","aqi":"5"}"#, #"{"city":"B","aqi":true}"#, #"{"city":["B"],"aqi":5}"#,
    ])
  func element(text: String) async throws {
    let update = try #require(
      try await updates([
        FeedMessage(text: #"[{"city":"A","aqi":1},\#(text),{"city":"C","aqi":2}]"#)
      ]).first)
    #expect(update.reports.map(\.site.name) == ["A", "C"])
    let notes = update.notes.filter { $0.code == .refused }
    let said = text.contains("1e10") ? "beyond what is possible" : "element 1 of message 1"
    #expect(notes.map(\.count) == [1] && notes[0].message.contains(said))
  }

  @Test("an error says what was found")
  func found() async throws {
    let update = try await updates([FeedMessage(text: #"[{"city":7,"aqi":1}]"#)]).first
    #expect(update?.notes.first?.message.contains("expected a string, found a number") == true)
  }

  @Test("names that differ in case or spaces are different cities, without guessing")
  func names() async throws {
    let update = try await updates([text([("Pune", 1), ("PUNE", 2), (" Pune", 3)])]).first
    #expect(update?.reports.map(\.site.name) == ["Pune", "PUNE", " Pune"])
    let escaped = try await updates([
      FeedMessage(text: #"[{"city":"Pune","aqi":1},{"city":"P\u0075ne","aqi":2}]"#)
    ]).first
    #expect(escaped?.reports.map(\.site.name) == ["Pune"])
    #expect(escaped?.notes.map(\.code) == [.duplicate])
    let long = String(repeating: "Pune ", count: 100)
    let twice = try await updates([text([(long, 1), (long, 2)])]).first
    #expect(twice?.reports.count == 1 && twice?.notes.map(\.code) == [.duplicate])
  }

  /// Returns the updates that a feed makes of messages that arrive one by one, all within a second.
  private func updates(oneByOne messages: [FeedMessage]) async throws -> [AirUpdate] {
    let clock = ManualClock(Self.now)
    let source = FeedSource(
      CityFeedDecoder(), at: FeedEndpoint(url: "wss://x.example"),
      through: ScriptedConnector([.plays(messages.map { .messages([$0]) } + [.end])], clock: clock),
      clock: clock, options: FeedOptions(reconnection: .never))
    var updates: [AirUpdate] = []
    for try await update in source.updates(for: AirQuery(places: [])) where !update.reports.isEmpty {
      updates.append(update)
    }
    return updates
  }

  @Test("each update has the cities of its message and no others, in their order")
  func knownNames() async throws {
    let updates = try await updates(
      oneByOne: [
        text([("A", 1), ("B", 2)]), text([("B", 3)]), text([("C", 4), ("B", 5), ("A", 6)]),
        FeedMessage(text: #"[ {"aqi":7,"city":"\u0041"}, {"city":"A\u030as","aqi":8} ]"#),
        text([("Ås", 9)]),
      ])
    let seen = updates.map { update in update.reports.map { "\($0.site.name ?? "")=\($0.series[0].values)" } }
    #expect(
      seen == [
        ["A=[1.0]", "B=[2.0]"], ["B=[3.0]"], ["C=[4.0]", "B=[5.0]", "A=[6.0]"],
        ["A=[7.0]", "A\u{30a}s=[8.0]"],
        ["Ås=[9.0]"],
      ])
    #expect(updates.allSatisfy { $0.notes.isEmpty })
  }

  @Test("a value repeated within its second is flagged, however its city is written")
  func repeated() async throws {
    let updates = try await updates(
      oneByOne: [
        text([("Ås", 1)]), text([("Ås", 1)]), text([("A\u{30a}s", 1)]), text([("Ås", 2)]),
        FeedMessage(text: #"[{"city":"\u00c5s","aqi":2}]"#),
      ])
    let flags = updates.map { $0.reports[0].series[0].flags?[0] ?? [] }
    let new: Set<AirReading.QualityFlag> = [.timeOfReceipt]
    let same: Set<AirReading.QualityFlag> = [.timeOfReceipt, .repeated]
    #expect(flags == [new, same, same, new, same])
  }

  @Test("more names than are kept between messages are read in the same way")
  func manyNames() async throws {
    let updates = try await updates(
      oneByOne: (0..<4).map { part in text((0..<2100).map { ("City \(part / 2)-\($0)", Double($0)) }) })
    #expect(updates.map(\.reports.count) == [2100, 2100, 2100, 2100])
    let repeated = updates.map { update in
      update.reports.count { $0.series[0].flags?[0].contains(.repeated) == true }
    }
    #expect(repeated == [0, 2100, 0, 2100])
  }

  @Test("names of any length are found again, each by all of its bytes")
  func longNames() async throws {
    let names = [2, 7, 8, 9, 253, 254, 255, 256, 257, 300].flatMap { count -> [String] in
      let rest = String(repeating: "n", count: count - 1)
      return [rest + "n", rest + "x", "x" + rest, String(repeating: "ñ", count: count)]
    }
    let message = text(names.map { ($0, 1) })
    let seen = try await updates(oneByOne: [message, message])
    #expect(seen.map { $0.reports.compactMap(\.site.name) } == [names, names])
    let twice = try #require(try await updates([text((names + names).map { ($0, 1) })]).first)
    #expect(twice.reports.compactMap(\.site.name) == names)
    #expect(twice.notes.map(\.code) == [.duplicate] && twice.notes.map(\.count) == [names.count])
  }

  @Test("a blank name is refused each time, however it is written")
  func blankNames() throws {
    let decoder = CityFeedDecoder()
    let message = FeedMessage(
      text:
        #"[{"city":" ","aqi":1},{"city":"\u0020\t","aqi":2},{"city":"A","aqi":3},{"city":" ","aqi":4}]"#)
    for _ in 0..<3 {
      var report = ReportBuilder(decoder.descriptor, receivedAt: Self.now)
      try decoder.decode(message, for: AirQuery(places: []), into: &report)
      let response = report.response()
      #expect(response.reports.map(\.site.name) == ["A"])
      #expect(response.notes.filter { $0.code == .refused }.map(\.count).reduce(0, +) == 3)
    }
  }

  @Test("messages that one decoder reads at the same time keep their cities apart")
  func concurrentMessages() async throws {
    let decoder = CityFeedDecoder()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<16 {
        let cities = (0..<30).map { ("City \(($0 + number) % 40)", Double(number)) }
        let message = text(cities)
        group.addTask {
          for _ in 0..<20 {
            var report = ReportBuilder(decoder.descriptor, receivedAt: Self.now)
            try decoder.decode(message, for: AirQuery(places: []), into: &report)
            let response = report.response()
            #expect(response.reports.compactMap(\.site.name) == cities.map(\.0) && response.notes.isEmpty)
            #expect(response.reports.allSatisfy { $0.series.map(\.values) == [[Double(number)]] })
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
