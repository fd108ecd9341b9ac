import AQKit
import AQKitOpenMeteo
import AQKitTesting
import Foundation
import Testing

@Suite("Local days of Open-Meteo's air quality")
struct OpenMeteoDayTests {
  /// Noon on the day on which clocks go back in Prague.
  private static let now = AirTime(secondsSince1970: 1_792_926_000)

  /// Answers with an hour's number for each hour that was asked for.
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

  private func fetch(_ window: AirWindow) async throws -> AirResponse {
    let zone = try #require(TimeZone(identifier: "Europe/Prague"))
    let source = HTTPSource(
      OpenMeteoAirQuality(dayZone: zone), transport: Self.server, clock: ManualClock(Self.now))
    return try await source.fetch(
      AirQuery(
        near: try Coordinate(50.08, 14.42),
        parameters: [.pm10, .birchPollen, .publishedIndex(scale: "european")],
        window: window))
  }

  @Test("means and maxima stand beside the hours, on days of the place's own length")
  func addsDays() async throws {
    let start = try #require(AirTime("2026-10-24T12:00:00Z"))
    let end = try #require(AirTime("2026-10-26T12:00:00Z"))
    let response = try await fetch(.interval(try AirInterval(start: start, end: end)))
    let report = try #require(response.reports.first)
    let pm10 = report.series(of: .pm10)
    try #require(pm10.map(\.averaging.description) == ["instant", "24h", "instant-max"])
    #expect(pm10[0].count == 49 || pm10[0].count == 48)
    #expect(pm10[1].timeline.first?.start == AirTime("2026-10-23T22:00:00Z"))
    #expect((0..<3).map { pm10[1].timeline[$0]?.length.components.seconds } == [86_400, 90_000, 86_400])
    #expect(pm10[1].completeness?.map { $0?.observed } == [24, 25, 24])
    // 25 October has the hours 22 to 22 of GMT: 22 + 23 + 0 + … + 22.
    #expect(pm10[1].values == [11.5, (276 + 22) / 25, 11.5])
    #expect(pm10[2].values == [23, 23, 23])
    #expect(
      report.series(of: .publishedIndex(scale: "european")).map(\.averaging.description) == [
        "instant", "instant-max",
      ])
    #expect(report.series(of: .birchPollen).count == 3)
    #expect(report[.pm10]?.averaging == .instant)
  }

  @Test("the current time has the days of yesterday and today, all of their hours included")
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
    let error = #expect(throws: AQError.self) { try source("Mars/Olympus") }
    #expect(error?.code == .notConfigured && error?.message.contains("Mars/Olympus") == true)
  }
}
