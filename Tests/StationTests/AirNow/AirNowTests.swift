import AQKit
import AQKitStations
import AQKitTesting
import Testing

@Suite("AirNow's replies") struct AirNowTests {
  private let now = AirTime(secondsSince1970: 1_789_000_000)

  private func response(_ file: String) throws -> AirResponse {
    try Payload.response("airnow/\(file)", .airNow, at: Payload.receivedAt)
  }

  private func read(_ text: String) throws -> AirResponse {
    try PayloadFormat.airNow.decode(Array(text.utf8), PayloadFormat.Context(receivedAt: Payload.receivedAt))
  }

  private func values(_ response: AirResponse, _ site: String, _ parameter: AirParameter) -> [Double] {
    response.reports.first { $0.site.id == site }?[parameter]?.rows.map(\.value) ?? []
  }

  @Test("NowCast, hourly mean and index are three values of one hour, stamped with its start in UTC")
  func hours() throws {
    let response = try response("data_bbox_sentinels.json")
    let site = try #require(response.reports.first { $0.site.id == "840320030044" })
    #expect(site[.o3]?.rows.map(\.value) == [47, 47])
    #expect(site["nowcast_o3"]?.rows.map(\.value) == [50, 49])
    #expect(site[.publishedIndex(scale: "us-epa", pollutant: .o3)]?.rows.map(\.value) == [46, 45])
    #expect(site[.o3]?.unit == .ppb)
    #expect(site[.o3]?.rows.first?.interval.start == AirTime("2026-06-09T18:00:00Z"))
    #expect(site[.o3]?.rows.first?.interval.end == AirTime("2026-06-09T19:00:00Z"))
    #expect(site[.o3]?.rows.first?.validation == .provisional)
  }

  @Test("-999 is a gap of its own field, and counted")
  func sentinels() throws {
    let response = try response("data_bbox_sentinels.json")
    #expect(values(response, "840320030044", .pm25) == [3.2])
    #expect(values(response, "840320030044", .pm10) == [])
    #expect(values(response, "840320030044", "nowcast_pm10") == [18])
    #expect(values(response, "840320030044", .co) == [0.1])
    #expect(values(response, "840320030044", .publishedIndex(scale: "us-epa", pollutant: .co)) == [])
    #expect(response.notes.filter { $0.code == .refused }.map(\.count).reduce(0, +) == 5)
  }

  @Test("station codes begin with the country, and agencies are credited first")
  func codes() throws {
    let response = try response("data_bbox_verbose_raw.json")
    #expect(response.reports.count == 9)
    let tillamook = try #require(response.reports.first { $0.site.id == "840410570002" }?.site)
    #expect(tillamook.details.identifiers == ["aqs": "410570002"])
    #expect(tillamook.country == "US")
    let harmac = try #require(response.reports.first { $0.site.id == "124000102103" })
    #expect(harmac.site.country == "CA" && harmac.site.details.identifiers.isEmpty)
    #expect(harmac[.pm25] == nil && harmac["nowcast_pm25"]?.rows.map(\.value) == [9.1])
    #expect(
      harmac.attribution.map(\.text) == [
        "British Columbia Ministry of Environment", "AirNow (preliminary data)",
      ])
  }

  @Test("the file of an hour has means and indices; blank fields are gaps")
  func file() throws {
    let response = try response("hourlyaqobs_excerpt.csv")
    let fairhope = try #require(response.reports.first { $0.site.id == "840010030010" })
    #expect(fairhope[.pm25]?.rows.map(\.value) == [10.6])
    #expect(fairhope[.pm25]?.rows.first?.interval.start == AirTime("2026-09-27T15:00:00Z"))
    #expect(fairhope[.publishedIndex(scale: "us-epa", pollutant: .pm25)]?.rows.map(\.value) == [52])
    #expect(fairhope[.o3]?.unit == .ppb)
    #expect(fairhope.site.details.measures.map(\.parameter) == [.pm25, .o3])
    #expect(fairhope.site.coordinate == (try Coordinate(30.4889, -87.8706)))
    #expect(response.reports.count == 2)
  }

  @Test(
    "the new services name the end of the hour in local time, the retired ones its start in standard time")
  func localHours() throws {
    let index = AirParameter.publishedIndex(scale: "us-epa", pollutant: .o3)
    let area = try #require(try response("observation_current_racode.json").reports.first)
    #expect(area.site.kind == .area && area.site.id == "ca064" && area.site.name == "Napa")
    #expect(area[index]?.rows.first?.interval.end == AirTime("2026-09-10T00:00:00Z"))
    let retired = try #require(try response("observation_current_legacy.json").reports.first)
    #expect(retired[index]?.rows.first?.interval.start == AirTime("2026-09-10T01:00:00Z"))
    #expect(retired[index]?.rows.first?.value == 32)
  }

  @Test("an index under an area's name belongs to the station that measured it")
  func farSite() throws {
    let response = try response("observation_current_ziplatlong_far_site.json")
    let sacramento = try #require(response.reports.first { $0.site.id == "840060670010" })
    #expect(sacramento.site.name == "Downtown Sacramento - T Street")
    #expect(sacramento.site.details.further["reportingArea"] == "Napa")
    #expect(sacramento[.pm10] == nil)
    #expect(try self.response("observation_current_ziplatlong_short_fields.json").reports.count == 3)
  }

  @Test(
    "Atlantic and Alaskan daylight time are told apart by the station, if a row has no position",
    arguments: [("000030118", "2026-07-22T12:00:00Z"), ("020200018", "2026-07-22T17:00:00Z")])
  func sameAbbreviation(station: String, end: String) throws {
    let response = try read(
      """
      [{"dateObserved": "2026-07-22", "hourObserved": "09:00", "localTimeZone": "ADT", "siteID": "\(station)",
        "siteName": "Harbour", "parameterName": "PM2.5", "nowcastAQI": 28, "aqiCategoryName": "Good"}]
      """)
    let index = AirParameter.publishedIndex(scale: "us-epa", pollutant: .pm25)
    #expect(response.reports.first?[index]?.rows.first?.interval.end == AirTime(end))
  }

  @Test("the index of a day isn't cut off at 500")
  func days() throws {
    let response = try response("dailydata_aqi_over_500.json")
    let vancouver = try #require(response.reports.first { $0.site.id == "840530110024" })
    let day = try #require(vancouver[.publishedIndex(scale: "us-epa", pollutant: .pm25)]?.rows.first)
    #expect(day.value == 874 && day.averaging == .day)
    #expect(day.interval.start == AirTime("2020-09-13T07:00:00Z"))
    #expect(day.interval.end == AirTime("2020-09-14T07:00:00Z"))
  }

  @Test("rows of a forecast are forecasts, for a day in the state's standard time")
  func forecast() throws {
    let response = try response("forecast_current_zip.json")
    #expect(response.reports.allSatisfy { $0.kind == .forecast && $0.site.id == "ca132" })
    let days = response.reports.flatMap {
      $0[.publishedIndex(scale: "us-epa", pollutant: .pm10)]?.rows ?? []
    }
    #expect(days.map(\.value) == [29, 30])
    #expect(days.first?.interval.start == AirTime("2026-09-09T08:00:00Z"))
  }

  @Test(
    "a forecast of a category alone is a category, not an index of -1",
    arguments: ["-1", "-1.00", #"" -1.0 ""#])
  func category(none: String) throws {
    let response = try read(
      #"""
      [{"dateIssue": "2026-12-01", "dateValid": "2026-12-02", "reportingArea": "St. Somewhere", "stateCode": "MO",
        "parameterName": "OZONE", "aqi": \#(none), "categoryNumber": 3,
        "categoryName": "Unhealthy for Sensitive Groups", "actionDay": true, "discussion": ""}]
      """#)
    let report = try #require(response.reports.first)
    #expect(report[.publishedIndex(scale: "us-epa", pollutant: .o3)] == nil)
    #expect(report[.publishedIndex(scale: "us-epa-category", pollutant: .o3)]?.rows.map(\.value) == [3])
    let day = try #require(response.notices.first)
    #expect(day.kind == .actionDay && day.title == "Action day for Ozone in St. Somewhere")
    #expect(day.from == AirTime("2026-12-02T06:00:00Z") && day.until == AirTime("2026-12-03T06:00:00Z"))
  }

  @Test("areas of one name without a code and a state are told apart by their places")
  func sameName() throws {
    func row(_ latitude: Double, _ index: Int) -> String {
      #"""
      {"dateIssue": "2026-12-01", "dateValid": "2026-12-02", "reportingArea": "Springfield",
        "Latitude": \#(latitude), "Longitude": -90, "parameterName": "OZONE", "aqi": \#(index)}
      """#
    }
    let response = try read("[\(row(39.8, 41)), \(row(37.2, 62))]")
    let index = AirParameter.publishedIndex(scale: "us-epa", pollutant: .o3)
    #expect(response.reports.map(\.site.id) == [nil, nil])
    #expect(response.reports.map { $0[index]?.values } == [[41], [62]])
  }

  @Test("an index that isn't a number is refused alone, and the row's means are kept")
  func wrongIndex() throws {
    let response = try read(AirNowPlanTests.hours.replacing("45", with: "\"n/a\""))
    #expect(values(response, "840110010043", .pm25) == [7.4])
    #expect(values(response, "840110010043", .publishedIndex(scale: "us-epa", pollutant: .pm25)) == [])
    #expect(response.notes.contains { $0.code == .refused && $0.count == 1 })
  }

  @Test("the file of reporting areas has observed hours and forecast days")
  func areas() throws {
    let response = try response("reportingarea_excerpt.dat")
    let index = AirParameter.publishedIndex(scale: "us-epa", pollutant: .pm25)
    let observed = try #require(response.reports.first { $0.kind == .observation })
    #expect(observed[index]?.rows.first?.interval.end == AirTime("2026-09-25T02:00:00Z"))
    #expect(observed[index]?.rows.first?.value == 44)
    let forecast = try #require(response.reports.first { $0.kind == .forecast })
    #expect(forecast[index]?.rows.first?.interval.start == AirTime("2026-09-25T07:00:00Z"))
  }

  @Test("the forecaster's discussion is a notice of its area, until the day is over")
  func discussion() throws {
    func notices(_ time: String) throws -> [AirNotice] {
      try Payload.response("airnow/reportingarea_excerpt.dat", .airNow, at: try #require(AirTime(time)))
        .notices
    }
    let discussion = try #require(notices("2026-09-25T02:00:00Z").first)
    #expect(discussion.kind == .discussion && discussion.publisher == "Puget Sound Clean Air Agency")
    #expect(discussion.text.hasPrefix("For Mon-Fri (Sep 21-25)"))
    #expect(discussion.area.names == ["Seattle-Bellevue-Kent Valley"])
    #expect(discussion.until == AirTime("2026-09-26T07:00:00Z"))
    #expect(try notices("2026-09-27T00:00:00Z").isEmpty)
  }

  @Test("areas of two states that share a name keep their own action days")
  func sharedName() throws {
    let lines = [("MO", "37.21|-93.30"), ("IL", "39.80|-89.64")].map { state, point in
      "09/24/26|09/25/26||CDT|1|F|Y|Springfield|\(state)|\(point)|OZONE|110|Unhealthy|Yes||Agency of \(state)"
    }
    let time = try #require(AirTime("2026-09-25T02:00:00Z"))
    let notices = try PayloadFormat.airNow.decode(
      Array(lines.joined(separator: "\n").utf8), PayloadFormat.Context(receivedAt: time)
    ).notices
    #expect(notices.map(\.kind) == [.actionDay, .actionDay])
    #expect(notices.map(\.publisher) == ["Agency of MO", "Agency of IL"])
    #expect(notices.allSatisfy { $0.area.names == ["Springfield"] })
  }

  @Test("the file of days: means and maxima of a day in standard time, with their indices")
  func dailyFile() throws {
    let response = try read(
      """
      11/19/26|060410001|San Rafael|OZONE-8HR|PPB|31|8|San Francisco Bay Area AQMD|29|1|37.972200|-122.518900|840060410001
      11/19/26|060410001|San Rafael|PM2.5-24hr|UG/M3|8.1|24|San Francisco Bay Area AQMD|45|1|37.972200|-122.518900|840060410001
      11/19/26|DK1010001|Dhaka|PM2.5-24hr|UG/M3|131.5|24|U.S. Department of State|203|5|23.796370|90.424960|DK1010001
      11/19/26|060410001|San Rafael|WEIRD|UG/M3|1|24|San Francisco Bay Area AQMD|-999|0|37.972200|-122.518900|840060410001
      """)
    let site = try #require(response.reports.first { $0.site.id == "840060410001" })
    #expect(site.site.name == "San Rafael" && site.site.coordinate != nil)
    let particles = try #require(site[.pm25]?.rows.first)
    #expect(particles.value == 8.1 && particles.averaging == .day)
    #expect(particles.interval.start == AirTime("2026-11-19T08:00:00Z"))
    #expect(particles.interval.end == AirTime("2026-11-20T08:00:00Z"))
    let ozone = try #require(site[.o3]?.rows.first)
    #expect(ozone.value == 31 && ozone.unit == .ppb && "\(ozone.averaging)" == "8h-max")
    #expect(ozone.interval.start == AirTime("2026-11-19T08:00:00Z"))
    #expect(values(response, "840060410001", .publishedIndex(scale: "us-epa", pollutant: .pm25)) == [45])
    let dhaka = try #require(response.reports.first { $0.site.id == "DK1010001" })
    #expect(dhaka[.pm25]?.rows.first?.interval.start == AirTime("2026-11-18T18:00:00Z"))
    let refused = response.notes.filter { $0.code == .refused }
    #expect(refused.map(\.count).reduce(0, +) == 1)
  }

  @Test("the file of days in its older form, without indices and positions")
  func olderDays() throws {
    let response = try read(
      "11/19/26|060410001|San Rafael|PM10-24hr|UG/M3|12|24|San Francisco Bay Area AQMD\n")
    #expect(values(response, "840060410001", .pm10) == [12])
    #expect(response.reports.first?[.pm10]?.rows.first?.interval.start == AirTime("2026-11-19T08:00:00Z"))
  }

  @Test("a line of another file is refused, without a claim about all files of AirNow")
  func otherLines() throws {
    let response = try read("a|b|c|d\n11/19/26|060410001|San Rafael|PM10-24hr|UG/M3|12|24|Agency\n")
    #expect(values(response, "840060410001", .pm10) == [12])
    let text = response.notes.map(\.message).joined()
    #expect(!text.contains("no file of AirNow has"))
  }

  @Test(
    "a row of the hourly file with a field too many, too few or a stray quote is refused and counted, and no other"
  )
  func brokenRows() throws {
    let file = try Payload.text("airnow/hourlyaqobs_excerpt.csv").split(whereSeparator: \.isNewline)
    let (header, good) = (String(file[0]), String(file[1]))
    let whole = try read("\(header)\n\(good)\n")
    let broken = try read(
      [
        header, good + ",\"extra\"", String(good.prefix(40)),
        good.replacing(",\"Active\"", with: " \"x\" y\",\"Active\""), good,
      ]
      .joined(separator: "\n"))
    #expect(broken.reports.map(\.series) == whole.reports.map(\.series))
    #expect(broken.notes.filter { $0.code == .refused }.map(\.count).reduce(0, +) >= 3)
  }

  @Test("the file of hourly data is split at its bars, negative values included")
  func lines() throws {
    let response = try read(
      "10/01/26|12:00|060371103|Main Street|-8|PM2.5|UG/M3|-0.4|South Coast AQMD\n"
        + "10/01/26|12:00|060371103|Main Street|-8|WS|M/S|1.4|South Coast AQMD\n")
    #expect(values(response, "840060371103", .pm25) == [-0.4])
    #expect(response.notes.contains { $0.code == .refused && $0.message.contains("WS") })
  }

  @Test(
    "a byte order mark in front changes nothing",
    arguments: [AirNowLines.line, AirNowPlanTests.hours, AirNowPlanTests.file])
  func byteOrderMark(text: String) throws {
    let (marked, plain) = (try read("\u{FEFF}" + text), try read(text))
    #expect(!plain.reports.isEmpty && marked.reports == plain.reports)
  }

  @Test("names in Latin-1 are read")
  func latin1() throws {
    let bytes = AirNowLines.line.replacing("Main Street", with: "Montréal").unicodeScalars.map {
      UInt8($0.value)
    }
    let response = try PayloadFormat.airNow.decode(
      bytes, PayloadFormat.Context(receivedAt: Payload.receivedAt))
    #expect(response.reports.first?.site.name == "Montréal")
  }

  @Test("a row without a unit keeps its index")
  func withoutUnit() throws {
    let response = try read(AirNowPlanTests.hours.replacing("\"Unit\": \"UG/M3\",", with: ""))
    let index = AirParameter.publishedIndex(scale: "us-epa", pollutant: .pm25)
    #expect(values(response, "840110010043", index) == [45])
    #expect(values(response, "840110010043", .pm25) == [])
  }

  @Test(
    "the lists of monitors give stations with what they measure",
    arguments: [AirNowLines.monitors, AirNowLines.newMonitors])
  func monitors(lines: [String]) throws {
    let response = try read(lines.joined(separator: "\r\n"))
    #expect(response.reports.map(\.site.id) == ["840060371103"] && response.notes.isEmpty)
    let site = try #require(response.reports.first?.site)
    #expect(try site.name == "Los Angeles" && site.coordinate == Coordinate(34.0664, -118.2267))
    #expect(site.details.measures.map(\.parameter) == [.pm25, .o3])
    #expect(site.country == "US" && site.details.operatedBy == "South Coast AQMD")
  }

  @Test(
    "a refusal has its code",
    arguments: [
      (#"{"WebServiceError":[{"Message":"Request not authenticated."}]}"#, AQError.Code.unauthorized),
      (#"{"WebServiceError":[{"Message":"Invalid API key"}]}"#, .unauthorized),
      (#"{"WebServiceError":[{"Message":"Web service request limit exceeded."}]}"#, .rateLimited),
      (#"{"WebServiceError":[{"Message":"Invalid BBOX"}]}"#, .invalidRequest),
      ("<html><body>502</body></html>", .malformed), (#"{"a": 1}"#, .malformed), ("", .malformed),
      (#"[{"a": 1}, {"a": 2}]"#, .malformed),
    ])
  func refusals(text: String, code: AQError.Code) throws {
    let error = try #require(throws: AQError.self) { try read(text) }
    #expect(error.code == code)
  }

  @Test(
    "a lack of data isn't an error",
    arguments: ["error_200_no_reporting_area.json", "error_200_no_observation.csv"])
  func nothing(file: String) throws {
    let response = try response(file)
    #expect(response.reports.isEmpty && response.notes.first?.code == .nothingNear)
  }

  @Test(
    "a refusal is recognised by a whole phrase, not by a word in it",
    arguments: [
      ("The value of the parameter exceeded its valid range.", AQError.Code.invalidRequest),
      ("The size of the bounding box exceeds the limit.", .invalidRequest),
      ("This service was retired; API key holders use /aq/data.", .invalidRequest),
      ("An internal name is not allowed.", .invalidRequest),
      ("Data type not found in request.", .invalidRequest), ("No data type given.", .invalidRequest),
      ("Too many requests.", .rateLimited), ("Internal Server Error", .unavailable),
      ("Missing API key.", .unauthorized),
    ])
  func phrases(message: String, code: AQError.Code) throws {
    let error = try #require(throws: AQError.self) {
      try read(#"{"WebServiceError":[{"Message":"\#(message)"}]}"#)
    }
    #expect(error.code == code && error.message.contains(message))
  }

  @Test(
    "a reply without data isn't a refusal", arguments: ["No data", "No data.", "No monitors were found."])
  func nothing(message: String) throws {
    let response = try read(#"{"WebServiceError":[{"Message":"\#(message)"}]}"#)
    #expect(response.reports.isEmpty && response.notes.contains { $0.code == .nothingNear })
  }

  @Test("an unknown abbreviation of a zone is refused")
  func unknownZone() throws {
    let text = try Payload.text("airnow/observation_current_racode.json").replacing("PDT", with: "QQT")
    let response = try read(text)
    #expect(response.reports.isEmpty && response.notes.contains { $0.code == .refused && $0.count == 2 })
  }
}

/// Lines of AirNow's files with bars.
private enum AirNowLines {
  static let line = "10/01/26|12:00|060371103|Main Street|-8|PM2.5|UG/M3|-0.4|South Coast AQMD\n"

  static let monitors = [
    "060371103|PM2.5|1103|Los Angeles|Active|CA2|South Coast AQMD|R9|34.0664|-118.2267|126|-8|US||||||||||",
    "060371103|OZONE|1103|Los Angeles|Active|CA2|South Coast AQMD|R9|34.0664|-118.2267|126|-8|US||||||||||",
  ]
  static let newMonitors = [
    "StationID|AQSID|FullAQSID|Parameter|MonitorType|SiteCode|SiteName|Status|AgencyID|AgencyName|EPARegion|Latitude"
      + "|Longitude|Elevation|GMTOffset|CountryFIPS|CBSA_ID|CBSA_Name|StateAQSCode|StateAbbreviation|CountyAQSCode"
      + "|CountyName",
    "7|060371103|840060371103|PM2.5|Permanent|1103|Los Angeles|Active|CA2|South Coast AQMD|R9|34.0664|-118.2267|126|-8"
      + "|US||||||",
    "7|060371103|840060371103|OZONE|Permanent|1103|Los Angeles|Active|CA2|South Coast AQMD|R9|34.0664|-118.2267|126|-8"
      + "|US||||||",
  ]
}

extension AirSeries {
  fileprivate var rows: [AirReading] { Array(readings) }
}
