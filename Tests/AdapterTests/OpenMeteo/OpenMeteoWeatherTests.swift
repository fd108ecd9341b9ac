import AQKit
import AQKitOpenMeteo
import AQKitTesting
import Foundation
import Testing

@Suite("Open-Meteo's weather")
struct OpenMeteoWeatherTests {
  private let receivedAt = AirTime(secondsSince1970: 1_790_896_000)

  private func decode(_ text: String, _ adapter: some HTTPAdapter<Void> = OpenMeteoWeather()) throws
    -> AirResponse
  {
    var report = ReportBuilder(adapter.descriptor, receivedAt: receivedAt)
    let reply = HTTPReply(
      TransportResponse(status: 200, text: text), step: (), query: AirQuery(places: []),
      receivedAt: receivedAt)
    _ = try adapter.decode(reply, into: &report)
    return report.response()
  }

  @Test("each value stands for its own time: instants, the hour or the quarter before, the local day")
  func readsSections() throws {
    let response = try decode(OpenMeteoPayloads.bergen)
    #expect(response.notes.isEmpty)
    let report = try #require(response.reports.first)
    #expect(report.kind == .forecast && report.site.timeZone == "Europe/Oslo")
    let temperature = try #require(report[.temperature])
    #expect(temperature.averaging == .instant && temperature.unit == .celsius)
    #expect(temperature.origin?.model == "best_match")
    #expect(temperature.values == [14, 13.8, 13.8])
    let probability = try #require(report[.precipitationProbability])
    #expect(probability.averaging == .oneHour)
    #expect(probability.timeline.first?.end == AirTime(secondsSince1970: 1_790_892_000))
    let sum = try #require(report[.precipitation])
    #expect(sum.averaging == .minutes(15))
    #expect(sum.timeline.first?.start == AirTime(secondsSince1970: 1_790_895_600 - 900))
    #expect(sum.values == [0.1, 0, 0])
    let high = try #require(report[.daily(.maximum, of: .temperature)])
    #expect(high.averaging == .day)
    #expect(high.timeline.first?.start == AirTime("2026-10-01T22:00:00Z"))
    #expect(high.timeline.first?.end == AirTime("2026-10-02T22:00:00Z"))
    #expect(report[.daily(.maximum, of: .weatherCode)]?.values == [55, 65])
    #expect(report[.humidity]?.values == [99])
  }

  @Test("gusts are the maximum of the hour or the quarter before their time stamp")
  func readsGusts() throws {
    let text = """
      {"latitude":52.5,"longitude":13.4,"utc_offset_seconds":0,"timezone":"GMT",
       "hourly_units":{"time":"unixtime","wind_gusts_10m":"km/h"},
       "hourly":{"time":[1790895600],"wind_gusts_10m":[31.3]},
       "current_units":{"time":"unixtime","interval":"seconds","wind_gusts_10m":"km/h"},
       "current":{"time":1790895600,"interval":900,"wind_gusts_10m":20.5}}
      """
    let series = try #require(try decode(text).reports.first?.series)
    #expect(series.map(\.averaging) == [.oneHour, .minutes(15)])
    #expect(series.map { Array($0.values) } == [[31.3], [20.5]])
    let start = try #require(series.last?.timeline.first?.start)
    #expect(start == AirTime(secondsSince1970: 1_790_895_600 - 900))
  }

  @Test("sunrise and sunset are instants, as numbers or as labels")
  func readsSunrise() throws {
    let report = try #require(try decode(OpenMeteoPayloads.bergen).reports.first)
    let sunrise = try #require(report[.sunrise])
    #expect(sunrise.unit == .unixTime)
    #expect(
      sunrise.readings.map(\.instant) == [AirTime("2026-10-02T05:46:46Z"), AirTime("2026-10-03T05:49:12Z")])
    let labels = """
      {"latitude":60.4,"longitude":5.3,"utc_offset_seconds":7200,"timezone":"Europe/Oslo",
       "daily":{"time":["2026-10-02"],"sunrise":["2026-10-02T07:46"],"sunset":[null]},
       "daily_units":{"time":"iso8601","sunrise":"iso8601","sunset":"iso8601"}}
      """
    let other = try #require(try decode(labels).reports.first)
    #expect(other[.sunrise]?.readings.map(\.instant) == [AirTime("2026-10-02T05:46:00Z")])
    #expect(other[.sunrise]?.timeline.first?.start == AirTime("2026-10-01T22:00:00Z"))
  }

  @Test("a day without a sunrise has no value, and a note")
  func knowsPolarNight() throws {
    let text = """
      {"latitude":78.2,"longitude":15.6,"utc_offset_seconds":3600,"timezone":"Arctic/Longyearbyen",
       "daily_units":{"time":"unixtime","sunrise":"unixtime","sunset":"unixtime","daylight_duration":"s"},
       "daily":{"time":[1766790000,1782424800],"sunrise":[1766790000,1782424800],"sunset":[1766790000,1782511200],
       "daylight_duration":[0,86400]}}
      """
    let response = try decode(text)
    let report = try #require(response.reports.first)
    #expect(report[.sunrise] == nil && report[.sunset] == nil)
    #expect(report[.daylightDuration]?.values == [0, 86_400])
    #expect(response.notes.first { $0.code == .remark && $0.parameters == [.sunset] }?.count == 2)
    #expect(response.notes.contains { $0.code == .notMeasured && $0.parameters.contains(.sunrise) })
  }

  @Test("a quarter-hourly value that the hour already has isn't repeated")
  func readsQuarters() throws {
    let response = try decode(OpenMeteoPayloads.berlin)
    let code = try #require(response.reports.first?[.weatherCode])
    #expect(code.values == [2, 2, 3, 3, 3, 3])
    #expect(code.timeline[5] == AirInterval(instant: try #require(AirTime("2023-11-13T10:45:00Z"))))
    #expect(!response.notes.contains { $0.code == .duplicate })
  }

  @Test("a current value that a quarter of an hour already has isn't repeated")
  func readsCurrentQuarter() throws {
    let text = OpenMeteoPayloads.berlin.replacing("T10:45", with: "T00:45")
    let response = try decode(text)
    #expect(response.reports.first?[.weatherCode]?.values == [2, 2, 3, 3, 3])
    #expect(!response.notes.contains { $0.code == .duplicate })
  }

  @Test("in a zone with a fractional offset, hours are the model's, not the labels'")
  func correctsBrokenHours() throws {
    let text = """
      {"latitude":28.6,"longitude":77.2,"utc_offset_seconds":19800,"timezone":"Asia/Kolkata",
       "hourly_units":{"time":"iso8601","temperature_2m":"°C"},
       "hourly":{"time":["2026-10-02T00:00","2026-10-02T01:00"],"temperature_2m":[25,24.5]},
       "daily_units":{"time":"iso8601","temperature_2m_max":"°C"},
       "daily":{"time":["2026-10-02"],"temperature_2m_max":[33]}}
      """
    let response = try decode(text)
    let report = try #require(response.reports.first)
    #expect(report[.temperature]?.timeline.first?.start == AirTime("2026-10-01T19:00:00Z"))
    #expect(
      report[.daily(.maximum, of: .temperature)]?.timeline.first?.start == AirTime("2026-10-01T19:00:00Z"))
    #expect(response.notes.contains { $0.code == .remark && $0.message.contains("labels") })
    #expect(
      response.notes.contains { $0.code == .remark && $0.message.contains("don't begin at local midnight") })
    let west = text.replacing("19800", with: "-9000")
    #expect(
      try decode(west).reports.first?[.temperature]?.timeline.first?.start == AirTime("2026-10-02T02:00:00Z"))
  }

  @Test("days beyond a clock change cover the hours from which they were made, with a note")
  func knowsClockChanges() throws {
    // Asked in summer time: days of 24 and 25 October begin at 22:00 GMT, and so does that of the 26th.
    let text = """
      {"latitude":50.1,"longitude":14.4,"utc_offset_seconds":7200,"timezone":"Europe/Prague",
       "daily_units":{"time":"unixtime","temperature_2m_max":"°C"},
       "daily":{"time":[1792792800,1792879200,1792965600,1793052000],"temperature_2m_max":[12,13,14,15]}}
      """
    let response = try decode(text)
    let high = try #require(response.reports.first?[.daily(.maximum, of: .temperature)])
    #expect(high.timeline.last?.start == AirTime("2026-10-26T22:00:00Z"))
    #expect(response.notes.first { $0.code == .remark }?.count == 2)
    #expect(try decode(text.replacing("Europe/Prague", with: "Mars/Olympus")).notes.isEmpty)
  }

  @Test("the archive's values are analyses of the requested model")
  func readsArchive() throws {
    let text = """
      {"latitude":52.5,"longitude":13.4,"utc_offset_seconds":0,"timezone":"GMT",
       "hourly_units":{"time":"unixtime","wind_gusts_10m":"mp/h","snowfall":"cm"},
       "hourly":{"time":[1600000000,1600003600],"wind_gusts_10m":[12.1,13],"snowfall":[0.07,null]}}
      """
    let report = try #require(try decode(text, OpenMeteoArchive(model: .era5)).reports.first)
    #expect(report.kind == .analysis)
    #expect(report[.windGusts]?.unit == .milesPerHour)
    #expect(report[.snowfall]?.origin?.model == "era5")
    #expect(report[.snowfall]?.timeline.first?.length == .seconds(3600))
    #expect(report.attribution.map(\.text).contains("Copernicus Climate Change Service C3S"))
  }

  // MARK: Queries

  private func urls(_ query: AirQuery, _ adapter: some HTTPAdapter<Void> = OpenMeteoWeather()) throws
    -> [String]
  {
    try adapter.calls(for: query, at: receivedAt).map(\.request.url)
  }

  @Test("the current weather is requested as such, days in the local zone, hours in GMT")
  func asks() throws {
    let point = try Coordinate(60.39, 5.32)
    let parameters: [AirParameter] = [
      .temperature, .weatherCode, .sunrise, .daily(.maximum, of: .temperature),
    ]
    let now = try urls(AirQuery(near: point, parameters: parameters))
    let head = "https://api.open-meteo.com/v1/forecast?latitude=60.39&longitude=5.32&timeformat=unixtime"
    #expect(
      now == [
        head + "&timezone=auto&daily=sunrise,temperature_2m_max&past_days=0&forecast_days=1",
        head + "&timezone=GMT&current=temperature_2m,weather_code",
      ])
    let ahead = try urls(AirQuery(near: point, parameters: parameters, window: .next(.seconds(3 * 86_400))))
    #expect(ahead[0].hasSuffix("&past_days=0&forecast_days=4"))
    #expect(ahead[1].hasSuffix("&hourly=temperature_2m,weather_code&past_days=0&forecast_days=5"))
    let past = try urls(AirQuery(near: point, parameters: [.precipitation], window: .past(.seconds(7200))))
    #expect(past == [head + "&timezone=GMT&hourly=precipitation&past_hours=2&forecast_hours=2"])
  }

  @Test("a parameter that a service lacks is never requested, and each other one only once")
  func checksNames() throws {
    let point = try Coordinate(1, 2)
    for adapter: any HTTPAdapter<Void> in [
      OpenMeteoAirQuality(), OpenMeteoWeather(), OpenMeteoArchive(), OpenMeteoClimate(),
    ] {
      let query = AirQuery(
        near: point, parameters: ["stardust"],
        window: .interval(try AirInterval(start: receivedAt.adding(seconds: -9000), end: receivedAt)))
      let error = #expect(throws: AQError.self) { try adapter.calls(for: query, at: receivedAt) }
      #expect(error?.code == .unsupported && error?.message.contains("stardust") == true)
    }
    let query = AirQuery(near: point, parameters: [.temperature, "stardust", "temperature_2m", .temperature])
    #expect(try urls(query).first?.hasSuffix("current=temperature_2m") == true)
  }

  @Test("the archive is requested by dates, and a decade in parts")
  func asksTheArchive() throws {
    let start = try #require(AirTime("2010-01-01T00:00:00Z"))
    let end = try #require(AirTime("2020-01-01T00:00:00Z"))
    let query = try AirQuery(
      near: Coordinate(1, 2), window: .interval(AirInterval(start: start, end: end)))
    let adapter = OpenMeteoArchive(model: .era5Land, cellSelection: .nearest)
    let urls = try urls(query, adapter)
    #expect(urls.count > 2)
    #expect(urls.allSatisfy { $0.contains("&cell_selection=nearest&models=era5_land&") })
    #expect(urls[0].contains("timezone=auto") && urls[0].contains("start_date=2009-12-31"))
    // The last hour's sum of rain has the time stamp of its end.
    #expect(urls.last?.hasSuffix("end_date=2020-01-01") == true)
    #expect(try adapter.calls(for: query, at: receivedAt).allSatisfy { $0.request.weight <= 500 })
    let before = try AirQuery(
      near: Coordinate(1, 2),
      window: .interval(
        AirInterval(
          start: AirTime(secondsSince1970: -2_000_000_000), end: AirTime(secondsSince1970: -1_900_000_000))))
    let error = #expect(throws: AQError.self) { try self.urls(before, adapter) }
    #expect(error?.code == .invalidRequest)
    #expect(error?.message == "Open-Meteo has historical weather from 1940-01-01 to 2026-10-01.")
  }

  @Test("a visibility of tens of kilometres is kept, and one beyond the Earth's size isn't")
  func seesFar() throws {
    let text = """
      {"latitude":60.4,"longitude":5.3,"hourly_units":{"time":"unixtime","visibility":"m"},
       "hourly":{"time":[1790892000,1790895600,1790899200],"visibility":[24140,75000,1e9]}}
      """
    let response = try decode(text)
    #expect(response.reports.first?[.visibility]?.readings.map(\.value) == [24_140, 75_000])
    #expect(response.notes.filter { $0.code == .refused }.map(\.count) == [1])
  }
}
