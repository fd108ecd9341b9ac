import AQKit
import AQKitTesting
import Testing

@Suite("A busy consumer of a live feed", .timeLimit(.minutes(10))) struct FeedFlowPolicyTests {
  /// Follows a message a second, about two cities in turn, then nothing; the consumer takes ten seconds for each
  /// update.
  private func follow(_ flow: FeedOptions.Flow, count: Int = 60) async throws -> FeedTranscript {
    let steps = (1...count).flatMap { [.wait(.seconds(1)), says($0 % 2 == 0 ? "A" : "B", $0)] } + [.hang]
    let stage = FeedStage([.plays(steps)], options: FeedOptions(heartbeat: nil))
    return try await stage.follow(for: .seconds(2000), flow: flow, pace: .seconds(10))
  }

  @Test("slows the feed under back-pressure, and gets everything")
  func backPressure() async throws {
    let transcript = try await follow(.backPressure)
    #expect(transcript.readings.count == 60 && transcript.dropped() == 0)
  }

  @Test("gets the newest of each key, and the number of missed ones")
  func latest() async throws {
    let transcript = try await follow(.latest)
    #expect(transcript.readings.count + transcript.dropped() == 60)
    #expect(transcript.readings.count < 20)
    #expect(Set(transcript.readings.suffix(2)) == ["A=60", "B=59"])
  }

  @Test("gets the newest readings, or the oldest, up to the buffer, and the number of missed ones")
  func bounded() async throws {
    let newest = try await follow(.newest(5))
    #expect(newest.readings.count + newest.dropped() == 60 && newest.dropped() > 0)
    #expect(newest.readings.suffix(5) == ["A=56", "B=57", "A=58", "B=59", "A=60"])
    let oldest = try await follow(.oldest(5))
    #expect(oldest.readings.count + oldest.dropped() == 60 && oldest.dropped() > 0)
    #expect(Array(oldest.readings.prefix(6)).count == 6)
    #expect(oldest.readings.first == "B=1")
  }

  @Test("gets the newest readings, even if the connection breaks before it takes them")
  func newestBeforeBreak() async throws {
    let message = FeedMessage(
      text: #"[{"city":"A","aqi":1},{"city":"B","aqi":2},{"city":"C","aqi":3}]"#)
    let broken = ScriptedConnection.Step.failure(AQError(.unreachable, "Broken."))
    let stage = FeedStage([
      .plays([.wait(.seconds(1)), .messages([message]), .wait(.seconds(1)), broken]), .plays([.hang]),
    ])
    let transcript = try await stage.follow(for: .seconds(400), flow: .newest(1), pace: .seconds(50))
    #expect(transcript.readings == ["A=1", "B=2", "C=3"] && transcript.dropped() == 0)
    #expect(transcript.states.last == .connecting)
  }

  @Test(
    "misses no state and no gap, whatever else it misses",
    arguments: [FeedOptions.Flow.latest, .newest(2), .oldest(2)])
  func states(flow: FeedOptions.Flow) async throws {
    let broken = ScriptedConnection.Step.failure(AQError(.unreachable, "Broken."))
    let burst = (1...20).map { says("A", $0) }
    let stage = FeedStage([.plays(burst + [broken]), .plays(burst + [.wait(.seconds(500)), .hang])])
    let transcript = try await stage.follow(for: .seconds(400), flow: flow, pace: .seconds(100))
    #expect(transcript.states.last == .live)
    #expect(transcript.updates.compactMap(\.gap).count == 1)
    #expect(transcript.notes.contains { $0.code == .disconnected && $0.failure == .unreachable })
  }

  @Test("gets the number of missed readings in their place, and the last state after all earlier ones")
  func order() async throws {
    let burst = (1...20).map { says("A", $0) }
    let stage = FeedStage([.plays(burst + [.hang]), .plays([.wait(.seconds(1)), says("A", 99), .hang])])
    let transcript = try await stage.follow(flow: .oldest(2), pace: .seconds(100)) { transcript in
      await stage.clock.advance(by: .seconds(50))
      stage.control.pause()
      await stage.clock.advance(by: .seconds(600))
      #expect(transcript.states.last == .paused)
      stage.control.resume()
      await stage.clock.advance(by: .seconds(600))
    }
    let first = transcript.updates.firstIndex { $0.notes.contains { $0.code == .dropped } }
    let drop = try #require(first)
    func readings(_ updates: ArraySlice<AirUpdate>) -> Int { updates.reduce(0) { $0 + $1.reports.count } }
    #expect(readings(transcript.updates[...drop]) + transcript.dropped() == 20)
    #expect(transcript.readings.last == "A=99" && transcript.states.last == .live)
  }

  @Test(
    "gets the error after all waiting updates",
    arguments: [FeedOptions.Flow.latest, .newest(9), .oldest(9), .backPressure])
  func error(flow: FeedOptions.Flow) async throws {
    let stage = FeedStage([.plays([says("A", 1), says("B", 2), .failure(AQError(.tooLarge, "Too big."))])])
    let transcript = try await stage.follow(for: .seconds(100), flow: flow, pace: .seconds(5))
    #expect(Set(transcript.readings) == ["A=1", "B=2"])
    #expect(transcript.error?.code == .tooLarge && transcript.states.last == .failed(.tooLarge))
  }

  @Test("distinguishes a channel or a device only if the key says so")
  func keys() async throws {
    for (key, count) in [
      (FeedSnapshot.ReadingKey.Parts.all, 5), ([.device, .parameter], 3), ([.parameter], 1),
    ] {
      let message = FeedMessage(
        text:
          #"[{"city":"A","aqi":1,"channel":"a"},{"city":"A","aqi":2,"channel":"b"},{"city":"B","aqi":3,"channel":"a"},{"city":"B","aqi":4,"channel":"b"}]"#
      )
      let stage = FeedStage(
        [
          .plays([
            says("X", 0), .wait(.seconds(1)), .messages([message]), .wait(.seconds(1)), .messages([message]),
            .hang,
          ])
        ],
        semantics: FeedOptions.Semantics(key: key, silence: .seconds(9999)))
      let transcript = try await stage.follow(for: .seconds(100), flow: .latest, pace: .seconds(10))
      #expect(transcript.readings.count == count, "\(key)")
    }
  }

  @Test("treats a feed of snapshots as such: a missing site is gone")
  func snapshots() async throws {
    let both = FeedMessage(text: #"[{"city":"A","aqi":1},{"city":"B","aqi":2}]"#)
    let stage = FeedStage(
      [
        .plays([
          .messages([both, CityDecoder.message("B", 3)]), .wait(.seconds(1)), .messages([both]), .hang,
        ])
      ],
      semantics: FeedOptions.Semantics(delivery: .snapshot, silence: .seconds(9999)))
    let transcript = try await stage.follow(for: .seconds(10))
    let updates = transcript.updates.filter { !$0.reports.isEmpty }
    #expect(updates.map(\.isSnapshot) == [true, true, true])
    #expect(updates.map { $0.reports.map(\.site.name) } == [["A", "B"], ["B"], ["A", "B"]])
    var snapshot = FeedSnapshot()
    for update in updates.prefix(2) { snapshot.merge(update) }
    #expect(snapshot.reports.map(\.site.name) == ["B"])
  }
}

@Suite("Late and repeated readings", .timeLimit(.minutes(10))) struct FeedOrderTests {
  private func flags(_ transcript: FeedTranscript) -> [Set<AirReading.QualityFlag>] {
    transcript.updates.flatMap(\.reports).flatMap(\.series).flatMap { series in
      series.flags ?? Array(repeating: [], count: series.count)
    }
  }

  @Test("are flagged, not merged silently")
  func flagged() async throws {
    let stage = FeedStage([
      .plays([
        says("A", 1, at: "2026-10-01T11:58:00Z"), says("A", 2, at: "2026-10-01T11:59:00Z"),
        says("B", 9, at: "2026-10-01T11:57:00Z"), says("A", 2, at: "2026-10-01T11:59:00Z"),
        says("A", 3, at: "2026-10-01T11:58:30Z"), says("A", 4, at: "2026-10-01T11:59:00Z"), .end,
      ]), .plays([says("A", 4, at: "2026-10-01T11:59:00Z"), .hang]),
    ])
    let transcript = try await stage.follow(for: .seconds(30))
    #expect(flags(transcript) == [[], [], [], [.repeated], [.late], [], [.repeated]])
    #expect(transcript.readings == ["A=1", "A=2", "B=9", "A=2", "A=3", "A=4", "A=4"])
  }

  @Test("from a sender that repeats remembered values are distinguished from new ones by their value")
  func repeatedCache() async throws {
    let steps = [1, 1, 2, 2].flatMap { [.wait(.seconds(60)), says("A", $0)] } + [.hang]
    for (delivery, count) in [(FeedOptions.Semantics.Delivery.repeatedCache, 2), (.changes, 0)] {
      let stage = FeedStage(
        [.plays(steps)], semantics: FeedOptions.Semantics(delivery: delivery, silence: .seconds(9999)))
      let transcript = try await stage.follow(for: .seconds(300))
      #expect(transcript.readings.count == 4)
      #expect(flags(transcript).count { $0.contains(.repeated) } == count)
    }
  }

  @Test("without a time of their own, within one second and at once, are merged and counted")
  func sameSecond() async throws {
    let stage = FeedStage(
      [.plays([.messages((1...5).map { CityDecoder.message("A", $0) }), .hang])],
      semantics: FeedOptions.Semantics(time: .none, silence: .seconds(9999)))
    let transcript = try await stage.follow(for: .seconds(1))
    #expect(transcript.readings == ["A=5"])
    #expect(transcript.notes.filter { $0.code == .duplicate }.map(\.count) == [4])
  }

  @Test("are not merged if each message is to be a separate update")
  func everyMessage() async throws {
    let stage = FeedStage(
      [.plays([.messages([1, 1, 2].map { CityDecoder.message("A", $0) }), .hang])],
      semantics: FeedOptions.Semantics(time: .none, silence: .seconds(9999)),
      options: FeedOptions(updatesPerMessage: true))
    let transcript = try await stage.follow(for: .seconds(1))
    #expect(transcript.readings == ["A=1", "A=1", "A=2"] && transcript.notes.isEmpty)
    #expect(
      flags(transcript) == [[.timeOfReceipt], [.timeOfReceipt, .repeated], [.timeOfReceipt]])
  }

  @Test("with their own times are flagged, even where their messages arrive together")
  func atOnce() async throws {
    let messages = [
      CityDecoder.message("A", 2, at: "2026-10-01T11:59:00Z"),
      CityDecoder.message("A", 1, at: "2026-10-01T11:58:00Z"),
      CityDecoder.message("A", 2, at: "2026-10-01T11:59:00Z"),
      CityDecoder.message("A", 3, at: "2026-10-01T11:59:00Z"), CityDecoder.message("A", 4),
    ]
    let stage = FeedStage([.plays([.messages(messages), .hang])])
    let transcript = try await stage.follow(for: .seconds(1))
    #expect(transcript.readings == ["A=2", "A=1", "A=2", "A=3", "A=4"])
    #expect(flags(transcript) == [[], [.late], [.repeated], [], [.timeOfReceipt]])
    #expect(transcript.notes.isEmpty)
  }

  @Test("aren't flagged if one message has its rows in any order")
  func withinMessage() async throws {
    let rows = ["11:59", "11:57", "11:58"].map { #"{"city":"A","aqi":1,"at":"2026-10-01T\#($0):00Z"}"# }
    let stage = FeedStage([.plays([.text("[\(rows.joined(separator: ","))]"), .hang])])
    let transcript = try await stage.follow(for: .seconds(1))
    #expect(transcript.readings.count == 3 && flags(transcript).allSatisfy(\.isEmpty))
  }

  @Test("a device's clock is used as the feed declares it")
  func timePolicies() async throws {
    let noon = AirTime(secondsSince1970: 1_790_856_000)
    let received = (noon, Set([AirReading.QualityFlag.timeOfReceipt]))
    let cases: [(ReportBuilder.FeedTimePolicy, String, (AirTime, Set<AirReading.QualityFlag>))] = [
      (.iso8601, #""2026-10-01T10:00:00+02:00""#, (noon - .seconds(4 * 3600), [])),
      (.epoch, "1790850000", (AirTime(secondsSince1970: 1_790_850_000), [])),
      (.epoch, "86400", received),
      (.local(secondsFromUTC: 7200), #""2026-10-01T13:00:00""#, (noon - .seconds(3600), [])),
      (.local(secondsFromUTC: 7200), #""1970-01-01T13:00:00""#, received), (.sinceBoot, "86400", received),
      (.none, #""2026-10-01T10:00:00Z""#, received),
    ]
    for (policy, time, (expected, flags)) in cases {
      let stage = FeedStage(
        [.plays([.text(#"[{"city":"A","aqi":1,"at":\#(time)}]"#), .hang])],
        semantics: FeedOptions.Semantics(time: policy, silence: .seconds(9999)))
      let transcript = try await stage.follow(for: .seconds(1))
      let report = try #require(transcript.updates.flatMap(\.reports).first, "\(policy)")
      #expect(report[.publishedIndex]?.timeline.first == AirInterval(instant: expected), "\(policy)")
      #expect(self.flags(transcript) == [flags] && report.receivedAt == noon)
    }
  }
}

@Suite("Unreadable parts of a live feed", .timeLimit(.minutes(10))) struct FeedGarbageTests {
  @Test("are counted and named by their message and element")
  func positions() async throws {
    let stage = FeedStage([
      .plays([
        says("A", 1), .text("<html>"),
        .text(#"[{"city":"A","aqi":2},{"city":7,"aqi":1},{"city":"C","aqi":3}]"#), .hang,
      ])
    ])
    let transcript = try await stage.follow(for: .seconds(1))
    let notes = transcript.notes.filter { $0.code == .refused }
    #expect(notes.count == 2 && notes[0].message.contains("message 2"))
    #expect(notes[1].message.contains("element 1 of message 3"))
    #expect(transcript.readings == ["A=1", "A=2", "C=3"])
  }

  @Test("end the feed after many consecutive messages, across connections, with the earlier readings")
  func tolerance() async throws {
    let bad = FeedMessage(text: "<html>")
    let stage = FeedStage(
      [
        .plays([.messages([bad, CityDecoder.message("A", 1), bad, bad]), .end]),
        .plays([.messages([bad, bad]), .hang]),
      ],
      options: FeedOptions(toleratedGarbage: 4))
    let transcript = try await stage.follow(for: .seconds(30))
    #expect(transcript.readings == ["A=1"])
    #expect(transcript.error?.code == .malformed && stage.connector.attemptCount == 2)
    let refused = transcript.notes.filter { $0.code == .refused }.map(\.count).reduce(0, +)
    #expect(refused == 5)
  }

  @Test("leave nothing behind in the next message, nor do readable ones")
  func nextMessage() async throws {
    let first =
      #"[{"city":"A","aqi":1},{"city":"A","aqi":2,"channel":"x"},{"city":"A","aqi":3},{"city":7,"aqi":4}]"#
    let second = #"[{"city":"B","aqi":5,"at":"2026-10-01T11:59:00Z"},{"city":"A","aqi":6}]"#
    let both = try await FeedStage([.plays([.text(first), .text(second), .hang])]).follow(for: .seconds(1))
    let alone = try await FeedStage([.plays([.text(second), .hang])]).follow(for: .seconds(1))
    let updates = both.updates.filter { !$0.reports.isEmpty }
    #expect(updates.map(\.reports.count) == [1, 2] && updates.map(\.notes.count) == [2, 0])
    #expect(updates.last?.reports == alone.updates.last?.reports)
  }

  @Test("leave nothing behind for the next connection if a decoder is cancelled in the middle")
  func cancelledDecoder() async throws {
    let stage = FeedStage([
      .plays([
        says("A", 1), .text(#"[{"city":7},{"city":"B","aqi":2},{"city":"nowhere","aqi":3}]"#), .hang,
      ]),
      .plays([says("C", 4), .text(#"[{"city":"D","aqi":5},{"city":7}]"#), .hang]),
    ])
    let transcript = try await stage.follow(for: .seconds(60))
    #expect(transcript.readings == ["A=1", "C=4", "D=5"])
    #expect(stage.connector.attemptCount == 2 && transcript.error == nil)
    let refused = transcript.notes.filter { $0.code == .refused }
    #expect(refused.map(\.count) == [1])
    #expect(refused.first?.message.contains("element 1 of message 4") == true)
  }
}
