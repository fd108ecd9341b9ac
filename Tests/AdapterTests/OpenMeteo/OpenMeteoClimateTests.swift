import AQKit
import AQKitOpenMeteo
import AQKitTesting
import Foundation
import Testing

@Suite("Open-Meteo's climate projections")
struct OpenMeteoClimateTests {
  private let receivedAt = AirTime(secondsSince1970: 1_790_896_000)

  private func decode(_ text: String, _ adapter: OpenMeteoClimate = OpenMeteoClimate()) throws -> AirResponse
  {
    var report = ReportBuilder(adapter.descriptor, receivedAt: receivedAt)
    let reply = HTTPReply(
      TransportResponse(status: 200, text: text), step: (), query: AirQuery(places: []),
      receivedAt: receivedAt)
    _ = try adapter.decode(reply, into: &report)
    return report.response()
  }

  @Test("days are days in GMT, and the model is the requested one")
  func readsDays() throws {
    let report = try #require(try decode(OpenMeteoPayloads.climate).reports.first)
    let high = try #require(report[.daily(.maximum, of: .temperature)])
    #expect(high.values == [27, 27.4, 30.4])
    #expect(high.averaging == .day && high.origin?.model == "MRI_AGCM3_2_S")
    #expect(high.timeline.first?.start == AirTime("2050-07-01T00:00:00Z"))
    #expect(report.attribution.map(\.text) == ["Weather data by Open-Meteo.com", "CMIP6 model data"])
  }

  @Test("several models stay apart, and inches stay inches")
  func readsModels() throws {
    let report = try #require(try decode(OpenMeteoPayloads.climateOfTwoModels).reports.first)
    let sums = report.series(of: .daily(.sum, of: .precipitation))
    #expect(sums.map(\.origin?.model) == ["MRI_AGCM3_2_S", "MPI_ESM1_2_XR"])
    #expect(sums.map(\.unit) == [.inches, .inches])
    #expect(sums.map { $0.values[0] } == [0.008, 0.804])
  }

  @Test("a century of many variables is requested in parts of bounded weight, models by name")
  func asks() throws {
    let start = try #require(AirTime("1950-01-01T00:00:00Z"))
    let end = try #require(AirTime("2051-01-01T00:00:00Z"))
    let window = AirQuery.Window.interval(try AirInterval(start: start, end: end))
    let adapter = OpenMeteoClimate(models: [.mri, .ecEarth, .mri], isBiasCorrected: false)
    let calls = try adapter.calls(
      for: AirQuery(
        near: Coordinate(52.3, 6.9), parameters: [.daily(.mean, of: .temperature)], window: window),
      at: receivedAt)
    #expect(calls.count == 2)
    #expect(calls.allSatisfy { $0.request.weight <= 500 })
    let url = calls[0].request.url
    #expect(
      url.hasPrefix(
        "https://climate-api.open-meteo.com/v1/climate?latitude=52.3&longitude=6.9&daily=temperature_2m_mean"
          + "&models=MRI_AGCM3_2_S,EC_Earth3P_HR&timeformat=unixtime&disable_bias_correction=true"
          + "&start_date=1950-01-01&end_date="))
    #expect(calls[1].request.url.hasSuffix("end_date=2050-12-31"))
    let error = #expect(throws: AQError.self) {
      try adapter.calls(
        for: AirQuery(
          near: Coordinate(0, 0), window: .interval(AirInterval(start: end, end: end.adding(seconds: 86_400)))
        ),
        at: receivedAt)
    }
    #expect(error?.code == .invalidRequest)
  }

  @Test("the whole of a century comes together from its parts")
  func joinsParts() async throws {
    let transport = StubTransport { request in
      func day(_ name: String) throws -> Int64 {
        let text = request.url.split(separator: "\(name)=")[1].prefix(10)
        return try #require(AirTime("\(text)T00:00:00Z")).secondsSince1970 / 86_400
      }
      let days = try day("start_date")...day("end_date")
      let times = days.map { "\($0 * 86_400)" }.joined(separator: ",")
      let values = days.map { "\($0 % 100)" }.joined(separator: ",")
      return TransportResponse(
        status: 200,
        text: #"{"latitude":52.3,"longitude":6.9,"utc_offset_seconds":0,"timezone":"GMT","#
          + #""daily_units":{"time":"unixtime","temperature_2m_mean":"°C"},"#
          + #""daily":{"time":[\#(times)],"temperature_2m_mean":[\#(values)]}}"#)
    }
    let start = try #require(AirTime("1950-01-01T00:00:00Z"))
    let end = try #require(AirTime("2051-01-01T00:00:00Z"))
    let source = HTTPSource(
      OpenMeteoClimate(models: [.mpi, .mri]), transport: transport, clock: ManualClock(receivedAt))
    let response = try await source.fetch(
      AirQuery(
        near: try Coordinate(52.3, 6.9), parameters: [.daily(.mean, of: .temperature)],
        window: .interval(try AirInterval(start: start, end: end))))
    let series = try #require(response.reports.first?[.daily(.mean, of: .temperature)])
    #expect(transport.requests.count == 2 && response.reports.count == 1)
    #expect(series.count == 36_890 && series.timeline.regularStep == .seconds(86_400))
  }

  // MARK: Years

  /// A daily series of a number for each date.
  private func series(_ years: ClosedRange<Int>, _ value: (_ year: Int, _ month: Int, _ day: Int) -> Double?)
    throws
    -> AirSeries
  {
    var values: [Double] = []
    for year in years {
      for month in 1...12 {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        for day in 1...days { values.append(value(year, month, day) ?? .nan) }
      }
    }
    return try AirSeries(
      .daily(.mean, of: .temperature), unit: .celsius,
      timeline: AirTimeline(
        start: try #require(AirTime("\(years.lowerBound)-01-01T00:00:00Z")), step: .seconds(86_400),
        length: .seconds(86_400), count: values.count), values: values)
  }

  @Test("a year's mean is that of its days, leap days included, and a year that lacks too many is left out")
  func yearlyMeans() throws {
    // 29 February is 366 times as warm, so that it shows.
    let years = try ClimateYears(
      series(2019...2022) { year, month, day in
        if year == 2021, month < 3 { return nil }
        if year == 2022, month == 1, day < 10 { return nil }
        return month == 2 && day == 29 ? 366 : 0
      })
    let means = years.means()
    #expect(means.map(\.year) == [2019, 2020, 2022])
    #expect(means.map(\.value) == [0, 1, 0])
    #expect(means.map(\.days) == [365, 366, 356])
    #expect(means.map(\.possibleDays) == [365, 366, 365])
    #expect(years.means(atLeast: 0.8).map(\.year) == [2019, 2020, 2021, 2022])
    #expect(years.sums().map(\.year) == [2019, 2020])
    #expect(years.sums().map(\.value) == [0, 366])
  }

  @Test("an anomaly is the difference from the mean of the reference period's years")
  func anomalies() throws {
    let years = try ClimateYears(series(1961...2000) { year, _, _ in Double(year - 1961) / 10 })
    let anomalies = try years.anomalies(against: 1961...1990)
    #expect((anomalies.referenceMean - 1.45).magnitude < 1e-12)
    #expect(((anomalies[2000] ?? .nan) - 2.45).magnitude < 1e-12)
    #expect(((anomalies[1961] ?? .nan) + 1.45).magnitude < 1e-12)
    #expect(anomalies[2001] == nil)
    let error = #expect(throws: AQError.self) { try years.anomalies(against: 1951...1980) }
    #expect(
      error?.message
        == "Of the years from 1951 to 1980, 20 of 30 have enough days; four fifths are needed.")
    #expect(try years.anomalies(against: 1955...1984).years.count == 40)
    for endless in [1961...Int.max, Int.min...2000, Int.min...Int.max] {
      #expect(throws: AQError.self) { try years.anomalies(against: endless) }
    }
  }

  @Test("a calendar day has a value in the years that have the day, 29 February in leap years only")
  func calendarDays() throws {
    let years = try ClimateYears(
      series(1996...2004) { year, month, day in
        year == 2004 && month == 2 && day == 29 ? nil : Double(year * 10_000 + month * 100 + day)
      })
    let leapDays = try years.calendarDay(month: 2, day: 29)
    #expect(leapDays.map(\.year) == [1996, 2000, 2004])
    #expect(leapDays.map(\.value) == [19_960_229, 20_000_229, nil])
    let newYear = try years.calendarDay(month: 1, day: 1, in: 1999...2001)
    #expect(newYear.map(\.value) == [19_990_101, 20_000_101, 20_010_101])
    #expect(try years.calendarDay(month: 12, day: 31).count == 9)
    for (month, day) in [(2, 30), (13, 1), (0, 1), (4, 31), (1, 0)] {
      #expect(throws: AQError.self) { try years.calendarDay(month: month, day: day) }
    }
  }

  @Test(
    "days of a place are sorted by its own dates where its zone is named",
    arguments: ["Pacific/Auckland", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Berlin"])
  func localDates(identifier: String) throws {
    let zone = try #require(AirTime.Zone(identifier: identifier))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: identifier))
    var values: [Double] = []
    var bounds: [Int64] = []
    var day = try #require(calendar.date(from: DateComponents(year: 2019, month: 1, day: 1)))
    while calendar.component(.year, from: day) < 2021 {
      let parts = calendar.dateComponents([.month, .day], from: day)
      values.append(Double((parts.month ?? 0) * 100 + (parts.day ?? 0)))
      bounds.append(Int64(day.timeIntervalSince1970))
      day = try #require(calendar.date(byAdding: .day, value: 1, to: day))
    }
    bounds.append(Int64(day.timeIntervalSince1970))
    let series = try AirSeries(
      .daily(.mean, of: .temperature), unit: .celsius, averaging: .day,
      timeline: AirTimeline(
        starts: ContiguousArray(bounds.dropLast()), ends: ContiguousArray(bounds.dropFirst())),
      values: values)
    let years = try ClimateYears(series, in: zone)
    #expect(years.years == [2019, 2020] && years.means().map(\.days) == [365, 366])
    for (month, day) in [(1, 1), (2, 29), (4, 5), (9, 27), (10, 25), (12, 31)] {
      let found = try years.calendarDay(month: month, day: day)
      #expect(found.allSatisfy { $0.value == Double(month * 100 + day) }, "\(month)-\(day)")
      #expect(found.count == (month == 2 ? 1 : 2))
    }
  }

  @Test("years are made of days, and of one series")
  func refusesOthers() throws {
    let hours = try AirSeries(
      .temperature, unit: .celsius,
      timeline: AirTimeline(
        start: AirTime(secondsSince1970: 0), step: .seconds(3600), length: .seconds(3600), count: 2),
      values: [1, 2])
    #expect(throws: AQError.self) { try ClimateYears(hours) }
    #expect(throws: AQError.self) { try ClimateYears(nil) }
  }

  @Test("options name the models, and an unknown one is refused by name")
  func options() throws {
    func source(_ models: String) throws -> any AirDataSource {
      var container = try AQContainer().setting(
        .httpTransport, to: StubTransport { _ in TransportResponse(status: 200, text: "{}") }
      ).installing(.openMeteo)
      try container.setOption("models", of: "open-meteo-climate", to: models)
      return try container.makeSource("open-meteo-climate")
    }
    _ = try source("MPI_ESM1_2_XR, NICAM16_8S")
    let error = #expect(throws: AQError.self) { try source("MPI_ESM1_2_XR,mri") }
    #expect(error?.code == .notConfigured && error?.message.contains("“mri”") == true)
  }
}
