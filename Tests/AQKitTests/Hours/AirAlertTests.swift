import AQKit
import AQKitTesting
import Foundation
import TestRuns
import Testing

/// Alerts: one event for each crossing, and none for unknown values.
@Suite struct AirAlertTests {
  static let utc = AirTime.Zone.utc

  static let american = IndexEdition.Reference.usEPA.resolved(at: .noon)

  static func hour(_ number: Int?, at time: AirTime, index: IndexEdition.Reference = .usEPA) -> HourlyIndex {
    let edition = index == .usEPA ? american : index.resolved(at: .noon)
    return HourlyIndex(
      time: time, number: number, display: number.map(String.init),
      band: number.flatMap { edition?.band(of: $0) }, reason: number == nil ? .nothingToGoOn : nil,
      kind: .observation, index: index, edition: edition?.edition.identifier, site: AirSite(kind: .city))
  }

  /// Returns the hours with events for numbers an hour apart, from noon on, each checked when it arrives.
  static func hours(_ alert: AirAlert, _ numbers: [Int?]) -> [Int] {
    var state = AirAlert.State()
    return numbers.enumerated().compactMap { hour, number in
      let time = AirTime.noon.hours(Int64(hour))
      let event = alert.check(Self.hour(number, at: time), state: &state, now: time, in: utc)
      return event == nil ? nil : hour
    }
  }

  @Test("a crossing has one event, however long the air stays above")
  func above() {
    let alert = AirAlert(id: "a", .above(100))
    #expect(Self.hours(alert, [90, 100, 101, 150, 200, 99, 120, 130]) == [2, 6])
    #expect(Self.hours(alert, [180, 190]) == [0])
  }

  @Test("below is the other way round")
  func below() {
    #expect(Self.hours(AirAlert(id: "a", .below(50)), [80, 50, 49, 20, 50, 30]) == [2, 5])
    let far = AirAlert(id: "a", .below(50), hysteresis: 10)
    #expect(Self.hours(far, [80, 49, 55, 40, 60, 40]) == [1, 5])
  }

  @Test("a band is reached from its start, on the given index")
  func band() throws {
    let unhealthy = try #require(AirQualityIndexCatalog.standard.index("us_epa_2024")?.band(of: 160))
    let alert = AirAlert(id: "a", .reaches(unhealthy), index: .usEPA, hysteresis: 10)
    #expect(Self.hours(alert, [150, 151, 301, 145, 155, 140, 151]) == [1, 6])
    var state = AirAlert.State()
    let other = Self.hour(180, at: .noon, index: .cnAQI)
    #expect(alert.check(other, state: &state, now: .noon, in: Self.utc) == nil)
    #expect(state == AirAlert.State())
  }

  @Test("jitter within the hysteresis isn't a crossing")
  func hysteresis() {
    let numbers = [101, 99, 101, 96, 101, 95, 101]
    #expect(Self.hours(AirAlert(id: "a", .above(100)), numbers) == [0, 2, 4, 6])
    #expect(Self.hours(AirAlert(id: "a", .above(100), hysteresis: 5), numbers) == [0, 6])
  }

  @Test("the condition must hold for the required time")
  func holding() {
    let alert = AirAlert(id: "a", .above(100), holding: .seconds(7200))
    #expect(Self.hours(alert, [101, 102, 103, 104, 100, 101, 102, 100, 101, 101, 101]) == [2, 10])
  }

  @Test("values from a clock that was fast don't keep an alert from later ones")
  func fastClock() {
    let alert = AirAlert(id: "a", .above(100))
    var state = AirAlert.State()
    let ahead = AirTime.noon.hours(48)
    #expect(alert.check(Self.hour(50, at: ahead), state: &state, now: ahead, in: Self.utc) == nil)
    #expect(alert.check(Self.hour(120, at: .noon), state: &state, now: .noon, in: Self.utc) != nil)
    #expect(state.newest == .noon)
  }

  @Test("missing values neither start nor end a crossing")
  func missing() {
    let alert = AirAlert(id: "a", .above(100), holding: .seconds(7200))
    #expect(Self.hours(alert, [101, nil, 103, nil, nil, 104]) == [2])
    #expect(Self.hours(AirAlert(id: "a", .above(100)), [101, nil, nil, 102]) == [0])
  }

  @Test("a silence neither counts as holding nor ends a crossing")
  func silence() {
    let slow = AirAlert(id: "a", .above(100), holding: .seconds(7200))
    #expect(Self.hours(slow, [101, 102, nil, nil, nil, 103, 104, 105]) == [7])
    #expect(Self.hours(slow, [101, 102, nil, nil, 103]) == [4])
    let quick = AirAlert(id: "a", .above(100))
    #expect(Self.hours(quick, [101, nil, nil, nil, nil, nil, 102, 99, 103]) == [0, 8])
  }

  @Test("stale, older and future values change nothing")
  func stale() {
    let alert = AirAlert(id: "a", .above(100), staleAfter: .seconds(3600))
    var state = AirAlert.State()
    func check(_ number: Int, _ time: Int64, now: Int64) -> Bool {
      let hour = Self.hour(number, at: .noon.hours(time))
      return alert.check(hour, state: &state, now: .noon.hours(now), in: Self.utc) != nil
    }
    #expect(!check(150, 0, now: 2))
    #expect(!check(150, 3, now: 2))
    #expect(state == AirAlert.State())
    #expect(check(150, 2, now: 3))
    #expect(!check(50, 1, now: 2))
    #expect(!check(150, 3, now: 3))
  }

  @Test("a partial hour can show that the air is bad, but not that it is good")
  func partial() {
    let alert = AirAlert(id: "a", .above(100))
    var state = AirAlert.State()
    func check(
      _ number: Int, _ end: Int64, by dominant: AirParameter, without missing: [AirParameter] = []
    ) -> Bool {
      var hour = Self.hour(number, at: .noon.hours(end))
      (hour.dominant, hour.missing) = ([dominant], missing)
      return alert.check(hour, state: &state, now: hour.time, in: Self.utc) != nil
    }
    #expect(check(150, 0, by: .o3))
    #expect(!check(40, 1, by: .pm25, without: [.o3]))
    #expect(!check(150, 2, by: .o3))
    #expect(!check(120, 3, by: .pm25, without: [.o3]))
    // Another pollutant that is bad meanwhile doesn't say that ozone has recovered.
    #expect(!check(40, 4, by: .pm25, without: [.o3]))
    #expect(!check(150, 5, by: .o3))
    // A pollutant that stays missing until the last value is stale is not waited for, and is forgotten.
    #expect(!check(40, 9, by: .pm25, without: [.o3]))
    #expect(check(120, 10, by: .pm25, without: [.o3]))
    #expect(!check(40, 11, by: .pm25, without: [.o3]))
    #expect(check(120, 12, by: .pm25, without: [.o3]))
  }

  @Test("an event waits for the end of the quiet hours, and is dropped if the air has recovered by then")
  func quiet() {
    // From 13:00 to 16:00; the values begin at noon.
    let alert = AirAlert(
      id: "a", .above(100), quietHours: AirAlert.QuietHours(from: 13 * 60, to: 16 * 60))
    #expect(Self.hours(alert, [90, 120, 130, 140, 150, 160]) == [4])
    #expect(Self.hours(alert, [90, 120, 130, 90, 90, 160]) == [5])
    #expect(Self.hours(alert, [90, 120, 130, nil, nil, 160]) == [5])
    // A value within the hysteresis neither rings nor ends the crossing.
    var far = alert
    far.hysteresis = 10
    #expect(Self.hours(far, [90, 120, 130, 140, 95, 105, 106]) == [5])
    // A crossing that waited through a silence starts again.
    var slow = alert
    slow.holding = .seconds(3600)
    #expect(Self.hours(slow, [90, 120, 130, nil, nil, nil, nil, 150, 150, 150]) == [8])
    let night = AirAlert.QuietHours(from: 22 * 60, to: 7 * 60)
    #expect(night.contains(minute: 0) && night.contains(minute: 22 * 60) && !night.contains(minute: 7 * 60))
    #expect(!AirAlert.QuietHours(from: 60, to: 60).contains(minute: 60))
  }

  @Test("quiet hours are those of the user's clock")
  func zone() throws {
    let alert = AirAlert(id: "a", .above(100), quietHours: AirAlert.QuietHours(from: 0, to: 12 * 60))
    let hour = Self.hour(120, at: .noon)
    let west = AirTime.Zone(secondsFromUTC: -3600)
    var (here, there) = (AirAlert.State(), AirAlert.State())
    #expect(alert.check(hour, state: &here, now: .noon, in: Self.utc) != nil)
    #expect(alert.check(hour, state: &there, now: .noon, in: west) == nil)
    #expect(there.isWaiting)
  }

  @Test("an alert about an edition is about the hours that have it, whatever the case of its name")
  func edition() {
    let hour = HourlyIndex(
      time: .noon, number: 120, display: "120", band: nil, kind: .observation, index: "playground",
      edition: "Playground_1", site: AirSite(kind: .city))
    for name in ["Playground_1", "playground_1"] {
      let alert = AirAlert(id: "a", .above(100), index: IndexEdition.Reference(name))
      var state = AirAlert.State()
      #expect(alert.check(hour, state: &state, now: .noon, in: Self.utc)?.number == 120)
    }
  }

  @Test(
    "an alert about a family is about hours of its edition in force, but not of an older one",
    arguments: ["us_epa_2024", "us_epa_2012"] as [IndexEdition.Reference])
  func family(name: IndexEdition.Reference) {
    var state = AirAlert.State()
    let alert = AirAlert(id: "a", .above(100), index: .usEPA)
    let hour = Self.hour(120, at: .noon, index: name)
    let event = alert.check(hour, state: &state, now: .noon, in: Self.utc)
    #expect((event != nil) == (name == "us_epa_2024"))
  }

  @Test("beyond the open end of a scale, where there is no number, the air is as bad as its band")
  func beyondTheScale() throws {
    let worst = try #require(IndexEdition.Reference.thAQI.resolved(at: .noon)?.bands.last)
    let hour = HourlyIndex(
      time: .noon.hours(1), number: nil, display: "200+", band: worst, isBeyondScale: true,
      kind: .observation,
      index: .thAQI, site: AirSite(kind: .city))
    let before = Self.hour(90, at: .noon, index: .thAQI)
    var (high, low) = (AirAlert.State(), AirAlert.State())
    let alert = AirAlert(id: "a", .above(150), index: .thAQI)
    #expect(alert.check(before, state: &high, now: .noon, in: Self.utc) == nil)
    let event = alert.check(hour, state: &high, now: hour.time, in: Self.utc)
    #expect(event?.band == worst && event?.number == nil)
    let clean = AirAlert(id: "b", .below(100), index: .thAQI)
    #expect(clean.check(before, state: &low, now: .noon, in: Self.utc) != nil && low.isRaised)
    #expect(clean.check(hour, state: &low, now: hour.time, in: Self.utc) == nil && !low.isRaised)
  }

  @Test("beyond the open end of a scale, a threshold above the start of the band is neither crossed nor kept")
  func beyondTheScaleWithinTheBand() throws {
    let worst = try #require(Self.american?.bands.last)
    let beyond = HourlyIndex(
      time: .noon.hours(1), number: nil, display: "500+", band: worst, isBeyondScale: true,
      kind: .observation, index: .usEPA, site: AirSite(kind: .city))
    for condition in [AirAlert.Condition.above(350), .below(350)] {
      let alert = AirAlert(id: "a", condition)
      var state = AirAlert.State()
      _ = alert.check(Self.hour(380, at: .noon), state: &state, now: .noon, in: Self.utc)
      let before = state
      #expect(alert.check(beyond, state: &state, now: beyond.time, in: Self.utc) == nil)
      #expect(state == before, "\(condition)")
    }
  }

  @Test("a reading is compared in its own unit, and reaches no band")
  func reading() throws {
    let reading = try #require(AirReport.sample(value: 40).series.first?.reading(at: 0))
    var state = AirAlert.State()
    let alert = AirAlert(id: "a", .above(35))
    let event = alert.check(reading, state: &state, now: .noon, in: Self.utc)
    #expect(event?.number == 40 && event?.band == nil && event?.time == .noon)
    var other = AirAlert.State()
    let band = try #require(AirQualityIndexCatalog.standard.index("us_epa_2024")?.bands.first)
    let reaching = AirAlert(id: "b", .reaches(band))
    #expect(reaching.check(reading, state: &other, now: .noon, in: Self.utc) == nil)
    #expect(other == AirAlert.State())
  }

  @Test("a published index of 10+ is above 10, and may be above or below any higher number")
  func readingBeyondTheScale() throws {
    let interval = try AirInterval(start: .noon.hours(-1), end: .noon)
    let series = try AirSeries(
      .publishedIndex(scale: "hk-aqhi"), 10, unit: .one, over: interval, flags: [.beyondScale])
    let reading = try #require(series.reading(at: 0))
    func event(_ condition: AirAlert.Condition) -> AirAlert.Event? {
      var state = AirAlert.State()
      return AirAlert(id: "a", condition).check(reading, state: &state, now: .noon, in: Self.utc)
    }
    #expect(event(.above(10))?.number == 10)
    #expect(event(.above(11)) == nil && event(.below(11)) == nil && event(.below(10)) == nil)
  }

  @Test("an alert that names an index ignores readings")
  func readingOfAnIndex() throws {
    let reading = try #require(AirReport.sample(value: 40).series.first?.reading(at: 0))
    var state = AirAlert.State()
    let alert = AirAlert(id: "a", .above(35), index: .usEPA)
    #expect(alert.check(reading, state: &state, now: .noon, in: Self.utc) == nil)
    #expect(state == AirAlert.State())
  }

  @Test("a suspect reading, and a number that means “none”, change nothing", arguments: [9254.0, -999])
  func suspect(_ value: Double) throws {
    let interval = try AirInterval(start: .noon.hours(-1), end: .noon)
    let series = try AirSeries(
      .pm25, value, unit: .microgramsPerCubicMetre, over: interval, flags: value > 0 ? [.suspect] : [])
    let reading = try #require(series.reading(at: 0))
    for condition in [AirAlert.Condition.above(35), .below(35)] {
      var state = AirAlert.State()
      let alert = AirAlert(id: "a", condition)
      #expect(alert.check(reading, state: &state, now: .noon, in: Self.utc) == nil)
      #expect(state == AirAlert.State())
    }
  }

  @Test("an alert and its state are stored and read again in the middle of a crossing")
  func stored() throws {
    let unhealthy = try #require(AirQualityIndexCatalog.standard.index("us_epa_2024")?.band(of: 160))
    let alert = AirAlert(
      id: "a", .reaches(unhealthy), index: .usEPA, holding: .seconds(3600), hysteresis: 3,
      quietHours: AirAlert.QuietHours(from: -60, to: 420), staleAfter: .seconds(600))
    #expect(try roundTripped(alert) == alert)
    #expect(alert.quietHours?.from == 23 * 60)
    var state = AirAlert.State()
    _ = alert.check(Self.hour(200, at: .noon), state: &state, now: .noon, in: Self.utc)
    #expect(state.since == .noon)
    #expect(try roundTripped(state) == state)
    let least = try decode(AirAlert.self, #"{"id": "b", "condition": {"above": 100}}"#)
    #expect(least == AirAlert(id: "b", .above(100)))
    #expect(AirAlert(id: "c", .above(1), hysteresis: -.infinity).hysteresis == 0)
  }
}

/// Alerts compared with a plain statement of their promises, on seeded series.
@Suite struct AirAlertOracleTests {
  struct Value {
    var time: Int64
    var now: Int64
    var number: Int?
  }

  /// The indices at which events are due: crossing by crossing, with all values in view.
  static func events(_ alert: AirAlert, _ values: [Value], threshold: Int) -> [Int] {
    let stale = alert.staleAfter.components.seconds
    let holding = alert.holding.components.seconds
    var counted: [(i: Int, time: Int64, number: Int)] = []
    for (i, value) in values.enumerated() {
      guard let number = value.number, value.now - value.time <= stale, value.time <= value.now,
        value.time >= counted.last?.time ?? .min
      else { continue }
      counted.append((i, value.time, number))
    }
    let back = Double(threshold) - alert.hysteresis
    func isAbove(_ k: Int) -> Bool { counted[k].number > threshold }
    func isBack(_ k: Int) -> Bool { Double(counted[k].number) <= back }
    func isSilent(before k: Int) -> Bool { k > 0 && counted[k].time - counted[k - 1].time > stale }
    func isQuiet(_ k: Int) -> Bool {
      let minute = Int((values[counted[k].i].now % 86_400) / 60)
      return alert.quietHours?.contains(minute: minute) ?? false
    }
    var events: [Int] = []
    var k = 0
    while k < counted.count {
      // A stretch continues without a value at or below the threshold and without a silence.
      let begin = (0...k).last { $0 == 0 || !isAbove($0 - 1) || isSilent(before: $0) } ?? k
      guard isAbove(k), counted[k].time - counted[begin].time >= holding else {
        k += 1
        continue
      }
      // Until the event is given, recovery of the air and a silence end the crossing; afterwards only recovery does.
      let end = counted.indices.first { $0 > k && (isBack($0) || isSilent(before: $0)) } ?? counted.count
      guard let told = (k..<end).first(where: { isAbove($0) && !isQuiet($0) }) else {
        k = end
        continue
      }
      events.append(counted[told].i)
      k = counted.indices.first { $0 > told && isBack($0) } ?? counted.count
    }
    return events
  }

  @Test("exactly one event for each crossing, on seeded series", .computing)
  func oracle() {
    var total = 0
    let count = TestEffort.of(1000, debug: 250)
    for seed in 0..<count {
      let random = AQRandomNumbers(seed: UInt64(seed))
      func pick(_ numbers: [Int]) -> Int { numbers[Int(random.fraction() * Double(numbers.count))] }
      let alert = AirAlert(
        id: "a", .above(100), holding: .seconds(pick([0, 0, 1800, 3600, 10_800])),
        hysteresis: Double(pick([0, 0, 3, 10])),
        quietHours: random.fraction() < 0.4
          ? AirAlert.QuietHours(from: pick([0, 600, 1320]), to: pick([360, 900, 1300])) : nil,
        staleAfter: .seconds(pick([3600, 7200])))
      var level = 100.0
      var now = AirTime.noon.secondsSince1970
      let values = (0..<80).map { _ in
        now += Int64(pick([600, 1800, 3600, 5400]))
        level = min(max(level + (random.fraction() - 0.5) * 16, 80), 120)
        let isMissing = random.fraction() < 0.15
        let late = random.fraction() < 0.15 ? pick([-600, 1800, 4000, 9000]) : 0
        return Value(time: now - Int64(late), now: now, number: isMissing ? nil : Int(level))
      }
      var state = AirAlert.State()
      var events: [Int] = []
      for (i, value) in values.enumerated() {
        let hour = AirAlertTests.hour(value.number, at: AirTime(secondsSince1970: value.time))
        let now = AirTime(secondsSince1970: value.now)
        if alert.check(hour, state: &state, now: now, in: .utc) != nil { events.append(i) }
      }
      #expect(events == Self.events(alert, values, threshold: 100), "seed \(seed)")
      total += events.count
    }
    #expect(total > count / 2)
  }
}
