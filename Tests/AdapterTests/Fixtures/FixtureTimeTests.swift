import AQKit
import AQKitFixtures
import AQKitTesting
import Foundation
import Testing

@Suite("The time of recordings")
struct FixtureTimeTests {
  private static let entry =
    #"{"file":"a.json","format":"aqkit","recordedAt":"2026-05-01T12:30:00Z","constructed":true}"#

  private func folder(_ text: String = reportText()) throws -> TemporaryFolder {
    try TemporaryFolder(["manifest.json": TemporaryFolder.manifest(Self.entry), "a.json": text])
  }

  @Test("can be moved to now, by whole hours or days, and says so")
  func shifted() async throws {
    let folder = try folder()
    defer { withExtendedLifetime(folder) {} }
    let now = try #require(AirTime("2027-01-10T08:45:00Z"))
    let clock = ManualClock(now)
    let source = FixtureSource(folder.folder, options: FixtureOptions(timing: .asIfNow()), clock: clock)
    let response = try await source.fetch(AirQuery(places: []))
    let report = try #require(response.reports.first)
    #expect(report.receivedAt == AirTime("2027-01-10T08:30:00Z"))
    #expect(report[.pm25]?.timeline.last?.end == AirTime("2027-01-10T08:00:00Z"))
    #expect(report[.pm25]?.values == [1, 2, 3])
    #expect(response.notes.map(\.code) == [.remark])
    #expect(response.notes[0].message.contains("2026-05-01T12:30:00Z"))
    let byDays = FixtureSource(
      folder.folder, options: FixtureOptions(timing: .asIfNow(inStepsOf: .seconds(86_400))), clock: clock)
    let day = try await byDays.fetch(AirQuery(places: [], window: .past(.seconds(86_400))))
    #expect(day.reports.first?.receivedAt == AirTime("2027-01-09T12:30:00Z"))
    let before = FixtureSource(
      folder.folder, options: FixtureOptions(timing: .asIfNow()),
      clock: ManualClock(try #require(AirTime("2020-01-01T00:10:00Z"))))
    #expect(
      try await before.fetch(AirQuery(places: [])).reports.first?.receivedAt
        == AirTime("2019-12-31T23:30:00Z"))
  }

  @Test("is moved with values that are moments themselves, such as sunrises")
  func shiftedMoments() async throws {
    let recorded = try #require(AirTime("2026-05-01T12:05:00Z"))
    let text = reportText(parameter: "sunrise", values: [Double(recorded.secondsSince1970)])
      .replacing("µg/m³", with: AirUnit.unixTime.rawValue)
    let folder = try folder(text)
    defer { withExtendedLifetime(folder) {} }
    let clock = ManualClock(try #require(AirTime("2027-01-10T08:45:00Z")))
    let source = FixtureSource(folder.folder, options: FixtureOptions(timing: .asIfNow()), clock: clock)
    let report = try #require(try await source.fetch(AirQuery(places: [])).reports.first)
    #expect(report[.sunrise]?.readings.map(\.instant) == [AirTime("2027-01-10T08:05:00Z")])
  }

  @Test("gives a note on values that moving takes beyond the years 1 to 9999")
  func shiftedTooFar() async throws {
    let forecast = reportText(kind: "forecast")
      .replacing("2026-05-01T10:00:00Z", with: "2026-05-03T10:00:00Z")
    let folder = try folder("[\(reportText(name: "A")),\(forecast)]")
    defer { withExtendedLifetime(folder) {} }
    let clock = ManualClock(try #require(AirTime("9999-12-31T23:45:00Z")))
    let source = FixtureSource(folder.folder, options: FixtureOptions(timing: .asIfNow()), clock: clock)
    let response = try await source.fetch(AirQuery(places: []))
    #expect(response.reports.map(\.site.name) == ["A"])
    let refusals = response.notes.filter { $0.code == .refused }
    #expect(
      refusals.map(\.message) == ["a.json: Refused: moved to now, a series leaves the years 1 to 9999."])
    #expect(refusals.map(\.count) == [1])
  }

  @Test("is played at the chosen speed: each value when its interval ended")
  func replayed() async throws {
    let folder = try folder(
      "[\(reportText(name: "A")),\(reportText(name: "B", at: (51, 15), values: [7, nil, 9]))]")
    defer { withExtendedLifetime(folder) {} }
    let clock = SteppingClock()
    let source = FixtureSource(folder.folder, options: FixtureOptions(replaySpeed: 3600), clock: clock)
    #expect(source.descriptor.capabilities.contains(.live))
    var updates: [AirUpdate] = []
    for try await update in source.updates(for: AirQuery(places: [.area(try .world)], parameters: [.pm25])) {
      updates.append(update)
    }
    #expect(updates.first?.state == .live)
    let values = updates.dropFirst().map {
      $0.reports.map { [$0.site.name, $0[.pm25].map { "\($0.values)" }] }
    }
    #expect(
      values == [[["A", "[1.0]"], ["B", "[7.0]"]], [["A", "[2.0]"]], [["A", "[3.0]"], ["B", "[9.0]"]]])
    #expect(clock.waits == [.seconds(1), .seconds(1)])
    #expect(updates.last?.reports.first?.receivedAt == AirTime("2026-05-01T12:00:00Z"))
    #expect(updates.last?.reports.first?.attribution == [AirAttribution("Its Maker")])
  }

  @Test("with times moved to now, live replay plays the values that a fetch of the same window gives")
  func replayedWindow() async throws {
    let folder = try folder()
    defer { withExtendedLifetime(folder) {} }
    let clock = SteppingClock()
    let source = FixtureSource(
      folder.folder, options: FixtureOptions(timing: .asIfNow(), replaySpeed: 3600), clock: clock)
    let window = try AirInterval(start: clock.time.adding(seconds: -8000), end: clock.time)
    let query = AirQuery(places: [], window: .interval(window))
    let fetched = try await source.fetch(query).reports.compactMap { $0[.pm25]?.values }
    var played: [Double] = []
    for try await update in source.updates(for: query) {
      played += update.reports.flatMap { $0[.pm25]?.values ?? [] }
    }
    #expect(fetched == [[2, 3]] && played == [2, 3])
  }

  @Test("is declared live as soon as a configuration chooses a speed, also by the resulting source")
  func declaredLive() throws {
    var container = try AQContainer().installing(.fixtures(folder: "nowhere", id: "lab"))
    #expect(!(container.descriptors.first?.capabilities.contains(.live) ?? true))
    try container.setOption("speed", of: "lab", to: "60")
    let declared = try #require(container.descriptors.first)
    #expect(declared.capabilities.contains(.live))
    #expect(try container.makeSource("lab").descriptor == declared)
    #expect(try AirHub(container).descriptors == [declared])
    try container.setOption("speed", of: "lab", to: "0")
    #expect(!(container.descriptors.first?.capabilities.contains(.live) ?? true))
  }

  @Test("without a speed is one fetch, then the end")
  func oneFetch() async throws {
    let folder = try folder()
    defer { withExtendedLifetime(folder) {} }
    var updates: [AirUpdate] = []
    for try await update in FixtureSource(folder.folder).updates(for: AirQuery(places: [])) {
      updates.append(update)
    }
    #expect(updates.map(\.reports.count) == [1])
  }

  @Test("ends its replay when the listener leaves")
  func abandoned() async throws {
    let folder = try folder()
    defer { withExtendedLifetime(folder) {} }
    let source = FixtureSource(
      folder.folder, options: FixtureOptions(replaySpeed: 1),
      clock: ManualClock(AirTime(secondsSince1970: 0)))
    let task = Task {
      var count = 0
      for try await update in source.updates(for: AirQuery(places: [])) {
        count += update.reports.count
        if count == 1 { break }
      }
      return count
    }
    #expect(try await task.value == 1)
  }

  @Test("if strict, by code or configuration, a recording with a malformed line is unreadable")
  func strict() async throws {
    let folder = try folder("\(reportText())\nbad\n")
    defer { withExtendedLifetime(folder) {} }
    let source = FixtureSource(folder.folder, options: FixtureOptions(isStrict: true))
    let error = await #expect(throws: AQError.self) { try await source.fetch(AirQuery(places: [])) }
    #expect(error?.code == .malformed && error?.message.contains("line 2") == true)
    var container = try AQContainer().installing(.fixtures(folder: "/nowhere", id: "lab"))
    try container.setOption("folder", of: "lab", to: folder.path)
    #expect(try await container.makeSource("lab").fetch(AirQuery(places: [])).reports.count == 1)
    try container.setOption("strict", of: "lab", to: "true")
    let strict = try container.makeSource("lab")
    await #expect(throws: AQError.self) { try await strict.fetch(AirQuery(places: [])) }
    try container.setOption("timing", of: "lab", to: "sometimes")
    #expect(throws: AQError.self) { try container.makeSource("lab") }
  }

  @Test("reads CSV with a layout that the manifest gives")
  func csvLayout() async throws {
    let folder = try TemporaryFolder([
      "manifest.json": TemporaryFolder.manifest(
        #"{"file":"a.csv","format":"csv","recordedAt":"2026-05-01T12:30:00Z","constructed":true,"#
          + #""attribution":[{"text":"The Town"}],"places":[{"name":"Town","kind":"city"}],"#
          + #""csv":{"time":"t","columns":[{"header":"dust","parameter":"pm10","unit":"ug/m3"}]}}"#),
      "a.csv": "t,dust\n2026-05-01T12:00:00Z,31\n",
    ])
    defer { withExtendedLifetime(folder) {} }
    let response = try await FixtureSource(folder.folder).fetch(AirQuery(places: [.city("Town")]))
    #expect(response.reports.map { $0[.pm10]?.values } == [[31]])
    #expect(response.reports.first?.attribution == [AirAttribution("The Town")])
  }
}

/// A clock that passes every wait at once and remembers it.
private final class SteppingClock: AQClock {
  private let state = Locked<(now: Date, waits: [Duration])>((Date(timeIntervalSince1970: 1_000_000), []))
  var now: Date { state.withLock { $0.now } }
  var waits: [Duration] { state.withLock { $0.waits } }
  func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    state.withLock { state in
      state.now += Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
      state.waits.append(duration)
    }
  }
}

extension GeoShape.BoundingBox {
  fileprivate static var world: GeoShape.BoundingBox {
    get throws { try GeoShape.BoundingBox(south: -90, west: -180, north: 90, east: 180) }
  }
}
