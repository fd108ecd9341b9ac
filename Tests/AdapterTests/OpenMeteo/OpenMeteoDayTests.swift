import AQKit
import AQKitOpenMeteo
import AQKitTesting
import Foundation
import TestRuns
import Testing

@Suite("Local days of Open-Meteo's air quality")
struct OpenMeteoDayTests {
  /// Noon of the day on which clocks go back in Prague.
  private static let now = AirTime(secondsSince1970: 1_792_926_000)

  /// Replies with an hour's number for each hour that was asked for.
  private static let server = StubTransport { request in
    func value(_ name: String) -> String {
      request.url.split(separator: "\(name)=")[1].prefix { $0 != "&" }.split(separator: "%3A").joined(
        separator: ":")
    }
    func seconds(_ text: String) -> Int64 { AirTime(text)?.secondsSince1970 ?? 0 }
    func time(_ name: String) -> Int64 { seconds(value(name) + ":00Z") }
    func day(_ name: String) -> Int64 { seconds(value(name) + "T00:00:00Z") }
    let hours =
      request.url.contains("start_date")
      ? stride(from: day("start_date"), to: day("end_date") + 86_400, by: 3600)
      : stride(from: time("start_hour"), to: time("end_hour") + 3600, by: 3600)
    let stamps = hours.map { "\($0)" }.joined(separator: ",")
    let values = hours.map { "\($0 / 3600 % 24)" }.joined(separator: ",")
    return TransportResponse(
      status: 200,
      text: #"{"latitude":50.1,"longitude":14.4,"utc_offset_seconds":0,"timezone":"GMT","#
        + #""hourly_units":{"time":"unixtime","pm10":"μg/m³","european_aqi":"EAQI","birch_pollen":"grains/m³"},"#
        + #""hourly":{"time":[\#(stamps)],"pm10":[\#(values)],"european_aqi":[\#(values)],"birch_pollen":[\#(values)]}}"#
    )
  }

  private func fetch(_ window: AirQuery.Window) async throws -> AirResponse {
    let zone = try #require(AirTime.Zone(identifier: "Europe/Prague"))
    let source = HTTPSource(
      OpenMeteoAirQuality(dayZone: .fixed(zone)), transport: Self.server, clock: ManualClock(Self.now))
    return try await source.fetch(
      AirQuery(
        near: try Coordinate(50.08, 14.42),
        parameters: [.pm10, .birchPollen, .publishedIndex(scale: "european")],
        window: window))
  }

  @Test("means and maxima of local days come with the hours; a day may have 23 to 25 of them")
  func addsDays() async throws {
    let start = try #require(AirTime("2026-10-24T12:00:00Z"))
    let end = try #require(AirTime("2026-10-26T12:00:00Z"))
    let response = try await fetch(.interval(try AirInterval(start: start, end: end)))
    let report = try #require(response.reports.first)
    // The zone of the days isn't known to be the place's.
    #expect(report.site.timeZone == nil)
    let pm10 = report.series(of: .pm10)
    try #require(pm10.map(\.averaging.description) == ["instant", "24h", "instant-max"])
    #expect(pm10[0].count == 49 || pm10[0].count == 48)
    #expect(pm10[1].timeline.first?.start == AirTime("2026-10-23T22:00:00Z"))
    #expect((0..<3).map { pm10[1].timeline[$0]?.length.components.seconds } == [86_400, 90_000, 86_400])
    #expect(pm10[1].completeness?.map { $0?.observed } == [24, 25, 24])
    // The hours of 25 October end at 23 to 23 of GMT: 23 + 0 + … + 23.
    #expect(pm10[1].values == [11.5, (276 + 23) / 25, 11.5])
    #expect(pm10[2].values == [23, 23, 23])
    #expect(
      report.series(of: .publishedIndex(scale: "european")).map(\.averaging.description) == [
        "instant", "instant-max",
      ])
    #expect(report.series(of: .birchPollen).count == 3)
    #expect(report[.pm10]?.averaging == .instant)
  }

  @Test("current values have yesterday and today with all their hours")
  func current() async throws {
    let report = try #require(try await fetch(.current).reports.first)
    let means = try #require(report.series(of: .pm10).first { $0.averaging == .day })
    let starts = means.readings.map(\.interval.start)
    #expect(starts.suffix(2) == [AirTime("2026-10-23T22:00:00Z"), AirTime("2026-10-24T22:00:00Z")])
    #expect(means.completeness?.suffix(2).map { $0?.observed } == [24, 25])
  }

  @Test("an option names the zone, and a zone without rules is refused by name")
  func option() throws {
    func source(_ zone: String) throws -> any AirDataSource {
      var container = try AQContainer().setting(.httpTransport, to: Self.server).installing(.openMeteo)
      try container.setOption("dayZone", of: "open-meteo", to: zone)
      return try container.makeSource("open-meteo")
    }
    let averagings = try source("Asia/Kolkata").descriptor.offers.filter { $0.parameters.contains(.pm25) }
      .map(\.averaging.description)
    #expect(averagings == ["instant", "24h", "instant-max"])
    #expect(try source("auto").descriptor.offers.contains { $0.averaging == .day })
    let error = #expect(throws: AQError.self) { try source("Mars/Olympus") }
    #expect(error?.code == .notConfigured && error?.message.contains("Mars/Olympus") == true)
  }

  @Test("years that are requested in parts have whole days at the seams, too")
  func joinsParts() async throws {
    let start = try #require(AirTime("2020-01-01T00:00:00Z"))
    let end = try #require(AirTime("2025-12-31T23:00:00Z"))
    let zone = try #require(AirTime.Zone(identifier: "Pacific/Auckland"))
    let adapter = OpenMeteoAirQuality(dayZone: .fixed(zone))
    let query = AirQuery(
      near: try Coordinate(-36.8, 174.8), window: .interval(try AirInterval(start: start, end: end)))
    #expect(try adapter.calls(for: query, at: Self.now).count == 2)
    let source = HTTPSource(adapter, transport: Self.server, clock: ManualClock(Self.now))
    let response = try await source.fetch(query)
    #expect(!response.notes.contains { $0.code == .duplicate })
    let means = try #require(response.reports.first?.series(of: .pm10).first { $0.averaging == .day })
    #expect(means.count == 2193)
    #expect(means.completeness?.allSatisfy { $0?.observed == $0?.expected } == true)
    #expect(means.values.allSatisfy { !$0.isNaN })
    for index in 1..<means.count {
      #expect(means.timeline[index]?.start == means.timeline[index - 1]?.end)
    }
  }

  // MARK: Each place's own days

  private static let towns: [(zone: String, offset: Int64, point: (Double, Double))] = [
    ("Europe/Berlin", 3600, (52.52, 13.41)), ("Asia/Kolkata", 19_800, (28.61, 77.21)),
    ("Asia/Kathmandu", 20_700, (27.72, 85.32)), ("Australia/Adelaide", 37_800, (-34.93, 138.6)),
    ("Australia/Lord_Howe", 39_600, (-31.55, 159.08)), ("America/St_Johns", -9000, (47.56, -52.71)),
    ("Pacific/Kiritimati", 50_400, (1.87, -157.4)), ("Pacific/Pago_Pago", -39_600, (-14.28, -170.7)),
    ("GMT", 0, (0, 0)), ("Mars/Olympus", 0, (18.65, 46.2)),
  ]

  /// Replies for local dates like the service: a single offset for all labels, the current one, and values that are read at
  /// whole hours GMT. A value is the hour of the day, in GMT, to which it really belongs.
  private static let localServer = StubTransport { request in
    let parts = request.url.split(separator: "&")
    func date(_ name: String) -> Int64? {
      parts.first { $0.hasPrefix("\(name)=") }.flatMap { AirTime("\($0.suffix(10))T00:00:00Z") }?
        .secondsSince1970
    }
    guard request.url.contains("timezone=auto"), let first = date("start_date"), let last = date("end_date")
    else { return TransportResponse(status: 400, text: #"{"error":true,"reason":"Not local dates."}"#) }
    let replies = towns.map { zone, offset, _ in
      let labels = stride(from: first - offset, to: last + 86_400 - offset, by: 3600)
      let values = labels.map { ($0 + offset - offset / 3600 * 3600) / 3600 % 24 }
      return
        #"{"latitude":1,"longitude":1,"utc_offset_seconds":\#(offset),"timezone":"\#(zone)","#
        + #""hourly_units":{"time":"unixtime","pm10":"μg/m³"},"hourly":{"time":[\#(labels.map { "\($0)" }.joined(separator: ","))],"#
        + #""pm10":[\#(values.map { "\($0)" }.joined(separator: ","))]}}"#
    }
    return TransportResponse(status: 200, text: "[\(replies.joined(separator: ","))]")
  }

  @Test("each place has its own days, and no label of a half hour or of one offset is left in the hours")
  func eachPlace() async throws {
    let source = HTTPSource(
      OpenMeteoAirQuality(dayZone: .ofEachPlace), transport: Self.localServer, clock: ManualClock(Self.now))
    let places = try Self.towns.map { AirQuery.Place.near(try Coordinate($0.point.0, $0.point.1)) }
    let start = try #require(AirTime("2026-10-02T12:00:00Z"))
    let end = try #require(AirTime("2026-10-26T12:00:00Z"))
    let response = try await source.fetch(
      AirQuery(places: places, parameters: [.pm10], window: .interval(AirInterval(start: start, end: end))))
    try #require(response.reports.map(\.places) == Self.towns.indices.map { [$0] })
    for (report, town) in zip(response.reports, Self.towns) {
      #expect(report.site.timeZone == (town.zone == "GMT" ? nil : town.zone))
      let hours = try #require(report.series(of: .pm10).first { $0.averaging == .instant })
      #expect(hours.count == 24 * 24, "\(town.zone)")
      for reading in hours.readings {
        let second = reading.interval.start.secondsSince1970
        #expect(second % 3600 == 0 && reading.value == Double(second / 3600 % 24), "\(town.zone)")
      }
      let means = report.series(of: .pm10).first { $0.averaging == .day }
      guard let zone = TimeZone(identifier: town.zone) else {
        #expect(means == nil && town.zone == "Mars/Olympus")
        continue
      }
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = zone
      let days = try #require(means).timeline
      #expect(means?.completeness?.allSatisfy { $0?.observed == $0?.expected } == true, "\(town.zone)")
      for index in 0..<days.count {
        let day = try #require(days[index])
        let real = try #require(calendar.dateInterval(of: .day, for: day.start.date))
        #expect(day.start.date == real.start && day.end.date == real.end, "\(town.zone)")
      }
      #expect(days.count >= 24)
    }
    let note = response.notes.first { $0.message.contains("Mars/Olympus") }
    #expect(note?.places == [9])
    let lengths = response.reports[4].series(of: .pm10).first { $0.averaging == .day }?.timeline
    #expect(
      lengths?.first.map { _ in
        (0..<(lengths?.count ?? 0)).contains { lengths?[$0]?.length == .seconds(84_600) }
      } == true)
  }

  @Test("the source with local days keeps the contract", arguments: ["Europe/Prague", "Australia/Lord_Howe"])
  func contract(zone: String) async throws {
    let zone = try #require(AirTime.Zone(identifier: zone))
    let start = try #require(AirTime("2026-07-11T12:00:00Z"))
    let window = AirQuery.Window.interval(
      try AirInterval(start: start, end: start.adding(seconds: 4 * 86_400)))
    let query = AirQuery(
      near: try Coordinate(50.08, 14.42), parameters: [.pm10, .publishedIndex(scale: "european")],
      window: window)
    var contract = SourceContract(
      adapter: OpenMeteoAirQuality(dayZone: .fixed(zone)), recorded: Self.server,
      at: start.adding(seconds: 4 * 86_400), queries: [query])
    contract.waivers = ["payload.values": "A day's mean is in no payload; it is made here."]
    let report = await contract.quiet.check()
    try report.verify()
    #expect(report.keptRules.contains("time.interval-is-averaging"))
    #expect(report.keptRules.contains("time.clock-change"))
  }
}
