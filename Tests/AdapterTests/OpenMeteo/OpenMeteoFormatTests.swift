import AQKit
import AQKitOpenMeteo
import AQKitTesting
import Testing

@Suite("The format open-meteo")
struct OpenMeteoFormatTests {
  private let context = PayloadFormat.Context(receivedAt: AirTime(secondsSince1970: 1_790_980_200))

  private func decode(_ text: String) throws -> AirResponse {
    try PayloadFormat.openMeteo.decode(Array(text.utf8), context)
  }

  private static let recognised: [(String, SourceID)] = [
    (OpenMeteoPayloads.bergen, "open-meteo-weather"), (OpenMeteoPayloads.berlin, "open-meteo-weather"),
    (OpenMeteoPayloads.daysInTwoCities, "open-meteo-weather"),
    (OpenMeteoPayloads.climate, "open-meteo-climate"),
    (OpenMeteoPayloads.climateOfTwoModels, "open-meteo-climate"),
    (OpenMeteoPayloads.brno, "open-meteo-geocoding"),
    (OpenMeteoPayloads.enschede, "open-meteo-geocoding"), (OpenMeteoPayloads.zagreb, "open-meteo"),
    (OpenMeteoPayloads.clearwater, "open-meteo"), (OpenMeteoPayloads.twoModels, "open-meteo"),
  ]

  @Test("recognises the service by its reply", arguments: recognised)
  func recognises(text: String, source: SourceID) throws {
    let response = try decode(text)
    #expect(!response.reports.isEmpty)
    #expect(response.reports.allSatisfy { $0.source == source })
  }

  private static func days(_ times: String, _ columns: (name: String, values: String)...) -> String {
    let units = ["sunrise": "iso8601", "soil_moisture_0_to_10cm_mean": "m³/m³"]
    let unitTexts = columns.map { #""\#($0.name)":"\#(units[$0.name] ?? "°C")""# }.joined(separator: ",")
    let columnTexts = columns.map { #""\#($0.name)":[\#($0.values)]"# }.joined(separator: ",")
    return #"{"latitude":52.5,"longitude":13.4,"utc_offset_seconds":0,"timezone":"GMT","#
      + #""daily_units":{"time":"iso8601",\#(unitTexts)},"daily":{"time":[\#(times)],\#(columnTexts)}}"#
  }

  /// The replies received on 2026-10-02, and whether a note says that they were identified only by their times.
  private static let datedReplies: [(String, SourceID, Bool)] = [
    (days(#""1990-07-01","1990-07-02""#, ("temperature_2m_mean", "1,2")), "open-meteo-archive", true),
    (days(#""2026-06-01""#, ("sunrise", #""2026-06-01T03:00""#)), "open-meteo-archive", true),
    (days(#""2026-09-30""#, ("temperature_2m_max_era5", "4")), "open-meteo-archive", false),
    (
      days(#""2026-09-30""#, ("temperature_2m_mean", "4"), ("dew_point_2m_mean", "3")), "open-meteo-weather",
      false
    ),
    // A century: it begins in the past and ends further ahead than any forecast.
    (days(#""1950-01-01","2050-12-31""#, ("temperature_2m_mean", "1,2")), "open-meteo-climate", false),
    (days(#""1990-07-01""#, ("soil_moisture_0_to_10cm_mean", "0.3")), "open-meteo-climate", false),
    (
      #"{"hourly_units":{"time":"unixtime","temperature_2m":"°C"},"hourly":{"time":[1000000000],"temperature_2m":[7]}}"#,
      "open-meteo-archive", true
    ),
    (
      #"{"hourly_units":{"time":"unixtime","pm10":"µg/m³"},"hourly":{"time":[1700000000],"pm10":[7]}}"#,
      "open-meteo", false
    ),
    (
      #"[{"latitude":nan,"longitude":nan},{"latitude":1,"longitude":2,"hourly_units":{"time":"unixtime","rain":"mm"},"#
        + #""hourly":{"time":[1790974800],"rain":[0.2]}}]"#,
      "open-meteo-weather", false
    ),
    // A forecast of long ago still shows its present.
    (OpenMeteoPayloads.berlin, "open-meteo-weather", false),
  ]

  @Test(
    "distinguishes historical weather and climate from a forecast by time, model and name",
    arguments: datedReplies)
  func recognisesByTime(text: String, source: SourceID, isSaid: Bool) throws {
    let response = try decode(text)
    let report = try #require(response.reports.first)
    #expect(report.source == source && !report.series.isEmpty)
    #expect(report.kind == (source == "open-meteo-archive" ? .analysis : .forecast))
    #expect(response.notes.contains { $0.message.contains("historical weather") } == isSaid)
  }

  @Test("reads the names used before November 2023 and the old section of current weather")
  func readsOldNames() throws {
    let text = """
      {"latitude":52.5,"longitude":13.4,"utc_offset_seconds":0,"timezone":"GMT",
       "current_weather_units":{"time":"unixtime","interval":"seconds","temperature":"°C","windspeed":"km/h",
       "winddirection":"°","weathercode":"wmo code"},
       "current_weather":{"time":1790977500,"interval":900,"temperature":13.8,"windspeed":10.8,"winddirection":220,
       "weathercode":51},
       "hourly_units":{"time":"unixtime","relativehumidity_2m":"%","windgusts_10m":"km/h"},
       "hourly":{"time":[1790974800],"relativehumidity_2m":[99],"windgusts_10m":[22.3]}}
      """
    let response = try decode(text)
    let report = try #require(response.reports.first)
    #expect(report.source == "open-meteo-weather" && response.notes.isEmpty)
    #expect(report[.temperature]?.values == [13.8] && report[.windSpeed]?.values == [10.8])
    #expect(report[.windDirection]?.values == [220] && report[.weatherCode]?.values == [51])
    #expect(report[.humidity]?.values == [99] && report[.windGusts]?.averaging == .oneHour)
  }

  @Test("recognises replies without values, and says so")
  func readsEmptyReplies() throws {
    let none = try decode(#"{"generationtime_ms":0.08511543}"#)
    #expect(none.notes.map(\.code) == [.nothingNear])
    let nan = try decode(
      #"{"latitude":nan,"longitude":nan,"generationtime_ms":0.015,"utc_offset_seconds":0,"timezone":"GMT"}"#)
    #expect(nan.notes.map(\.code) == [.notCovered])
    let update = try decode(
      #"{"last_run_initialisation_time":1790812800,"last_run_availability_time":1790847900,"update_interval_seconds":86400}"#
    )
    #expect(update.notes.map(\.code) == [.remark])
    #expect(update.notes.first?.message.contains("2026-10-02T09:55:00Z") == true)
  }

  @Test("places are reports without values, with their attribution")
  func readsPlaces() throws {
    let reports = try decode(OpenMeteoPayloads.brno).reports
    #expect(reports.map(\.site.name) == ["Brno", "Bruno", "Brňov"])
    #expect(
      reports.allSatisfy {
        $0.series.isEmpty && $0.attribution.map(\.text).contains("Location database from GeoNames")
      })
    #expect(reports[0].site.timeZone == "Europe/Prague")
  }

  private static let errors: [(String, AQError.Code)] = [
    (#"{"error":true,"reason":"Forecast days is invalid. Allowed range 0 to 7. Given 7."}"#, .invalidRequest),
    (#"{"error":true,"reason":"No value found (expected type 'String') at path 'name'."}"#, .invalidRequest),
    (#"{"error":true,"reason":"Latitude must be in range of -90 to 90°. Given: 95.0."}"#, .invalidRequest),
    (
      #"{"reason":"Parameter 'start_date' is out of allowed range from 2026-07-03 to 2026-10-19","error":true}"#,
      .invalidRequest
    ),
    (
      #"{"error":true,"reason":"Data corrupted at path ''. Cannot initialize MultiDomains from invalid String value x."}"#,
      .invalidRequest
    ),
    (#"{"error":true,"reason":"Not Found"}"#, .invalidRequest),
    (#"{"error":true,"reason":"Location ID not found."}"#, .invalidRequest),
    (#"{"error":true,"reason":"Too many concurrent requests"}"#, .rateLimited),
    (
      #"{"error":true,"reason":"Daily API request limit exceeded. Please try again tomorrow."}"#, .rateLimited
    ),
    (
      #"{"reason":"Minutely API request limit exceeded. Please try again in one minute.","error":true}"#,
      .rateLimited
    ),
    (#"{"error":true,"reason":"The supplied API key is invalid."}"#, .unauthorized),
    (#"{"error":true,"reason":"Something went wrong."}"#, .unavailable),
    (
      #"{"latitude":31.5,"longitude":74.4,"hourly_units":{"time":"unixtime","pm10":"µg/m³"},"hourly":{"time":[1,"#,
      .malformed
    ),
    (
      #"{"latitude":1,"hourly":{"time":[1,2Unexpected error while streaming data: timeoutReached"#,
      .unavailable
    ),
    ("<html>", .malformed), ("", .malformed), ("[]", .malformed),
  ]

  @Test("a recorded error is an error, whatever service it is of", arguments: errors)
  func readsErrors(text: String, code: AQError.Code) throws {
    let error = #expect(throws: AQError.self) {
      try PayloadFormat.openMeteo.decode(
        Array(text.utf8),
        PayloadFormat.Context(receivedAt: context.receivedAt, places: [AirSite(kind: .modelCell)]))
    }
    #expect(error?.code == code)
    #expect(error?.message.contains("95.0") == false)
  }

  @Test("each service has its own format too")
  func isRegistered() throws {
    let container = try AQContainer().installing(.openMeteo)
    #expect(
      container.formats.map(\.name).suffix(4) == [
        "open-meteo", "open-meteo-weather", "open-meteo-archive", "open-meteo-climate",
      ])
    let archive = try container.format("open-meteo-archive").decode(
      Array(OpenMeteoPayloads.berlin.utf8), context)
    #expect(archive.reports.first?.kind == .analysis)
  }

  @Test("current and hourly lists may differ, and pollen that the model lacks is not covered")
  func readsZagreb() throws {
    let response = try decode(OpenMeteoPayloads.zagreb)
    let report = try #require(response.reports.first)
    #expect(report[.ragweedPollen]?.values == [1.4])
    #expect(report[.birchPollen]?.values == [0, 0, 0])
    #expect(report[.publishedIndex(scale: "european")]?.values == [23, 23, 24])
    let clearwater = try decode(OpenMeteoPayloads.clearwater)
    let notCovered = clearwater.notes.filter { $0.code == .notCovered }.flatMap(\.parameters)
    #expect(Set(notCovered) == [.grassPollen, .birchPollen, .ragweedPollen])
    #expect(clearwater.reports.first?[.pm25]?.timeline.first?.start == AirTime("2026-09-25T04:00:00Z"))
  }
}
